import { assertAlmostEquals, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { MATE } from "../../../core/score.ts";
import { curveAt, MAX_MATERIAL, MIN_MATERIAL, winRate, type WinRateModel } from "../../../engine/win_rate.ts";
import { type Bin, fitModel, formatModel, ResultCounter } from "../../games/fit_wdl.ts";
import { decodeGame, WHITE_WON } from "../../games/viriformat.ts";
import { gameOf } from "./recorded.ts";

/** The counts of games that go exactly as a model says. */
function binsOf(model: WinRateModel): Bin[] {
  const bins: Bin[] = [];
  for (let material = MIN_MATERIAL; material <= MAX_MATERIAL; material++) {
    const [a, b] = curveAt(material, model);
    for (let score = -400; score <= 400; score += 40) {
      const win = winRate(score, a, b);
      const loss = winRate(-score, a, b);
      bins.push({ material, score, counts: [1e6 * loss, 1e6 * (1 - win - loss), 1e6 * win] });
    }
  }
  return bins;
}

Deno.test("`fitModel()` finds the model from which the results come", () => {
  const model: WinRateModel = { a: [220, -500, 590, -240], b: [20, 380, -540, 335] };
  const fit = fitModel(binsOf(model));
  for (let material = MIN_MATERIAL; material <= MAX_MATERIAL; material++) {
    const [a, b] = curveAt(material, model);
    const [fittedA, fittedB] = curveAt(material, fit.model);
    assertAlmostEquals(fittedA, a, 0.01);
    assertAlmostEquals(fittedB, b, 0.01);
  }
});

function likelihoodOf(bins: readonly Bin[], model: WinRateModel): number {
  let sum = 0;
  let total = 0;
  for (const { material, score, counts } of bins) {
    const [a, b] = curveAt(material, model);
    const win = winRate(score, a, b);
    const loss = winRate(-score, a, b);
    [loss, 1 - win - loss, win].forEach((chance, result) => sum += counts[result] * Math.log(chance));
    total += counts[0] + counts[1] + counts[2];
  }
  return sum / total;
}

Deno.test("`fitModel()` finds the best model if none is right: changing any number makes it worse", () => {
  // Here the results change with the score in steps, not smoothly.
  const bins: Bin[] = [];
  for (let material = MIN_MATERIAL; material <= MAX_MATERIAL; material += 4) {
    for (let score = -380; score <= 380; score += 40) {
      const wins = score > 250 ? 9 : score > 60 ? 5 : score > -60 ? 2 : 1;
      const losses = score < -250 ? 9 : score < -60 ? 5 : score < 60 ? 2 : 1;
      bins.push({ material, score, counts: [losses, 2 + material % 3, wins] });
    }
  }
  const { model, likelihood } = fitModel(bins);
  assertAlmostEquals(likelihood, likelihoodOf(bins, model), 1e-9);
  for (let i = 0; i < 4; i++) {
    for (const step of [-1, 1]) {
      const changed = (values: readonly number[]) => values.map((value, j) => j === i ? value + step : value);
      assertGreater(likelihood, likelihoodOf(bins, { ...model, a: changed(model.a) }));
      assertGreater(likelihood, likelihoodOf(bins, { ...model, b: changed(model.b) }));
    }
  }
});

Deno.test("`fitModel()` refuses to fit nothing, and fails instead of returning a fit that has not converged", () => {
  assertThrows(() => fitModel([]), RangeError, "Expected games");
  // All games have the same result. No curve reaches the greatest likelihood, and in the end no step improves the fit.
  const won: Bin[] = [{ material: 50, score: 185, counts: [0, 0, 2] }];
  assertThrows(() => fitModel(won), RangeError, "Expected the fit to converge, but it only reached");
  // Without draws, the best `a` would be 0, which is not allowed, so each step gains a little less.
  const decided: Bin[] = [10, 20, 40, 60, 78].flatMap((material) =>
    [-200, -100, -20, 20, 100, 200].map((score) => ({ material, score, counts: score > 0 ? [2, 0, 8] : [8, 0, 2] }))
  );
  assertThrows(() => fitModel(decided), RangeError, "Expected the fit to converge, but it only reached");
});

Deno.test("`ResultCounter` counts positions by material and score, without mates and scores beyond the limit", () => {
  const counter = new ResultCounter(400);
  const moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"];
  counter.add(decodeGame(gameOf(START_FEN, moves, [31, 33, -401, MATE - 3, -62], WHITE_WON)));
  counter.add(decodeGame(gameOf(START_FEN, moves.slice(0, 1), [29])));
  assertEquals([counter.games, counter.positions], [2, 4]);
  const results = counter.results().map(({ material, score, counts }) => [material, score, ...counts]);
  assertEquals(results, [[78, 30, 0, 1, 1], [78, 35, 0, 0, 1], [76, -60, 0, 0, 1]]);
});

Deno.test("`formatModel()` writes the lines of `engine/win_rate.ts`", () => {
  const found = formatModel({ a: [1.24, -2, 30.06, 4], b: [5, 6, 7, -8.5] });
  assertEquals(found, "  a: [1.2, -2.0, 30.1, 4.0],\n  b: [5.0, 6.0, 7.0, -8.5],");
});
