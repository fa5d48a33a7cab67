/**
 * How much of its time a move deserves, by how its search goes.
 *
 * @module
 */

import { assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { timeScale, type Trend } from "../../search/iterate.ts";
import { type Changes, createSearch, MIDDLEGAME, run, withParameters } from "./fixtures.ts";

const TIME: Changes = {
  timeNodeBase: 180,
  timeNodeFactor: 120,
  timeStabilityBase: 140,
  timeStabilityStep: 8,
  timeStabilityMax: 3,
  timeChangeFactor: 0,
  timeScoreFactor: 8,
  timePreviousFactor: 0,
  timeScoreLimit: 400,
  timeScoreRise: 400,
};

/** The scale after a depth, in thousandths, and what is remembered. By nodes 1.2, by stability 1.4, by score 1. */
function scaleOf(
  changes: { nodes?: number; trend?: Partial<Trend>; score?: number; depth?: number },
  parameters: Changes = {},
) {
  const trend: Trend = {
    bestMove: 1,
    stability: 0,
    changes: 0,
    averageScore: 20,
    previousAverage: null,
    ...changes.trend,
  };
  const best = { move: 2, score: changes.score ?? 20, nodes: changes.nodes ?? 500 };
  const scale = withParameters({ ...TIME, ...parameters }, () => timeScale(trend, best, 1000, changes.depth ?? 9));
  return { scale: Math.round(scale * 1000), trend };
}

Deno.test("`timeScale()` falls with the share of nodes below the best move", () => {
  // 1.8 − 1.2 · share, times 1.4 for a best move that is new.
  assertEquals(scaleOf({ nodes: 0 }).scale, 2520);
  assertEquals(scaleOf({ nodes: 500 }).scale, 1680);
  assertEquals(scaleOf({ nodes: 1000 }).scale, 840);
});

Deno.test("`timeScale()` falls with each depth that keeps the best move, up to a bound, and starts again with another", () => {
  const stable = (stability: number) => scaleOf({ trend: { bestMove: 2, stability } });
  assertEquals(scaleOf({ trend: { bestMove: 1, stability: 3 } }).trend, {
    bestMove: 2,
    stability: 0,
    changes: 1,
    averageScore: 20,
    previousAverage: null,
  });
  // 1.2 times 1.4 − 0.08 for each depth.
  assertEquals([0, 1, 2, 3].map((before) => stable(before).scale), [1584, 1488, 1392, 1392]);
  assertEquals([0, 1, 2, 3].map((before) => stable(before).trend.stability), [1, 2, 3, 3]);
});

Deno.test("`timeScale()` rises when the score falls below its average, falls when it rises, both up to a bound", () => {
  // 0.8 % for each centipawn, at most 40 %.
  assertEquals(scaleOf({ score: -5 }).scale, 2016);
  assertEquals(scaleOf({ score: 45 }).scale, 1344);
  assertEquals(scaleOf({ score: -500 }).scale, 2352);
  assertEquals(scaleOf({ score: 500 }).scale, 1008);
  // The latest score counts half. The first depth has nothing to be compared with.
  assertEquals(scaleOf({ score: -10 }).trend.averageScore, 5);
  assertEquals(scaleOf({ score: -500, depth: 1 }).scale, 1680);
  assertEquals(scaleOf({ score: -500, depth: 1 }).trend.averageScore, -500);
});

Deno.test("`timeScale()` rises with each change of the best move, of which each depth halves what it counts", () => {
  const parameters = { timeChangeFactor: 50 };
  assertEquals(scaleOf({}, parameters).scale, 2520);
  // A quarter is left of a change two depths ago.
  const kept = scaleOf({ trend: { bestMove: 2, stability: 1, changes: 0.5 } }, parameters);
  assertEquals([kept.scale, kept.trend.changes], [1674, 0.25]);
  // The best move of the first depth is not a change.
  assertEquals(scaleOf({ depth: 1 }, parameters).scale, 1680);
});

Deno.test("`timeScale()` rises when the score falls below that of the previous search", () => {
  const parameters = { timeScoreFactor: 0, timePreviousFactor: 10, timeScoreLimit: 500, timeScoreRise: 200 };
  const after = (previousAverage: number | null, score: number) =>
    scaleOf({ trend: { previousAverage }, score }, parameters).scale;
  // 1 % for each centipawn, at most 50 % more and 20 % less.
  assertEquals([after(50, 40), after(50, 60)], [1848, 1512]);
  assertEquals([after(50, -500), after(50, 500)], [2520, 1344]);
  assertEquals(after(null, -500), 1680);
});

Deno.test("only a score of the same side's last move, or of the same move, counts as one that may have fallen", () => {
  const onlyMove = "8/8/8/8/8/5k2/8/r6K w - - 0 1";
  const depthAfter = (gamePly: number): number => {
    const { search } = createSearch();
    search.clock.elapsed = () => 500;
    const position = parseFen(onlyMove);
    search.root.previousAverage = { score: 3000, gamePly: position.gamePly + gamePly };
    const changes = { timeScoreFactor: 0, timePreviousFactor: 10, timeScoreLimit: 1600, timeChangeFactor: 0 };
    const neutral = { timeNodeBase: 100, timeNodeFactor: 0, timeStabilityBase: 100, timeStabilityStep: 0 };
    const limits = { softMs: 400, hardMs: 5000, depth: 6 };
    return withParameters(
      { ...TIME, ...changes, ...neutral },
      () => run(search, position, limits).depth,
    );
  };
  // The score has fallen by far more than the bound: 2.6 times the soft limit, which is not over.
  assertEquals([depthAfter(0), depthAfter(-2)], [6, 6]);
  assertEquals([depthAfter(-1), depthAfter(-4), depthAfter(2)], [1, 1, 1]);
});

Deno.test("a clock that counts nodes ends the search by nodes", () => {
  const nodesAfter = (softMs: number): number => {
    const { search } = createSearch();
    // The real clock does not matter, however late it is.
    search.clock.elapsed = () => 1e9;
    const limits = { softMs, hardMs: 10 * softMs, nodesPerMs: 20 };
    return withParameters(TIME, () => run(search, parseFen(MIDDLEGAME), limits).nodes);
  };
  // The scale of this soft limit is between 0.4 and 4, and a depth that was started is finished.
  assertGreater(nodesAfter(50), 400);
  assertGreater(nodesAfter(400), 3200);
  assertLess(nodesAfter(50), 3200);
});

Deno.test("a best move that stays the same ends the search before the soft limit, but not a given time per move", () => {
  // By nodes 0.6, by stability 1.4, 1.32, 1.24, then 1.16.
  const onlyMove = "8/8/8/8/8/5k2/8/r6K w - - 0 1";
  const depthAfter = (timeMs: number, hardMs: number): number => {
    const { search } = createSearch();
    search.clock.elapsed = () => timeMs;
    const limits = { softMs: 1000, hardMs, depth: 10 };
    const changes = { ...TIME, timeNodeBase: 60, timeNodeFactor: 0, timeScoreFactor: 0 };
    return withParameters(changes, () => run(search, parseFen(onlyMove), limits).depth);
  };
  assertEquals(depthAfter(850, 5000), 1);
  assertEquals(depthAfter(750, 5000), 3);
  assertEquals(depthAfter(690, 5000), 10);
  assertEquals(depthAfter(850, 1000), 10);
});

Deno.test("a soft limit that is as long as the hard one is scaled if it is a share of a clock", () => {
  const depthAfter = (timeMs: number, isOnClock: boolean): number => {
    const { search } = createSearch();
    search.clock.elapsed = () => timeMs;
    const limits = { softMs: 1000, hardMs: 1000, isOnClock, depth: 4 };
    const bySixTenths = { timeNodeBase: 60, timeNodeFactor: 0, timeStabilityBase: 100, timeStabilityStep: 0 };
    const changes = { ...TIME, ...bySixTenths, timeScoreFactor: 0 };
    return withParameters(changes, () => run(search, parseFen(MIDDLEGAME), limits).depth);
  };
  assertEquals([depthAfter(590, true), depthAfter(610, true), depthAfter(610, false)], [4, 1, 4]);
});

Deno.test("a search remembers its average score for the next one, until a new game", () => {
  const { search } = createSearch();
  const position = parseFen(MIDDLEGAME);
  assertEquals(search.root.previousAverage, null);
  const { score } = run(search, position, { depth: 1 });
  assertEquals(search.root.previousAverage, { score, gamePly: position.gamePly });
  search.newGame();
  assertEquals(search.root.previousAverage, null);
});
