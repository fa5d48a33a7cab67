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
import { createOwnTable } from "../../../search/threads/memory.ts";
import type { RequestMessage, WorkerAnswer } from "../../../search/threads/messages.ts";
import type { WorkerFactory } from "../../../search/threads/thread_handle.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { NETWORK, START, startDyingWorker, startEngineWorker } from "./pool_fixtures.ts";
import { assertPrompt } from "../../prompt.ts";

Deno.test("a table for one thread alone is refused where there is no memory for it", () => {
  assertThrows(() => createOwnTable(1e9), RangeError, "No memory for a hash table of 1000000000 MB");
});

/** Runs `body` with a pool whose thread shares no memory. */
async function withOwnMemory(
  body: (pool: ThreadPool) => Promise<void>,
  startWorker: WorkerFactory = startEngineWorker,
): Promise<void> {
  const pool = new ThreadPool({
    startWorker,
    megabytes: 4,
    network: null,
    sharesMemory: false,
    warmUp: false,
    onFault: (fault) => {
      throw new Error(fault);
    },
  });
  try {
    await body(pool);
  } finally {
    pool.close();
  }
}

const ignoreInfo = (): void => {};

/** Nodes and move of a search to a fixed depth. */
async function searchToDepth(pool: ThreadPool): Promise<[nodes: number, move: number]> {
  const { nodes, bestMove } = await pool.search(START, { ...unlimited(), depth: 9 }, false, ignoreInfo);
  return [nodes, bestMove];
}

Deno.test("a thread in its own memory searches the same nodes as one in shared memory", async () => {
  const shared = new ThreadPool({
    startWorker: startEngineWorker,
    megabytes: 4,
    network: NETWORK,
    warmUp: false,
    onFault: () => {},
  });
  const expected = await searchToDepth(shared);
  shared.close();
  await withOwnMemory(async (pool) => {
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
  });
});

Deno.test("without shared memory a stop ends a search and a perft, and the next search goes well", async () => {
  await withOwnMemory(async (pool) => {
    await assertPrompt(500, async () => {
      const infos: SearchInfo[] = [];
      const search = pool.search(START, unlimited(), false, (info) => infos.push(info));
      while (infos.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
      const stoppedAt = performance.now();
      pool.stop();
      const result = await search;
      const ms = performance.now() - stoppedAt;
      assertEquals(result.bestMove, infos[infos.length - 1].pv[0]);
      assertEquals(result.depth, infos[infos.length - 1].depth);
      return ms;
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
    await pool.search(START, { ...unlimited(), hardMs: 50 }, false, () => {});
  });
});

Deno.test("a thread that obeys a stop in time is not terminated", async () => {
  let started = 0;
  let terminated = 0;
  const startWorker: WorkerFactory = () => {
    started++;
    const listeners: ((event: { readonly data: WorkerAnswer }) => void)[] = [];
    return {
      postMessage: (message) => {
        const { ticket, request } = message as RequestMessage;
        const result = { bestMove: 796, ponderMove: 0, nodes: 9, score: 3, depth: 1, pv: [796], others: [] };
        const data: WorkerAnswer = { kind: "done", ticket, result: request.kind === "search" ? result : null };
        setTimeout(() => listeners.forEach((listener) => listener({ data })));
      },
      addEventListener: (type: string, listener: unknown) => {
        if (type === "message") listeners.push(listener as typeof listeners[0]);
      },
      terminate: () => void terminated++,
    };
  };
  await withOwnMemory(async (pool) => {
    const search = pool.search(START, unlimited(), false, ignoreInfo);
    pool.stop();
    assertEquals((await search).nodes, 9);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assertEquals([started, terminated], [1, 0]);
  }, startWorker);
});

Deno.test("without shared memory a thread that dies rejects its search", async () => {
  const pool = new ThreadPool({
    startWorker: startDyingWorker,
    megabytes: 1,
    network: null,
    sharesMemory: false,
    warmUp: false,
    onFault: () => {},
  });
  await assertRejects(() => pool.search(START, unlimited(), false, ignoreInfo), Error, "Broken on purpose");
  pool.close();
});
