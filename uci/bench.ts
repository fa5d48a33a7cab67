/**
 * The `bench` command: fixed positions searched to a fixed depth.
 *
 * The total of nodes is the engine's signature: the same on every machine and on every run, and another one as soon
 * as the search or the evaluation decides anything differently. So each position starts from nothing, with one hash
 * size and one thread.
 *
 * @module
 */

import { MAX_PLY } from "../core/score.ts";
import { BENCH_POSITIONS } from "../engine/bench_positions.ts";
import { unlimited } from "../search/limits.ts";
import { nodesPerSecond } from "../engine/line.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { setUpGame } from "./game.ts";

/** What a run is made of. A depth beyond `MAX_PLY` plies counts as that; if the signal comes, no totals are written. */
export type BenchOptions = Readonly<{
  depth: number;
  megabytes: number;
  signal: AbortSignal;
  write: (line: string) => void;
}>;

/**
 * Searches every bench position and writes `N nodes N nps`. The hash table of the pool, which must not be searching, has
 * the old size afterwards, but it and the threads have forgotten everything.
 */
export async function runBench(
  pool: ThreadPool,
  { depth, megabytes, signal, write }: BenchOptions,
): Promise<void> {
  const sizeBefore = pool.hashMegabytes;
  const limits = { ...unlimited(), depth: Math.min(depth, MAX_PLY), threads: 1 };
  let [total, timeMs] = [0, 0];
  pool.resize(megabytes);
  try {
    for (const [i, fen] of BENCH_POSITIONS.entries()) {
      pool.newGame();
      await pool.settled();
      // The next search would not see a stop that came meanwhile.
      if (signal.aborted) return;
      const { record } = setUpGame({ fen, moves: [] }, false);
      const start = performance.now();
      const { nodes } = await pool.search(record, { ...limits, startedAt: start });
      timeMs += performance.now() - start;
      total += nodes;
      if (signal.aborted) return;
      write(`position ${i + 1}/${BENCH_POSITIONS.length} nodes ${nodes}`);
    }
    // This is the line that some programs look for, the next one what tools for engines read.
    write(`Nodes/second : ${nodesPerSecond(total, timeMs)}`);
    write(`${total} nodes ${nodesPerSecond(total, timeMs)} nps`);
  } finally {
    pool.resize(sizeBefore);
    pool.newGame();
  }
}
