/** Finds attacked squares, pieces that give check, and pinned pieces. @module */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { hasMoreThanOne } from "./bitboard.ts";
import { CHECKERS_HI, CHECKERS_LO, KNOWN, KNOWS_CHECKS, PINNED_HI, PINNED_LO } from "./state.ts";
import type { Board } from "./board.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "./types.ts";

/** Whether a piece of `colour` attacks `square`, given the occupied squares. */
export function isAttacked(board: Board, square: number, colour: number, occLo: number, occHi: number): boolean {
  const bits = board.bits;
  const own = colour << 4;
  const pair = square << 1;
  const pawnPair = ((colour ^ 1) << 6 | square) << 1;
  if (
    ((KNIGHT_ATTACKS[pair] & bits[own | KNIGHT << 1]) | (KNIGHT_ATTACKS[pair | 1] & bits[own | KNIGHT << 1 | 1]) |
      (PAWN_ATTACKS[pawnPair] & bits[own | PAWN << 1]) | (PAWN_ATTACKS[pawnPair | 1] & bits[own | PAWN << 1 | 1]) |
      (KING_ATTACKS[pair] & bits[own | KING << 1]) | (KING_ATTACKS[pair | 1] & bits[own | KING << 1 | 1])) !== 0
  ) return true;
  return isAttackedBySlider(board, square, colour, occLo, occHi);
}

/** Whether a bishop, rook or queen of `colour` attacks `square`, given the occupied squares. */
export function isAttackedBySlider(
  board: Board,
  square: number,
  colour: number,
  occLo: number,
  occHi: number,
): boolean {
  const bits = board.bits;
  const own = colour << 4;
  const pair = square << 1;
  const queensLo = bits[own | QUEEN << 1];
  const queensHi = bits[own | QUEEN << 1 | 1];
  const diagonalLo = bits[own | BISHOP << 1] | queensLo;
  const diagonalHi = bits[own | BISHOP << 1 | 1] | queensHi;
  if (((BISHOP_RAYS[pair] & diagonalLo) | (BISHOP_RAYS[pair | 1] & diagonalHi)) !== 0) {
    const index = bishopIndex(square, occLo, occHi);
    if (((bishopLo(index) & diagonalLo) | (bishopHi(index) & diagonalHi)) !== 0) return true;
  }
  const straightLo = bits[own | ROOK << 1] | queensLo;
  const straightHi = bits[own | ROOK << 1 | 1] | queensHi;
  if (((ROOK_RAYS[pair] & straightLo) | (ROOK_RAYS[pair | 1] & straightHi)) !== 0) {
    const index = rookIndex(square, occLo, occHi);
    if (((rookLo(index) & straightLo) | (rookHi(index) & straightHi)) !== 0) return true;
  }
  return false;
}

/** Writes checkers and pins to the newest state, unless they are already there. */
export function findChecks(board: Board): void {
  const states = board.states;
  const top = board.top;
  if ((states[top + KNOWN] & KNOWS_CHECKS) !== 0) return;
  states[top + KNOWN] |= KNOWS_CHECKS;
  const bits = board.bits;
  const us = board.sideToMove;
  const own = us << 4;
  const enemy = own ^ 16;
  const king = board.kings[us];
  const pair = king << 1;
  const pawnPair = (us << 6 | king) << 1;
  const queensLo = bits[enemy | QUEEN << 1];
  const queensHi = bits[enemy | QUEEN << 1 | 1];
  const snipersLo = (BISHOP_RAYS[pair] & (bits[enemy | BISHOP << 1] | queensLo)) |
    (ROOK_RAYS[pair] & (bits[enemy | ROOK << 1] | queensLo));
  const snipersHi = (BISHOP_RAYS[pair | 1] & (bits[enemy | BISHOP << 1 | 1] | queensHi)) |
    (ROOK_RAYS[pair | 1] & (bits[enemy | ROOK << 1 | 1] | queensHi));
  states[top + CHECKERS_LO] = (KNIGHT_ATTACKS[pair] & bits[enemy | KNIGHT << 1]) |
    (PAWN_ATTACKS[pawnPair] & bits[enemy | PAWN << 1]);
  states[top + CHECKERS_HI] = (KNIGHT_ATTACKS[pair | 1] & bits[enemy | KNIGHT << 1 | 1]) |
    (PAWN_ATTACKS[pawnPair | 1] & bits[enemy | PAWN << 1 | 1]);
  states[top + PINNED_LO] = 0;
  states[top + PINNED_HI] = 0;
  if ((snipersLo | snipersHi) !== 0) {
    traceSnipers(board, snipersLo, 0, king << 6);
    traceSnipers(board, snipersHi, 32, king << 6);
  }
}

/** Records checks and pins by snipers: sliders that, on an empty board, would attack the king on `kingRow >> 6`. */
function traceSnipers(board: Board, snipers: number, base: number, kingRow: number): void {
  const states = board.states;
  const top = board.top;
  const bits = board.bits;
  const own = board.sideToMove << 4;
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  while (snipers !== 0) {
    const bit = 31 - Math.clz32(snipers & -snipers);
    snipers &= snipers - 1;
    const pair = (kingRow | base | bit) << 1;
    const lo = BETWEEN[pair] & occLo;
    const hi = BETWEEN[pair | 1] & occHi;
    if ((lo | hi) === 0) {
      states[top + CHECKERS_LO + (base >> 5)] |= 1 << bit;
    } else if (!hasMoreThanOne(lo, hi)) {
      states[top + PINNED_LO] |= lo & bits[own];
      states[top + PINNED_HI] |= hi & bits[own | 1];
    }
  }
}
