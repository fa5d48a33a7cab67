import { assertEquals } from "@std/assert";
import {
  choose,
  diagonalSide,
  KING_PAIRS,
  KINGS,
  LEAD_PAWN_COUNT,
  LEAD_PAWN_START,
  PAWN_ORDER,
  transpose,
  tripleNumber,
  TRIPLES,
} from "../../tablebase/numbering.ts";

Deno.test("`choose()` counts choices as Pascal's triangle does", () => {
  assertEquals([choose(5, 0), choose(5, 2), choose(5, 5), choose(3, 4), choose(62, 2)], [1, 10, 1, 0, 1891]);
  assertEquals(choose(63, 6), 67945521);
});

Deno.test("two kings have the numbers 0 to 461, each once", () => {
  const numbers = Array.from(KINGS).filter((number) => number >= 0);
  assertEquals(numbers.length, KING_PAIRS);
  assertEquals(new Set(numbers).size, KING_PAIRS);
  assertEquals(Math.max(...numbers), KING_PAIRS - 1);
});

Deno.test("three men have 31332 numbers, each for the placements that symmetry makes equal", () => {
  const seen = new Set<number>();
  for (let a = 0; a < 64; a++) {
    if ((a & 7) > 3 || a >> 3 > 3 || diagonalSide(a) > 0) continue;
    for (let b = 0; b < 64; b++) {
      if (b === a || (diagonalSide(a) === 0 && diagonalSide(b) > 0)) continue;
      for (let c = 0; c < 64; c++) {
        if (c === a || c === b) continue;
        if (diagonalSide(a) === 0 && diagonalSide(b) === 0 && diagonalSide(c) > 0) continue;
        seen.add(tripleNumber(a, b, c));
      }
    }
  }
  assertEquals(seen.size, TRIPLES);
  assertEquals(Math.max(...seen), TRIPLES - 1);
});

Deno.test("the leading pawn is the one nearest to the edge, and the one furthest back on its file", () => {
  const [a2, h2, a7, b2, e2, d7] = [8, 15, 48, 9, 12, 51].map((square) => PAWN_ORDER[square]);
  assertEquals([a2, h2, a7 > b2, b2 > e2, d7], [47, 46, true, true, 1]);
  assertEquals(Array.from(PAWN_ORDER).filter((number) => number >= 0).sort((a, b) => a - b), [...Array(48).keys()]);
});

Deno.test("placements of leading pawns are counted without gaps", () => {
  // One pawn: six squares on each file. Two: as many as there are squares for the other.
  assertEquals([0, 1, 2, 3].map((file) => LEAD_PAWN_COUNT[1 << 2 | file]), [6, 6, 6, 6]);
  assertEquals([0, 1, 2, 3].map((file) => LEAD_PAWN_COUNT[2 << 2 | file]), [252, 180, 108, 36]);
  assertEquals([8, 16, 48].map((square) => LEAD_PAWN_START[1 << 6 | square]), [0, 1, 5]);
  assertEquals([8, 16, 24].map((square) => LEAD_PAWN_START[2 << 6 | square]), [0, 47, 92]);
});

Deno.test("`transpose()` mirrors at the long diagonal", () => {
  assertEquals([0, 1, 7, 63, 12].map(transpose), [0, 8, 56, 63, 33]);
});
