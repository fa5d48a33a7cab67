/** Writes a report on a tuning run as text. @module */

import { TUNABLES } from "../../../search/params.ts";
import { formatDuration } from "../../../terminal/progress.ts";
import { describeGames } from "../game_options.ts";
import { describeSession, type Session } from "../run.ts";
import type { TuneSettings, TuneState } from "./spsa_state.ts";
import { countGames, estimateElo, writeEstimate } from "../statistics.ts";

function describeSettings(settings: TuneSettings): string {
  const { games, parameters, schedule, batchPairs, book, seed } = settings;
  const batches = `${2 * schedule.pairs} games in batches of ${2 * batchPairs}`;
  return `${parameters.length} numbers, ${batches}, ${describeGames(games, book)}, seed ${seed}`;
}

export function describeProgress(state: TuneState, session: Session): string {
  const games = countGames(state.tally);
  const line = describeSession(games, 2 * state.batches * state.settings.batchPairs, session);
  return games > 0 ? `${line}, + against −: ${formatElo(state)}` : line;
}

function formatElo({ tally }: TuneState): string {
  return `${writeEstimate(estimateElo(tally.pairs))} Elo`;
}

/** Lines for params.ts. Each shows the old value, the new value before rounding, and the change in steps (c_end). */
export function describeValues({ settings, values }: TuneState): string {
  const lines = settings.parameters.map((parameter, index) => {
    const { name, start, min, max, cEnd } = parameter;
    const { value: engine, step } = TUNABLES[name];
    const value = Math.round(values[index]);
    const code = `${name}: tune(${value}, ${min}, ${max}, ${step}),`;
    const origin = engine === start ? "" : `, in the engine now ${engine}`;
    const change = `${start} → ${value} (${values[index].toFixed(2)}), ${formatSteps((values[index] - start) / cEnd)}`;
    return `  ${code.padEnd(52)}// ${change}${origin}${edgeOf(value, parameter)}`;
  });
  return lines.join("\n");
}

function formatSteps(steps: number): string {
  return `${steps < 0 ? "−" : "+"}${Math.abs(steps).toFixed(2)} steps`;
}

function edgeOf(value: number, { min, max }: { readonly min: number; readonly max: number }): string {
  return value <= min ? ", at its minimum" : value >= max ? ", at its maximum" : "";
}

export function describeRun(state: TuneState): string {
  const { settings, tally } = state;
  const lines = [describeSettings(settings)];
  const games = countGames(tally);
  if (games > 0) {
    const { wins, losses, draws, timeLosses } = tally;
    lines.push(
      `${games} games in ${formatDuration(state.seconds)}, ${(60 * games / state.seconds).toFixed(1)}/min; ` +
        `+ against −: ${wins} won, ${losses} lost, ${draws} drawn, ${formatElo(state)}`,
    );
    if (timeLosses > 0) lines.push(`Games lost on time: ${timeLosses}`);
    lines.push(describeMovement(state));
  }
  return `${lines.join("\n")}\n\n${describeValues(state)}`;
}

/** Whether the values have moved further than chance alone would have moved them. */
function describeMovement({ movement: { moved, wander }, settings: { parameters } }: TuneState): string {
  // The sum of the squares of n standard normal variables has mean n and standard deviation √(2n).
  const limit = wander * Math.sqrt(1 + 2 * Math.sqrt(2 / parameters.length));
  const verdict = moved > limit ? "more than chance explains" : "no more than chance explains";
  return `Moved ${moved.toFixed(2)} steps (root mean square); chance alone would give ${wander.toFixed(2)}, ` +
    `at most ${limit.toFixed(2)}: ${verdict}`;
}
