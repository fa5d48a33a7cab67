/**
 * Estimates how much Elo each system is worth, from pairs of games between sides that have different systems. The
 * method is logistic regression (Bradley and Terry, "Rank analysis of incomplete block designs", 1952). A side with an
 * advantage of d Elo is expected to score 1 / (1 + 10^(-d / 400)). The errors come from the "sandwich" estimator, which
 * uses the actual spread of the points (Halbert White, "Maximum likelihood estimation of misspecified models",
 * Econometrica 50, 1982).
 *
 * @module
 */

import { inverseOf, product } from "../matrix.ts";
import { ELO_PER_LOGIT, type Estimate, Z95 } from "./statistics.ts";

export interface Observation {
  /** 1 if only the side with this score has the system, −1 if only the opponent has it, otherwise 0. */
  readonly differences: readonly number[];
  /** Share of the points, 0 … 1. */
  readonly score: number;
}

const STEPS = 100;
/** The fit ends when all steps are below `PRECISION`; no step exceeds `STEP_MAX`. Both are in logits. */
const PRECISION = 1e-9, STEP_MAX = 1;
/** The standard deviation of the prior. It is so large that the prior only keeps the fit finite. */
const PRIOR_ELO = 1000;

/** Returns Elo. A system that differs in no pair gets 0 with a very large error. */
export function fitWorth(observations: readonly Observation[], systems: number): Estimate[] {
  const precision = (ELO_PER_LOGIT / PRIOR_ELO) ** 2;
  const worth = new Array<number>(systems).fill(0);
  let covariance: number[][] = [];
  for (let step = 0; step < STEPS; step++) {
    const slope = worth.map((value) => -precision * value);
    const information = worth.map((_, row) => worth.map((_, column) => row === column ? precision : 0));
    for (const observation of observations) {
      const expected = expectedScore(observation, worth);
      addTo(slope, observation, observation.score - expected);
      addProduct(information, observation, expected * (1 - expected));
    }
    covariance = inverseOf(information);
    const steps = product(covariance, slope);
    steps.forEach((change, system) => worth[system] += Math.max(-STEP_MAX, Math.min(STEP_MAX, change)));
    if (steps.every((change) => Math.abs(change) < PRECISION)) break;
  }
  const scatter = worth.map((_, row) => worth.map((_, column) => row === column ? precision : 0));
  for (const observation of observations) {
    addProduct(scatter, observation, (observation.score - expectedScore(observation, worth)) ** 2);
  }
  return worth.map((value, system) => {
    const weights = covariance[system];
    const variance = product([weights], product(scatter, weights))[0];
    return { value: ELO_PER_LOGIT * value, error: Z95 * ELO_PER_LOGIT * Math.sqrt(variance) };
  });
}

function expectedScore({ differences }: Observation, worth: readonly number[]): number {
  return 1 / (1 + Math.exp(-differences.reduce((sum, difference, system) => sum + difference * worth[system], 0)));
}

function addTo(vector: number[], { differences }: Observation, factor: number): void {
  differences.forEach((difference, system) => vector[system] += factor * difference);
}

function addProduct(matrix: number[][], observation: Observation, factor: number): void {
  observation.differences.forEach((difference, system) => {
    if (difference !== 0) addTo(matrix[system], observation, factor * difference);
  });
}
