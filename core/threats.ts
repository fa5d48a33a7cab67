/**
 * Threats: the squares that the opponent of the side to move attacks, grouped by the value of the attacking pieces.
 * There are four sets: squares attacked by pawns, by pawns or minor pieces, by those or rooks, and by any piece. For
 * example, if a rook's square is in the second set, a less valuable piece attacks the rook.
 * @module
 */

import { KING_ATTACKS, KNIGHT_ATTACKS } from "./attacks.ts";
import { lowestSquare, NOT_FILE_A, NOT_FILE_H } from "./bitboard.ts";
import type { Board } from "./board.ts";
import { KNOWN, KNOWS_THREATS, THREATS } from "./state.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "./types.ts";

/** The squares that pawns attack, and the squares that pawns or minor pieces attack. */
export const BY_PAWNS: number = THREATS, BY_MINORS: number = THREATS + 2;
/** The squares that pawns, minor pieces or rooks attack, and all squares that the opponent attacks. */
export const BY_ROOKS: number = THREATS + 4, BY_ANYTHING: number = THREATS + 6;

/** Writes the threats to the newest state, unless they are already there. */
export function findThreats(board: Board): void {
  const { states, top, bits, kings, occupiedLo, occupiedHi } = board;
  if ((states[top + KNOWN] & KNOWS_THREATS) !== 0) return;
  states[top + KNOWN] |= KNOWS_THREATS;
  const them = board.sideToMove ^ 1;
  const enemy = them << 4;
  const pawns = top + BY_PAWNS;
  const minors = top + BY_MINORS;
  const rooks = top + BY_ROOKS;
  const anything = top + BY_ANYTHING;
  writePawns(states, pawns, them, bits[enemy | PAWN << 1], bits[enemy | PAWN << 1 | 1]);
  extend(states, pawns, minors);
  addKnights(states, minors, bits[enemy | KNIGHT << 1], bits[enemy | KNIGHT << 1 | 1]);
  addBishops(states, minors, bits[enemy | BISHOP << 1], bits[enemy | BISHOP << 1 | 1], occupiedLo, occupiedHi);
  extend(states, minors, rooks);
  addRooks(states, rooks, bits[enemy | ROOK << 1], bits[enemy | ROOK << 1 | 1], occupiedLo, occupiedHi);
  extend(states, rooks, anything);
  const queensLo = bits[enemy | QUEEN << 1];
  const queensHi = bits[enemy | QUEEN << 1 | 1];
  addBishops(states, anything, queensLo, queensHi, occupiedLo, occupiedHi);
  addRooks(states, anything, queensLo, queensHi, occupiedLo, occupiedHi);
  states[anything] |= KING_ATTACKS[kings[them] << 1];
  states[anything + 1] |= KING_ATTACKS[kings[them] << 1 | 1];
}

/** 1 if `square` belongs to `set` (`BY_PAWNS` … `BY_ANYTHING`) in the state at index `state`; otherwise 0. */
export function isThreatened(states: Int32Array, state: number, set: number, square: number): number {
  return states[state + set + (square >> 5)] >>> square & 1;
}

function extend(states: Int32Array, from: number, to: number): void {
  states[to] = states[from];
  states[to + 1] = states[from + 1];
}

function writePawns(states: Int32Array, at: number, colour: number, lo: number, hi: number): void {
  const westLo = lo & NOT_FILE_A;
  const westHi = hi & NOT_FILE_A;
  const eastLo = lo & NOT_FILE_H;
  const eastHi = hi & NOT_FILE_H;
  if (colour === WHITE) {
    states[at] = westLo << 7 | eastLo << 9;
    states[at + 1] = westHi << 7 | westLo >>> 25 | eastHi << 9 | eastLo >>> 23;
  } else {
    states[at] = westLo >>> 9 | westHi << 23 | eastLo >>> 7 | eastHi << 25;
    states[at + 1] = westHi >>> 9 | eastHi >>> 7;
  }
}

function addKnights(states: Int32Array, at: number, lo: number, hi: number): void {
  while ((lo | hi) !== 0) {
    const square = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    states[at] |= KNIGHT_ATTACKS[square << 1];
    states[at + 1] |= KNIGHT_ATTACKS[square << 1 | 1];
  }
}

function addBishops(states: Int32Array, at: number, lo: number, hi: number, occLo: number, occHi: number): void {
  while ((lo | hi) !== 0) {
    const index = bishopIndex(lowestSquare(lo, hi), occLo, occHi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    states[at] |= bishopLo(index);
    states[at + 1] |= bishopHi(index);
  }
}

function addRooks(states: Int32Array, at: number, lo: number, hi: number, occLo: number, occHi: number): void {
  while ((lo | hi) !== 0) {
    const index = rookIndex(lowestSquare(lo, hi), occLo, occHi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    states[at] |= rookLo(index);
    states[at + 1] |= rookHi(index);
  }
}
