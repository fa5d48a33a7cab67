/**
 * Tables of squares: those that a piece attacks on an empty board, those between two squares, and those on the line
 * through two squares.
 *
 * All tables except `RAYS` hold bitboards: element `index << 1` is the low half, and the next element is the high half.
 * @module
 */

import { fileOf, rankOf } from "./types.ts";

// The eight directions of a queen, clockwise from north, then the eight directions of a knight.
const FILE_STEPS = [0, 1, 1, 1, 0, -1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1];
const RANK_STEPS = [1, 1, 0, -1, -1, -1, 0, 1, 2, 1, -1, -2, -2, -1, 1, 2];

/** For each square and direction, the squares up to the edge of the board, nearest first, `[square][direction]`. */
export const RAYS: readonly (readonly number[])[][] = Array.from(
  { length: 64 },
  (_, square) =>
    FILE_STEPS.map((fileStep, direction) => {
      const ray: number[] = [];
      let file = fileOf(square);
      let rank = rankOf(square);
      while (((file += fileStep) | (rank += RANK_STEPS[direction])) >= 0 && file < 8 && rank < 8) {
        ray.push(rank << 3 | file);
      }
      return ray;
    }),
);

/** Squares a knight attacks, `[square << 1 | half]`. */
export const KNIGHT_ATTACKS: Int32Array = rayTable([8, 9, 10, 11, 12, 13, 14, 15], 1);
/** Squares a king attacks, `[square << 1 | half]`. */
export const KING_ATTACKS: Int32Array = rayTable([0, 1, 2, 3, 4, 5, 6, 7], 1);
/** Squares a pawn attacks, `[(colour << 6 | square) << 1 | half]`. */
export const PAWN_ATTACKS: Int32Array = Int32Array.of(...rayTable([1, 7], 1), ...rayTable([3, 5], 1));
/** Squares a bishop attacks on an empty board, `[square << 1 | half]`. */
export const BISHOP_RAYS: Int32Array = rayTable([1, 3, 5, 7]);
/** Squares a rook attacks on an empty board, `[square << 1 | half]`. */
export const ROOK_RAYS: Int32Array = rayTable([0, 2, 4, 6]);
/** Squares strictly between `a` and `b`, `[(a << 6 | b) << 1 | half]`; empty if no line joins them. */
export const BETWEEN: Int32Array = new Int32Array(64 * 64 * 2);
/** The whole line through `a` and `b`, `[(a << 6 | b) << 1 | half]`; empty if no line joins them. */
export const LINE: Int32Array = new Int32Array(64 * 64 * 2);

fillLines();

function addSquare(table: Int32Array, index: number, square: number): void {
  table[index << 1 | square >> 5] |= 1 << square;
}

/**
 * The squares that lie in `directions` from each square. `end` works as in `slice`: -1 excludes the edge of the board.
 */
export function rayTable(directions: number[], end?: number): Int32Array {
  const table = new Int32Array(128);
  for (let square = 0; square < 64; square++) {
    for (const direction of directions) {
      for (const s of RAYS[square][direction].slice(0, end)) addSquare(table, square, s);
    }
  }
  return table;
}

function fillLines(): void {
  for (let from = 0; from < 64; from++) {
    for (let direction = 0; direction < 8; direction++) {
      const ray = RAYS[from][direction];
      const between = new Int32Array(2);
      const line = new Int32Array(2);
      for (const square of [from, ...RAYS[from][direction ^ 4], ...ray]) addSquare(line, 0, square);
      for (const to of ray) {
        LINE.set(line, (from << 6 | to) << 1);
        BETWEEN.set(between, (from << 6 | to) << 1);
        addSquare(between, 0, to);
      }
    }
  }
}
