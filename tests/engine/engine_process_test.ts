/**
 * The library: `Engine` from start to close, with workers that work and workers that do not.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { Engine } from "../../engine/engine.ts";
import type { EngineChanges, EngineOptions } from "../../engine/engine_options.ts";
import { EngineClosedError, EngineError, PositionError, WorkerDiedError } from "../../engine/errors.ts";
import { Game } from "../../engine/games/game.ts";
import type { Line } from "../../engine/line.ts";
import { EMBEDDED_NETWORK_FILE } from "../../nnue/embedded.ts";
import { makeBook } from "../book/books.ts";
import { assertPrompt } from "../prompt.ts";

const MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const FAULTY_WORKER = new URL("../search/threads/faulty_worker.ts", import.meta.url);

Deno.test("an analysis reports lines with scores, chances and moves in both notations, and its result", async () => {
  await using engine = await Engine.start();
  const analysis = engine.analyse("startpos", { depth: 8 });
  const lines: Line[] = [];
  for await (const line of analysis) lines.push(line);
  const { move, san, ponder, lines: [best], nodes, depth, isStopped } = await analysis.result;
  assertGreater(lines.length, 4);
  const last = lines[lines.length - 1];
  assertEquals([last.depth, last.rank, last.bound, last.score.type], [8, 1, "exact", "cp"]);
  assertEquals(last.chances.win + last.chances.draw + last.chances.loss, 1000);
  assertEquals(best.moves, last.moves);
  assertEquals([move, san, ponder], [best.moves[0], best.san[0], best.moves[1]]);
  const game = new Game();
  assertEquals(best.moves.map((text) => game.move(text).san), best.san);
  assertEquals([depth, isStopped], [8, false]);
  assertEquals(best.nodes, nodes);
});

Deno.test("every form of a position is searched alike", async () => {
  await using engine = await Engine.start();
  const moves = ["e2e4", "c7c5", "g1f3"];
  const game = new Game();
  for (const move of moves) game.move(move);
  const found: (number | string | null)[][] = [];
  for (const input of [{ moves }, { fen: "startpos", moves: ["e4", "c5", "Nf3"] }, game, game.position]) {
    await engine.newGame();
    const { move, nodes } = await engine.analyse(input, { depth: 7 }).result;
    found.push([move, nodes]);
  }
  for (const each of found) assertEquals(each, found[0]);
  // A FEN alone does not have the moves before it, which the continuation histories read.
  assert(game.isLegal((await engine.analyse(game.fen, { depth: 7 }).result).move ?? ""));
});

Deno.test("mates are counted in moves, and the end of a game has no move", async () => {
  await using engine = await Engine.start();
  const { lines: [line], san } = await engine.analyse(MATE_IN_2, { mate: 2 }).result;
  assertEquals([line.score, san], [{ type: "mate", value: 2 }, "Ra6"]);
  assertEquals(line.chances, { win: 1000, draw: 0, loss: 0 });
  const mated = await engine.analyse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", { depth: 3 }).result;
  assertEquals([mated.move, mated.san, mated.lines[0].score], [null, null, { type: "mate", value: 0 }]);
  assertEquals(mated.lines[0].moves, []);
  const stalemate = await engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { depth: 3 }).result;
  assertEquals(stalemate.lines[0].chances, { win: 0, draw: 1000, loss: 0 });
});

Deno.test("several lines begin with different moves, and only the moves asked for are considered", async () => {
  await using engine = await Engine.start();
  for (let i = 0; i < 10; i++) {
    const { lines } = await engine.analyse("startpos", { lines: 5, time: 10 + 10 * i }).result;
    assertEquals(new Set(lines.map(({ moves }) => moves[0])).size, lines.length);
    assertEquals(lines.map(({ rank }) => rank), lines.map((_, index) => index + 1));
  }
  const { lines } = await engine.analyse("startpos", { lines: 3, depth: 4, searchMoves: ["a3", "h2h4"] }).result;
  assertEquals(lines.map(({ moves }) => moves[0]).sort(), ["a2a3", "h2h4"]);
});

Deno.test("`stopOn()` ends an analysis within 20 ms, with the best line so far as its result", async () => {
  await using engine = await Engine.start();
  await assertPrompt(20, async () => {
    const controller = new AbortController();
    const analysis = engine.analyse("startpos").stopOn(controller.signal);
    let stoppedAt = 0;
    let latest = "";
    for await (const line of analysis) {
      latest = line.moves[0];
      if (line.depth < 8 || stoppedAt !== 0) continue;
      stoppedAt = performance.now();
      controller.abort();
    }
    const { move, isStopped } = await analysis.result;
    const ms = performance.now() - stoppedAt;
    assertEquals([move, isStopped], [latest, true]);
    return ms;
  });
});

Deno.test("leaving the loop ends an analysis, and a signal that came before gives a legal move at once", async () => {
  await using engine = await Engine.start();
  const analysis = engine.analyse("startpos");
  for await (const line of analysis) if (line.depth > 3) break;
  assert((await analysis.result).isStopped);
  const { move, isStopped } = await engine.analyse("startpos").stopOn(AbortSignal.abort()).result;
  assert(new Game().isLegal(move ?? ""));
  assert(isStopped);
});

Deno.test("an aborted signal gives a search up with its reason, before it begins, while it waits and while it runs", async () => {
  await using engine = await Engine.start();
  const reason = new RangeError("No longer wanted");
  const rejects = async (run: () => Promise<unknown>): Promise<void> => {
    assertEquals(await assertRejects(run), reason);
  };
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
  assert(!isWaitingRead, "a search that is given up while it waits does not begin");
  assertEquals((await engine.analyse("startpos", { depth: 5 }).result).depth, 5);
});

Deno.test("any number of loops read a search, each from its first line on, and the last one that is left ends it", async () => {
  await using engine = await Engine.start();
  const search = engine.analyse("startpos", { depth: 7 });
  const read = async (): Promise<Line[]> => {
    const lines: Line[] = [];
    for await (const line of search) lines.push(line);
    return lines;
  };
  const [first, second] = await Promise.all([read(), read()]);
  assertGreater(first.length, 4);
  assertEquals(second, first);
  assertEquals(await read(), first, "also when it is over");
  const endless = engine.analyse("startpos");
  let isLeft = false;
  const long = async (): Promise<number> => {
    for await (const { depth } of endless) if (isLeft && depth > 6) return depth;
    return 0;
  };
  const longer = long();
  for await (const { depth } of endless) if (depth > 3) break;
  isLeft = true;
  assertGreater(await longer, 6, "one loop that is left ends nothing while another goes on");
  assert((await endless.result).isStopped);
});

Deno.test("options change while the engine runs: threads, memory, strength, network, book", async () => {
  await using engine = await Engine.start({ hash: 4 });
  const { move: strong } = await engine.play("startpos", { depth: 6 }).result;
  await engine.setOptions({ threads: 2, hash: 8, level: 0 });
  assertEquals([engine.threads, engine.hash], [2, 8]);
  const played = new Set<string | null>();
  for (let i = 0; i < 12; i++) played.add((await engine.play("startpos", { depth: 6 }).result).move);
  assertGreater(played.size, 1, "a beginner does not always play the same");
  await engine.setOptions({
    level: 20,
    threads: 1,
    network: EMBEDDED_NETWORK_FILE,
    book: makeBook([[START_FEN, "a2a4", 1]]),
  });
  const { move, isBookMove, lines: [line] } = await engine.play("startpos", { time: 60_000 }).result;
  assertEquals([move, isBookMove, line.moves[0], line.score.type], ["a2a4", true, "a2a4", "cp"]);
  assert(!(await engine.analyse("startpos", { depth: 2 }).result).isBookMove, "an analysis asks no book");
  await engine.newGame();
  const beyond = await engine.play({ moves: ["e4", "e5"] }, { depth: 6 }).result;
  assert(!beyond.isBookMove && strong !== null);
  await assertRejects(() => engine.setOptions({ level: 3, strength: 1500 }), TypeError, "'strength' or 'level'");
  await assertRejects(() => engine.setOptions({ sharedMemory: true } as EngineChanges), TypeError, "sharedMemory");
  await assertRejects(() => engine.setOptions({ book: new Uint8Array(3) }), RangeError, "Polyglot");
  const error = await assertRejects(
    () => engine.setOptions({ network: new Uint8Array(100) }),
    EngineError,
    "Network file",
  );
  assertEquals(error.code, "start");
  assertEquals((await engine.analyse("startpos", { depth: 3 }).result).depth, 3);
});

Deno.test("a script that is not a search worker is refused after the time limit", async () => {
  const workerUrl = new URL("data:text/javascript,onmessage = () => {};");
  const error = await assertRejects(
    () => Engine.start({ workerUrl, startTimeout: 300 }),
    EngineError,
    "did not answer within 300 ms",
  );
  assertEquals([error.code, error.name], ["start", "EngineError"]);
});

Deno.test("calls wait for their turn, and two engines work side by side", async () => {
  await using first = await Engine.start({ hash: 4 });
  await using second = await Engine.start({ hash: 4, threads: 2 });
  assertEquals([first.threads, second.threads, first.hash], [1, 2, 4]);
  const alone = await first.analyse("startpos", { depth: 8 }).result;
  await first.newGame();
  const long = second.analyse("startpos");
  const [a, b] = await Promise.all([
    first.analyse("startpos", { depth: 8 }).result,
    first.analyse(MATE_IN_2, { mate: 2 }).result,
  ]);
  assertEquals([a.nodes, a.move], [alone.nodes, alone.move], "the other engine changes nothing");
  assertEquals(b.san, "Ra6");
  long.stop();
  assert((await long.result).isStopped);
});

Deno.test("`play()` keeps to its clock, plays weaker on purpose, and ponders until the move was played", async () => {
  await using engine = await Engine.start({ strength: 600 });
  const game = new Game();
  const moves = new Set<string>();
  for (let i = 0; i < 12; i++) {
    const { move } = await engine.play(game, { whiteTime: 60_000, blackTime: 60_000 }).result;
    assert(game.isLegal(move ?? ""));
    moves.add(move ?? "");
  }
  assertGreater(moves.size, 1);

  await using strong = await Engine.start();
  await assertPrompt(3000, async () => {
    const ponder = strong.play({ moves: ["e4", "e5"] }, { whiteTime: 3000, movesToGo: 30, ponder: true });
    let isDone = false;
    ponder.result.then(() => isDone = true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert(!isDone, "the clock does not count yet");
    const start = performance.now();
    ponder.ponderhit();
    const { move } = await ponder.result;
    assert(game.isLegal("e4") && move !== null);
    return performance.now() - start;
  });
  const refuted = strong.play({ moves: ["e4", "e5"] }, { whiteTime: 3000, ponder: true });
  refuted.stop();
  assert((await refuted.result).move !== null);
});

Deno.test("`inspect()` gives what was learned, and `newGame()` forgets it", async () => {
  await using engine = await Engine.start();
  await engine.analyse("startpos", { depth: 8 }).result;
  const used = (values: ArrayLike<number>): number => Array.from(values).filter((value) => value !== 0).length;
  const learned = await engine.inspect("startpos");
  assertEquals(learned.quiets.length, 20);
  assertGreater(used(learned.butterfly), 0);
  await engine.newGame();
  assertEquals(used((await engine.inspect("startpos")).butterfly), 0);
});

Deno.test("wrong options are a TypeError or a RangeError, wrong positions and moves a PositionError", async () => {
  const start = (options: unknown) => Engine.start(options as EngineOptions);
  await assertRejects(() => start({ thread: 2 }), TypeError, "Expected one of the options");
  await assertRejects(() => start({ threads: "2" }), TypeError, "must be a number");
  await assertRejects(() => start({ threads: 0 }), RangeError, "whole number, 1 to 512, not 0");
  await assertRejects(() => start({ strength: 3000 }), RangeError, "600 to 2250");
  await assertRejects(() => start({ hash: 1.5 }), RangeError, "not 1.5");
  await assertRejects(() => start({ moveOverhead: -1 }), RangeError, "whole number, 0 to 5000, not -1");
  await assertRejects(() => start({ chess960: "yes" }), TypeError, "must be true or false, not 'yes'");
  await using engine = await Engine.start();
  assertThrows(() => engine.analyse("startpos", { depth: 0 }), RangeError);
  assertThrows(() => engine.analyse("startpos", { searchMoves: "e4" as unknown as string[] }), TypeError, "not 'e4'");
  assertThrows(
    () => engine.play("startpos", { whiteTime: -0.5 }),
    RangeError,
    "must be a number, at least 0, not -0.5",
  );
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
  const start = async (options: EngineOptions): Promise<string> => {
    const error = await assertRejects(() => Engine.start(options), EngineError);
    assertEquals(error.code, "start");
    return error.message;
  };
  assert((await start({ network: new Uint8Array(100) })).includes("Network file"));
  assert((await start({ hash: 65536, threads: 1, sharedMemory: false })).includes("No memory"));
  assert((await start({ tablebases: "/nowhere/at/all" })).length > 0);
  assert((await start({ workerUrl: new URL("./no_such_worker.ts", import.meta.url) })).length > 0);
});

Deno.test("a closed engine rejects what runs and what comes after", async () => {
  const engine = await Engine.start();
  const running = engine.analyse("startpos").result;
  const waiting = engine.inspect("startpos");
  await new Promise((resolve) => setTimeout(resolve, 50));
  engine.close();
  engine.close();
  await assertRejects(() => running, EngineClosedError);
  await assertRejects(() => waiting, EngineClosedError);
  const error = assertThrows(() => engine.analyse("startpos"), EngineClosedError);
  assertEquals(error.code, "closed");
  await assertRejects(() => engine.newGame(), EngineClosedError);
});

Deno.test("a worker that dies rejects the search, and the next one goes well", async () => {
  let started = 0;
  const engine = await Engine.start({
    startWorker: () =>
      started++ === 0
        ? new Worker(FAULTY_WORKER, { type: "module", name: "throw" })
        : new Worker(new URL("../../engine/worker.ts", import.meta.url), { type: "module" }),
  });
  const analysis = engine.analyse("startpos", { depth: 5 });
  await assertRejects(
    async () => {
      for await (const _ of analysis) { /* The lines do not matter. */ }
    },
    WorkerDiedError,
    "Broken on purpose",
  );
  const error = await assertRejects(() => analysis.result, WorkerDiedError);
  assertEquals(error.code, "worker");
  assertEquals((await engine.analyse("startpos", { depth: 5 }).result).depth, 5);
  assertEquals(started, 2);
  engine.close();
});

Deno.test("an engine without shared memory finds the same, stops, and reads its own network", async () => {
  await using shared = await Engine.start();
  const expected = await shared.analyse("startpos", { depth: 8 }).result;
  await using engine = await Engine.start({ sharedMemory: false, threads: 4, network: EMBEDDED_NETWORK_FILE });
  assertEquals(engine.threads, 1);
  const found = await engine.analyse("startpos", { depth: 8 }).result;
  assertEquals([found.nodes, found.move], [expected.nodes, expected.move]);
  const controller = new AbortController();
  const endless = engine.analyse("startpos").stopOn(controller.signal);
  for await (const line of endless) if (line.depth > 6) controller.abort();
  assert((await endless.result).depth > 5);
  const ponder = engine.play("startpos", { depth: 3, ponder: true });
  let isDone = false;
  ponder.result.then(() => isDone = true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert(!isDone, "the result is kept back until the move was played");
  ponder.ponderhit();
  assert((await ponder.result).move !== null);
});

Deno.test("a search that ponders ends with its engine, also where no memory is shared", async () => {
  for (const sharedMemory of [true, false]) {
    const engine = await Engine.start({ sharedMemory });
    const ponder = engine.play("startpos", { depth: 1, ponder: true });
    // Without shared memory the worker has its answer by then, and the result is kept back.
    await new Promise((resolve) => setTimeout(resolve, 300));
    engine.close();
    await assertRejects(() => ponder.result, EngineClosedError);
  }
});
