import { assertEquals } from "@std/assert";
import { isWhiteAt, labelOf, numberingOf, numberLine } from "../../../web/state/numbering.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Deno.test("`numberingOf()` reads side and number of a FEN, and counts from 1 where there is no number", () => {
  assertEquals(numberingOf(START), { fullmove: 1, isWhite: true });
  assertEquals(numberingOf("8/8/8/8/8/8/8/K1k5 b - - 3 47"), { fullmove: 47, isWhite: false });
  assertEquals(numberingOf("8/8/8/8/8/8/8/K1k5 b - -"), { fullmove: 1, isWhite: false });
});

Deno.test("`labelOf()` counts a pair of moves as one, whichever side moves first", () => {
  const white = numberingOf(START);
  assertEquals([0, 1, 2, 3].map((ply) => labelOf(white, ply)), ["1.", "1…", "2.", "2…"]);
  assertEquals([0, 1, 2].map((ply) => isWhiteAt(white, ply)), [true, false, true]);
  const black = { fullmove: 12, isWhite: false };
  assertEquals([0, 1, 2, 3].map((ply) => labelOf(black, ply)), ["12…", "13.", "13…", "14."]);
  assertEquals([0, 1].map((ply) => isWhiteAt(black, ply)), [false, true]);
});

Deno.test("`numberLine()` numbers the first move and every move of White", () => {
  const san = ["Nf6", "d4", "d5", "c4"];
  assertEquals(numberLine(numberingOf(START), 1, san), { san, numbers: ["1…", "2.", "", "3."] });
  assertEquals(numberLine({ fullmove: 7, isWhite: false }, 1, san).numbers, ["8.", "", "9.", ""]);
  assertEquals(numberLine(numberingOf(START), 0, []), { san: [], numbers: [] });
});
