/**
 * The draws of the rules: by repetition, by the fifty-move rule and by lack of material.
 *
 * Earlier positions are compared by their 64-bit keys. Only every second state can match, and none before the last
 * capture, pawn move or null move, so few states are compared.
 *
 * @module
 */

import { popcount } from "./bitboard.ts";
import { HALFMOVES, KEY_HI, KEY_LO, SINCE_NULL, STATE_SIZE } from "./state.ts";
import { hasLegalMove } from "./legality.ts";
import type { Position } from "./position.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from "./types.ts";

/** Plies after which the fifty-move rule makes a draw. */
export const FIFTY_MOVES_PLIES = 100;

/** How often the position has occurred since the position was loaded, this time included. */
export function occurrences(position: Position): number {
  const states = position.states;
  const top = position.top;
  const reach = Math.min(states[top + HALFMOVES], states[top + SINCE_NULL]);
  let times = 1;
  for (let distance = 4; distance <= reach; distance += 2) {
    const earlier = top - distance * STATE_SIZE;
    if (states[earlier + KEY_LO] === states[top + KEY_LO] && states[earlier + KEY_HI] === states[top + KEY_HI]) times++;
  }
  return times;
}

/** Whether the position has occurred three times, this one included: a draw by the rules. */
export function isThreefold(position: Position): boolean {
  return occurrences(position) >= 3;
}

/**
 * Whether the position is a draw by the fifty-move rule: a hundred plies without capture or pawn move, and the side to
 * move is not mated.
 */
export function isFiftyMoves(position: Position): boolean {
  if (position.states[position.top + HALFMOVES] < FIFTY_MOVES_PLIES) return false;
  return !position.inCheck || hasLegalMove(position);
}

/**
 * Whether neither side has enough material to mate by any sequence of moves: bare kings, a single knight,
 * or any number of bishops that are all on squares of one colour.
 *
 * Material with which only a helpmate exists (two knights; bishop against knight) is not a draw by the rules.
 */
export function isInsufficientMaterial(position: Position): boolean {
  const bits = position.bits;
  for (let half = 0; half < 2; half++) {
    const decisive = bits[PAWN << 1 | half] | bits[ROOK << 1 | half] | bits[QUEEN << 1 | half] |
      bits[16 | PAWN << 1 | half] | bits[16 | ROOK << 1 | half] | bits[16 | QUEEN << 1 | half];
    if (decisive !== 0) return false;
  }
  const bishopsLo = bits[BISHOP << 1] | bits[16 | BISHOP << 1];
  const bishopsHi = bits[BISHOP << 1 | 1] | bits[16 | BISHOP << 1 | 1];
  const knights = popcount(bits[KNIGHT << 1] | bits[16 | KNIGHT << 1]) +
    popcount(bits[KNIGHT << 1 | 1] | bits[16 | KNIGHT << 1 | 1]);
  if (knights > 0) return knights === 1 && (bishopsLo | bishopsHi) === 0;
  const dark = 0xaa55aa55 | 0;
  return ((bishopsLo | bishopsHi) & dark) === 0 || ((bishopsLo | bishopsHi) & ~dark) === 0;
}
