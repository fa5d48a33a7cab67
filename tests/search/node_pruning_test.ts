/**
 * What spares a node its moves: razoring, reverse futility pruning, null moves, internal iterative reductions, ProbCut.
 * Each at both sides of its border, what it returns, and what keeps it from being wrong.
 *
 * @module
 */

import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { MATE, NO_SCORE } from "../../core/score.ts";
import { LAST_MOVE } from "../../core/state.ts";
import { NO_MOVE } from "../../core/types.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Frame } from "../../search/frame.ts";
import { nullMovePruning, probCut } from "../../search/node.ts";
import { allowsProbCut, nullMoveReduction } from "../../search/pruning.ts";
import type { Search } from "../../search/search.ts";
import { SIMPLE } from "./evaluators.ts";
import {
  type Changes,
  createSearch,
  entryOf,
  frameAt,
  NO_NODE_PRUNING,
  prepare,
  setPawnCorrection,
  withParameters,
} from "./fixtures.ts";
import { type Answer, depthsOf, FAILS_LOW, type Node, PASS, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";

/** Makes the side to move improve, or not: its evaluation two plies ago. */
function earlier(evaluation: number): Node["change"] {
  return (search) => frameAt(search, PLY - 2).staticEval = evaluation;
}

Deno.test("razoring: an evaluation more than base + slope · depth² below alpha is left to quiescence search", () => {
  const razored = (alpha: number, depth: number) => {
    const numbers = { razorDepth: 2, razorBase: 280, razorSlope: 200 };
    const { score, calls } = searchScripted({ alpha, depth, numbers });
    return score === 0 && calls.length === 0;
  };
  assertEquals([razored(1080, 2), razored(1081, 2)], [false, true]);
  assertEquals([razored(481, 1), razored(9000, 3)], [true, false]);
});

const RFP: Changes = { rfpDepth: 3, rfpSlope: 60, rfpImproving: 50, rfpWorsening: 20, rfpCorrection: 64, rfpBlend: 48 };

/** The score of a node that reverse futility pruning cuts, `null` of one that it does not. Its evaluation is 0. */
function cutFutile(beta: number, node: Partial<Node> = {}): number | null {
  const { score, calls } = searchScripted({ alpha: beta - 1, depth: 3, ...node, numbers: { ...RFP, ...node.numbers } });
  return calls.length === 0 ? score : null;
}

Deno.test("reverse futility pruning: an evaluation slope · depth above beta cuts, and a part of the difference is believed", () => {
  // A third of the way from beta to the evaluation.
  assertEquals([cutFutile(-180), cutFutile(-179)], [-180 + 60, null]);
  assertEquals([cutFutile(-60, { depth: 1 }), cutFutile(-2000, { depth: 4 })], [-60 + 20, null]);
});

Deno.test("reverse futility pruning risks more for a side that is improving or whose opponent is worsening, less after a correction", () => {
  const cuts = (beta: number, change: Node["change"]) =>
    cutFutile(beta, { change, uses: ["pawnCorrection"], numbers: { correctPawn: 160 } }) !== null;
  assertEquals([cuts(-130, earlier(-1)), cuts(-129, earlier(-1))], [true, false]);
  const worsening: Node["change"] = (search) => frameAt(search, PLY - 1).staticEval = 1;
  assertEquals([cuts(-160, worsening), cuts(-159, worsening)], [true, false]);
  // 512 · 160 / 2048 = 40 more of evaluation, and 40 · 64 / 128 = 20 more of margin.
  const corrected: Node["change"] = (search, position) => setPawnCorrection(search, position, 512);
  assertEquals([cuts(40 - 200, corrected), cuts(40 - 199, corrected)], [true, false]);
});

Deno.test("the TT score replaces the evaluation where it bounds it from the right side", () => {
  // Beta is 100, and four plies ask for 40 more.
  const cut = (score: number, bound: number, evaluation: number) =>
    cutFutile(100, {
      depth: 4,
      evaluation,
      known: { move: FIRST, score, depth: 1, bound },
      numbers: { rfpDepth: 8, rfpSlope: 10, rfpBlend: 16 },
    });
  assertEquals([cut(140, BOUND_LOWER, 20), cut(139, BOUND_LOWER, 20)], [140, null]);
  assertEquals([cut(140, BOUND_EXACT, 20), cut(140, BOUND_UPPER, 20)], [140, null]);
  assertEquals([cut(140, BOUND_UPPER, 300), cut(140, BOUND_LOWER, 300)], [140, 300]);
});

/** Reductions of null moves: 3 + depth / 3 + (estimate − beta) / 200, at most 3. */
const NULL_MOVE: Changes = {
  nullMoveDepth: 2,
  nullMoveEvalSlope: 10,
  nullMoveEvalBase: 140,
  nullMoveImproving: 40,
  nullMoveBase: 3,
  nullMoveDepthSlope: 342,
  nullMoveEvalDivisor: 200,
  nullMoveEvalMax: 3,
  nullMoveVerifyDepth: 100,
};

/** Makes the opponent's last move one: a null move is never the second in a row. */
function pretendMove({ states, top }: Position): void {
  states[top + LAST_MOVE] = 1;
}

/** A node whose opponent has just moved, at depth 12 with beta at zero. */
function passAt(node: Partial<Node>): Answer {
  return searchScripted({
    alpha: -1,
    depth: 12,
    known: { move: FIRST },
    ...node,
    numbers: { ...NULL_MOVE, ...node.numbers },
    change: (search, position) => {
      pretendMove(position);
      node.change?.(search, position);
    },
  });
}

Deno.test("a null move is reduced by a base, a part of the depth, and a part of what the evaluation is above beta", () => {
  const reduction = (evaluation: number, depth = 12) => depth - depthsOf(passAt({ evaluation, depth }), PASS)[0];
  assertEquals([reduction(199), reduction(200), reduction(2000)], [7, 8, 10]);
  assertEquals([reduction(100, 9), reduction(100, 8)], [6, 5]);
});

Deno.test("a null move that fails high is the node's score", () => {
  const { score, calls } = passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? 70 : FAILS_LOW });
  assertEquals([score, calls.length], [70, 1]);
  assertEquals(passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? FAILS_LOW : -3 }).score, -3);
});

Deno.test("a null move needs an evaluation near beta or above, a little less of it for an improving side", () => {
  const passes = (evaluation: number, before: number) =>
    depthsOf(passAt({ evaluation, change: earlier(before) }), PASS).length > 0;
  // 140 − 10 · 12 = 20 above beta; 40 less of it makes beta itself the bound.
  assertEquals([passes(19, 1000), passes(20, 1000)], [false, true]);
  assertEquals([passes(-1, -1000), passes(0, -1000)], [false, true]);
});

Deno.test("no null move with pawns alone, twice in a row, while one is verified, or too near the horizon", () => {
  const passes = (node: Partial<Node>) => depthsOf(passAt({ evaluation: 300, known: {}, ...node }), PASS).length > 0;
  assertEquals(passes({}), true);
  assertEquals(passes({ fen: "4k3/pp6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1" }), false);
  const noMove: Node["change"] = (_, { states, top }) => states[top + LAST_MOVE] = NO_MOVE;
  assertEquals(passes({ change: noMove }), false);
  const verifying = (minPly: number): Node["change"] => (search) => search.nullMoveMinPly = minPly;
  assertEquals([passes({ change: verifying(PLY) }), passes({ change: verifying(PLY + 1) })], [true, false]);
  // At depth 2 nothing but quiescence search follows a pass, and its answer cuts.
  const isCut = (nullMoveDepth: number) =>
    passAt({ evaluation: 300, depth: 2, numbers: { nullMoveDepth } }).calls.length === 0;
  assertEquals([isCut(2), isCut(3)], [true, false]);
});

/** The frame of a node at ply 4 of which the TT knows nothing, evaluated. */
function evaluated(search: Search, staticEval: number): Frame {
  const frame = frameAt(search, PLY);
  frame.ttEntry.clear();
  return Object.assign(frame, { ttPv: false, staticEval, estimate: staticEval, rawEval: staticEval });
}

/** A search of a position by what a beginner could say of it, after a move of the opponent. */
function ready(fen: string): { search: Search; position: Position } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  pretendMove(position);
  search.root.depth = 20;
  return { search, position };
}

/** The bishop must leave a7 to the rook, or the pawn takes it and b7 mates. */
const ZUGZWANG = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1";
/** Reductions where the zugzwang shows. */
const VERIFIED: Changes = { ...NULL_MOVE, nullMoveBase: 5, nullMoveEvalSlope: 18, rfpDepth: 8 };

Deno.test("zugzwang with a piece on the board: a pass would save Black, and its verification finds that no move does", () => {
  const cut = (nullMoveVerifyDepth: number) =>
    withParameters({ ...VERIFIED, nullMoveVerifyDepth }, () => {
      const { search, position } = ready(ZUGZWANG);
      const score = nullMovePruning(search, evaluated(search, -500), -600, 20, true);
      // Null moves are allowed again, and the position is as it was.
      assertEquals([search.nullMoveMinPly, formatFen(position)], [0, ZUGZWANG]);
      return score;
    });
  assertGreaterOrEqual(cut(1000), -600);
  assertEquals(cut(15), NO_SCORE);
});

Deno.test("a verification forbids null moves for three quarters of its depth", () => {
  withParameters({ ...VERIFIED, nullMoveVerifyDepth: 10, nullMoveVerifiedShare: 75 }, () => {
    const { search } = ready(ZUGZWANG);
    const frame = evaluated(search, -500);
    const depth = 20 - nullMoveReduction(frame, -600, 20);
    let minPly = 0;
    const set: number[] = [];
    Object.defineProperty(search, "nullMoveMinPly", { get: () => minPly, set: (ply) => set.push(minPly = ply) });
    nullMovePruning(search, frame, -600, 20, true);
    assertEquals(set, [PLY + Math.floor(0.75 * depth), 0]);
  });
});

Deno.test("after a pass an expected cut node is followed by one that is none, and the other way round", () => {
  // What the child stores says whether it took a ply off its own depth, as an expected cut node does.
  const storedDepth = (cutNode: boolean) =>
    withParameters({ ...NULL_MOVE, ...NO_NODE_PRUNING, nullMoveDepth: 2, nullMoveEvalMax: 0, iirDepth: 3 }, () => {
      const { search, position } = ready("4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1");
      nullMovePruning(search, evaluated(search, 500), 0, 9, cutNode);
      position.makeNull();
      const { depth } = entryOf(search.tt, position);
      position.undoNull();
      return depth;
    });
  assertEquals([storedDepth(true), storedDepth(false)], [3, 2]);
});

Deno.test("a mate found after a pass is not believed: the cutoff returns beta", () => {
  const afterPass = (score: number) =>
    withParameters({ ...NULL_MOVE, nullMoveVerifyDepth: 100 }, () => {
      const { search, position } = ready("8/8/8/8/8/6k1/r7/7K b - - 0 1");
      // What is known of White to move.
      position.makeNull();
      search.tt.store(position, PLY + 1, NO_MOVE, -score, 0, 60, BOUND_UPPER, false);
      position.undoNull();
      return nullMovePruning(search, evaluated(search, 500), 7, 12, true);
    });
  assertEquals([afterPass(400), afterPass(MATE - 7)], [400, 7]);
});

Deno.test("internal iterative reduction: a PV or cut node without a TT move is searched a ply less deep", () => {
  const childDepth = (isPv: boolean, cutNode: boolean, depth = 4, move?: string) =>
    searchScripted({ alpha: isPv ? -1 : 0, beta: 1, depth, cutNode, known: { move }, numbers: { iirDepth: 4 } })
      .calls[0].depth;
  assertEquals([childDepth(false, true), childDepth(true, false)], [2, 2]);
  // Not where every move is expected to fail low, nor below the least depth, nor with a move to begin with.
  assertEquals([childDepth(false, false), childDepth(false, true, 3), childDepth(false, true, 4, FIRST)], [3, 2, 3]);
});

/** White wins the queen by a capture, and Black nothing after it. */
const HANGING_QUEEN = "3q2k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1";
const CAPTURE = "d1d8";
const PROBCUT: Changes = {
  probCutDepth: 5,
  probCutReduction: 4,
  probCutMargin: 100,
  probCutImproving: 50,
  probCutTtDepth: 3,
};

/** A node with an evaluation of 500 at depth 8. A child's quiescence search says the same, so ProbCut's beta is 500. */
function probCutAt(beta: number, node: Partial<Node> = {}): Answer {
  return searchScripted({
    fen: HANGING_QUEEN,
    alpha: beta - 1,
    depth: 8,
    evaluation: 500,
    scoreOf: (move) => move === CAPTURE ? 500 : FAILS_LOW,
    ...node,
    numbers: { ...PROBCUT, ...node.numbers },
  });
}

Deno.test("ProbCut tries a capture against beta and a margin, which is less for an improving side", () => {
  // Four plies less deep than the node.
  const isTried = (beta: number, node: Partial<Node> = {}) =>
    probCutAt(beta, node).calls[0].depth === (node.depth ?? 8) - 4;
  assertEquals([isTried(400), isTried(401)], [true, false]);
  const improving = { change: earlier(499) };
  assertEquals([isTried(450, improving), isTried(451, improving)], [true, false]);
  assertEquals([isTried(400, { depth: 5 }), isTried(400, { depth: 4 })], [true, false]);
});

Deno.test("what ProbCut finds is the node's score without the margin", () => {
  const { score, calls } = probCutAt(400, { scoreOf: () => 550 });
  assertEquals([score, calls.length], [450, 1]);
});

Deno.test("ProbCut needs an ordinary beta, and no TT result almost as deep that is below its bound", () => {
  const allows = (beta: number, known = {}) =>
    withParameters(PROBCUT, () => {
      const { ttEntry } = evaluated(createSearch(1, SIMPLE).search, 0);
      return allowsProbCut(Object.assign(ttEntry, known), beta, 8, 190);
    });
  assertEquals([allows(40), allows(MATE - 9), allows(9 - MATE)], [true, false, false]);
  const known = { bound: BOUND_UPPER, depth: 5, score: 189 };
  assertEquals([allows(40, known), allows(40, { ...known, score: 190 })], [false, true]);
  assertEquals([allows(40, { ...known, depth: 4 }), allows(40, { ...known, bound: BOUND_NONE })], [true, true]);
});

Deno.test("what ProbCut returns is at least beta, whatever its margin, and nothing where no capture beats both", () => {
  const cut = (beta: number, probCutMargin: number) =>
    withParameters({ ...PROBCUT, probCutMargin }, () => {
      const { search } = ready(HANGING_QUEEN);
      return probCut(search, evaluated(search, 0), beta, 8, true);
    });
  for (const margin of [20, 150]) {
    let cuts = 0;
    for (let beta = 0; beta <= 1800; beta += 30) {
      const score = cut(beta, margin);
      if (score === NO_SCORE) continue;
      cuts++;
      assertGreaterOrEqual(score, beta, `margin ${margin}`);
    }
    // A rook ahead, so it cuts up to some beta, and no further.
    assert(cuts > 10 && cuts < 61, `${cuts} cuts with margin ${margin}`);
  }
});
