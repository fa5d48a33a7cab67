/**
 * Static evaluation correction history ("corrhist"): what the search learns about its own evaluation.
 *
 * After a node was searched, the difference between its score and its static evaluation is remembered for some
 * feature of the position: its pawn structure, the non-pawns of each colour, its minor and its major pieces, the last
 * two moves. The next time the feature is seen, the evaluation is shifted by a share of what was remembered. First
 * used in Caissa, 2023.
 *
 * | table | index | bound |
 * |---|---|---|
 * | pawn | [side to move][pawn key % 16384] | 1024 |
 * | non-pawn, one per colour | [side to move][non-pawn key of the colour % 16384] | 1024 |
 * | minor (kings, bishops, knights) | [side to move][minor key % 16384] | 1024 |
 * | major (kings, queens, rooks) | [side to move][major key % 16384] | 1024 |
 * | continuation | [piece and target of the move before the last][piece and target of the last move] | 1024 |
 *
 * All tables are written by `update` at the end of a main-search node and read by `correction` wherever the
 * evaluation is taken. An entry of 16 with weight 128 shifts the evaluation by one centipawn (see `L.correct…`).
 *
 * Sizes for each thread: 2 MB continuation, 320 KB for the five keyed tables.
 *
 * Two update rules exist: gravity, as move histories use it, and an exponential moving average of the differences.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { L } from "./params.ts";
import { MARGIN, type SearchStack } from "./stack.ts";

/** Bound of every table. */
export const CORRECTION_MAX = 1024;
/** Entries of a keyed table for each side to move. */
export const KEYED_SIZE = 16384;
const KEY_MASK = KEYED_SIZE - 1;
/** Weights are in 2048ths: an entry at its bound with weight 128 shifts the evaluation by 64 cp. */
export const WEIGHT_UNIT = 2048;
/** Factors of the size of a correction, where it measures uncertainty in a margin, are in 128ths: shift by this. */
export const SIZE_SHIFT = 7;
/** Entry units per centipawn of difference in the moving average. */
const AVERAGE_GRAIN = 16;
/**
 * Weights of the moving average are in 1024ths. All tables learn one difference, and their shares add up to about six
 * times a single one, so a weight near a sixth would swing about the goal, and one above a third never settle.
 */
const AVERAGE_UNIT = 1024;

/** How an entry learns: `(entry, difference in cp, depth) → new entry`, both bounded by `CORRECTION_MAX`. */
export type UpdateRule = (entry: number, difference: number, depth: number) => number;

/**
 * Gravity (the form of Stockfish): moves towards the bound by `difference · depth / L.correctionDepthDivisor`, the less
 * the closer it is.
 */
export function gravityRule(entry: number, difference: number, depth: number): number {
  const limit = L.correctionBonusMax;
  const bonus = Math.max(-limit, Math.min(limit, difference * depth / L.correctionDepthDivisor | 0));
  return entry + bonus - (entry * Math.abs(bonus) / CORRECTION_MAX | 0);
}

/** Exponential moving average (the form of Alexandria): deeper results weigh more. */
export function averageRule(entry: number, difference: number, depth: number): number {
  const weight = Math.min((depth + 1) * (depth + 1), L.correctionAverageMax);
  const mixed = (entry * (AVERAGE_UNIT - weight) + difference * AVERAGE_GRAIN * weight) / AVERAGE_UNIT | 0;
  return Math.max(-CORRECTION_MAX, Math.min(CORRECTION_MAX, mixed));
}

/** The correction histories of one search thread. */
export class Corrections {
  /** `[side << 14 | pawn key]` */
  readonly pawn: Int16Array = new Int16Array(2 * KEYED_SIZE);
  /** Non-pawns of White, `[side << 14 | key]`. */
  readonly nonPawnWhite: Int16Array = new Int16Array(2 * KEYED_SIZE);
  /** Non-pawns of Black, `[side << 14 | key]`. */
  readonly nonPawnBlack: Int16Array = new Int16Array(2 * KEYED_SIZE);
  /** `[side << 14 | minor key]` */
  readonly minor: Int16Array = new Int16Array(2 * KEYED_SIZE);
  /** `[side << 14 | major key]` */
  readonly major: Int16Array = new Int16Array(2 * KEYED_SIZE);
  /** `[piece-to two plies ago << 10 | piece-to of the last ply]`, the piece tells whose turn it is. */
  readonly continuation: Int16Array = new Int16Array(1024 * 1024);

  /** Forgets everything. */
  clear(): void {
    this.pawn.fill(0);
    this.nonPawnWhite.fill(0);
    this.nonPawnBlack.fill(0);
    this.minor.fill(0);
    this.major.fill(0);
    this.continuation.fill(0);
  }

  /**
   * What to add to the static evaluation of a position.
   *
   * @param position The position evaluated.
   * @param stack The plies that led to it.
   * @param ply Its distance from the root.
   * @returns Centipawns, from the side to move.
   */
  correction(position: Position, stack: SearchStack, ply: number): number {
    const side = position.sideToMove << 14;
    let sum = 0;
    if (L.usePawnCorrection !== 0) sum += L.correctPawn * this.pawn[side | position.pawnKey & KEY_MASK];
    if (L.useNonPawnCorrection !== 0) {
      sum += L.correctNonPawn *
        (this.nonPawnWhite[side | position.nonPawnKey(0) & KEY_MASK] +
          this.nonPawnBlack[side | position.nonPawnKey(1) & KEY_MASK]);
    }
    if (L.useMinorCorrection !== 0) sum += L.correctMinor * this.minor[side | position.minorKey & KEY_MASK];
    if (L.useMajorCorrection !== 0) sum += L.correctMajor * this.major[side | position.majorKey & KEY_MASK];
    if (L.useContinuationCorrection !== 0) {
      sum += L.correctContinuation * this.continuation[continuationIndex(stack, ply)];
    }
    return sum / WEIGHT_UNIT | 0;
  }

  /**
   * Learns from a searched node. The caller has checked that the score says something about the evaluation.
   *
   * @param position The node's position.
   * @param stack The plies that led to it.
   * @param ply Its distance from the root.
   * @param depth Depth it was searched to, plies.
   * @param difference Score less corrected static evaluation, centipawns.
   */
  update(position: Position, stack: SearchStack, ply: number, depth: number, difference: number): void {
    const rule = L.correctionRule === 0 ? gravityRule : averageRule;
    const side = position.sideToMove << 14;
    if (L.usePawnCorrection !== 0) learn(this.pawn, side | position.pawnKey & KEY_MASK, rule, difference, depth);
    if (L.useNonPawnCorrection !== 0) {
      learn(this.nonPawnWhite, side | position.nonPawnKey(0) & KEY_MASK, rule, difference, depth);
      learn(this.nonPawnBlack, side | position.nonPawnKey(1) & KEY_MASK, rule, difference, depth);
    }
    if (L.useMinorCorrection !== 0) learn(this.minor, side | position.minorKey & KEY_MASK, rule, difference, depth);
    if (L.useMajorCorrection !== 0) learn(this.major, side | position.majorKey & KEY_MASK, rule, difference, depth);
    if (L.useContinuationCorrection !== 0) {
      const index = continuationIndex(stack, ply);
      if (index !== 0) learn(this.continuation, index, rule, difference, depth);
    }
  }
}

function learn(table: Int16Array, index: number, rule: UpdateRule, difference: number, depth: number): void {
  table[index] = rule(table[index], difference, depth);
}

/** Index of the last two moves; 0, an entry that is never written, if one of them is missing or a null move. */
export function continuationIndex(stack: SearchStack, ply: number): number {
  const last = stack.pieceTo[ply - 1 + MARGIN];
  const before = stack.pieceTo[ply - 2 + MARGIN];
  return last === 0 || before === 0 ? 0 : before << 10 | last;
}
