/**
 * Castling: the target squares of the king and the rook, and whether the path is free. The same code works for ordinary
 * chess and Chess960: the king goes to the g- or c-file and the rook to the square beside it, wherever they start.
 * @module
 */

import { isAttacked } from "./checks.ts";
import type { Board } from "./board.ts";
import { WHITE } from "./types.ts";

/** The king's square after castling with the rook on `rook`. */
export function castledKing(king: number, rook: number): number {
  return (king & 56) | (rook > king ? 6 : 2);
}

/** The rook's square after castling. */
export function castledRook(king: number, rook: number): number {
  return (king & 56) | (rook > king ? 5 : 3);
}

/** The squares that the king and the rook cross or enter, except their origins, as bits of their half-board. */
export function castlingWay(king: number, rook: number): number {
  const kingTo = castledKing(king, rook);
  const rookTo = castledRook(king, rook);
  let way = 0;
  for (let square = Math.min(king, kingTo); square <= Math.max(king, kingTo); square++) way |= 1 << square;
  for (let square = Math.min(rook, rookTo); square <= Math.max(rook, rookTo); square++) way |= 1 << square;
  return way & ~(1 << king | 1 << rook);
}

/** Whether the castling move for right `index` (0 … 3) is legal. The king must not be in check. */
export function canCastle(board: Board, index: number): boolean {
  const us = board.sideToMove;
  // White's back rank is in the low half, Black's in the high half.
  const back = us === WHITE ? board.occupiedLo : board.occupiedHi;
  if ((board.rights >> index & 1) === 0 || (back & board.castlingWays[index]) !== 0) return false;
  return isKingsWaySafe(board, board.kings[us], board.castlingRooks[index]);
}

/** Whether no square on the king's path is attacked. The path must be free. */
function isKingsWaySafe(board: Board, king: number, rook: number): boolean {
  const enemy = board.sideToMove ^ 1;
  const kingTo = castledKing(king, rook);
  let occLo = board.occupiedLo;
  let occHi = board.occupiedHi;
  if (king < 32) occLo &= ~(1 << king | 1 << rook);
  else occHi &= ~(1 << king | 1 << rook);
  for (let square = Math.min(king, kingTo); square <= Math.max(king, kingTo); square++) {
    if (square !== kingTo && isAttacked(board, square, enemy, occLo, occHi)) return false;
  }
  // On its target square, the king may be shielded by the castled rook.
  const rookTo = castledRook(king, rook);
  if (king < 32) occLo |= 1 << rookTo;
  else occHi |= 1 << rookTo;
  return !isAttacked(board, kingTo, enemy, occLo, occHi);
}
