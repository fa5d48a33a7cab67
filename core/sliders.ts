/**
 * The squares that bishops and rooks attack, given the pieces in their way: kindergarten bitboards (Gerd Isenberg).
 *
 * A slider's attacks along one line depend on the occupancy of the six inner squares of that line. Multiplying the
 * masked occupancy by a constant gathers those squares into adjacent bits, which index a table `[square][64]` for each
 * of the four directions. A diagonal meets each file at most once, so its halves are first combined by a bitwise or.
 *
 * The tables take 128 KB and are filled in 10 milliseconds. Magic bitboards are as fast, but finding their constants
 * takes one second; classic rays are half as fast.
 * @module
 */

import { RAYS, rayTable } from "./attacks.ts";
import { fileOf, rankOf } from "./types.ts";

/** The inner squares of each square's diagonals: only pieces on these can block squares behind them. */
const DIAGONAL_MASKS = rayTable([1, 5], -1);
const ANTIDIAGONAL_MASKS = rayTable([3, 7], -1);
const DIAGONAL_ATTACKS = slidingTable(1, 5, fileOf);
const ANTIDIAGONAL_ATTACKS = slidingTable(3, 7, fileOf);
const RANK_ATTACKS = slidingTable(2, 6, fileOf);
const FILE_ATTACKS = slidingTable(0, 4, rankOf);

/** The argument of `bishopLo` and `bishopHi` for a square: two 13-bit table indices in one integer. */
export function bishopIndex(square: number, occLo: number, occHi: number): number {
  const pair = square << 1;
  const diagonal = (occLo & DIAGONAL_MASKS[pair]) | (occHi & DIAGONAL_MASKS[pair | 1]);
  const antidiagonal = (occLo & ANTIDIAGONAL_MASKS[pair]) | (occHi & ANTIDIAGONAL_MASKS[pair | 1]);
  return square << 7 | (Math.imul(diagonal, 0x02020202) >>> 26) << 1 |
    (Math.imul(antidiagonal, 0x02020202) >>> 26) << 15;
}

/** Low half of the bishop attacks at an index from `bishopIndex`. */
export function bishopLo(index: number): number {
  return DIAGONAL_ATTACKS[index & 0x1fff] | ANTIDIAGONAL_ATTACKS[(index & 0x1f80) | index >>> 14 & 0x7e];
}

/** High half of the bishop attacks at an index from `bishopIndex`. */
export function bishopHi(index: number): number {
  return DIAGONAL_ATTACKS[index & 0x1fff | 1] | ANTIDIAGONAL_ATTACKS[(index & 0x1f80) | index >>> 14 & 0x7e | 1];
}

/** The index of a square's rook attacks: the argument of `rookLo` and `rookHi`, packed like `bishopIndex`. */
export function rookIndex(square: number, occLo: number, occHi: number): number {
  const file = square & 7;
  const rankBits = (square < 32 ? occLo : occHi) >>> (square & 24);
  const fileBits = Math.imul((occLo >>> file) & 0x01010100, 0x10204080) >>> 28 |
    Math.imul((occHi >>> file) & 0x00010101, 0x10204080) >>> 28 << 4;
  return square << 7 | (rankBits & 0x7e) | fileBits << 14;
}

/** Low half of the rook attacks at an index from `rookIndex`. */
export function rookLo(index: number): number {
  return RANK_ATTACKS[index & 0x1fff] | FILE_ATTACKS[(index & 0x1f80) | index >>> 14 & 0x7e];
}

/** High half of the rook attacks at an index from `rookIndex`. */
export function rookHi(index: number): number {
  return RANK_ATTACKS[index & 0x1fff | 1] | FILE_ATTACKS[(index & 0x1f80) | index >>> 14 & 0x7e | 1];
}

/** Attacks along one line, `[square << 6 | occupancy of the line's six inner coordinates]`. */
function slidingTable(forward: number, backward: number, coordinate: (square: number) => number): Int32Array {
  const table = new Int32Array(64 * 64 * 2);
  for (let square = 0; square < 64; square++) {
    for (const ray of [RAYS[square][forward], RAYS[square][backward]]) {
      const blockers = ray.map((s) => 1 << coordinate(s) >> 1);
      for (let inner = 0; inner < 64; inner++) {
        for (let i = 0; i < ray.length; i++) {
          table[(square << 6 | inner) << 1 | ray[i] >> 5] |= 1 << ray[i];
          if ((inner & blockers[i]) !== 0) break;
        }
      }
    }
  }
  return table;
}
