/**
 * Captures en passant: the pawns that can capture after a double push, and whether a capture is legal. Such a capture
 * removes two pawns from a rank at the same time. So its legality depends on the occupied squares after the capture,
 * not on the sets of pinned pieces and checkers.
 * @module
 */

import { PAWN_ATTACKS } from "./attacks.ts";
import { isAttackedBySlider } from "./checks.ts";
import type { Board } from "./board.ts";
import { PAWN } from "./types.ts";

/** The pawns of `us` that can legally take en passant on `to`: bits of the half that contains their rank. */
export function enPassantTakers(board: Board, us: number, to: number): number {
  const half = to >> 5;
  let takers = PAWN_ATTACKS[((us ^ 1) << 6 | to) << 1 | half] & board.bits[us << 4 | PAWN << 1 | half];
  let safe = 0;
  while (takers !== 0) {
    const taker = takers & -takers;
    takers ^= taker;
    if (isEnPassantSafe(board, us, half << 5 | (31 - Math.clz32(taker)), to)) safe |= taker;
  }
  return safe;
}

/**
 * Whether the king of `us` is safe after the capture en passant from `from` to `to`. Only sliders matter: a double push
 * either gives check with the pawn, which the capture takes, or it opens a line. If a FEN has a check by a knight or
 * another pawn, its en-passant square is dropped.
 */
export function isEnPassantSafe(board: Board, us: number, from: number, to: number): boolean {
  // from and to are in the same half as the victim: the fifth and sixth rank, or the fourth and third.
  const gone = 1 << from | 1 << (to ^ 8);
  const occLo = to < 32 ? board.occupiedLo & ~gone | 1 << to : board.occupiedLo;
  const occHi = to < 32 ? board.occupiedHi : board.occupiedHi & ~gone | 1 << to;
  return !isAttackedBySlider(board, board.kings[us], us ^ 1, occLo, occHi);
}
