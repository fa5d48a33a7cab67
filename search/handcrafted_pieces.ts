/**
 * Knights, bishops, rooks and queens: placement, mobility, outposts, files.
 *
 * A pass over the pieces of a colour writes what they attack into the maps and counts how they bear on the zone of the
 * enemy king. Sliders look through pieces that move the same way, so that doubled rooks or a
 * queen behind a bishop do not hamper each other.
 *
 * @module
 */

import { bishopHi, bishopIndex, bishopLo, KNIGHT_ATTACKS, rookHi, rookIndex, rookLo } from "../core/attacks.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import {
  DISTANCE,
  ENTRY,
  KING_ZONE,
  MOBILITY_AREA,
  PAWN_FILES,
  PAWN_SPANS,
  popcount64,
  PRESSURE,
  TWICE,
} from "./handcrafted_maps.ts";
import {
  BISHOP_OUTPOST,
  BISHOP_PAIR,
  BISHOP_PAWN,
  KNIGHT_OUTPOST,
  KNIGHT_REACHES_OUTPOST,
  MINOR_BEHIND_PAWN,
  MINOR_KING_DISTANCE,
  MOBILITY,
  PIECE_SQUARES,
  ROOK_FILES,
  ROOK_ON_SEVENTH,
  ROOK_TRAPPED,
  ZONE_PRESSURE,
} from "./handcrafted_weights.ts";

/** The dark squares of either half. */
const DARK = 0xaa55aa55 | 0;
/** Fourth rank of the low half and fifth and sixth of the high one: where White's outposts lie. */
const OUTPOSTS_WHITE_LO = 0xff000000 | 0;
const OUTPOSTS_WHITE_HI = 0x0000ffff;
const OUTPOSTS_BLACK_LO = 0xffff0000 | 0;
const OUTPOSTS_BLACK_HI = 0x000000ff;

/**
 * Placement, mobility and posts of a colour's knights, bishops, rooks and queens; completes its attack maps.
 *
 * One loop serves all types: four specialised ones were slower, for their code no longer fitted the instruction cache.
 *
 * @param bits `Position.bits`.
 * @param maps Memory of the evaluation, started and with the pawns looked up.
 * @param us The colour.
 * @param king The square of its king.
 * @returns Packed score.
 */
export function pieces(bits: Int32Array, maps: Int32Array, us: number, king: number): number {
  const own = us << 4;
  const areaLo = maps[MOBILITY_AREA | us << 1];
  const areaHi = maps[MOBILITY_AREA | us << 1 | 1];
  const zoneLo = maps[KING_ZONE | (us ^ 1) << 1];
  const zoneHi = maps[KING_ZONE | (us ^ 1) << 1 | 1];
  const files = maps[maps[ENTRY] | PAWN_FILES];
  const ownFiles = us === WHITE ? files : files >>> 8;
  const enemyFiles = us === WHITE ? files >>> 8 : files;
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  const fullLo = bits[0] | bits[16];
  const fullHi = bits[1] | bits[17];
  const queenlessLo = fullLo & ~(bits[QUEEN << 1] | bits[16 | QUEEN << 1]);
  const queenlessHi = fullHi & ~(bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1]);
  const end = own | KING << 1;
  let word = own | KNIGHT << 1;
  let set = bits[word];
  let score = 0;
  let pressure = 0;
  for (;;) {
    // The next half of a type that has a piece. An inner loop also keeps V8 from doubling the outer one by peeling.
    while (set === 0 && word < end) set = bits[++word];
    if (word === end) break;
    const bit = set & -set;
    const square = (word & 1) << 5 | (31 - Math.clz32(bit));
    const type = word >> 1 & 7;
    set ^= bit;
    let lo = 0;
    let hi = 0;
    if (type === KNIGHT) {
      lo = KNIGHT_ATTACKS[square << 1];
      hi = KNIGHT_ATTACKS[square << 1 | 1];
    } else {
      const occLo = type === QUEEN ? fullLo : type === ROOK ? queenlessLo & ~bits[word & ~1] : queenlessLo;
      const occHi = type === QUEEN ? fullHi : type === ROOK ? queenlessHi & ~bits[word | 1] : queenlessHi;
      if (type !== ROOK) {
        const index = bishopIndex(square, occLo, occHi);
        lo = bishopLo(index);
        hi = bishopHi(index);
      }
      if (type !== BISHOP) {
        const index = rookIndex(square, occLo, occHi);
        lo |= rookLo(index);
        hi |= rookHi(index);
      }
    }
    twiceLo |= allLo & lo;
    twiceHi |= allHi & hi;
    allLo |= lo;
    allHi |= hi;
    maps[word & ~1] |= lo;
    maps[word | 1] |= hi;
    const mobility = popcount64(lo & areaLo, hi & areaHi);
    score += PIECE_SQUARES[(us << 3 | type) << 6 | square] + MOBILITY[type << 5 | mobility];
    // Sign bit spread over the word: the weight where the piece bears on the zone, without an unpredictable branch.
    const aimed = (lo & zoneLo) | (hi & zoneHi);
    pressure += (aimed | -aimed) >> 31 & ZONE_PRESSURE[type];
    if (type < ROOK) {
      score += DISTANCE[king << 6 | square] * MINOR_KING_DISTANCE;
    } else if (type === ROOK) {
      score += ROOK_FILES[(ownFiles >>> (square & 7) & 1) << 1 | enemyFiles >>> (square & 7) & 1];
      if (mobility < 4 && isShutIn(square, king, ownFiles)) score += ROOK_TRAPPED;
    }
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[PRESSURE | us] = pressure;
  return (score + sets(bits, maps, us)) | 0;
}

/**
 * What whole sets of pieces earn: minor pieces behind pawns and on outposts, bishops by the colours of their squares,
 * rooks on the seventh rank.
 */
function sets(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  const white = us === WHITE;
  const knightsLo = bits[own | KNIGHT << 1];
  const knightsHi = bits[own | KNIGHT << 1 | 1];
  const bishopsLo = bits[own | BISHOP << 1];
  const bishopsHi = bits[own | BISHOP << 1 | 1];
  const ownPawnsLo = bits[own | PAWN << 1];
  const ownPawnsHi = bits[own | PAWN << 1 | 1];
  const pawnsLo = ownPawnsLo | bits[own ^ 16 | PAWN << 1];
  const pawnsHi = ownPawnsHi | bits[own ^ 16 | PAWN << 1 | 1];
  const behindLo = white ? pawnsLo >>> 8 | pawnsHi << 24 : pawnsLo << 8;
  const behindHi = white ? pawnsHi >>> 8 : pawnsHi << 8 | pawnsLo >>> 24;
  let score = popcount64(behindLo & (knightsLo | bishopsLo), behindHi & (knightsHi | bishopsHi)) * MINOR_BEHIND_PAWN;

  // Outposts: held by a pawn, and out of reach of enemy pawns for good.
  const spans = maps[ENTRY] | PAWN_SPANS | (us ^ 1) << 1;
  const postsLo = maps[own | PAWN << 1] & ~maps[spans] & (white ? OUTPOSTS_WHITE_LO : OUTPOSTS_BLACK_LO);
  const postsHi = maps[own | PAWN << 1 | 1] & ~maps[spans | 1] & (white ? OUTPOSTS_WHITE_HI : OUTPOSTS_BLACK_HI);
  if ((postsLo | postsHi) !== 0) {
    const nearLo = maps[own | KNIGHT << 1] & ~bits[own];
    const nearHi = maps[own | KNIGHT << 1 | 1] & ~bits[own | 1];
    score += popcount64(postsLo & knightsLo, postsHi & knightsHi) * KNIGHT_OUTPOST +
      popcount64(postsLo & nearLo, postsHi & nearHi) * KNIGHT_REACHES_OUTPOST +
      popcount64(postsLo & bishopsLo, postsHi & bishopsHi) * BISHOP_OUTPOST;
  }
  const bishops = bishopsLo | bishopsHi;
  if (bishops !== 0) {
    const onDark = (bishops & DARK) !== 0;
    const mask = onDark ? DARK : ~DARK;
    // Pawns on both colours hamper a pair evenly, and it is cheaper not to look.
    if (onDark && (bishops & ~DARK) !== 0) score += BISHOP_PAIR;
    else score += popcount64(ownPawnsLo & mask, ownPawnsHi & mask) * BISHOP_PAWN;
  }
  const half = us ^ 1;
  const seventh = bits[own | ROOK << 1 | half] & (white ? 0x00ff0000 : 0x0000ff00);
  if (seventh !== 0) score += rooksOnSeventh(bits, us, seventh);
  return score;
}

/** Rooks of the set `seventh` on their seventh rank, if there is something to attack or to cut off. */
function rooksOnSeventh(bits: Int32Array, us: number, seventh: number): number {
  const enemy = (us ^ 1) << 4 | us ^ 1;
  const pawns = bits[enemy | PAWN << 1] & (us === WHITE ? 0x00ff0000 : 0x0000ff00);
  const king = bits[enemy | KING << 1] & (us === WHITE ? 0xff000000 : 0x000000ff);
  return (pawns | king) === 0 ? 0 : popcount64(seventh, 0) * ROOK_ON_SEVENTH;
}

/**
 * Whether a rook stands behind own pawns between the edge and its king, which has left the central files, on one
 * rank.
 */
function isShutIn(rook: number, king: number, ownFiles: number): boolean {
  if ((rook ^ king) >> 3 !== 0 || (ownFiles >>> (rook & 7) & 1) === 0) return false;
  const kingFile = king & 7;
  return kingFile > 3 ? (rook & 7) > kingFile && kingFile > 4 : (rook & 7) < kingFile && kingFile < 3;
}
