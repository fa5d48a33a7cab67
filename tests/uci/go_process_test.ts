/** `go`, `stop` and `ponderhit`: which search they start or end, and when the best move comes. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { engineTests } from "./engine_process.ts";
import { BEST_MOVE, checkSearch, INFO, MESSAGE, SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const test = engineTests("`go`, `stop` and `ponderhit`");
const FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

test("`isready` is answered immediately during a search", async (engine) => {
  await engine.line(/^info depth 5 /, "isready", "go infinite");
  for (let i = 0; i < 3; i++) assert((await engine.answers()).every((line) => line.startsWith("info depth")));
  await engine.line(BEST_MOVE, "stop");
});

test("`go` reads its parameters in any order and ignores nonsense", async (engine) => {
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
  for (const command of commands) checkSearch(await engine.until(/^bestmove/, command), START_FEN);
  assertMatch(await engine.line(MESSAGE, "go movetime -5"), /moving immediately$/);
  checkSearch(await engine.until(/^bestmove/), START_FEN);
});

/** The lines that follow the message if a `go` is refused. */
const REFUSED = ["info depth 0 score cp 0", "bestmove (none)"];

test("a `go` without a usable word is reported and answered without a move", async (engine) => {
  const commands = [
    ["go depth", /a whole number after 'go depth', but got nothing$/],
    ["go depth 0", /number of at least 1 after 'go depth', but got 0$/],
    ["go nodes 0 mate 0", /after 'go nodes', but got 0\. .* after 'go mate', but got 0$/],
    ["go depth 1 searchmoves e2e5", /^info string Expected a legal move after 'go searchmoves', but got 'e2e5'$/],
    ["go movetime 50 searchmoves e7e5 zz e1g1", /but got 'e7e5', 'zz', 'e1g1'$/],
    // A misspelt bound cannot be read.
    ["go searchmoves e2e4 movtime 100", /'movtime'/],
    ["go movtime 100", /'movtime', '100'$/],
    ["go searchmoves e2e4 depth x", /after 'go depth', but got 'x'$/],
  ] as const;
  for (const [command, fault] of commands) {
    const [message, ...answer] = await engine.until(/^bestmove/, command);
    assertMatch(message, MESSAGE);
    assertMatch(message, fault);
    assertEquals(answer, REFUSED, command);
  }
});

test("a `go` is answered with a move if any part of it is usable, and a message lists what was ignored", async (engine) => {
  const cases: [go: string, messages: RegExp[], move?: RegExp][] = [
    ["go wtime 300 btime 300 depth 0 nodes 0 mate 0", []],
    ["go wtime 0 btime 0 winc 0 binc 0 movetime 0 depth 3", []],
    ["go perft 0 depth 2", []],
    [
      "go depth 3 searchmoves e2e5 a2a3 a2a3",
      [/^info string Not legal, so excluded from 'go searchmoves': 'e2e5'$/],
      /a2a3/,
    ],
    ["go searchmoves b1a3 h7h8q b1d2 nodes 200", [/: 'h7h8q', 'b1d2'$/], /b1a3/],
    ["go depth movetime 20", [/after 'go depth', but got 'movetime'$/]],
    ["go movetime 20 nodes many mate -2", [/'many'$/, /after 'go mate', but got -2$/]],
    // The protocol requires that unknown words are ignored.
    ["go depth 2 unknown", [/^info string Unknown after 'go': 'unknown'$/]],
  ];
  for (const [go, messages, move = /^/] of cases) {
    const lines = await engine.until(/^bestmove/, go);
    assertMatch(checkSearch(lines, START_FEN), move, go);
    const said = lines.filter((line) => MESSAGE.test(line));
    assertEquals(said.length, messages.length, said.join("\n"));
    messages.forEach((message, i) => assertMatch(said[i], message));
  }
  // Without a legal move there is nothing to choose.
  await engine.send(`position fen ${FOOLS_MATE}`, "go depth 1 searchmoves e1f2");
  const found = (await engine.until(/^bestmove/)).filter((line) => !SIGN_OF_LIFE.test(line)).slice(-2);
  assertEquals(found, ["info depth 0 score mate 0", "bestmove (none)"]);
});

test("a refused `go infinite` or `go ponder` gives no best move before `stop` or `ponderhit`", async (engine) => {
  for (const [go, end] of [["go infinite searchmoves e2e5", "stop"], ["go ponder searchmoves zz", "ponderhit"]]) {
    await engine.line(MESSAGE, go);
    assertEquals(await engine.during(100), []);
    assertEquals(await engine.until(/^bestmove/, end), REFUSED);
  }
  // The previous search answers first.
  assertMatch(await engine.line(/^bestmove/, "go infinite", "go depth x"), BEST_MOVE);
  assertEquals((await engine.until(/^bestmove/)).slice(1), REFUSED);
});

test("a `stop` belongs to the `go` that was sent before it, and not to an earlier perft or bench", async (engine) => {
  const batches = [["perft 6", /^Nodes searched: 119060324$/], ["bench 7", /^\d+ nodes \d+ nps$/]] as const;
  for (const [batch, end] of batches) {
    await engine.line(/^readyok$/, "position startpos", batch, "isready");
    await engine.send("go infinite", "stop", "go infinite");
    const lines = await engine.until(/^bestmove/, "stop");
    assert(lines.some((line) => end.test(line)), `${batch} to its end:\n${lines.join("\n")}`);
    await engine.line(BEST_MOVE);
    // The first `stop` belongs to the `go`, so the second one stops the perft or bench.
    await engine.line(/^readyok$/, batch, "isready");
    assert(!(await engine.until(/^bestmove/, "go infinite", "stop", "stop")).some((line) => end.test(line)));
  }
  // An `isready` that comes in the same piece of input, after other lines, does not wait for them either.
  await engine.send("bench 9", "position startpos moves e2e4", "go infinite", "isready", "stop");
  assertEquals((await engine.until(/^readyok$/)).filter((line) => / nodes /.test(line)), []);
  assert((await engine.until(/^bestmove/)).some((line) => /^\d+ nodes/.test(line)));
  // The second of two perfts is stopped first.
  await engine.line(/^readyok$/, "perft 9", "isready");
  await engine.send("go perft 9", "stop", "perft 1", "stop", "stop");
  for (let i = 0; i < 2; i++) await engine.line(/^info string Perft of .* was stopped$/);
  await engine.line(/^(Nodes searched: 20|info string Perft of .* was stopped)$/);
});

test("without a legal move the score is mate or a draw and there is no best move", async (engine) => {
  await engine.send(`position fen ${FOOLS_MATE}`, "go depth 3");
  const withoutSigns = async () => (await engine.until(/^bestmove/)).filter((line) => !SIGN_OF_LIFE.test(line));
  assertEquals(await withoutSigns(), ["info depth 0 score mate 0", "bestmove (none)"]);
  await engine.send(`position fen ${STALEMATE}`, "go movetime 10");
  assertEquals(await withoutSigns(), ["info depth 0 score cp 0", "bestmove (none)"]);
});

test("`go infinite` gives no best move before `stop`, even at a mate or at the depth limit", async (engine) => {
  for (const [fen, go] of [[MATE_IN_1, "go infinite"], [START_FEN, "go depth 2 infinite"], [START_FEN, "go"]]) {
    const lines = await engine.until(/^info depth 2 /, `position fen ${fen}`, go);
    lines.push(...await engine.during(50));
    assert(lines.every((line) => INFO.test(line) || SIGN_OF_LIFE.test(line)), lines.join("\n"));
    await engine.line(BEST_MOVE, "stop");
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
    // Some lines may still arrive after the search has ended.
    await engine.during(50);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals(await engine.answers(), [], go);
    assertEquals(await engine.line(/^bestmove/, end), bestMove);
  }
});

test("`go ponder` gives no best move before `ponderhit` or `stop`, with any limits", async (engine) => {
  const searches = [
    ["go ponder wtime 100 btime 100", "ponderhit"],
    ["go depth 2 ponder", "ponderhit"],
    ["go ponder movetime 10", "stop"],
    ["go ponder", "ponderhit"],
    ["go ponder", "stop"],
  ];
  for (const [go, end] of searches) {
    const lines = await engine.until(/^info depth 2 /, `position startpos moves e2e4`, go);
    lines.push(...await engine.during(50));
    assert(lines.every((line) => INFO.test(line) || SIGN_OF_LIFE.test(line)), go);
    await engine.line(BEST_MOVE, end);
    assertEquals(await engine.during(30), []);
  }
});

test("a stray `stop` or `ponderhit` prints nothing", async (engine) => {
  assertEquals(await engine.answers("stop", "ponderhit", "stop"), []);
  await engine.line(BEST_MOVE, "go depth 2");
  assertEquals(await engine.answers("stop", "ponderhit"), []);
  await engine.send("go infinite", "ponderhit");
  assert((await engine.during(100)).every((line) => INFO.test(line)));
  await engine.line(BEST_MOVE, "stop");
});

/** Commands sent together, and the greatest depth of each search that answers; 0 for any depth. */
const WAITING: readonly (readonly [commands: readonly string[], depths: readonly number[]])[] = [
  [["go depth 6", "go depth 3"], [6, 3]],
  [["go depth 5", "go depth 6", "go nodes 3000 depth 2", "go depth 1"], [5, 6, 2, 1]],
  [["go depth 6", "position startpos moves e2e4", "go depth 2", "position startpos"], [6, 2]],
  [["go depth 6", "ucinewgame", "go depth 2"], [6, 2]],
  [["go depth 6", "perft 2", "go perft 2", "bench 1", "go depth 2"], [6, 2]],
  [["go depth 6", "setoption name Hash value 8", "eval", "go depth 2"], [6, 2]],
  [["go depth 6", "go depth x", "go depth 3"], [6, 0, 3]],
  // A search without end is stopped, and a `stop` ends everything before it.
  [["go infinite", "go depth 4"], [0, 4]],
  [["go ponder wtime 100000 btime 100000", "go infinite", "go depth 2"], [0, 0, 2]],
  [["go movetime 100000", "go movetime 100000", "stop"], [0, 0]],
  [["go movetime 100000", "go infinite", "go movetime 100000", "stop", "go depth 3"], [0, 0, 0, 3]],
  [["go movetime 100000", "perft 9", "stop", "go depth 2"], [0, 2]],
];

test("a `go` waits for a search with an end; each `go` has its own answer", async (engine) => {
  for (const [commands, depths] of WAITING) {
    await engine.answers("ucinewgame", "position startpos");
    await engine.send(...commands);
    for (const depth of depths) {
      const found = (await engine.until(/^bestmove/)).map((line) =>
        Number(/^info depth (\d+) seldepth/.exec(line)?.[1] ?? 0)
      );
      if (depth > 0) assertEquals(Math.max(...found), depth, commands.join(", "));
    }
    assertEquals((await engine.answers()).filter((line) => line.startsWith("bestmove")), [], commands.join(", "));
  }
});

test("while a `go` waits for a search, `isready` and `stop` still take effect", async (engine) => {
  await engine.line(/^info depth 5 /, "go movetime 100000", "position startpos moves e2e4", "go movetime 100000");
  assertEquals((await engine.answers()).filter((line) => line.startsWith("bestmove")), []);
  await engine.send("go movetime 100000", "stop");
  for (const fen of [START_FEN, AFTER_E4, AFTER_E4]) checkSearch(await engine.until(/^bestmove/), fen);
});

test("`ucinewgame` and Clear Hash make a search repeatable", async (engine) => {
  const nodes = async (): Promise<string> => {
    const lines = await engine.until(/^bestmove/, "position startpos moves e2e4", "go depth 6");
    return / nodes (\d+)/.exec(lines.filter((line) => INFO.test(line)).pop()!)![1];
  };
  const first = await nodes();
  const second = await nodes();
  await engine.send("ucinewgame");
  assertEquals(await nodes(), first);
  await engine.send("setoption name Clear Hash");
  assertEquals(await nodes(), first);
  assert(second !== first, "within a game, a search uses the results of earlier searches");
});
