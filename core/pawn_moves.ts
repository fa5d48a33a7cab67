/**
 * Pawn moves, generated for all pawns together: one shift of their bitboard gives all single pushes; other shifts give
 * double pushes and the captures to either side. A pawn's origin is its target minus the shift distance.
 *
 * The caller passes the pawns and the squares that they may enter, so this file has no code for pins and checks. Each
 * function writes moves from index `n` on, and returns the index after the last move. White and Black have separate
 * functions, because constant shifts take half as many instructions as variable shifts.
 * @module
 */

import { NOT_FILE_A, NOT_FILE_H } from "./bitboard.ts";
import { enPassantTakers } from "./en_passant.ts";
import type { Position } from "./position.ts";
import { BISHOP, EN_PASSANT, KNIGHT, makeMove, makePromotion, QUEEN, ROOK } from "./types.ts";

// Ranks as bits of their half-board: the ranks that double pushes cross, and the last ranks.
const RANK_3_LO = 0x00ff0000;
const RANK_6_HI = 0x0000ff00;
const RANK_8_HI = 0xff000000 | 0;
const RANK_1_LO = 0x000000ff;

/** Writes white pawn pushes to allowed squares, except promotions. */
export function whitePushes(
  position: Position,
  moves: Int32Array,
  n: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  const bits = position.bits;
  const emptyLo = ~(bits[0] | bits[16]);
  const oneLo = pawnsLo << 8 & emptyLo;
  const oneHi = (pawnsHi << 8 | pawnsLo >>> 24) & ~(bits[1] | bits[17]) & ~RANK_8_HI;
  n = addPawnMoves(moves, n, oneLo & allowedLo, 8, 0);
  n = addPawnMoves(moves, n, (oneLo & RANK_3_LO) << 8 & emptyLo & allowedLo, 16, 0);
  return addPawnMoves(moves, n, oneHi & allowedHi, 8, 32);
}

/** Writes black pawn pushes to allowed squares, except promotions. */
export function blackPushes(
  position: Position,
  moves: Int32Array,
  n: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  const bits = position.bits;
  const emptyHi = ~(bits[1] | bits[17]);
  const oneHi = pawnsHi >>> 8 & emptyHi;
  const oneLo = (pawnsLo >>> 8 | pawnsHi << 24) & ~(bits[0] | bits[16]) & ~RANK_1_LO;
  n = addPawnMoves(moves, n, oneHi & allowedHi, -8, 32);
  n = addPawnMoves(moves, n, (oneHi & RANK_6_HI) >>> 8 & emptyHi & allowedHi, -16, 32);
  return addPawnMoves(moves, n, oneLo & allowedLo, -8, 0);
}

/** Writes white pawn captures (except en passant) and promotions to allowed squares. */
export function whiteCaptures(
  position: Position,
  moves: Int32Array,
  n: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  const bits = position.bits;
  const enemyLo = bits[16] & allowedLo;
  const enemyHi = bits[17] & allowedHi;
  const westLo = pawnsLo & NOT_FILE_A;
  const eastLo = pawnsLo & NOT_FILE_H;
  const takeWestHi = ((pawnsHi & NOT_FILE_A) << 7 | westLo >>> 25) & enemyHi;
  const takeEastHi = ((pawnsHi & NOT_FILE_H) << 9 | eastLo >>> 23) & enemyHi;
  n = addPawnMoves(moves, n, westLo << 7 & enemyLo, 7, 0);
  n = addPawnMoves(moves, n, eastLo << 9 & enemyLo, 9, 0);
  n = addPawnMoves(moves, n, takeWestHi & ~RANK_8_HI, 7, 32);
  n = addPawnMoves(moves, n, takeEastHi & ~RANK_8_HI, 9, 32);
  const pushHi = pawnsHi << 8 & RANK_8_HI;
  if (pushHi !== 0) {
    n = addPromotions(moves, n, takeWestHi & RANK_8_HI, 7, 32);
    n = addPromotions(moves, n, takeEastHi & RANK_8_HI, 9, 32);
    n = addPromotions(moves, n, pushHi & ~(bits[1] | bits[17]) & allowedHi, 8, 32);
  }
  return n;
}

/** Writes black pawn captures (except en passant) and promotions to allowed squares. */
export function blackCaptures(
  position: Position,
  moves: Int32Array,
  n: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  const bits = position.bits;
  const enemyLo = bits[0] & allowedLo;
  const enemyHi = bits[1] & allowedHi;
  const westHi = pawnsHi & NOT_FILE_A;
  const eastHi = pawnsHi & NOT_FILE_H;
  const takeWestLo = ((pawnsLo & NOT_FILE_A) >>> 9 | westHi << 23) & enemyLo;
  const takeEastLo = ((pawnsLo & NOT_FILE_H) >>> 7 | eastHi << 25) & enemyLo;
  n = addPawnMoves(moves, n, westHi >>> 9 & enemyHi, -9, 32);
  n = addPawnMoves(moves, n, eastHi >>> 7 & enemyHi, -7, 32);
  n = addPawnMoves(moves, n, takeWestLo & ~RANK_1_LO, -9, 0);
  n = addPawnMoves(moves, n, takeEastLo & ~RANK_1_LO, -7, 0);
  const pushLo = pawnsLo >>> 8 & RANK_1_LO;
  if (pushLo !== 0) {
    n = addPromotions(moves, n, takeWestLo & RANK_1_LO, -9, 0);
    n = addPromotions(moves, n, takeEastLo & RANK_1_LO, -7, 0);
    n = addPromotions(moves, n, pushLo & ~(bits[0] | bits[16]) & allowedLo, -8, 0);
  }
  return n;
}

/** Writes a pawn move to each target, from `distance` squares below it. Bit 0 of `targets` is square `base`. */
function addPawnMoves(moves: Int32Array, n: number, targets: number, distance: number, base: number): number {
  while (targets !== 0) {
    const to = base + 31 - Math.clz32(targets & -targets);
    targets &= targets - 1;
    moves[n++] = makeMove(to - distance, to);
  }
  return n;
}

function addPromotions(moves: Int32Array, n: number, targets: number, distance: number, base: number): number {
  while (targets !== 0) {
    const to = base + 31 - Math.clz32(targets & -targets);
    targets &= targets - 1;
    const from = to - distance;
    moves[n++] = makePromotion(from, to, QUEEN);
    moves[n++] = makePromotion(from, to, ROOK);
    moves[n++] = makePromotion(from, to, BISHOP);
    moves[n++] = makePromotion(from, to, KNIGHT);
  }
  return n;
}

/** Writes the en passant captures, including those by pinned pawns. */
export function enPassantMoves(position: Position, moves: Int32Array, n: number): number {
  const to = position.enPassant;
  let takers = enPassantTakers(position, position.sideToMove, to);
  while (takers !== 0) {
    moves[n++] = makeMove(to & 32 | (31 - Math.clz32(takers & -takers)), to, EN_PASSANT);
    takers &= takers - 1;
  }
  return n;
}
