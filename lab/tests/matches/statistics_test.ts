/** Statistics of matches against figures that others published for the same games. @module */

import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import {
  eloToScore,
  estimateElo,
  GAIN_BOUNDS,
  LLR_ERROR,
  llrLimits,
  logLikelihoodRatio,
  type Pentanomial,
  scoreToElo,
} from "../../matches/statistics.ts";

/** Tests run on OpenBench, which computes the exact likelihood ratio: pairs, Elo, error, LLR, elo0, elo1. */
const PUBLISHED: readonly [Pentanomial, number, number, number, number, number][] = [
  [[29, 660, 1525, 780, 34], 7.46, 4.62, 2.91, 0, 5],
  [[12, 310, 729, 401, 14], 11.26, 6.62, 2.89, -5, 0],
  [[11, 268, 595, 381, 15], 16.56, 7.33, 2.93, 0, 5],
  [[53, 1756, 3777, 1910, 57], 3.73, 2.89, 2.91, 0, 5],
  [[76, 2428, 5461, 2619, 72], 2.98, 2.40, 2.91, 0, 5],
  [[26, 882, 2014, 992, 38], 5.89, 3.98, 2.90, 0, 5],
  [[702, 4492, 9074, 4723, 737], 2.65, 2.11, 2.95, 0, 5],
  [[67, 1261, 2718, 1407, 71], 4.84, 3.50, 2.96, 0, 5],
  [[39, 786, 1730, 904, 48], 6.74, 4.38, 2.90, 0, 5],
  [[73, 1640, 3311, 1654, 95], 1.49, 3.17, 2.95, -5, 0],
  [[26, 603, 1424, 727, 29], 8.04, 4.77, 2.98, 0, 5],
  [[44, 1107, 2405, 1231, 56], 5.31, 3.68, 3.00, 0, 5],
  [[6, 424, 951, 528, 14], 10.84, 5.68, 2.94, 0, 5],
];

Deno.test("`estimateElo()` reproduces published Elo and error", () => {
  for (const [pairs, elo, error] of PUBLISHED) {
    const estimate = estimateElo(pairs);
    assertAlmostEquals(estimate.value, elo, 0.0051, `${pairs}`);
    assertAlmostEquals(estimate.error, error, 0.015, `${pairs}`);
  }
});

Deno.test("`logLikelihoodRatio()` is as near as promised to the published exact one", () => {
  for (const [pairs, , , llr, elo0, elo1] of PUBLISHED) {
    assertAlmostEquals(logLikelihoodRatio(pairs, { ...GAIN_BOUNDS, elo0, elo1 }), llr, LLR_ERROR, `${pairs}`);
  }
});

Deno.test("`llrLimits()` are Wald's: (-2.25, 2.89) for errors of 5 % and 10 %", () => {
  const { lower, upper } = llrLimits(GAIN_BOUNDS);
  assertAlmostEquals(lower, -2.2513, 1e-4);
  assertAlmostEquals(upper, 2.8904, 1e-4);
  const symmetric = llrLimits({ ...GAIN_BOUNDS, beta: 0.05 });
  assertAlmostEquals(symmetric.upper, 2.9444, 1e-4);
  assertAlmostEquals(symmetric.lower, -2.9444, 1e-4);
});

Deno.test("every estimate changes its sign when the engines change places", () => {
  for (const [pairs] of PUBLISHED) {
    const [a, b, c, d, e] = pairs;
    const swapped: Pentanomial = [e, d, c, b, a];
    assertAlmostEquals(estimateElo(swapped).value, -estimateElo(pairs).value, 1e-9);
    const forward = logLikelihoodRatio(pairs, { ...GAIN_BOUNDS, elo0: 0, elo1: 5 });
    const backward = logLikelihoodRatio(swapped, { ...GAIN_BOUNDS, elo0: -5, elo1: 0 });
    assertAlmostEquals(backward, -forward, 1e-9);
  }
});

Deno.test("bounds are normalised: a true difference halfway between them decides nothing", () => {
  // Independent games without draws: normalised Elo is (p − ½) / √(p (1 − p)) in units of 800 / ln 10.
  const p = 0.53;
  const elo = 347.4356 * (p - 0.5) / Math.sqrt(p * (1 - p));
  const pairs: Pentanomial = [(1 - p) ** 2 * 1e6, 0, 2 * p * (1 - p) * 1e6, 0, p ** 2 * 1e6];
  const ratioWith = (middle: number) =>
    logLikelihoodRatio(pairs, { ...GAIN_BOUNDS, elo0: middle - 2.5, elo1: middle + 2.5 });
  assertAlmostEquals(ratioWith(elo), 0, 0.01);
  assert(ratioWith(elo - 0.1) > 1 && ratioWith(elo + 0.1) < -1);
});

Deno.test("Elo and score are each other's inverse, and a score of 1 is infinite", () => {
  for (const elo of [-400, -12.5, 0, 3, 191]) assertAlmostEquals(scoreToElo(eloToScore(elo)), elo, 1e-9);
  assertAlmostEquals(eloToScore(400), 10 / 11, 1e-12);
  assertEquals(scoreToElo(1), Infinity);
  assertEquals(scoreToElo(0), -Infinity);
});

Deno.test("pairs of one kind give an estimate with an error, which shrinks with their number", () => {
  const draws = (pairs: number) => estimateElo([0, 0, pairs, 0, 0]);
  assertEquals(draws(3).value, 0);
  // A fourth pair of half a point more has the variance 1/64; the error of three pairs is 1.96/√3 of its root.
  assertAlmostEquals(draws(3).error, scoreToElo(0.5 + 1.959964 * 0.125 / Math.sqrt(3)), 1e-9);
  assert(draws(10).error > 30 && draws(10).error < 40, `${draws(10).error}`);
  assertAlmostEquals(draws(1000).error / draws(10_000).error, 10, 0.1);
  // A win among many draws is known better than draws alone would be.
  assert(draws(50).error < estimateElo([0, 0, 49, 1, 0]).error + 0.5);
  assertEquals(estimateElo([0, 0, 0, 0, 2]), { value: Infinity, error: Infinity });
  assertEquals(estimateElo([0, 0, 1, 0, 1]).error, Infinity);
  assert(Number.isFinite(logLikelihoodRatio([0, 0, 0, 0, 2], GAIN_BOUNDS)));
});

Deno.test("without a pair there is no estimate", () => {
  const none: Pentanomial = [0, 0, 0, 0, 0];
  assertThrows(() => estimateElo(none), RangeError, "at least one pair");
  assertThrows(() => logLikelihoodRatio(none, GAIN_BOUNDS), RangeError, "at least one pair");
});
