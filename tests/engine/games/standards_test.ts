/** Deviations from the standards of PGN and FEN that the readers accept. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { gamesFromPgn } from "../../../engine/games/read_games.ts";
import { glyphSign } from "../../../engine/games/glyphs.ts";
import { Position } from "../../../engine/games/position.ts";
import { PositionSetup } from "../../../engine/games/position_setup.ts";
import { fenFault, fenWithPassedSquare, pgnFault } from "../../../engine/games/standards.ts";
import { START_FEN } from "../../../core/fen.ts";

const ENDING = '[FEN "7k/8/8/8/8/8/8/R3K3 w Q - 0 1"]';

Deno.test("written games keep to the standard, with comments, variations and glyphs", () => {
  const texts = [
    "1. e4 e5 *",
    "1. e4! e5 ; open (game)\n2. Nf3 {(the [best] move) 2. f4} (2. f4 $5 exf4 (2... d5)) 2... Nc6 3. Bb5 a6 1/2-1/2",
    '[White "A \\"B\\" {C"]\n\n1. d4 d5',
    `[SetUp "1"]\n${ENDING}\n\n1. O-O-O Kg7 2. Rd7+ *`,
    '% for others\n1. e4 (1. d4 $14) *\n\n[Event "?"]\n\n1. c4 0-1',
  ];
  for (const text of texts) {
    assertEquals(pgnFault(text), null, text);
    assertEquals(pgnFault(gamesFromPgn(text).map((game) => game.toPgn()).join("\n")), null, text);
  }
});

Deno.test("a move in a non-standard form is reported as a departure, with both forms", () => {
  const faults: [text: string, fault: string][] = [
    ["1. e2e4 *", "Game 1: Expected 'e4', but got 'e2e4'"],
    ["1. e4 e5 2. Ngf3 *", "Game 1: Expected 'Nf3', but got 'Ngf3'"],
    ["1. e4 e5 2. Nf3 (2. Bf1-c4) *", "Game 1: Expected 'Bc4', but got 'Bf1-c4'"],
    [`[SetUp "1"]\n${ENDING}\n\n1. 0-0-0 *`, "Game 1: Expected 'O-O-O', but got '0-0-0'"],
    ['1. e4 *\n\n[White "Anna"]\n\n1. d4 e7-e5 *', "Game 2 (Anna – ?): Expected 'e5', but got 'e7-e5'"],
    ["1. e4 Ke4 *", "Game 1: At 1... Ke4"],
    ["1. Sf3 *", "Game 1: The letters of the pieces were read as German"],
  ];
  for (const [text, fault] of faults) assertStringIncludes(pgnFault(text) ?? "", fault);
});

Deno.test("a start position needs both tags in exact spelling, and tag lines must have the standard form", () => {
  const rest = "\n\n1. O-O-O *";
  const together = 'Game 1: Expected the tags FEN and SetUp "1" together';
  assertEquals(pgnFault(ENDING + rest), together);
  assertEquals(pgnFault('[SetUp "1"]\n\n1. e4 *'), together);
  assertStringIncludes(pgnFault(`[SetUp "1"]\n${ENDING.replace("FEN", "fEn")}${rest}`) ?? "", "but got 'fEn'");
  assertStringIncludes(pgnFault("[Round 1]\n\n1. e4 *") ?? "", "is not a tag");
});

Deno.test("a FEN has six well-formed fields, which fit its board", () => {
  for (const fen of [START_FEN, "7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "1r2k1r1/8/8/8/8/8/8/4K3 b gb - 12 34"]) {
    assertEquals(fenFault(fen), null, fen);
  }
  const board = "4k3/8/8/8/8/8/8/R3K2R";
  const faulty = "w KQ -|w KQ - 0|w KQ - 0 0|w QK - 0 1|w KQ - 00 1|W KQ - 0 1|w  KQ - 0 1|w KQkq - 0 1".split("|");
  for (const rest of [...faulty, "w KQ e6 0 1"]) assertEquals(typeof fenFault(`${board} ${rest}`), "string", rest);
  assertStringIncludes(fenFault(`${board.replace("/8", "/17")} w KQ - 0 1`) ?? "", "one number");
  assertStringIncludes(fenFault("8/8/8/8/8/8/8/8 w - - 0 1") ?? "", "king");
});

Deno.test("a glyph has its usual sign, or none", () => {
  assertEquals([1, 6, 7, 10, 16, 146, 0, 99].map(glyphSign), ["!", "?!", "□", "=", "±", "N", null, null]);
  // The glyph numbers for White and for Black share one sign.
  assertEquals([36, 37, 132, 133, 18, 19].map(glyphSign), ["↑", "↑", "⇆", "⇆", "+−", "−+"]);
});

Deno.test("the en-passant square may be written even if no pawn can capture there", () => {
  const start = new Position();
  const fens: [Position, string][] = [
    [start, "-"],
    [start.play("e4"), "e3"],
    [start.play("e4").play("a5"), "a6"],
    [start.play("e3"), "-"],
    [start.play("Nf3"), "-"],
    [new Position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), "e3"],
  ];
  for (const [position, square] of fens) {
    const [board, side, rights, , ...clocks] = position.fen.split(" ");
    assertEquals(fenWithPassedSquare(position), [board, side, rights, square, ...clocks].join(" "));
  }
  const setup = new PositionSetup("8/8/8/8/4P3/8/8/8 b - e3 0 1");
  assertEquals(fenWithPassedSquare(setup), setup.fen);
});
