/**
 * Captures en passant: whether one is possible after a double push, and whether one is legal.
 *
 * It is the one move that removes two pieces from a line at once, so masks of pins and checks do not decide it; both
 * questions look at the occupancy after the capture.
 *
 * @module
 */

import { PAWN_ATTACKS } from "./attacks.ts";
import { isAttackedBySlider } from "./checks.ts";
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

/** Whether the own king is not attacked after the capture en passant. */
export function isEnPassantSafe(board: Board, from: number, to: number): boolean {
  const us = board.sideToMove;
  const victim = to ^ 8;
  // from and to lie in the same half as the victim: the fifth and sixth rank, or the fourth and third.
  const gone = 1 << from | 1 << victim;
  const occLo = to < 32 ? board.occupiedLo & ~gone | 1 << to : board.occupiedLo;
  const occHi = to < 32 ? board.occupiedHi : board.occupiedHi & ~gone | 1 << to;
  const king = board.kings[us];
  const checkersLo = board.states[board.top + CHECKERS_LO];
  const checkersHi = board.states[board.top + CHECKERS_HI];
  // A check by anything but the victim or an uncovered slider stands: knights and other pawns do not go away.
  const staysLo = checkersLo & (board.bits[(us ^ 1) << 4 | KNIGHT << 1] | board.bits[(us ^ 1) << 4 | PAWN << 1]);
  const staysHi = checkersHi &
    (board.bits[(us ^ 1) << 4 | KNIGHT << 1 | 1] | board.bits[(us ^ 1) << 4 | PAWN << 1 | 1]);
  if ((victim < 32 ? staysLo & ~(1 << victim) : staysLo) !== 0) return false;
  if ((victim < 32 ? staysHi : staysHi & ~(1 << victim)) !== 0) return false;
  return !isAttackedBySlider(board, king, us ^ 1, occLo, occHi);
}
