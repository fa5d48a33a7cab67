/**
 * Captures en passant: whether one is possible after a double push, and whether one is legal.
 *
 * The capture removes two pawns from their rank at once, so the sets of pinned pieces and checkers do not decide
 * whether it is legal. Both functions look at the occupied squares after the capture.
 *
 * @module
 */

import { PAWN_ATTACKS } from "./attacks.ts";
import { findChecks, isAttackedBySlider } from "./checks.ts";
import { CHECKERS_HI, CHECKERS_LO } from "./frame.ts";
import type { Board } from "./board.ts";
import { KNIGHT, PAWN } from "./types.ts";

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

/** Whether the own king is not attacked after the capture en passant from `from` to `to`. */
export function isEnPassantSafe(board: Board, from: number, to: number): boolean {
  findChecks(board);
  const us = board.sideToMove;
  const victim = to ^ 8;
  // from and to lie in the same half as the victim: the fifth and sixth rank, or the fourth and third.
  const gone = 1 << from | 1 << victim;
  const occLo = to < 32 ? board.occupiedLo & ~gone | 1 << to : board.occupiedLo;
  const occHi = to < 32 ? board.occupiedHi : board.occupiedHi & ~gone | 1 << to;
  const king = board.kings[us];
  const checkersLo = board.states[board.top + CHECKERS_LO];
  const checkersHi = board.states[board.top + CHECKERS_HI];
  // The capture does not answer a check by a knight or by another pawn than the victim.
  const staysLo = checkersLo & (board.bits[(us ^ 1) << 4 | KNIGHT << 1] | board.bits[(us ^ 1) << 4 | PAWN << 1]);
  const staysHi = checkersHi &
    (board.bits[(us ^ 1) << 4 | KNIGHT << 1 | 1] | board.bits[(us ^ 1) << 4 | PAWN << 1 | 1]);
  if ((victim < 32 ? staysLo & ~(1 << victim) : staysLo) !== 0) return false;
  if ((victim < 32 ? staysHi : staysHi & ~(1 << victim)) !== 0) return false;
  return !isAttackedBySlider(board, king, us ^ 1, occLo, occHi);
}
