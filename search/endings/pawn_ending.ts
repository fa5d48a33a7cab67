/**
 * King and pawn against king: a 24 KB table says exactly which positions are won.
 *
 * For each square of the pawn, each square of its king, and each side to move, the table holds a set: the squares of
 * the lone king for which the pawn's side wins. The sets start empty and grow by retrograde analysis: each round adds
 * the positions in which White has a winning move or the lone king has only losing moves, until a round adds none. A
 * pawn never moves backwards, so its squares are solved from the seventh rank down. In the table, the pawn is White's
 * and stands on one of the files a to d; other positions are mirrored.
 * @module
 */

import { KING_ATTACKS, PAWN_ATTACKS } from "../../core/attacks.ts";
import { hasSquare, NOT_FILE_A, NOT_FILE_H, SQUARE_BITS } from "../../core/bitboard.ts";
import { BLACK, rankOf, WHITE } from "../../core/types.ts";

const PAWN_FILES = 4; // the pawn is always on one of the files a to d
const SECOND_RANK = 1;
const SEVENTH_RANK = 6;

/** The squares that a king attacks from each square. */
const KING_TARGETS: readonly (readonly number[])[] = Array.from({ length: 64 }, (_, from) => {
  const lo = KING_ATTACKS[from << 1];
  const hi = KING_ATTACKS[from << 1 | 1];
  return Array.from({ length: 64 }, (_, to) => to).filter((to) => hasSquare(lo, hi, to));
});

/** The squares of the lone king for which the pawn's side wins: `[side][pawn's rank and file][king][half]`. */
const WINS: Int32Array = new Int32Array(2 * PAWN_FILES * 6 * 64 * 2);
/** Whether the table is filled. Filling it takes about 20 ms, so it is done at the first look-up. */
let isSolved = false;

/** Whether `colour`, which has a king and a pawn, wins against the lone king. The position must be legal. */
export function winsPawnEnding(colour: number, isToMove: boolean, king: number, pawn: number, lone: number): boolean {
  if (!isSolved) solve();
  const flip = (colour === BLACK ? 56 : 0) ^ ((pawn & 7) >= PAWN_FILES ? 7 : 0);
  const square = lone ^ flip;
  const at = indexOf(isToMove ? WHITE : BLACK, pawn ^ flip, king ^ flip);
  return (WINS[at | square >> 5] & (1 << square)) !== 0;
}

function indexOf(side: number, pawn: number, king: number): number {
  const place = (rankOf(pawn) - SECOND_RANK) * PAWN_FILES + (pawn & 7);
  return ((side * PAWN_FILES * 6 + place) << 6 | king) << 1;
}

function solve(): void {
  for (let rank = SEVENTH_RANK; rank >= SECOND_RANK; rank--) {
    for (let file = 0; file < PAWN_FILES; file++) solveSquare(rank << 3 | file);
  }
  isSolved = true;
}

/** Solves all positions with the pawn on this square; positions with the pawn further ahead must already be solved. */
function solveSquare(pawn: number): void {
  let isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    for (let king = 0; king < 64; king++) {
      if (king === pawn) continue;
      const grewBlack = growBlack(pawn, king);
      isGrowing = growWhite(pawn, king) || grewBlack || isGrowing;
    }
  }
}

/** Adds squares to a set. Returns whether any of them was new. */
function grow(at: number, lo: number, hi: number): boolean {
  if (((lo & ~WINS[at]) | (hi & ~WINS[at | 1])) === 0) return false;
  WINS[at] |= lo;
  WINS[at | 1] |= hi;
  return true;
}

/** With White to move, adds the squares of the lone king for which one of White's moves is known to win. */
function growWhite(pawn: number, king: number): boolean {
  let lo = 0;
  let hi = 0;
  const take = (at: number, keptLo: number, keptHi: number): void => {
    lo |= WINS[at] & keptLo;
    hi |= WINS[at | 1] & keptHi;
  };
  for (const target of KING_TARGETS[king]) if (target !== pawn) take(indexOf(BLACK, pawn, target), -1, -1);
  const goal = pawn + 8;
  if (goal !== king) {
    const pair = goal << 1;
    if (rankOf(pawn) === SEVENTH_RANK) {
      // A promotion wins if the lone king cannot reach the queen. If it can, but the queen is defended, other moves
      // also win.
      lo |= ~(SQUARE_BITS[pair] | KING_ATTACKS[pair]);
      hi |= ~(SQUARE_BITS[pair | 1] | KING_ATTACKS[pair | 1]);
    } else take(indexOf(BLACK, goal, king), -1, -1);
    if (rankOf(pawn) === SECOND_RANK && goal + 8 !== king) {
      take(indexOf(BLACK, goal + 8, king), ~SQUARE_BITS[pair], ~SQUARE_BITS[pair | 1]);
    }
  }
  // Remove impossible squares: occupied squares, and those that the other king or the pawn attacks.
  lo &= ~(kingZone(king, 0) | SQUARE_BITS[pawn << 1] | PAWN_ATTACKS[pawn << 1]);
  hi &= ~(kingZone(king, 1) | SQUARE_BITS[pawn << 1 | 1] | PAWN_ATTACKS[pawn << 1 | 1]);
  return grow(indexOf(WHITE, pawn, king), lo, hi);
}

/** With the lone king to move, adds the squares from which all its moves are known to lose, unless it is stalemated. */
function growBlack(pawn: number, king: number): boolean {
  const checksLo = PAWN_ATTACKS[pawn << 1];
  const checksHi = PAWN_ATTACKS[pawn << 1 | 1];
  const zoneLo = kingZone(king, 0);
  const zoneHi = kingZone(king, 1);
  const freeLo = ~(zoneLo | checksLo);
  const freeHi = ~(zoneHi | checksHi);
  const at = indexOf(WHITE, pawn, king);
  const [canMoveLo, canMoveHi] = kingsNextTo(freeLo, freeHi);
  const [canEscapeLo, canEscapeHi] = kingsNextTo(freeLo & ~WINS[at], freeHi & ~WINS[at | 1]);
  const lo = (canMoveLo | checksLo) & ~(canEscapeLo | zoneLo | SQUARE_BITS[pawn << 1]);
  const hi = (canMoveHi | checksHi) & ~(canEscapeHi | zoneHi | SQUARE_BITS[pawn << 1 | 1]);
  return grow(indexOf(BLACK, pawn, king), lo, hi);
}

/** A king's square and its neighbours, where the other king cannot be. */
function kingZone(king: number, half: number): number {
  return KING_ATTACKS[king << 1 | half] | SQUARE_BITS[king << 1 | half];
}

/** The squares next to any square of this set, as two halves. */
function kingsNextTo(lo: number, hi: number): readonly [number, number] {
  const sidesLo = (lo & NOT_FILE_H) << 1 | (lo & NOT_FILE_A) >>> 1;
  const sidesHi = (hi & NOT_FILE_H) << 1 | (hi & NOT_FILE_A) >>> 1;
  const rowsLo = lo | sidesLo;
  const rowsHi = hi | sidesHi;
  return [sidesLo | rowsLo << 8 | rowsLo >>> 8 | rowsHi << 24, sidesHi | rowsHi << 8 | rowsHi >>> 8 | rowsLo >>> 24];
}
