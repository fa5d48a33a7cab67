/**
 * The commands `go`, `stop`, `ponderhit`, driven from outside: what is searched, and when the best move comes.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { engineTests } from "./engine_process.ts";
import { BEST_MOVE, checkSearch, INFO, MESSAGE, SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const test = engineTests("`go`, `stop` and `ponderhit`");

const FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

test("`isready` is answered at once during a search", async (engine) => {
  await engine.send("isready", "go infinite");
  await engine.line(/^info depth 5 /);
  for (let i = 0; i < 3; i++) assert((await engine.answers()).every((line) => line.startsWith("info depth")));
  await engine.send("stop");
  await engine.line(BEST_MOVE);
});

test("`go` understands its parameters in any order and survives what makes no sense", async (engine) => {
  const commands = [
    "go binc 10 btime 500 winc 10 wtime 500",
    "go movestogo 1 wtime 300 btime 300",
    "go btime 300",
    "go wtime -500 btime 0 winc -1 binc -1",
    "go movestogo -3 wtime 200",
    "go movetime 0",
    "go nodes 500 depth 30 movetime 5000",
    "go depth 1000 nodes 300",
    "go mate 1 nodes 2000",
    "go depth 2 unknown 7 words",
    "go depth 3 depth 2",
  ];
  for (const command of commands) {
    await engine.send(command);
    checkSearch(await engine.until(/^bestmove/), START_FEN);
  }
  await engine.send("go movetime -5");
  assertMatch(await engine.line(MESSAGE), /moving at once$/);
  checkSearch(await engine.until(/^bestmove/), START_FEN);
});

test("a `go` that cannot be read or names a move that is not legal says so and is answered with 0000", async (engine) => {
  const commands = [
    ["go depth", /a whole number after 'go depth', but got nothing$/],
    ["go depth movetime 20", /after 'go depth', but got 'movetime'$/],
    ["go nodes 0 movetime 20", /number of at least 1 after 'go nodes', but got 0$/],
    ["go depth 2 searchmoves g1h3 e2e5", /'e2e5'/],
    // A misspelt bound is one that cannot be read.
    ["go searchmoves e2e4 movtime 100", /'movtime'/],
    ["go movtime 100", /'movtime', '100'$/],
  ] as const;
  for (const [command, fault] of commands) {
    await engine.send(command);
    const lines = await engine.until(/^bestmove/);
    assertMatch(lines[0], MESSAGE);
    assertMatch(lines[0], fault);
    assertEquals(lines.slice(1), ["info depth 0 score cp 0", "bestmove 0000"], command);
  }
  // The protocol asks to leave unknown words out, and another word bounds this search.
  await engine.send("go depth 2 unknown");
  const lines = await engine.until(/^bestmove/);
  assertEquals(lines.filter((line) => MESSAGE.test(line)), ["info string Unknown after 'go': 'unknown'"]);
  checkSearch(lines, START_FEN);
});

test("a refused `go infinite` or `go ponder` gives no best move before `stop` or `ponderhit`", async (engine) => {
  for (const [go, end] of [["go infinite depth x", "stop"], ["go ponder searchmoves zz", "ponderhit"]]) {
    await engine.send(go);
    await engine.line(MESSAGE);
    assertEquals(await engine.during(100), []);
    await engine.send(end);
    assertEquals(await engine.until(/^bestmove/), ["info depth 0 score cp 0", "bestmove 0000"]);
  }
  // The search before answers first.
  await engine.send("go infinite", "go depth x");
  assertMatch(await engine.line(/^bestmove/), BEST_MOVE);
  assertEquals((await engine.until(/^bestmove/)).slice(1), ["info depth 0 score cp 0", "bestmove 0000"]);
});

test("without a legal move the score is mate or a draw and there is no best move", async (engine) => {
  await engine.send(`position fen ${FOOLS_MATE}`, "go depth 3");
  const withoutSigns = async () => (await engine.until(/^bestmove/)).filter((line) => !SIGN_OF_LIFE.test(line));
  assertEquals(await withoutSigns(), ["info depth 0 score mate 0", "bestmove (none)"]);
  await engine.send(`position fen ${STALEMATE}`, "go movetime 10");
  assertEquals(await withoutSigns(), ["info depth 0 score cp 0", "bestmove (none)"]);
});

test("`go infinite` gives no best move before `stop`, not even at a mate or at the depth limit", async (engine) => {
  for (const [fen, go] of [[MATE_IN_1, "go infinite"], [START_FEN, "go depth 2 infinite"], [START_FEN, "go"]]) {
    await engine.send(`position fen ${fen}`, go);
    const lines = await engine.until(/^info depth 2 /);
    lines.push(...await engine.during(50));
    assert(lines.every((line) => INFO.test(line) || SIGN_OF_LIFE.test(line)), lines.join("\n"));
    await engine.send("stop");
    await engine.line(BEST_MOVE);
    assertEquals(await engine.during(50), []);
  }
});

test("a search that has finished but may not answer yet is silent, and answers at `stop` or `ponderhit`", async (engine) => {
  const searches = [
    [FOOLS_MATE, "go infinite", "stop", /score mate 0$/, "bestmove (none)"],
    [STALEMATE, "go infinite", "stop", /score cp 0$/, "bestmove (none)"],
    [STALEMATE, "go ponder movetime 10", "ponderhit", /score cp 0$/, "bestmove (none)"],
    [MATE_IN_1, "go infinite depth 2", "stop", /^info depth 2 .* score mate 1 /, "bestmove a1a8"],
  ] as const;
  for (const [fen, go, end, line, bestMove] of searches) {
    await engine.send(`position fen ${fen}`, go);
    await engine.line(line);
    // What was on its way when the search ended.
    await engine.during(50);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals(await engine.answers(), [], go);
    await engine.send(end);
    assertEquals(await engine.line(/^bestmove/), bestMove);
  }
});

test("`go ponder` gives no best move before `ponderhit` or `stop`, whatever its limits", async (engine) => {
  const searches = [
    ["go ponder wtime 100 btime 100", "ponderhit"],
    ["go depth 2 ponder", "ponderhit"],
    ["go ponder movetime 10", "stop"],
    ["go ponder", "ponderhit"],
    ["go ponder", "stop"],
  ];
  for (const [go, end] of searches) {
    await engine.send(`position startpos moves e2e4`, go);
    const lines = await engine.until(/^info depth 2 /);
    lines.push(...await engine.during(50));
    assert(lines.every((line) => INFO.test(line) || SIGN_OF_LIFE.test(line)), go);
    await engine.send(end);
    await engine.line(BEST_MOVE);
    assertEquals(await engine.during(30), []);
  }
});

test("a stray `stop` or `ponderhit` prints nothing", async (engine) => {
  assertEquals(await engine.answers("stop", "ponderhit", "stop"), []);
  await engine.send("go depth 2");
  await engine.line(BEST_MOVE);
  assertEquals(await engine.answers("stop", "ponderhit"), []);
  await engine.send("go infinite", "ponderhit");
  assert((await engine.during(100)).every((line) => INFO.test(line)));
  await engine.send("stop");
  await engine.line(BEST_MOVE);
});

test("a `go` during a search first ends the old one with its best move", async (engine) => {
  await engine.send("position startpos", "go infinite", "position startpos moves e2e4", "go depth 3");
  checkSearch(await engine.until(/^bestmove/), START_FEN);
  checkSearch(await engine.until(/^bestmove/), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assertEquals(await engine.during(50), []);
});

test("`ucinewgame` and Clear Hash make a search repeatable", async (engine) => {
  const nodes = async (): Promise<string> => {
    await engine.send("position startpos moves e2e4", "go depth 6");
    const lines = await engine.until(/^bestmove/);
    return / nodes (\d+)/.exec(lines.filter((line) => INFO.test(line)).pop()!)![1];
  };
  const first = await nodes();
  const second = await nodes();
  await engine.send("ucinewgame");
  assertEquals(await nodes(), first);
  await engine.send("setoption name Clear Hash");
  assertEquals(await nodes(), first);
  assert(second !== first, "the table is used across searches of a game");
});
