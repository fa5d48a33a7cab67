/**
 * Tunes numbers of params.ts by SPSA: plays the engine against itself with slightly different values and follows what
 * scores better. spsa.ts has the method, lab/docs/tuning.md is the guide.
 *
 * The same file starts as main thread and as thread that plays, so the task runs one bundle.
 *
 * @module
 */

import { TUNABLES } from "../../../search/params.ts";
import { untilInterrupted } from "../../../system/interrupt.ts";
import { Progress } from "../../progress.ts";
import { isThread } from "../../job_thread.ts";
import { runTool } from "../../../tools/usage.ts";
import { describeGames, describeThreads } from "../threads/game_options.ts";
import { createThreads, type Player } from "../threads/players.ts";
import type { Session } from "../threads/work.ts";
import { expectNewState, playWithProgress, readState } from "../threads/run.ts";
import { SimulatedPlayer } from "./spsa_simulation.ts";
import { describeProgress, describeRun, describeSettings } from "./spsa_report.ts";
import { type TuneSettings, TuneState } from "./spsa_state.ts";
import { servePlayer } from "../threads/player_worker.ts";
import type { Tally } from "../tally.ts";
import { type Comparison, describeComparison, describeOutcome, playComparison } from "./tune_compare.ts";
import { fingerprint } from "../threads/fingerprint.ts";
import { describeGroups } from "./tune_groups.ts";
import { readTuneOptions, type TuneOptions, USAGE } from "./tune_options.ts";

/** The run in a file. Throws a RangeError if the engine lacks one of its numbers. */
export function loadState(path: string): TuneState {
  const state = TuneState.parse(readState(path), `"${path}"`);
  const { parameters, fixed } = state.settings;
  for (const name of [...parameters.map((parameter) => parameter.name), ...Object.keys(fixed)]) {
    if (!Object.hasOwn(TUNABLES, name)) {
      throw new RangeError(`"${path}" tunes "${name}", which this engine does not have`);
    }
  }
  return state;
}

/** A run at its start. Throws a RangeError if there is a file already. */
function createState(path: string, settings: TuneSettings): TuneState {
  expectNewState(path);
  const state = new TuneState(settings);
  if (!settings.simulate) state.engine = fingerprint();
  return state;
}

/** Starts a thread that plays: this file, as a worker. */
function startWorker(): Worker {
  return new Worker(import.meta.url, { type: "module", name: "tune" });
}

/** The players of a run; no more than there are batches left. */
function createPlayers(state: TuneState, threads: number, keep: string | null): Player[] {
  const { settings } = state;
  if (settings.simulate) return [new SimulatedPlayer(settings)];
  return createThreads(settings, Math.min(threads, state.batches - state.finished), startWorker, keep);
}

async function play(state: TuneState, path: string, threads: number, keep: string | null): Promise<void> {
  if (state.isComplete) return console.log(describeRun(state));
  const players = createPlayers(state, threads, keep);
  console.error(describeSettings(state.settings));
  const alike = describeThreads(threads) + (keep === null ? "" : ` --keep=${keep}`);
  await playWithProgress(state, path, players, {
    progress: (session) => describeProgress(state, session),
    result: () => describeRun(state),
    goOn: () => state.isComplete ? null : `deno task tune --resume --state=${path}${alike}`,
  });
}

async function compare(comparison: Comparison, threads: number): Promise<void> {
  const { pairs, settings } = comparison;
  const players = createThreads(settings, Math.min(threads, pairs), startWorker);
  const progress = new Progress();
  const tally = await untilInterrupted((signal) => {
    const onTick = (tally: Tally, session: Session) => {
      if (session.games > 0) progress.show(describeComparison(tally, pairs, session));
    };
    return playComparison(comparison, players, onTick, signal);
  });
  progress.clear();
  console.log(describeOutcome(tally, describeGames(settings.games, settings.book)));
}

/** Does what a command line asks for. */
export async function runTune(options: TuneOptions): Promise<void> {
  if (options.action === "list") console.log(describeGroups());
  else if (options.action === "compare") await compare(options.comparison, options.threads);
  else if (options.action === "show") console.log(describeRun(loadState(options.state)));
  else {
    const state = options.action === "start" ? createState(options.state, options.settings) : loadState(options.state);
    await play(state, options.state, options.threads, options.keep);
  }
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readTuneOptions, runTune);
