/** Reads castling as people type it, and explains why it is not legal. @module */

import { castledKing, castlingWay } from "../../core/castling.ts";
import { isAttacked } from "../../core/checks.ts";
import type { Position } from "../../core/position.ts";
import { squareName, WHITE } from "../../core/types.ts";

/** Notation: `O-O`, `oo`, `0-0-0`. */
const NOTATION = /^(?:o-?o(-?o)?|0-?0(-?0)?)[+#]?$/i;
/** Words: `castle short`. */
const WORDS = /^castl(?:e|es|ing)(?:(king'?s?-?side|short)|(queen'?s?-?side|long))?$/i;

/** The castling moves, in SAN, that a text without spaces can mean. Empty if the text is not about castling. */
export function castlingsIn(typed: string): string[] {
  const notation = NOTATION.exec(typed);
  if (notation !== null) return [notation[1] ?? notation[2] ? "O-O-O" : "O-O"];
  const words = WORDS.exec(typed);
  if (words === null) return [];
  return words[1] !== undefined ? ["O-O"] : words[2] !== undefined ? ["O-O-O"] : ["O-O", "O-O-O"];
}

/** Why `O-O` or `O-O-O` is not legal, as a clause. */
export function castlingFault(position: Position, castling: string): string {
  const us = position.sideToMove;
  const right = us << 1 | (castling === "O-O" ? 0 : 1);
  if ((position.rights >> right & 1) === 0) return "the king or that rook has moved, or is not where it began";
  if (position.inCheck) return "the king is in check";
  const king = position.kings[us];
  const rook = position.castlingRooks[right];
  const [lo, hi] = [position.occupiedLo, position.occupiedHi];
  const inWay = castlingWay(king, rook) & (us === WHITE ? lo : hi);
  if (inWay !== 0) {
    const first = king & 32;
    const names = Array.from({ length: 32 }, (_, i) => inWay >>> i & 1 ? squareName(first + i) : "").filter(Boolean);
    return names.length === 1
      ? `there is a piece on ${names[0]}`
      : `there are pieces on ${new Intl.ListFormat("en-GB").format(names)}`;
  }
  // Treat the king's and the rook's old squares as empty.
  const left = ~(1 << king | 1 << rook);
  const [freeLo, freeHi] = us === WHITE ? [lo & left, hi] : [lo, hi & left];
  const target = castledKing(king, rook);
  const step = Math.sign(target - king);
  for (let square = king + step; square !== target; square += step) {
    if (!isAttacked(position, square, us ^ 1, freeLo, freeHi)) continue;
    return `the king would pass ${squareName(square)}, which is attacked`;
  }
  return `the king would be in check on ${squareName(target)}`;
}
