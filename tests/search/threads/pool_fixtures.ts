/**
 * What the tests of the search threads share: a pool of real threads, and the position that they search.
 *
 * @module
 */

import type { GameRecord } from "../../../core/game_record.ts";
import { assertEquals } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import type { WorkerFactory } from "../../../search/threads/thread_handle.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { startEngineWorker } from "../../engine_bundle.ts";

export { startEngineWorker };

export const NETWORK = embeddedNetwork();
export const START: GameRecord = { fen: START_FEN, chess960: false, moves: [] };

/** Starts a thread that dies on each search, see faulty_worker.ts. */
export const startDyingWorker: WorkerFactory = () =>
  new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" });

/** Runs `body` with a pool and closes it. An unexpected fault fails the test. */
export async function withPool(
  body: (pool: ThreadPool) => Promise<void>,
  startWorker: WorkerFactory = startEngineWorker,
): Promise<void> {
  await withFaultyPool(startWorker, async (pool, faults) => {
    await body(pool);
    assertEquals(faults, []);
  });
}

/** Runs `body` with a pool, and the faults that it reports, and closes it. */
export async function withFaultyPool(
  startWorker: WorkerFactory,
  body: (pool: ThreadPool, faults: readonly string[]) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const pool = new ThreadPool({
    startWorker,
    megabytes: 1,
    network: NETWORK,
    warmUp: false,
    onFault: (fault) => faults.push(fault),
  });
  try {
    await body(pool, faults);
  } finally {
    pool.close();
  }
}
