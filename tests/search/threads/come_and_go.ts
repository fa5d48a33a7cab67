/** Prints how many threads a process has before and after its search threads come and go, on Linux. @module */

import { assertEquals, assertGreater } from "@std/assert";
import { unlimited } from "../../../search/limits.ts";
import { usageOf, usageWithin } from "../../process_usage.ts";
import { startEngineWorker } from "../../engine_bundle.ts";
import { START, withPool } from "./pool_fixtures.ts";

await withPool(startEngineWorker, async (pool) => {
  await pool.settled();
  const before = await usageOf(Deno.pid);
  for (const count of [4, 2, 3, 1]) {
    pool.setThreads(count);
    assertEquals(pool.threadCount, count);
    const { nodes } = await pool.search(START, { ...unlimited(), depth: 4 }, false, () => {});
    assertGreater(nodes, 20);
  }
  await pool.settled();
  const after = await usageWithin(Deno.pid, before.threads);
  console.log(before.threads, after.threads);
});
