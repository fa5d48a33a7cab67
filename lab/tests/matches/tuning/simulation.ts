/**
 * An imaginary engine that plays instead of the real one: its strength is a known function of its parameters.
 *
 * The function is a hill, a sum of parabolas: each parameter has a best value, and twice the distance from it costs
 * four times as much Elo. Results of games are random, with the probabilities that belong to the difference in
 * strength. So a whole tuning run takes seconds, and shows how close a run of a given length comes to the best values,
 * which are unknown for a real engine.
 *
 * @module
 */

import { Random } from "../../../../core/random.ts";
import { eloToScore, type Game } from "../../../matches/statistics.ts";
import type { SpsaParameter } from "../../../matches/tuning/spsa.ts";

/** Streams of random numbers, see `Random`: for best values, and for results. */
const HILL_STREAM = 2;
const RESULT_STREAM = 3;
/** Greatest distance of the best values from the values at the start, in steps. */
const DISTANCE_MAX = 5;
/** The Elo that is lost one step away from the best value: the minimum, and the range above it. */
const LOSS_MIN = 0.2;
const LOSS_MORE = 1;
/** Share of drawn games between equal sides. */
const DRAW_SHARE = 0.5;

export class Simulation {
  readonly best: readonly number[];

  private readonly losses: readonly number[];

  constructor(private readonly parameters: readonly SpsaParameter[], private readonly seed: bigint) {
    const random = new Random(seed, HILL_STREAM);
    const unit = () => random.next() / 2 ** 32;
    this.best = parameters.map(({ start, min, max, cEnd }) =>
      Math.min(max, Math.max(min, start + (2 * unit() - 1) * DISTANCE_MAX * cEnd))
    );
    this.losses = parameters.map(() => LOSS_MIN + LOSS_MORE * unit());
  }

  /** Strength with these values, Elo; 0 is the maximum. */
  strengthOf(values: readonly number[]): number {
    return this.parameters.reduce((sum, { cEnd }, index) => {
      const steps = (values[index] - this.best[index]) / cEnd;
      return sum - this.losses[index] * steps * steps;
    }, 0);
  }

  /** Draws results, which depend on the seed and on the number of the first pair, counted from 0. */
  play(firstPair: number, pairs: number, plus: readonly number[], minus: readonly number[]): Game[] {
    const random = new Random(this.seed, RESULT_STREAM, firstPair);
    const score = eloToScore(this.strengthOf(plus) - this.strengthOf(minus));
    // There are fewer draws if one side is much stronger.
    const draws = DRAW_SHARE * 4 * score * (1 - score);
    return Array.from({ length: 2 * pairs }, () => {
      const drawn = random.next() / 2 ** 32;
      const points = drawn < score - draws / 2 ? 1 : drawn < score + draws / 2 ? 0.5 : 0;
      return { points };
    });
  }
}
