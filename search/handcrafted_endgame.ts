/**
 * Endgames: how much of an advantage can be won, and how to mate a lone king.
 *
 * A scale factor shrinks the endgame half of the score where material tells that the advantage is worth less than it
 * looks: opposite bishops, no pawns left to promote, the wrong bishop for a rook's pawn.
 *
 * @module
 */

import { FILE_A, FILE_H } from "../core/bitboard.ts";
import type { Position } from "../core/position.ts";
import { BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { DISTANCE, ENTRY, PASSED_PAWNS, popcount64 } from "./handcrafted_maps.ts";
import {
  MATE_BONUS,
  MATE_EDGE,
  MATE_KINGS,
  SCALE_FULL,
  SCALE_NO_PAWNS,
  SCALE_NO_PAWNS_WEAK,
  SCALE_OPPOSITE_BISHOPS,
  SCALE_OPPOSITE_MIXED,
  SCALE_OPPOSITE_PASSED,
  SCALE_PAWN_BASE,
  SCALE_PER_PAWN,
  SCALE_ROOKS,
} from "./handcrafted_weights.ts";

/** The dark squares of either half. */
const DARK = 0xaa55aa55 | 0;
const QUEENSIDE = 0x0f0f0f0f;

/** How many pieces `code` (piece `<< 1`) there are. */
function count(bits: Int32Array, code: number): number {
  return popcount64(bits[code], bits[code | 1]);
}

/** Pieces of a colour without king and pawns in units of a pawn: 3 for minors, 5, 9. */
function pieceUnits(bits: Int32Array, us: number): number {
  const own = us << 4;
  return 3 * (count(bits, own | KNIGHT << 1) + count(bits, own | BISHOP << 1)) + 5 * count(bits, own | ROOK << 1) +
    9 * count(bits, own | QUEEN << 1);
}

/**
 * How much of the endgame score stands, in 1/64.
 *
 * @param position The position.
 * @param maps Memory of the evaluation, with the pawns looked up.
 * @param strong The colour that the endgame score favours.
 * @param left What is left of both sides: 1 for a minor piece, 2 for a rook, 4 for a queen.
 * @returns 0 … `SCALE_FULL`.
 */
export function scaleFactor(position: Position, maps: Int32Array, strong: number, left: number): number {
  const bits = position.bits;
  const own = strong << 4;
  const pawnsLo = bits[own | PAWN << 1];
  const pawnsHi = bits[own | PAWN << 1 | 1];
  if ((pawnsLo | pawnsHi) === 0) return pawnlessScale(bits, strong);
  const pawns = popcount64(pawnsLo, pawnsHi);
  let scale = Math.min(SCALE_FULL, SCALE_PAWN_BASE + SCALE_PER_PAWN * pawns);
  if (hasOppositeBishops(bits)) {
    if (left > 2) return Math.min(scale, SCALE_OPPOSITE_MIXED);
    const passed = maps[ENTRY] | PASSED_PAWNS | strong << 1;
    return Math.min(
      SCALE_FULL,
      SCALE_OPPOSITE_BISHOPS + SCALE_OPPOSITE_PASSED * popcount64(maps[passed], maps[passed | 1]),
    );
  }
  if (left > 4) return scale;

  const strongUnits = pieceUnits(bits, strong);
  const files = pawnsLo | pawnsHi;
  if (strongUnits <= 3 && ((files & ~FILE_A) === 0 || (files & ~FILE_H) === 0)) {
    if (isWrongCorner(position, strong, strongUnits)) return 0;
  }
  if (count(bits, own | ROOK << 1) === 1 && strongUnits === 5 && pieceUnits(bits, strong ^ 1) === 5) {
    const isOneWing = (files & QUEENSIDE) === 0 || (files & ~QUEENSIDE) === 0;
    if (isOneWing && pawns - count(bits, own ^ 16 | PAWN << 1) <= 1) scale = Math.min(scale, SCALE_ROOKS);
  }
  return scale;
}

/** Whether each side has bishops of one colour only, and not of the same. */
function hasOppositeBishops(bits: Int32Array): boolean {
  const white = bits[BISHOP << 1] | bits[BISHOP << 1 | 1];
  const black = bits[16 | BISHOP << 1] | bits[16 | BISHOP << 1 | 1];
  if (white === 0 || black === 0) return false;
  return ((white & DARK) === 0 && (black & ~DARK) === 0) || ((white & ~DARK) === 0 && (black & DARK) === 0);
}

/** Scale where the stronger side has no pawn. */
function pawnlessScale(bits: Int32Array, strong: number): number {
  const own = strong << 4;
  const strongUnits = pieceUnits(bits, strong);
  const weakUnits = pieceUnits(bits, strong ^ 1);
  const minors = count(bits, own | KNIGHT << 1) + count(bits, own | BISHOP << 1);
  // A single minor piece or two knights cannot mate.
  if (strongUnits <= 3) return 0;
  if (strongUnits === 6 && minors === 2 && count(bits, own | BISHOP << 1) === 0) {
    const isBare = (bits[own ^ 16 | PAWN << 1] | bits[own ^ 16 | PAWN << 1 | 1]) === 0;
    return isBare || weakUnits > 0 ? 0 : SCALE_NO_PAWNS_WEAK;
  }
  if (strongUnits - weakUnits > 3) return SCALE_FULL;
  return weakUnits <= 3 ? SCALE_NO_PAWNS_WEAK : SCALE_NO_PAWNS;
}

/**
 * Whether rook's pawns on one file cannot win: the weaker king reaches their corner, and there is no bishop that
 * covers it (nor any other piece).
 */
function isWrongCorner(position: Position, strong: number, strongUnits: number): boolean {
  const bits = position.bits;
  const own = strong << 4;
  const onAFile = ((bits[own | PAWN << 1] | bits[own | PAWN << 1 | 1]) & FILE_A) !== 0;
  const corner = (strong === WHITE ? 56 : 0) | (onAFile ? 0 : 7);
  if (strongUnits !== 0) {
    const bishops = bits[own | BISHOP << 1] | bits[own | BISHOP << 1 | 1];
    if (bishops === 0) return false;
    const isCornerDark = corner === 0 || corner === 63;
    if (((bishops & DARK) !== 0) === isCornerDark) return false;
  }
  return DISTANCE[position.kings[strong ^ 1] << 6 | corner] <= 1;
}

/** Whether a colour has nothing but its king. */
export function isBareKing(bits: Int32Array, us: number): boolean {
  const own = us << 4;
  const lo = bits[own];
  const hi = bits[own | 1];
  return (lo & (lo - 1)) === 0 && (hi & (hi - 1)) === 0 && (lo === 0 || hi === 0);
}

/**
 * Guides the mating of a lone king: to the edge (to a corner of the bishop's colour with bishop and knight), the kings
 * close to each other.
 *
 * @param position The position; the other colour has nothing but its king.
 * @param strong The colour that mates.
 * @returns Endgame centipawns, 0 where there is not enough to mate.
 */
export function mopUp(position: Position, strong: number): number {
  const bits = position.bits;
  const own = strong << 4;
  const units = pieceUnits(bits, strong);
  if (units < 5) return 0;
  const knights = count(bits, own | KNIGHT << 1);
  const bishops = bits[own | BISHOP << 1] | bits[own | BISHOP << 1 | 1];
  const majors = count(bits, own | ROOK << 1) + count(bits, own | QUEEN << 1);
  if (majors === 0 && (bits[own | PAWN << 1] | bits[own | PAWN << 1 | 1]) === 0) {
    // Without major pieces it takes bishops of both colours, or bishop and knight.
    if (bishops === 0 && knights < 3) return 0;
    const onBoth = (bishops & DARK) !== 0 && (bishops & ~DARK) !== 0;
    if (bishops !== 0 && knights === 0 && !onBoth) return 0;
  }
  const king = position.kings[strong ^ 1];
  const kings = (7 - DISTANCE[position.kings[strong] << 6 | king]) * MATE_KINGS;
  if (majors === 0 && knights === 1 && units === 6) {
    const isDark = (bishops & DARK) !== 0;
    const first = isDark ? 0 : 7;
    // Steps along ranks and files tell more on the way from the wrong corner to the right one than the king's steps.
    const corner = Math.min(steps(king, first), steps(king, first ^ 63));
    return MATE_BONUS + (14 - corner) * MATE_EDGE + kings;
  }
  const file = king & 7;
  const rank = king >> 3;
  const edge = Math.max(3 - file, file - 4) + Math.max(3 - rank, rank - 4);
  return MATE_BONUS + edge * MATE_EDGE + kings;
}

/** Steps between two squares along ranks and files. */
function steps(a: number, b: number): number {
  return Math.abs((a & 7) - (b & 7)) + Math.abs((a >> 3) - (b >> 3));
}

/** The side that an endgame score, White's less Black's, favours. */
export function strongSide(endgame: number): number {
  return endgame >= 0 ? WHITE : BLACK;
}
