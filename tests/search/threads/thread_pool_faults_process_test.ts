/**
 * Search threads that fail: what is reported, what goes on, what replaces them.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import { unlimited } from "../../../search/limits.ts";
import type { RequestMessage, WorkerRequest } from "../../../search/threads/messages.ts";
import type { SearchWorker } from "../../../search/threads/thread_handle.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import type { TableFiles } from "../../../tablebase/catalog.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { NETWORK, START, startDyingWorker, startEngineWorker, withFaultyPool, withPool } from "./pool_fixtures.ts";

Deno.test("a thread that dies fails its search, and the pool replaces it", async () => {
  let started = 0;
  await withPool(async (pool) => {
    await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "Broken on purpose");
    const result = await pool.search(START, { ...unlimited(), depth: 2 }, false, () => {});
    assert(result.bestMove !== 0);
  }, () => {
    started++;
    return started > 1 ? startEngineWorker() : startDyingWorker();
  });
  assertEquals(started, 2);
});

Deno.test("a thread that cannot start fails each request instead of hanging", async () => {
  const faults: string[] = [];
  const pool = new ThreadPool({
    startWorker: () => new Worker("data:application/javascript,throw new RangeError('No start')", { type: "module" }),
    megabytes: 1,
    network: NETWORK,
    warmUp: true,
    onFault: (fault) => faults.push(fault),
  });
  try {
    await pool.settled();
    assertEquals(faults.length, 1);
    for (let i = 0; i < 2; i++) {
      await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "No start");
    }
  } finally {
    pool.close();
  }
});

Deno.test("a thread that replaces a dead one evaluates with the network in use", async () => {
  let started = 0;
  const startWorker = () => {
    started++;
    return started === 1 ? startDyingWorker() : startEngineWorker();
  };
  const other = randomNetwork({ hiddenSize: 32 });
  const depth = (pool: ThreadPool) => pool.search(START, { ...unlimited(), depth: 5 }, false, () => {});
  let expected = 0;
  await withPool(async (pool) => {
    pool.setNetwork(other);
    expected = (await depth(pool)).nodes;
  });
  await withPool(async (pool) => {
    pool.setNetwork(other);
    await assertRejects(() => depth(pool), Error, "Broken on purpose");
    assertEquals((await depth(pool)).nodes, expected);
  }, startWorker);
});

Deno.test("threads that the system does not start are refused, and the others go on", async () => {
  let started = 0;
  await withPool(async (pool) => {
    await assertRejects(() => pool.setThreads(6), RangeError, "does not start 6 threads; it stays at 3");
    assertEquals(pool.threadCount, 3);
    assertGreater((await pool.search(START, { ...unlimited(), depth: 3 }, false, () => {})).nodes, 20);
  }, () => {
    if (++started > 3) throw new Error("No more");
    return startEngineWorker();
  });
});

Deno.test("a helper that dies is reported, its search goes on, and the next one has a new helper", async () => {
  let started = 0;
  const startWorker = () => ++started === 2 ? startDyingWorker() : startEngineWorker();
  await withFaultyPool(startWorker, async (pool, faults) => {
    await pool.setThreads(2);
    await pool.settled();
    for (let i = 0; i < 30 && started < 3; i++) {
      assert((await pool.search(START, { ...unlimited(), hardMs: 150 }, false, () => {})).bestMove !== 0);
    }
    assertEquals(faults.length, 1);
    assert(faults[0].includes("Broken on purpose"), faults[0]);
    assertEquals(started, 3);
  });
});

Deno.test("a helper that dies and cannot be replaced fails nothing but its own part of the search", async () => {
  let started = 0;
  const startWorker = () => {
    if (++started > 2) throw new Error("No more");
    return started === 1 ? startEngineWorker() : startDyingWorker();
  };
  await withFaultyPool(startWorker, async (pool, faults) => {
    await pool.setThreads(2);
    for (let i = 0; i < 30 && faults.at(-1) !== "No more"; i++) {
      assert((await pool.search(START, { ...unlimited(), hardMs: 150 }, false, () => {})).bestMove !== 0);
    }
    assertEquals(faults.length, 2);
    assert(faults[0].includes("Broken on purpose"), faults[0]);
  });
});

Deno.test("every thread has the network and the tables, also one that is added later or replaces a dead one", async () => {
  const received: WorkerRequest[][] = [];
  const startWorker = (): SearchWorker => {
    const requests: WorkerRequest[] = [];
    received.push(requests);
    const worker = received.length === 4 ? startDyingWorker() : startEngineWorker();
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: RequestMessage) => {
      requests.push(message.request);
      post(message);
    };
    return worker;
  };
  const other = randomNetwork({ hiddenSize: 32 });
  const tables: TableFiles[] = [{ name: "KQvK", wdl: "/missing/KQvK.rtbw", dtz: null }];
  await withFaultyPool(startWorker, async (pool, faults) => {
    const search = () => pool.search(START, { ...unlimited(), hardMs: 100 }, false, () => {});
    await pool.setThreads(2);
    pool.setNetwork(other);
    pool.setTablebases(tables);
    await pool.setThreads(4);
    await pool.settled();
    await search();
    // The fourth has died of that; this starts another one in its place.
    await search();
    assertEquals(faults.length, 1);
    assertEquals(received.length, 5);
    for (const [i, requests] of received.entries()) {
      const networks = requests.flatMap((request) =>
        request.kind === "start" || request.kind === "network" ? [request.network] : []
      );
      assert(networks.at(-1) === other, `thread ${i}`);
      const reported = requests.flatMap((request) => request.kind === "tablebases" ? [request.tables] : []);
      assertEquals(reported, [tables], `thread ${i}`);
    }
  });
});
