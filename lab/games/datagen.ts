/** `deno task datagen`: the engine plays against itself, in threads that all run this file. @module */

import { isThread } from "../job_thread.ts";
import { expectedFolder, seedOrRandom, threadsOf } from "../options.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { type DatagenTotals, generateData, type GenerateOptions, serveGames } from "./generate_data.ts";
import { formatDuration, Progress } from "../../terminal/progress.ts";
import { numberOf, readOptions, refuseWords, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";

const USAGE = `Usage: deno task datagen --out=FOLDER [options]

Lets the engine play games against itself, and writes them to files in a folder, in viriformat (the moves of each game
with their scores). Ctrl-C ends it; games in progress are lost.

  --out=FOLDER        where the files go; it may hold games already
  --threads=N         games at the same time (the number of cores)
  --nodes=N           nodes after which a move starts no new iteration (120)
  --games=N           end after this many games
  --minutes=M         end after this many minutes
  --seed=N            seed of the games (a random one); the seed of games in the folder continues after them
  --chess960=X        share of games that start from a Chess960 position (0.1)
  --net=FILE          network to play with (the embedded one)
  --endgames=PATH     begin with endgames (4 to 16 pieces) from these games (a folder or file), and play to the end
  --help              print this`;

export function readDatagenOptions(args: readonly string[]): GenerateOptions {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const out = expectedFolder(flags, "out");
  const minutes = numberOf(flags, "minutes") ?? Infinity;
  if (minutes <= 0) throw new RangeError(`Expected --minutes to be above 0, but got "${flags.minutes}"`);
  return {
    out,
    threads: threadsOf(flags),
    nodes: wholeOf(flags, "nodes", 1) ?? 120,
    games: wholeOf(flags, "games", 1) ?? Infinity,
    minutes,
    seed: seedOrRandom(flags),
    chess960: numberOf(flags, "chess960", 0, 1) ?? 0.1,
    net: textOf(flags, "net"),
    endgames: textOf(flags, "endgames"),
  };
}

export function describeProgress(totals: DatagenTotals, options: GenerateOptions): string {
  const { games, positions, seconds } = totals;
  const byGames = (options.games - games) * seconds / games;
  const left = Math.min(byGames, 60 * options.minutes - seconds);
  const line = `${games} games, ${positions} positions, ${(positions / seconds).toFixed(1)} positions/s`;
  return left === Infinity ? line : `${line}, ${formatDuration(Math.max(0, left))} left`;
}

async function run(options: GenerateOptions): Promise<void> {
  const progress = new Progress();
  const net = `network ${options.net ?? "embedded"}`;
  console.error(`Seed ${options.seed}, ${options.threads} threads, ${options.nodes} nodes per move, ${net}`);
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
