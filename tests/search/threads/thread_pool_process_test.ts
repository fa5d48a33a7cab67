/**
 * The pool with one search thread: searching, stopping, pondering, resizing, changing networks.
 *
 * @module
 */

import { legalMoves } from "../../../core/movegen.ts";
import { perft } from "../../../core/perft.ts";
import { assert, assertEquals, assertGreater, assertNotEquals, assertRejects, assertThrows, fail } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { networkChecksum } from "../../../nnue/network.ts";
import { readRecord } from "../../../experience/experience.ts";
import type { Inspection } from "../../../search/inspect.ts";
import { unlimited } from "../../../search/limits.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { NETWORK, START, startEngineWorker, withPool } from "./pool_fixtures.ts";
import { assertPrompt } from "../../prompt.ts";

Deno.test("a search reports lines and ends with a legal move", async () => {
  await withPool(async (pool) => {
    assertEquals(pool.threadCount, 1);
    const depths: number[] = [];
    const result = await pool.search(START, { ...unlimited(), depth: 4 }, false, (info) => depths.push(info.depth));
    assert(legalMoves(parseFen(START_FEN)).includes(result.bestMove));
    assertEquals(depths[depths.length - 1], 4);
    assertGreater(result.nodes, 20);
  });
});

Deno.test("`stop()` ends an infinite search, even before it starts", async () => {
  await withPool(async (pool) => {
    const early = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    pool.stop();
    assert((await early).bestMove !== 0);
    await assertPrompt(100, async () => {
      let stopped = 0;
      await pool.search(START, { ...unlimited(), infinite: true }, false, (info) => {
        if (info.depth !== 4) return;
        stopped = performance.now();
        pool.stop();
      });
      return performance.now() - stopped;
    });
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
    // Below so many plies each thread counts move by move, to be stopped in between.
    const fen = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1";
    let leaves = 0;
    await pool.perft({ fen, chess960: false, moves: [] }, 6, (_move, nodes) => leaves += nodes);
    assertEquals(leaves, perft(parseFen(fen), 6));
  });
});

Deno.test("what a search learns is seen after each depth, and can be harvested", async () => {
  await withPool(async (pool) => {
    const depths: number[] = [];
    const watch = { everyMs: 0, afterDepths: true, onInspection: (_: Inspection, depth: number) => depths.push(depth) };
    const result = await pool.search(START, { ...unlimited(), depth: 8 }, false, () => {}, undefined, watch);
    assertEquals(depths, [1, 2, 3, 4, 5, 6, 7, 8]);
    // Another position does not take the place of the one that was searched.
    await pool.perft({ ...START, moves: [result.bestMove] }, 1, () => {});
    const { records, snapshot, network } = await pool.harvest({
      searched: { game: START, result },
      withSnapshot: true,
    });
    const { keyHi, move } = readRecord(records, 0);
    assertEquals([keyHi, move], [parseFen(START_FEN).keyHi, result.bestMove]);
    assertEquals(network, networkChecksum(NETWORK));
    assert(snapshot?.histories.some((entry) => entry !== 0));
    const nothing = await pool.harvest({ searched: null, withSnapshot: false });
    assertEquals([nothing.records.length, nothing.snapshot], [0, null]);
  });
});

Deno.test("after `resize()` a search fills the new table", async () => {
  await withPool(async (pool) => {
    const fillOf = async (): Promise<number> => {
      let hashfull = 0;
      await pool.search(START, { ...unlimited(), nodes: 25_000 }, false, (info) => hashfull = info.hashfull);
      return hashfull;
    };
    const small = await fillOf();
    pool.newGame();
    pool.resize(16);
    const large = await fillOf();
    // Sixteen times the room; the searches are not the same.
    assert(large > 0 && large < small / 4, `${small}, then ${large} of 1000`);
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

Deno.test("a pool that the system grants no table reports that", () => {
  const options = {
    startWorker: (): Worker => {
      throw new Error("Expected no worker to be started");
    },
    megabytes: 1e9,
    network: embeddedNetwork(),
    warmUp: false,
    onFault: () => {},
  };
  assertThrows(() => new ThreadPool(options), RangeError, "No memory for a hash table of 1000000000 MB");
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

Deno.test("`close()` fails what is under way", async () => {
  await withPool(async (pool) => {
    const search = pool.search(START, { ...unlimited(), infinite: true }, false, () => {});
    pool.close();
    await assertRejects(() => search, Error, "closed");
    await assertRejects(() => pool.search(START, unlimited(), false, () => {}), Error, "closed");
  });
});

Deno.test("`setNetwork()` changes the evaluation of a running thread and forgets what was found with the previous one", async () => {
  const other = randomNetwork({ hiddenSize: 64, isMirrored: true });
  const limits = () => ({ ...unlimited(), depth: 6 });
  const search = async (pool: ThreadPool): Promise<[score: number, nodes: number]> => {
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
    const fresh = new ThreadPool({
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

Deno.test("two pools of one network do not disturb each other", async () => {
  const network = randomNetwork({ hiddenSize: 64 });
  const pools = [0, 1].map(() =>
    new ThreadPool({ startWorker: startEngineWorker, megabytes: 1, network, warmUp: false, onFault: fail })
  );
  const run = async (pool: ThreadPool): Promise<number> =>
    (await pool.search(START, { ...unlimited(), depth: 8, threads: 1 }, false, () => {})).nodes;
  try {
    const [first, second] = await Promise.all(pools.map(run));
    assertEquals(first, second);
  } finally {
    for (const pool of pools) pool.close();
  }
});
