/**
 * Ratings from matches in which not everyone met everyone: the Elo values with which the model of Bradley and Terry
 * ("Rank analysis of incomplete block designs", 1952) makes the results most likely, a draw counting as half a win.
 *
 * Whoever won every game would have an infinite rating. So each pair of players that met has drawn one game more.
 *
 * @module
 */

import { ELO_PER_LOGIT, eloToScore, Z95 } from "../matches/statistics.ts";
import type { Estimate } from "../matches/statistics.ts";

/** A match: points of the first player in this many games. */
export interface MatchResult {
  readonly plus: string;
  readonly minus: string;
  readonly points: number;
  readonly games: number;
}

/** Newton steps for each rating; the values settle within a few dozen. */
const SWEEPS = 400;

/**
 * Rates players.
 *
 * @param anchor Player whose rating is 0.
 * @returns Elo and its error, by name; the error holds the ratings of the others fixed.
 */
export function rate(results: readonly MatchResult[], anchor: string): Map<string, Estimate> {
  const matches = results.filter(({ games }) => games > 0).map((match) => ({
    ...match,
    points: match.points + 0.5,
    games: match.games + 1,
  }));
  const names = new Set([anchor, ...matches.flatMap(({ plus, minus }) => [plus, minus])]);
  const ratings = new Map(Array.from(names, (name) => [name, 0]));
  const ratingOf = (name: string) => ratings.get(name) ?? 0;
  /** How far a player's points are from those expected, and how much they say, in units of natural odds. */
  const look = (name: string) => {
    let surplus = 0;
    let information = 0;
    for (const { plus, minus, points, games } of matches) {
      if (plus !== name && minus !== name) continue;
      const [other, own] = plus === name ? [minus, points] : [plus, games - points];
      const expected = eloToScore(ratingOf(name) - ratingOf(other));
      surplus += own - games * expected;
      information += games * expected * (1 - expected);
    }
    return { surplus, information };
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const name of names) {
      const { surplus, information } = look(name);
      // A step of at most one unit: far from the answer the curve is flat, and a whole step would go too far.
      if (name !== anchor && information > 0) {
        const step = Math.max(-1, Math.min(1, surplus / information));
        ratings.set(name, ratingOf(name) + ELO_PER_LOGIT * step);
      }
    }
  }
  return new Map(Array.from(names, (name) => {
    const { information } = look(name);
    const error = name === anchor ? 0 : Z95 * ELO_PER_LOGIT / Math.sqrt(information);
    return [name, { value: ratingOf(name), error }];
  }));
}
