/**
 * The scratch memory of the hand-crafted evaluation, and the geometry that its terms share.
 *
 * Terms hand their results to each other through one Int32Array, because a returned pair or object would have to be
 * allocated. Its first 32 words are attack maps laid out like `Position.bits`, so that one index serves both.
 *
 * @module
 */

import { FILE_A, NOT_FILE_A, NOT_FILE_H } from "../core/bitboard.ts";
import { KING_ATTACKS } from "../core/attacks.ts";
import { BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";

/** Squares that a colour attacks by one type, `[colour << 4 | type << 1 | half]`; type 0 stands for all of them. */
export const ATTACKS = 0;
/** In place of a type: squares that a colour attacks at least twice. */
export const TWICE = 7;
/** Word: where a colour's mobility counts, `[MOBILITY_AREA | colour << 1 | half]`. */
export const MOBILITY_AREA = 32;
/** Word: the zone of a colour's king, `[KING_ZONE | colour << 1 | half]`. */
export const KING_ZONE = 36;
/** Word: how a colour bears on the enemy king's zone: pieces `<< 16`, their points. */
export const PRESSURE = 40;
/** Word: where the entry of the pawns begins, see below. */
export const ENTRY = 42;

/**
 * Word: the pawn table, entries of `ENTRY_WORDS`. An entry starts with the pawns that it is about: White's low and
 * high half, Black's. It lies in the same memory so that terms read it where it is.
 */
export const PAWN_TABLE = 64;
/** Words of an entry of the pawn table. */
export const ENTRY_WORDS = 16;
/** Entries of the pawn table: 256 KB, most of which stay in the second-level cache. */
export const PAWN_ENTRIES = 4096;
/**
 * Word of an entry: squares that a colour's pawns attack once advanced, `[entry | PAWN_SPANS | colour << 1 | half]`.
 */
export const PAWN_SPANS = 4;
/** Word of an entry: passed pawns, `[entry | PASSED_PAWNS | colour << 1 | half]`. */
export const PASSED_PAWNS = 8;
/** Word of an entry: the pawns' own score, White's less Black's, packed. */
export const PAWN_SCORE = 12;
/** Word of an entry: files with pawns, eight bits of White, eight of Black; above them both kings' squares plus one. */
export const PAWN_FILES = 13;
/** Word of an entry: shelter of a colour's king, packed score, `[entry | SHELTER_SCORE | colour]`. */
export const SHELTER_SCORE = 14;
/** Number of words of the whole memory. */
export const MAP_WORDS: number = PAWN_TABLE + PAWN_ENTRIES * ENTRY_WORDS;

/** Squares before a pawn on its file and the neighbouring ones, `[(colour << 6 | square) << 1 | half]`. */
export const PASSED_SPAN: Int32Array = pawnSpan(1, true);
/** Squares before a pawn on its file, `[(colour << 6 | square) << 1 | half]`. */
export const FILE_AHEAD: Int32Array = pawnSpan(0, true);
/**
 * Squares beside and behind on the neighbouring files, whence pawns can support, `[(colour << 6 | square) << 1 |
 * half]`.
 */
export const SUPPORT_SPAN: Int32Array = pawnSpan(1, false);
/** Zone of a king: the three by three squares around it, moved off the edge, and its own, `[square << 1 | half]`. */
export const ZONE_OF_KING: Int32Array = kingZones();
/** Steps of a king between two squares, `[a << 6 | b]`. */
export const DISTANCE: Uint8Array = distances();

/** Squares within so many king's steps of a square, `[(square << 3 | steps) << 1 | half]`. */
export const BOXES: Int32Array = boxes();

/** How many squares a set has: both halves in one bit-parallel count. */
export function popcount64(lo: number, hi: number): number {
  lo -= (lo >>> 1) & 0x55555555;
  hi -= (hi >>> 1) & 0x55555555;
  lo = (lo & 0x33333333) + ((lo >>> 2) & 0x33333333);
  lo += (hi & 0x33333333) + ((hi >>> 2) & 0x33333333);
  return Math.imul((lo & 0x0f0f0f0f) + ((lo >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Starts the maps of both colours: what pawns and kings attack, the kings' zones, where mobility counts. */
export function startMaps(maps: Int32Array, bits: Int32Array, whiteKing: number, blackKing: number): void {
  const whiteLo = bits[PAWN << 1];
  const whiteHi = bits[PAWN << 1 | 1];
  const blackLo = bits[16 | PAWN << 1];
  const blackHi = bits[16 | PAWN << 1 | 1];
  const whiteWestLo = (whiteLo & NOT_FILE_A) << 7;
  const whiteWestHi = (whiteHi & NOT_FILE_A) << 7 | (whiteLo & NOT_FILE_A) >>> 25;
  const whiteEastLo = (whiteLo & NOT_FILE_H) << 9;
  const whiteEastHi = (whiteHi & NOT_FILE_H) << 9 | (whiteLo & NOT_FILE_H) >>> 23;
  const blackWestLo = (blackLo & NOT_FILE_A) >>> 9 | (blackHi & NOT_FILE_A) << 23;
  const blackWestHi = (blackHi & NOT_FILE_A) >>> 9;
  const blackEastLo = (blackLo & NOT_FILE_H) >>> 7 | (blackHi & NOT_FILE_H) << 25;
  const blackEastHi = (blackHi & NOT_FILE_H) >>> 7;
  const whiteTakesLo = whiteWestLo | whiteEastLo;
  const whiteTakesHi = whiteWestHi | whiteEastHi;
  const blackTakesLo = blackWestLo | blackEastLo;
  const blackTakesHi = blackWestHi | blackEastHi;
  startColour(maps, WHITE, whiteKing, whiteTakesLo, whiteTakesHi, whiteWestLo & whiteEastLo, whiteWestHi & whiteEastHi);
  startColour(maps, BLACK, blackKing, blackTakesLo, blackTakesHi, blackWestLo & blackEastLo, blackWestHi & blackEastHi);

  // Pieces should not count on squares of own pawns that cannot step forward or have hardly moved, nor of king or
  // queens.
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  maps[MOBILITY_AREA] = ~(blackTakesLo | bits[KING << 1] | bits[QUEEN << 1] |
    (whiteLo & (occLo >>> 8 | occHi << 24 | 0x00ffff00)));
  maps[MOBILITY_AREA | 1] = ~(blackTakesHi | bits[KING << 1 | 1] | bits[QUEEN << 1 | 1] | (whiteHi & occHi >>> 8));
  maps[MOBILITY_AREA | 2] = ~(whiteTakesLo | bits[16 | KING << 1] | bits[16 | QUEEN << 1] | (blackLo & occLo << 8));
  maps[MOBILITY_AREA | 3] = ~(whiteTakesHi | bits[16 | KING << 1 | 1] | bits[16 | QUEEN << 1 | 1] |
    (blackHi & (occHi << 8 | occLo >>> 24 | 0x00ffff00)));
}

/** Starts the attack maps of a colour by what its pawns attack, once and twice, and its king. */
function startColour(
  maps: Int32Array,
  us: number,
  king: number,
  takesLo: number,
  takesHi: number,
  twiceLo: number,
  twiceHi: number,
): void {
  const own = us << 4;
  const kingLo = KING_ATTACKS[king << 1];
  const kingHi = KING_ATTACKS[king << 1 | 1];
  maps[own] = takesLo | kingLo;
  maps[own | 1] = takesHi | kingHi;
  maps[own | PAWN << 1] = takesLo;
  maps[own | PAWN << 1 | 1] = takesHi;
  // Written out: `fill` is a call, and a slow one for eight words.
  maps[own | KNIGHT << 1] = 0;
  maps[own | KNIGHT << 1 | 1] = 0;
  maps[own | BISHOP << 1] = 0;
  maps[own | BISHOP << 1 | 1] = 0;
  maps[own | ROOK << 1] = 0;
  maps[own | ROOK << 1 | 1] = 0;
  maps[own | QUEEN << 1] = 0;
  maps[own | QUEEN << 1 | 1] = 0;
  maps[own | KING << 1] = kingLo;
  maps[own | KING << 1 | 1] = kingHi;
  maps[own | TWICE << 1] = twiceLo | (takesLo & kingLo);
  maps[own | TWICE << 1 | 1] = twiceHi | (takesHi & kingHi);
  maps[KING_ZONE | us << 1] = ZONE_OF_KING[king << 1];
  maps[KING_ZONE | us << 1 | 1] = ZONE_OF_KING[king << 1 | 1];
}

/** Squares of the files within `width`, ahead of a pawn, or only its neighbours' and not ahead. */
function pawnSpan(width: number, ahead: boolean): Int32Array {
  const table = new Int32Array(256);
  for (let index = 0; index < 128; index++) {
    const forward = index < 64 ? 1 : -1;
    const square = index & 63;
    for (let target = 0; target < 64; target++) {
      const files = Math.abs((target & 7) - (square & 7));
      const isAhead = ((target >> 3) - (square >> 3)) * forward > 0;
      if (files <= width && isAhead === ahead && (ahead || files > 0)) {
        table[index << 1 | target >> 5] |= 1 << target;
      }
    }
  }
  return table;
}

function kingZones(): Int32Array {
  const table = new Int32Array(128);
  for (let square = 0; square < 64; square++) {
    const file = Math.min(6, Math.max(1, square & 7));
    const rank = Math.min(6, Math.max(1, square >> 3));
    const centre = rank << 3 | file;
    table[square << 1] = KING_ATTACKS[centre << 1];
    table[square << 1 | 1] = KING_ATTACKS[centre << 1 | 1];
    for (const inside of [centre, square]) table[square << 1 | inside >> 5] |= 1 << inside;
  }
  return table;
}

function distances(): Uint8Array {
  const table = new Uint8Array(64 * 64);
  for (let a = 0; a < 64; a++) {
    for (let b = 0; b < 64; b++) {
      table[a << 6 | b] = Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
    }
  }
  return table;
}

function boxes(): Int32Array {
  const table = new Int32Array(64 * 8 * 2);
  for (let pair = 0; pair < 64 * 64; pair++) {
    const square = pair & 63;
    for (let steps = DISTANCE[pair]; steps < 8; steps++) {
      table[(pair >> 6 << 3 | steps) << 1 | square >> 5] |= 1 << square;
    }
  }
  return table;
}

/** The squares of one file, in either half. */
export function fileMask(file: number): number {
  return FILE_A << file;
}
