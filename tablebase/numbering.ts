/**
 * How the tablebase format numbers squares (Ronald de Man, 2013).
 *
 * Symmetry reduces the number of placements. Without pawns, the first piece is mirrored into the triangle a1-d1-d4 (ten
 * squares); if it is on the long diagonal, the first piece off the diagonal is mirrored below it. With pawns, the board
 * can only be mirrored left to right. The leading pawn, the one nearest to the edge, is on one of the files a to d.
 *
 * @module
 */

import { KING_ATTACKS } from "../core/attacks.ts";
import { hasSquare } from "../core/bitboard.ts";
import { fileOf, rankOf } from "../core/types.ts";

/** How many placements there are for three different pieces, and for two kings. Mirror images are counted once. */
export const TRIPLES = 31332, KING_PAIRS = 462;
const MAX_LEAD_PAWNS = 5;

/** Numbers the squares of the triangle a1-d1-d4 from 0 to 9, the diagonal last; −1 for all other squares. */
export const TRIANGLE: Int8Array = new Int8Array(64).fill(-1);
/** Numbers the squares below the long diagonal from 0 to 27; −1 for all other squares. */
const BELOW_DIAGONAL: Int8Array = new Int8Array(64).fill(-1);
/** Numbers the placements of two kings from 0 to 461, `[TRIANGLE of the first << 6 | second]`; −1 if impossible. */
export const KINGS: Int16Array = new Int16Array(10 * 64).fill(-1);
/**
 * Numbers the squares of pawns from 0 to 47. The pawn with the greatest number is the leading pawn: the one nearest to
 * the edge and, of two on a file, the one further back. Its number is also how many squares remain for the other pawns.
 */
export const PAWN_ORDER: Int8Array = new Int8Array(64).fill(-1);
/** The first index if the leading pawn is on this square, `[pawns << 6 | square]`; each file starts at 0. */
export const LEAD_PAWN_START: Int32Array = new Int32Array((MAX_LEAD_PAWNS + 1) << 6);
/** The number of placements of this many pawns with the leading pawn on this file, `[pawns << 2 | file]`. */
export const LEAD_PAWN_COUNT: Int32Array = new Int32Array((MAX_LEAD_PAWNS + 1) << 2);

/** The number of ways to choose k out of n, `[k << 6 | n]`; k ≤ 6. */
const CHOICES = new Float64Array(7 << 6);

fillChoices();
fillTriangles();
fillKings();
fillPawns();

/** The number of ways to choose k out of n; k ≤ 6, n ≤ 63. */
export function choose(n: number, k: number): number {
  return CHOICES[k << 6 | n];
}

/** On which side of the diagonal a1-h8 a square is: below (negative), on it (0) or above (positive). */
export function diagonalSide(square: number): number {
  return (square >> 3) - (square & 7);
}

/** A square's mirror image across the long diagonal. */
export function transpose(square: number): number {
  return square >> 3 | (square & 7) << 3;
}

function fillChoices(): void {
  for (let n = 0; n < 64; n++) {
    CHOICES[n] = 1;
    for (let k = 1; k <= 6 && n > 0; k++) CHOICES[k << 6 | n] = choose(n - 1, k - 1) + choose(n - 1, k);
  }
}

function fillTriangles(): void {
  let below = 0;
  let inTriangle = 0;
  for (let square = 0; square < 64; square++) {
    if (diagonalSide(square) >= 0) continue;
    BELOW_DIAGONAL[square] = below++;
    if (fileOf(square) < 4) TRIANGLE[square] = inTriangle++;
  }
  for (let step = 0; step < 4; step++) TRIANGLE[step * 9] = inTriangle++;
}

/** Pairs with both kings on the diagonal come last. */
function fillKings(): void {
  let next = 0;
  for (const onDiagonal of [false, true]) {
    for (let number = 0; number < 10; number++) {
      const first = TRIANGLE.indexOf(number);
      for (let second = 0; second < 64; second++) {
        if (second === first || hasSquare(KING_ATTACKS[first << 1], KING_ATTACKS[first << 1 | 1], second)) continue;
        const isFirstOn = diagonalSide(first) === 0;
        if (isFirstOn && diagonalSide(second) > 0) continue;
        if ((isFirstOn && diagonalSide(second) === 0) !== onDiagonal) continue;
        KINGS[number << 6 | second] = next++;
      }
    }
  }
}

function fillPawns(): void {
  let left = 47;
  for (let file = 0; file < 4; file++) {
    for (let rank = 1; rank <= 6; rank++) {
      PAWN_ORDER[rank << 3 | file] = left--;
      PAWN_ORDER[rank << 3 | file ^ 7] = left--;
    }
  }
  for (let pawns = 1; pawns <= MAX_LEAD_PAWNS; pawns++) {
    for (let file = 0; file < 4; file++) {
      let start = 0;
      for (let rank = 1; rank <= 6; rank++) {
        const square = rank << 3 | file;
        LEAD_PAWN_START[pawns << 6 | square] = start;
        start += choose(PAWN_ORDER[square], pawns - 1);
      }
      LEAD_PAWN_COUNT[pawns << 2 | file] = start;
    }
  }
}

/** The number of a placement of three different pieces, 0 … 31331. Their squares must already be mirrored. */
export function tripleNumber(a: number, b: number, c: number): number {
  // The squares that the earlier pieces occupy are not counted.
  const second = b - (b > a ? 1 : 0);
  const third = c - (c > a ? 1 : 0) - (c > b ? 1 : 0);
  if (diagonalSide(a) !== 0) return (TRIANGLE[a] * 63 + second) * 62 + third;
  const onA = rankOf(a);
  if (diagonalSide(b) !== 0) return (6 * 63 + onA * 28 + BELOW_DIAGONAL[b]) * 62 + third;
  const onB = rankOf(b) - (b > a ? 1 : 0);
  const offDiagonal = (6 * 63 + 4 * 28) * 62;
  if (diagonalSide(c) !== 0) return offDiagonal + (onA * 7 + onB) * 28 + BELOW_DIAGONAL[c];
  const onC = rankOf(c) - (c > a ? 1 : 0) - (c > b ? 1 : 0);
  return offDiagonal + 4 * 7 * 28 + (onA * 7 + onB) * 6 + onC;
}
