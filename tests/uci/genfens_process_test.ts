/** The `genfens` command. @module */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { judgeLimits } from "../../engine/games/random_openings.ts";
import { parseGenfens } from "../../uci/genfens.ts";
import { createSearch, legalMoves, run } from "../search/fixtures.ts";
import { engineArguments } from "../engine_bundle.ts";
import { withFolder } from "../folder.ts";
import { runProgram } from "../program.ts";

const PREFIX = "info string genfens ";

/** Runs the engine with commands as arguments, and returns the lines it writes. */
async function engine(commands: readonly string[], code = 0): Promise<string[]> {
  const run = await runProgram(Deno.execPath(), [...engineArguments("--allow-read"), ...commands, "quit"]);
  assertEquals(run.code, code, run.stdout + run.stderr);
  return run.stdout.trim().split("\n");
}

Deno.test("`genfens` as OpenBench calls it writes as many legal, even openings as it is asked for, and nothing else", async () => {
  // With the space at the end: there OpenBench puts words of the tester's choice, usually none.
  const lines = await engine(["genfens 4 seed 18446744073709551615 book None "]);
  assertEquals([lines.length, new Set(lines).size], [4, 4]);
  // They are judged by what the engine evaluates with.
  for (const line of lines) {
    assert(line.startsWith(PREFIX), line);
    const fen = line.slice(PREFIX.length);
    const position = parseFen(fen);
    assert(!position.chess960 && legalMoves(position).length > 0, fen);
    assert(Math.abs(run(createSearch(16).search, position, judgeLimits()).score) <= 300, fen);
  }
});

Deno.test("the same seed gives the same openings, more of them begin alike, and with UCI_Chess960 they are of Chess960", async () => {
  const requests = [
    "genfens 2 seed 5 book None",
    "genfens 2 seed 6 book None",
    "go depth 6",
    "genfens 3 seed 5 book None",
  ];
  const lines = await engine([...requests, "setoption name UCI_Chess960 value true", "genfens 4 seed 1"]);
  const fens = lines.filter((line) => line.startsWith(PREFIX)).map((line) => line.slice(PREFIX.length));
  assertEquals(fens.length, 2 + 2 + 3 + 4);
  assertEquals(fens.slice(4, 6), fens.slice(0, 2));
  assertNotEquals(fens.slice(2, 4), fens.slice(0, 2));
  assertEquals(fens.slice(0, 7).some((fen) => parseFen(fen).chess960), false);
  assert(fens.slice(7).some((fen) => parseFen(fen).chess960));
});

Deno.test("what is not a request for openings is refused", () => {
  assertEquals(parseGenfens(["7", "seed", "1", "book", "none"]), { count: 7, seed: 1n, bookPath: "" });
  assertEquals(parseGenfens(["7", "seed", "1"]), { count: 7, seed: 1n, bookPath: "" });
  assertEquals(parseGenfens("7 seed 1 book my books/a.epd".split(" ")).bookPath, "my books/a.epd");
  for (
    const words of ["", "x seed 1", "5", "5 seed", "5 seed -1", "5 seeds 1", "5 seed 1 book", "5 seed 1 bock None"]
  ) {
    assertThrows(() => parseGenfens(words.split(" ")), SyntaxError, "Expected 'genfens N seed S [book FILE]'");
  }
});

Deno.test("`genfens` with a book starts from its positions, plays four or five moves more, and keeps castling of Chess960", () =>
  withFolder(async (folder) => {
    const start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    await Deno.writeTextFile(`${folder}/a.epd`, `${start} hmvc 2; fmvn 3;\n${start} bm Bb5; id "two";\n`);
    await Deno.writeTextFile(`${folder}/frc.epd`, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\n");
    const request = `genfens 6 seed 3 book ${folder}/a.epd `;
    const lines = await engine([request, request, `genfens 3 seed 3 book ${folder}/frc.epd`]);
    assertEquals(lines.length, 6 + 6 + 3);
    const positions = lines.map((line) => parseFen(line.slice(PREFIX.length)));
    const plies = positions.slice(0, 6).map(({ gamePly }) => gamePly);
    // The first line of the book is four plies old; the second does not say, so it counts as new.
    assertEquals(plies.filter((ply) => ![8, 9, 4, 5].includes(ply)), []);
    assert(plies.some((ply) => ply >= 8) && plies.some((ply) => ply <= 5), `${plies}`);
    assertEquals(lines.slice(6, 12), lines.slice(0, 6));
    assert(positions.slice(12).some(({ chess960 }) => chess960), lines.join("\n"));
  }));

Deno.test("`genfens` reports a book that it cannot use in one line", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.pgn`, '[Event "?"]\n\n1. e4 e5 *\n');
    const lines = await engine([`genfens 2 seed 1 book ${folder}/a.pgn `], 1);
    assertEquals(lines.length, 1);
    assert(lines[0].startsWith(`info string Cannot read the book '${folder}/a.pgn': `), lines[0]);
  }));
