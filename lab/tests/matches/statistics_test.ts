/** Counting games in pairs, and Elo compared with published figures for the same games. @module */

import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { countGames, eloToScore, EMPTY_TALLY, estimateElo, type Game } from "../../matches/statistics.ts";
import { type Pentanomial, scoreToElo, withGames, writeEstimate } from "../../matches/statistics.ts";

/** Tests run on OpenBench: pairs, Elo, error. */
const PUBLISHED: readonly [Pentanomial, number, number][] = [
  [[29, 660, 1525, 780, 34], 7.46, 4.62],
  [[12, 310, 729, 401, 14], 11.26, 6.62],
  [[11, 268, 595, 381, 15], 16.56, 7.33],
  [[53, 1756, 3777, 1910, 57], 3.73, 2.89],
  [[76, 2428, 5461, 2619, 72], 2.98, 2.40],
  [[26, 882, 2014, 992, 38], 5.89, 3.98],
  [[702, 4492, 9074, 4723, 737], 2.65, 2.11],
];

Deno.test("`estimateElo()` reproduces published Elo and error, with the other sign if the engines change places", () => {
  for (const [pairs, elo, error] of PUBLISHED) {
    const estimate = estimateElo(pairs);
    assertAlmostEquals(estimate.value, elo, 0.0051, `${pairs}`);
    assertAlmostEquals(estimate.error, error, 0.015, `${pairs}`);
    const [a, b, c, d, e] = pairs;
    assertAlmostEquals(estimateElo([e, d, c, b, a]).value, -estimate.value, 1e-9);
  }
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
  // With a fourth pair, half a point apart, the variance is 1/16 / 4 = 1/64; the margin is 1.96 · √(1/64) / √3.
  assertAlmostEquals(draws(3).error, scoreToElo(0.5 + 1.959964 * 0.125 / Math.sqrt(3)), 1e-9);
  assert(draws(10).error > 30 && draws(10).error < 40, `${draws(10).error}`);
  assertAlmostEquals(draws(1000).error / draws(10_000).error, 10, 0.1);
  // Draws alone have about the same error as draws with one win among them, or a smaller error.
  assert(draws(50).error < estimateElo([0, 0, 49, 1, 0]).error + 0.5);
  assertEquals(estimateElo([0, 0, 0, 0, 2]), { value: Infinity, error: Infinity });
  assertEquals(estimateElo([0, 0, 1, 0, 1]).error, Infinity);
  assertThrows(() => estimateElo([0, 0, 0, 0, 0]), RangeError, "at least one pair");
});

Deno.test("games count in pairs: a win and a loss are the same pair as two draws", () => {
  const games: Game[] = [1, 0, 0.5, 0.5, 1, 1].map((points) => ({ points }));
  const tally = withGames(EMPTY_TALLY, [...games, { points: 0, isTimeLoss: true }, { points: 0.5 }]);
  assertEquals(tally, { wins: 3, losses: 2, draws: 3, pairs: [0, 1, 2, 0, 1], timeLosses: 1 });
  assertEquals(withGames(tally, [{ points: 1 }, { points: 0.5 }]).pairs, [0, 1, 2, 1, 1]);
  assertEquals(countGames(tally), 8);
});

Deno.test("an estimate is written with its sign and two digits, even if it is infinite or just below 0", () => {
  assertEquals(writeEstimate({ value: -7.456, error: 4.6 }), "−7.46 ± 4.60");
  assertEquals(writeEstimate({ value: -0.001, error: Infinity }), "0.00 ± inf");
  assertEquals(writeEstimate({ value: -Infinity, error: 1 }), "−inf ± 1.00");
});
