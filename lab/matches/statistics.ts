/**
 * Computes Elo and its error from the result of a match.
 *
 * The two games of a pair have the same opening, with colours reversed. They are not independent, so the pair is one
 * observation. It scores 0, ½, 1, 1½ or 2 points, and the numbers of pairs with these scores are the pentanomial
 * frequencies. For N pairs with the mean score s (scaled to 0 … 1) and the variance σ² of the scores, Elo = −400 ·
 * log10(1/s − 1); the 95 % interval comes from s ± 1.96 σ/√N.
 *
 * Source: Michel Van den Bergh, "Normalized Elo: a practical guide", www.cantate.be/Fishtest.
 *
 * @module
 */

export type Estimate = { readonly value: number; readonly error: number };

/** 5 % of a normal distribution lies more than this many standard deviations from the mean. */
export const Z95 = 1.959964;

/** Numbers of pairs with 0, ½, 1, 1½ and 2 points for the first engine. */
export type Pentanomial = readonly [number, number, number, number, number];

/** A logit is the unit of the natural logarithm of odds. */
export const ELO_PER_LOGIT = 400 / Math.LN10;
/** Squared difference of two scores (0 … 1) that are half a point apart. */
const HALF_POINT_SQUARED = 1 / 16;

export function scoreToElo(score: number): number {
  return -400 * Math.log10(1 / score - 1);
}

export function eloToScore(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/**
 * The error is infinite if the interval reaches a score of 0 or 1. A few equal results prove little, so the variance is
 * at least as large as if one more pair had differed by half a point. Throws a RangeError if there are no pairs.
 */
export function estimateElo(pairs: Pentanomial): Estimate {
  const { count, mean, variance } = momentsOf(pairs);
  const margin = Z95 * Math.sqrt(Math.max(variance, HALF_POINT_SQUARED / (count + 1)) / count);
  const upper = scoreToElo(Math.min(1, mean + margin));
  const lower = scoreToElo(Math.max(0, mean - margin));
  return { value: scoreToElo(mean), error: (upper - lower) / 2 };
}

export function countPairs(pairs: Pentanomial): number {
  return pairs.reduce((sum, count) => sum + count, 0);
}

/** The mean square of a pair's result, which is games won minus games lost (−2 … 2); 0 if there are no pairs. */
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

export interface Game {
  /** 1 won, ½ drawn, 0 lost. */
  readonly points: number;
  readonly isTimeLoss?: boolean;
}

/** The results of complete pairs of games. */
export interface Tally {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly pairs: Pentanomial;
  /** Games lost on time, which also count in the results. */
  readonly timeLosses: number;
}

export const EMPTY_TALLY: Tally = { wins: 0, losses: 0, draws: 0, pairs: [0, 0, 0, 0, 0], timeLosses: 0 };

export function withGames(tally: Tally, games: readonly Game[]): Tally {
  const [p0, p1, p2, p3, p4] = tally.pairs;
  const pairs: [number, number, number, number, number] = [p0, p1, p2, p3, p4];
  for (let i = 0; i < games.length; i += 2) pairs[2 * (games[i].points + games[i + 1].points)]++;
  const count = (isCounted: (game: Game) => boolean) => games.filter(isCounted).length;
  return {
    wins: tally.wins + count(({ points }) => points === 1),
    losses: tally.losses + count(({ points }) => points === 0),
    draws: tally.draws + count(({ points }) => points === 0.5),
    pairs,
    timeLosses: tally.timeLosses + count(({ isTimeLoss }) => isTimeLoss === true),
  };
}

export function countGames(tally: Tally): number {
  return 2 * countPairs(tally.pairs);
}

/** Writes an estimate, such as `−7.46 ± 4.62`. */
export function writeEstimate({ value, error }: Estimate): string {
  return `${formatNumber(value).replace("-", "−")} ± ${formatNumber(error)}`;
}

function formatNumber(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "inf" : "-inf";
  // Without `+ 0`, a small negative number would become "-0.00".
  return (Math.round(value * 100) / 100 + 0).toFixed(2);
}
