/**
 * The `bench` command: fixed positions searched to a fixed depth.
 *
 * The total of nodes is the engine's signature: the same on every machine and on every run, and another one as soon
 * as the search or the evaluation decides anything differently. So each position starts from nothing, with one hash
 * size and one thread.
 *
 * @module
 */

import { BENCH_POSITIONS } from "../bench/positions.ts";
import { unlimited } from "../search/limits.ts";
import { setUpGame } from "./game.ts";
import { nodesPerSecond } from "./report.ts";
import type { Session } from "./session.ts";

/** Depth that makes a run last some seconds. */
export const BENCH_DEPTH = 12;
/** Size of the transposition table in MiB; the number of nodes depends on it. */
export const BENCH_MEGABYTES = 16;

/**
 * Searches every bench position and writes `N nodes N nps`.
 *
 * @param session What to search with; no search may be running. Its hash table has the old size but is empty
 * afterwards.
 * @param depth Depth of each search.
 * @param megabytes Size of the transposition table in MiB.
 * @param signal Ends the run early; then the totals are those so far and nothing is written.
 * @throws RangeError if the system does not grant the memory.
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
  let nodes = 0;
  let timeMs = 0;
  for (let i = 0; i < BENCH_POSITIONS.length && !signal.aborted; i++) {
    pool.newGame();
    await pool.settled();
    const { record } = setUpGame({ fen: BENCH_POSITIONS[i], moves: [] }, false);
    const start = performance.now();
    const result = await pool.search(record, { ...unlimited(), depth, threads: 1 }, false, () => {});
    timeMs += performance.now() - start;
    nodes += result.nodes;
    if (!signal.aborted) session.write(`position ${i + 1}/${BENCH_POSITIONS.length} nodes ${result.nodes}`);
  }
  if (megabytes !== sizeBefore) pool.resize(sizeBefore);
  else pool.newGame();
  if (!signal.aborted) session.write(`${nodes} nodes ${nodesPerSecond(nodes, timeMs)} nps`);
}
