/**
 * What every table of the learning code is: a stretch of 16-bit numbers with a bound, and a rule by which one of them
 * learns.
 *
 * A table whose weights are all 0 is off, except capture history, whose weight in ordering is only one of its uses. Read
 * this file first, then move_keys.ts, histories.ts, corrections.ts, and lessons.ts, which says when they learn.
 * @module
 */

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
  /** Greatest absolute value of an entry, at most 16384, see `gravity`. 0 where entries are moves. */
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
 * An entry never leaves ± bound. Let e and b be whole numbers within ± B, b ≥ 0. (B − e)(B − b) ≥ 0 gives
 * e + b − e·b/B ≤ B. Rounding the quotient towards zero adds less than 1, and e, b and B are whole, so the result is at
 * most B; it is at least e + b − b ≥ −B, since |e·b/B| ≤ b. For b < 0 the same holds with the signs exchanged. So a bound
 * below 32768 keeps an entry in 16 bits, and e·b in 32; 16384 leaves room for the weighted sums of all tables. A bonus
 * beyond the bound counts as the bound.
 */
export function gravity(entry: number, bonus: number, bound: number): number {
  const change = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  return entry + change - (entry * Math.abs(change) / bound | 0);
}
