/**
 * SPSA, simultaneous perturbation stochastic approximation: maximises a function of many parameters, here the strength
 * of an engine, although only noisy differences between its values can be measured.
 *
 * A step changes every parameter a little at the same time, each up or down at random, plays the engine with those
 * values against the engine with the opposite values, and moves all parameters towards the side that scored better. So
 * one match says something about all parameters: for each parameter, the effects of the others are noise that averages
 * out.
 *
 * Before pair k of N, counted from 1, a parameter with the bounds c_end and r_end is perturbed by
 *
 *     c_k = c_end · (N / k)^γ
 *
 * and after a result (games won minus games lost by the plus side) it moves by
 *
 *     r_k · c_k · result · direction,   r_k = r_end · c_end² · ((A + N) / (A + k))^α / c_k²
 *
 * where the direction is +1 if the plus side had the greater value. So c_end is the perturbation at the end of the run,
 * and r_end is the share of c_end by which the last won game moves the value. A, a tenth of N, slows down the first
 * steps. This is the form of fishtest and OpenBench, the testing servers of many engines.
 *
 * Source: James C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
 * IEEE Transactions on Aerospace and Electronic Systems, 1998, which recommends α = 0.602 and γ = 0.101.
 *
 * @module
 */

import type { Random } from "../../../core/random.ts";

export interface SpsaParameter {
  readonly name: string;
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** Perturbation at the end of the run. */
  readonly cEnd: number;
}

export interface SpsaSchedule {
  /** Pairs of games in the run, N. */
  readonly pairs: number;
  /** Share of the perturbation by which the last won game moves the value. */
  readonly rEnd: number;
}

/** The exponents that decide how fast steps and perturbations shrink. */
const ALPHA = 0.602;
const GAMMA = 0.101;
/** A as a share of the pairs. */
const STABILITY = 0.1;

/** Two opposite sets of values to be compared, whole numbers in range, in the order of the parameters. */
export interface Perturbation {
  /** +1 if the plus side has the greater value, −1 if the minus side has it. */
  readonly directions: readonly number[];
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

export class Spsa {
  /** The values so far, in the order of the parameters. They are within range, but usually not whole numbers. */
  readonly values: number[];

  /**
   * An optimisation at its start, or a continued one.
   *
   * @param values The values to continue from; by default the parameters' start values.
   */
  constructor(
    private readonly parameters: readonly SpsaParameter[],
    private readonly schedule: SpsaSchedule,
    values?: readonly number[],
  ) {
    this.values = values === undefined ? parameters.map(({ start }) => start) : [...values];
  }

  /** The perturbation c_k of a parameter. */
  perturbationOf({ cEnd }: SpsaParameter, k: number): number {
    return cEnd * (this.schedule.pairs / k) ** GAMMA;
  }

  /** The distance by which one won game moves a parameter, r_k · c_k. */
  stepOf(parameter: SpsaParameter, k: number): number {
    const { pairs, rEnd } = this.schedule;
    const stability = STABILITY * pairs;
    const gain = rEnd * parameter.cEnd ** 2 * ((stability + pairs) / (stability + k)) ** ALPHA;
    return gain / this.perturbationOf(parameter, k);
  }

  /**
   * How far chance alone would move a parameter: if both sides of every match were equally strong, its path would be a
   * random walk. If a parameter has moved no further than that, there is no evidence that it matters.
   *
   * @param variance Mean square of the result of a pair: games won minus games lost.
   * @returns The root mean square of the distance, in the parameter's units.
   */
  wanderOf(parameter: SpsaParameter, matches: number, pairs: number, variance: number): number {
    let sum = 0;
    for (let match = 0; match < matches; match++) sum += this.stepOf(parameter, 1 + match * pairs) ** 2;
    return Math.sqrt(sum * pairs * variance);
  }

  /**
   * Draws the two sides of a match.
   *
   * The search reads whole numbers. So values are rounded at random, up with a probability equal to their fraction, and
   * are right on average. Both sides use the same random number for a parameter, so they differ by twice the
   * perturbation on average, with as little noise as possible.
   *
   * @param k Number of the match's first pair, from 1.
   */
  perturb(k: number, random: Random): Perturbation {
    const directions: number[] = [];
    const plus: number[] = [];
    const minus: number[] = [];
    this.parameters.forEach((parameter, index) => {
      const direction = random.chance(0.5) ? 1 : -1;
      const offset = direction * this.perturbationOf(parameter, k);
      const threshold = random.next() / 2 ** 32;
      directions.push(direction);
      plus.push(roundWithin(this.values[index] + offset, threshold, parameter));
      minus.push(roundWithin(this.values[index] - offset, threshold, parameter));
    });
    return { directions, plus, minus };
  }

  /** Moves the values after a match that the plus side won by this many games. */
  learn(k: number, directions: readonly number[], result: number): void {
    this.parameters.forEach((parameter, index) => {
      const moved = this.values[index] + this.stepOf(parameter, k) * result * directions[index];
      this.values[index] = clamp(moved, parameter);
    });
  }
}

/**
 * Rounds up if the value's fraction exceeds the threshold (0 … 1), otherwise down, and limits the result to the range.
 */
function roundWithin(value: number, threshold: number, parameter: SpsaParameter): number {
  const whole = Math.floor(value);
  return clamp(value - whole > threshold ? whole + 1 : whole, parameter);
}

function clamp(value: number, { min, max }: SpsaParameter): number {
  return Math.min(max, Math.max(min, value));
}
