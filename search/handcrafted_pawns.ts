/**
 * Pawns: their structure, kept in a hash table, and the race of passed pawns.
 *
 * Structure depends on pawns alone and changes with few moves, so it is computed once and looked up. An entry stores
 * the pawns themselves, so a hit is certain and no result depends on what was evaluated before. The shelter of the
 * kings rides along with the squares of the kings that it was computed for.
 *
 * An empty entry, all zeros, is the correct one of a board without pawns.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { BLACK, KING, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { shelter } from "./handcrafted_king.ts";
import {
  DISTANCE,
  ENTRY,
  ENTRY_WORDS,
  FILE_AHEAD,
  fileMask,
  PASSED_PAWNS,
  PASSED_SPAN,
  PAWN_ENTRIES,
  PAWN_FILES,
  PAWN_SCORE,
  PAWN_SPANS,
  PAWN_TABLE,
  popcount64,
  SHELTER_SCORE,
  SUPPORT_SPAN,
} from "./handcrafted_maps.ts";
import {
  pack,
  PASSED,
  PASSED_ENEMY_KING,
  PASSED_FILE,
  PASSED_OWN_KING,
  PASSED_STOP_FREE,
  PASSED_STOP_HELD,
  PASSED_STOP_SAFE,
  PASSED_UNSTOPPABLE,
  PASSED_WAY_RANK,
  PASSED_WAY_SAFE,
  PAWN_BACKWARD,
  PAWN_BACKWARD_OPEN,
  PAWN_CONNECTED,
  PAWN_DOUBLED,
  PAWN_DOUBLED_ISOLATED,
  PAWN_ISOLATED,
  PAWN_ISOLATED_OPEN,
  PAWN_SUPPORT,
  PIECE_SQUARES,
} from "./handcrafted_weights.ts";
import { PAWN_ATTACKS } from "../core/attacks.ts";

/**
 * Looks the pawns up, computing what is missing, and leaves the place of the entry in the maps.
 *
 * @param maps Memory of the evaluation.
 * @param position The position.
 * @returns The structure of White's pawns less that of Black's, packed score.
 */
export function pawnScore(maps: Int32Array, position: Position): number {
  const bits = position.bits;
  const key = position.pawnKey;
  const entry = PAWN_TABLE + ((key ^ key >>> 15) & (PAWN_ENTRIES - 1)) * ENTRY_WORDS;
  maps[ENTRY] = entry;
  if (
    ((maps[entry] ^ bits[PAWN << 1]) | (maps[entry | 1] ^ bits[PAWN << 1 | 1]) |
      (maps[entry | 2] ^ bits[16 | PAWN << 1]) | (maps[entry | 3] ^ bits[16 | PAWN << 1 | 1])) !== 0
  ) fillEntry(maps, entry, bits);
  const known = maps[entry | PAWN_FILES];
  const kings = (position.kings[WHITE] + 1) << 16 | (position.kings[BLACK] + 1) << 24;
  const changed = known ^ kings;
  if ((changed & ~0xffff) !== 0) {
    maps[entry | PAWN_FILES] = known & 0xffff | kings;
    if ((changed & 0x00ff0000) !== 0) maps[entry | SHELTER_SCORE | WHITE] = shelter(bits, WHITE, position.kings[WHITE]);
    if (changed >>> 24 !== 0) maps[entry | SHELTER_SCORE | BLACK] = shelter(bits, BLACK, position.kings[BLACK]);
  }
  return maps[entry | PAWN_SCORE];
}

/** Computes all of an entry but the shelter. */
function fillEntry(maps: Int32Array, entry: number, bits: Int32Array): void {
  maps[entry] = bits[PAWN << 1];
  maps[entry | 1] = bits[PAWN << 1 | 1];
  maps[entry | 2] = bits[16 | PAWN << 1];
  maps[entry | 3] = bits[16 | PAWN << 1 | 1];
  maps.fill(0, entry + 4, entry + ENTRY_WORDS);
  for (let colour = WHITE; colour <= BLACK; colour++) {
    const own = colour << 4 | PAWN << 1;
    const side = entry | colour << 1;
    let files = 0;
    for (let half = 0; half < 2; half++) {
      let pawns = bits[own | half];
      while (pawns !== 0) {
        const square = half << 5 | (31 - Math.clz32(pawns & -pawns));
        pawns &= pawns - 1;
        files |= 1 << (square & 7);
        const pair = (colour << 6 | square) << 1;
        maps[side | PAWN_SPANS] |= PASSED_SPAN[pair] & ~FILE_AHEAD[pair];
        maps[side | PAWN_SPANS | 1] |= PASSED_SPAN[pair | 1] & ~FILE_AHEAD[pair | 1];
        if (isPassed(bits, colour, square)) maps[side | PASSED_PAWNS | half] |= 1 << square;
      }
    }
    maps[entry | PAWN_FILES] |= files << (colour << 3);
  }
  maps[entry | PAWN_SCORE] = pawnStructure(bits, WHITE) - pawnStructure(bits, BLACK);
}

/** Whether no enemy pawn can stop or take the pawn on its way, and no own pawn stands before it. */
function isPassed(bits: Int32Array, us: number, square: number): boolean {
  const own = us << 4 | PAWN << 1;
  const pair = (us << 6 | square) << 1;
  return ((PASSED_SPAN[pair] & bits[own ^ 16]) | (PASSED_SPAN[pair | 1] & bits[own ^ 16 | 1]) |
    (FILE_AHEAD[pair] & bits[own]) | (FILE_AHEAD[pair | 1] & bits[own | 1])) === 0;
}

/**
 * Material, placement and structure of a colour's pawns.
 *
 * @param bits `Position.bits`.
 * @param us The colour.
 * @returns Packed score.
 */
export function pawnStructure(bits: Int32Array, us: number): number {
  const own = us << 4 | PAWN << 1;
  const ownLo = bits[own];
  const ownHi = bits[own | 1];
  const enemyLo = bits[own ^ 16];
  const enemyHi = bits[own ^ 16 | 1];
  const up = us === WHITE ? 8 : -8;
  let score = 0;
  for (let half = 0; half < 2; half++) {
    let pawns = bits[own | half];
    while (pawns !== 0) {
      const square = half << 5 | (31 - Math.clz32(pawns & -pawns));
      pawns &= pawns - 1;
      const file = square & 7;
      const rank = (square >> 3) ^ (us === WHITE ? 0 : 7);
      const pair = (us << 6 | square) << 1;
      // A pawn of the enemy's on this square would attack the squares whence this one is held.
      const backPair = pair ^ 128;
      const neighbourFiles = (file > 0 ? fileMask(file - 1) : 0) | (file < 7 ? fileMask(file + 1) : 0);
      const holders = popcount64(PAWN_ATTACKS[backPair] & ownLo, PAWN_ATTACKS[backPair | 1] & ownHi);
      const row = neighbourFiles & 0xff << (square & 24);
      const phalanx = row & (square < 32 ? ownLo : ownHi);
      const isOpposed = ((FILE_AHEAD[pair] & enemyLo) | (FILE_AHEAD[pair | 1] & enemyHi)) !== 0;
      const isDoubled = ((FILE_AHEAD[pair] & ownLo) | (FILE_AHEAD[pair | 1] & ownHi)) !== 0;
      score += PIECE_SQUARES[(us << 3 | PAWN) << 6 | square];

      if (holders !== 0 || phalanx !== 0) {
        score += PAWN_CONNECTED[isOpposed ? 8 | rank : rank] + holders * PAWN_SUPPORT;
      } else if ((neighbourFiles & (ownLo | ownHi)) === 0) {
        score += PAWN_ISOLATED + (isOpposed ? 0 : PAWN_ISOLATED_OPEN);
      } else if (((SUPPORT_SPAN[pair] & ownLo) | (SUPPORT_SPAN[pair | 1] & ownHi)) === 0) {
        const stopPair = (us << 6 | square + up) << 1;
        const guards = (PAWN_ATTACKS[stopPair] & enemyLo) | (PAWN_ATTACKS[stopPair | 1] & enemyHi);
        if (guards !== 0) score += PAWN_BACKWARD + (isOpposed ? 0 : PAWN_BACKWARD_OPEN);
      }
      if (isDoubled) score += PAWN_DOUBLED + (holders === 0 ? PAWN_DOUBLED_ISOLATED : 0);
      if (isPassed(bits, us, square)) {
        score += PASSED[rank] + Math.min(file, 7 - file) * PASSED_FILE;
      }
    }
  }
  return score | 0;
}

/**
 * What the passed pawns of a colour can hope for, given all pieces: kings' distances, a free way, support.
 *
 * @param position The position.
 * @param maps Scratch memory with complete attack maps and passed pawns.
 * @param us The colour.
 * @returns Packed score.
 */
export function passedPawns(position: Position, maps: Int32Array, us: number): number {
  const bits = position.bits;
  const own = us << 4;
  const up = us === WHITE ? 8 : -8;
  const kingRow = position.kings[us] << 6;
  const enemyKingRow = position.kings[us ^ 1] << 6;
  let score = 0;
  for (let half = 0; half < 2; half++) {
    let pawns = maps[maps[ENTRY] | PASSED_PAWNS | us << 1 | half];
    while (pawns !== 0) {
      const square = half << 5 | (31 - Math.clz32(pawns & -pawns));
      pawns &= pawns - 1;
      const rank = (square >> 3) ^ (us === WHITE ? 0 : 7);
      if (rank < PASSED_WAY_RANK) continue;
      const stop = square + up;
      const kings = Math.min(5, DISTANCE[enemyKingRow | stop]) * PASSED_ENEMY_KING[rank] +
        Math.min(5, DISTANCE[kingRow | stop]) * PASSED_OWN_KING[rank];
      score += pack(0, kings);
      if (position.board[stop] === 0) score += freeWay(bits, maps, us, square, stop, rank);
    }
  }
  if ((bits[own ^ 16] ^ bits[own ^ 16 | PAWN << 1] ^ bits[own ^ 16 | KING << 1]) === 0) {
    if ((bits[own ^ 16 | 1] ^ bits[own ^ 16 | PAWN << 1 | 1] ^ bits[own ^ 16 | KING << 1 | 1]) === 0) {
      score += unstoppable(position, maps, us);
    }
  }
  return score | 0;
}

/** How free the way of a passed pawn is whose next square is empty, packed score. */
function freeWay(
  bits: Int32Array,
  maps: Int32Array,
  us: number,
  square: number,
  stop: number,
  rank: number,
): number {
  const own = us << 4;
  const enemy = own ^ 16;
  const pair = (us << 6 | square) << 1;
  const back = pair ^ 128;
  const wayLo = FILE_AHEAD[pair];
  const wayHi = FILE_AHEAD[pair | 1];
  let badLo = wayLo & (maps[enemy] | bits[enemy]);
  let badHi = wayHi & (maps[enemy | 1] | bits[enemy | 1]);
  const majorsLo = FILE_AHEAD[back] &
    (bits[ROOK << 1] | bits[QUEEN << 1] | bits[16 | ROOK << 1] | bits[16 | QUEEN << 1]);
  const majorsHi = FILE_AHEAD[back | 1] &
    (bits[ROOK << 1 | 1] | bits[QUEEN << 1 | 1] | bits[16 | ROOK << 1 | 1] | bits[16 | QUEEN << 1 | 1]);
  let isHeld = ((maps[own | stop >> 5] >>> stop) & 1) !== 0;
  if ((majorsLo | majorsHi) !== 0) {
    // A rook behind the pawn sees its whole way once the pawn moves, whichever side it is on.
    if (((majorsLo & bits[enemy]) | (majorsHi & bits[enemy | 1])) !== 0) {
      badLo = wayLo;
      badHi = wayHi;
    } else {
      isHeld = true;
    }
  }
  let score = PASSED_STOP_FREE[rank];
  if ((((stop < 32 ? badLo : badHi) >>> stop) & 1) === 0) score += PASSED_STOP_SAFE[rank];
  if ((badLo | badHi) === 0) score += PASSED_WAY_SAFE[rank];
  if (isHeld) score += PASSED_STOP_HELD[rank];
  return score;
}

/** Bonus where a passed pawn outruns a king that has no pieces beside it: the rule of the square. */
function unstoppable(position: Position, maps: Int32Array, us: number): number {
  const bits = position.bits;
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  const enemyKingRow = position.kings[us ^ 1] << 6;
  const toMove = position.sideToMove === us ? 1 : 0;
  for (let half = 0; half < 2; half++) {
    let pawns = maps[maps[ENTRY] | PASSED_PAWNS | us << 1 | half];
    while (pawns !== 0) {
      const square = half << 5 | (31 - Math.clz32(pawns & -pawns));
      pawns &= pawns - 1;
      const pair = (us << 6 | square) << 1;
      if (((FILE_AHEAD[pair] & occLo) | (FILE_AHEAD[pair | 1] & occHi)) !== 0) continue;
      const rank = (square >> 3) ^ (us === WHITE ? 0 : 7);
      // From its second rank a pawn starts with a double step.
      const moves = Math.min(5, 7 - rank);
      const goal = us === WHITE ? 56 | square & 7 : square & 7;
      if (DISTANCE[enemyKingRow | goal] > moves + 1 - toMove) return pack(0, PASSED_UNSTOPPABLE);
    }
  }
  return 0;
}
