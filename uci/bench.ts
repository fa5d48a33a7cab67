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
import { BENCH_POSITIONS } from "./bench_positions.ts";
import { unlimited } from "../search/limits.ts";
import { setUpGame } from "./game.ts";
import { nodesPerSecond } from "./report.ts";
import type { Session } from "./session.ts";

/** Depth that makes a run last some seconds. */
export const BENCH_DEPTH = 12;
/** Size of the transposition table in MiB; the number of nodes depends on it. */
export const BENCH_MEGABYTES = 16;

/** What the searches of a run came to. */
interface Totals {
  nodes: number;
  timeMs: number;
}

/**
 * Searches every bench position and writes `N nodes N nps`.
 *
 * @param session What to search with; no search may be running. Its hash table has the old size afterwards, but
 * it and the threads have forgotten everything.
 * @param depth Depth of each search; what is beyond `MAX_PLY` counts as that.
 * @param megabytes Size of the transposition table in MiB.
 * @param signal Ends the run early; then the totals are those so far and nothing is written.
 * @throws RangeError if the system does not grant the memory.
 * @throws Error if a search fails.
 */
export async function runBench(
  session: Session,
  depth: number,
  megabytes: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = session;
  const sizeBefore = pool.hashMegabytes;
  if (megabytes !== sizeBefore) pool.resize(megabytes);
  try {
    const { nodes, timeMs } = await searchAll(session, Math.min(depth, MAX_PLY), signal);
    if (!signal.aborted) session.write(`${nodes} nodes ${nodesPerSecond(nodes, timeMs)} nps`);
  } finally {
    if (megabytes !== sizeBefore) pool.resize(sizeBefore);
    pool.newGame();
  }
}

async function searchAll({ pool, write }: Session, depth: number, signal: AbortSignal): Promise<Totals> {
  const totals: Totals = { nodes: 0, timeMs: 0 };
  for (let i = 0; i < BENCH_POSITIONS.length && !signal.aborted; i++) {
    pool.newGame();
    await pool.settled();
    // A stop that came meanwhile would be forgotten by the search that begins.
    if (signal.aborted) break;
    const { record } = setUpGame({ fen: BENCH_POSITIONS[i], moves: [] }, false);
    const start = performance.now();
    const { nodes } = await pool.search(record, { ...unlimited(), depth, threads: 1 }, false, () => {});
    totals.timeMs += performance.now() - start;
    totals.nodes += nodes;
    if (!signal.aborted) write(`position ${i + 1}/${BENCH_POSITIONS.length} nodes ${nodes}`);
  }
  return totals;
}
