/** Evaluations for people and in PGN, and the cost of moves. */

import { assert, assertAlmostEquals, assertEquals, assertGreater, assertLess } from "@std/assert";
import { describeEvaluation, type Evaluation, evaluationOf, formatEval } from "../../../engine/games/evaluation.ts";
import { formatScore, moveAccuracy, winChance } from "../../../engine/games/evaluation.ts";
import type { Score } from "../../../engine/line.ts";
import { costOf, judge, type JudgedMove, type Judgement, summarizePlayer } from "../../../engine/games/judgement.ts";

function cp(value: number): Evaluation {
  return { cp: value, mate: null };
}

/** A mate in this many moves, negative for Black. */
function mate(moves: number): Evaluation {
  return { cp: moves > 0 ? 1000 : -1000, mate: moves };
}

Deno.test("a score is converted to White's view", () => {
  const scores: [type: "cp" | "mate", value: number, isWhite: boolean, evaluation: Evaluation][] = [
    ["cp", 35, true, cp(35)],
    ["cp", 35, false, cp(-35)],
    ["cp", 0, false, cp(0)],
    ["cp", 19997, false, cp(-19997)],
    ["mate", 3, true, mate(3)],
    ["mate", 3, false, mate(-3)],
    ["mate", -2, true, mate(-2)],
    // The side to move is mated on the board.
    ["mate", 0, false, { cp: 1000, mate: 0 }],
    ["mate", 0, true, { cp: -1000, mate: 0 }],
  ];
  for (const [type, value, isWhite, evaluation] of scores) {
    assertEquals(evaluationOf({ type, value }, isWhite), evaluation);
  }
});

Deno.test("evaluations are written as lichess writes them", () => {
  const written: [evaluation: Evaluation, text: string][] = [
    [cp(17), "0.17"],
    [cp(20), "0.2"],
    [cp(0), "0.0"],
    [cp(-140), "-1.4"],
    [cp(-4), "-0.04"],
    [cp(1234), "12.34"],
    [mate(3), "#3"],
    [mate(-12), "#-12"],
  ];
  for (const [evaluation, text] of written) assertEquals(formatEval(evaluation), text);
  const words = ["+0.35", "−1.40", "0.00", "Black mates in 3", "White has mated", "Black has mated"];
  const described = [cp(35), cp(-140), cp(0), mate(-3), { cp: 1000, mate: 0 }, { cp: -1000, mate: 0 }];
  assertEquals(described.map(describeEvaluation), words);
});

Deno.test("`formatScore()` writes the sign for the side to move or for White, even for mates", () => {
  const texts: [score: Score | Evaluation, own: string, turned: string][] = [
    [{ type: "cp", value: 123 }, "+1.23", "-1.23"],
    [{ type: "cp", value: -5 }, "-0.05", "+0.05"],
    [{ type: "cp", value: 0 }, "0.00", "0.00"],
    [{ type: "mate", value: 5 }, "#5", "-#5"],
    [{ type: "mate", value: -3 }, "-#3", "#3"],
    // The side to move is mated on the board.
    [{ type: "mate", value: 0 }, "-#0", "#0"],
    [cp(-1234), "-12.34", "+12.34"],
    [mate(-2), "-#2", "#2"],
    [{ cp: 1000, mate: 0 }, "#0", "-#0"],
  ];
  for (const [score, own, turned] of texts) {
    assertEquals([formatScore(score), formatScore(score, "white"), formatScore(score, "black")], [own, own, turned]);
  }
});

Deno.test("the chance to win is even at 0, symmetric and bounded, and a mate counts as ten pawns", () => {
  assertEquals(winChance(cp(0)), 50);
  for (const value of [1, 50, 100, 300, 1000]) {
    assertAlmostEquals(winChance(cp(value)) + winChance(cp(-value)), 100, 1e-9);
    assertGreater(winChance(cp(value)), winChance(cp(value - 1)));
  }
  // With a lead of a pawn, the chance is 1 / (1 + e^-0.368).
  assertAlmostEquals(winChance(cp(100)), 59.1, 0.01);
  assertEquals([winChance(mate(1)), winChance(cp(5000))], [winChance(cp(1000)), winChance(cp(1000))]);
});

Deno.test("a move that loses nothing is accurate, and accuracy falls with the loss", () => {
  assertEquals([moveAccuracy(50, 50), moveAccuracy(50, 80)], [100, 100]);
  assertAlmostEquals(moveAccuracy(50, 40), 63.6, 0.05);
  assertEquals(moveAccuracy(100, 0), 0);
  for (let loss = 1; loss < 80; loss++) assertLess(moveAccuracy(90, 90 - loss), moveAccuracy(90, 91 - loss));
});

Deno.test("the kind of an error depends on how much it lowers the chance to win", () => {
  // From an even position, losing 55, 111 or 169 centipawns costs 5, 10 or 15 percentage points of the chance to win.
  const judged: [before: number, after: number, judgement: string | null][] = [
    [0, -54, null],
    [0, -55, "inaccuracy"],
    [0, -110, "inaccuracy"],
    [0, -111, "mistake"],
    [0, -168, "mistake"],
    [0, -169, "blunder"],
    [0, 200, null],
    // In a won position, only a large loss matters.
    [900, 700, null],
    [900, 0, "blunder"],
  ];
  for (const [before, after, judgement] of judged) {
    assertEquals(judge(cp(before), cp(after), true, false).judgement, judgement, `${before} → ${after}`);
    assertEquals(judge(cp(-before), cp(-after), false, false).judgement, judgement, `Black: ${before} → ${after}`);
    assertEquals(judge(cp(before), cp(after), true, true).judgement, null, "the best move is not an error");
  }
});

Deno.test("`costOf()` is the loss in whole points, or 0 if the error is a blunder only because of a mate", () => {
  const cases: [loss: number, judgement: Judgement | null, cost: number][] = [
    [46.9, "blunder", 46],
    [15, "blunder", 15],
    [11.2, "blunder", 0],
    [11.2, "mistake", 11],
    [0.4, "mistake", 0],
    [5.5, "inaccuracy", 5],
    [3.2, null, 3],
  ];
  for (const [loss, judgement, cost] of cases) assertEquals(costOf({ loss, judgement }), cost, `${judgement} ${loss}`);
});

Deno.test("a missed mate is judged by the remaining advantage, and an allowed mate by the earlier advantage", () => {
  const judged: [before: Evaluation, after: Evaluation, judgement: string | null][] = [
    [mate(2), cp(1200), null],
    [mate(2), cp(800), "mistake"],
    [mate(2), cp(300), "blunder"],
    [mate(2), mate(-1), "blunder"],
    [mate(2), mate(7), null],
    [cp(-1200), mate(-3), null],
    [cp(-800), mate(-3), "mistake"],
    [cp(100), mate(-3), "blunder"],
    [mate(-9), mate(-1), null],
    [mate(-3), cp(0), null],
    [cp(500), mate(3), null],
  ];
  for (const [before, after, judgement] of judged) {
    const name = `${formatEval(before)} → ${formatEval(after)}`;
    assertEquals(judge(before, after, true, false).judgement, judgement, name);
    const turned = [before, after].map((each) => ({ cp: -each.cp, mate: each.mate === null ? null : -each.mate }));
    assertEquals(judge(turned[0], turned[1], false, false).judgement, judgement, "Black");
  }
});

Deno.test("a player's summary counts only the moves and errors of this player", () => {
  const evaluations = [0, 0, -200, -200, 0, 0, 0].map(cp);
  const moves = evaluations.slice(1).map((after, i): JudgedMove => judge(evaluations[i], after, i % 2 === 0, false));
  const [white, black] = [0, 1].map((parity) => summarizePlayer(moves, evaluations.map(winChance), parity));
  assertEquals([white.moves, black.moves], [3, 3]);
  assertEquals(white.errors, { inaccuracy: 0, mistake: 0, blunder: 0 });
  // Black's first move (0 → −200) is a gain for Black, and Black's second move (−200 → 0) is the blunder.
  assertEquals(black.errors, { inaccuracy: 0, mistake: 0, blunder: 1 });
  assertEquals([white.accuracy, white.meanCpLoss], [100, 0]);
  assertAlmostEquals(black.meanCpLoss ?? 0, 200 / 3, 1e-9);
  assert(black.accuracy !== null && black.accuracy > 40 && black.accuracy < 80, String(black.accuracy));
});

Deno.test("moves that were not analysed are not in the summary", () => {
  const move = judge(cp(0), cp(0), true, false);
  assertEquals(summarizePlayer([null, null, move], [null, null, 50, 50], 0).moves, 1);
  const errors = { inaccuracy: 0, mistake: 0, blunder: 0 };
  assertEquals(summarizePlayer([null], [null, null], 0), { moves: 0, accuracy: null, meanCpLoss: null, errors });
});

Deno.test("one losing move costs accuracy, but not all of it", () => {
  const evaluations = [0, 0, 0, 0, 0, 0, 0, 0, -1000].map(cp);
  const moves = evaluations.slice(1).map((after, i): JudgedMove => judge(evaluations[i], after, true, false));
  const { accuracy } = summarizePlayer(moves, evaluations.map(winChance), 1);
  assert(accuracy !== null && accuracy > 10 && accuracy < 60, String(accuracy));
});
