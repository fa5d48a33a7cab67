/** Measures the worth of many systems in the same games (factorial_design.ts). All threads run this file. @module */

import { findSystems, isInUse, type System, SYSTEMS } from "../../../engine/view/systems.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { formatDuration } from "../../../terminal/progress.ts";
import { numberOf, readOptions, refuseOthers, textsOf, wholeOf, wordsOf } from "../../../terminal/command_line.ts";
import { isThread } from "../../job_thread.ts";
import { runTool } from "../../../tools/usage.ts";
import { writeEstimate } from "../statistics.ts";
import { describeGames, gameUsage, readMatchSettings } from "../game_options.ts";
import { servePlayer } from "../players.ts";
import { describeSession, readRunOptions, type RunProgram, runProgram } from "../run.ts";
import { readValues } from "../tuning/values.ts";
import { CANDIDATE_MARK, type FactorialSettings, FactorialState } from "./factorial_state.ts";

const NODES = 4000;

const USAGE = `Usage: deno task factorial [name ...] --state=FILE [options]

Plays the engine against itself, with some of the systems changed on each side of each pair of games: off if the engine
uses them, on if it does not. The table says what each is worth in Elo. Without a name, all systems except the groups
are measured; with one name, every pair of games compares the engine with that system and without it. Candidates are
measured in the same way: changes to the search's numbers, such as the result of a tuning run.

  deno task factorial --state=data/worth.json                  start
  deno task factorial --resume --state=data/worth.json         continue, up to --games
  deno task factorial show --state=data/worth.json             print the table
  deno task factorial list                                     the systems that can be named

  --state=FILE        the state of the experiment, written now and then
  --resume            continue with that file, up to --games
  --candidate=TEXT    a change to measure, as NAME:NUMBER=VALUE,... or NAME:FILE with the state of a tuning run.
                      May be repeated; systems are then measured only if they are named
  --games=N           games in all (10000)
  --share=X           chance that a system is changed on a side (0.125)
${gameUsage(NODES)}`;

export function readFactorialOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const [word, ...others] = wordsOf(flags);
  if (word === "list") {
    refuseOthers(flags, others, ["_"], "nothing else");
    return "list";
  }
  const readSettings = (words: readonly string[]): FactorialSettings => {
    const share = numberOf(flags, "share") ?? 0.125;
    if (share <= 0 || share >= 1) {
      throw new RangeError(`Expected --share to be above 0 and below 1, but got "${flags.share}"`);
    }
    const candidates = Object.fromEntries(textsOf(flags, "candidate").map(readCandidate));
    const unnamed = Object.keys(candidates).length === 0 ? SYSTEMS.filter(({ number }) => number !== "*") : [];
    const systems = (words.length > 0 ? findSystems(words) : unnamed).map(({ name }) => name);
    return { systems, candidates, share, ...readMatchSettings(flags, NODES) };
  };
  return { ...readRunOptions(flags, ["games"], readSettings), games: wholeOf(flags, "games", 2) ?? 10000 };
}

/** Throws a RangeError if the values do not change the engine. */
function readCandidate(text: string): [name: string, setting: Setting] {
  const [, name, values] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new RangeError(`Expected --candidate to be NAME:NUMBER=VALUE,..., but got "${text}"`);
  const setting = readValues(values.trim(), "--candidate");
  const isChange = Object.entries(setting).some(([number, value]) => TUNABLES[number as ParameterName].value !== value);
  if (!isChange) throw new RangeError(`Expected candidate "${name}" to differ from the engine, but it does not`);
  return [name, setting];
}

export function describeExperiment(state: FactorialState): string {
  const { settings, pairs, seconds, faults } = state;
  const head = `${2 * pairs} games in ${formatDuration(seconds)}, ${describeGames(settings.games, settings.book)}, ` +
    `chance of a change ${settings.share}, seed ${settings.seed}`;
  if (pairs === 0) return head;
  const rows = state.worth().map(({ system, elo, games }) => {
    const worth = writeEstimate(elo);
    return `| ${system.number} | ${describeSystem(system)} | ${worth} | ${games} |`;
  });
  const lines = [head, "", "| # | system | Elo (95 %) | games |", "|---|---|---|---|", ...rows];
  if (faults > 0) lines.push("", `Games lost on time: ${faults}`);
  return lines.join("\n");
}

function describeSystem(system: System): string {
  const { number, title } = system;
  return number === CANDIDATE_MARK || isInUse(system) ? title : `${title} (off)`;
}

export function describeSystems(): string {
  const width = Math.max(...SYSTEMS.map(({ name }) => name.length));
  return SYSTEMS.map((system) =>
    `${system.number.padStart(2)}  ${system.name.padEnd(width)}  ${describeSystem(system)}`
  )
    .join("\n");
}

export async function runFactorial(options: ReturnType<typeof readFactorialOptions>): Promise<void> {
  if (options === "list") console.log(describeSystems());
  else {
    const { games } = options;
    const withGames = (state: FactorialState) => Object.assign(state, { wanted: Math.ceil(games / 2) });
    const program: RunProgram<FactorialState, FactorialSettings> = {
      name: "factorial",
      parse: (text, source) => withGames(FactorialState.parse(text, source)),
      create: (settings) => withGames(new FactorialState(settings)),
      progress: (state, session) => describeSession(2 * state.pairs, 2 * state.wanted, session),
      result: describeExperiment,
      startWorker: () => new Worker(import.meta.url, { type: "module", name: "factorial" }),
      options: ` --games=${games}`,
    };
    await runProgram(program, options);
  }
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readFactorialOptions, runFactorial);
