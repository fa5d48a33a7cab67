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
  BISHOP_PAIR,
  BISHOP_PAWN,
  MINOR_BEHIND_PAWN,
  MINOR_KING_DISTANCE,
  MOBILITY,
  OUTPOST,
  PIECE_SQUARES,
  REACHES_OUTPOST,
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

/** Low half of the squares where minor pieces of a colour are held by a pawn and safe from enemy pawns for good. */
function outpostsLo(maps: Int32Array, us: number): number {
  return maps[us << 4 | PAWN << 1] & ~maps[maps[ENTRY] | PAWN_SPANS | (us ^ 1) << 1] &
    (us === WHITE ? OUTPOSTS_WHITE_LO : OUTPOSTS_BLACK_LO);
}

/** High half of the same squares. */
function outpostsHi(maps: Int32Array, us: number): number {
  return maps[us << 4 | PAWN << 1 | 1] & ~maps[maps[ENTRY] | PAWN_SPANS | (us ^ 1) << 1 | 1] &
    (us === WHITE ? OUTPOSTS_WHITE_HI : OUTPOSTS_BLACK_HI);
}

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
  const postsLo = outpostsLo(maps, us);
  const postsHi = outpostsHi(maps, us);
  const files = maps[maps[ENTRY] | PAWN_FILES];
  const ownFiles = us === WHITE ? files : files >>> 8;
  const enemyFiles = us === WHITE ? files >>> 8 : files;
  let allLo = maps[own];
  let allHi = maps[own | 1];
  let twiceLo = maps[own | TWICE << 1];
  let twiceHi = maps[own | TWICE << 1 | 1];
  let score = 0;
  let pressure = 0;
  for (let type = KNIGHT; type <= QUEEN; type++) {
    const code = own | type << 1;
    let typeLo = 0;
    let typeHi = 0;
    if ((bits[code] | bits[code | 1]) !== 0) {
      let occLo = bits[0] | bits[16];
      let occHi = bits[1] | bits[17];
      if (type !== QUEEN) {
        occLo &= ~(bits[QUEEN << 1] | bits[16 | QUEEN << 1]);
        occHi &= ~(bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1]);
        if (type === ROOK) {
          occLo &= ~bits[code];
          occHi &= ~bits[code | 1];
        }
      }
      for (let half = 0; half < 2; half++) {
        let set = bits[code | half];
        while (set !== 0) {
          const bit = set & -set;
          const square = half << 5 | (31 - Math.clz32(bit));
          set ^= bit;
          let lo = 0;
          let hi = 0;
          if (type === KNIGHT) {
            lo = KNIGHT_ATTACKS[square << 1];
            hi = KNIGHT_ATTACKS[square << 1 | 1];
          } else {
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
          typeLo |= lo;
          typeHi |= hi;
          const mobility = popcount64(lo & areaLo, hi & areaHi);
          score += PIECE_SQUARES[code << 5 | square] + MOBILITY[type << 5 | mobility];
          pressure += ZONE_PRESSURE[type << 4 | popcount64(lo & zoneLo, hi & zoneHi)];
          if (type < ROOK) {
            score += DISTANCE[king << 6 | square] * MINOR_KING_DISTANCE;
            if (((half === 0 ? postsLo : postsHi) & bit) !== 0) score += OUTPOST[type];
            else if (((lo & postsLo & ~bits[own]) | (hi & postsHi & ~bits[own | 1])) !== 0) {
              score += REACHES_OUTPOST[type];
            }
          } else if (type === ROOK) {
            score += ROOK_FILES[(ownFiles >>> (square & 7) & 1) << 1 | enemyFiles >>> (square & 7) & 1];
            if (mobility < 4 && isShutIn(square, king, ownFiles)) score += ROOK_TRAPPED;
          }
        }
      }
    }
    maps[code] = typeLo;
    maps[code | 1] = typeHi;
  }
  maps[own] = allLo;
  maps[own | 1] = allHi;
  maps[own | TWICE << 1] = twiceLo;
  maps[own | TWICE << 1 | 1] = twiceHi;
  maps[PRESSURE | us] = pressure;
  return (score + bishopPair(bits, own) + behindPawns(bits, us) + rooksOnSeventh(bits, us)) | 0;
}

/** The pair, or own pawns in the way of bishops on their colour. */
function bishopPair(bits: Int32Array, own: number): number {
  const bishops = bits[own | BISHOP << 1] | bits[own | BISHOP << 1 | 1];
  if (bishops === 0) return 0;
  const onDark = (bishops & DARK) !== 0;
  // Pawns on both colours hamper a pair evenly, and it is cheaper not to look.
  if (onDark && (bishops & ~DARK) !== 0) return BISHOP_PAIR;
  const mask = onDark ? DARK : ~DARK;
  return popcount64(bits[own | PAWN << 1] & mask, bits[own | PAWN << 1 | 1] & mask) * BISHOP_PAWN;
}

/** Minor pieces right behind a pawn of either colour. */
function behindPawns(bits: Int32Array, us: number): number {
  const own = us << 4;
  const pawnsLo = bits[PAWN << 1] | bits[16 | PAWN << 1];
  const pawnsHi = bits[PAWN << 1 | 1] | bits[16 | PAWN << 1 | 1];
  const behindLo = us === WHITE ? pawnsLo >>> 8 | pawnsHi << 24 : pawnsLo << 8;
  const behindHi = us === WHITE ? pawnsHi >>> 8 : pawnsHi << 8 | pawnsLo >>> 24;
  const lo = behindLo & (bits[own | KNIGHT << 1] | bits[own | BISHOP << 1]);
  const hi = behindHi & (bits[own | KNIGHT << 1 | 1] | bits[own | BISHOP << 1 | 1]);
  return popcount64(lo, hi) * MINOR_BEHIND_PAWN;
}

/** Whether a rook stands behind own pawns between the edge and its king, which has left the central files, on one rank. */
function isShutIn(rook: number, king: number, ownFiles: number): boolean {
  if ((rook ^ king) >> 3 !== 0 || (ownFiles >>> (rook & 7) & 1) === 0) return false;
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
