/**
 * Several search threads: they search together, stop together, come and go.
 *
 * @module
 */

import { legalMoves } from "../../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertLessOrEqual, assertThrows, fail } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { unlimited } from "../../../search/limits.ts";
import type { RequestMessage, WorkerRequest } from "../../../search/threads/messages.ts";
import type { SearchWorker } from "../../../search/threads/thread_handle.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { projectPath } from "../../../tools/paths.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { START, startEngineWorker, withPool } from "./pool_fixtures.ts";
import { assertLeast } from "../../prompt.ts";
import { runProgram } from "../../program.ts";

Deno.test("several threads search together: their nodes add up, their answer is legal, and all end with the search", async () => {
  await withPool(async (pool) => {
    await pool.setThreads(3);
    await pool.settled();
    assertEquals(pool.threadCount, 3);
    for (
      const limits of [{ depth: 7 }, { nodes: 10_000 }, { hardMs: 100 }, { mate: 1, nodes: 5000 }, {
        multiPv: 3,
        depth: 6,
      }]
    ) {
      let last = 0;
      const result = await pool.search(START, { ...unlimited(), ...limits }, false, ({ nodes }) => {
        assert(nodes >= last);
        last = nodes;
      });
      assert(legalMoves(parseFen(START_FEN)).includes(result.bestMove));
      assertEquals(result.pv[0], result.bestMove);
      assert(result.nodes >= last);
    }
  });
});

Deno.test("one thread reads the network for all, and a notice of any of them comes once", async () => {
  const notices: string[] = [];
  const received: WorkerRequest[] = [];
  const startWorker = (): SearchWorker => {
    const worker = startEngineWorker();
    const post = worker.postMessage.bind(worker);
    let isHelper = false;
    worker.postMessage = (message: RequestMessage) => {
      const { request } = message;
      received.push(request);
      isHelper ||= request.kind === "start" && request.thread > 0;
      post(message);
      if (!isHelper || request.kind !== "search") return;
      const data = { kind: "notice", ticket: message.ticket, message: "a file is damaged" };
      worker.dispatchEvent(new MessageEvent("message", { data }));
    };
    return worker;
  };
  const options = { startWorker, megabytes: 1, network: null, warmUp: false, onFault: fail };
  const pool = new ThreadPool({ ...options, onNotice: (notice) => notices.push(notice) });
  try {
    await pool.setThreads(3);
    await pool.settled();
    await pool.search(START, { ...unlimited(), depth: 4 }, false, () => {});
  } finally {
    pool.close();
  }
  const networks = received.flatMap((request) => request.kind === "start" ? [request.network] : []);
  assertEquals(networks.map((network) => network === null), [true, false, false]);
  assertEquals(notices, ["a file is damaged"]);
});

Deno.test("a bound of nodes is about kept by several threads, and one that a search has to itself exactly", async () => {
  await withPool(async (pool) => {
    pool.setThreads(4);
    const nodes = async (threads: number): Promise<number> =>
      (await pool.search(START, { ...unlimited(), nodes: 15_000, threads }, false, () => {})).nodes;
    const shared = await nodes(4);
    assert(shared >= 15_000 && shared < 21_000, String(shared));
    assertEquals(await nodes(1), 15_000);
  });
});

Deno.test("a stop ends all threads at once, and a helper that is late for it does not search on", async () => {
  await withPool(async (pool) => {
    pool.setThreads(4);
    await pool.settled();
    const latencies: number[] = [];
    for (let i = 0; i < 12; i++) {
      let stoppedAt = 0;
      const search = pool.search(START, { ...unlimited(), infinite: true }, false, ({ depth }) => {
        if (depth !== 2) return;
        stoppedAt = performance.now();
        pool.stop();
      });
      await search;
      latencies.push(performance.now() - stoppedAt);
    }
    assertLeast(100, latencies);
    // Were a helper still at work, this would wait for it for ever.
    pool.newGame();
    await pool.settled();
  });
});

Deno.test({
  name: "threads come and go without leaving anything behind",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const program = projectPath("tests/search/threads/come_and_go.ts");
    const args = ["run", "--no-check", "--no-prompt", "--allow-all", program];
    const { stdout, stderr } = await runProgram(Deno.execPath(), args);
    const [before, after] = stdout.split(" ").map(Number);
    // The runtime may have started a thread of its own for the program that looks.
    assertLessOrEqual(after, before + 1, stderr);
  },
});

Deno.test("threads are started one by one: the event loop runs in between", async () => {
  let started = 0;
  const startWorker = (): SearchWorker => {
    started++;
    return startEngineWorker();
  };
  await withPool(async (pool) => {
    const ready = pool.setThreads(6);
    assertEquals([pool.threadCount, started], [6, 1], "none is started before the event loop runs");
    const seen = new Set<number>();
    const timer = setInterval(() => seen.add(started), 0);
    await ready;
    clearInterval(timer);
    assertEquals(started, 6);
    assertGreater(seen.size, 2, "timers fire while threads are started");
  }, startWorker);
});

Deno.test("no thread is started while a search has little time left, as a start keeps its result waiting", async () => {
  let starts = 0;
  const startSlowly = (): SearchWorker => {
    starts++;
    for (const start = performance.now(); performance.now() - start < 60;);
    return startEngineWorker();
  };
  await withPool(async (pool) => {
    await pool.settled();
    const growth = pool.setThreads(3);
    await pool.search(START, { ...unlimited(), softMs: 300, hardMs: 300 }, false, () => {});
    assertEquals(starts, 1);
    await growth;
    assertEquals(starts, 3);
  }, startSlowly);
});

Deno.test("a thread that is started during a search takes part in it", async () => {
  const joined: number[] = [];
  const startWorker = (): SearchWorker => {
    const worker = startEngineWorker();
    const post = worker.postMessage.bind(worker);
    worker.postMessage = ({ ticket, request }: RequestMessage) => {
      if (request.kind === "search") joined.push(request.search);
      post({ ticket, request });
    };
    return worker;
  };
  await withPool(async (pool) => {
    const ready = pool.setThreads(3);
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    assertEquals(joined, [1]);
    await ready;
    assertEquals(joined, [1, 1, 1]);
    pool.stop();
    await search;
    // A search for one thread is none of theirs.
    const more = pool.setThreads(4);
    const alone = pool.search(START, { ...unlimited(), infinite: true, threads: 1 }, false, () => {});
    await more;
    pool.stop();
    await alone;
    assertEquals(joined, [1, 1, 1, 2]);
  }, startWorker);
});

Deno.test("a pool that is closed while threads are started starts no more, and one that is to have fewer neither", async () => {
  let started = 0;
  const startWorker = (): SearchWorker => {
    started++;
    return startEngineWorker();
  };
  await withPool(async (pool) => {
    const many = pool.setThreads(100);
    const few = pool.setThreads(2);
    await Promise.all([many, few]);
    assertEquals([pool.threadCount, started], [2, 2]);
    const some = pool.setThreads(100);
    pool.endGrowth();
    await some;
    assertEquals([pool.threadCount, started], [2, 2]);
    const more = pool.setThreads(100);
    pool.close();
    await more;
    assertEquals(started, 2);
  }, startWorker);
});

Deno.test("a thread that is wanted no more ends by itself, and only one that does not is terminated", async () => {
  let [started, terminated] = [0, 0];
  const startWorker = (): SearchWorker => {
    // The fourth gets no messages.
    const worker = ++started === 4
      ? new Worker("data:application/javascript,setInterval(() => {}, 1000)", { type: "module" })
      : startEngineWorker();
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      terminated++;
      terminate();
    };
    return worker;
  };
  await withPool(async (pool) => {
    await pool.setThreads(3);
    // A thread that is still loading would have to end while the machine is busy with it.
    await pool.settled();
    await pool.setThreads(1);
    await pool.setThreads(2);
    assertEquals([started, terminated], [4, 0]);
    // The place of the deaf one is free when it is gone.
    pool.setThreads(1);
    await pool.setThreads(2);
    await pool.settled();
    assertEquals([started, terminated], [5, 1]);
    const { nodes } = await pool.search(START, { ...unlimited(), depth: 4 }, false, () => {});
    assertGreater(nodes, 20);
  }, startWorker);
});

Deno.test("the number of threads stays within 1 and 512, and cannot change during a search", async () => {
  await withPool(async (pool) => {
    pool.setThreads(0);
    assertEquals(pool.threadCount, 1);
    const growth = pool.setThreads(513);
    assertEquals(pool.threadCount, 512);
    // Not all of them need start.
    pool.setThreads(1);
    await growth;
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    assertThrows(() => pool.setThreads(2), TypeError, "Expected no search");
    pool.stop();
    await search;
  });
});

Deno.test("several threads clear the table, every part of it", async () => {
  await withPool(async (pool) => {
    pool.setThreads(3);
    const nodes = async (): Promise<number> =>
      (await pool.search(START, { ...unlimited(), depth: 7, threads: 1 }, false, () => {})).nodes;
    const first = await nodes();
    assert(await nodes() !== first, "the table is used across searches");
    pool.newGame();
    await pool.settled();
    assertEquals(await nodes(), first);
  });
});

Deno.test("threads that come and go, and networks that change, take no more memory each time", async () => {
  const [one, two] = [randomNetwork({ hiddenSize: 64 }), randomNetwork({ hiddenSize: 128, isMirrored: true })];
  const pool = new ThreadPool({
    startWorker: startEngineWorker,
    megabytes: 1,
    network: one,
    warmUp: false,
    onFault: fail,
  });
  const nodes = async (): Promise<number> => {
    pool.newGame();
    await pool.settled();
    return (await pool.search(START, { ...unlimited(), depth: 6, threads: 1 }, false, () => {})).nodes;
  };
  const bytes = () => [one, two].map(({ memory }) => memory.buffer.byteLength);
  try {
    pool.setThreads(3);
    const expected = [await nodes()];
    pool.setNetwork(two);
    expected.push(await nodes());
    const before = bytes();
    for (let i = 0; i < 2; i++) {
      pool.setThreads(1);
      pool.setThreads(3);
      pool.setNetwork(one);
      assertEquals(await nodes(), expected[0]);
      pool.setNetwork(two);
      assertEquals(await nodes(), expected[1]);
    }
    assertEquals(bytes(), before);
  } finally {
    pool.close();
  }
});
