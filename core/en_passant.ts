/**
 * En passant captures. The capturing and the captured pawn leave the same rank at once, so legality depends on the
 * squares that are occupied after the capture, not on pins.
 * @module
 */

import { PAWN_ATTACKS } from "./attacks.ts";
import { isAttackedBySlider } from "./checks.ts";
import type { Board } from "./board.ts";
import { PAWN } from "./types.ts";

/** The pawns of `us` that can legally take en passant on `to`, as bits of their half-board. */
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
 * Whether the king of `us` is safe after the en passant capture from `from` to `to`. Only sliders matter: after a
 * double push, any other check comes from the pushed pawn, which is captured.
 */
export function isEnPassantSafe(board: Board, us: number, from: number, to: number): boolean {
  // `from`, `to` and the victim are in the same half-board: on ranks 5 and 6, or on ranks 4 and 3.
  const gone = 1 << from | 1 << (to ^ 8);
  const occLo = to < 32 ? board.occupiedLo & ~gone | 1 << to : board.occupiedLo;
  const occHi = to < 32 ? board.occupiedHi : board.occupiedHi & ~gone | 1 << to;
  return !isAttackedBySlider(board, board.kings[us], us ^ 1, occLo, occHi);
}
