/**
 * Captures en passant: whether one is possible after a double push, and whether one is legal.
 *
 * The capture removes two pawns from their rank at once, so the sets of pinned pieces and checkers do not decide
 * whether it is legal. Both functions look at the occupied squares after the capture.
 *
 * @module
 */

import { PAWN_ATTACKS } from "./attacks.ts";
import { isAttackedBySlider } from "./checks.ts";
import type { Board } from "./board.ts";
import { PAWN } from "./types.ts";

/** Whether a pawn of the side that did not just push to `pushed` can legally take it en passant. */
export function canTakeEnPassant(board: Board, pusher: number, pushed: number): boolean {
  const bits = board.bits;
  const passed = pushed ^ 8;
  const takers = (pusher ^ 1) << 4 | PAWN << 1 | pushed >> 5;
  let candidates = PAWN_ATTACKS[(pusher << 6 | passed) << 1 | pushed >> 5] & bits[takers];
  while (candidates !== 0) {
    const taker = candidates & -candidates;
    candidates ^= taker;
    const change = taker | 1 << pushed;
    let occLo = bits[0] | bits[16];
    let occHi = bits[1] | bits[17];
    if (pushed < 32) occLo ^= change;
    else occHi ^= change;
    if (passed < 32) occLo |= 1 << passed;
    else occHi |= 1 << passed;
    if (!isAttackedBySlider(board, board.kings[pusher ^ 1], pusher, occLo, occHi)) return true;
  }
  return false;
}

/**
 * Whether the own king is not attacked after the capture en passant from `from` to `to`. Only sliders matter: a double
 * push gives check by itself, which the capture answers, or it opens a line. Reading a FEN drops an en-passant square
 * where a knight or another pawn gives check.
 */
export function isEnPassantSafe(board: Board, from: number, to: number): boolean {
  const us = board.sideToMove;
  // from and to lie in the same half as the victim: the fifth and sixth rank, or the fourth and third.
  const gone = 1 << from | 1 << (to ^ 8);
  const occLo = to < 32 ? board.occupiedLo & ~gone | 1 << to : board.occupiedLo;
  const occHi = to < 32 ? board.occupiedHi : board.occupiedHi & ~gone | 1 << to;
  return !isAttackedBySlider(board, board.kings[us], us ^ 1, occLo, occHi);
}
