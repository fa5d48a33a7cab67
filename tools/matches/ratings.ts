/**
 * Ratings from the results of games: which Elo makes what was played most likely.
 *
 * The model is Bradley and Terry's (1952) in Elo's form: a player scores 1 / (1 + 10^(-d / 400)) against one who is d
 * points weaker; a draw counts as half a win and half a loss. Players whose Elo is known stay where they are and hold
 * the scale. To the results of the others half of a drawn game against an imaginary player in the middle is added,
 * so that somebody who has only won so far has a rating, too.
 *
 * @module
 */

import { eloToScore, Z95 } from "./statistics.ts";

/** The games of two players. */
export interface Encounter {
  /** Name of the one whose points are counted. */
  readonly first: string;
  /** Name of the other. */
  readonly second: string;
  /** Points of the first one, a draw being half a point. */
  readonly points: number;
  /** Number of games. */
  readonly games: number;
}

/** What is known of a player. */
export interface Rating {
  /** Elo. */
  readonly elo: number;
  /** Half of the 95 % interval; 0 for a player whose Elo was given. */
  readonly error: number;
  /** Games played. */
  readonly games: number;
}

/** Sweeps over all players; each changes less than the one before. */
const SWEEPS = 400;
/** Games, drawn, against the imaginary player. */
const PRIOR_GAMES = 0.5;
/** Elo points in one unit of the natural logarithm of odds. */
const ELO_PER_LOGIT = 400 / Math.LN10;

/**
 * Rates players.
 *
 * @param encounters What was played.
 * @param known Elo of the players that are known; others are rated.
 * @returns A rating for each player, known or not.
 */
export function rate(encounters: readonly Encounter[], known: ReadonlyMap<string, number>): Map<string, Rating> {
  const fixed = Array.from(known.values());
  const middle = fixed.length === 0 ? 0 : fixed.reduce((sum, elo) => sum + elo, 0) / fixed.length;
  const elos = new Map(known);
  for (const { first, second } of encounters) {
    for (const name of [first, second]) if (!elos.has(name)) elos.set(name, middle);
  }
  const rated = Array.from(elos.keys()).filter((name) => !known.has(name));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const name of rated) {
      const { slope, information } = likelihood(name, elos, encounters, middle);
      // A step of Newton's method, kept short while it starts from far away.
      const step = ELO_PER_LOGIT * slope / information;
      elos.set(name, (elos.get(name) ?? middle) + Math.max(-200, Math.min(200, step)));
    }
  }
  return new Map(Array.from(elos, ([name, elo]) => {
    const { information, games } = likelihood(name, elos, encounters, middle);
    const error = known.has(name) ? 0 : Z95 * ELO_PER_LOGIT / Math.sqrt(information);
    return [name, { elo, error, games }] as const;
  }));
}

/** First derivative of the logarithm of the likelihood by a player's rating in logits, and minus the second. */
function likelihood(
  name: string,
  elos: ReadonlyMap<string, number>,
  encounters: readonly Encounter[],
  middle: number,
): { slope: number; information: number; games: number } {
  const own = elos.get(name) ?? middle;
  const prior = eloToScore(own - middle);
  let slope = PRIOR_GAMES * (0.5 - prior);
  let information = PRIOR_GAMES * prior * (1 - prior);
  let total = 0;
  for (const { first, second, points, games } of encounters) {
    if (first !== name && second !== name) continue;
    const isFirst = first === name;
    const expected = eloToScore(own - (elos.get(isFirst ? second : first) ?? middle));
    slope += (isFirst ? points : games - points) - games * expected;
    information += games * expected * (1 - expected);
    total += games;
  }
  return { slope, information, games: total };
}
