/**
 * The UCI protocol, driven from outside. Costs about 15 s, most of it starting processes.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { legalMoves } from "../../uci/game.ts";
import { EngineProcess } from "./engine_process.ts";

const INFO =
  /^info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)? nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv( [a-h][1-8][a-h][1-8][nbrq]?)+$/;
const MESSAGE = /^info string \S/;
const BEST_MOVE = /^bestmove [a-h][1-8][a-h][1-8][nbrq]?( ponder [a-h][1-8][a-h][1-8][nbrq]?)?$/;
const SIGN_OF_LIFE = /^info depth \d+ time \d+$/;

const FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
const CAN_CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/**
 * Asserts that a search's output is well-formed and ends with a legal best move, the first of the last line; returns
 * that move.
 */
function checkSearch(lines: string[], fen: string): string {
  const told = lines.filter((line) => !SIGN_OF_LIFE.test(line) && !MESSAGE.test(line));
  const best = told.pop() ?? "";
  assertMatch(best, BEST_MOVE);
  assert(told.length > 0, "a line with a score comes before bestmove");
  for (const line of told) {
    assertMatch(line, INFO);
    const position = parseFen(fen);
    for (const move of line.split(" pv ")[1].split(" ")) position.make(parseUci(position, move));
  }
  const first = told.filter((line) => line.includes(" multipv 1 ") && !line.includes("bound")).pop();
  assertEquals(first?.split(" pv ")[1].split(" ")[0], best.split(" ")[1]);
  return best.split(" ")[1];
}

Deno.test("`uci` is answered with a name, an author and every option that lichess-bot and GUIs set", async () => {
  await using engine = new EngineProcess();
  await engine.send("uci");
  const lines = await engine.until(/^uciok$/);
  assertMatch(lines[0], /^id name Hindsight \d+\.\d+/);
  assertMatch(lines[1], /^id author \S/);
  const names = ["Hash", "Clear Hash", "Move Overhead", "Threads", "UCI_Chess960", "MultiPV", "Ponder", "UCI_ShowWDL"];
  names.push("UCI_LimitStrength", "UCI_Elo", "Skill Level", "EvalFile", "SyzygyPath", "OwnBook", "Book File");
  for (const name of names) {
    assert(lines.some((line) => line.startsWith(`option name ${name} type `)), name);
  }
  for (const line of lines.slice(2, -1)) {
    assertMatch(
      line,
      /^option name \S.* type (spin default \d+ min \d+ max \d+|check default (true|false)|string default <empty>|button)$/,
    );
  }
});

Deno.test("every declared option accepts its own default", async () => {
  await using engine = new EngineProcess();
  await engine.send("uci");
  for (const line of await engine.until(/^uciok$/)) {
    const match = /^option name (.+) type (\w+)(?: default (\S+))?/.exec(line);
    if (match === null) continue;
    const value = match[3] === undefined ? "" : ` value ${match[3]}`;
    // What a path of tables leads to is always told.
    const expected = match[1] === "SyzygyPath" ? ["info string No folder of tablebases is set: none will be used"] : [];
    assertEquals(await engine.answers(`setoption name ${match[1]}${value}`), expected, line);
  }
});

Deno.test("`go` works straight after start, without `uci`, `isready`, `ucinewgame` or `position`", async () => {
  await using engine = new EngineProcess();
  await engine.send("go depth 4");
  checkSearch(await engine.until(/^bestmove/), START_FEN);
});

Deno.test("any white space separates words, and blank lines and `#` lines are ignored", async () => {
  await using engine = new EngineProcess();
  assertEquals(await engine.answers("", "   ", "# position startpos moves d2d4", "\t#", "  #x"), []);
  await engine.sendRaw("\r\n  position\tstartpos   moves \t e2e4\r\n\r\n");
  assertStringIncludes(await engine.fen(), "/4P3/");
});

Deno.test("an unknown command is answered with one line", async () => {
  await using engine = new EngineProcess();
  for (const line of ["xyzzy", "GO depth 1", "joho debug on", "\u0000\u0007", "é♞", "x".repeat(100_000)]) {
    const lines = await engine.answers(line);
    assertEquals(lines.length, 1, line);
    assertMatch(lines[0], MESSAGE);
    assertLess(lines[0].length, 300);
  }
});

Deno.test("`isready` is answered at once during a search", async () => {
  await using engine = new EngineProcess();
  await engine.send("isready", "go infinite");
  await engine.line(/^info depth 5 /);
  for (let i = 0; i < 10; i++) assert((await engine.answers()).every((line) => line.startsWith("info depth")));
  await engine.send("stop");
  await engine.line(BEST_MOVE);
});

Deno.test("an option's name is read in any case, and a refused value is answered with one line", async () => {
  await using engine = new EngineProcess();
  assertEquals(await engine.answers("setoption name mOvE   oVeRhEaD value 30", "setoption name hash value 8"), []);
  const refused = [
    "setoption name Hash value 0",
    "setoption name Hash value 99999999999999999999",
    "setoption name Hash value -4",
    "setoption name Hash value many",
    "setoption name Hash value 1.5",
    "setoption name Hash value <empty>",
    "setoption name Hash value",
    "setoption name Hash",
    "setoption name Ponder value perhaps",
    "setoption name MultiPV value 257",
    "setoption name Threads value 0",
    "setoption name Threads value 513",
    "setoption name Skill Level value 21",
    "setoption name UCI_Elo value 100",
    "setoption name UCI_LimitStrength value 1500",
    "setoption name No Such Option value with several words",
    "setoption name SyzygyPath value /no/such/path",
    "setoption name NalimovPath value <empty>",
    "setoption name",
    "setoption value 3",
    "setoption",
  ];
  for (const line of refused) {
    const lines = await engine.answers(line);
    assertEquals(lines.length, 1, line);
    assertMatch(lines[0], MESSAGE);
  }
});

Deno.test("`position startpos moves` without a move is valid", async () => {
  await using engine = new EngineProcess();
  assertEquals(await engine.answers("position startpos moves e2e4", "position startpos moves"), []);
  assertEquals(await engine.fen(), START_FEN);
});

Deno.test("a bad FEN is refused with one line and the board keeps its position", async () => {
  await using engine = new EngineProcess();
  assertEquals(await engine.answers("position startpos moves e2e4 e7e5"), []);
  const before = await engine.fen();
  const refused = [
    "position",
    "position fen",
    "position e2e4",
    "position startpos e2e4",
    "position moves e2e4",
    "position fen moves e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position fen rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
  ];
  for (const line of refused) {
    const lines = await engine.answers(line);
    assertEquals(lines.length, 1, line);
    assertMatch(lines[0], MESSAGE);
    assertEquals(await engine.fen(), before, line);
  }
});

Deno.test("an illegal move ends the move list with one line, and the moves before it stay", async () => {
  await using engine = new EngineProcess();
  for (const bad of ["e1e3", "e7e5q", "0000", "O-O", "zz", "e2e4"]) {
    const lines = await engine.answers(`position startpos moves e2e4 e7e5 ${bad} g1f3`);
    assertEquals(lines.length, 1, bad);
    assertMatch(lines[0], MESSAGE);
    assertStringIncludes(lines[0], bad);
    assertEquals(await engine.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  }
});

Deno.test("without a legal move the score is mate or a draw and there is no best move", async () => {
  await using engine = new EngineProcess();
  await engine.send(`position fen ${FOOLS_MATE}`, "go depth 3");
  assertEquals(await engine.until(/^bestmove/), ["info depth 0 score mate 0", "bestmove (none)"]);
  await engine.send(`position fen ${STALEMATE}`, "go movetime 10");
  assertEquals(await engine.until(/^bestmove/), ["info depth 0 score cp 0", "bestmove (none)"]);
  await engine.send("go infinite");
  assertEquals(await engine.during(200), ["info depth 0 score cp 0"]);
  await engine.send("stop");
  assertEquals(await engine.line(/^bestmove/), "bestmove (none)");
});

Deno.test("`go` understands its parameters in any order and survives what makes no sense", async () => {
  await using engine = new EngineProcess();
  const commands = [
    "go wtime 1000 btime 1000 winc 10 binc 10",
    "go binc 10 btime 500 winc 10 wtime 500",
    "go movestogo 1 wtime 300 btime 300",
    "go wtime 300",
    "go btime 300",
    "go wtime 0 btime 0",
    "go wtime -500 btime -500 winc -1 binc -1",
    "go wtime 1",
    "go movestogo 0 wtime 200",
    "go movestogo -3 wtime 200",
    "go movetime 20",
    "go movetime 0",
    "go movetime -5",
    "go nodes 1",
    "go nodes 0",
    "go nodes 500 depth 30 movetime 5000",
    "go depth 0",
    "go depth -1",
    "go depth 1000 nodes 300",
    "go mate 1 nodes 2000",
    "go searchmoves e2e4 d2d4 depth 3",
    "go depth 3 searchmoves e2e4 d2d4",
    "go depth",
    "go depth x",
    "go depth movetime 20",
    "go wtime btime 100",
    "go depth 2 unknown 7 words",
    "go depth 3.0",
    "go depth 3 depth 2",
  ];
  for (const command of commands) {
    await engine.send(command);
    checkSearch(await engine.until(/^bestmove/), START_FEN);
  }
});

Deno.test("`searchmoves` restricts the root, and moves in it that are not legal are named", async () => {
  await using engine = new EngineProcess();
  await engine.send("go depth 3 searchmoves a2a3 h2h3");
  assert(["a2a3", "h2h3"].includes(checkSearch(await engine.until(/^bestmove/), START_FEN)));
  await engine.send("go depth 2 searchmoves e2e5 g1h3");
  const lines = await engine.until(/^bestmove/);
  assertEquals(lines.filter((line) => MESSAGE.test(line)).length, 1);
  assertEquals(checkSearch(lines, START_FEN), "g1h3");
});

Deno.test("`go infinite` gives no best move before `stop`, not even at a mate or at the depth limit", async () => {
  await using engine = new EngineProcess();
  for (const [fen, go] of [[MATE_IN_1, "go infinite"], [START_FEN, "go depth 2 infinite"], [START_FEN, "go"]]) {
    await engine.send(`position fen ${fen}`, go);
    assert((await engine.during(300)).every((line) => INFO.test(line)));
    await engine.send("stop");
    await engine.line(BEST_MOVE);
    assertEquals(await engine.during(50), []);
  }
});

Deno.test("`go ponder` gives no best move before `ponderhit` or `stop`, whatever its limits", async () => {
  await using engine = new EngineProcess();
  for (const go of ["go ponder wtime 100 btime 100", "go depth 2 ponder", "go ponder movetime 10", "go ponder"]) {
    for (const end of ["ponderhit", "stop"]) {
      await engine.send(`position startpos moves e2e4`, go);
      assert((await engine.during(250)).every((line) => INFO.test(line)), go);
      await engine.send(end);
      await engine.line(BEST_MOVE);
      assertEquals(await engine.during(30), []);
    }
  }
});

Deno.test("a stray `stop` or `ponderhit` prints nothing", async () => {
  await using engine = new EngineProcess();
  assertEquals(await engine.answers("stop", "ponderhit", "stop"), []);
  await engine.send("go depth 2");
  await engine.line(BEST_MOVE);
  assertEquals(await engine.answers("stop", "ponderhit"), []);
  await engine.send("go infinite", "ponderhit");
  assert((await engine.during(200)).every((line) => INFO.test(line)));
  await engine.send("stop");
  await engine.line(BEST_MOVE);
});

Deno.test("a `go` during a search first ends the old one with its best move", async () => {
  await using engine = new EngineProcess();
  await engine.send("position startpos", "go infinite", "position startpos moves e2e4", "go depth 3");
  checkSearch(await engine.until(/^bestmove/), START_FEN);
  checkSearch(await engine.until(/^bestmove/), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assertEquals(await engine.during(50), []);
});

Deno.test("however `go`, `stop` and `ponderhit` follow each other, each `go` gets one best move", async () => {
  await using engine = new EngineProcess();
  const goes = ["go infinite", "go ponder wtime 50 btime 50", "go depth 3", "go nodes 200", "go movetime 3", "go"];
  const others = ["stop", "ponderhit", "isready", "position startpos moves d2d4 d7d5", "ucinewgame", "stop"];
  let expected = 0;
  let seed = 1;
  const random = (count: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % count;
  };
  let script = "";
  for (let i = 0; i < 300; i++) {
    if (random(2) === 0) {
      script += `${goes[random(goes.length)]}\n`;
      expected++;
    } else script += `${others[random(others.length)]}\n`;
    if (random(8) === 0) {
      await engine.sendRaw(script);
      script = "";
      await new Promise((resolve) => setTimeout(resolve, random(15)));
    }
  }
  await engine.sendRaw(`${script}stop\nposition startpos moves a2a3\ngo depth 1 searchmoves a7a6\n`);
  const lines = await engine.until(/^bestmove a7a6/);
  assertEquals(lines.filter((line) => line.startsWith("bestmove")).length, expected + 1);
  assertEquals(await engine.during(50), []);
});

Deno.test("MultiPV reports as many lines as asked for, ranked, with different first moves", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name MultiPV value 3", "go depth 5");
  const lines = await engine.until(/^bestmove/);
  checkSearch(lines, START_FEN);
  const last = lines.filter((line) => line.startsWith("info depth 5 ") && INFO.test(line)).slice(-3);
  assertEquals(last.map((line) => / multipv (\d+) /.exec(line)?.[1]), ["1", "2", "3"]);
  assertEquals(new Set(last.map((line) => / pv (\S+)/.exec(line)?.[1])).size, 3);
  await engine.send("setoption name MultiPV value 256", `position fen ${MATE_IN_1}`, "go depth 2");
  const ranks = (await engine.until(/^bestmove/)).flatMap((line) => / multipv (\d+) /.exec(line)?.[1] ?? []);
  assertEquals(Math.max(...ranks.map(Number)), legalMoves(parseFen(MATE_IN_1)).length);
});

Deno.test("castling is read and written by the king's way, and as king takes rook under UCI_Chess960", async () => {
  await using engine = new EngineProcess();
  const after = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
  for (const castling of ["KQkq", "HAha", "KQha"]) {
    const fen = CAN_CASTLE.replace("KQkq", castling);
    assertEquals(await engine.answers(`position fen ${fen} moves e1g1`), []);
    assertEquals(await engine.fen(), after, castling);
  }
  await engine.send(`position fen ${CAN_CASTLE}`, "go depth 1 searchmoves e1g1");
  assertMatch(await engine.line(/^bestmove/), /^bestmove e1g1( |$)/);
  assertEquals(await engine.answers("setoption name UCI_Chess960 value true"), []);
  await engine.send("go depth 1 searchmoves e1h1");
  assertMatch(await engine.line(/^bestmove/), /^bestmove e1h1( |$)/);
  assertEquals(await engine.answers(`position fen ${CAN_CASTLE} moves e1h1 e8a8`), []);
  assertStringIncludes(await engine.fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
  // The rook stands where the king goes.
  assertEquals(await engine.answers("position fen 1k6/8/8/8/8/8/8/4KR2 w F - 0 1 moves e1f1"), []);
  assertStringIncludes(await engine.fen(), "1k6/8/8/8/8/8/8/5RK1 b - - 1 1");
});

Deno.test("`ucinewgame` and Clear Hash make a search repeatable", async () => {
  await using engine = new EngineProcess();
  const nodes = async (): Promise<string> => {
    await engine.send("position startpos moves e2e4", "go depth 7");
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

Deno.test("`perft` and `go perft` print each move and the total", async () => {
  await using engine = new EngineProcess();
  for (const command of ["perft 3", "go perft 3"]) {
    await engine.send(command);
    const lines = await engine.until(/^Nodes searched: /);
    assertEquals(lines.pop(), "Nodes searched: 8902");
    const moves = lines.filter((line) => /^[a-h][1-8][a-h][1-8]: \d+$/.test(line));
    assertEquals(moves.length, 20);
    assertEquals(moves.reduce((sum, line) => sum + Number(line.split(": ")[1]), 0), 8902);
    await engine.line(/^Time: /);
  }
  for (const command of ["perft", "perft x", "perft 0", "go perft -1"]) {
    const lines = await engine.answers(command);
    assertEquals(lines.length, 1, command);
    assertMatch(lines[0], MESSAGE);
  }
});

Deno.test("during a `perft`, `isready` is answered at once and `stop` ends it", async () => {
  await using engine = new EngineProcess();
  await engine.send("perft 9");
  await new Promise((resolve) => setTimeout(resolve, 300));
  await engine.send("isready");
  await engine.line(/^readyok$/, 2000);
  await engine.send("stop");
  await engine.line(/^info string Perft .* was stopped$/, 3000);
  assertEquals(await engine.answers("perft 1").then((lines) => lines.includes("Nodes searched: 20")), true);
});

Deno.test("the commands for people answer: `d`, `eval`, `flip`, `version`, `compiler`, `help`", async () => {
  await using engine = new EngineProcess();
  const board = await engine.answers("position startpos moves e2e4 e7e5 d1h5 g8f6 h5f7", "d");
  assert(board.includes("Checkers: f7"));
  assert(board.includes("Legal moves: 1"));
  assert(board.some((line) => /^Key: [0-9A-F]{16}$/.test(line)));
  assertEquals(await engine.answers("flip"), []);
  assertEquals(await engine.fen(), "rnb1kbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1qPP/RNBQKB1R w KQkq - 0 3");
  assert((await engine.answers("position startpos", "eval")).length > 0);
  assertMatch((await engine.answers("version"))[0], /^Hindsight \d+\.\d+/);
  assertMatch((await engine.answers("compiler"))[0], /^TypeScript \d+\.\d+.* on Deno \d+\.\d+.*, V8 \d+.*, \w+ \w+$/);
  const help = await engine.answers("help");
  const names = ["uci", "go", "position", "bench", "perft", "eval", "d", "flip", "quit", "help", "version", "compiler"];
  for (const name of names) {
    assert(help.some((line) => line === name || line.startsWith(`${name} `)), name);
  }
});
