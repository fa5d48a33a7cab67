/**
 * Lets the engine play against itself, on all cores, and writes the games to files from which a network is trained.
 *
 * Every thread plays games of its own in its own search; the main thread writes each of them into the thread's current
 * file. The same file starts as main thread and as thread, so the task runs one bundle. Which games a thread plays
 * depends on seed, `--nodes`, `--net`, `--chess960`, `--endgames` and the version of the engine; only how
 * many there are depends on the machine.
 *
 * @module
 */

import { embeddedNetwork } from "../../nnue/embedded.ts";
import { CONTROL_STOP, createControl, MAX_THREADS } from "../../search/thread_slot.ts";
import { Random } from "../../core/random.ts";
import { SelfPlay, type SelfPlayOptions } from "./self_play.ts";
import { isThread, JobThread, serveJobs, shareJobs } from "../job_thread.ts";
import { loadNetwork } from "../../uci/load_network.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { gameFilesOf, GameWriter, isWithin, makeFolder } from "./game_files.ts";
import { collectEndgames, type Endgames } from "./endgame_starts.ts";
import { formatDuration, Progress } from "../progress.ts";
import { numberOf, readOptions, refuseWords, seedOf, textOf, wholeOf, wordsOf } from "../../shell/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { PLY_BYTES, START_BYTES } from "./viriformat.ts";

const USAGE = `Usage: deno task datagen --out=FOLDER [options]

Plays games against itself and writes them to files of a folder, in viriformat (each game with its moves and their
scores). Ctrl-C ends it; games in progress are lost.

  --out=FOLDER        where the files go; it may hold games already
  --threads=N         games at once (the number of cores)
  --nodes=N           nodes after which a move starts no new iteration (120)
  --games=N           end after so many games
  --minutes=M         end after so many minutes
  --seed=N            seed of the games (a random one); with the seed of games that are there, theirs are continued
  --chess960=X        share of games that start from a position of Chess960 (0.1)
  --net=FILE          network to play with (the embedded one)
  --endgames=PATH     begin games in endgames (4 to 16 pieces) of these games (a folder or file), and play them out
  --help              print this`;

/** What the command line asks for: see the usage. */
export type DatagenOptions = ReturnType<typeof readDatagenOptions>;

/** Reads the command line. Throws a RangeError if something in it is unknown, missing or makes no sense. */
export function readDatagenOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const out = textOf(flags, "out");
  if (!out) throw new RangeError("Expected --out to name a folder, but it is missing");
  const minutes = numberOf(flags, "minutes") ?? Infinity;
  if (minutes <= 0) throw new RangeError(`Expected --minutes to be above 0, but got "${flags.minutes}"`);
  const chess960 = numberOf(flags, "chess960", 0, 1) ?? 0.1;
  const threads = wholeOf(flags, "threads", 1, MAX_THREADS) ?? navigator.hardwareConcurrency;
  return {
    out,
    threads,
    nodes: wholeOf(flags, "nodes", 1) ?? 120,
    games: wholeOf(flags, "games", 1) ?? Infinity,
    minutes,
    seed: seedOf(flags) ?? randomSeed(),
    chess960,
    net: textOf(flags, "net"),
    endgames: textOf(flags, "endgames"),
  };
}

/** A seed that was most likely never used before. */
function randomSeed(): bigint {
  return BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** What a thread needs before it can play. */
interface ThreadSetup extends SelfPlayOptions {
  readonly control: Int32Array;
  readonly seed: bigint;
  readonly thread: number;
}

/** The result of a run so far. */
export interface DatagenTotals {
  readonly games: number;
  /** Positions in them: plies, each with a score. */
  readonly positions: number;
  /** Seconds that it took. */
  readonly seconds: number;
}

/**
 * Plays games and writes them. The folder is made if it is not there.
 *
 * @param signal Ends the run early; games in progress are lost.
 * @throws Error if a thread fails, a file cannot be written, or the network or the games of the endgames cannot be read.
 */
export async function generateData(
  options: DatagenOptions,
  startWorker: () => Worker,
  onTick: (totals: DatagenTotals) => void,
  signal: AbortSignal,
): Promise<DatagenTotals> {
  const { out } = options;
  const network = options.net === undefined ? embeddedNetwork() : loadNetwork(options.net);
  const endgames = options.endgames === undefined ? undefined : endgamesOf(options.endgames);
  makeFolder(out);
  if (options.endgames !== undefined) expectApart(out, options.endgames);
  const control = createControl();
  const { seed, nodes, chess960 } = options;
  // A thread without a game to play is not needed.
  const writers = Array.from(
    { length: Math.min(options.threads, options.games) },
    (_, thread) => new GameWriter(out, seed, thread),
  );
  const players = writers.map((_, thread) => {
    const setup: ThreadSetup = { nodes, chess960, network, endgames, control, seed, thread };
    return new JobThread<ThreadSetup, number, Uint8Array>(startWorker(), setup);
  });
  const startedAt = performance.now();
  let games = 0;
  let positions = 0;
  const totals = () => ({ games, positions, seconds: (performance.now() - startedAt) / 1000 });
  let left = options.games;
  const work = {
    next: (thread: number) => left-- > 0 ? writers[thread].next : null,
    finish: (_: number, game: Uint8Array, thread: number) => {
      writers[thread].add(game);
      games++;
      positions += (game.length - START_BYTES) / PLY_BYTES - 1;
    },
  };
  const tick = (seconds: number) => {
    onTick(totals());
    if (seconds >= 60 * options.minutes) Atomics.store(control, CONTROL_STOP, 1);
  };
  await shareJobs(work, players, control, tick, signal);
  return totals();
}

/** Serves the main thread: a job is the number of a game, which depends on seed, thread and number alone. */
function serveGames(): void {
  serveJobs(({ control, seed, thread, ...options }: ThreadSetup) => {
    const player = new SelfPlay(options, control);
    return (index: number) => player.play(new Random(seed, thread, index));
  });
}

/** The endgames from which play goes on. */
function endgamesOf(path: string): Endgames {
  const files = gameFilesOf([path]);
  if (files.length > 0) return collectEndgames(files);
  throw new RangeError(`Expected --endgames to name games, but there are none in "${path}"`);
}

/** Checks that what is written does not lie among what is read: another run would take it for games that were played. */
function expectApart(out: string, games: string): void {
  if (!isWithin(out, games)) return;
  throw new RangeError(`Expected --out to be outside "${games}", whose games it reads, but got "${out}"`);
}

/** How far a run is, in one line. */
export function describeProgress(totals: DatagenTotals, options: DatagenOptions): string {
  const { games, positions, seconds } = totals;
  const byGames = (options.games - games) * seconds / games;
  const left = Math.min(byGames, 60 * options.minutes - seconds);
  const line = `${games} games, ${positions} positions, ${(positions / seconds).toFixed(1)} positions/s`;
  return left === Infinity ? line : `${line}, ${formatDuration(Math.max(0, left))} left`;
}

async function run(options: DatagenOptions): Promise<void> {
  const progress = new Progress();
  const net = `network ${options.net ?? "embedded"}`;
  console.error(`Seed ${options.seed}, ${options.threads} threads, ${options.nodes} nodes a move, ${net}`);
  const startWorker = () => new Worker(import.meta.url, { type: "module", name: "self-play" });
  const onTick = (totals: DatagenTotals) => progress.show(describeProgress(totals, options));
  const totals = await untilInterrupted((signal) => generateData(options, startWorker, onTick, signal));
  progress.clear();
  const { games, positions, seconds } = totals;
  const speed = (positions / seconds).toFixed(1);
  console.log(`${games} games with ${positions} positions in ${formatDuration(seconds)}: ${speed} positions/s`);
}

if (isThread) serveGames();
else if (import.meta.main) await runTool(USAGE, readDatagenOptions, run);
