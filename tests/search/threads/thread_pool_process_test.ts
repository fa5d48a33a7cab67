/**
 * A pool with one search thread: searching, stopping, pondering, resizing, changing networks. The thread also runs
 * without shared memory, as in a page that is not cross-origin isolated. Deno does not have the requests that blob URLs
 * need as signals, so here a stop terminates the worker; tests/tools/build/package_page_browser_test.ts tests the
 * signals in a browser.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { legalMoves } from "../../../core/movegen.ts";
import { perft } from "../../../core/perft.ts";
import { Experience, readRecord, RECORD_WORDS, recordOf } from "../../../experience/experience.ts";
import { embeddedNetworkFile } from "../../../nnue/embedded.ts";
import { networkChecksum } from "../../../nnue/network.ts";
import { BOUND_EXACT } from "../../../search/bound.ts";
import { experienceKeyLo } from "../../../search/experience.ts";
import type { SearchInfo } from "../../../search/info.ts";
import type { Inspection } from "../../../search/inspect.ts";
import { unlimited } from "../../../search/limits.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { ThreadPool } from "../../../search/threads/thread_pool.ts";
import { startEngineWorker } from "../../engine_bundle.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { assertPrompt } from "../../prompt.ts";
import { NETWORK, searchStart, START, startDyingWorker, testPool, withFaultyPool, withPool } from "./pool_fixtures.ts";

const ignoreInfo = (): void => {};

async function searchTo(depth: number, pool: ThreadPool): Promise<[nodes: number, score: number]> {
  const { nodes, score } = await searchStart(pool, { depth });
  return [nodes, score];
}

testPool("a pool of one thread", startEngineWorker, {
  "a search reports lines and ends with a legal move": async (pool) => {
    assertEquals(pool.threadCount, 1);
    const depths: number[] = [];
    const result = await searchStart(pool, { depth: 4 }, (info) => depths.push(info.depth));
    assert(legalMoves(parseFen(START_FEN)).includes(result.bestMove));
    assertEquals(depths[depths.length - 1], 4);
    assertGreater(result.nodes, 20);
  },
  "`stop()` ends an infinite search, even before it starts": async (pool) => {
    const early = searchStart(pool, { infinite: true });
    pool.stop();
    assert((await early).bestMove !== 0);
    await assertPrompt(100, async () => {
      let stopped = 0;
      await searchStart(pool, { infinite: true }, (info) => {
        if (info.depth !== 4) return;
        stopped = performance.now();
        pool.stop();
      });
      return performance.now() - stopped;
    });
  },
  "a stop without a search does not end the next search": async (pool) => {
    pool.stop();
    let deepest = 0;
    await searchStart(pool, { depth: 5 }, (info) => deepest = info.depth);
    assertEquals(deepest, 5);
  },
  "a pondering search ends after `ponderhit()`, not before": async (pool) => {
    let hit = false;
    const search = pool.search(START, { ...unlimited(), softMs: 1, hardMs: 2 }, true, ignoreInfo);
    const early = search.then(() => assert(hit, "no result before ponderhit"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    hit = true;
    pool.ponderhit();
    await early;
  },
  "a pool runs one job at a time": async (pool) => {
    const search = searchStart(pool, { infinite: true });
    assertThrows(() => pool.resize(2), TypeError, "Expected no search");
    assertThrows(() => pool.newGame(), TypeError, "Expected no search");
    await assertRejects(() => pool.perft(START, 1, ignoreInfo), TypeError, "Expected no search");
    pool.stop();
    await search;
    pool.newGame();
    await pool.settled();
  },
  "`perft()` counts after each move of a game": async (pool) => {
    const moves = legalMoves(parseFen(START_FEN)).slice(0, 1);
    let total = 0;
    let count = 0;
    await pool.perft({ ...START, moves }, 3, (_move, nodes) => {
      total += nodes;
      count++;
    });
    assertEquals(count, 20);
    assertGreater(total, 8000);
    // At this depth, perft counts move by move, so that it can be stopped in between.
    const fen = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1";
    let leaves = 0;
    await pool.perft({ fen, chess960: false, moves: [] }, 6, (_move, nodes) => leaves += nodes);
    assertEquals(leaves, perft(parseFen(fen), 6));
  },
  "known results are put into a shared table, and results of a search are read from it": async (pool) => {
    await pool.search(START, { ...unlimited(), depth: 1 });
    const [position, experience] = [parseFen(START_FEN), new Experience()];
    const [move] = legalMoves(position);
    position.make(move);
    const key = { keyLo: experienceKeyLo(position), keyHi: position.keyHi };
    experience.add(recordOf({ ...key, move: legalMoves(position)[0], score: 5, bound: BOUND_EXACT, depth: 40 }));
    pool.plant(experience.records);
    const line = { depth: 8, score: -5, pv: [move] };
    const result = { ...line, bestMove: move, ponderMove: 0, nodes: 1, completed: [line] };
    const found = pool.found({ game: START, result });
    const depths = found === null ? null : [0, RECORD_WORDS].map((at) => readRecord(found, at).depth);
    assertEquals(depths, pool.hasSharedTable ? [8, 40] : null);
  },
  "what a search learns can be inspected after each depth, and harvested": async (pool) => {
    const depths: number[] = [];
    const watch = { everyMs: 0, afterDepths: true, onInspection: (_: Inspection, depth: number) => depths.push(depth) };
    const result = await pool.search(START, { ...unlimited(), depth: 8 }, false, undefined, { watch });
    assertEquals(depths, [1, 2, 3, 4, 5, 6, 7, 8]);
    // Another job's position does not replace the searched one.
    await pool.perft({ ...START, moves: [result.bestMove] }, 1, ignoreInfo);
    const { records, snapshot, network } = await pool.harvest({ game: START, result }, true);
    const { keyHi, move } = readRecord(records, 0);
    assertEquals([keyHi, move], [parseFen(START_FEN).keyHi, result.bestMove]);
    assertEquals(network, networkChecksum(NETWORK));
    assert(snapshot?.histories.some((entry) => entry !== 0));
    const nothing = await pool.harvest(null, false);
    assertEquals([nothing.records.length, nothing.snapshot], [0, null]);
  },
  "after `resize()` a search fills the new table, or the old one if there is no memory": async (pool) => {
    const fillOf = async (): Promise<number> => {
      let hashfull = 0;
      await searchStart(pool, { nodes: 25_000 }, (info) => hashfull = info.hashfull);
      return hashfull;
    };
    const small = await fillOf();
    pool.newGame();
    pool.resize(16);
    assertEquals(pool.hashMegabytes, 16);
    assertThrows(() => pool.resize(1e9), RangeError, "No memory for a hash table of 1000000000 MB; it stays at 16 MB");
    assertEquals(pool.hashMegabytes, 16);
    const large = await fillOf();
    // The table is sixteen times as large, so its fill is about a sixteenth; the two searches differ a little.
    assert(large > 0 && large < small / 4, `${small}, then ${large} of 1000`);
  },
  "`setNetwork()` changes the evaluation and forgets earlier results, and pools share only a network": async (pool) => {
    const other = randomNetwork({ hiddenSize: 64, isMirrored: true });
    const before = await searchTo(6, pool);
    pool.setNetwork(other);
    const changed = await searchTo(6, pool);
    assertNotEquals(changed, before);
    await withPool(startEngineWorker, async (fresh) => {
      pool.newGame();
      assertEquals(await Promise.all([searchTo(6, pool), searchTo(6, fresh)]), [changed, changed]);
    }, { network: other, warmUp: true });
    pool.setNetwork(NETWORK);
    assertEquals(await searchTo(6, pool), before);
  },
});

Deno.test("a pool reports that the system grants no table, and then starts nothing", () => {
  const startWorker = (): Worker => {
    throw new Error("Expected no worker to be started");
  };
  const options = { startWorker, megabytes: 1e9, network: NETWORK, warmUp: false, onFault: () => {} };
  for (const start of [() => new ThreadPool(options), () => TranspositionTable.allocate(1e9, false)]) {
    assertThrows(start, RangeError, "No memory for a hash table of 1000000000 MB");
  }
});

Deno.test("`close()` makes running requests fail", async () => {
  await withPool(startEngineWorker, async (pool) => {
    const search = searchStart(pool, { infinite: true });
    pool.close();
    await assertRejects(() => search, Error, "closed");
    await assertRejects(() => searchStart(pool), Error, "closed");
  });
});

/** The settings of a pool whose only thread has its own table. */
const OWN_TABLE = { network: null, sharesMemory: false };

testPool("a thread with its own table", startEngineWorker, {
  "it searches the same nodes as a thread with a shared table": async (pool) => {
    let expected: [number, number] | null = null;
    await withPool(startEngineWorker, async (shared) => void (expected = await searchTo(7, shared)));
    assertEquals(await searchTo(7, pool), expected);
    pool.newGame();
    assertEquals(await searchTo(7, pool), expected);
    pool.setNetwork(embeddedNetworkFile());
    assertEquals(await searchTo(7, pool), expected);
    pool.resize(2);
    await pool.settled();
    assertEquals(pool.hashMegabytes, 2);
    await searchTo(7, pool);
    await pool.setThreads(4);
    assertEquals(pool.threadCount, 1);
    assertGreater((await pool.inspect(START)).quiets.length, 0);
  },
  "a stop ends a search and a perft, and the next search succeeds": async (pool) => {
    await assertPrompt(500, async () => {
      const infos: SearchInfo[] = [];
      let stoppedAt = 0;
      const result = await searchStart(pool, {}, (info) => {
        if (infos.push(info) !== 5) return;
        stoppedAt = performance.now();
        pool.stop();
      });
      const { pv, depth } = infos.at(-1)!;
      assertEquals(result.bestMove, pv[0]);
      // The last line may belong to the unfinished depth.
      assert(result.depth === depth || result.depth === depth - 1, `${result.depth} of ${depth}`);
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
    assertGreater((await searchTo(7, pool))[0], 0);
    // This search does not ponder, so its time limit ends it.
    await searchStart(pool, { hardMs: 50 });
  },
}, OWN_TABLE);

Deno.test("if a thread with its own table dies, its search rejects", async () => {
  await withFaultyPool(startDyingWorker, async (pool) => {
    await assertRejects(() => searchStart(pool), Error, "Broken on purpose");
  }, OWN_TABLE);
});
