/**
 * The `bench` command: searches fixed positions to a fixed depth.
 *
 * The total number of nodes is the engine's signature. It is the same on every machine and in every run, and changes if
 * the search or the evaluation decides anything differently. For this reason, each position starts with empty tables,
 * and only one thread searches.
 *
 * @module
 */

import { MAX_PLY } from "../core/score.ts";
import { BENCH_DEPTH, BENCH_MEGABYTES, BENCH_POSITIONS } from "../engine/bench_positions.ts";
import { type SearchLimits, unlimited } from "../search/limits.ts";
import { nodesPerSecond } from "../engine/line.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { setUpGame } from "./game.ts";
import { parseCount } from "./parse.ts";

/** The limits of each search. The depth is at most `MAX_PLY`. */
export type BenchLimits = Pick<SearchLimits, "depth" | "nodes" | "hardMs">;

/** What a run needs. If the signal stops the run, no totals are written. */
export type BenchOptions = Readonly<{
  limits: Partial<BenchLimits>;
  megabytes: number;
  signal: AbortSignal;
  write: (line: string) => void;
}>;

const LIMITS: Readonly<Record<string, keyof BenchLimits>> = { depth: "depth", nodes: "nodes", movetime: "hardMs" };

/**
 * Reads the words after `bench`. One or two words are a depth and a size in megabytes. Three or more follow Stockfish's
 * form: megabytes, threads, a limit, a file and the kind of limit; the threads and the file have no effect. Throws a
 * SyntaxError or a RangeError for an invalid number.
 */
export function parseBench(words: readonly string[]): Partial<BenchLimits> & Pick<BenchOptions, "megabytes"> {
  const count = (at: number, name: string, missing: number): number =>
    words.length > at ? parseCount(words[at], name) : missing;
  if (words.length < 3) {
    return { depth: count(0, "bench", BENCH_DEPTH), megabytes: count(1, "bench DEPTH", BENCH_MEGABYTES) };
  }
  const limit = count(2, "bench HASH THREADS", BENCH_DEPTH);
  return { [LIMITS[words[4]] ?? "depth"]: limit, megabytes: count(0, "bench", BENCH_MEGABYTES) };
}

/** Searches the positions and writes `N nodes N nps`. Afterwards the tables are empty and have their old size. */
export async function runBench(
  pool: ThreadPool,
  { limits: asked, megabytes, signal, write }: BenchOptions,
): Promise<void> {
  const sizeBefore = pool.hashMegabytes;
  const limits = { ...unlimited(), ...asked, threads: 1 };
  limits.depth = Math.min(limits.depth, MAX_PLY);
  let [total, timeMs] = [0, 0];
  pool.resize(megabytes);
  try {
    for (const [i, fen] of BENCH_POSITIONS.entries()) {
      pool.newGame();
      await pool.settled();
      // A stop that came before the search started would have no effect on it.
      if (signal.aborted) return;
      const { record } = setUpGame({ fen, moves: [] }, false);
      const start = performance.now();
      const { nodes } = await pool.search(record, { ...limits, startedAt: start });
      timeMs += performance.now() - start;
      total += nodes;
      if (signal.aborted) return;
      write(`position ${i + 1}/${BENCH_POSITIONS.length} nodes ${nodes}`);
    }
    // Some programs read this line, and others the next one.
    write(`Nodes/second : ${nodesPerSecond(total, timeMs)}`);
    write(`${total} nodes ${nodesPerSecond(total, timeMs)} nps`);
  } finally {
    pool.resize(sizeBefore);
    pool.newGame();
  }
}
