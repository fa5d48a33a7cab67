/** Encodes material as a number, from a position or from the name of a table. @module */

import { popcount } from "../core/bitboard.ts";
import { PIECE_LETTERS } from "../core/fen.ts";
import type { Position } from "../core/position.ts";
import { KING, makePiece, PAWN, QUEEN } from "../core/types.ts";

/** Maximum number of men (pieces and pawns, kings included). */
export const MAX_MEN = 7;

const BITS = 3; // bits in a material number for each kind of piece
const SIDE_BITS = 5 * BITS; // bits for each colour
const NAME = /^K[QRBNP]*vK[QRBNP]*$/;

/** The number of men on the board. */
export function countMen(position: Position): number {
  return popcount(position.occupiedLo) + popcount(position.occupiedHi);
}

/** The men except kings as a number: three bits for each kind, White's in the lower half. Valid up to `MAX_MEN` men. */
export function materialOf(position: Position): number {
  const bits = position.bits;
  let material = 0;
  for (let type = PAWN; type <= QUEEN; type++) {
    const white = type << 1;
    const black = 16 | white;
    const shift = (type - PAWN) * BITS;
    material |= (popcount(bits[white]) + popcount(bits[white | 1])) << shift;
    material |= (popcount(bits[black]) + popcount(bits[black | 1])) << (shift + SIDE_BITS);
  }
  return material;
}

/** The same material with the colours swapped. */
export function flipMaterial(material: number): number {
  return material >>> SIDE_BITS | (material & ((1 << SIDE_BITS) - 1)) << SIDE_BITS;
}

/** The piece codes in a table's name, White first; `null` if this is not the name of a table. */
export function menOfName(name: string): number[] | null {
  if (!NAME.test(name) || name.length - 1 > MAX_MEN) return null;
  return name.split("v").flatMap((side, colour) =>
    Array.from(side, (letter) => makePiece(colour, PIECE_LETTERS.indexOf(letter)))
  );
}

/** The material number of a list of piece codes. */
export function materialOfMen(men: readonly number[]): number {
  let material = 0;
  for (const piece of men) {
    const type = piece & 7;
    if (type !== KING) material += 1 << ((type - PAWN) * BITS + (piece >> 3) * SIDE_BITS);
  }
  return material;
}
