/**
 * How fast the engine is in this browser: the engine's `bench`, with its positions, depth and memory.
 *
 * It has its own engine, so that the size of the page's table and its threads do not count. The number of nodes is
 * the same wherever the engine runs, so it also shows whether the engine works as it should.
 *
 * @module
 */

import { BENCH_DEPTH, BENCH_MEGABYTES, BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import type { Assets } from "./engine_link.ts";

/** What a speed test came to. */
export interface SpeedTest {
  readonly nodes: number;
  /** Milliseconds that the searches took. */
  readonly timeMs: number;
}

/**
 * Searches every position of the bench.
 *
 * @param assets What the engine is started with.
 * @param signal Ends the test early.
 * @param onPosition Called after each position with how many are done, and how many there are.
 * @returns The sums of all searches; `null` if the test was ended early.
 */
export async function testSpeed(
  assets: Assets,
  signal: AbortSignal,
  onPosition: (done: number, all: number) => void,
): Promise<SpeedTest | null> {
  const { Engine } = await import("./later.ts");
  const engine = await Engine.start({
    hash: BENCH_MEGABYTES,
    startWorker: assets.startWorker,
    network: await assets.loadNetwork(),
  });
  try {
    let [nodes, timeMs] = [0, 0];
    for (const [i, fen] of BENCH_POSITIONS.entries()) {
      if (i > 0) await engine.newGame();
      const start = performance.now();
      const outcome = await engine.analyse(fen, { depth: BENCH_DEPTH }).stopOn(signal).result;
      if (signal.aborted) return null;
      timeMs += performance.now() - start;
      nodes += outcome.nodes;
      onPosition(i + 1, BENCH_POSITIONS.length);
    }
    return { nodes, timeMs };
  } finally {
    engine.close();
  }
}
