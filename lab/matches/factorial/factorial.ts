/**
 * Measures what many histories and correction histories are worth in the same games: both sides of each pair lack some
 * of them at random. factorial_design.ts has the method.
 *
 * The same file starts as main thread and as thread that plays, so the task runs one bundle.
 *
 * @module
 */

import { findSystems, isInUse, type System, SYSTEMS } from "../../../engine/view/systems.ts";
import { formatDuration } from "../../progress.ts";
import { numberOf, readOptions, refuseOthers, textOf, wholeOf, wordsOf } from "../../../shell/command_line.ts";
import { isThread } from "../../job_thread.ts";
import { runTool } from "../../../tools/usage.ts";
import { writeEstimate } from "../tally.ts";
import { fingerprint } from "../threads/fingerprint.ts";
import {
  describeGames,
  describeThreads,
  gameUsage,
  readAction,
  readMatchSettings,
  readThreads,
} from "../threads/game_options.ts";
import { servePlayer } from "../threads/player_worker.ts";
import { createThreads } from "../threads/players.ts";
import { expectNewState, playWithProgress, readState } from "../threads/run.ts";
import { describeSession } from "../threads/work.ts";
import { CANDIDATE_MARK, readCandidates } from "./candidates.ts";
import { type FactorialSettings, FactorialState } from "./factorial_state.ts";

/** Nodes of a move where neither nodes nor a clock are given. */
const NODES = 4000;

const USAGE = `Usage: deno task factorial [system ...] --state=FILE [options]

Plays the engine against itself, with some of the systems changed on each side of each pair of games: off if the engine
uses them, on if not. The table says what each is worth in Elo. Without a name, all systems but the groups are measured;
with one name, every pair of games compares the engine with that system and without it.
With --candidates, changes of the search's numbers are measured in the same way.

  deno task factorial --state=data/worth.json                  start
  deno task factorial --resume --state=data/worth.json         go on, up to --games
  deno task factorial show --state=data/worth.json             print the table
  deno task factorial list                                     the systems that can be named

  --state=FILE        the state of the experiment, written now and then
  --resume            go on with that file, up to --games
  --candidates=FILE   changes to measure, as JSON: {"name": {"number": value, ...}, ...}; systems only if they are named
  --games=N           games in all (10000)
  --share=X           chance of each system to be changed on a side (0.125)
${gameUsage(NODES)}`;

export type FactorialOptions = ReturnType<typeof readFactorialOptions>;

/**
 * Reads the command line.
 *
 * @throws RangeError if something in it is unknown, missing or makes no sense.
 * @throws SyntaxError if the file of candidates is not JSON.
 */
export function readFactorialOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const words = wordsOf(flags);
  if (words[0] === "list") {
    refuseOthers(flags, words.slice(1), ["_"], "nothing else");
    return { action: "list" as const };
  }
  const { action, state } = readAction(flags, words, ["games", "threads"]);
  if (action === "show") return { action, state };
  const games = wholeOf(flags, "games", 2) ?? 10000;
  const threads = readThreads(flags);
  if (action === "resume") return { action, state, games, threads };
  const share = numberOf(flags, "share") ?? 0.125;
  if (share <= 0 || share >= 1) {
    throw new RangeError(`Expected --share to be above 0 and below 1, but got "${flags.share}"`);
  }
  const path = textOf(flags, "candidates");
  const candidates = path === undefined ? {} : readCandidates(path);
  const unnamed = path === undefined ? SYSTEMS.filter(({ number }) => number !== "*") : [];
  const systems = words.length > 0 ? findSystems(words) : unnamed;
  const settings: FactorialSettings = {
    systems: systems.map(({ name }) => name),
    candidates,
    share,
    ...readMatchSettings(flags, NODES),
  };
  return { action, state, games, threads, settings };
}

/** The conditions and the table, for people and for the documentation. */
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

/** What a row is about: a candidate, a system, or one that the engine does not use. */
function describeSystem(system: System): string {
  const { number, title } = system;
  return number === CANDIDATE_MARK || isInUse(system) ? title : `${title} (off)`;
}

/** The systems, a line each: number, name, title. */
export function describeSystems(): string {
  const width = Math.max(...SYSTEMS.map(({ name }) => name.length));
  return SYSTEMS.map((system) =>
    `${system.number.padStart(2)}  ${system.name.padEnd(width)}  ${describeSystem(system)}`
  )
    .join("\n");
}

function loadState(path: string): FactorialState {
  return FactorialState.parse(readState(path), `"${path}"`);
}

/** An experiment at its start. Throws a RangeError if there is a file already. */
function createState(path: string, settings: FactorialSettings): FactorialState {
  expectNewState(path);
  const state = new FactorialState(settings);
  state.engine = fingerprint();
  return state;
}

async function play(state: FactorialState, path: string, games: number, threads: number): Promise<void> {
  const { settings, design } = state;
  state.wanted = Math.ceil(games / 2);
  const missing = Math.max(0, state.wanted - state.pairs);
  const players = createThreads(
    { ...settings, parameters: design.parameters.map((name) => ({ name })), fixed: {}, batchPairs: 1 },
    Math.min(threads, missing),
    () => new Worker(import.meta.url, { type: "module", name: "factorial" }),
  );
  await playWithProgress(state, path, players, {
    progress: (session) => describeSession(2 * state.pairs, games, session),
    result: () => describeExperiment(state),
    goOn: () =>
      state.pairs < state.wanted ? `deno task factorial --resume --state=${path}${describeThreads(threads)}` : null,
  });
}

/** Does what a command line asks for. */
export async function runFactorial(options: FactorialOptions): Promise<void> {
  if (options.action === "list") console.log(describeSystems());
  else if (options.action === "show") console.log(describeExperiment(loadState(options.state)));
  else {
    const { state: path, games, threads } = options;
    const state = options.action === "start" ? createState(path, options.settings) : loadState(path);
    await play(state, path, games, threads);
  }
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readFactorialOptions, runFactorial);
