import { assert, assertEquals } from "@std/assert";
import { parseSquare, PIECE_LETTERS, squareName } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { PieceGroups } from "../../tablebase/groups.ts";
import { choose, diagonalSide, KING_PAIRS, KINGS, LEAD_PAWN_COUNT } from "../../tablebase/numbering.ts";
import { LEAD_PAWN_START, PAWN_ORDER, transpose, tripleNumber, TRIPLES } from "../../tablebase/numbering.ts";

Deno.test("`choose()` agrees with Pascal's triangle", () => {
  assertEquals([choose(5, 0), choose(5, 2), choose(5, 5), choose(3, 4), choose(62, 2)], [1, 10, 1, 0, 1891]);
  assertEquals(choose(63, 6), 67945521);
});

Deno.test("two kings have the numbers 0 to 461, each once", () => {
  const numbers = Array.from(KINGS).filter((number) => number >= 0);
  assertEquals(numbers.length, KING_PAIRS);
  assertEquals(new Set(numbers).size, KING_PAIRS);
  assertEquals(Math.max(...numbers), KING_PAIRS - 1);
});

Deno.test("three men have 31332 numbers, one for each set of placements that symmetry makes equal", () => {
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

Deno.test("the leading pawn is the pawn nearest to the edge, and the furthest back on its file", () => {
  const [a2, h2, a7, b2, e2, d7] = [8, 15, 48, 9, 12, 51].map((square) => PAWN_ORDER[square]);
  assertEquals([a2, h2, a7 > b2, b2 > e2, d7], [47, 46, true, true, 1]);
  assertEquals(Array.from(PAWN_ORDER).filter((number) => number >= 0).sort((a, b) => a - b), [...Array(48).keys()]);
});

Deno.test("placements of leading pawns are counted without gaps", () => {
  // One pawn: six squares on each file. Two pawns: as many numbers as there are squares for the other pawn.
  assertEquals([0, 1, 2, 3].map((file) => LEAD_PAWN_COUNT[1 << 2 | file]), [6, 6, 6, 6]);
  assertEquals([0, 1, 2, 3].map((file) => LEAD_PAWN_COUNT[2 << 2 | file]), [252, 180, 108, 36]);
  assertEquals([8, 16, 48].map((square) => LEAD_PAWN_START[1 << 6 | square]), [0, 1, 5]);
  assertEquals([8, 16, 24].map((square) => LEAD_PAWN_START[2 << 6 | square]), [0, 47, 92]);
});

Deno.test("`transpose()` mirrors squares at the long diagonal", () =>
  assertEquals([0, 1, 7, 63, 12].map(transpose), [0, 8, 56, 63, 33]));

/** Men in an order that forms groups, and the format's numbers for placements of these men. */
const KNOWN: readonly [men: string, squares: string, number: number][] = [
  ["KQk", "d4 g1 d5", 28987],
  ["KQk", "c3 h5 d8", 28453],
  ["KQk", "g5 c6 b1", 18219],
  ["KkRR", "a6 d8 a1 c1", 109570],
  ["KkRR", "f1 a4 e2 f6", 365063],
  ["PKk", "a5 a4 g4", 11109],
  ["PKk", "a3 g4 d5", 12649],
  ["PPKk", "b5 d7 b6 g6", 498340],
  ["PPKk", "h3 f6 f1 c4", 422414],
  ["ppKk", "h3 b7 c7 g7", 763127],
  ["PPPKk", "d2 d6 d4 e8 g7", 396024],
  ["PpKk", "g7 f3 c3 h1", 5705],
  ["PpKk", "a6 b3 c7 e7", 870310],
  ["pPPKk", "d5 h6 f3 a3 h1", 2877597],
  ["pPPKk", "b4 d3 c6 h7 e6", 16561994],
];

/** The number of a placement, the number of all placements, and the file of the leading pawn. */
function numberOf(letters: string, squares: readonly number[]): { number: number; size: number; file: number } {
  const men = Array.from(letters, (letter) => PIECE_LETTERS.indexOf(letter));
  const leads = men.filter((piece) => piece === men[0]).length;
  const leading = squares.slice(0, leads).toSorted((a, b) => PAWN_ORDER[b] - PAWN_ORDER[a]);
  const file = Math.min(leading[0] & 7, ~leading[0] & 7);
  const groups = new PieceGroups(men, [0, 1], file);
  const number = groups.index(Int32Array.from([...leading, ...squares.slice(leads)]));
  return { number, size: groups.size, file: /p/i.test(letters) ? file : 0 };
}

Deno.test("placements have the numbers that the format gives them", () => {
  for (const [men, squares, number] of KNOWN) {
    assertEquals(numberOf(men, squares.split(" ").map(parseSquare)).number, number, `${men} ${squares}`);
  }
});

Deno.test("placements with the same number are mirror images, or differ only in the order of equal men", () => {
  const random = new Random(1n);
  for (const men of new Set(KNOWN.map(([men]) => men))) {
    const mirrors = [(square: number) => square ^ 7];
    if (!/p/i.test(men)) mirrors.push((square) => square ^ 56, transpose);
    const found = new Map<string, string>();
    for (let i = 0; i < 2000; i++) {
      const squares = Array.from(men, (letter) => /p/i.test(letter) ? 8 + random.below(48) : random.below(64));
      const [a, b] = [squares[men.indexOf("K")], squares[men.indexOf("k")]];
      const areAdjacent = Math.abs((a & 7) - (b & 7)) < 2 && Math.abs((a >> 3) - (b >> 3)) < 2;
      if (new Set(squares).size < men.length || areAdjacent) continue;
      const { number, size, file } = numberOf(men, squares);
      assert(number >= 0 && number < size, `${men} ${squares}: ${number}`);
      const images = [squares];
      for (const mirror of mirrors) images.push(...images.map((image) => image.map(mirror)));
      // The image that sorts first represents all images.
      const [least] = images.map((image) => image.map((square, i) => men[i] + squareName(square)).sort().join()).sort();
      assertEquals(found.get(`${file} ${number}`) ?? least, least);
      found.set(`${file} ${number}`, least);
    }
  }
});
