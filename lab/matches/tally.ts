/** The games of a match between two sets of values, as they are counted and reported: in pairs. @module */

import { countPairs, type Estimate, type Pentanomial } from "./statistics.ts";

/** A finished game, from the first side's view. */
export interface Game {
  /** 1 won, ½ drawn, 0 lost. */
  readonly points: number;
  /** Whether either side lost it on time; without it, none did. */
  readonly isTimeLoss?: boolean;
}

/** The complete pairs of a match. */
export interface Tally {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** Pairs by points. */
  readonly pairs: Pentanomial;
  /** Games lost on time. They count by their result anyway. */
  readonly timeLosses: number;
}

export const EMPTY_TALLY: Tally = { wins: 0, losses: 0, draws: 0, pairs: [0, 0, 0, 0, 0], timeLosses: 0 };

/** Counts games, two for each pair. */
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

/** An estimate as documents write it: `−7.46 ± 4.62`. */
export function writeEstimate({ value, error }: Estimate): string {
  return `${formatNumber(value).replace("-", "−")} ± ${formatNumber(error)}`;
}

function formatNumber(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "inf" : "-inf";
  // Without the sum, a small negative number would be "-0.00".
  return (Math.round(value * 100) / 100 + 0).toFixed(2);
}
