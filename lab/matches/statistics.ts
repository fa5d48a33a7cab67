/**
 * What follows from the result of a match: Elo, its error, normalised Elo, and the sequential test (SPRT, sequential
 * probability ratio test).
 *
 * Games are played in pairs, one opening with both colours, and a pair is one observation: its games are not
 * independent, and counting them singly would overstate the error of unbalanced openings. A pair scores 0, ½, 1, 1½
 * or 2 points, so a match is five counts, the pentanomial frequencies. With N pairs, s their mean score (scaled to 0
 * … 1) and σ² its variance:
 *
 * - Elo = −400 · log10(1/s − 1); its 95 % interval is that of s ± 1.96 σ/√N.
 * - Normalised Elo = (s − ½) / (√2 σ) · 800/ln 10: a difference in units of the noise of one game, so that it does
 *   not depend on how many games are drawn, and bounds in it cost the same number of games everywhere. The bounds of
 *   every test here are in it.
 * - The SPRT compares the hypothesis "the difference is elo1" with "it is elo0". The logarithm of the likelihood ratio
 *   (LLR) is that of a generalised SPRT: the rest of the distribution is the one that fits best. It is computed by the
 *   closed approximation LLR = N/2 · ln((σ² + (s − s0)²) / (σ² + (s − s1)²)), where s0 and s1 are the scores that
 *   belong to the bounds, s_i = ½ + elo_i · √2 σ · ln 10/800. It differs from the exact ratio by less than 0.02 at
 *   usual sizes.
 *
 * Source: Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
 * distribution" and "Normalized Elo: a practical guide", www.cantate.be/Fishtest; Wald's limits of the test from 1945.
 *
 * @module
 */

/** An estimate and half the width of its 95 % interval, in the unit of the value. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Standard deviations that leave 5 % of a normal distribution outside. */
export const Z95 = 1.959964;

/** Numbers of pairs with 0, ½, 1, 1½ and 2 points for the first engine. */
export type Pentanomial = readonly [number, number, number, number, number];

export interface SprtBounds {
  /** Difference that the test calls "no better", normalised Elo. */
  readonly elo0: number;
  /** Difference that the test calls "better", normalised Elo. */
  readonly elo1: number;
  /** Probability to accept `elo1` where `elo0` is true. */
  readonly alpha: number;
  /** Probability to accept `elo0` where `elo1` is true. */
  readonly beta: number;
}

/** How engines are commonly tested for a gain: [0, 5] normalised Elo, α = 0.05, β = 0.10. */
export const GAIN_BOUNDS: SprtBounds = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1 };

/** By how much the likelihood ratio computed here may differ from the exact one, by which fastchess ends a test. */
export const LLR_ERROR = 0.02;

/** Normalised Elo for a difference of one standard deviation of a game. */
const NORMALIZED_ELO = 800 / Math.LN10;
/** Elo points in one unit of the natural logarithm of odds, a logit. */
export const ELO_PER_LOGIT = 400 / Math.LN10;
/** Replaces a count of 0 in the LLR: what was never seen may still happen. */
const NEVER_SEEN = 1e-3;
/** Squared difference between the scores of two pairs that are half a point apart. */
const HALF_POINT_SQUARED = 1 / 16;

/** Logistic Elo difference that belongs to an expected score in 0 … 1; infinite at both ends. */
export function scoreToElo(score: number): number {
  return -400 * Math.log10(1 / score - 1);
}

/** Expected score that belongs to a logistic Elo difference. */
export function eloToScore(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/**
 * Elo difference of the first engine. Its error is infinite where the interval reaches a score of 0 or 1.
 *
 * Pairs that all end alike have no variance, but that is not proof: the error is at least that of one further pair that
 * ends half a point apart.
 *
 * @throws RangeError if there is no pair.
 */
export function estimateElo(pairs: Pentanomial): Estimate {
  const { count, mean, variance } = momentsOf(pairs);
  const margin = Z95 * Math.sqrt(Math.max(variance, HALF_POINT_SQUARED / (count + 1)) / count);
  const upper = scoreToElo(Math.min(1, mean + margin));
  const lower = scoreToElo(Math.max(0, mean - margin));
  return { value: scoreToElo(mean), error: (upper - lower) / 2 };
}

/** Logarithm of the likelihood ratio of "the difference is elo1" to "it is elo0", for at least one pair. */
export function logLikelihoodRatio(pairs: Pentanomial, bounds: SprtBounds): number {
  const { count, mean, variance } = momentsOf(regularize(pairs));
  const scoreOf = (elo: number) => 0.5 + elo * Math.sqrt(2 * variance) / NORMALIZED_ELO;
  const distance0 = mean - scoreOf(bounds.elo0);
  const distance1 = mean - scoreOf(bounds.elo1);
  return count / 2 * Math.log((variance + distance0 * distance0) / (variance + distance1 * distance1));
}

/** The values of the LLR that end the test: at the lower one `elo0` is accepted, at the upper one `elo1`. */
export function llrLimits(bounds: SprtBounds): { lower: number; upper: number } {
  const { alpha, beta } = bounds;
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

export function countPairs(pairs: Pentanomial): number {
  return pairs.reduce((sum, count) => sum + count, 0);
}

/** Mean square of the result of a pair, games won minus games lost (−2 … 2); 0 without pairs. */
export function meanSquareResult(pairs: Pentanomial): number {
  if (countPairs(pairs) === 0) return 0;
  const { mean, variance } = momentsOf(pairs);
  return 16 * (variance + (mean - 0.5) ** 2);
}

function momentsOf(pairs: Pentanomial): { count: number; mean: number; variance: number } {
  const count = countPairs(pairs);
  if (count === 0) throw new RangeError("Expected at least one pair of games, but there is none");
  const average = (value: (score: number) => number) =>
    pairs.reduce((sum, times, index) => sum + times * value(index / 4), 0) / count;
  const mean = average((score) => score);
  return { count, mean, variance: average((score) => (score - mean) ** 2) };
}

function regularize(pairs: Pentanomial): Pentanomial {
  if (countPairs(pairs) === 0) return pairs;
  const [a, b, c, d, e] = pairs.map((count) => Math.max(count, NEVER_SEEN));
  return [a, b, c, d, e];
}
