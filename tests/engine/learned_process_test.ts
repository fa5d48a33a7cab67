import { assert, assertEquals, assertRejects } from "@std/assert";
import { Engine, EngineError } from "../../engine/mod.ts";

const startWorker = () => new Worker(new URL("../../engine/worker.ts", import.meta.url), { type: "module" });

/** The depths and nodes that an analysis reports. */
async function depthsOf(engine: Engine, moves: string[], depth: number): Promise<[number, number][]> {
  const found: [number, number][] = [];
  for await (const line of engine.analyse({ moves }, { depth })) found.push([line.depth, line.nodes]);
  return found;
}

for (const sharedMemory of [true, false]) {
  Deno.test(`an engine goes on from what another one has learned${sharedMemory ? "" : ", without shared memory"}`, async () => {
    using first = await Engine.start({ startWorker, sharedMemory, learned: new Uint8Array(0) });
    await depthsOf(first, [], 9);
    await depthsOf(first, ["e2e4"], 8);
    // A step back and forward.
    assertEquals((await depthsOf(first, [], 9))[0], [9, 0]);
    const learned = await first.saveLearned();
    using second = await Engine.start({ startWorker, sharedMemory, learned });
    assertEquals(await second.saveLearned(), learned);
    assertEquals((await depthsOf(second, [], 10))[0], [9, 0]);
    assert((await second.saveLearned()).length > 0);
    await second.newGame();
    assertEquals((await depthsOf(second, [], 10))[0], [10, 0]);
  });
}

Deno.test("two engines add to one file", async () => {
  const none = new Uint8Array(0);
  using first = await Engine.start({ startWorker, learned: none });
  using second = await Engine.start({ startWorker, learned: none });
  await depthsOf(first, ["e2e4"], 8);
  await depthsOf(second, ["d2d4"], 8);
  const learned = await second.saveLearned(await first.saveLearned(none));
  using third = await Engine.start({ startWorker, learned });
  for (const move of ["e2e4", "d2d4"]) assertEquals(await depthsOf(third, [move], 8), [[8, 0]]);
});

Deno.test("bytes that are no learning file are refused, and nothing is kept without the option", async () => {
  await assertRejects(
    () => Engine.start({ startWorker, learned: new Uint8Array(50) }),
    Error,
    "does not begin like one",
  );
  using engine = await Engine.start({ startWorker });
  await assertRejects(() => engine.saveLearned(), TypeError, "started with the option `learned`");
  await depthsOf(engine, [], 8);
  assertEquals((await depthsOf(engine, [], 8))[0][0], 1);
});

Deno.test("`setOptions()` adds a file to what was learned, and a file that is refused takes nothing from what was found", async () => {
  const none = new Uint8Array(0);
  using first = await Engine.start({ startWorker, learned: none });
  using second = await Engine.start({ startWorker, learned: none });
  await depthsOf(first, ["e2e4"], 8);
  await depthsOf(second, ["d2d4"], 8);
  for (const broken of [new Uint8Array(50), (await first.saveLearned()).fill(7, 60, 80)]) {
    await assertRejects(
      () => second.setOptions({ learned: broken }),
      EngineError,
      "The engine cannot have these options",
    );
    await assertRejects(() => second.saveLearned(broken));
  }
  await second.setOptions({ learned: await first.saveLearned() });
  assertEquals((await depthsOf(second, ["e2e4"], 8))[0], [8, 0]);
  // Into a file without either.
  using third = await Engine.start({ startWorker, learned: await second.saveLearned(none) });
  for (const move of ["e2e4", "d2d4"]) assertEquals(await depthsOf(third, [move], 8), [[8, 0]]);
  using plain = await Engine.start({ startWorker });
  await assertRejects(() => plain.setOptions({ learned: none }), EngineError, "started with the option `learned`");
});
