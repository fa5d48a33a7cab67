/** Shared by the tests of the search threads: pools, and the position that they search. @module */

import { assertEquals } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import type { GameRecord } from "../../../core/game_record.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import type { SearchInfo, SearchResult } from "../../../search/info.ts";
import { type SearchLimits, unlimited } from "../../../search/limits.ts";
import type { WorkerFactory } from "../../../search/threads/thread_handle.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import type { ThreadPoolOptions } from "../../../search/threads/thread_pool_options.ts";

export const NETWORK = embeddedNetwork();
export const START: GameRecord = { fen: START_FEN, chess960: false, moves: [] };

export function searchStart(
  pool: ThreadPool,
  limits: Partial<SearchLimits> = {},
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchResult> {
  return pool.search(START, { ...unlimited(), ...limits }, false, onInfo);
}

/** Starts a thread that dies on each search (see faulty_worker.ts). */
export const startDyingWorker: WorkerFactory = () =>
  new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" });

/** Runs `body` with a pool and the faults that the pool reports, and then closes the pool. */
export async function withFaultyPool(
  startWorker: WorkerFactory,
  body: (pool: ThreadPool, faults: readonly string[]) => Promise<void>,
  options: Partial<ThreadPoolOptions> = {},
): Promise<void> {
  const faults: string[] = [];
  const onFault = (fault: string): void => void faults.push(fault);
  const pool = new ThreadPool({ startWorker, megabytes: 1, network: NETWORK, warmUp: false, onFault, ...options });
  try {
    await body(pool, faults);
  } finally {
    pool.close();
  }
}

/** Runs `body` with a pool and closes it. A fault fails the test. */
export async function withPool(
  startWorker: WorkerFactory,
  body: (pool: ThreadPool) => Promise<void>,
  options: Partial<ThreadPoolOptions> = {},
): Promise<void> {
  await withFaultyPool(startWorker, async (pool, faults) => {
    await body(pool);
    assertEquals(faults, []);
  }, options);
}

/** Runs the steps of a test in order, with one pool. Each step begins with a new game. */
export function testPool(
  name: string,
  startWorker: WorkerFactory,
  steps: Readonly<Record<string, (pool: ThreadPool) => Promise<void>>>,
  options: Partial<ThreadPoolOptions> = {},
): void {
  Deno.test(name, async (t) => {
    await withPool(startWorker, async (pool) => {
      for (const [step, run] of Object.entries(steps)) {
        // A late helper may still write into the table, so the new game starts after these requests.
        pool.setTablebases([]);
        await pool.settled();
        pool.newGame();
        await pool.settled();
        await t.step(step, () => run(pool));
      }
    }, options);
  });
}
