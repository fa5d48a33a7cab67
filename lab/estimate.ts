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

/** The mean of independent numbers. */
export function estimateMean(numbers: readonly number[]): Estimate {
  const count = numbers.length;
  const value = numbers.reduce((sum, number) => sum + number, 0) / count;
  const variance = numbers.reduce((sum, number) => sum + (number - value) ** 2, 0) / Math.max(1, count - 1);
  return { value, error: Z95 * Math.sqrt(variance / count) };
}
