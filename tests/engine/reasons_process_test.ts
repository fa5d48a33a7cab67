/** What the histories say about a move, in points and in sentences. */

import { assertEquals, assertLessOrEqual, assertMatch, assertRejects } from "@std/assert";
import { formatFen } from "../../core/fen.ts";
import { readPosition } from "../../engine/position_input.ts";
import { Game, PositionError } from "../../engine/mod.ts";
import { describeHistories } from "../../engine/view/mod.ts";
import { averageScore, explainMove, movesBefore, type NamedCapture, type NamedMoves } from "../../engine/reasons.ts";
import { pointsOf, trustOf, UNITS } from "../../engine/reasons.ts";
import { sharedEngine } from "./shared_engine.ts";

/** A report with these moves, each given by UCI, SAN and the histories' shares. */
function reportOf(
  moves: readonly (readonly [move: string, san: string, shares: Record<string, number>])[],
  others: Partial<NamedMoves> = {},
): NamedMoves {
  const quiets = moves.map(([move, san, shares]) => ({
    move,
    san,
    shares,
    score: Object.values(shares).reduce((sum, share) => sum + share, 0),
  }));
  return { sideToMove: "white", ttMove: null, quiets, captures: [], ...others };
}

/** The sentences about each quiet move, beginning with the preferred move. */
function reasonsOf(report: NamedMoves, played: readonly string[] = []): string[] {
  return trustOf(report).map(({ move }) => explainMove(report, move, played).text);
}

Deno.test("`pointsOf()` counts from the average, in units, and ends at ±100", () => {
  assertEquals([UNITS, -UNITS, 0, 1e9, -1e9].map((score) => pointsOf(score, 0)), [1, -1, 0, 100, -100]);
  assertEquals(pointsOf(3 * UNITS, 5 * UNITS), -2);
});

Deno.test("a move is explained by its largest histories, and is called best if no other move has a larger sum", () => {
  const report = reportOf([
    ["f1b5", "Bb5", { "butterfly": 10_000, "continuation 1": 60_000, "pawn": 0 }],
    ["f1c4", "Bc4", { "butterfly": 50_000, "continuation 1": 0, "pawn": -30_000 }],
    ["a2a3", "a3", { "butterfly": -60_000, "continuation 1": -60_000, "pawn": 30_000 }],
  ]);
  assertEquals(reasonsOf(report, ["e4", "e5", "Nf3", "Nc6"]), [
    "It worked best as an answer to …Nc6.",
    "Moves from f1 to c4 worked best in this search. Against it: a bishop on c4 failed more often than others with " +
    "these pawns.",
    "Moves from a2 to a3 failed more often than others in this search, and this move failed more often than others as " +
    "an answer to …Nc6. For it: a pawn on a3 worked best with these pawns.",
  ]);
});

Deno.test("a move that failed less than others still did not work; a move without a number has done neither", () => {
  const report = reportOf([
    ["g1f3", "Nf3", { "butterfly": 0 }],
    ["f1c4", "Bc4", { "butterfly": -10_000 }],
    ["a2a3", "a3", { "butterfly": -60_000 }],
  ]);
  assertEquals(reasonsOf(report), [
    "Moves from g1 to f3 have neither worked nor failed yet in this search.",
    "Moves from f1 to c4 failed less often than others in this search.",
    "Moves from a2 to a3 failed more often than others in this search.",
  ]);
  const good = reportOf([["g1f3", "Nf3", { "butterfly": 90_000 }], ["f1c4", "Bc4", { "butterfly": 10_000 }]]);
  assertEquals(reasonsOf(good)[1], "Moves from f1 to c4 worked less often than others in this search.");
});

Deno.test("the moves that led to the position are named, with dots if they are Black's", () => {
  const shares = { "butterfly": 0, "continuation 2": 0 };
  const found = reasonsOf(reportOf([["e2e4", "e4", shares], ["d2d4", "d4", shares]]))[0];
  assertEquals(found, "The search knows nothing about this move itself yet.");
  const played = ["e4", "e5", "Nf3", "Nc6"];
  const back = ([3, 4] as const).map((plies) => {
    const table = `continuation ${plies}`;
    return reasonsOf(reportOf([["d2d3", "d3", { [table]: 90_000 }], ["c2c3", "c3", { [table]: 0 }]]), played)[0];
  });
  assertEquals(back, ["It worked best after …e5 two moves earlier.", "It worked best after e4 two moves earlier."]);
  const black = reportOf([
    ["g8f6", "Nf6", { "continuation 1": 20_000, "continuation 2": 5000 }],
    ["b8c6", "Nc6", { "continuation 1": 20_000, "continuation 2": -45_000 }],
  ], { sideToMove: "black" });
  assertEquals(reasonsOf(black, ["e4", "e5", "Nf3"])[0], "It worked best after …e5.");
  const expected = "This is roughly an average quiet move: no history says much for it or against it.";
  assertEquals(reasonsOf(black, ["Nf3"])[0], expected);
});

Deno.test("danger and check are mentioned only if they concern the move itself", () => {
  const report = reportOf([
    ["b1c3", "Nc3", { "escape": 0, "butterfly": 8000 }],
    ["b1d2", "Nd2", { "escape": -90_000, "butterfly": 0 }],
    ["d1h5", "Qh5+", { "escape": 60_000, "butterfly": 0 }],
  ]);
  // Nc3's escape share is above average only because Nd2's is low, so the sentence mentions no danger.
  assertEquals(reasonsOf(report), [
    "It takes the queen out of danger.",
    "Moves from b1 to c3 worked best in this search.",
    "A cheaper piece can take the knight there.",
  ]);
});

Deno.test("the rank counts all moves: the best move of the search first, late captures last", () => {
  const capture = (move: string, san: string, others: Partial<NamedCapture>): NamedCapture => ({
    ...{ move, san, score: 0, victim: 100, promotion: 0, history: 0, afterQuiets: false },
    ...others,
  });
  const report = reportOf([["g1f3", "Nf3", { "butterfly": 9000 }], ["a2a3", "a3", { "butterfly": -9000 }]], {
    ttMove: "a2a3",
    captures: [
      capture("e4d5", "exd5", { history: 500 }),
      capture("c3d5", "Nxd5", { history: -500, afterQuiets: true }),
      capture("b7b8n", "b8=N", { promotion: 200, victim: 0, afterQuiets: true }),
    ],
  });
  const explained = ["a2a3", "e4d5", "g1f3", "c3d5", "b7b8n"].map((move) => explainMove(report, move, []));
  assertEquals(explained.map(({ place, moves }) => [place, moves]), [[1, 5], [2, 5], [3, 5], [4, 5], [5, 5]]);
  assertEquals(explained.map(({ text }) => text), [
    "Moves from a2 to a3 failed more often than others in this search.",
    "The search orders captures and promotions by what they win. A pawn that takes a piece of this kind on d5 mostly worked in this search.",
    "Moves from g1 to f3 worked best in this search.",
    "It comes after the quiet moves, because the exchange wins too little. A knight that takes a piece of this kind on d5 " +
    "mostly failed in this search.",
    "It comes after the quiet moves, because it promotes to less than a queen. The search knows nothing about " +
    "this move itself yet.",
  ]);
  assertEquals(explained.map(({ isBest }) => isBest), [true, false, false, false, false]);
  const found = explainMove({ ...report, ttMove: "e4d5" }, "e4d5", []).text;
  assertEquals(found, "A pawn that takes a piece of this kind on d5 mostly worked in this search.");
  assertEquals(explained.map(({ trust }) => trust === null), [false, true, false, true, true]);
});

Deno.test("`explain()` agrees with the inspection, in points that add up, and refuses illegal moves", async () => {
  const engine = await sharedEngine();
  const game = new Game();
  for (const move of ["e4", "e5", "Nf3", "Nc6"]) game.move(move);
  await engine.analyse(game, { depth: 8 }).result;
  const report = describeHistories(await engine.inspect(game), game.position);
  const trusts = trustOf(report);
  assertEquals(trusts.map(({ score }) => score), report.quiets.map(({ score }) => score).sort((a, b) => b - a));
  for (const { points, score, shares, san } of trusts) {
    assertEquals(points, pointsOf(score, averageScore(report)), san);
    const sum = Object.values(shares).reduce((total, share) => total + share, 0);
    assertLessOrEqual(Math.abs(sum - points), Object.keys(shares).length / 2 + 0.5, san);
  }
  const places: number[] = [];
  for (const { san, move: uci } of [...report.quiets, ...report.captures]) {
    const explanation = await engine.explain(game, san);
    assertEquals(explanation, explainMove(report, uci, game.history()));
    assertMatch(explanation.text, /^[A-Z].*\.$/);
    places.push(explanation.place);
  }
  assertEquals(places.sort((a, b) => a - b), game.moves().map((_, i) => i + 1));
  assertEquals(await engine.explain(game, "f1b5"), await engine.explain(game, "Bb5"));
  await assertRejects(() => engine.explain(game, "Ke3"), PositionError);
  await assertRejects(() => engine.explain("8/8/8 w", "e4"), PositionError);
});

Deno.test("`movesBefore()` leaves the position as it was", () => {
  assertEquals(movesBefore(readPosition("startpos", false).position), []);
  const { position } = readPosition({ moves: ["e4", "e5", "Nf3"] }, false);
  const fen = formatFen(position);
  assertEquals(movesBefore(position), ["e4", "e5", "Nf3"]);
  assertEquals(formatFen(position), fen);
});
