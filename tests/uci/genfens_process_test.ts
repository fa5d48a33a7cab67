/**
 * The `genfens` command.
 *
 * @module
 */

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
  const lines = await engine(["genfens 8 seed 18446744073709551615 book None "]);
  assertEquals(lines.length, 8);
  assertEquals(new Set(lines).size, 8);
  // They are judged by what the engine evaluates with.
  for (const line of lines) {
    assert(line.startsWith(PREFIX), line);
    const fen = line.slice(PREFIX.length);
    const position = parseFen(fen);
    assert(!position.chess960 && legalMoves(position).length > 0, fen);
    assert(Math.abs(run(createSearch(16).search, position, judgeLimits()).score) <= 300, fen);
  }
});

Deno.test("the same seed gives the same openings, and more of them begin alike", async () => {
  const few = await engine(["genfens 3 seed 5 book None"]);
  const more = await engine(["go depth 6", "genfens 5 seed 5 book None"]);
  assertEquals(more.slice(-5, -2), few);
  assertNotEquals(await engine(["genfens 3 seed 6 book None"]), few);
});

Deno.test("with UCI_Chess960 the openings start from positions of Chess960", async () => {
  const lines = await engine(["setoption name UCI_Chess960 value true", "genfens 8 seed 1"]);
  assertEquals(lines.length, 8);
  assert(lines.some((line) => parseFen(line.slice(PREFIX.length)).chess960));
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

Deno.test("`genfens` with a book starts from its positions and plays four or five moves more", async () => {
  await withFolder(async (folder) => {
    const start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    await Deno.writeTextFile(`${folder}/a.epd`, `${start} hmvc 2; fmvn 3;\n${start} bm Bb5; id "two";\n`);
    const request = `genfens 6 seed 3 book ${folder}/a.epd `;
    const lines = await engine([request]);
    assertEquals(lines.length, 6);
    const plies = lines.map((line) => parseFen(line.slice(PREFIX.length)).gamePly);
    // The first line of the book is four plies old; the second does not say, so it counts as new.
    assertEquals(plies.filter((ply) => ![8, 9, 4, 5].includes(ply)), []);
    assert(plies.some((ply) => ply >= 8) && plies.some((ply) => ply <= 5), `${plies}`);
    assertEquals(await engine([request]), lines);
  });
});

Deno.test("`genfens` with a book of Chess960 keeps its castling", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/frc.epd`, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\n");
    const lines = await engine([`genfens 4 seed 3 book ${folder}/frc.epd`]);
    assertEquals(lines.length, 4);
    assert(lines.some((line) => parseFen(line.slice(PREFIX.length)).chess960), lines.join("\n"));
  });
});

Deno.test("`genfens` reports a book that it cannot use in one line", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.pgn`, '[Event "?"]\n\n1. e4 e5 *\n');
    await Deno.writeTextFile(`${folder}/empty.epd`, "\n");
    // Eight pawns ahead, whatever is played.
    await Deno.writeTextFile(`${folder}/lost.epd`, "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n");
    const refusals = {
      "missing.epd": "Cannot read the book",
      "a.pgn": "Cannot use the book",
      "empty.epd": "got an empty file",
      "lost.epd": "found none in 200 openings",
    };
    for (const [name, reason] of Object.entries(refusals)) {
      const lines = await engine([`genfens 2 seed 1 book ${folder}/${name} `], 1);
      assertEquals(lines.length, 1, name);
      assert(lines[0].startsWith("info string ") && lines[0].includes(reason), lines[0]);
    }
  });
});
