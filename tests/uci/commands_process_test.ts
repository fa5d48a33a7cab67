/**
 * The commands for people and for tools that test engines, driven from outside.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { engineTests } from "./engine_process.ts";
import { MESSAGE } from "./protocol_fixtures.ts";

const test = engineTests("commands for people");

test("`perft` and `go perft` print each move and the total", async (engine) => {
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

test("during a `perft`, `isready` is answered at once and `stop` ends it, in one piece with it or later", async (engine) => {
  for (const command of ["perft 9", "go perft 9"]) {
    await engine.send(command, "isready");
    await engine.line(/^readyok$/);
    await engine.send("isready", "isready");
    for (let i = 0; i < 2; i++) await engine.line(/^readyok$/);
    await engine.send("stop");
    await engine.line(/^info string Perft .* was stopped$/);
    await engine.send(command, "isready", "stop", "d");
    const lines = await engine.until(/^FEN: /);
    assertMatch(lines.find((line) => MESSAGE.test(line)) ?? "", /^info string Perft .* was stopped$/);
    assertEquals(lines.filter((line) => line === "readyok").length, 1);
  }
  await engine.send("perft 1");
  await engine.line(/^Nodes searched: 20$/);
});

test("the commands for people answer: `d`, `eval`, `flip`, `version`, `compiler`, `help`", async (engine) => {
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
  assert(help.some((line) => line.startsWith("Programs for people: hindsight play, ")));
  const names = ["uci", "go", "position", "bench", "perft", "eval", "d", "flip", "quit", "help", "version", "compiler"];
  for (const name of names) {
    assert(help.some((line) => line === name || line.startsWith(`${name} `)), name);
  }
});
