/** The UCI protocol, and the commands for people and tools; go_process_test.ts tests searching. @module */

import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { engineTests } from "./engine_process.ts";
import { checkSearch, MESSAGE } from "./protocol_fixtures.ts";

const test = engineTests("words, options, positions and commands");
const CAN_CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

test("`uci` is answered with a name, an author and well-formed options, which accept their defaults", async (engine) => {
  const lines = await engine.until(/^uciok$/, "uci");
  assertMatch(lines[0], /^id name Hindsight \d+\.\d+/);
  assertMatch(lines[1], /^id author \S/);
  for (const line of lines.slice(2, -1)) {
    assertMatch(
      line,
      /^option name \S.* type (spin default \d+ min \d+ max \d+|check default (true|false)|string default <empty>|combo default .* var .*|button)$/,
    );
    const [, name, fallback] = /^option name (.+) type \w+(?: default (\S+))?/.exec(line) ?? [];
    const value = fallback === undefined ? "" : ` value ${fallback}`;
    // Setting an option to its current value prints nothing.
    assertEquals(await engine.answers(`setoption name ${name}${value}`), [], line);
  }
});

test("any white space separates words, and blank lines and `#` lines are ignored", async (engine) => {
  assertEquals(await engine.answers("", "   ", "# position startpos moves d2d4", "\t#", "  #x"), []);
  await engine.sendRaw("\r\n  position\tstartpos   moves \t e2e4\r\n\r\n");
  assertStringIncludes(await engine.fen(), "/4P3/");
});

test("an unknown command is answered with one line", async (engine) => {
  for (const line of ["xyzzy", "GO depth 1", "joho debug on", "\u0000\u0007", "\u001a", "é♞", "x".repeat(100_000)]) {
    assertLess((await engine.message(line)).length, 300);
  }
});

test("an option's name is read in any case, and a refused value is answered with one line", async (engine) => {
  assertEquals(await engine.answers("setoption name mOvE   oVeRhEaD value 30", "setoption name hash value 8"), []);
  const refused = [
    "setoption name Hash value 0",
    "setoption name Hash value many",
    "setoption name Ponder value perhaps",
    "setoption name No Such Option value with several words",
    "setoption name SyzygyPath value /no/such/path",
    "setoption name NalimovPath value <empty>",
    "setoption",
  ];
  for (const line of refused) await engine.message(line);
});

test("a bad FEN is refused with one line and the board keeps its position", async (engine) => {
  assertEquals(await engine.answers("position startpos moves e2e4 e7e5"), []);
  const before = await engine.fen();
  const refused = [
    "position",
    "position startpos e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
  ];
  for (const line of refused) {
    await engine.message(line);
    assertEquals(await engine.fen(), before, line);
  }
});

test("a FEN as some other programs write it is read, and one line lists the repairs", async (engine) => {
  const pieces = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  const read = [
    ["4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", /'K'.*'Q'.*'k'.*'q'/],
    ["4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", /'Q'/],
    [pieces, `${pieces} w - - 0 1`, /Side to move/],
    [`${pieces} w KQkq - bm e4; id "x";`, `${pieces} w KQkq - 0 1`, /'bm e4; id x;'/],
    [`${pieces} b KQkq e6 3 7`, `${pieces} b KQkq - 3 7`, /e6/],
  ] as const;
  for (const [text, fen, message] of read) {
    const mended = await engine.message(`position fen ${text}`);
    assertMatch(mended, /^info string The FEN was corrected\. /);
    assertMatch(mended, message);
    assertEquals(await engine.fen(), fen);
    checkSearch(await engine.until(/^bestmove/, "go depth 1"), fen);
  }
  assertEquals(await engine.answers(`position fen ${pieces} W KQkq -`), []);
  assertEquals(await engine.fen(), `${pieces} w KQkq - 0 1`);
});

test("an illegal move ends the move list with one line, and the moves before it are played", async (engine) => {
  for (const bad of ["e1e3", "e7e5q", "0000", "O-O", "zz", "e2e4"]) {
    assertStringIncludes(await engine.message(`position startpos moves e2e4 e7e5 ${bad} g1f3`), bad);
    assertEquals(await engine.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  }
});

test("after a refused `position`, nothing is searched until another one is accepted", async (engine) => {
  const refused = ["position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "position startpos moves e2e4 e7e5 e1e3", "position"];
  for (const position of refused) {
    assertEquals((await engine.answers("position startpos moves d2d4", position)).length, 1);
    for (let i = 0; i < 2; i++) {
      const [message, ...answer] = await engine.until(/^bestmove/, "ucinewgame", "go depth 2");
      assertMatch(message, /^info string The latest position was refused\. /);
      assertEquals(answer, ["info depth 0 score cp 0", "bestmove (none)"]);
    }
    for (const command of ["eval", "histories", "why e4", "flip", "perft 1", "go perft 1"]) {
      assertMatch(await engine.message(command), /^info string The latest position was refused\. /);
    }
    await engine.send("position startpos moves e2e4", "go depth 2");
    checkSearch(await engine.until(/^bestmove/), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  }
});

test("castling is read and written as the king's move, and with UCI_Chess960 as king takes rook", async (engine) => {
  const after = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
  for (const castling of ["KQkq", "HAha", "KQha"]) {
    const fen = CAN_CASTLE.replace("KQkq", castling);
    assertEquals(await engine.answers(`position fen ${fen} moves e1g1`), []);
    assertEquals(await engine.fen(), after, castling);
  }
  await engine.send(`position fen ${CAN_CASTLE}`, "go depth 1 searchmoves e1g1");
  assertMatch(await engine.line(/^bestmove/), /^bestmove e1g1( |$)/);
  assertEquals(await engine.answers("setoption name UCI_Chess960 value true"), []);
  assertMatch(await engine.line(/^bestmove/, "go depth 1 searchmoves e1h1"), /^bestmove e1h1( |$)/);
  assertEquals(await engine.answers(`position fen ${CAN_CASTLE} moves e1h1 e8a8`), []);
  assertStringIncludes(await engine.fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
  // The rook is on the king's target square.
  assertEquals(await engine.answers("position fen 1k6/8/8/8/8/8/8/4KR2 w F - 0 1 moves e1f1"), []);
  assertStringIncludes(await engine.fen(), "1k6/8/8/8/8/8/8/5RK1 b - - 1 1");
});

test("`perft` and `go perft` print each move and the total", async (engine) => {
  for (const command of ["perft 3", "go perft 3"]) {
    const lines = await engine.until(/^Nodes searched: /, command);
    assertEquals(lines.pop(), "Nodes searched: 8902");
    const moves = lines.filter((line) => /^[a-h][1-8][a-h][1-8]: \d+$/.test(line));
    assertEquals(moves.length, 20);
    assertEquals(moves.reduce((sum, line) => sum + Number(line.split(": ")[1]), 0), 8902);
    await engine.line(/^Time: /);
  }
  for (const command of ["perft", "perft x", "perft 0", "go perft -1"]) await engine.message(command);
});

test("during a `perft`, `isready` is answered immediately and `stop` ends it, in the same piece of input or later", async (engine) => {
  for (const command of ["perft 9", "go perft 9"]) {
    await engine.line(/^readyok$/, command, "isready");
    await engine.send("isready", "isready");
    for (let i = 0; i < 2; i++) await engine.line(/^readyok$/);
    await engine.line(/^info string Perft .* was stopped$/, "stop");
    const lines = await engine.until(/^Fen: /, command, "isready", "stop", "d");
    assertMatch(lines.find((line) => MESSAGE.test(line)) ?? "", /^info string Perft .* was stopped$/);
    assertEquals(lines.filter((line) => line === "readyok").length, 1);
  }
  await engine.line(/^Nodes searched: 20$/, "perft 1");
});

test("the commands for people answer: `d`, `eval`, `flip`, `version`, `compiler`, `help`", async (engine) => {
  const board = await engine.answers("position startpos moves e2e4 e7e5 d1h5 g8f6 h5f7", "d");
  // Programs rely on these places: 17 lines of the board, its files, an empty line, the rest, the checkers last.
  assertEquals([board[1], board[2], board[17], board[18]], [
    " +---+---+---+---+---+---+---+---+",
    " | r | n | b | q | k | b |   | r | 8",
    " +---+---+---+---+---+---+---+---+",
    "   a   b   c   d   e   f   g   h",
  ]);
  const found = [board[20], board.at(-1)];
  assertEquals(found, ["Fen: rnbqkb1r/pppp1Qpp/5n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3", "Checkers: f7"]);
  assert(board.some((line) => /^Key: [0-9A-F]{16}$/.test(line)));
  assertEquals(await engine.answers("flip"), []);
  assertEquals(await engine.fen(), "rnb1kbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1qPP/RNBQKB1R w KQkq - 0 3");
  assert((await engine.answers("position startpos", "eval")).length > 0);
  assertMatch((await engine.answers("version"))[0], /^Hindsight \d+\.\d+/);
  assertMatch((await engine.answers("compiler"))[0], /^TypeScript \d+\.\d+.* on Deno \d+\.\d+.*, V8 \d+.*, \w+ \w+$/);
  const help = await engine.answers("help");
  assert(help.some((line) => line.startsWith("Programs for people: hindsight play, ")));
  const names = ["uci", "go", "position", "bench", "perft", "eval", "d", "flip", "quit", "help", "version", "compiler"];
  for (const name of names) assert(help.some((line) => line === name || line.startsWith(`${name} `)), name);
});
