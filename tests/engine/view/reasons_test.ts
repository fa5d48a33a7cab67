/**
 * What the histories say about a move, in points and in sentences.
 *
 * @module
 */

import { assertEquals, assertGreaterOrEqual, assertLessOrEqual, assertMatch } from "@std/assert";
import { Engine, Game } from "../../../engine/mod.ts";
import { describeHistories, type HistoriesReport } from "../../../engine/view/mod.ts";
import { averageScore, pointsOf, reasonOf, trustOf, UNITS } from "../../../engine/view/reasons.ts";

/** A report with these moves: UCI, SAN and the shares of the histories. */
function reportOf(
  moves: readonly (readonly [move: string, san: string, shares: Record<string, number>])[],
): HistoriesReport {
  const quiets = moves.map(([move, san, shares]) => ({
    move,
    san,
    shares,
    score: Object.values(shares).reduce((sum, share) => sum + share, 0),
  }));
  return { quiets } as unknown as HistoriesReport;
}

Deno.test("`pointsOf()` counts from the average, in units, and ends at ±100", () => {
  assertEquals([UNITS, -UNITS, 0, 1e9, -1e9].map((score) => pointsOf(score, 0)), [1, -1, 0, 100, -100]);
  assertEquals(pointsOf(3 * UNITS, 5 * UNITS), -2);
});

Deno.test("`trustOf()` sorts by score, and the points of the histories add up to those of the move", async () => {
  await using engine = await Engine.start();
  const game = new Game();
  for (const move of ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]) game.move(move);
  await engine.analyse(game, { depth: 12 }).result;
  const report = describeHistories(await engine.inspect(game), game.position);
  const trusts = trustOf(report);
  assertEquals(trusts.length, report.quiets.length);
  for (const [i, { points, score, shares, san }] of trusts.entries()) {
    if (i > 0) assertGreaterOrEqual(trusts[i - 1].score, score);
    assertEquals(points, pointsOf(score, averageScore(report)), san);
    const sum = Object.values(shares).reduce((total, share) => total + share, 0);
    assertLessOrEqual(Math.abs(sum - points), Object.keys(shares).length / 2 + 0.5, san);
    assertMatch(reasonOf(trusts[i], trusts, game.history()), /^[A-Z].*\.$/);
  }
  assertEquals(
    trusts.reduce((sum, { score }) => sum + score, 0),
    report.quiets.reduce((sum, { score }) => sum + score, 0),
  );
});

Deno.test("`reasonOf()` names the histories that say most, and calls best what no other move reaches", () => {
  const trusts = trustOf(reportOf([
    ["f1b5", "Bb5", { "butterfly": 10_000, "continuation 1": 60_000, "pawn": 0 }],
    ["f1c4", "Bc4", { "butterfly": 50_000, "continuation 1": 0, "pawn": -30_000 }],
    ["a2a3", "a3", { "butterfly": -60_000, "continuation 1": -60_000, "pawn": 30_000 }],
  ]));
  assertEquals(trusts.map(({ san }) => san), ["Bb5", "Bc4", "a3"]);
  const played = ["e4", "e5", "Nf3", "Nc6"];
  assertEquals(
    trusts.map((trust) => reasonOf(trust, trusts, played)),
    [
      "It is the best answer to …Nc6 so far.",
      "The step f1 to c4 worked best of all steps in this search. Against it: a bishop on c4 did badly with these pawns.",
      "The step a2 to a3 was refuted more often than other steps in this search, and as an answer to …Nc6 it failed more " +
      "often than others. For it: a pawn on a3 did well with these pawns.",
    ],
  );
});

Deno.test("`reasonOf()` speaks of the moves before only where there are some, and of nothing where nothing is known", () => {
  const trusts = trustOf(reportOf([
    ["e2e4", "e4", { "butterfly": 0, "continuation 2": 0 }],
    ["d2d4", "d4", { "butterfly": 0, "continuation 2": 0 }],
  ]));
  assertEquals(reasonOf(trusts[0], trusts, []), "The search knows nothing of its own about it yet.");
  const black = trustOf(reportOf([
    ["g8f6", "Nf6", { "continuation 1": 20_000, "continuation 2": 0 }],
    ["b8c6", "Nc6", { "continuation 1": 20_000, "continuation 2": -40_000 }],
  ]));
  assertEquals(reasonOf(black[0], black, ["e4", "e5", "Nf3"]), "It goes well with e5 before it.");
});

Deno.test("`reasonOf()` speaks of danger and check only where the move itself has them", () => {
  const trusts = trustOf(reportOf([
    ["b1c3", "Nc3", { "escape": 0, "butterfly": 2000 }],
    ["b1d2", "Nd2", { "escape": -90_000, "butterfly": 0 }],
    ["d1h5", "Qh5+", { "escape": 90_000, "butterfly": 0 }],
  ]));
  const reasons = new Map(trusts.map((trust) => [trust.san, reasonOf(trust, trusts, [])]));
  // It is above the average because others are below, and is in no danger itself.
  assertEquals(reasons.get("Nc3")?.includes("danger"), false);
  assertEquals(reasons.get("Nd2"), "A cheaper piece can take the knight there.");
  assertEquals(reasons.get("Qh5+"), "It takes the queen out of danger.");
});
