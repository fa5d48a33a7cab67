/** An engine passes its learned data on to other engines. */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { readRecord } from "../../experience/experience.ts";
import { concatenated } from "../../experience/journal.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { decodeLearned } from "../experience/journals.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { Engine, EngineError, type EngineOptions } from "../../engine/mod.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import { positionAfter } from "../search/fixtures.ts";
import { sharedEngine } from "./shared_engine.ts";

const NETWORK = networkChecksum(embeddedNetwork());
const NONE: Uint8Array = new Uint8Array(0);
/** A start position with few moves, so that a search soon reaches the depth at which the engine begins to learn. */
const PAWNS = "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1";

function startWith(learned: Uint8Array, options: EngineOptions = {}): Promise<Engine> {
  return Engine.start({ startWorker: startEngineWorker, hash: 1, learned, ...options });
}

/** The depths and nodes that an analysis reports. */
async function depthsOf(engine: Engine, moves: string[], depth: number): Promise<[number, number][]> {
  const lines = await Array.fromAsync(engine.analyse({ fen: PAWNS, moves }, { depth }));
  return lines.map((line) => [line.depth, line.nodes]);
}

for (const sharedMemory of [true, false]) {
  Deno.test(`an engine continues from the lessons of another engine${sharedMemory ? "" : ", without shared memory"}`, async () => {
    using first = await startWith(NONE, { sharedMemory });
    await depthsOf(first, [], 9);
    await depthsOf(first, ["a2a4"], 8);
    // After going back by a move, the search continues at the known depth.
    assertEquals((await depthsOf(first, [], 9))[0], [9, 0]);
    const learned = await first.saveLearned();
    using second = await startWith(learned, { sharedMemory });
    assertEquals(await second.saveLearned(), learned);
    assertEquals((await depthsOf(second, [], 9))[0], [9, 0]);
    assert((await second.saveLearned()).length > 0);
    await second.newGame();
    assertEquals((await depthsOf(second, [], 9))[0], [9, 0]);
  });
}

Deno.test("bytes that are not a learning file are refused, and nothing is kept without the option", async () => {
  await assertRejects(() => startWith(new Uint8Array(50).fill(1)), EngineError, "does not begin like one");
  const none = { read: () => Promise.resolve(null), append: () => Promise.resolve(NONE) };
  const start = () => Engine.start({ startWorker: startEngineWorker, hash: 1, learned: none as never });
  await assertRejects(start, TypeError, "Option 'learned' must be the bytes of a file, a Uint8Array, not null");
  const engine = await sharedEngine();
  await assertRejects(() => engine.saveLearned(), TypeError, "started with the option `learned`");
  await assertRejects(() => engine.setOptions({ learned: NONE }), EngineError, "started with the option `learned`");
  await depthsOf(engine, [], 8);
  assertEquals((await depthsOf(engine, [], 8))[0][0], 1);
});

Deno.test("engines add to one file, and `setOptions()` adds a file; a refused file removes nothing that was found", async () => {
  using first = await startWith(NONE);
  using second = await startWith(NONE);
  await depthsOf(first, ["a2a4"], 8);
  await depthsOf(second, ["b2b4"], 8);
  const own = await first.saveLearned(NONE);
  for (const broken of [own.with(3, 7), own.slice(0, 60).fill(7, 20)]) {
    await assertRejects(() => second.setOptions({ learned: broken }), EngineError, "These options cannot be applied");
    const { code, cause } = await assertRejects(() => second.saveLearned(broken), EngineError, "cannot be saved");
    assertEquals([code, cause instanceof SyntaxError], ["learned", true]);
  }
  await second.setOptions({ learned: own });
  assertEquals((await depthsOf(second, ["a2a4"], 8))[0], [8, 0]);
  await depthsOf(first, ["c2c4"], 8);
  // The first engine adds its new results to a file that has the earlier results of both engines.
  using third = await startWith(await first.saveLearned(await second.saveLearned(NONE)));
  for (const move of ["a2a4", "b2b4", "c2c4"]) assertEquals(await depthsOf(third, [move], 8), [[8, 0]], move);
});

Deno.test("all whole blocks of a damaged file are used, and a notice reports the damage: at the start, and when the file is added", async () => {
  using first = await startWith(NONE);
  for (const move of ["a2a4", "b2b4"]) await depthsOf(first, [move], 8);
  const whole = await first.saveLearned(NONE);
  const damaged = concatenated([whole, new Uint8Array(20)]);
  for (const isAdded of [false, true]) {
    const notices: string[] = [];
    const onNotice = (text: string): void => void notices.push(text);
    using engine = await startWith(isAdded ? NONE : damaged, { onNotice });
    if (isAdded) await engine.setOptions({ learned: damaged });
    assertEquals(notices, ["20 bytes in it are damaged and ignored"]);
    assertEquals((await depthsOf(engine, ["a2a4"], 8))[0], [8, 0]);
  }
});

Deno.test("results are saved again until a file has them, and count only once", async () => {
  using engine = await startWith(NONE);
  await depthsOf(engine, ["a2a4"], 8);
  const first = await engine.saveLearned(NONE);
  await depthsOf(engine, ["b2b4"], 8);
  const second = await engine.saveLearned(NONE);
  const third = await engine.saveLearned(await engine.saveLearned(second));
  const visits: number[][] = [];
  for (const file of [first, second, third]) {
    const { experience } = await decodeLearned(file, NETWORK);
    visits.push(["a2a4", "b2b4"].map((move) => {
      const { keyLo, keyHi } = positionAfter(PAWNS, [move]);
      const at = experience.find(keyLo, keyHi);
      return at < 0 ? 0 : readRecord(experience.records, at).visits;
    }));
  }
  assertEquals(visits, [[1, 0], [1, 1], [1, 1]]);
});

Deno.test("with a store each search is kept automatically, a failed write is repeated with the next write, and each network has its own results", async () => {
  const notices: string[] = [];
  const first = Promise.withResolvers<void>();
  let file: Uint8Array = NONE;
  let isFull = false;
  const full = new Error("The store is full");
  const store = {
    read: () => Promise.resolve(file),
    append: (blocks: Uint8Array, head: Uint8Array) => {
      if (isFull) return Promise.reject(full);
      file = concatenated([file.length === 0 ? head : file, blocks]);
      return Promise.resolve(NONE);
    },
  };
  const other = serialiseNetwork(randomNetwork());
  {
    using engine = await Engine.start({
      startWorker: startEngineWorker,
      hash: 1,
      learned: store,
      onNotice: (text) => {
        notices.push(text);
        first.resolve();
      },
    });
    isFull = true;
    await depthsOf(engine, ["a2a4"], 8);
    await first.promise;
    await depthsOf(engine, ["b2b4"], 8);
    const { code, cause } = await assertRejects(() => engine.keepLearned(), EngineError, "The store is full");
    assertEquals([code, cause], ["learned", full]);
    assertEquals(notices, ["The store is full"]);
    isFull = false;
    await engine.setOptions({ network: other });
    await depthsOf(engine, ["c2c4"], 8);
    await engine.keepLearned();
    const found = notices.slice(1).join("\n");
    assertMatch(found, /^Lessons of the network [0-9a-f]{8} are ignored, since the network \S+ is in use$/);
  }
  for (const [network, moves] of [[undefined, ["a2a4", "b2b4"]], [other, ["c2c4"]]] as const) {
    using engine = await startWith(NONE, { learned: store, network });
    for (const move of ["a2a4", "b2b4", "c2c4"]) {
      const [[depth]] = await depthsOf(engine, [move], 8);
      assertEquals(depth === 8, moves.some((known) => known === move), move);
    }
  }
});
