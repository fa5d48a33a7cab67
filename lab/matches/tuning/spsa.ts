/**
 * SPSA, simultaneous perturbation stochastic approximation, tunes many parameters of an engine at once, although games
 * show only noisy differences.
 *
 * A step changes every parameter a little, up or down at random. The engine with these values plays against the engine
 * with the opposite changes, and all parameters move towards the side that scored better. For each parameter, the
 * effects of the others are noise that averages out.
 *
 * Before pair k of N, counted from 1, a parameter with the settings c_end and r_end is perturbed by
 *
 *     c_k = c_end · (N / k)^γ
 *
 * and after a result (games won minus games lost by the plus side) it moves by
 *
 *     r_k · c_k · result · direction,   r_k = r_end · c_end² · ((A + N) / (A + k))^α / c_k²
 *
 * where the direction is +1 if the plus side had the greater value. So c_end is the perturbation in the last pair.
 * In that pair, each game won moves the value by r_end · c_end. A, a tenth of N, makes the first steps smaller.
 * fishtest and OpenBench use the same form.
 *
 * Source: James C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
 * Transactions on Aerospace and Electronic Systems, 1998. The paper recommends α = 0.602 and γ = 0.101.
 *
 * @module
 */

import type { Random } from "../../../core/random.ts";

export interface SpsaParameter {
  readonly name: string;
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** c_end: the perturbation at the end of the run. */
  readonly cEnd: number;
}

export interface SpsaSchedule {
  /** Pairs of games in the run, N. */
  readonly pairs: number;
  /** r_end: in the last pair, each game won moves the value by r_end · c_end. */
  readonly rEnd: number;
}

const ALPHA = 0.602, GAMMA = 0.101;
/** The constant A, as a share of the pairs. */
const STABILITY = 0.1;

export interface Perturbation {
  /** +1 if the plus side has the greater value, otherwise −1. */
  readonly directions: readonly number[];
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

export class Spsa {
  readonly values: number[];

  constructor(
    private readonly parameters: readonly SpsaParameter[],
    private readonly schedule: SpsaSchedule,
    values?: readonly number[],
  ) {
    this.values = values === undefined ? parameters.map(({ start }) => start) : [...values];
  }

  /** The perturbation c_k. */
  perturbationOf({ cEnd }: SpsaParameter, k: number): number {
    return cEnd * (this.schedule.pairs / k) ** GAMMA;
  }

  /** How far one won game moves the parameter: r_k · c_k. */
  stepOf(parameter: SpsaParameter, k: number): number {
    const { pairs, rEnd } = this.schedule;
    const stability = STABILITY * pairs;
    const gain = rEnd * parameter.cEnd ** 2 * ((stability + pairs) / (stability + k)) ** ALPHA;
    return gain / this.perturbationOf(parameter, k);
  }

  /**
   * How far chance alone would move a parameter, in its units (root mean square). `variance` is the mean square of a
   * pair's result, which is games won minus games lost.
   */
  wanderOf(parameter: SpsaParameter, matches: number, pairs: number, variance: number): number {
    let sum = 0;
    for (let match = 0; match < matches; match++) sum += this.stepOf(parameter, 1 + match * pairs) ** 2;
    return Math.sqrt(sum * pairs * variance);
  }

  /**
   * Draws both sides' values for a match whose first pair is k. A value is rounded up with a probability equal to its
   * fractional part. Both sides use the same random number for this.
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

  /** `result` is the number of games won minus the number lost. */
  learn(k: number, directions: readonly number[], result: number): void {
    this.parameters.forEach((parameter, index) => {
      const moved = this.values[index] + this.stepOf(parameter, k) * result * directions[index];
      this.values[index] = clamp(moved, parameter);
    });
  }
}

/** Rounds up if the value's fraction exceeds the threshold (0 … 1), otherwise down. */
function roundWithin(value: number, threshold: number, parameter: SpsaParameter): number {
  const whole = Math.floor(value);
  return clamp(value - whole > threshold ? whole + 1 : whole, parameter);
}

function clamp(value: number, { min, max }: SpsaParameter): number {
  return Math.min(max, Math.max(min, value));
}
