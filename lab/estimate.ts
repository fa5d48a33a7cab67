/**
 * Estimates with their error, as all tools that measure print them.
 *
 * @module
 */

/** An estimate and half the width of its 95 % interval. */
export interface Estimate {
  /** The most likely value. */
  readonly value: number;
  /** Half the width of the interval, in the unit of the value. */
  readonly error: number;
}

/** Standard deviations that leave 5 % of a normal distribution outside. */
export const Z95 = 1.959964;
