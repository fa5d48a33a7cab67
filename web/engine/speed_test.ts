/**
 * Measures the engine's speed in this browser: runs `bench` in a separate engine. The number of nodes is the same on
 * every device, so it also shows whether the engine works correctly.
 * @module
 */

import { BENCH_DEPTH, BENCH_MEGABYTES, BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import type { Assets } from "./engine_link.ts";

export interface SpeedTest {
  readonly nodes: number;
  readonly timeMs: number;
}

export type Progress = (done: number, all: number) => void;

/** Searches every `bench` position. Returns the totals; `null` if `signal` ended the test early. */
export async function testSpeed(
  { startWorker, loadNetwork }: Assets,
  signal: AbortSignal,
  onPosition: Progress,
): Promise<SpeedTest | null> {
  const { Engine } = await import("./later.ts");
  const engine = await Engine.start({ hash: BENCH_MEGABYTES, startWorker, network: await loadNetwork() });
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
