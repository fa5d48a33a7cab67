/** Several search threads search and stop together, leave nothing, and are replaced when they fail. @module */

import { assert, assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { legalMoves } from "../../../core/movegen.ts";
import type { RequestMessage, WorkerRequest } from "../../../search/threads/messages.ts";
import type { SearchWorker } from "../../../search/threads/thread_handle.ts";
import type { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { projectPath } from "../../../tools/paths.ts";
import { startEngineWorker } from "../../engine_bundle.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { runProgram } from "../../program.ts";
import { assertLeast } from "../../prompt.ts";
import { searchStart, startDyingWorker, testPool, withFaultyPool, withPool } from "./pool_fixtures.ts";

testPool("several threads search together", startEngineWorker, {
  "their nodes add up, their answer is legal, and all end with the search": async (pool) => {
    await pool.setThreads(3);
    await pool.settled();
    assertEquals(pool.threadCount, 3);
    const bounds = [{ depth: 7 }, { hardMs: 100 }, { mate: 1, nodes: 5000 }, { multiPv: 3, depth: 5 }];
    for (const limits of bounds) {
      let last = 0;
      const result = await searchStart(pool, limits, ({ nodes }) => {
        assert(nodes >= last);
        last = nodes;
      });
      assert(legalMoves(parseFen(START_FEN)).includes(result.bestMove));
      assertEquals(result.pv[0], result.bestMove);
      assert(result.nodes >= last);
    }
  },
  "several threads keep a node limit approximately, and one thread keeps it exactly": async (pool) => {
    const nodes = async (threads: number): Promise<number> =>
      (await searchStart(pool, { nodes: 10_000, threads })).nodes;
    const shared = await nodes(3);
    assert(shared >= 10_000 && shared < 14_500, String(shared));
    assertEquals(await nodes(1), 10_000);
  },
  "they clear every part of the table": async (pool) => {
    const nodes = async (): Promise<number> => (await searchStart(pool, { depth: 7, threads: 1 })).nodes;
    const first = await nodes();
    assert(await nodes() !== first, "the table is used across searches");
    pool.newGame();
    await pool.settled();
    assertEquals(await nodes(), first);
  },
  "a stop ends all threads together, and a helper that notices it late does not continue": async (pool) => {
    const latencies: number[] = [];
    for (let i = 0; i < 8; i++) {
      let stoppedAt = 0;
      await searchStart(pool, { infinite: true }, ({ depth }) => {
        if (depth !== 2) return;
        stoppedAt = performance.now();
        pool.stop();
      });
      latencies.push(performance.now() - stoppedAt);
    }
    assertLeast(100, latencies);
    // If a helper were still searching, this would wait forever.
    pool.newGame();
    await pool.settled();
  },
});

Deno.test("one thread reads the network for all", async () => {
  const received: WorkerRequest[] = [];
  const startWorker = (): SearchWorker => {
    const worker = startEngineWorker();
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: RequestMessage) => {
      received.push(message.request);
      post(message);
    };
    return worker;
  };
  await withPool(startWorker, async (pool) => {
    await pool.setThreads(2);
    await searchStart(pool, { depth: 4 });
  }, { network: null });
  const networks = received.flatMap((request) => request.kind === "start" ? [request.network] : []);
  assertEquals(networks.map((network) => network === null), [true, false]);
});

Deno.test("threads come and go without leaving anything behind", { ignore: Deno.build.os !== "linux" }, async () => {
  const program = projectPath("tests/search/threads/come_and_go.ts");
  const args = ["run", "--no-check", "--no-prompt", "--allow-all", program];
  const { stdout, stderr } = await runProgram(Deno.execPath(), args);
  const [before, after] = stdout.split(" ").map(Number);
  // The runtime may have started a thread for the program that counts.
  assertLessOrEqual(after, before + 1, stderr);
});

Deno.test("when a thread dies, its search fails, and a thread with the network in use replaces it", async () => {
  let started = 0;
  const startWorker = () => ++started === 1 ? startDyingWorker() : startEngineWorker();
  const other = randomNetwork({ hiddenSize: 32 });
  const search = (pool: ThreadPool) => searchStart(pool, { depth: 5 });
  await withPool(startWorker, async (pool) => {
    pool.setNetwork(other);
    await assertRejects(() => search(pool), Error, "Broken on purpose");
    const { nodes } = await search(pool);
    pool.setNetwork(other);
    assertEquals((await search(pool)).nodes, nodes);
  });
  assertEquals(started, 2);
});

Deno.test("if a thread cannot start, each request fails instead of hanging", async () => {
  const startWorker = () =>
    new Worker("data:application/javascript,throw new RangeError('No start')", { type: "module" });
  await withFaultyPool(startWorker, async (pool, faults) => {
    await pool.settled();
    assertEquals(faults.length, 1);
    for (let i = 0; i < 2; i++) await assertRejects(() => searchStart(pool), Error, "No start");
  }, { warmUp: true });
});

Deno.test("a helper that dies is reported and replaced, or the search continues without it", async () => {
  for (const isReplaced of [true, false]) {
    let started = 0;
    const startWorker = () => {
      if (++started > 2 && !isReplaced) throw new Error("No more");
      return started === 2 ? startDyingWorker() : startEngineWorker();
    };
    await withFaultyPool(startWorker, async (pool, faults) => {
      await pool.setThreads(2);
      await pool.settled();
      for (let i = 0; i < 30 && started < 3; i++) assert((await searchStart(pool, { hardMs: 150 })).bestMove !== 0);
      assertEquals([started, faults.slice(1)], [3, isReplaced ? [] : ["No more"]]);
      assert(faults[0].includes("Broken on purpose"), faults[0]);
    });
  }
});
