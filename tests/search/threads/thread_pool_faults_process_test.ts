/** Search threads that fail: what is reported, what goes on, what replaces them. @module */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { unlimited } from "../../../search/limits.ts";
import type { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { startEngineWorker } from "../../engine_bundle.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { START, startDyingWorker, withFaultyPool, withPool } from "./pool_fixtures.ts";

Deno.test("a thread that dies fails its search, and one with the network in use replaces it", async () => {
  let started = 0;
  const startWorker = () => ++started === 1 ? startDyingWorker() : startEngineWorker();
  const other = randomNetwork({ hiddenSize: 32 });
  const search = (pool: ThreadPool) => pool.search(START, { ...unlimited(), depth: 5 }, false, () => {});
  await withPool(startWorker, async (pool) => {
    pool.setNetwork(other);
    await assertRejects(() => search(pool), Error, "Broken on purpose");
    const { nodes } = await search(pool);
    pool.setNetwork(other);
    assertEquals((await search(pool)).nodes, nodes);
  });
  assertEquals(started, 2);
});

Deno.test("a thread that cannot start fails each request instead of hanging", async () => {
  const startWorker = () =>
    new Worker("data:application/javascript,throw new RangeError('No start')", { type: "module" });
  await withFaultyPool(startWorker, async (pool, faults) => {
    await pool.settled();
    assertEquals(faults.length, 1);
    for (let i = 0; i < 2; i++) {
      await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "No start");
    }
  }, { warmUp: true });
});

Deno.test("a helper that dies is reported and replaced, or the search goes on without it", async () => {
  for (const isReplaced of [true, false]) {
    let started = 0;
    const startWorker = () => {
      if (++started > 2 && !isReplaced) throw new Error("No more");
      return started === 2 ? startDyingWorker() : startEngineWorker();
    };
    await withFaultyPool(startWorker, async (pool, faults) => {
      await pool.setThreads(2);
      await pool.settled();
      for (let i = 0; i < 30 && started < 3; i++) {
        assert((await pool.search(START, { ...unlimited(), hardMs: 150 }, false, () => {})).bestMove !== 0);
      }
      assertEquals([started, faults.slice(1)], [3, isReplaced ? [] : ["No more"]]);
      assert(faults[0].includes("Broken on purpose"), faults[0]);
    });
  }
});
