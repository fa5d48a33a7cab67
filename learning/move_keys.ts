/**
 * The keys of a quiet move: all properties that a history can use as an index, packed into one number.
 *
 * | bits | what |
 * |---|---|
 * | 0 to 5 | the square that the move leaves |
 * | 6 to 11 | the target square; for castling, the rook's square |
 * | 12 to 15 | the piece, including its colour |
 * | 16, 17 | whether the opponent attacks the target square, and the square that the move leaves |
 * @module
 */

import type { Board } from "../core/board.ts";
import { CHECKED, expectInvariant } from "../core/checked.ts";
import { KNOWN, KNOWS_THREATS } from "../core/state.ts";
import { BY_ANYTHING, isThreatened } from "../core/threats.ts";
import { moveFrom, moveTo, squaresOf } from "../core/types.ts";
import { L } from "./params.ts";

/**
 * The keys of a quiet move that is legal in `position`. For a move that was already made, pass its piece and the state
 * before it. That state's threats must be known.
 */
export function keysOf(
  { mailbox, states, top }: Board,
  move: number,
  piece: number = mailbox[moveFrom(move)],
  state: number = top,
): number {
  if (CHECKED) expectInvariant((states[state + KNOWN] & KNOWS_THREATS) !== 0, "a state whose threats are not known");
  const keys = piece << 12 | squaresOf(move);
  if (L.useThreats === 0) return keys;
  const isLeaving = isThreatened(states, state, BY_ANYTHING, moveFrom(move));
  return isLeaving << 17 | isThreatened(states, state, BY_ANYTHING, moveTo(move)) << 16 | keys;
}

/** The piece and the target square of a move, as in `Board.pieceTo`: `[piece][to]`. */
export function byPieceTo(keys: number): number {
  return keys >> 6 & 0x3ff;
}

/**
 * The index `[from attacked][to attacked][side][to][from]`; the side bit is 0 here, because the offset of the row
 * already includes it.
 */
export function byThreats(keys: number): number {
  return keys >> 3 & 0x6000 | squaresOf(keys);
}
