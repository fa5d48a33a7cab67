/**
 * Tells a listener which pieces a move took off the board and put on it.
 *
 * @module
 */

import { castledKing, castledRook } from "./castling.ts";
import type { PieceListener } from "./frame.ts";
import { CASTLING, EMPTY, EN_PASSANT, makePiece, ROOK } from "./types.ts";

/**
 * Announces a move that was just made.
 *
 * @param listener Who hears of it.
 * @param board Piece on each square after the move.
 * @param move The move.
 * @param piece What moved, as it was before: a pawn that promotes is a pawn.
 * @param captured What was taken, or `EMPTY`.
 */
export function announceMove(
  listener: PieceListener,
  board: Uint8Array,
  move: number,
  piece: number,
  captured: number,
): void {
  const from = move & 63;
  const to = (move >> 6) & 63;
  const kind = move >> 14;
  listener.made();
  listener.removed(piece, from);
  if (kind === CASTLING) {
    const rook = makePiece(piece >> 3, ROOK);
    listener.removed(rook, to);
    listener.added(piece, castledKing(from, to));
    listener.added(rook, castledRook(from, to));
    return;
  }
  if (captured !== EMPTY) listener.removed(captured, kind === EN_PASSANT ? to ^ 8 : to);
  listener.added(board[to], to);
}
