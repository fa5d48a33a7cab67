/**
 * Static evaluation correction history ("corrhist"): what the search learns about its own evaluation.
 *
 * After a node was searched, the difference between its score and its static evaluation is remembered for some
 * feature of the position: its pawn structure, the non-pawns of each colour, its minor and its major pieces, the last
 * move with the one before it, and with the one 4 plies ago. The next time the feature is seen, the evaluation is
 * shifted by a share of what was remembered. First used in Caissa, 2023.
 *
 * `CORRECTIONS` in descriptors.ts lists the tables. All of them are written by `update`, which lessons.ts calls at the
 * end of a main-search node, and read by `correction` wherever the evaluation is taken. An entry of 16 with weight 128
 * shifts the evaluation by one centipawn (see `L.correct…`). The tables lie one behind the other in one array, so that
 * reading all of them is one loop over numbers.
 *
 * Sizes: 2 MB for each of the two continuation tables, 320 KB for the five keyed tables. The threads of a search share
 * them: what one thread finds out about the evaluation holds for all. Two threads may write an entry at the same time;
 * then one of the two lessons is lost, which does no harm.
 *
 * They learn by gravity. The other rule that was tried is in retired/average_rule.ts.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { BLACK, WHITE } from "../core/types.ts";
import {
  CORRECTION_MAX,
  type CorrectionDescriptor,
  type CorrectionName,
  CORRECTIONS,
  KEYED_SIZE,
} from "./descriptors.ts";
import { movedByGravity } from "./gravity.ts";
import { L } from "./params.ts";
import { averageRule } from "./retired/average_rule.ts";
import { MARGIN, type SearchStack } from "./stack.ts";

const KEY_MASK = KEYED_SIZE - 1;
/** Weights are in 2048ths: an entry at its bound with weight 128 shifts the evaluation by 64 cp. */
export const WEIGHT_UNIT = 2048;
/** Gains are in 1024ths. */
const GAIN_UNIT = 1024;
/** Factors of the size of a correction, where it measures uncertainty in a margin, are in 128ths: shift by this. */
export const SIZE_SHIFT = 7;

const ROWS: readonly CorrectionDescriptor[] = CORRECTIONS;
/** Where each table starts in the array of all of them. */
const STARTS: readonly number[] = ROWS.map((_, row) => ROWS.slice(0, row).reduce((sum, { size }) => sum + size, 0));
const [PAWN, NON_PAWN_WHITE, NON_PAWN_BLACK, MINOR, MAJOR, CONTINUATION, CONTINUATION_4] = STARTS;

/** The share of one table in a correction. */
export interface CorrectionShare {
  /** The table: its place in `CORRECTIONS`. */
  row: number;
  /** Its entry. */
  entry: number;
  /** The entry times the table's weight, centipawns; not rounded. */
  centipawns: number;
}

/**
 * Gravity (the form of Stockfish): moves towards the bound by `difference · gain`, the less the closer it is.
 *
 * @param gain What is learned of the difference, 1024ths: a table's gain times the depth.
 */
export function gravityRule(entry: number, difference: number, gain: number): number {
  const limit = L.correctionBonusMax;
  const bonus = Math.max(-limit, Math.min(limit, difference * gain / GAIN_UNIT | 0));
  return movedByGravity(entry, bonus, CORRECTION_MAX);
}

/** Entries of all tables together. */
const ENTRIES = ROWS.reduce((sum, { size }) => sum + size, 0);

/** Memory for the correction histories of threads that share them, with nothing learned. */
export function createSharedCorrections(): Int16Array {
  return new Int16Array(new SharedArrayBuffer(ENTRIES * Int16Array.BYTES_PER_ELEMENT));
}

/** The correction histories of a search thread, or its view of those that all threads share. */
export class Corrections {
  /** The entries of all tables, in the order of `CORRECTIONS`. */
  private readonly entries: Int16Array;
  /** The tables that are on, as places in `CORRECTIONS`; the first `active` of them. */
  private readonly rows: Int32Array = new Int32Array(ROWS.length);
  private active = 0;
  /** Weight of each table, 2048ths; 0 for those that are off. */
  private readonly weights: Int32Array = new Int32Array(ROWS.length);
  /** What each table learns of depth times the difference, 1024ths. */
  private readonly gains: Int32Array = new Int32Array(ROWS.length);
  /** Where the entry of each table is for the position that was located last. */
  private readonly located: Int32Array = new Int32Array(ROWS.length);

  /**
   * Corrections of one thread or of several.
   *
   * @param entries What `createSharedCorrections` made; by default memory of its own, with nothing learned.
   */
  constructor(entries: Int16Array = new Int16Array(ENTRIES)) {
    this.entries = entries;
    this.configure();
  }

  /** Forgets everything. */
  clear(): void {
    this.entries.fill(0);
  }

  /** Takes switches and weights over from params.ts. */
  configure(): void {
    this.active = 0;
    ROWS.forEach(({ use, weight, gain }, row) => {
      this.gains[row] = L[gain];
      this.weights[row] = L[use] !== 0 ? L[weight] : 0;
      if (L[use] !== 0) this.rows[this.active++] = row;
    });
  }

  /** The entries of one table, for inspection and tests. */
  table(name: CorrectionName): Int16Array {
    const row = CORRECTIONS.findIndex((candidate) => candidate.name === name);
    return this.entries.subarray(STARTS[row], STARTS[row] + ROWS[row].size);
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
    const { entries, weights, located } = this;
    this.locate(position, stack, ply);
    let sum = 0;
    for (let row = 0; row < located.length; row++) sum += weights[row] * entries[located[row]];
    return sum / WEIGHT_UNIT | 0;
  }

  /** The share of each table that is on in `correction`: they add up to it, but for its fraction. */
  shares(position: Position, stack: SearchStack, ply: number): CorrectionShare[] {
    this.locate(position, stack, ply);
    return Array.from(this.rows.subarray(0, this.active), (row) => {
      const entry = this.entries[this.located[row]];
      return { row, entry, centipawns: this.weights[row] * entry / WEIGHT_UNIT };
    });
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
    const { entries, rows, gains, located, active } = this;
    this.locate(position, stack, ply);
    for (let i = 0; i < active; i++) {
      const at = located[rows[i]];
      // The entries that belong to no pair of moves stay zero.
      if (at === CONTINUATION || at === CONTINUATION_4) continue;
      entries[at] = L.correctionRule === 0
        ? gravityRule(entries[at], difference, gains[rows[i]] * depth)
        : averageRule(entries[at], difference, depth);
    }
  }

  /** Finds the entry of each table: one line for each row of `CORRECTIONS`, in the same order. */
  private locate(position: Position, stack: SearchStack, ply: number): void {
    const { located } = this;
    const side = position.sideToMove * KEYED_SIZE;
    located[0] = PAWN + side + (position.pawnKey & KEY_MASK);
    located[1] = NON_PAWN_WHITE + side + (position.nonPawnKey(WHITE) & KEY_MASK);
    located[2] = NON_PAWN_BLACK + side + (position.nonPawnKey(BLACK) & KEY_MASK);
    located[3] = MINOR + side + (position.minorKey & KEY_MASK);
    located[4] = MAJOR + side + (position.majorKey & KEY_MASK);
    located[5] = CONTINUATION + continuationIndex(stack, ply, 2);
    located[6] = CONTINUATION_4 + continuationIndex(stack, ply, 4);
  }
}

/**
 * Index of the last move and one before it; 0, an entry that is never written, if one of them is missing or a null move.
 *
 * @param distance Plies from that one to the current position.
 */
export function continuationIndex(stack: SearchStack, ply: number, distance: number): number {
  const last = stack.pieceTo[ply - 1 + MARGIN];
  const before = stack.pieceTo[ply - distance + MARGIN];
  return last === 0 || before === 0 ? 0 : before << 10 | last;
}
