/**
 * Kings: the pawns around them, and the danger that enemy pieces bring.
 *
 * Danger is counted in points (attackers of the king's zone, its weak squares, checks that cost nothing …) and
 * charged by its square, because attackers multiply each other's strength.
 *
 * @module
 */

import { bishopHi, bishopIndex, bishopLo, KNIGHT_ATTACKS, rookHi, rookIndex, rookLo } from "../core/attacks.ts";
import { highestSquare, lowestSquare } from "../core/bitboard.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { BOXES, ENTRY, fileMask, KING_ZONE, popcount64, PRESSURE, SHELTER_SCORE, TWICE } from "./handcrafted_maps.ts";
import {
  DANGER_BASE,
  DANGER_LINEAR,
  DANGER_MAX,
  DANGER_SQUARE,
  KING_PAWN_DISTANCE,
  KNIGHT_DEFENDS,
  middlegameOf,
  NO_QUEEN,
  OPEN_FILE_AT_KING,
  pack,
  PIECE_SQUARES,
  SAFE_CHECK,
  SHELTER,
  SHELTER_PER_POINT,
  STORM,
  STORM_BLOCKED,
  UNSAFE_CHECK,
  ZONE_ATTACK,
  ZONE_WEAK,
} from "./handcrafted_weights.ts";

/**
 * Shelter and storm on the three files at a king, and its distance from the pawns.
 *
 * @param bits `Position.bits`, of which only pawns are read.
 * @param us The king's colour.
 * @param king The king's square.
 * @returns Packed score.
 */
export function shelter(bits: Int32Array, us: number, king: number): number {
  const own = us << 4 | PAWN << 1;
  const centre = Math.max(1, Math.min(6, king & 7));
  // The king's rank and what lies before it.
  const shift = king & 24;
  const rows = us === WHITE ? -1 << shift : -1 >>> (24 - shift);
  const rowsLo = king < 32 ? rows : us === WHITE ? 0 : -1;
  const rowsHi = king >= 32 ? rows : us === WHITE ? -1 : 0;
  const ownLo = bits[own] & rowsLo;
  const ownHi = bits[own | 1] & rowsHi;
  const enemyLo = bits[own ^ 16] & rowsLo;
  const enemyHi = bits[own ^ 16 | 1] & rowsHi;
  let score = 0;
  for (let file = centre - 1; file <= centre + 1; file++) {
    const mask = fileMask(file);
    const ownRank = nearestRank(ownLo & mask, ownHi & mask, us);
    const enemyRank = nearestRank(enemyLo & mask, enemyHi & mask, us);
    score += SHELTER[Math.min(file, 7 - file) << 3 | ownRank];
    if (enemyRank !== 0) {
      score += ownRank !== 0 && ownRank === enemyRank - 1 ? STORM_BLOCKED[enemyRank] : STORM[enemyRank];
    } else if (ownRank === 0) score += OPEN_FILE_AT_KING;
  }
  const pawnsLo = bits[own] | bits[own ^ 16];
  const pawnsHi = bits[own | 1] | bits[own ^ 16 | 1];
  return (score + nearestPawn(pawnsLo, pawnsHi, king) * KING_PAWN_DISTANCE) | 0;
}

/** Relative rank of the pawn of one file that is nearest to the back rank of `us`, 0 if there is none. */
function nearestRank(lo: number, hi: number, us: number): number {
  if ((lo | hi) === 0) return 0;
  return us === WHITE ? lowestSquare(lo, hi) >> 3 : 7 - (highestSquare(lo, hi) >> 3);
}

/** Steps from a king to the nearest pawn of a set, 0 without pawns. */
function nearestPawn(lo: number, hi: number, king: number): number {
  if ((lo | hi) === 0) return 0;
  let steps = 1;
  while (((BOXES[(king << 3 | steps) << 1] & lo) | (BOXES[(king << 3 | steps) << 1 | 1] & hi)) === 0) steps++;
  return steps;
}

/**
 * Placement, shelter and danger of a colour's king.
 *
 * @param bits `Position.bits`.
 * @param maps Scratch memory with complete attack maps and shelter.
 * @param us The king's colour.
 * @param king The king's square.
 * @returns Packed score.
 */
export function kingSafety(bits: Int32Array, maps: Int32Array, us: number, king: number): number {
  const own = us << 4;
  const score = PIECE_SQUARES[own << 5 | KING << 6 | king] + maps[maps[ENTRY] | SHELTER_SCORE | us];
  const pressure = maps[PRESSURE | us ^ 1];
  const queens = bits[own ^ 16 | QUEEN << 1] | bits[own ^ 16 | QUEEN << 1 | 1];
  // A single piece without a queen behind it is no attack.
  if (pressure >> 16 < (queens !== 0 ? 1 : 2)) return score | 0;

  const enemy = own ^ 16;
  const zoneLo = maps[KING_ZONE | us << 1];
  const zoneHi = maps[KING_ZONE | us << 1 | 1];
  // Weak: attacked, and held by king or queen at most, or outnumbered.
  const weakLo = maps[enemy] & ~maps[own | TWICE << 1] &
    (~maps[own] | maps[own | KING << 1] | maps[own | QUEEN << 1]);
  const weakHi = maps[enemy | 1] & ~maps[own | TWICE << 1 | 1] &
    (~maps[own | 1] | maps[own | KING << 1 | 1] | maps[own | QUEEN << 1 | 1]);
  let points = DANGER_BASE + (pressure >> 16) * (pressure & 0xffff) +
    popcount64(zoneLo & maps[enemy], zoneHi & maps[enemy | 1]) * ZONE_ATTACK +
    popcount64(zoneLo & maps[enemy | TWICE << 1], zoneHi & maps[enemy | TWICE << 1 | 1]) * ZONE_ATTACK +
    popcount64(zoneLo & weakLo, zoneHi & weakHi) * ZONE_WEAK + checkPoints(bits, maps, us, king, weakLo, weakHi);
  if (queens === 0) points += NO_QUEEN;
  if (((maps[own | KNIGHT << 1] & zoneLo) | (maps[own | KNIGHT << 1 | 1] & zoneHi)) !== 0) points += KNIGHT_DEFENDS;
  points -= (middlegameOf(maps[maps[ENTRY] | SHELTER_SCORE | us]) / SHELTER_PER_POINT) | 0;
  if (points <= 0) return score | 0;
  points = Math.min(points, DANGER_MAX);
  return (score - pack((points * points / DANGER_SQUARE) | 0, (points / DANGER_LINEAR) | 0)) | 0;
}

/** Points for the checks that the enemies of `us` can give, by type and by whether the square is safe for them. */
function checkPoints(
  bits: Int32Array,
  maps: Int32Array,
  us: number,
  king: number,
  weakLo: number,
  weakHi: number,
): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const freeLo = ~bits[enemy];
  const freeHi = ~bits[enemy | 1];
  const safeLo = freeLo & (~maps[own] | (weakLo & maps[enemy | TWICE << 1]));
  const safeHi = freeHi & (~maps[own | 1] | (weakHi & maps[enemy | TWICE << 1 | 1]));
  // The king's queen does not shield it for long.
  const occLo = (bits[0] | bits[16]) & ~bits[own | QUEEN << 1];
  const occHi = (bits[1] | bits[17]) & ~bits[own | QUEEN << 1 | 1];
  const straight = rookIndex(king, occLo, occHi);
  const diagonal = bishopIndex(king, occLo, occHi);
  const straightLo = rookLo(straight);
  const straightHi = rookHi(straight);
  const diagonalLo = bishopLo(diagonal);
  const diagonalHi = bishopHi(diagonal);
  let points = 0;
  let unsafeLo = 0;
  let unsafeHi = 0;

  const rookLoSet = straightLo & maps[enemy | ROOK << 1];
  const rookHiSet = straightHi & maps[enemy | ROOK << 1 | 1];
  if (((rookLoSet & safeLo) | (rookHiSet & safeHi)) !== 0) points += SAFE_CHECK[ROOK];
  else {
    unsafeLo |= rookLoSet;
    unsafeHi |= rookHiSet;
  }
  // A queen checks where nothing can take it, the own queen neither.
  const queenLo = (straightLo | diagonalLo) & maps[enemy | QUEEN << 1] & safeLo & ~maps[own | QUEEN << 1];
  const queenHi = (straightHi | diagonalHi) & maps[enemy | QUEEN << 1 | 1] & safeHi & ~maps[own | QUEEN << 1 | 1];
  if ((queenLo | queenHi) !== 0) points += SAFE_CHECK[QUEEN];
  const bishopLoSet = diagonalLo & maps[enemy | BISHOP << 1];
  const bishopHiSet = diagonalHi & maps[enemy | BISHOP << 1 | 1];
  if (((bishopLoSet & safeLo) | (bishopHiSet & safeHi)) !== 0) points += SAFE_CHECK[BISHOP];
  else {
    unsafeLo |= bishopLoSet;
    unsafeHi |= bishopHiSet;
  }
  const knightLo = KNIGHT_ATTACKS[king << 1] & maps[enemy | KNIGHT << 1];
  const knightHi = KNIGHT_ATTACKS[king << 1 | 1] & maps[enemy | KNIGHT << 1 | 1];
  if (((knightLo & safeLo) | (knightHi & safeHi)) !== 0) points += SAFE_CHECK[KNIGHT];
  else {
    unsafeLo |= knightLo;
    unsafeHi |= knightHi;
  }
  unsafeLo &= freeLo;
  unsafeHi &= freeHi;
  if ((unsafeLo | unsafeHi) !== 0) points += popcount64(unsafeLo, unsafeHi) * UNSAFE_CHECK;
  return points;
}
