/**
 * Threats against enemy pieces, and space.
 *
 * A threat is an attack that the other side has to answer: by something worth less, or on something undefended. Both
 * terms need the attack maps of both colours complete.
 *
 * @module
 */

import { NOT_FILE_A, NOT_FILE_H } from "../core/bitboard.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { popcount64, TWICE } from "./handcrafted_maps.ts";
import {
  SPACE_PIECES,
  SPACE_SQUARE,
  THREAT_BY_KING,
  THREAT_BY_MINOR,
  THREAT_BY_PAWN,
  THREAT_BY_PUSH,
  THREAT_BY_ROOK,
  THREAT_HANGING,
} from "./handcrafted_weights.ts";

/** The files c to f. */
const CENTRE_FILES = 0x3c3c3c3c;

/**
 * Threats of a colour.
 *
 * @param bits `Position.bits`.
 * @param maps Scratch memory with complete attack maps.
 * @param us The colour that threatens.
 * @returns Packed score.
 */
export function threats(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const enemyLo = bits[enemy] & ~bits[enemy | KING << 1];
  const enemyHi = bits[enemy | 1] & ~bits[enemy | KING << 1 | 1];
  const piecesLo = enemyLo & ~bits[enemy | PAWN << 1];
  const piecesHi = enemyHi & ~bits[enemy | PAWN << 1 | 1];
  // Well defended: by a pawn, or by two against fewer.
  const strongLo = maps[enemy | PAWN << 1] | (maps[enemy | TWICE << 1] & ~maps[own | TWICE << 1]);
  const strongHi = maps[enemy | PAWN << 1 | 1] | (maps[enemy | TWICE << 1 | 1] & ~maps[own | TWICE << 1 | 1]);
  const weakLo = enemyLo & ~strongLo & maps[own];
  const weakHi = enemyHi & ~strongHi & maps[own | 1];
  let score = 0;

  if ((weakLo | weakHi) !== 0) {
    const hangingLo = weakLo & ~maps[enemy];
    const hangingHi = weakHi & ~maps[enemy | 1];
    if ((hangingLo | hangingHi) !== 0) score += popcount64(hangingLo, hangingHi) * THREAT_HANGING;
    if (((weakLo & maps[own | KING << 1]) | (weakHi & maps[own | KING << 1 | 1])) !== 0) score += THREAT_BY_KING;
  }
  // Minor pieces threaten whatever is weak, and every rook and queen.
  const majorsLo = bits[enemy | ROOK << 1] | bits[enemy | QUEEN << 1];
  const majorsHi = bits[enemy | ROOK << 1 | 1] | bits[enemy | QUEEN << 1 | 1];
  const byMinorLo = (maps[own | KNIGHT << 1] | maps[own | BISHOP << 1]) & (weakLo | majorsLo | (piecesLo & ~strongLo));
  const byMinorHi = (maps[own | KNIGHT << 1 | 1] | maps[own | BISHOP << 1 | 1]) &
    (weakHi | majorsHi | (piecesHi & ~strongHi));
  if ((byMinorLo | byMinorHi) !== 0) score += byVictim(bits, enemy, byMinorLo, byMinorHi, THREAT_BY_MINOR);
  const byRookLo = maps[own | ROOK << 1] & (weakLo | bits[enemy | QUEEN << 1]);
  const byRookHi = maps[own | ROOK << 1 | 1] & (weakHi | bits[enemy | QUEEN << 1 | 1]);
  if ((byRookLo | byRookHi) !== 0) score += byVictim(bits, enemy, byRookLo, byRookHi, THREAT_BY_ROOK);
  return (score + pawnThreats(bits, maps, us, piecesLo, piecesHi)) | 0;
}

/** Sums `weights`, `[type]`, over the attacked enemies of each type but the king. */
function byVictim(bits: Int32Array, enemy: number, lo: number, hi: number, weights: Int32Array): number {
  let score = 0;
  for (let type = PAWN; type <= QUEEN; type++) {
    const victimsLo = bits[enemy | type << 1] & lo;
    const victimsHi = bits[enemy | type << 1 | 1] & hi;
    if ((victimsLo | victimsHi) !== 0) score += popcount64(victimsLo, victimsHi) * weights[type];
  }
  return score;
}

/** Pieces that pawns attack or could attack after a step. */
function pawnThreats(bits: Int32Array, maps: Int32Array, us: number, piecesLo: number, piecesHi: number): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const white = us === WHITE;
  let score = 0;
  // A pawn is safe where it is not attacked or is defended.
  const safeLo = ~maps[enemy] | maps[own];
  const safeHi = ~maps[enemy | 1] | maps[own | 1];
  if (((maps[own | PAWN << 1] & piecesLo) | (maps[own | PAWN << 1 | 1] & piecesHi)) !== 0) {
    const lo = bits[own | PAWN << 1] & safeLo;
    const hi = bits[own | PAWN << 1 | 1] & safeHi;
    const victimsLo = pawnAttacksLo(white, lo, hi) & piecesLo;
    const victimsHi = pawnAttacksHi(white, lo, hi) & piecesHi;
    score += popcount64(victimsLo, victimsHi) * THREAT_BY_PAWN;
  }
  const pawnsLo = bits[own | PAWN << 1];
  const pawnsHi = bits[own | PAWN << 1 | 1];
  const freeLo = ~(bits[0] | bits[16]);
  const freeHi = ~(bits[1] | bits[17]);
  let stepLo = (white ? pawnsLo << 8 : pawnsLo >>> 8 | pawnsHi << 24) & freeLo;
  let stepHi = (white ? pawnsHi << 8 | pawnsLo >>> 24 : pawnsHi >>> 8) & freeHi;
  // The third rank of each side is the gate of its double steps.
  if (white) stepLo |= (stepLo & 0x00ff0000) << 8 & freeLo;
  else stepHi |= (stepHi & 0x0000ff00) >>> 8 & freeHi;
  stepLo &= safeLo & ~maps[enemy | PAWN << 1];
  stepHi &= safeHi & ~maps[enemy | PAWN << 1 | 1];
  const aimedLo = pawnAttacksLo(white, stepLo, stepHi) & piecesLo & ~maps[own | PAWN << 1];
  const aimedHi = pawnAttacksHi(white, stepLo, stepHi) & piecesHi & ~maps[own | PAWN << 1 | 1];
  if ((aimedLo | aimedHi) !== 0) score += popcount64(aimedLo, aimedHi) * THREAT_BY_PUSH;
  return score;
}

/** Low half of what pawns on the given squares attack. */
function pawnAttacksLo(white: boolean, lo: number, hi: number): number {
  const west = lo & NOT_FILE_A;
  const east = lo & NOT_FILE_H;
  if (white) return west << 7 | east << 9;
  return west >>> 9 | east >>> 7 | (hi & NOT_FILE_A) << 23 | (hi & NOT_FILE_H) << 25;
}

/** High half of what pawns on the given squares attack. */
function pawnAttacksHi(white: boolean, lo: number, hi: number): number {
  const west = hi & NOT_FILE_A;
  const east = hi & NOT_FILE_H;
  if (!white) return west >>> 9 | east >>> 7;
  return west << 7 | east << 9 | (lo & NOT_FILE_A) >>> 25 | (lo & NOT_FILE_H) >>> 23;
}

/**
 * Room behind the own pawns: it matters by how many pieces have to live there.
 *
 * @param bits `Position.bits`.
 * @param maps Scratch memory with complete attack maps.
 * @param us The colour.
 * @returns Packed score.
 */
export function space(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  const pieces = popcount64(bits[own] & ~bits[own | PAWN << 1], bits[own | 1] & ~bits[own | PAWN << 1 | 1]);
  if (pieces < SPACE_PIECES) return 0;
  // The second to fourth rank of a side lie in its own half.
  const half = us === WHITE ? 0 : 1;
  const camp = CENTRE_FILES & (us === WHITE ? 0xffffff00 : 0x00ffffff) & ~bits[own | PAWN << 1 | half] &
    ~maps[own ^ 16 | PAWN << 1 | half];
  const pawns = bits[own | PAWN << 1 | half];
  let behind = pawns;
  if (us === WHITE) {
    behind |= behind >>> 8;
    behind |= behind >>> 16;
  } else {
    behind |= behind << 8;
    behind |= behind << 16;
  }
  const safe = popcount64(camp, camp & behind & ~maps[own ^ 16 | half]);
  return safe * pieces * SPACE_SQUARE >> 4;
}
