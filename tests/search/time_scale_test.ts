import { assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { timeScale, type Trend } from "../../search/iterate.ts";
import type { SearchLimits } from "../../search/limits.ts";
import { createSearch, MIDDLEGAME, run } from "./fixtures.ts";
import { type Changes, withParameters } from "./parameters.ts";

const TIME: Changes = {
  ...{ timeNodeBase: 180, timeNodeFactor: 120, timeChangeFactor: 0, timePreviousFactor: 0 },
  ...{ timeStabilityBase: 140, timeStabilityStep: 8, timeStabilityMax: 3 },
  ...{ timeScoreFactor: 8, timeScoreLimit: 400, timeScoreRise: 400 },
};

/** A search that has reached a depth: its trend from earlier depths, its score, and the nodes below its best move. */
interface Depth {
  trend?: Partial<Trend>;
  score?: number;
  /** Nodes below the best move, out of 1000. */
  nodes?: number;
  depth?: number;
  numbers?: Changes;
}

/** The scale after a depth in thousandths, and the trend. Defaults: nodes 1.2, stability 1.4, score 1. */
function scaleOf({ trend: changes, score = 20, nodes = 500, depth = 9, numbers }: Depth): [number, Trend] {
  const trend: Trend = { bestMove: 1, stability: 0, changes: 0, averageScore: 20, previousAverage: null, ...changes };
  const scale = withParameters({ ...TIME, ...numbers }, () => timeScale(trend, { move: 2, score, nodes }, 1000, depth));
  return [Math.round(scale * 1000), trend];
}

const stable = (stability: number): Depth => ({ trend: { bestMove: 2, stability } });
const changed: Changes = { timeChangeFactor: 50 };
const after = (previousAverage: number | null, score: number): Depth => ({
  trend: { previousAverage },
  score,
  numbers: { timeScoreFactor: 0, timePreviousFactor: 10, timeScoreLimit: 500, timeScoreRise: 200 },
});

/** Depths, the scale after each depth, and a part of the trend after it. */
const SCALES: readonly (readonly [what: string, depth: Depth, scale: number, trend?: Partial<Trend>])[] = [
  // The scale is 1.8 − 1.2 · share of the nodes, times 1.4 for a new best move.
  ["no node below the best move", { nodes: 0 }, 2520, { bestMove: 2, stability: 0, changes: 1 }],
  ["half of the nodes below the best move", {}, 1680],
  ["all nodes below the best move", { nodes: 1000 }, 840],
  // The scale is 1.2 · (1.4 − 0.08 · number of depths); the number is at most 3.
  ["the same best move", stable(0), 1584, { stability: 1 }],
  ["the same best move for two depths", stable(1), 1488, { stability: 2 }],
  ["the same best move for three depths", stable(2), 1392, { stability: 3 }],
  ["the same best move for more depths", stable(3), 1392, { stability: 3 }],
  ["another best move after more depths", { trend: { bestMove: 1, stability: 3 } }, 1680, { stability: 0 }],
  // Each centipawn changes the scale by 0.8 %, up to 40 % in all. The latest score counts for half of the average.
  ["a lower score", { score: -5 }, 2016, { averageScore: 7 }],
  ["a higher score", { score: 45 }, 1344, { averageScore: 32 }],
  ["a much lower score", { score: -500 }, 2352],
  ["a much higher score", { score: 500 }, 1008],
  ["a score of the first depth, which has no earlier score", { score: -500, depth: 1 }, 1680, { averageScore: -500 }],
  ["a change of the best move", { numbers: changed }, 2520, { changes: 1 }],
  // Each depth halves the weight of a change.
  ["an older change", { trend: { bestMove: 2, stability: 1, changes: 0.5 }, numbers: changed }, 1674, {
    changes: 0.25,
  }],
  ["the best move of the first depth, which is not a change", { depth: 1, numbers: changed }, 1680, { changes: 0 }],
  // Each centipawn changes the scale by 1 %, all together by at most 50 % up or 20 % down.
  ["a score below that of the previous search", after(50, 40), 1848],
  ["a score above that of the previous search", after(50, 60), 1512],
  ["a score far below that of the previous search", after(50, -500), 2520],
  ["a score far above that of the previous search", after(50, 500), 1344],
  ["a score without a previous search", after(null, -500), 1680],
];

for (const [what, depth, scale, remembered] of SCALES) {
  Deno.test(`\`timeScale()\` of ${what}`, () => {
    const [found, trend] = scaleOf(depth);
    assertEquals([found, { ...trend, ...remembered }], [scale, trend]);
  });
}

const ONLY_MOVE = "8/8/8/8/8/5k2/8/r6K w - - 0 1";
/** With these numbers, the scale is always 0.6. */
const SIX_TENTHS: Changes = {
  ...{ timeNodeBase: 60, timeNodeFactor: 0, timeStabilityBase: 100, timeStabilityStep: 0, timeScoreFactor: 0 },
};

/** The depth that a search reaches if its clock always shows `timeMs`. */
function depthAt(fen: string, timeMs: number, limits: Partial<SearchLimits>, numbers: Changes, previous?: number) {
  const { search } = createSearch();
  search.clock.elapsed = () => timeMs;
  const position = parseFen(fen);
  if (previous !== undefined) search.root.previousAverage = { score: 3000, gamePly: position.gamePly + previous };
  return withParameters({ ...TIME, ...numbers }, () => run(search, position, limits).depth);
}

Deno.test("a score is compared only with the score for the same side's last move, or for the same move", () => {
  const neutral = { ...SIX_TENTHS, timeNodeBase: 100, timePreviousFactor: 10, timeScoreLimit: 1600 };
  // If the scores are compared, their fall scales the soft limit by the maximum of 2.6: the search continues.
  const depths = [0, -2, -1, -4, 2].map((plies) =>
    depthAt(ONLY_MOVE, 500, { softMs: 400, hardMs: 5000, depth: 6 }, neutral, plies)
  );
  assertEquals(depths, [6, 6, 1, 1, 1]);
});

Deno.test("if nodes count as time, the number of nodes ends the search", () => {
  const nodesAfter = (softMs: number): number => {
    const { search } = createSearch();
    // The real clock does not matter, however late it is.
    search.clock.elapsed = () => 1e9;
    const limits = { softMs, hardMs: 10 * softMs, nodesPerMs: 20 };
    return withParameters(TIME, () => run(search, parseFen(MIDDLEGAME), limits).nodes);
  };
  // The soft limit is scaled by 0.4 to 4, and a depth that has begun is finished.
  assertGreater(nodesAfter(50), 400);
  assertGreater(nodesAfter(400), 3200);
  assertLess(nodesAfter(50), 3200);
});

Deno.test("a stable best move ends the search before the soft limit, but not if the time for the move is fixed", () => {
  // The factor for nodes is 0.6. The factor for stability is 1.4, 1.32, 1.24, then 1.16.
  const numbers = { timeNodeBase: 60, timeNodeFactor: 0, timeScoreFactor: 0 };
  const depths = [[850, 5000], [750, 5000], [690, 5000], [850, 1000]].map(([timeMs, hardMs]) =>
    depthAt(ONLY_MOVE, timeMs, { softMs: 1000, hardMs, depth: 10 }, numbers)
  );
  assertEquals(depths, [1, 3, 10, 10]);
});

Deno.test("a soft limit as long as the hard limit is scaled if it is a share of a clock", () => {
  const depths = ([[590, true], [610, true], [610, false]] as const).map(([timeMs, isOnClock]) =>
    depthAt(MIDDLEGAME, timeMs, { softMs: 1000, hardMs: 1000, isOnClock, depth: 4 }, SIX_TENTHS)
  );
  assertEquals(depths, [4, 1, 4]);
});

Deno.test("a search remembers its average score for the next search, until a new game", () => {
  const { search } = createSearch();
  const position = parseFen(MIDDLEGAME);
  assertEquals(search.root.previousAverage, null);
  const { score } = run(search, position, { depth: 1 });
  assertEquals(search.root.previousAverage, { score, gamePly: position.gamePly });
  search.newGame();
  assertEquals(search.root.previousAverage, null);
});
