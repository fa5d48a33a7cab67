/**
 * Ratings from the results of games: which Elo makes what was played most likely.
 *
 * The model is Bradley and Terry's (1952) in Elo's form: a player scores 1 / (1 + 10^(-d / 400)) against one that is d
 * points weaker; a draw counts as half a win and half a loss. All players are fitted together. The given Elo of a
 * player is one more observation, as uncertain as its own error says, and holds the scale; without an error the player
 * stays where it is. To the results of all others half of a drawn game against an imaginary player in the middle is
 * added, so that a player that has won all games so far has a rating, too.
 *
 * The errors are those of the joint fit: the inverse of the matrix of second derivatives. So the error of an opponent
 * is contained in that of every player that was measured against it, however many games they played.
 *
 * @module
 */

import { Z95 } from "../estimate.ts";
import { inverseOf, product } from "../matrix.ts";
import { ELO_PER_LOGIT, eloToScore } from "./statistics.ts";

/** The games of two players. */
export interface Encounter {
  /** Name of the player whose points are counted. */
  readonly first: string;
  /** Name of the other. */
  readonly second: string;
  /** Points of the first player, a draw being half a point. */
  readonly points: number;
  /** Number of games. */
  readonly games: number;
}

/** An Elo that is known from elsewhere. */
export interface KnownElo {
  /** Elo. */
  readonly elo: number;
  /** Half of its 95 % interval; 0 keeps the player exactly there. */
  readonly error: number;
}

/** What is known of a player. */
export interface Rating {
  /** Elo. */
  readonly elo: number;
  /** Half of the 95 % interval; 0 for a player whose Elo was given without an error. */
  readonly error: number;
  /** Games played. */
  readonly games: number;
}

/** Most steps of Newton's method; it needs far fewer. */
const STEPS = 400;
/** It ends when no rating changes by more Elo. */
const PRECISION = 1e-6;
/** Most Elo by which a step changes a rating: from far away a full one could overshoot. */
const STEP_MAX = 200;
/** Games, drawn, against the imaginary player. */
const PRIOR_GAMES = 0.5;

/**
 * Rates players.
 *
 * @param encounters What was played.
 * @param known What is known of some players already.
 * @returns A rating for each player, known or not.
 */
export function rate(encounters: readonly Encounter[], known: ReadonlyMap<string, KnownElo>): Map<string, Rating> {
  const given = Array.from(known.values());
  const middle = given.length === 0 ? 0 : given.reduce((sum, { elo }) => sum + elo, 0) / given.length;
  const elos = new Map(Array.from(known, ([name, { elo }]) => [name, elo]));
  for (const { first, second } of encounters) {
    for (const name of [first, second]) if (!elos.has(name)) elos.set(name, middle);
  }
  const fitted = Array.from(elos.keys()).filter((name) => known.get(name)?.error !== 0);
  let covariance: number[][] = [];
  for (let step = 0; step < STEPS; step++) {
    const { slope, information } = likelihood(fitted, elos, { encounters, known, middle });
    covariance = inverseOf(information);
    const steps = product(covariance, slope);
    let largest = 0;
    fitted.forEach((name, row) => {
      const full = ELO_PER_LOGIT * steps[row];
      const change = Math.max(-STEP_MAX, Math.min(STEP_MAX, full));
      elos.set(name, eloOf(elos, name) + change);
      largest = Math.max(largest, Math.abs(change));
    });
    if (largest < PRECISION) break;
  }
  return new Map(Array.from(elos, ([name, elo]) => {
    const row = fitted.indexOf(name);
    const error = row < 0 ? 0 : Z95 * ELO_PER_LOGIT * Math.sqrt(covariance[row][row]);
    return [name, { elo, error, games: gamesOf(name, encounters) }] as const;
  }));
}

/** What was observed. */
interface Observations {
  readonly encounters: readonly Encounter[];
  readonly known: ReadonlyMap<string, KnownElo>;
  /** Elo of the imaginary player. */
  readonly middle: number;
}

/**
 * First derivatives of the logarithm of the likelihood by the ratings of some players in logits, and minus the matrix
 * of the second ones.
 */
function likelihood(
  fitted: readonly string[],
  elos: ReadonlyMap<string, number>,
  { encounters, known, middle }: Observations,
): { slope: number[]; information: number[][] } {
  const slope = fitted.map(() => 0);
  const information = fitted.map(() => fitted.map(() => 0));
  fitted.forEach((name, row) => {
    const own = eloOf(elos, name);
    const prior = known.get(name);
    if (prior === undefined) {
      const expected = eloToScore(own - middle);
      slope[row] += PRIOR_GAMES * (0.5 - expected);
      information[row][row] += PRIOR_GAMES * expected * (1 - expected);
    } else {
      // A normal distribution around the given Elo.
      const precision = (Z95 * ELO_PER_LOGIT / prior.error) ** 2;
      slope[row] += precision * (prior.elo - own) / ELO_PER_LOGIT;
      information[row][row] += precision;
    }
  });
  for (const { first, second, points, games } of encounters) {
    const expected = eloToScore(eloOf(elos, first) - eloOf(elos, second));
    const weight = games * expected * (1 - expected);
    const [a, b] = [fitted.indexOf(first), fitted.indexOf(second)];
    if (a >= 0) {
      slope[a] += points - games * expected;
      information[a][a] += weight;
    }
    if (b >= 0) {
      slope[b] -= points - games * expected;
      information[b][b] += weight;
    }
    if (a >= 0 && b >= 0) {
      information[a][b] -= weight;
      information[b][a] -= weight;
    }
  }
  return { slope, information };
}

/** The Elo of a player that is in the list. */
function eloOf(elos: ReadonlyMap<string, number>, name: string): number {
  const elo = elos.get(name);
  if (elo === undefined) throw new TypeError(`Expected a player that is rated, but got "${name}"`);
  return elo;
}

/** Games that a player played. */
function gamesOf(name: string, encounters: readonly Encounter[]): number {
  return encounters.filter(({ first, second }) => first === name || second === name)
    .reduce((sum, { games }) => sum + games, 0);
}
