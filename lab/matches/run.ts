/** Long runs of games. Each keeps its state in a file, from which it continues after an interruption. @module */

import type { ParsedArgs } from "@std/cli";
import { parseFen } from "../../core/fen.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { TUNABLES } from "../../search/params.ts";
import { createControl } from "../../search/thread_slot.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { refuseOthers, textOf, wordsOf } from "../../terminal/command_line.ts";
import { formatDuration, Progress } from "../../terminal/progress.ts";
import { isThere } from "../games/game_files.ts";
import { Player } from "../games/player.ts";
import { type Doer, shareJobs, type Work } from "../job_thread.ts";
import { threadsOf } from "../options.ts";
import { StateFile } from "../state_file.ts";
import { type Assignment, createThreads, type PlayerSettings } from "./players.ts";
import type { Game } from "./statistics.ts";

const SAVE_MS = 5000;
/** These searches take a few thousand nodes in all. */
const FINGERPRINT_POSITIONS = 3, FINGERPRINT_DEPTH = 8;

/** How many games have been played and how many seconds have passed since this program started. */
export type Session = { readonly games: number; readonly seconds: number };

/** Hands out batches, and collects their games from the plus side's point of view. */
export abstract class LongRun<Batch extends Assignment = Assignment> implements Work<Batch, readonly Game[]> {
  /** See `fingerprint`; "" if it is not known. */
  engine = "";
  /** The playing time of all sessions. */
  seconds = 0;

  private readonly file: StateFile = new StateFile();

  abstract next(): Batch | null;
  abstract finish(batch: Batch, games: readonly Game[]): void;
  abstract content(): { readonly format: string };
  abstract get played(): PlayerSettings & { readonly book: string | null };
  /** The number of unfinished batches. */
  abstract get left(): number;

  serialise(): string {
    return JSON.stringify(this.content()) + "\n";
  }

  /** Throws an Error if the file cannot be written, or if another program has changed it. */
  save(path: string): void {
    this.file.write(path, this.serialise());
  }
}

/** `what` is a text such as "a tuning run". Throws a SyntaxError if the text is not JSON or has another `format`. */
export function parseRun<Content extends { readonly format: string }>(
  text: string,
  source: string,
  what: string,
  format: string,
): Content {
  const expected = `Expected ${source} to be the state of ${what}`;
  let content: Content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new SyntaxError(`${expected}, but it is not JSON`);
  }
  if (content?.format !== format) throw new SyntaxError(`${expected} ("${format}"), but it is something else`);
  return content;
}

/** Throws a RangeError if a name is not one of the engine's parameters. */
export function expectNumbers(names: readonly string[], source: string): void {
  const missing = names.find((name) => !Object.hasOwn(TUNABLES, name));
  if (missing !== undefined) throw new RangeError(`${source} has "${missing}", which this engine does not have`);
}

type Parse<Run> = (text: string, source: string) => Run;

export function loadRun<Run>(path: string, parse: Parse<Run>): Run {
  return parse(Deno.readTextFileSync(path), `"${path}"`);
}

export interface RunOptions<Settings> {
  readonly action: "show" | "resume" | "start";
  readonly state: string;
  readonly threads: number;
  readonly settings?: Settings;
}

/**
 * Reads `show` or `--resume`, `--state`, `--threads` and, for a new run, its settings. Throws a SyntaxError if settings
 * are given for an existing run; with `--resume`, only `others` are allowed.
 */
export function readRunOptions<Settings>(
  flags: ParsedArgs,
  others: readonly string[],
  readSettings: (words: readonly string[]) => Settings,
): RunOptions<Settings> {
  const words = wordsOf(flags);
  const state = textOf(flags, "state");
  if (!state) throw new RangeError("Expected --state to name a file, but the option is missing");
  const itsSettings = "the settings of the run to come from its file";
  const action = words[0] === "show" ? "show" : flags.resume === true ? "resume" : "start";
  if (action === "show") refuseOthers(flags, words.slice(1), ["_", "state"], itsSettings);
  if (action === "resume") refuseOthers(flags, words, ["_", "state", "resume", "threads", ...others], itsSettings);
  const options = { action, state, threads: threadsOf(flags) } as const;
  return action === "start" ? { ...options, settings: readSettings(words) } : options;
}

/** Nearly every change to the search or the network changes these node counts. */
export function fingerprint(): string {
  const player = new Player(new Evaluator(embeddedNetwork()), 1);
  return BENCH_POSITIONS.slice(0, FINGERPRINT_POSITIONS).map((fen) => {
    player.forget();
    return player.think(parseFen(fen), { depth: FINGERPRINT_DEPTH }).nodes;
  }).join("-");
}

/** "" if the engine plays as it did when the run began. */
export function describeOtherEngine({ engine }: { readonly engine: string }): string {
  if (engine === "" || engine === fingerprint()) return "";
  return "Warning: the engine has changed since this run began. Games of different engines must not be mixed.";
}

export function describeSession(done: number, total: number, { games, seconds }: Session): string {
  const rate = games / seconds;
  return `${done} of ${total} games, ${(60 * rate).toFixed(1)}/min, ${formatDuration((total - done) / rate)} left`;
}

/** Plays a run until nothing is left or the signal is aborted. Interrupted games are played again later. */
export async function playRun<Batch extends Assignment>(
  run: LongRun<Batch>,
  path: string,
  players: readonly Doer<Batch, readonly Game[]>[],
  control: Int32Array,
  onTick: (session: Session) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const secondsBefore = run.seconds;
  let savedAt = startedAt;
  let played = 0;
  const save = () => {
    savedAt = performance.now();
    run.seconds = secondsBefore + (savedAt - startedAt) / 1000;
    run.save(path);
  };
  const finish = (batch: Batch, games: readonly Game[]) => {
    run.finish(batch, games);
    played += games.length;
    if (performance.now() - savedAt >= SAVE_MS) save();
  };
  try {
    save();
  } catch (error) {
    for (const player of players) player.close();
    throw error;
  }
  const tick = (seconds: number) => {
    if (played > 0) onTick({ games: played, seconds });
  };
  try {
    await shareJobs({ next: () => run.next(), finish }, players, control, tick, signal);
  } finally {
    save();
  }
}

export interface RunProgram<Run, Settings> {
  readonly name: string;
  readonly parse: Parse<Run>;
  create(settings: Settings): Run;
  progress(run: Run, session: Session): string;
  result(run: Run): string;
  /** The worker must call `servePlayer`. */
  startWorker(): Worker;
  /** The options that continue a stopped run. */
  readonly options: string;
}

export async function runProgram<Run extends LongRun, Settings>(
  program: RunProgram<Run, Settings>,
  { action, state: path, threads, settings }: RunOptions<Settings>,
): Promise<void> {
  if (settings !== undefined && isThere(path)) {
    throw new RangeError(`There is already a file "${path}": continue with --resume, or name another file`);
  }
  const run = settings === undefined ? loadRun(path, program.parse) : program.create(settings);
  if (settings !== undefined) run.engine = fingerprint();
  const count = action === "show" ? 0 : Math.min(threads, run.left);
  if (count > 0) {
    const warning = action === "resume" ? describeOtherEngine(run) : "";
    if (warning !== "") console.error(warning);
    const control = createControl();
    const { book, ...played } = run.played;
    const players = createThreads(played, book, control, count, program.startWorker);
    const progress = new Progress();
    const onTick = (session: Session) => progress.show(program.progress(run, session));
    await untilInterrupted((signal) => playRun(run, path, players, control, onTick, signal));
    progress.clear();
  }
  console.log(program.result(run));
  if (count === 0 || run.left === 0) return;
  const again = threads === navigator.hardwareConcurrency ? "" : ` --threads=${threads}`;
  console.log(`\nStopped. Continue with: deno task ${program.name} --resume --state=${path}${again}${program.options}`);
}
