/** SPSA without chess: its formulas, and whether it finds a maximum. @module */

import { assert, assertAlmostEquals, assertEquals, assertGreater, assertLess } from "@std/assert";
import { Random } from "../../../../core/random.ts";
import { Spsa, type SpsaParameter, type SpsaSchedule } from "../../../matches/tuning/spsa.ts";
import { Simulation } from "./simulation.ts";

const SCHEDULE: SpsaSchedule = { pairs: 1000, rEnd: 0.002 };

function parameter(changes: Partial<SpsaParameter> = {}): SpsaParameter {
  return { name: "p", start: 50, min: 0, max: 100, cEnd: 4, ...changes };
}

Deno.test("perturbations and steps shrink as the formulas say, to c_end and r_end · c_end", () => {
  const spsa = new Spsa([parameter()], SCHEDULE);
  assertAlmostEquals(spsa.perturbationOf(parameter(), 1000), 4);
  assertAlmostEquals(spsa.stepOf(parameter(), 1000), 0.008);
  assertAlmostEquals(spsa.perturbationOf(parameter(), 10), 4 * 100 ** 0.101);
  // a_end = r_end · c_end² = 0.032; a_10 = 0.032 · (1100 / 110)^0.602.
  assertAlmostEquals(spsa.stepOf(parameter(), 10), 0.032 * 10 ** 0.602 / (4 * 100 ** 0.101));
});

Deno.test("both sides have whole numbers in range, which on average are one perturbation above and below the value", () => {
  const spsa = new Spsa([parameter({ start: 50.3, cEnd: 0.4 }), parameter({ start: 99, cEnd: 20 })], SCHEDULE);
  const random = new Random(3n);
  const rounds = 20_000;
  const sums = { plus: 0, minus: 0, directions: 0 };
  for (let round = 0; round < rounds; round++) {
    const { directions, plus, minus } = spsa.perturb(1000, random);
    for (const value of [...plus, ...minus]) assert(Number.isInteger(value) && value >= 0 && value <= 100);
    assert(plus[1] !== minus[1]);
    assertEquals(directions[1] > 0 ? [plus[1], minus[1]] : [minus[1], plus[1]], [100, 79]);
    // One random number rounds both sides. They are 0.8 apart, so they differ by at most one after rounding.
    assert(Math.abs(plus[0] - minus[0]) <= 1);
    sums.plus += directions[0] > 0 ? plus[0] : minus[0];
    sums.minus += directions[0] > 0 ? minus[0] : plus[0];
    sums.directions += directions[0];
  }
  assertAlmostEquals(sums.plus / rounds, 50.7, 0.02);
  assertAlmostEquals(sums.minus / rounds, 49.9, 0.02);
  assertAlmostEquals(sums.directions / rounds, 0, 0.03);
});

Deno.test("a value moves towards the side that won, in proportion, and stays in its range", () => {
  const spsa = new Spsa([parameter(), parameter(), parameter({ start: 99.999 })], SCHEDULE);
  spsa.learn(1000, [1, -1, 1], 3);
  assertAlmostEquals(spsa.values[0], 50.024);
  assertAlmostEquals(spsa.values[1], 49.976);
  assertEquals(spsa.values[2], 100);
  spsa.learn(1000, [1, 1, 1], -3);
  assertAlmostEquals(spsa.values[0], 50);
});

Deno.test("without a difference in strength, values wander as far as predicted", () => {
  const parameters = Array.from({ length: 500 }, () => parameter({ min: -1000, max: 1000 }));
  const spsa = new Spsa(parameters, SCHEDULE);
  const random = new Random(11n);
  for (let match = 0; match < 200; match++) {
    const k = 1 + 4 * match;
    const { directions } = spsa.perturb(k, random);
    // The result of each of four pairs is −2 … 2, with a mean square of 2.
    const result = Array.from({ length: 4 }, () => random.below(5) - 2).reduce((sum, pair) => sum + pair, 0);
    spsa.learn(k, directions, result);
  }
  const squares = spsa.values.map((value) => (value - 50) ** 2);
  const way = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  const predicted = spsa.wanderOf(parameters[0], 200, 4, 2);
  assert(Math.abs(way / predicted - 1) < 0.2, `${way} instead of ${predicted}`);
});

Deno.test("an optimisation continues from given values and does not change the caller's list", () => {
  const values = [12.5];
  const spsa = new Spsa([parameter()], SCHEDULE, values);
  spsa.learn(1, [1], 2);
  assertGreater(spsa.values[0], 12.5);
  assertEquals(values, [12.5]);
});

/** Tunes the numbers of an imaginary engine, which have different scales. */
function climb(pairs: number, seed: bigint, sign: 1 | -1) {
  const steps = [10, 100, 1, 30, 25, 6];
  const parameters = steps.map((cEnd, i) =>
    parameter({ name: `p${i}`, start: 0, cEnd, min: -40 * cEnd, max: 40 * cEnd })
  );
  const engine = new Simulation(parameters, seed);
  const spsa = new Spsa(parameters, { pairs, rEnd: 0.004 });
  const random = new Random(seed);
  for (let k = 1; k <= pairs; k++) {
    const { directions, plus, minus } = spsa.perturb(k, random);
    const points = engine.play(k, 1, plus, minus).reduce((sum, game) => sum + game.points, 0);
    // Games won minus games lost; a `sign` of −1 means that the sides were exchanged.
    spsa.learn(k, directions, sign * (2 * points - 2));
  }
  const distances = spsa.values.map((value, i) => Math.abs(value - engine.best[i]) / steps[i]);
  return { distances, start: engine.strengthOf(steps.map(() => 0)), end: engine.strengthOf(spsa.values) };
}

Deno.test("SPSA finds the maximum of a noisy function with six parameters", () => {
  for (const seed of [1n, 2n, 3n]) {
    const { distances, start, end } = climb(20_000, seed, 1);
    assertLess(start, -15);
    assertGreater(end, -8);
    for (const distance of distances) assertLess(distance, 2.5);
  }
});

Deno.test("with the sides exchanged SPSA descends, and a few games are not enough to reach the maximum", () => {
  const down = climb(2000, 1n, -1);
  assertLess(down.end, down.start - 15);
  assertLess(climb(50, 1n, 1).end, -10);
});
