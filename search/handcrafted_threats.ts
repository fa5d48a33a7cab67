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
  SPACE_SQUARE,
  THREAT_BY_KING,
  THREAT_BY_PAWN,
  THREAT_BY_PUSH,
  THREAT_BY_ROOK,
  THREAT_HANGING,
  THREAT_MINOR_MAJOR,
  THREAT_MINOR_MINOR,
  THREAT_PAWN,
} from "./handcrafted_weights.ts";

/** The files c to f. */
const CENTRE_FILES = 0x3c3c3c3c;

/**
 * Threats of a colour.
 *
 * @param bits `Position.bits`.
 * @param maps Memory of the evaluation, with complete attack maps.
 * @param us The colour that threatens.
 * @returns Packed score.
 */
export function threats(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const enemyPawnsLo = bits[enemy | PAWN << 1];
  const enemyPawnsHi = bits[enemy | PAWN << 1 | 1];
  const piecesLo = bits[enemy] ^ enemyPawnsLo ^ bits[enemy | KING << 1];
  const piecesHi = bits[enemy | 1] ^ enemyPawnsHi ^ bits[enemy | KING << 1 | 1];
  const score = pawnThreats(bits, maps, us, piecesLo, piecesHi);

  // Weak: attacked, and not defended by a pawn nor by two against fewer.
  const weakLo = (piecesLo | enemyPawnsLo) & maps[own] &
    ~(maps[enemy | PAWN << 1] | (maps[enemy | TWICE << 1] & ~maps[own | TWICE << 1]));
  const weakHi = (piecesHi | enemyPawnsHi) & maps[own | 1] &
    ~(maps[enemy | PAWN << 1 | 1] | (maps[enemy | TWICE << 1 | 1] & ~maps[own | TWICE << 1 | 1]));
  const majorsLo = maps[own] & (bits[enemy | ROOK << 1] | bits[enemy | QUEEN << 1]);
  const majorsHi = maps[own | 1] & (bits[enemy | ROOK << 1 | 1] | bits[enemy | QUEEN << 1 | 1]);
  if ((weakLo | weakHi | majorsLo | majorsHi) === 0) return score;

  const minorLo = maps[own | KNIGHT << 1] | maps[own | BISHOP << 1];
  const minorHi = maps[own | KNIGHT << 1 | 1] | maps[own | BISHOP << 1 | 1];
  const weakMinorsLo = weakLo & piecesLo & ~majorsLo;
  const weakMinorsHi = weakHi & piecesHi & ~majorsHi;
  const rookPreyLo = maps[own | ROOK << 1] & (weakMinorsLo | bits[enemy | QUEEN << 1]);
  const rookPreyHi = maps[own | ROOK << 1 | 1] & (weakMinorsHi | bits[enemy | QUEEN << 1 | 1]);
  const kingPrey = (weakLo & maps[own | KING << 1]) | (weakHi & maps[own | KING << 1 | 1]);
  return (score + popcount64(majorsLo & minorLo, majorsHi & minorHi) * THREAT_MINOR_MAJOR +
    popcount64(weakMinorsLo & minorLo, weakMinorsHi & minorHi) * THREAT_MINOR_MINOR +
    popcount64(rookPreyLo, rookPreyHi) * THREAT_BY_ROOK +
    popcount64(weakLo & enemyPawnsLo, weakHi & enemyPawnsHi) * THREAT_PAWN +
    popcount64(weakLo & ~maps[enemy], weakHi & ~maps[enemy | 1]) * THREAT_HANGING +
    (kingPrey !== 0 ? THREAT_BY_KING : 0)) | 0;
}

/** Pieces that pawns attack or could attack after a step. */
function pawnThreats(bits: Int32Array, maps: Int32Array, us: number, piecesLo: number, piecesHi: number): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const white = us === WHITE;
  const pawnsLo = bits[own | PAWN << 1];
  const pawnsHi = bits[own | PAWN << 1 | 1];
  const freeLo = ~(bits[0] | bits[16]);
  const freeHi = ~(bits[1] | bits[17]);
  let stepLo = (white ? pawnsLo << 8 : pawnsLo >>> 8 | pawnsHi << 24) & freeLo;
  let stepHi = (white ? pawnsHi << 8 | pawnsLo >>> 24 : pawnsHi >>> 8) & freeHi;
  // The third rank of each side is the gate of its double steps.
  if (white) stepLo |= (stepLo & 0x00ff0000) << 8 & freeLo;
  else stepHi |= (stepHi & 0x0000ff00) >>> 8 & freeHi;
  // A step is safe where no pawn takes and the square is not attacked or is defended.
  stepLo &= (~maps[enemy] | maps[own]) & ~maps[enemy | PAWN << 1];
  stepHi &= (~maps[enemy | 1] | maps[own | 1]) & ~maps[enemy | PAWN << 1 | 1];
  const takesLo = maps[own | PAWN << 1];
  const takesHi = maps[own | PAWN << 1 | 1];
  const aimedLo = pawnAttacksLo(white, stepLo, stepHi) & piecesLo & ~takesLo;
  const aimedHi = pawnAttacksHi(white, stepLo, stepHi) & piecesHi & ~takesHi;
  let score = 0;
  if ((aimedLo | aimedHi) !== 0) score = popcount64(aimedLo, aimedHi) * THREAT_BY_PUSH;
  if (((takesLo & piecesLo) | (takesHi & piecesHi)) !== 0) {
    score += popcount64(takesLo & piecesLo, takesHi & piecesHi) * THREAT_BY_PAWN;
  }
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
 * Room in the own camp: safe squares, those behind own pawns twice. It matters while many pieces have to live there.
 *
 * @param bits `Position.bits`.
 * @param maps Scratch memory with complete attack maps.
 * @param us The colour.
 * @returns Packed score.
 */
export function space(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  // The second to fourth rank of a side lie in its own half.
  const half = us === WHITE ? 0 : 1;
  const pawns = bits[own | PAWN << 1 | half];
  const camp = CENTRE_FILES & (us === WHITE ? 0xffffff00 : 0x00ffffff) & ~pawns & ~maps[own ^ 16 | PAWN << 1 | half];
  let behind = pawns;
  if (us === WHITE) {
    behind |= behind >>> 8;
    behind |= behind >>> 16;
  } else {
    behind |= behind << 8;
    behind |= behind << 16;
  }
  return popcount64(camp, camp & behind & ~maps[own ^ 16 | half]) * SPACE_SQUARE;
}
