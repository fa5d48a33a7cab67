/**
 * Knights, bishops, rooks and queens: placement, mobility, outposts, files.
 *
 * Each function visits the pieces of one type and colour, writes what they attack into the maps, and counts how they bear
 * on the zone of the enemy king. Sliders look through pieces that move the same way, so that doubled rooks or a
 * queen behind a bishop do not hamper each other.
 *
 * @module
 */

import { bishopHi, bishopIndex, bishopLo, KNIGHT_ATTACKS, rookHi, rookIndex, rookLo } from "../core/attacks.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import {
  ATTACKER,
  DISTANCE,
  KING_ZONE,
  MOBILITY_AREA,
  PAWN_FILES,
  PAWN_SPAN,
  popcount64,
  PRESSURE,
  TWICE,
} from "./handcrafted_maps.ts";
import {
  BISHOP_LONG_DIAGONAL,
  BISHOP_MOBILITY,
  BISHOP_OUTPOST,
  BISHOP_PAIR,
  BISHOP_PAWN,
  KNIGHT_MOBILITY,
  KNIGHT_OUTPOST,
  KNIGHT_REACHES_OUTPOST,
  MINOR_BEHIND_PAWN,
  MINOR_KING_DISTANCE,
  PIECE_SQUARES,
  QUEEN_MOBILITY,
  ROOK_HALF_OPEN_FILE,
  ROOK_MOBILITY,
  ROOK_ON_SEVENTH,
  ROOK_OPEN_FILE,
  ROOK_TRAPPED,
  ZONE_ATTACKER,
} from "./handcrafted_weights.ts";

/** The dark squares of either half. */
const DARK = 0xaa55aa55 | 0;
/** d4 and e4. */
const CENTRE_LO = 0x18000000;
/** d5 and e5. */
const CENTRE_HI = 0x00000018;
/** Fourth rank of the low half and fifth and sixth of the high one: where White's outposts lie. */
const OUTPOSTS_WHITE_LO = 0xff000000 | 0;
const OUTPOSTS_WHITE_HI = 0x0000ffff;
const OUTPOSTS_BLACK_LO = 0xffff0000 | 0;
const OUTPOSTS_BLACK_HI = 0x000000ff;

/** Low half of the squares where minor pieces of a colour are held by a pawn and safe from enemy pawns for good. */
function outpostsLo(maps: Int32Array, us: number): number {
  return maps[us << 4 | PAWN << 1] & ~maps[PAWN_SPAN | (us ^ 1) << 1] &
    (us === WHITE ? OUTPOSTS_WHITE_LO : OUTPOSTS_BLACK_LO);
}

/** High half of the same squares. */
function outpostsHi(maps: Int32Array, us: number): number {
  return maps[us << 4 | PAWN << 1 | 1] & ~maps[PAWN_SPAN | (us ^ 1) << 1 | 1] &
    (us === WHITE ? OUTPOSTS_WHITE_HI : OUTPOSTS_BLACK_HI);
}

/** Score of the minor pieces (both types) of a colour that stand behind a pawn. */
export function sheltered(bits: Int32Array, us: number): number {
  const own = us << 4;
  const pawnsLo = bits[PAWN << 1] | bits[16 | PAWN << 1];
  const pawnsHi = bits[PAWN << 1 | 1] | bits[16 | PAWN << 1 | 1];
  const behindLo = us === WHITE ? pawnsLo >>> 8 | pawnsHi << 24 : pawnsLo << 8;
  const behindHi = us === WHITE ? pawnsHi >>> 8 : pawnsHi << 8 | pawnsLo >>> 24;
  const lo = behindLo & (bits[own | KNIGHT << 1] | bits[own | BISHOP << 1]);
  const hi = behindHi & (bits[own | KNIGHT << 1 | 1] | bits[own | BISHOP << 1 | 1]);
  return (lo | hi) === 0 ? 0 : popcount64(lo, hi) * MINOR_BEHIND_PAWN;
}

/** Score of the knights of a colour, packed. */
export function knights(bits: Int32Array, maps: Int32Array, us: number, king: number): number {
  const own = us << 4;
  const type = own | KNIGHT << 1;
  if ((bits[type] | bits[type | 1]) === 0) {
    maps[type] = 0;
    maps[type | 1] = 0;
    return 0;
  }
  const areaLo = maps[MOBILITY_AREA | us << 1];
  const areaHi = maps[MOBILITY_AREA | us << 1 | 1];
  const zoneLo = maps[KING_ZONE | (us ^ 1) << 1];
  const zoneHi = maps[KING_ZONE | (us ^ 1) << 1 | 1];
  const postsLo = outpostsLo(maps, us);
  const postsHi = outpostsHi(maps, us);
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  let typeLo = 0;
  let typeHi = 0;
  let score = 0;
  let pressure = 0;
  for (let half = 0; half < 2; half++) {
    const posts = half === 0 ? postsLo : postsHi;
    let pieces = bits[type | half];
    while (pieces !== 0) {
      const bit = pieces & -pieces;
      const square = half << 5 | (31 - Math.clz32(bit));
      pieces ^= bit;
      const lo = KNIGHT_ATTACKS[square << 1];
      const hi = KNIGHT_ATTACKS[square << 1 | 1];
      twiceLo |= allLo & lo;
      twiceHi |= allHi & hi;
      allLo |= lo;
      allHi |= hi;
      typeLo |= lo;
      typeHi |= hi;
      score += PIECE_SQUARES[type << 5 | square] + KNIGHT_MOBILITY[popcount64(lo & areaLo, hi & areaHi)] +
        DISTANCE[king << 6 | square] * MINOR_KING_DISTANCE;
      if ((posts & bit) !== 0) score += KNIGHT_OUTPOST;
      else if (((lo & postsLo & ~bits[own]) | (hi & postsHi & ~bits[own | 1])) !== 0) score += KNIGHT_REACHES_OUTPOST;
      if (((lo & zoneLo) | (hi & zoneHi)) !== 0) {
        pressure += ATTACKER + (ZONE_ATTACKER[KNIGHT] << 10) + popcount64(lo & zoneLo, hi & zoneHi);
      }
    }
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[type] = typeLo;
  maps[type | 1] = typeHi;
  maps[PRESSURE | us] += pressure;
  return score | 0;
}

/** Score of the bishops of a colour, packed. */
export function bishops(bits: Int32Array, maps: Int32Array, us: number, king: number): number {
  const own = us << 4;
  const type = own | BISHOP << 1;
  const bishopsLo = bits[type];
  const bishopsHi = bits[type | 1];
  if ((bishopsLo | bishopsHi) === 0) {
    maps[type] = 0;
    maps[type | 1] = 0;
    return 0;
  }
  const occLo = (bits[0] | bits[16]) & ~(bits[QUEEN << 1] | bits[16 | QUEEN << 1]);
  const occHi = (bits[1] | bits[17]) & ~(bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1]);
  const areaLo = maps[MOBILITY_AREA | us << 1];
  const areaHi = maps[MOBILITY_AREA | us << 1 | 1];
  const zoneLo = maps[KING_ZONE | (us ^ 1) << 1];
  const zoneHi = maps[KING_ZONE | (us ^ 1) << 1 | 1];
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  let typeLo = 0;
  let typeHi = 0;
  let score = 0;
  let pressure = 0;
  for (let half = 0; half < 2; half++) {
    const posts = half === 0 ? outpostsLo(maps, us) : outpostsHi(maps, us);
    let pieces = bits[type | half];
    while (pieces !== 0) {
      const bit = pieces & -pieces;
      const square = half << 5 | (31 - Math.clz32(bit));
      pieces ^= bit;
      const index = bishopIndex(square, occLo, occHi);
      const lo = bishopLo(index);
      const hi = bishopHi(index);
      twiceLo |= allLo & lo;
      twiceHi |= allHi & hi;
      allLo |= lo;
      allHi |= hi;
      typeLo |= lo;
      typeHi |= hi;
      score += PIECE_SQUARES[type << 5 | square] + BISHOP_MOBILITY[popcount64(lo & areaLo, hi & areaHi)] +
        DISTANCE[king << 6 | square] * MINOR_KING_DISTANCE;
      if ((posts & bit) !== 0) score += BISHOP_OUTPOST;
      // Two centre squares of one colour lie in different halves.
      if ((lo & CENTRE_LO) !== 0 && (hi & CENTRE_HI) !== 0) score += BISHOP_LONG_DIAGONAL;
      if (((lo & zoneLo) | (hi & zoneHi)) !== 0) {
        pressure += ATTACKER + (ZONE_ATTACKER[BISHOP] << 10) + popcount64(lo & zoneLo, hi & zoneHi);
      }
    }
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[type] = typeLo;
  maps[type | 1] = typeHi;
  maps[PRESSURE | us] += pressure;
  return (score + bishopColours(bits, bishopsLo, bishopsHi, own)) | 0;
}

/** The pair, and own pawns in the way of bishops on their colour. */
function bishopColours(bits: Int32Array, bishopsLo: number, bishopsHi: number, own: number): number {
  const pawnsLo = bits[own | PAWN << 1];
  const pawnsHi = bits[own | PAWN << 1 | 1];
  const onDark = ((bishopsLo | bishopsHi) & DARK) !== 0;
  const onLight = ((bishopsLo | bishopsHi) & ~DARK) !== 0;
  // Pawns on both colours hamper a pair evenly, and it is cheaper not to look.
  if (onDark && onLight) return BISHOP_PAIR;
  const mask = onDark ? DARK : ~DARK;
  return popcount64(pawnsLo & mask, pawnsHi & mask) * BISHOP_PAWN;
}

/** Score of the rooks of a colour, packed. */
export function rooks(bits: Int32Array, maps: Int32Array, us: number, king: number): number {
  const own = us << 4;
  const type = own | ROOK << 1;
  if ((bits[type] | bits[type | 1]) === 0) {
    maps[type] = 0;
    maps[type | 1] = 0;
    return 0;
  }
  const occLo = (bits[0] | bits[16]) & ~(bits[type] | bits[QUEEN << 1] | bits[16 | QUEEN << 1]);
  const occHi = (bits[1] | bits[17]) & ~(bits[type | 1] | bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1]);
  const areaLo = maps[MOBILITY_AREA | us << 1];
  const areaHi = maps[MOBILITY_AREA | us << 1 | 1];
  const zoneLo = maps[KING_ZONE | (us ^ 1) << 1];
  const zoneHi = maps[KING_ZONE | (us ^ 1) << 1 | 1];
  const ownFiles = maps[PAWN_FILES | us];
  const enemyFiles = maps[PAWN_FILES | us ^ 1];
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  let typeLo = 0;
  let typeHi = 0;
  let score = 0;
  let pressure = 0;
  for (let half = 0; half < 2; half++) {
    let pieces = bits[type | half];
    while (pieces !== 0) {
      const square = half << 5 | (31 - Math.clz32(pieces & -pieces));
      pieces &= pieces - 1;
      const index = rookIndex(square, occLo, occHi);
      const lo = rookLo(index);
      const hi = rookHi(index);
      twiceLo |= allLo & lo;
      twiceHi |= allHi & hi;
      allLo |= lo;
      allHi |= hi;
      typeLo |= lo;
      typeHi |= hi;
      const mobility = popcount64(lo & areaLo, hi & areaHi);
      score += PIECE_SQUARES[type << 5 | square] + ROOK_MOBILITY[mobility];
      if ((ownFiles >>> (square & 7) & 1) === 0) {
        score += (enemyFiles >>> (square & 7) & 1) === 0 ? ROOK_OPEN_FILE : ROOK_HALF_OPEN_FILE;
      } else if (mobility < 4 && isShutIn(square, king)) {
        score += ROOK_TRAPPED;
      }
      if (((lo & zoneLo) | (hi & zoneHi)) !== 0) {
        pressure += ATTACKER + (ZONE_ATTACKER[ROOK] << 10) + popcount64(lo & zoneLo, hi & zoneHi);
      }
    }
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[type] = typeLo;
  maps[type | 1] = typeHi;
  maps[PRESSURE | us] += pressure;
  return (score + rooksOnSeventh(bits, us)) | 0;
}

/** Whether a rook stands between its king, not on the central files, and the edge, on the same rank. */
function isShutIn(rook: number, king: number): boolean {
  if ((rook ^ king) >> 3 !== 0) return false;
  const kingFile = king & 7;
  return kingFile > 3 ? (rook & 7) > kingFile && kingFile > 4 : (rook & 7) < kingFile && kingFile < 3;
}

function rooksOnSeventh(bits: Int32Array, us: number): number {
  const enemy = (us ^ 1) << 4;
  const half = us ^ 1;
  const seventh = us === WHITE ? 0x00ff0000 : 0x0000ff00;
  const eighth = us === WHITE ? 0xff000000 | 0 : 0x000000ff;
  const there = bits[us << 4 | ROOK << 1 | half] & seventh;
  if (there === 0) return 0;
  if (((bits[enemy | PAWN << 1 | half] & seventh) | (bits[enemy | KING << 1 | half] & eighth)) === 0) return 0;
  return popcount64(there, 0) * ROOK_ON_SEVENTH;
}

/** Score of the queens of a colour, packed. */
export function queens(bits: Int32Array, maps: Int32Array, us: number): number {
  const own = us << 4;
  const type = own | QUEEN << 1;
  if ((bits[type] | bits[type | 1]) === 0) {
    maps[type] = 0;
    maps[type | 1] = 0;
    return 0;
  }
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  const areaLo = maps[MOBILITY_AREA | us << 1];
  const areaHi = maps[MOBILITY_AREA | us << 1 | 1];
  const zoneLo = maps[KING_ZONE | (us ^ 1) << 1];
  const zoneHi = maps[KING_ZONE | (us ^ 1) << 1 | 1];
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  let typeLo = 0;
  let typeHi = 0;
  let score = 0;
  let pressure = 0;
  for (let half = 0; half < 2; half++) {
    let pieces = bits[type | half];
    while (pieces !== 0) {
      const square = half << 5 | (31 - Math.clz32(pieces & -pieces));
      pieces &= pieces - 1;
      const diagonal = bishopIndex(square, occLo, occHi);
      const straight = rookIndex(square, occLo, occHi);
      const lo = bishopLo(diagonal) | rookLo(straight);
      const hi = bishopHi(diagonal) | rookHi(straight);
      twiceLo |= allLo & lo;
      twiceHi |= allHi & hi;
      allLo |= lo;
      allHi |= hi;
      typeLo |= lo;
      typeHi |= hi;
      score += PIECE_SQUARES[type << 5 | square] + QUEEN_MOBILITY[popcount64(lo & areaLo, hi & areaHi)];
      if (((lo & zoneLo) | (hi & zoneHi)) !== 0) {
        pressure += ATTACKER + (ZONE_ATTACKER[QUEEN] << 10) + popcount64(lo & zoneLo, hi & zoneHi);
      }
    }
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[type] = typeLo;
  maps[type | 1] = typeHi;
  maps[PRESSURE | us] += pressure;
  return score | 0;
}
