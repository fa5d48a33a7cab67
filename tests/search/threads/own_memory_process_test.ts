/**
 * A search thread that shares no memory, as in a page that is not cross-origin isolated. Blob URLs as signals are
 * tested in a browser, see tests/tools/build/package_page_browser_test.ts; Deno has none of the requests that they need, so that here a
 * stop terminates the worker.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { EMBEDDED_NETWORK_FILE } from "../../../nnue/embedded.ts";
import type { SearchInfo } from "../../../search/info.ts";
import { unlimited } from "../../../search/limits.ts";
import type { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { startEngineWorker } from "../../engine_bundle.ts";
import { assertPrompt } from "../../prompt.ts";
import { START, startDyingWorker, testPool, withFaultyPool, withPool } from "./pool_fixtures.ts";

/** What makes a pool whose thread shares no memory. */
const OWN_MEMORY = { network: null, sharesMemory: false };

Deno.test("a table for one thread alone is refused where there is no memory for it", () => {
  const allocate = () => TranspositionTable.allocate(1e9, false);
  assertThrows(allocate, RangeError, "No memory for a hash table of 1000000000 MB");
});

const ignoreInfo = (): void => {};

/** Nodes and move of a search to a fixed depth. */
async function searchToDepth(pool: ThreadPool): Promise<[nodes: number, move: number]> {
  const { nodes, bestMove } = await pool.search(START, { ...unlimited(), depth: 7 }, false, ignoreInfo);
  return [nodes, bestMove];
}

testPool("a thread in its own memory", startEngineWorker, {
  "it searches the same nodes as one in shared memory": async (pool) => {
    let expected: [number, number] | null = null;
    await withPool(startEngineWorker, async (shared) => void (expected = await searchToDepth(shared)));
    assertEquals(await searchToDepth(pool), expected);
    pool.newGame();
    assertEquals(await searchToDepth(pool), expected);
    pool.setNetwork(EMBEDDED_NETWORK_FILE);
    assertEquals(await searchToDepth(pool), expected);
    pool.resize(2);
    await pool.settled();
    assertEquals(pool.hashMegabytes, 2);
    await searchToDepth(pool);
    await pool.setThreads(4);
    assertEquals(pool.threadCount, 1);
    assertGreater((await pool.inspect(START)).quiets.length, 0);
  },
  "a stop ends a search and a perft, and the next search goes well": async (pool) => {
    await assertPrompt(500, async () => {
      const infos: SearchInfo[] = [];
      let stoppedAt = 0;
      const result = await pool.search(START, unlimited(), false, (info) => {
        if (infos.push(info) !== 5) return;
        stoppedAt = performance.now();
        pool.stop();
      });
      const { pv, depth } = infos.at(-1)!;
      assertEquals([result.bestMove, result.depth], [pv[0], depth]);
      return performance.now() - stoppedAt;
    });
    await assertPrompt(1000, async () => {
      const perft = pool.perft(START, 9, () => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
      const stoppedAt = performance.now();
      pool.stop();
      await perft;
      return performance.now() - stoppedAt;
    });
    let leaves = 0;
    await pool.perft(START, 3, (_move, nodes) => leaves += nodes);
    assertEquals(leaves, 8902);
    assert((await searchToDepth(pool))[1] !== 0);
    // It does not ponder: the time that it has ends it.
    await pool.search(START, { ...unlimited(), hardMs: 50 }, false, ignoreInfo);
  },
}, OWN_MEMORY);

Deno.test("without shared memory a thread that dies rejects its search", async () => {
  await withFaultyPool(startDyingWorker, async (pool) => {
    await assertRejects(() => pool.search(START, unlimited(), false, ignoreInfo), Error, "Broken on purpose");
  }, OWN_MEMORY);
});
