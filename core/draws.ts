/** Draws by the rules: repetition, the fifty-move rule and lack of material. @module */

import { popcount } from "./bitboard.ts";
import { HALFMOVES, KEY_HI, KEY_LO, SINCE_NULL, STATE_SIZE } from "./state.ts";
import { hasLegalMove } from "./legality.ts";
import type { Position } from "./position.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from "./types.ts";

/** The number of plies after which the fifty-move rule applies. */
export const FIFTY_MOVES_PLIES = 100;

/** How often a state's position has occurred up to and including that state. Only every second state can match. */
export function occurrences({ states, top }: Position, at: number = top): number {
  const reach = Math.min(states[at + HALFMOVES], states[at + SINCE_NULL]);
  let times = 1;
  for (let distance = 4; distance <= reach; distance += 2) {
    const earlier = at - distance * STATE_SIZE;
    if (states[earlier + KEY_LO] === states[at + KEY_LO] && states[earlier + KEY_HI] === states[at + KEY_HI]) times++;
  }
  return times;
}

/** Whether the position has occurred at least three times, which is a draw by the rules. */
export function isThreefold(position: Position): boolean {
  return occurrences(position) >= 3;
}

/** Whether the game is drawn by the fifty-move rule, which does not apply if the side to move is mated. */
export function isFiftyMoves(position: Position): boolean {
  if (position.states[position.top + HALFMOVES] < FIFTY_MOVES_PLIES) return false;
  return !position.inCheck || hasLegalMove(position);
}

/** Whether no sequence of moves can lead to mate: bare kings, one knight, or only bishops on squares of one colour. */
export function isInsufficientMaterial(position: Position): boolean {
  const { bits } = position;
  for (let half = 0; half < 2; half++) {
    if ((ofBoth(bits, PAWN, half) | ofBoth(bits, ROOK, half) | ofBoth(bits, QUEEN, half)) !== 0) return false;
  }
  // Squares of one colour have the same bits in both halves.
  const bishops = ofBoth(bits, BISHOP, 0) | ofBoth(bits, BISHOP, 1);
  const knights = popcount(ofBoth(bits, KNIGHT, 0)) + popcount(ofBoth(bits, KNIGHT, 1));
  if (knights > 0) return knights === 1 && bishops === 0;
  const dark = 0xaa55aa55 | 0;
  return (bishops & dark) === 0 || (bishops & ~dark) === 0;
}

/** Both sides' pieces of a type in one half of the board. */
function ofBoth(bits: Int32Array, type: number, half: number): number {
  return bits[type << 1 | half] | bits[16 | type << 1 | half];
}
