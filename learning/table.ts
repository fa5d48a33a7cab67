/**
 * The tables of the learning code. Each is a range of 16-bit entries, with a bound and a rule by which entries change.
 * A table is off if all its weights are 0. Read this file first, then move_keys.ts, histories.ts, corrections.ts and
 * lessons.ts.
 * @module
 */

import type { Position } from "../core/position.ts";
import type { LearningFrame } from "./frame.ts";

/** A table's location in memory, and its names. */
export interface Table {
  /** Short name, used in views and in JSON. */
  readonly name: string;
  /** Full name, used in docs/histories.md. */
  readonly title: string;
  /** How an entry is indexed, such as `[piece][to]`. */
  readonly index: string;
  readonly size: number;
  /** Index of the first entry in the array that holds all tables of this kind. */
  readonly start: number;
  /** Maximum absolute value of an entry, at most 16384 (see `gravity`); 0 if the entries are moves. */
  readonly bound: number;
}

/** What a lesson is about: a move in the node, the previous move, or the previous move as an answer to earlier ones. */
export const ABOUT_MOVE = 1, ABOUT_PREVIOUS = 2, ABOUT_ANSWER = 4;

/** No row: there is no earlier move, or the node is too far from the root. */
export const NO_ROW: number = -1;

/** A history of quiet moves. Only its weights and shares can change: they are tunable parameters (search/params.ts). */
export interface QuietHistory extends Table {
  /** Index in the table at which a node's row begins; `NO_ROW` if the node has none. */
  readonly row: (position: Position, frame: LearningFrame) => number;
  /** Offset of a move's entry in a row. */
  readonly key: (keys: number) => number;
  /** Weight in ordering, in 1024ths. */
  order: number;
  /** Weight in pruning and reductions, in 1024ths. */
  prune: number;
  /** What an entry adds to a score; by default, the product of weight and entry. */
  readonly term: (weight: number, entry: number, keys: number, frame: LearningFrame) => number;
  /** The share of a bonus that the history learns, in 1024ths. */
  bonus: number;
  /** The share of a malus that the history learns, in 1024ths. */
  malus: number;
  /** The lessons from which the history learns, as a sum of `ABOUT_MOVE` and similar constants. */
  readonly lessons: number;
  /** The new value of an entry that gets a share of a bonus; by default, gravity computes it. */
  readonly update: (entry: number, share: number, bound: number, keys: number, frame: LearningFrame) => number;
}

/** Name, title and index of a table. */
export type Texts = readonly [name: string, title: string, index: string];
/** The fields that an item of `HISTORIES` may set; all others have default values. */
export type Row = Pick<QuietHistory, "size" | "row"> & Partial<QuietHistory>;

/** Places tables in memory, one after the other. */
export class Layout {
  size = 0;

  /** Reserves `size` entries and returns the index of the first one. */
  take(size: number): number {
    this.size += size;
    return this.size - size;
  }
}

/**
 * Gravity, the rule by which histories learn: an entry changes by `bonus − entry · |bonus| / bound`, so a surprise
 * changes it more than a confirmation. Chess programs have used it since the 2010s.
 *
 * An entry e always stays within ± B, its bound. For a bonus b from 0 to B, (B − e)(B − b) ≥ 0 gives e + b − e·b/B ≤ B.
 * Rounding the quotient towards zero adds less than 1, so the result, a whole number, is at most B. It is also at least
 * e, since e·b/B ≤ b. For b < 0, the same holds with all signs reversed. A bonus larger than the bound is cut to the
 * bound. With a bound of at most 16384, the weighted sum over all tables fits in 32 bits.
 */
export function gravity(entry: number, bonus: number, bound: number): number {
  const change = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  return entry + change - (entry * Math.abs(change) / bound | 0);
}
