/**
 * A pool of engines: who comes first, who waits for whom, what is refused, and who sees what was learned.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertGreater,
  assertLess,
  assertNotEquals,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { EnginePool } from "../../engine/engine_pool.ts";
import { EngineClosedError, EngineError, PositionError } from "../../engine/errors.ts";
import type { PoolOptions } from "../../engine/pool_options.ts";
import { projectPath } from "../../tools/paths.ts";
import { runProgram } from "../program.ts";

const MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

Deno.test("fifty clients with a depth of 12 wait for no endless search of two others", async () => {
  await using pool = await EnginePool.start({ size: 2, hash: 4, limits: {}, turn: 50 });
  const endless = [pool.analyse("startpos"), pool.analyse({ moves: ["d4"] })];
  assertEquals([pool.size, pool.running, pool.queued], [2, 2, 0]);
  const opening = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"];
  const start = performance.now();
  const clients = Array.from({ length: 50 }, async (_, i) => {
    const { depth, isStopped } = await pool.analyse({ moves: opening.slice(0, i % 10) }, { depth: 12 }).result;
    return { depth, isStopped, ms: performance.now() - start };
  });
  assertEquals(pool.queued, 50);
  const ends = await Promise.all(clients);
  for (const { depth, isStopped } of ends) assertEquals([depth, isStopped], [12, false]);
  for (const { result } of endless) {
    const { isStopped, lines: [line] } = await result;
    assert(isStopped && line.moves.length > 0, "an endless search makes way with what it found");
  }
  assertEquals([pool.running, pool.queued], [0, 0]);
});

Deno.test("a search without a bound goes on as long as nobody waits, and at most to the pool's limits", async () => {
  await using pool = await EnginePool.start({ hash: 4, limits: { depth: 9 }, turn: 0 });
  const open = await pool.analyse("startpos").result;
  assertEquals([open.depth, open.isStopped], [9, false]);
  assertEquals((await pool.analyse("startpos", { depth: 12 }).result).depth, 9);
  assertEquals((await pool.analyse("startpos", { depth: 3 }).result).depth, 3);
  await using timed = await EnginePool.start({ hash: 4, limits: { time: 50 } });
  const late = await timed.analyse("startpos", { depth: 100 }).result;
  assertLess(late.depth, 100);
  const clock = { whiteTime: 3_600_000, blackTime: 3_600_000 };
  assert((await timed.play("startpos", clock).result).isStopped, "a clock does not lift the limit");
});

Deno.test("the highest priority comes first, then what waited longest", async () => {
  await using pool = await EnginePool.start({ hash: 4, limits: {} });
  const first = pool.analyse("startpos", { depth: 100 });
  const order: string[] = [];
  const ask = (name: string, priority?: number): Promise<void> =>
    pool.analyse("startpos", { depth: 2, priority }).result.then(() => void order.push(name));
  const waiting = [ask("a"), ask("b", 1), ask("c"), ask("d", 1), ask("e", -1)];
  first.stop();
  await Promise.all([first.result, ...waiting]);
  assertEquals(order.join(""), "bdace");
});

Deno.test("more searches than may wait are refused, and those that are given up make room", async () => {
  await using pool = await EnginePool.start({ hash: 4, queue: 2, limits: {} });
  const first = pool.analyse("startpos", { depth: 100 });
  const controller = new AbortController();
  const waiting = pool.analyse("startpos", { depth: 1, signal: controller.signal });
  const second = pool.analyse("startpos", { depth: 1 });
  const error = await assertRejects(() => pool.analyse("startpos", { depth: 1 }).result, EngineError, "at most 2");
  assertEquals(error.code, "busy");
  const reason = new Error("Gone home");
  controller.abort(reason);
  assertEquals(await assertRejects(() => waiting.result), reason);
  assertEquals(pool.queued, 1);
  const third = pool.analyse("startpos", { depth: 1 });
  await assertRejects(() => pool.analyse("startpos", { depth: 1, signal: AbortSignal.abort(reason) }).result);
  assertEquals(pool.queued, 2);
  first.stop();
  for (const { result } of [first, second, third]) assert((await result).move !== null);
});

Deno.test("a user's searches build on each other, and on nobody else's", async () => {
  await using pool = await EnginePool.start({ hash: 4 });
  const nodes = async (user?: string): Promise<number> => {
    return (await pool.analyse("startpos", { depth: 8, user }).result).nodes;
  };
  const fresh = await nodes("anna");
  assertNotEquals(await nodes("anna"), fresh, "what was learned is used");
  assertEquals(await nodes("berta"), fresh);
  assertEquals(await nodes("anna"), fresh, "the engine has served another user since");
  assertEquals(await nodes(), fresh);
  assertEquals(await nodes(), fresh, "without a user nothing is kept");
  await using two = await EnginePool.start({ size: 2, hash: 4 });
  const ask = (user: string) => two.analyse("startpos", { depth: 8, user }).result;
  await ask("anna");
  await ask("berta");
  assertNotEquals((await ask("anna")).nodes, fresh, "each user has an engine, as long as there are enough");
  assertNotEquals((await ask("berta")).nodes, fresh);
});

Deno.test("the latest search of a user takes the place of the previous ones, and of nobody else's", async () => {
  await using pool = await EnginePool.start({ hash: 4, limits: {} });
  const jump = (user: string, depth = 100) => pool.analyse("startpos", { depth, user, latest: true });
  const first = jump("anna");
  const other = pool.analyse(MATE_IN_2, { mate: 2, user: "berta" });
  const second = jump("anna");
  const third = jump("anna", 3);
  assert((await first.result).isStopped);
  const error = await assertRejects(() => second.result, EngineError);
  assertEquals(error.code, "replaced");
  assertEquals((await other.result).san, "Ra6");
  assertEquals((await third.result).isStopped, false);
});

Deno.test("a pool passes lines and options on, and rejects what is wrong at once", async () => {
  await using pool = await EnginePool.start({ size: 2, hash: 4, level: 0 });
  const search = pool.analyse(MATE_IN_2, { mate: 2, lines: 2 });
  let last = 0;
  for await (const { depth } of search) last = depth;
  assertGreater(last, 1);
  assertEquals((await search.result).lines.length, 2);
  await pool.setOptions({ level: 20 });
  const moves = new Set<string | null>();
  for (let i = 0; i < 6; i++) moves.add((await pool.play("startpos", { nodes: 2000 }).result).move);
  assertEquals(moves.size, 1, "full strength plays the same each time");
  assertThrows(() => pool.analyse("8/8/8 w"), PositionError);
  assertThrows(() => pool.analyse("startpos", { depth: 0 }), RangeError);
  assertThrows(() => pool.play("startpos", { depth: 1, ponder: true } as { depth: number }), TypeError, "ponder");
  assertThrows(() => pool.analyse("startpos", { user: 7 as unknown as string }), TypeError, "must be a text");
  await assertRejects(() => pool.analyse("startpos", { searchMoves: ["e5"] }).result, PositionError);
  const start = (options: unknown) => EnginePool.start(options as PoolOptions);
  await assertRejects(() => start({ size: 0 }), RangeError);
  await assertRejects(() => start({ limits: { tim: 3 } }), TypeError, "'tim'");
  await assertRejects(() => start({ size: 2, network: new Uint8Array(9) }), EngineError, "Network file");
});

Deno.test("a pool that is closed rejects what runs, what waits and what comes after", async () => {
  const pool = await EnginePool.start({ hash: 4 });
  const running = pool.analyse("startpos");
  const waiting = pool.analyse("startpos", { depth: 3 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  pool.close();
  pool.close();
  await assertRejects(() => running.result, EngineClosedError);
  await assertRejects(() => waiting.result, EngineClosedError);
  assertThrows(() => pool.analyse("startpos"), EngineClosedError);
});

/** Prints how many bytes of the heap and of the process 1,000 searches leave behind. */
const LEAK_PROGRAM = `
const pool = await EnginePool.start({ size: 2, hash: 1 });
const search = async (count) => {
  for (let i = 0; i < count; i += 10) {
    await Promise.all(Array.from({ length: 10 }, async (_, j) => {
      const controller = new AbortController();
      const running = pool.analyse("startpos", { depth: 3, user: String(j), signal: controller.signal });
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
await search(300);
const before = await search(100);
const after = await search(1000);
pool.close();
console.log(JSON.stringify(after.map((bytes, i) => bytes - before[i])));
`;

Deno.test("a thousand searches of a pool leave nothing behind", async () => {
  const path = JSON.stringify(new URL("../../engine/engine_pool.ts", import.meta.url).href);
  const program = `const { EnginePool } = await import(${path});\n${LEAK_PROGRAM}`;
  const args = ["run", "--no-prompt", "--no-check", "--allow-read=.", "--v8-flags=--expose-gc", "-"];
  const { stdout: output, stderr: errors } = await runProgram(Deno.execPath(), args, projectPath(), program);
  const [heap, process] = JSON.parse(output || "null") ?? [errors, errors];
  // A search that stayed would hold its position and lines: some 50 kB.
  assertLess(heap, 1_000_000);
  assertLess(process, 30_000_000);
});
