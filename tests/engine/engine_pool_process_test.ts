/** A pool of engines: the order of searches, refused searches, and which users see learned data. */

import { assert, assertEquals, assertGreater, assertLess, assertNotEquals, assertRejects } from "@std/assert";
import { assertThrows } from "@std/assert";
import { EnginePool } from "../../engine/engine_pool.ts";
import { EngineClosedError, EngineError, PositionError } from "../../engine/errors.ts";
import type { PoolOptions } from "../../engine/pool_options.ts";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../engine_bundle.ts";
import { runProgram } from "../program.ts";
import { wait } from "./shared_engine.ts";

const MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

Deno.test("a pool of two engines", async (test) => {
  await using pool = await EnginePool.start({ size: 2, hash: 1, limits: {}, turn: 50 });

  await test.step("many clients with a limited depth do not wait for the endless searches of two others", async () => {
    const endless = [pool.analyse("startpos"), pool.analyse({ moves: ["d4"] })];
    assertEquals([pool.size, pool.running, pool.queued], [2, 2, 0]);
    const opening = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"];
    const clients = Array.from({ length: 50 }, async (_, i) => {
      const { depth, isStopped } = await pool.analyse({ moves: opening.slice(0, i % 10) }, { depth: 4 }).result;
      return [depth, isStopped];
    });
    assertEquals(pool.queued, 50);
    for (const end of await Promise.all(clients)) assertEquals(end, [4, false]);
    for (const { result } of endless) {
      const { isStopped, lines: [line] } = await result;
      assert(isStopped && line.moves.length > 0, "an endless search ends with what it found");
    }
    assertEquals([pool.running, pool.queued], [0, 0]);
  });

  await test.step("each user has an engine, as long as there are enough engines", async () => {
    for (const user of ["anna", "berta"]) await nodesFor(pool, user);
    for (const user of ["anna", "berta"]) assertNotEquals(await nodesFor(pool, user), await nodesFor(pool));
  });
});

async function nodesFor(pool: EnginePool, user?: string): Promise<number> {
  return (await pool.analyse("startpos", { depth: 6, user }).result).nodes;
}

Deno.test("a pool of one engine", async (test) => {
  const pool = await EnginePool.start({ hash: 1, level: 0, queue: 5 });
  const search = (depth: number, signal?: AbortSignal) => pool.analyse("startpos", { depth, signal }).result;

  await test.step("passes on lines and options, and rejects wrong arguments immediately", async () => {
    const mate = pool.analyse(MATE_IN_2, { mate: 2, lines: 2 });
    assertGreater((await Array.fromAsync(mate)).length, 1);
    assertEquals((await mate.result).lines.length, 2);
    await pool.setOptions({ level: 20 });
    const moves = new Set<string | null>();
    for (let i = 0; i < 4; i++) moves.add((await pool.play("startpos", { nodes: 1000 }).result).move);
    assertEquals(moves.size, 1, "at full strength the answer is the same each time");
    assertThrows(() => pool.analyse("8/8/8 w"), PositionError);
    assertThrows(() => pool.analyse("startpos", { depth: 0 }), RangeError);
    assertThrows(() => pool.play("startpos", { depth: 1, ponder: true } as { depth: number }), TypeError, "ponder");
    assertThrows(() => pool.analyse("startpos", { user: 7 as unknown as string }), TypeError, "must be a string");
    await assertRejects(() => pool.analyse("startpos", { searchMoves: ["e5"] }).result, PositionError);
  });

  await test.step("the search with the highest priority comes first, then the one that has waited longest", async () => {
    const first = pool.analyse("startpos");
    const order: string[] = [];
    const ask = (name: string, priority?: number): Promise<void> =>
      pool.analyse("startpos", { depth: 2, priority }).result.then(() => void order.push(name));
    const waiting = [ask("a"), ask("b", 1), ask("c"), ask("d", 1), ask("e", -1)];
    first.stop();
    await Promise.all([first.result, ...waiting]);
    assertEquals(order.join(""), "bdace");
  });

  await test.step("searches beyond the limit of the queue are refused, and abandoned searches make room", async () => {
    const first = pool.analyse("startpos", { depth: 100 });
    const controller = new AbortController();
    const waiting = search(1, controller.signal);
    const others = [1, 2, 3, 4].map((depth) => search(depth));
    assertEquals((await assertRejects(() => search(1), EngineError, "at most 5")).code, "busy");
    const reason = new Error("Gone home");
    controller.abort(reason);
    assertEquals(await assertRejects(() => waiting), reason);
    assertEquals(pool.queued, 4);
    others.push(search(1));
    await assertRejects(() => search(1, AbortSignal.abort(reason)));
    assertEquals(pool.queued, 5);
    first.stop();
    for (const result of [first.result, ...others]) assert((await result).move !== null);
  });

  await test.step("a user's searches build on each other, but not on those of other users", async () => {
    const fresh = await nodesFor(pool, "anna");
    assertNotEquals(await nodesFor(pool, "anna"), fresh, "the second search uses what was learned");
    assertEquals(await nodesFor(pool, "berta"), fresh);
    assertEquals(await nodesFor(pool, "anna"), fresh, "the engine has served another user since");
    assertEquals(await nodesFor(pool), fresh);
    assertEquals(await nodesFor(pool), fresh, "searches without a user leave nothing behind");
  });

  await test.step("a user's latest search replaces the same user's earlier searches, and no others", async () => {
    const jump = (user: string, depth = 100) => pool.analyse("startpos", { depth, user, latest: true });
    const first = jump("anna");
    const other = pool.analyse(MATE_IN_2, { mate: 2, user: "berta" });
    const second = jump("anna");
    const third = jump("anna", 3);
    assert((await first.result).isStopped);
    assertEquals((await assertRejects(() => second.result, EngineError)).code, "replaced");
    assertEquals((await other.result).san, "Ra6");
    assertEquals((await third.result).isStopped, false);
    assertThrows(() => pool.analyse("startpos", { depth: 1, latest: true }), TypeError, "'user'");
  });

  await test.step("closing the pool rejects running, waiting and later searches", async () => {
    const running = pool.analyse("startpos");
    const waiting = search(3);
    await wait(20);
    pool.close();
    pool.close();
    await assertRejects(() => running.result, EngineClosedError);
    await assertRejects(() => waiting, EngineClosedError);
    assertThrows(() => pool.analyse("startpos"), EngineClosedError);
  });
});

Deno.test("an unlimited search continues until another search waits, or until it reaches the pool's limits", async () => {
  await using shallow = await EnginePool.start({ hash: 1, limits: { depth: 6 }, turn: 0 });
  for (const [options, depth] of [[{}, 6], [{ depth: 50 }, 6], [{ depth: 3 }, 3]] as const) {
    const found = await shallow.analyse("startpos", options).result;
    assertEquals([found.depth, found.isStopped], [depth, false]);
  }
  await using brief = await EnginePool.start({ hash: 1, limits: { time: 100 }, turn: 0 });
  assertLess((await brief.analyse("startpos", { depth: 100 }).result).depth, 100);
  const clock = { whiteTime: 3_600_000, blackTime: 3_600_000 };
  assert((await brief.play("startpos", clock).result).isStopped, "a clock does not remove the limit");
});

Deno.test("a pool that cannot start reports why", async () => {
  await assertRejects(() => EnginePool.start({ size: 0 }), RangeError);
  await assertRejects(() => EnginePool.start({ limits: { tim: 3 } as PoolOptions["limits"] }), TypeError, "'tim'");
  await assertRejects(() => EnginePool.start({ size: 2, network: new Uint8Array(9) }), EngineError, "Network file");
});

/** Prints how many bytes 200 searches leave behind, in the heap and in the whole process. */
const LEAK_PROGRAM = `
const pool = await EnginePool.start({ size: 2, hash: 1 });
const search = async (count) => {
  for (let i = 0; i < count; i += 10) {
    await Promise.all(Array.from({ length: 10 }, async (_, j) => {
      const controller = new AbortController();
      const running = pool.analyse("startpos", { depth: 2, user: String(j), signal: controller.signal });
      if (j === 7) running.stop();
      if (j === 8) controller.abort();
      try {
        for await (const _ of running);
      } catch (error) {
        if (error !== controller.signal.reason) throw error;
      }
    }));
  }
  for (let i = 0; i < 5; i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, rss } = Deno.memoryUsage();
  return [heapUsed, rss];
};
const before = await search(50);
const after = await search(200);
pool.close();
console.log(JSON.stringify(after.map((bytes, i) => bytes - before[i])));
`;

Deno.test("hundreds of searches in a pool leave nothing behind", async () => {
  const path = JSON.stringify(new URL("../../engine/engine_pool.ts", import.meta.url).href);
  const program = `const { EnginePool } = await import(${path});\n${LEAK_PROGRAM}`;
  const args = ["run", "--no-prompt", "--no-check", "--allow-read=.", `${BRIEF_OPTIONS[0]},--expose-gc`, "-"];
  const { stdout: output, stderr: errors } = await runProgram(Deno.execPath(), args, projectPath(), program);
  const [heap, process] = JSON.parse(output || "null") ?? [errors, errors];
  // A search that is not released holds its position and lines, about 50 kB.
  assertLess(heap, 1_000_000);
  assertLess(process, 30_000_000);
});
