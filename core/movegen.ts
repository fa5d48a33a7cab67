/**
 * Legal move generation, all moves or only the noisy or the quiet ones.
 *
 * Every generated move is legal at once; none is made to find out. Three sets decide: squares that answer a check (all, if
 * there is none), pinned pieces (which stay on the line through their king), and for the king itself, whether each target
 * is attacked once it has left. Captures en passant, which remove two pawns from a line, are tried on the occupancy.
 *
 * Moves are written into a caller's Int32Array, so nothing is allocated. "Noisy" are captures and promotions of every
 * kind, "quiet" the rest; together they are all moves, each once.
 *
 * @module
 */

import {
  BETWEEN,
  bishopHi,
  bishopIndex,
  bishopLo,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  rookHi,
  rookIndex,
  rookLo,
} from "./attacks.ts";
import { hasMoreThanOne, hasSquare, lowestSquare, NOT_FILE_A, NOT_FILE_H } from "./bitboard.ts";
import { canCastle } from "./castling.ts";
import { findChecks, isAttacked } from "./checks.ts";
import { isEnPassantSafe } from "./en_passant.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO, RIGHTS } from "./frame.ts";
import type { Position } from "./position.ts";
import {
  BISHOP,
  CASTLING,
  EN_PASSANT,
  KNIGHT,
  makeMove,
  NO_SQUARE,
  PAWN,
  PROMOTION,
  QUEEN,
  ROOK,
  WHITE,
} from "./types.ts";

/** Generate captures and promotions. */
export const NOISY = 1;
/** Generate what is neither capture nor promotion. */
export const QUIET = 2;
/** Generate every move. */
export const ALL = 3;

const PROMOTE_QUEEN = PROMOTION << 14 | (QUEEN - KNIGHT) << 12;
const PROMOTE_ROOK = PROMOTION << 14 | (ROOK - KNIGHT) << 12;
const PROMOTE_BISHOP = PROMOTION << 14 | (BISHOP - KNIGHT) << 12;
const PROMOTE_KNIGHT = PROMOTION << 14;

/** The eighth rank in the high half and the first in the low half: where pawns promote. */
const LAST_RANK_HI = 0xff000000 | 0;
const LAST_RANK_LO = 0xff;

/**
 * Writes the legal moves of a position into a list.
 *
 * @param position Where to move.
 * @param moves List to write to; it must have room for `MAX_MOVES` more.
 * @param start Index of the first element to write.
 * @param kinds `NOISY`, `QUIET` or `ALL`.
 * @returns The index behind the last move written.
 *
 * @example
 * ```ts
 * const moves = new Int32Array(MAX_MOVES);
 * const count = generate(parseFen(START_FEN), moves, 0, ALL); // 20
 * ```
 */
export function generate(position: Position, moves: Int32Array, start: number, kinds: number): number {
  findChecks(position);
  const states = position.states;
  const top = position.top;
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const checkersLo = states[top + CHECKERS_LO];
  const checkersHi = states[top + CHECKERS_HI];

  // Targets by kind: noisy moves go to enemies, quiet ones to empty squares.
  let targetLo = 0;
  let targetHi = 0;
  if ((kinds & NOISY) !== 0) {
    targetLo = bits[own ^ 16];
    targetHi = bits[own ^ 16 | 1];
  }
  if ((kinds & QUIET) !== 0) {
    targetLo |= ~(bits[0] | bits[16]);
    targetHi |= ~(bits[1] | bits[17]);
  }

  let n = kingMoves(position, moves, start, targetLo, targetHi);
  let answersLo = -1;
  let answersHi = -1;
  if ((checkersLo | checkersHi) !== 0) {
    if (hasMoreThanOne(checkersLo, checkersHi)) return n;
    const line = (position.kings[position.sideToMove] << 6 | lowestSquare(checkersLo, checkersHi)) << 1;
    answersLo = checkersLo | BETWEEN[line];
    answersHi = checkersHi | BETWEEN[line | 1];
    targetLo &= answersLo;
    targetHi &= answersHi;
  } else if ((kinds & QUIET) !== 0 && (states[top + RIGHTS] & (3 << (own >> 3))) !== 0) {
    n = castlingMoves(position, moves, n);
  }
  n = knightMoves(position, moves, n, targetLo, targetHi);
  n = bishopMoves(position, moves, n, targetLo, targetHi);
  n = rookMoves(position, moves, n, targetLo, targetHi);
  return pawnMoves(position, moves, n, kinds, answersLo, answersHi);
}

/** Writes one move for each target square of a piece. */
function addTargets(moves: Int32Array, n: number, from: number, lo: number, hi: number): number {
  while (lo !== 0) {
    moves[n++] = from | (31 - Math.clz32(lo & -lo)) << 6;
    lo &= lo - 1;
  }
  while (hi !== 0) {
    moves[n++] = from | (63 - Math.clz32(hi & -hi)) << 6;
    hi &= hi - 1;
  }
  return n;
}

function kingMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const us = position.sideToMove;
  const king = position.kings[us];
  let lo = KING_ATTACKS[king << 1] & targetLo;
  let hi = KING_ATTACKS[king << 1 | 1] & targetHi;
  if ((lo | hi) === 0) return n;
  let occLo = position.occupiedLo;
  let occHi = position.occupiedHi;
  if (king < 32) occLo ^= 1 << king;
  else occHi ^= 1 << king;
  while (lo !== 0) {
    const to = 31 - Math.clz32(lo & -lo);
    lo &= lo - 1;
    if (!isAttacked(position, to, us ^ 1, occLo, occHi)) moves[n++] = king | to << 6;
  }
  while (hi !== 0) {
    const to = 63 - Math.clz32(hi & -hi);
    hi &= hi - 1;
    if (!isAttacked(position, to, us ^ 1, occLo, occHi)) moves[n++] = king | to << 6;
  }
  return n;
}

function castlingMoves(position: Position, moves: Int32Array, n: number): number {
  const us = position.sideToMove;
  const king = position.kings[us];
  for (let i = us << 1; i < (us << 1) + 2; i++) {
    if ((position.rights >> i & 1) === 0) continue;
    const rook = position.castlingRooks[i];
    if (canCastle(position, king, rook)) moves[n++] = makeMove(king, rook, CASTLING);
  }
  return n;
}

function knightMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const knights = position.sideToMove << 4 | KNIGHT << 1;
  // A pinned knight can never move.
  let lo = position.bits[knights] & ~position.states[position.top + PINNED_LO];
  let hi = position.bits[knights | 1] & ~position.states[position.top + PINNED_HI];
  while (lo !== 0) {
    const from = 31 - Math.clz32(lo & -lo);
    lo &= lo - 1;
    n = addTargets(moves, n, from, KNIGHT_ATTACKS[from << 1] & targetLo, KNIGHT_ATTACKS[from << 1 | 1] & targetHi);
  }
  while (hi !== 0) {
    const from = 63 - Math.clz32(hi & -hi);
    hi &= hi - 1;
    n = addTargets(moves, n, from, KNIGHT_ATTACKS[from << 1] & targetLo, KNIGHT_ATTACKS[from << 1 | 1] & targetHi);
  }
  return n;
}

/** Moves of bishops, and of queens as bishops. */
function bishopMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const lineFromKing = position.kings[position.sideToMove] << 6;
  const occLo = position.occupiedLo;
  const occHi = position.occupiedHi;
  const pinnedLo = position.states[position.top + PINNED_LO];
  const pinnedHi = position.states[position.top + PINNED_HI];
  for (let half = 0; half < 2; half++) {
    const pinned = half === 0 ? pinnedLo : pinnedHi;
    let sliders = bits[own | BISHOP << 1 | half] | bits[own | QUEEN << 1 | half];
    while (sliders !== 0) {
      const bit = sliders & -sliders;
      const from = half << 5 | (31 - Math.clz32(bit));
      sliders ^= bit;
      const index = bishopIndex(from, occLo, occHi);
      let lo = bishopLo(index) & targetLo;
      let hi = bishopHi(index) & targetHi;
      if ((pinned & bit) !== 0) {
        lo &= LINE[(lineFromKing | from) << 1];
        hi &= LINE[(lineFromKing | from) << 1 | 1];
      }
      n = addTargets(moves, n, from, lo, hi);
    }
  }
  return n;
}

/** Moves of rooks, and of queens as rooks. */
function rookMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const lineFromKing = position.kings[position.sideToMove] << 6;
  const occLo = position.occupiedLo;
  const occHi = position.occupiedHi;
  const pinnedLo = position.states[position.top + PINNED_LO];
  const pinnedHi = position.states[position.top + PINNED_HI];
  for (let half = 0; half < 2; half++) {
    const pinned = half === 0 ? pinnedLo : pinnedHi;
    let sliders = bits[own | ROOK << 1 | half] | bits[own | QUEEN << 1 | half];
    while (sliders !== 0) {
      const bit = sliders & -sliders;
      const from = half << 5 | (31 - Math.clz32(bit));
      sliders ^= bit;
      const index = rookIndex(from, occLo, occHi);
      let lo = rookLo(index) & targetLo;
      let hi = rookHi(index) & targetHi;
      if ((pinned & bit) !== 0) {
        lo &= LINE[(lineFromKing | from) << 1];
        hi &= LINE[(lineFromKing | from) << 1 | 1];
      }
      n = addTargets(moves, n, from, lo, hi);
    }
  }
  return n;
}

function pawnMoves(
  position: Position,
  moves: Int32Array,
  n: number,
  kinds: number,
  answersLo: number,
  answersHi: number,
): number {
  const bits = position.bits;
  const us = position.sideToMove;
  const own = us << 4;
  const pawnsLo = bits[own | PAWN << 1];
  const pawnsHi = bits[own | PAWN << 1 | 1];
  if ((pawnsLo | pawnsHi) === 0) return n;
  const white = us === WHITE;
  const forward = white ? 8 : -8;

  const emptyLo = ~(bits[0] | bits[16]);
  const emptyHi = ~(bits[1] | bits[17]);
  const oneLo = (white ? pawnsLo << 8 : pawnsLo >>> 8 | pawnsHi << 24) & emptyLo;
  const oneHi = (white ? pawnsHi << 8 | pawnsLo >>> 24 : pawnsHi >>> 8) & emptyHi;
  if ((kinds & QUIET) !== 0) {
    const pushLo = oneLo & answersLo & ~LAST_RANK_LO;
    const pushHi = oneHi & answersHi & ~LAST_RANK_HI;
    n = addPawnMoves(position, moves, n, pushLo, pushHi, forward);
    // A double push passes the third rank: the third byte of White's half, the second of Black's.
    const twoLo = white ? (oneLo & 0x00ff0000) << 8 & emptyLo & answersLo : 0;
    const twoHi = white ? 0 : (oneHi & 0x0000ff00) >>> 8 & emptyHi & answersHi;
    n = addPawnMoves(position, moves, n, twoLo, twoHi, forward * 2);
  }
  if ((kinds & NOISY) !== 0) {
    const enemyLo = bits[own ^ 16] & answersLo;
    const enemyHi = bits[own ^ 16 | 1] & answersHi;
    const westLo = pawnsLo & NOT_FILE_A;
    const westHi = pawnsHi & NOT_FILE_A;
    const eastLo = pawnsLo & NOT_FILE_H;
    const eastHi = pawnsHi & NOT_FILE_H;
    const takeWestLo = (white ? westLo << 7 : westLo >>> 9 | westHi << 23) & enemyLo;
    const takeWestHi = (white ? westHi << 7 | westLo >>> 25 : westHi >>> 9) & enemyHi;
    const takeEastLo = (white ? eastLo << 9 : eastLo >>> 7 | eastHi << 25) & enemyLo;
    const takeEastHi = (white ? eastHi << 9 | eastLo >>> 23 : eastHi >>> 7) & enemyHi;
    n = addPawnMoves(position, moves, n, takeWestLo & ~LAST_RANK_LO, takeWestHi & ~LAST_RANK_HI, forward - 1);
    n = addPawnMoves(position, moves, n, takeEastLo & ~LAST_RANK_LO, takeEastHi & ~LAST_RANK_HI, forward + 1);
    const promoting = white ? pawnsHi & 0x00ff0000 : pawnsLo & 0x0000ff00;
    if (promoting !== 0) {
      const last = white ? LAST_RANK_HI : LAST_RANK_LO;
      const base = white ? 32 : 0;
      n = addPromotions(position, moves, n, (white ? takeWestHi : takeWestLo) & last, base, forward - 1);
      n = addPromotions(position, moves, n, (white ? takeEastHi : takeEastLo) & last, base, forward + 1);
      const pushed = white ? oneHi & answersHi : oneLo & answersLo;
      n = addPromotions(position, moves, n, pushed & last, base, forward);
    }
    if (position.enPassant !== NO_SQUARE) n = addEnPassant(position, moves, n);
  }
  return n;
}

/** Whether the pinned pawn on `from` would leave the line through its king. */
function leavesPinLine(position: Position, from: number, to: number): boolean {
  const line = (position.kings[position.sideToMove] << 6 | from) << 1;
  return (LINE[line | to >> 5] >>> to & 1) === 0;
}

/** Writes pawn moves by their targets; each pawn came from `offset` squares before its target. */
function addPawnMoves(
  position: Position,
  moves: Int32Array,
  n: number,
  lo: number,
  hi: number,
  offset: number,
): number {
  const pinnedLo = position.states[position.top + PINNED_LO];
  const pinnedHi = position.states[position.top + PINNED_HI];
  const anyPinned = (pinnedLo | pinnedHi) !== 0;
  while (lo !== 0) {
    const to = 31 - Math.clz32(lo & -lo);
    lo &= lo - 1;
    const from = to - offset;
    if (anyPinned && hasSquare(pinnedLo, pinnedHi, from) && leavesPinLine(position, from, to)) continue;
    moves[n++] = from | to << 6;
  }
  while (hi !== 0) {
    const to = 63 - Math.clz32(hi & -hi);
    hi &= hi - 1;
    const from = to - offset;
    if (anyPinned && hasSquare(pinnedLo, pinnedHi, from) && leavesPinLine(position, from, to)) continue;
    moves[n++] = from | to << 6;
  }
  return n;
}

function addPromotions(
  position: Position,
  moves: Int32Array,
  n: number,
  targets: number,
  base: number,
  offset: number,
): number {
  const pinnedLo = position.states[position.top + PINNED_LO];
  const pinnedHi = position.states[position.top + PINNED_HI];
  while (targets !== 0) {
    const to = base + 31 - Math.clz32(targets & -targets);
    targets &= targets - 1;
    const from = to - offset;
    if (hasSquare(pinnedLo, pinnedHi, from) && leavesPinLine(position, from, to)) continue;
    const squares = from | to << 6;
    moves[n++] = squares | PROMOTE_QUEEN;
    moves[n++] = squares | PROMOTE_ROOK;
    moves[n++] = squares | PROMOTE_BISHOP;
    moves[n++] = squares | PROMOTE_KNIGHT;
  }
  return n;
}

function addEnPassant(position: Position, moves: Int32Array, n: number): number {
  const us = position.sideToMove;
  const to = position.enPassant;
  const half = to < 32 ? 0 : 1;
  let takers = PAWN_ATTACKS[((us ^ 1) << 6 | to) << 1 | half] & position.bits[us << 4 | PAWN << 1 | half];
  while (takers !== 0) {
    const from = half << 5 | (31 - Math.clz32(takers & -takers));
    takers &= takers - 1;
    if (isEnPassantSafe(position, from, to)) moves[n++] = makeMove(from, to, EN_PASSANT);
  }
  return n;
}
