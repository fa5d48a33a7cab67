/** The library: `Engine` from start to close, with sound and faulty workers. */

import { assert, assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { Engine } from "../../engine/engine.ts";
import type { EngineChanges, EngineOptions } from "../../engine/engine_options.ts";
import { EngineClosedError, EngineError, PositionError, WorkerDiedError } from "../../engine/errors.ts";
import { Game } from "../../engine/games/game.ts";
import type { Line } from "../../engine/line.ts";
import { embeddedNetworkFile } from "../../nnue/embedded.ts";
import { makeBook } from "../book/books.ts";
import { ENGINE_URL, startEngineWorker } from "../engine_bundle.ts";
import { assertPrompt } from "../prompt.ts";
import { sharedEngine, wait } from "./shared_engine.ts";

const MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const MIDDLEGAME = "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 w - - 0 12";

/** Starts a faulty worker (see faulty_worker.ts). */
function startFaultyWorker(name: string): Worker {
  return new Worker(new URL("../search/threads/faulty_worker.ts", import.meta.url), { type: "module", name });
}

/** Fails unless the chosen moves vary within a few searches. */
async function assertVaries(choose: () => Promise<string | null>): Promise<void> {
  const moves = new Set<string | null>();
  for (let i = 0; i < 40 && moves.size < 2; i++) moves.add(await choose());
  assertGreater(moves.size, 1);
}

Deno.test("an analysis reports lines with scores, chances and moves in both notations, and its result", async () => {
  const engine = await sharedEngine();
  const analysis = engine.analyse("startpos", { depth: 7 });
  const lines: Line[] = [];
  for await (const line of analysis) lines.push(line);
  const { move, san, ponder, lines: [best], nodes, depth, isStopped } = await analysis.result;
  assertGreater(lines.length, 4);
  const last = lines[lines.length - 1];
  assertEquals([last.depth, last.rank, last.bound, last.score.type], [7, 1, "exact", "cp"]);
  assertEquals(last.chances.win + last.chances.draw + last.chances.loss, 1000);
  assertEquals(best.moves, last.moves);
  assertEquals([move, san, ponder], [best.moves[0], best.san[0], best.moves[1]]);
  const game = new Game();
  assertEquals(best.moves.map((text) => game.move(text).san), best.san);
  assertEquals([depth, isStopped], [7, false]);
  assertEquals(best.nodes, nodes);
});

Deno.test("every form of a position gives the same search", async () => {
  const engine = await sharedEngine();
  const moves = ["e2e4", "c7c5", "g1f3"];
  const game = new Game();
  for (const move of moves) game.move(move);
  const found: (number | string | null)[][] = [];
  for (const input of [{ moves }, { fen: "startpos", moves: ["e4", "c5", "Nf3"] }, game, game.position]) {
    await engine.newGame();
    const { move, nodes } = await engine.analyse(input, { depth: 5 }).result;
    found.push([move, nodes]);
  }
  for (const each of found) assertEquals(each, found[0]);
  // A FEN lacks the previous moves, which the continuation histories read.
  assert(game.isLegal((await engine.analyse(game.fen, { depth: 5 }).result).move ?? ""));
});

Deno.test("mates are counted in moves, and the end of a game has no move", async () => {
  const engine = await sharedEngine();
  const { lines: [line], san } = await engine.analyse(MATE_IN_2, { mate: 2 }).result;
  assertEquals([line.score, san], [{ type: "mate", value: 2 }, "Ra6"]);
  assertEquals(line.chances, { win: 1000, draw: 0, loss: 0 });
  const mated = await engine.analyse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", { depth: 3 }).result;
  assertEquals([mated.move, mated.san, mated.lines[0].score], [null, null, { type: "mate", value: 0 }]);
  assertEquals(mated.lines[0].moves, []);
  const stalemate = await engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { depth: 3 }).result;
  assertEquals(stalemate.lines[0].chances, { win: 0, draw: 1000, loss: 0 });
});

Deno.test("several lines begin with different moves, and only with the requested ones, wherever a search is interrupted", async () => {
  const engine = await sharedEngine();
  for (let i = 0; i < 20; i++) {
    const { lines } = await engine.analyse(MIDDLEGAME, { lines: 6, nodes: 200 + 170 * i }).result;
    assertEquals(new Set(lines.map(({ moves }) => moves[0])).size, lines.length);
    assertEquals(lines.map(({ rank }) => rank), lines.map((_, index) => index + 1));
  }
  const { lines } = await engine.analyse("startpos", { lines: 3, depth: 4, searchMoves: ["a3", "h2h4"] }).result;
  assertEquals(lines.map(({ moves }) => moves[0]).sort(), ["a2a3", "h2h4"]);
});

Deno.test("`stopOn()` ends an analysis within 20 ms, with the best line so far as its result", async () => {
  const engine = await sharedEngine();
  await assertPrompt(20, async () => {
    const controller = new AbortController();
    const analysis = engine.analyse("startpos").stopOn(controller.signal);
    let stoppedAt = 0;
    let latest = "";
    for await (const line of analysis) {
      latest = line.moves[0];
      if (line.depth < 6 || stoppedAt !== 0) continue;
      stoppedAt = performance.now();
      controller.abort();
    }
    const { move, isStopped } = await analysis.result;
    const ms = performance.now() - stoppedAt;
    assertEquals([move, isStopped], [latest, true]);
    return ms;
  });
});

Deno.test("leaving the loop ends an analysis, and a signal before the start gives a legal move immediately", async () => {
  const engine = await sharedEngine();
  const analysis = engine.analyse("startpos");
  for await (const line of analysis) if (line.depth > 3) break;
  assert((await analysis.result).isStopped);
  const { move, isStopped } = await engine.analyse("startpos").stopOn(AbortSignal.abort()).result;
  assert(new Game().isLegal(move ?? ""));
  assert(isStopped);
});

Deno.test("an aborted signal aborts a search with its reason: before it begins, while it waits, and while it runs", async () => {
  const engine = await sharedEngine();
  const reason = new RangeError("No longer wanted");
  const rejects = async (run: () => Promise<unknown>): Promise<void> => assertEquals(await assertRejects(run), reason);
  const early = engine.analyse("startpos", { signal: AbortSignal.abort(reason) });
  await rejects(() => early.result);
  const controller = new AbortController();
  const { signal } = controller;
  const running = engine.analyse("startpos", { signal });
  const waiting = engine.play("startpos", { depth: 5, signal });
  let lines = 0;
  const loop = async (): Promise<void> => {
    for await (const { depth } of running) {
      lines++;
      if (depth > 4) controller.abort(reason);
    }
  };
  await rejects(loop);
  assertGreater(lines, 0);
  await rejects(() => running.result);
  await rejects(() => waiting.result);
  let isWaitingRead = false;
  await rejects(async () => {
    for await (const _ of waiting) isWaitingRead = true;
  });
  assert(!isWaitingRead, "a search that is aborted while it waits does not begin");
  assertEquals((await engine.analyse("startpos", { depth: 5 }).result).depth, 5);
});

Deno.test("any number of loops can read a search from its first line on, and leaving the last loop ends it", async () => {
  const engine = await sharedEngine();
  const search = engine.analyse("startpos", { depth: 6 });
  const [first, second] = await Promise.all([Array.fromAsync(search), Array.fromAsync(search)]);
  assertGreater(first.length, 4);
  assertEquals(second, first);
  assertEquals(await Array.fromAsync(search), first, "a loop can also read a finished search");
  const endless = engine.analyse("startpos");
  let isLeft = false;
  const long = async (): Promise<number> => {
    for await (const { depth } of endless) if (isLeft && depth > 6) return depth;
    return 0;
  };
  const longer = long();
  for await (const { depth } of endless) if (depth > 3) break;
  isLeft = true;
  assertGreater(await longer, 6, "leaving one loop does not end the search while another loop runs");
  assert((await endless.result).isStopped);
});

Deno.test("options change while the engine runs: threads, memory, strength, network, book", async () => {
  let started = 0;
  const startWorker = (): Worker => {
    started++;
    return startEngineWorker();
  };
  await using engine = await Engine.start({ hash: 4, startWorker });
  await engine.setOptions({ threads: 2, hash: 8, level: 0 });
  assertEquals([engine.threads, engine.hash, started], [2, 8, 2]);
  await assertVaries(async () => (await engine.play("startpos", { depth: 6 }).result).move);
  const book = makeBook([[START_FEN, "a2a4", 1]]);
  await engine.setOptions({ level: 20, threads: 1, network: embeddedNetworkFile(), book });
  const { move, isBookMove, lines: [line] } = await engine.play("startpos", { time: 60_000 }).result;
  assertEquals([move, isBookMove, line.moves[0], line.score.type], ["a2a4", true, "a2a4", "cp"]);
  assert(!(await engine.analyse("startpos", { depth: 2 }).result).isBookMove, "an analysis uses no book");
  const beyond = await engine.play({ moves: ["e4", "e5"] }, { depth: 4 }).result;
  assertEquals([beyond.isBookMove, beyond.depth], [false, 4]);
  await assertRejects(() => engine.setOptions({ level: 3, strength: 1500 }), TypeError, "'strength' or 'level'");
  await assertRejects(() => engine.setOptions({ sharedMemory: true } as EngineChanges), TypeError, "sharedMemory");
  await assertRejects(() => engine.setOptions({ book: new Uint8Array(3) }), RangeError, "Polyglot");
  const network = new Uint8Array(100);
  assertEquals((await assertRejects(() => engine.setOptions({ network }), EngineError, "Network file")).code, "start");
  assertEquals((await engine.analyse("startpos", { depth: 3 }).result).depth, 3);
});

Deno.test("calls wait for their turn, and two engines work side by side", async () => {
  const first = await sharedEngine();
  await using second = await Engine.start({ hash: 1 });
  const alone = await first.analyse("startpos", { depth: 6 }).result;
  await first.newGame();
  const long = second.analyse("startpos");
  const [a, b] = await Promise.all([
    first.analyse("startpos", { depth: 6 }).result,
    first.analyse(MATE_IN_2, { mate: 2 }).result,
  ]);
  assertEquals([a.nodes, a.move], [alone.nodes, alone.move], "the other engine has no influence");
  assertEquals(b.san, "Ra6");
  long.stop();
  assert((await long.result).isStopped);
});

Deno.test("`play()` keeps to its clock, plays weaker on request, and ponders until the move was played", async () => {
  const engine = await sharedEngine();
  const game = new Game();
  await assertVaries(async () => {
    const { move } = await engine.play(game, { whiteTime: 60_000, blackTime: 60_000, strength: 600 }).result;
    assert(game.isLegal(move ?? ""));
    return move;
  });
  const strong = async (): Promise<string | null> => {
    await engine.newGame();
    const { move, nodes } = await engine.play("startpos", { nodes: 2000 }).result;
    assertGreater(nodes, 1500);
    return move;
  };
  assertEquals(await strong(), await strong(), "full strength does not vary if nodes bound the search");
  await assertPrompt(3000, async () => {
    const ponder = engine.play({ moves: ["e4", "e5"] }, { whiteTime: 3000, movesToGo: 30, ponder: true });
    let isDone = false;
    ponder.result.then(() => isDone = true);
    await wait(150);
    assert(!isDone, "the clock does not count yet");
    const start = performance.now();
    ponder.ponderhit();
    assert((await ponder.result).move !== null);
    return performance.now() - start;
  });
  const refuted = engine.play({ moves: ["e4", "e5"] }, { whiteTime: 3000, ponder: true });
  refuted.stop();
  assert((await refuted.result).move !== null);
});

Deno.test("`inspect()` gives what was learned, and `newGame()` forgets it", async () => {
  const engine = await sharedEngine();
  await engine.analyse("startpos", { depth: 6 }).result;
  const learned = await engine.inspect("startpos");
  assertEquals(learned.quiets.length, 20);
  assert(learned.butterfly.some((value) => value !== 0));
  await engine.newGame();
  assert((await engine.inspect("startpos")).butterfly.every((value) => value === 0));
});

Deno.test("invalid options cause a TypeError or a RangeError, and invalid positions and moves a PositionError", async () => {
  const refused: [options: object, error: typeof TypeError | typeof RangeError, message: string][] = [
    [{ thread: 2 }, TypeError, "Expected one of the options"],
    [{ threads: "2" }, TypeError, "must be a number"],
    [{ threads: 0 }, RangeError, "whole number, 1 to 512, not 0"],
    [{ strength: 3191 }, RangeError, "600 to 3190"],
    [{ hash: 1.5 }, RangeError, "not 1.5"],
    [{ moveOverhead: -1 }, RangeError, "whole number, 0 to 5000, not -1"],
    [{ chess960: "yes" }, TypeError, "must be true or false, not 'yes'"],
    [{ parameters: { orderButterfly: "0" } }, TypeError, "'parameters' must be an object with numbers"],
    [{ parameters: 3 }, TypeError, "'parameters' must be an object with numbers"],
  ];
  for (const [options, error, message] of refused) await assertRejects(() => Engine.start(options), error, message);
  const engine = await sharedEngine();
  assertThrows(() => engine.analyse("startpos", { depth: 0 }), RangeError);
  assertThrows(() => engine.analyse("startpos", { searchMoves: "e4" as unknown as string[] }), TypeError, "not 'e4'");
  const clock = { whiteTime: -0.5 };
  assertThrows(() => engine.play("startpos", clock), RangeError, "must be a number, at least 0, not -0.5");
  assertThrows(() => engine.play("startpos", {}), TypeError, "nothing bounds the search");
  const error = assertThrows(() => engine.analyse("8/8/8 w"), PositionError);
  assertEquals([error.code, error.name], ["position", "PositionError"]);
  assertThrows(() => engine.analyse({ moves: ["e5"] }), PositionError);
  assertThrows(() => engine.analyse("startpos", { searchMoves: ["e5"] }), PositionError);
  const records = [null, { fen: "8/8/8 w", moves: [] }, { fen: START_FEN }, { fen: START_FEN, moves: [4095] }];
  const inputs = [null, 7, {}, [], ["e4"], { FEN: START_FEN }, ...records.map((record) => ({ record }))];
  for (const input of inputs) {
    assertThrows(() => engine.analyse(input as unknown as string), PositionError, "", JSON.stringify(input));
  }
  await assertRejects(() => engine.inspect("8/8/8 w"), PositionError);
});

Deno.test("an engine that cannot start reports why", async () => {
  const refused: [options: EngineOptions, message: string][] = [
    [{ network: new Uint8Array(100), startWorker: startEngineWorker }, "Network file"],
    [{ hash: 65536, threads: 1, sharedMemory: false }, "No memory"],
    [{ tablebases: "/nowhere/at/all" }, "there is no such folder"],
    [{ workerUrl: new URL("./no_such_worker.ts", import.meta.url) }, "no_such_worker.ts"],
    [{ workerUrl: "data:text/javascript,onmessage = () => {};", startTimeout: 50 }, "did not answer within 50 ms"],
  ];
  for (const [options, message] of refused) {
    const error = await assertRejects(() => Engine.start(options), EngineError, message);
    assertEquals([error.code, error.name], ["start", "EngineError"]);
  }
});

Deno.test("a closed engine rejects running and later searches", async () => {
  const engine = await Engine.start();
  const running = engine.play("startpos", { depth: 1, ponder: true }).result;
  const waiting = engine.inspect("startpos");
  await wait(50);
  engine.close();
  engine.close();
  await assertRejects(() => running, EngineClosedError);
  await assertRejects(() => waiting, EngineClosedError);
  assertEquals(assertThrows(() => engine.analyse("startpos"), EngineClosedError).code, "closed");
  await assertRejects(() => engine.newGame(), EngineClosedError);
});

Deno.test("a search rejects if its worker dies, and the next search succeeds", async () => {
  let started = 0;
  const startWorker = () => started++ === 0 ? startFaultyWorker("throw") : startEngineWorker();
  using engine = await Engine.start({ startWorker });
  const analysis = engine.analyse("startpos", { depth: 5 });
  await assertRejects(() => Array.fromAsync(analysis), WorkerDiedError, "Broken on purpose");
  assertEquals((await assertRejects(() => analysis.result, WorkerDiedError)).code, "worker");
  assertEquals((await engine.analyse("startpos", { depth: 5 }).result).depth, 5);
  assertEquals(started, 2);
});

Deno.test("a helper that dies makes one search fail, but not the following ones", async () => {
  let started = 0;
  const startWorker = () => started++ === 1 ? startFaultyWorker("throw") : startEngineWorker();
  using engine = await Engine.start({ threads: 2, startWorker });
  // The helper dies at its first search, but on a busy machine it may start late.
  const search = async (): Promise<void> => {
    for (let i = 0; i < 300; i++) await engine.analyse("startpos", { nodes: 20_000 }).result;
  };
  await assertRejects(search, WorkerDiedError, "Broken on purpose");
  const { move } = await engine.analyse("startpos", { nodes: 20_000 }).result;
  assert(new Game().isLegal(move ?? ""));
  assertEquals(started, 3);
});

/** A worker that receives nothing in its first milliseconds, as if it started slowly. */
class LateWorker extends Worker {
  static readonly DELAY_MS = 400;
  private readonly started = new Promise((resolve) => setTimeout(resolve, LateWorker.DELAY_MS));

  override postMessage(message: unknown): void {
    // The messages keep their order.
    this.started.then(() => super.postMessage(message));
  }
}

Deno.test("a search gets its full time, however long the threads take to start", async () => {
  const start = performance.now();
  using engine = await Engine.start({ startWorker: () => new LateWorker(ENGINE_URL, { type: "module" }) });
  const searchStart = performance.now();
  const { move } = await engine.play("startpos", { time: 200 }).result;
  assertGreater(performance.now() - searchStart, 150);
  assertGreater(performance.now() - start, LateWorker.DELAY_MS + 150);
  assert(new Game().isLegal(move ?? ""));
});

Deno.test("an engine without shared memory finds the same result, can be stopped, and reads its own network", async () => {
  const { nodes, move } = await (await sharedEngine()).analyse("startpos", { depth: 6 }).result;
  const options = { sharedMemory: false, threads: 4, hash: 4, network: embeddedNetworkFile() };
  await using engine = await Engine.start({ ...options, startWorker: startEngineWorker });
  assertEquals(engine.threads, 1);
  const found = await engine.analyse("startpos", { depth: 6 }).result;
  assertEquals([found.nodes, found.move], [nodes, move]);
  const controller = new AbortController();
  const endless = engine.analyse("startpos").stopOn(controller.signal);
  for await (const line of endless) if (line.depth > 6) controller.abort();
  assert((await endless.result).depth > 5);
  const ponder = engine.play("startpos", { depth: 3, ponder: true });
  let isDone = false;
  ponder.result.then(() => isDone = true);
  await wait(100);
  assert(!isDone, "the result is held back until the move was played");
  ponder.ponderhit();
  assert((await ponder.result).move !== null);
  const unfinished = engine.play("startpos", { depth: 1, ponder: true });
  // After this time the worker has its answer.
  await wait(150);
  engine.close();
  await assertRejects(() => unfinished.result, EngineClosedError);
});
