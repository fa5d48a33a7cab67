import { assert, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { judgeLimits } from "../../engine/games/random_openings.ts";
import { parseGenfens } from "../../uci/genfens.ts";
import { createSearch, legalMoves, run } from "../search/fixtures.ts";
import { engineArguments } from "../engine_bundle.ts";
import { testInFolder as test } from "../folder.ts";
import { runProgram } from "../program.ts";

const PREFIX = "info string genfens ";
const START = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

/** Runs the engine with commands as arguments, and returns the lines it writes. */
async function engine(commands: readonly string[], code = 0): Promise<string[]> {
  const run = await runProgram(Deno.execPath(), [...engineArguments("--allow-read"), ...commands, "quit"]);
  assertEquals([run.code, run.stderr], [code, ""], run.stdout);
  return run.stdout.trim().split("\n");
}

// lifetime_process_test.ts tests that the openings are the same on every run and after every game.
test("`genfens`, called as OpenBench does, writes the requested number of legal, even openings, and nothing else", async (folder) => {
  await Deno.writeTextFile(`${folder}/a.epd`, `${START} hmvc 2; fmvn 3;\n${START} bm Bb5; id "two";\n`);
  await Deno.writeTextFile(`${folder}/frc.epd`, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\n");
  const lines = await engine([
    // The space at the end is part of the call: after it OpenBench writes words of the tester's choice, usually none.
    "genfens 2 seed 18446744073709551615 book None ",
    "genfens 1 seed 5 book None",
    "genfens 2 seed 5 book None",
    `genfens 6 seed 3 book ${folder}/a.epd `,
    `genfens 2 seed 3 book ${folder}/frc.epd`,
    "setoption name UCI_Chess960 value true",
    "genfens 4 seed 1",
  ]);
  const positions = lines.map((line) => {
    assert(line.startsWith(PREFIX), line);
    return parseFen(line.slice(PREFIX.length));
  });
  assertEquals(lines.length, 2 + 1 + 2 + 6 + 2 + 4);
  // A longer list with the same seed begins with the same openings. Another seed gives other openings.
  assertEquals([lines[3], new Set(lines.slice(0, 5)).size], [lines[2], 4]);
  // The engine adds four or five plies to a position of a book. The first position of this book has four plies before
  // it. The second has no move number, so it counts as the first position of a game.
  const plies = positions.slice(5, 11).map(({ gamePly }) => gamePly);
  assertEquals(plies.filter((ply) => ![8, 9, 4, 5].includes(ply)), []);
  assert(plies.some((ply) => ply >= 8) && plies.some((ply) => ply <= 5), `${plies}`);
  // Castling rights are written for Chess960 if the book or the option demands it.
  const isChess960 = positions.map(({ chess960 }) => chess960);
  assertEquals(isChess960.slice(0, 11).includes(true), false);
  assert(isChess960.slice(11, 13).includes(true) && isChess960.slice(13).includes(true), lines.join("\n"));
  // The openings are even according to the engine.
  for (const position of positions.slice(0, 2)) {
    assert(legalMoves(position).length > 0);
    assertLessOrEqual(Math.abs(run(createSearch(16).search, position, judgeLimits()).score), 300);
  }
});

Deno.test("an invalid request for openings is refused", () => {
  assertEquals(parseGenfens(["7", "seed", "1", "book", "none"]), { count: 7, seed: 1n, bookPath: "" });
  assertEquals(parseGenfens(["7", "seed", "1"]), { count: 7, seed: 1n, bookPath: "" });
  assertEquals(parseGenfens("7 seed 1 book my books/a.epd".split(" ")).bookPath, "my books/a.epd");
  const refused = ["", "x seed 1", "5", "5 seed", "5 seed -1", "5 seeds 1", "5 seed 1 book", "5 seed 1 bock None"];
  for (const words of refused) {
    assertThrows(() => parseGenfens(words.split(" ")), SyntaxError, "Expected 'genfens N seed S [book FILE]'");
  }
});

test("an unusable book is reported in one line, although the command ends with the name of a game file", async (folder) => {
  await Deno.writeTextFile(`${folder}/a.pgn`, '[Event "?"]\n\n1. e4 e5 *\n');
  const lines = await engine([`genfens 2 seed 1 book ${folder}/a.pgn`], 1);
  assertEquals(lines.length, 1);
  assert(lines[0].startsWith(`info string Cannot read the book '${folder}/a.pgn': `), lines[0]);
});
