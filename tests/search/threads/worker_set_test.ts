/** A pool starts workers one after the other, gives each the current settings, and ends them. @module */

import { assertEquals, assertGreater, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { BOUND_EXACT } from "../../../search/bound.ts";
import type { SearchInfo } from "../../../search/info.ts";
import type { RequestMessage } from "../../../search/threads/messages.ts";
import type { ThreadPool } from "../../../search/threads/thread_pool.ts";
import type { ThreadPoolOptions } from "../../../search/threads/thread_pool_options.ts";
import type { TableFiles } from "../../../tablebase/catalog.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { FakeWorker } from "./fake_worker.ts";
import { searchStart, withFaultyPool } from "./pool_fixtures.ts";

/** Runs `body` with a pool, its workers, and its faults; `start` starts the worker with this number, counted from 1. */
async function withFakes(
  body: (pool: ThreadPool, workers: readonly FakeWorker[], faults: readonly string[]) => Promise<void>,
  start: (number: number) => FakeWorker = () => new FakeWorker(),
  options: Partial<ThreadPoolOptions> = {},
): Promise<void> {
  const workers: FakeWorker[] = [];
  const startWorker = () => {
    const worker = start(workers.length + 1);
    workers.push(worker);
    return worker;
  };
  await withFaultyPool(startWorker, (pool, faults) => body(pool, workers, faults), options);
}

/** A worker that answers no search. */
class SilentWorker extends FakeWorker {
  override postMessage(message: unknown): void {
    const { request } = message as RequestMessage;
    if (request.kind === "search") this.requests.push(request);
    else super.postMessage(message);
  }
}

const COUNTS = { nodes: 77, timeMs: 3, hashfull: 0, tbhits: 0 };
const INFO: SearchInfo = {
  ...{ depth: 5, seldepth: 7, multipv: 1, score: 12, bound: BOUND_EXACT, isDraw: false, pv: [405], ...COUNTS },
};

const search = (pool: ThreadPool, limits = {}) => searchStart(pool, { infinite: true, ...limits });

Deno.test("threads are started one by one, and the event loop runs in between", async () => {
  await withFakes(async (pool, workers) => {
    const ready = pool.setThreads(6);
    assertEquals([pool.threadCount, workers.length], [6, 1], "no thread is started before the event loop runs");
    const seen = new Set<number>();
    const timer = setInterval(() => seen.add(workers.length), 0);
    await ready;
    clearInterval(timer);
    assertEquals(workers.length, 6);
    assertGreater(seen.size, 2, "timers fire while threads are started");
  });
});

Deno.test("no thread is started while a search has little time left, since a start would delay its result", async () => {
  const startSlowly = () => {
    for (const start = performance.now(); performance.now() - start < 60;);
    return new FakeWorker();
  };
  await withFakes(async (pool, workers) => {
    await pool.settled();
    const growth = pool.setThreads(3);
    await search(pool, { infinite: false, softMs: 300, hardMs: 300, startedAt: performance.now() });
    assertEquals(workers.length, 1);
    await growth;
    assertEquals(workers.length, 3);
  }, startSlowly);
});

Deno.test("a thread that is started during a search takes part in it", async () => {
  await withFakes(async (pool, workers) => {
    const joined = () =>
      workers.map(({ requests }) => requests.flatMap((each) => each.kind === "search" ? [each.search] : []));
    const ready = pool.setThreads(3);
    const first = search(pool);
    assertEquals(joined(), [[1]]);
    await ready;
    assertEquals(joined(), [[1], [1], [1]]);
    pool.stop();
    await first;
    // A search with one thread does not use the others.
    const more = pool.setThreads(4);
    const alone = search(pool, { threads: 1 });
    await more;
    pool.stop();
    await alone;
    assertEquals(joined(), [[1, 2], [1], [1], []]);
  });
});

Deno.test("a pool stops starting threads if it is closed or gets a lower number of threads", async () => {
  await withFakes(async (pool, workers) => {
    for (const end of [() => pool.setThreads(2), () => pool.endGrowth()]) {
      const many = pool.setThreads(100);
      await Promise.all([end(), many]);
      assertEquals([pool.threadCount, workers.length], [2, 2]);
    }
    const more = pool.setThreads(100);
    pool.close();
    await more;
    assertEquals(workers.length, 2);
  });
});

Deno.test("a thread that is no longer wanted ends by itself, and is terminated only if it does not", async () => {
  await withFakes(async (pool, workers) => {
    const terminated = () => workers.map(({ isTerminated }) => isTerminated);
    await pool.setThreads(3);
    await pool.setThreads(1);
    await pool.setThreads(2);
    assertEquals(terminated(), [false, false, false, false]);
    assertEquals(workers.map(({ requests }) => requests.at(-1)?.kind), ["start", "end", "end", "start"]);
    // The fourth worker does not answer. Another takes its place only after it has been terminated.
    pool.setThreads(1);
    await pool.setThreads(2);
    await pool.settled();
    assertEquals(terminated(), [false, false, false, true, false]);
  }, (number) => new FakeWorker(number === 4));
});

Deno.test("the number of threads stays within 1 and 512, and cannot change during a search", async () => {
  await withFakes(async (pool) => {
    pool.setThreads(0);
    assertEquals(pool.threadCount, 1);
    const growth = pool.setThreads(513);
    assertEquals(pool.threadCount, 512);
    // Not all of them have to start.
    pool.setThreads(1);
    await growth;
    const running = search(pool);
    assertThrows(() => pool.setThreads(2), TypeError, "Expected no search");
    pool.stop();
    await running;
  });
});

Deno.test("if the system does not start some threads, the pool reports it and continues with the others", async () => {
  await withFakes(async (pool) => {
    await assertRejects(() => pool.setThreads(6), RangeError, "does not start 6 threads; the engine stays at 3");
    assertEquals(pool.threadCount, 3);
    const running = search(pool);
    pool.stop();
    assertEquals((await running).nodes, 9);
  }, (number) => {
    if (number > 3) throw new Error("No more");
    return new FakeWorker();
  });
});

Deno.test("every thread has the network and the tables, even if it is added later or replaces a dead thread", async () => {
  const other = randomNetwork({ hiddenSize: 32 });
  const tables: TableFiles[] = [{ name: "KQvK", wdl: "/missing/KQvK.rtbw", dtz: null }];
  await withFakes(async (pool, workers, faults) => {
    await pool.setThreads(2);
    pool.setNetwork(other);
    pool.setTablebases(tables);
    await pool.setThreads(4);
    const first = search(pool);
    workers[3].die("Broken on purpose");
    while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    pool.stop();
    await first;
    // This starts another worker in the place of the dead worker.
    const second = search(pool);
    pool.stop();
    await second;
    assertEquals([faults, workers.length], [["Broken on purpose"], 5]);
    for (const [i, { requests }] of workers.entries()) {
      const networks = requests.flatMap((each) =>
        each.kind === "start" || each.kind === "network" ? [each.network] : []
      );
      assertStrictEquals(networks.at(-1), other, `thread ${i}`);
      const reported = requests.flatMap((each) => each.kind === "tablebases" ? [each.tables] : []);
      assertEquals(reported, [tables], `thread ${i}`);
    }
  });
});

Deno.test("a notice that several threads send is passed on once", async () => {
  const notices: string[] = [];
  await withFakes(
    async (pool, workers) => {
      await pool.setThreads(3);
      const running = search(pool);
      // In each thread, the start had ticket 1, so the search has ticket 2.
      for (const worker of workers) worker.send({ kind: "notice", ticket: 2, message: "a file is damaged" });
      pool.stop();
      await running;
    },
    undefined,
    { onNotice: (notice) => notices.push(notice) },
  );
  assertEquals(notices, ["a file is damaged"]);
});

Deno.test("if memory cannot be shared, only a worker that does not stop is terminated, and its last line counts", async () => {
  const scope = globalThis as { crossOriginIsolated?: boolean };
  scope.crossOriginIsolated = false;
  try {
    for (const isDeaf of [false, true]) {
      await withFakes(async (pool, [worker]) => {
        const running = search(pool);
        // The start had ticket 1, so the search has ticket 2.
        if (isDeaf) worker.send({ kind: "info", ticket: 2, info: INFO });
        pool.stop();
        const { bestMove, depth, nodes } = await running;
        assertEquals([bestMove, depth, nodes], isDeaf ? [INFO.pv[0], INFO.depth, INFO.nodes] : [796, 1, 9]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        assertEquals(worker.isTerminated, isDeaf);
      }, () => new FakeWorker(isDeaf));
    }
  } finally {
    delete scope.crossOriginIsolated;
  }
});

Deno.test("a search with a late thread is answered by its latest line, and later messages of the thread are dropped", async () => {
  await withFakes(async (pool, [worker]) => {
    await pool.settled();
    const lines: number[] = [];
    const limits = { infinite: false, softMs: 20, hardMs: 20, startedAt: performance.now() };
    const first = searchStart(pool, limits, ({ depth }) => lines.push(depth));
    const ticketOf = (number: number) => number + worker.requests.findIndex(({ kind }) => kind === "search");
    const report = (number: number, depth: number) =>
      worker.send({ kind: "info", ticket: ticketOf(number), info: { ...INFO, depth } });
    report(1, 6);
    const result = await first;
    assertEquals([result.bestMove, result.depth, lines], [INFO.pv[0], 6, [6]]);
    assertEquals(pool.isSearching, false, "the late thread sees that its search is over");
    assertGreater(pool.delayMs, 10);
    const untimed = { ...limits, hardMs: 60_000, startedAt: performance.now() };
    const second = searchStart(pool, untimed, ({ depth }) => lines.push(depth));
    report(1, 7);
    worker.send({ kind: "done", ticket: ticketOf(1), result: { ...result, bestMove: 1 } });
    report(2, 8);
    worker.send({ kind: "done", ticket: ticketOf(2), result: { ...result, bestMove: 2 } });
    assertEquals([(await second).bestMove, lines], [2, [6, 8]]);
  }, () => new SilentWorker());
});
