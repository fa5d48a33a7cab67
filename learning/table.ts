/**
 * What every table of the learning code is: a stretch of 16-bit numbers with a bound, and a rule by which one of them
 * learns.
 *
 * Tables that are read together lie one behind the other in one array, so a place in that array names a table's entry.
 * A table that is switched off has a weight of 0 wherever it is read.
 *
 * @module
 */

import { CHECKED, expectInvariant } from "../core/checked.ts";

/** A table: where it lies, and what it is for people. */
export interface Table {
  /** Short name: in views, in JSON. */
  readonly name: string;
  /** Full name, as in docs/histories.md. */
  readonly title: string;
  /** What an entry is found by, in the order of the index. */
  readonly index: string;
  /** Number of entries. */
  readonly size: number;
  /** Where the first one is in the array of all tables of its kind. */
  readonly start: number;
  /** Greatest absolute value of an entry; at most 16384, see `learn`. 0 where entries are moves. */
  readonly bound: number;
}

/** Places tables one behind the other. */
export class Layout {
  /** Entries placed so far. */
  size = 0;

  /** Takes so many entries; returns where they start. */
  take(size: number): number {
    this.size += size;
    return this.size - size;
  }
}

/**
 * Gravity, the rule by which histories learn: an entry moves towards its bound by `bonus − entry · |bonus| / bound`, so
 * a surprise moves it more than a confirmation. Used by chess programs since the 2010s.
 *
 * An entry never leaves ± bound. With e and b within ± B, (B − e)(B − b) ≥ 0 gives e + b − e·b/B ≤ B for b ≥ 0, and the
 * quotient is rounded towards zero, so the whole number that results is at most B, too; likewise below. So a bound of
 * 16384 keeps every entry in 16 bits, and e·b in 32.
 *
 * @param entry Within ± bound.
 * @param bonus Positive or negative; beyond the bound it counts as the bound.
 */
export function gravity(entry: number, bonus: number, bound: number): number {
  const change = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  return entry + change - (entry * Math.abs(change) / bound | 0);
}

/** Moves the entry at a place by gravity. */
export function learn(entries: Int16Array, at: number, bonus: number, bound: number): void {
  entries[at] = gravity(entries[at], bonus, bound);
  if (CHECKED) expectInvariant(Math.abs(entries[at]) <= bound, `entry ${entries[at]} beyond ${bound}`);
}
