/**
 * The search threads: starting, stopping, resizing, failing.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertGreater,
  assertLess,
  assertLessOrEqual,
  assertNotEquals,
  assertRejects,
  assertThrows,
  fail,
} from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { legalMoves } from "../../uci/game.ts";
import { CONTROL_STOP, CONTROL_WORDS, unlimited } from "../../search/limits.ts";
import type { GameRecord, RequestMessage, WorkerRequest } from "../../search/messages.ts";
import { SearchPool, type WorkerFactory } from "../../search/pool.ts";
import type { TableFiles } from "../../tablebase/catalog.ts";
import { usageOf, usageWithin } from "../process_usage.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { WARM_UP_MS, warmUp } from "../../search/warm_up.ts";

const NETWORK = embeddedNetwork();
const START: GameRecord = { fen: START_FEN, chess960: false, moves: [] };

const startEngineWorker: WorkerFactory = () =>
  new Worker(new URL("../../main.ts", import.meta.url), { type: "module", name: "search" });

/** Runs `body` with a pool and closes it. A fault that nobody expects fails the test. */
async function withPool(body: (pool: SearchPool) => Promise<void>, startWorker = startEngineWorker): Promise<void> {
  const faults: string[] = [];
  const pool = new SearchPool({
    startWorker,
    megabytes: 1,
    network: NETWORK,
    warmUp: false,
    onFault: (fault) => faults.push(fault),
  });
  try {
    await body(pool);
    assertEquals(faults, []);
  } finally {
    pool.close();
  }
}

Deno.test("a search reports lines and ends with a legal move", async () => {
  await withPool(async (pool) => {
    const depths: number[] = [];
    const result = await pool.search(START, { ...unlimited(), depth: 4 }, false, (info) => depths.push(info.depth));
    assert(legalMoves(parseFen(START_FEN)).includes(result.bestMove));
    assertEquals(depths[depths.length - 1], 4);
    assertGreater(result.nodes, 20);
  });
});

Deno.test("`stop()` ends an infinite search, even one that has not begun", async () => {
  await withPool(async (pool) => {
    const early = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    pool.stop();
    assert((await early).bestMove !== 0);
    let stopped = 0;
    const late = pool.search(START, { ...unlimited(), infinite: true }, false, (info) => {
      if (info.depth !== 4) return;
      stopped = performance.now();
      pool.stop();
    });
    await late;
    assertLess(performance.now() - stopped, 500);
  });
});

Deno.test("a stop without a search does not end the next one", async () => {
  await withPool(async (pool) => {
    pool.stop();
    let deepest = 0;
    await pool.search(START, { ...unlimited(), depth: 5 }, false, (info) => deepest = info.depth);
    assertEquals(deepest, 5);
  });
});

Deno.test("a pondering search ends after `ponderhit()`, not before", async () => {
  await withPool(async (pool) => {
    let hit = false;
    const search = pool.search(START, { ...unlimited(), softMs: 1, hardMs: 2 }, true, () => {});
    const early = search.then(() => assert(hit, "no result before ponderhit"));
    await new Promise((resolve) => setTimeout(resolve, 150));
    hit = true;
    pool.ponderhit();
    await early;
  });
});

Deno.test("a pool runs one job at a time", async () => {
  await withPool(async (pool) => {
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    assertThrows(() => pool.resize(2), TypeError, "Expected no search");
    assertThrows(() => pool.newGame(), TypeError, "Expected no search");
    await assertRejects(() => pool.perft(START, 1, () => {}), TypeError, "Expected no search");
    pool.stop();
    await search;
    pool.newGame();
    await pool.settled();
  });
});

Deno.test("`perft()` counts behind each move of a game", async () => {
  await withPool(async (pool) => {
    const moves = legalMoves(parseFen(START_FEN)).slice(0, 1);
    let total = 0;
    let count = 0;
    await pool.perft({ ...START, moves }, 3, (_move, nodes) => {
      total += nodes;
      count++;
    });
    assertEquals(count, 20);
    assertGreater(total, 8000);
  });
});

Deno.test("`resize()` keeps the old table when the system refuses", async () => {
  await withPool(async (pool) => {
    assertThrows(() => pool.resize(1e9), RangeError, "No memory for a hash table of 1000000000 MB");
    assertEquals(pool.hashMegabytes, 1);
    pool.resize(2);
    assertEquals(pool.hashMegabytes, 2);
    assertGreater((await pool.search(START, { ...unlimited(), depth: 3 }, false, () => {})).nodes, 20);
  });
});

Deno.test("a pool that the system grants no table says so", () => {
  const options = {
    startWorker: (): Worker => {
      throw new Error("Expected no worker to be started");
    },
    megabytes: 1e9,
    network: embeddedNetwork(),
    warmUp: false,
    onFault: () => {},
  };
  assertThrows(() => new SearchPool(options), RangeError, "No memory for a hash table of 1000000000 MB");
});

Deno.test("after `newGame()` a search visits the same nodes as the first", async () => {
  await withPool(async (pool) => {
    const search = async (): Promise<number> =>
      (await pool.search(START, { ...unlimited(), depth: 6 }, false, () => {})).nodes;
    const first = await search();
    pool.newGame();
    assertEquals(await search(), first);
  });
});

Deno.test("a thread that dies fails its search, and the pool replaces it", async () => {
  let started = 0;
  await withPool(async (pool) => {
    await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "Broken on purpose");
    const result = await pool.search(START, { ...unlimited(), depth: 2 }, false, () => {});
    assert(result.bestMove !== 0);
  }, () => {
    started++;
    return started > 1
      ? startEngineWorker()
      : new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" });
  });
  assertEquals(started, 2);
});

Deno.test("a thread that cannot start fails each request instead of hanging", async () => {
  const faults: string[] = [];
  const pool = new SearchPool({
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

Deno.test("`close()` fails what is under way", async () => {
  await withPool(async (pool) => {
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    pool.close();
    await assertRejects(() => search, Error, "closed");
    await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "closed");
  });
});

Deno.test("`setNetwork()` changes the evaluation of a running thread and forgets what was found with the one before", async () => {
  const other = randomNetwork({ hiddenSize: 64, isMirrored: true });
  const limits = () => ({ ...unlimited(), depth: 6 });
  const search = async (pool: SearchPool): Promise<[score: number, nodes: number]> => {
    const { score, nodes } = await pool.search(START, limits(), false, () => {});
    return [score, nodes];
  };
  await withPool(async (pool) => {
    const before = await search(pool);
    pool.setNetwork(other);
    const changed = await search(pool);
    assertNotEquals(changed, before);
    pool.setNetwork(NETWORK);
    assertEquals(await search(pool), before);
    const fresh = new SearchPool({
      startWorker: startEngineWorker,
      megabytes: 1,
      network: other,
      warmUp: true,
      onFault: () => {},
    });
    try {
      assertEquals(await search(fresh), changed);
    } finally {
      fresh.close();
    }
  });
});

Deno.test("a thread that replaces a dead one evaluates with the network in use", async () => {
  let started = 0;
  const startWorker = () => {
    started++;
    const name = started === 1 ? "throw" : "search";
    const file = started === 1 ? "./faulty_worker.ts" : "../../main.ts";
    return new Worker(new URL(file, import.meta.url), { type: "module", name });
  };
  const other = randomNetwork({ hiddenSize: 32 });
  const depth = (pool: SearchPool) => pool.search(START, { ...unlimited(), depth: 5 }, false, () => {});
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

Deno.test("the warm-up keeps to its time, and ends at once when told to", () => {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const evaluator = new Evaluator(NETWORK);
  let start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, WARM_UP_MS + 250);
  control[CONTROL_STOP] = 1;
  start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, 100);
});

Deno.test("several threads search together: their nodes add up, their answer is legal, and all end with the search", async () => {
  await withPool(async (pool) => {
    pool.setThreads(3);
    await pool.settled();
    assertEquals(pool.threadCount, 3);
    for (
      const limits of [{ depth: 9 }, { nodes: 30_000 }, { hardMs: 150 }, { mate: 1, nodes: 5000 }, {
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

Deno.test("a bound of nodes is about kept by several threads, and one that a search has to itself exactly", async () => {
  await withPool(async (pool) => {
    pool.setThreads(4);
    const nodes = async (threads: number): Promise<number> =>
      (await pool.search(START, { ...unlimited(), nodes: 50_000, threads }, false, () => {})).nodes;
    const shared = await nodes(4);
    assert(shared >= 50_000 && shared < 60_000, String(shared));
    assertEquals(await nodes(1), 50_000);
  });
});

Deno.test("a stop ends all threads at once, and a helper that is late for it does not search on", async () => {
  await withPool(async (pool) => {
    pool.setThreads(4);
    await pool.settled();
    for (let i = 0; i < 20; i++) {
      let stoppedAt = 0;
      const search = pool.search(START, { ...unlimited(), infinite: true }, false, ({ depth }) => {
        if (depth !== 2) return;
        stoppedAt = performance.now();
        pool.stop();
      });
      await search;
      assertLess(performance.now() - stoppedAt, 500);
    }
    // Were a helper still at work, this would wait for it for ever.
    pool.newGame();
    await pool.settled();
  });
});

Deno.test({
  name: "threads come and go without leaving anything behind",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await withPool(async (pool) => {
      await pool.settled();
      const before = await usageOf(Deno.pid);
      for (const count of [8, 2, 8, 1, 4, 1, 8, 1]) {
        pool.setThreads(count);
        assertEquals(pool.threadCount, count);
        const { nodes } = await pool.search(START, { ...unlimited(), depth: 4 }, false, () => {});
        assertGreater(nodes, 20);
      }
      await pool.settled();
      // The runtime may have started a thread of its own for the program that looks.
      assertLessOrEqual((await usageWithin(Deno.pid, before.threads)).threads, before.threads + 1);
    });
  },
});

Deno.test("the number of threads stays within 1 and 512, and cannot change during a search", async () => {
  await withPool(async (pool) => {
    pool.setThreads(0);
    assertEquals(pool.threadCount, 1);
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    assertThrows(() => pool.setThreads(2), TypeError, "Expected no search");
    pool.stop();
    await search;
  });
});

Deno.test("threads that the system does not start are refused, and the others go on", async () => {
  let started = 0;
  await withPool(async (pool) => {
    assertThrows(() => pool.setThreads(6), RangeError, "does not start 6 threads; it stays at 3");
    assertEquals(pool.threadCount, 3);
    assertGreater((await pool.search(START, { ...unlimited(), depth: 3 }, false, () => {})).nodes, 20);
  }, () => {
    if (++started > 3) throw new Error("No more");
    return startEngineWorker();
  });
});

Deno.test("a helper that dies is reported, its search goes on, and the next one has a new helper", async () => {
  let started = 0;
  const faults: string[] = [];
  const pool = new SearchPool({
    startWorker: () =>
      ++started === 2
        ? new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" })
        : startEngineWorker(),
    megabytes: 1,
    network: NETWORK,
    warmUp: false,
    onFault: (fault) => faults.push(fault),
  });
  try {
    pool.setThreads(2);
    for (let i = 0; i < 2; i++) {
      const { bestMove } = await pool.search(START, { ...unlimited(), hardMs: 150 }, false, () => {});
      assert(bestMove !== 0);
    }
    assertEquals(faults.length, 1);
    assert(faults[0].includes("Broken on purpose"), faults[0]);
    assertEquals(started, 3);
  } finally {
    pool.close();
  }
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

Deno.test("a helper that dies and cannot be replaced fails nothing but its own part of the search", async () => {
  let started = 0;
  const faults: string[] = [];
  const pool = new SearchPool({
    startWorker: () => {
      if (++started > 2) throw new Error("No more");
      if (started === 1) return startEngineWorker();
      return new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" });
    },
    megabytes: 1,
    network: NETWORK,
    warmUp: false,
    onFault: (fault) => faults.push(fault),
  });
  try {
    pool.setThreads(2);
    for (let i = 0; i < 30 && faults.at(-1) !== "No more"; i++) {
      assert((await pool.search(START, { ...unlimited(), hardMs: 150 }, false, () => {})).bestMove !== 0);
    }
    assertEquals(faults.length, 2);
    assert(faults[0].includes("Broken on purpose"), faults[0]);
  } finally {
    pool.close();
  }
});

Deno.test("threads that come and go, and networks that change, take no more memory each time", async () => {
  const [one, two] = [randomNetwork({ hiddenSize: 64 }), randomNetwork({ hiddenSize: 128, isMirrored: true })];
  const pool = new SearchPool({
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
    for (let i = 0; i < 3; i++) {
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

Deno.test("two pools of one network do not disturb each other", async () => {
  const network = randomNetwork({ hiddenSize: 64 });
  const pools = [0, 1].map(() =>
    new SearchPool({ startWorker: startEngineWorker, megabytes: 1, network, warmUp: false, onFault: fail })
  );
  const run = async (pool: SearchPool): Promise<number> =>
    (await pool.search(START, { ...unlimited(), depth: 8, threads: 1 }, false, () => {})).nodes;
  try {
    const [first, second] = await Promise.all(pools.map(run));
    assertEquals(first, second);
  } finally {
    for (const pool of pools) pool.close();
  }
});

Deno.test("every thread has the network and the tables, also one that is added later or replaces a dead one", async () => {
  const heard: WorkerRequest[][] = [];
  const startWorker = (): Worker => {
    const requests: WorkerRequest[] = [];
    heard.push(requests);
    const isFaulty = heard.length === 4;
    const worker = isFaulty
      ? new Worker(new URL("./faulty_worker.ts", import.meta.url), { type: "module", name: "throw" })
      : startEngineWorker();
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: RequestMessage) => {
      requests.push(message.request);
      post(message);
    };
    return worker;
  };
  const other = randomNetwork({ hiddenSize: 32 });
  const tables: TableFiles[] = [{ name: "KQvK", wdl: "/missing/KQvK.rtbw", dtz: null }];
  const faults: string[] = [];
  const onFault = (fault: string) => faults.push(fault);
  const pool = new SearchPool({ startWorker, megabytes: 1, network: NETWORK, warmUp: false, onFault });
  const search = () => pool.search(START, { ...unlimited(), hardMs: 100 }, false, () => {});
  try {
    pool.setThreads(2);
    pool.setNetwork(other);
    pool.setTablebases(tables);
    pool.setThreads(4);
    await pool.settled();
    await search();
    // The fourth has died of that; this starts another one in its place.
    await search();
    assertEquals(faults.length, 1);
    assertEquals(heard.length, 5);
    for (const [i, requests] of heard.entries()) {
      const networks = requests.flatMap((request) =>
        request.kind === "start" || request.kind === "network" ? [request.network] : []
      );
      assert(networks.at(-1) === other, `thread ${i}`);
      const told = requests.flatMap((request) => request.kind === "tablebases" ? [request.tables] : []);
      assertEquals(told, [tables], `thread ${i}`);
    }
  } finally {
    pool.close();
  }
});
