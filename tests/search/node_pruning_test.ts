/**
 * What prunes a whole node, as the node calls it: null moves, ProbCut, and the estimate from the table that all of it
 * starts from. Each at both sides of its border.
 *
 * @module
 */

import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { assertEquals } from "@std/assert";
import type { Changes } from "./fixtures.ts";
import { type Answer, AT, depthsOf, FAILS_LOW, type Node, PASS, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";

Deno.test("the table's score replaces the evaluation where it bounds it from the right side", () => {
  // Reverse futility pruning: beta is 100, and four plies ask for 40 more.
  const cut = (score: number, bound: number, evaluation: number) => {
    const answer = searchScripted({
      alpha: 99,
      depth: 4,
      evaluation,
      known: { move: FIRST, score, depth: 1, bound },
      numbers: { rfpDepth: 8, rfpSlope: 10, rfpImproving: 0, rfpWorsening: 0, rfpBlend: 16 },
    });
    return answer.calls.length === 0 ? answer.score : FAILS_LOW;
  };
  assertEquals([cut(140, BOUND_LOWER, 20), cut(139, BOUND_LOWER, 20)], [140, FAILS_LOW]);
  assertEquals([cut(140, BOUND_EXACT, 20), cut(140, BOUND_UPPER, 20)], [140, FAILS_LOW]);
  assertEquals([cut(140, BOUND_UPPER, 300), cut(139, BOUND_UPPER, 300)], [140, FAILS_LOW]);
  assertEquals(cut(140, BOUND_LOWER, 300), 300);
});

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

/** A node whose opponent has just moved, at depth 12 with beta at zero. */
function passAt(node: Partial<Node>): Answer {
  return searchScripted({
    alpha: -1,
    depth: 12,
    known: { move: FIRST },
    ...node,
    numbers: { ...NULL_MOVE, ...node.numbers },
    change: (search, position) => {
      search.stack.move[AT - 1] = 1;
      node.change?.(search, position);
    },
  });
}

/** By how much a null move is reduced, besides its own ply. */
function passReduction(evaluation: number, depth = 12): number {
  return depth - depthsOf(passAt({ evaluation, depth }), PASS)[0];
}

Deno.test("a null move is reduced by a base, a part of the depth, and a part of what the evaluation is above beta", () => {
  // 3 + 12 / 3, and one for each 200.
  assertEquals([passReduction(199), passReduction(200)], [7, 8]);
  assertEquals([passReduction(399), passReduction(400)], [8, 9]);
  assertEquals([passReduction(600), passReduction(2000)], [10, 10]);
  assertEquals([passReduction(100, 11), passReduction(100, 9), passReduction(100, 8)], [6, 6, 5]);
});

Deno.test("a null move that fails high is the node's score", () => {
  const { score, calls } = passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? 70 : FAILS_LOW });
  assertEquals([score, calls.length], [70, 1]);
  assertEquals(passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? FAILS_LOW : -3 }).score, -3);
});

Deno.test("a null move needs an evaluation near beta or above, a little less of it for an improving side", () => {
  const passes = (evaluation: number, earlier: number) => {
    const change: Node["change"] = ({ stack }) => stack.staticEval[AT - 2] = earlier;
    return depthsOf(passAt({ evaluation, change }), PASS).length > 0;
  };
  // 140 − 10 · 12 = 20 above beta.
  assertEquals([passes(19, 1000), passes(20, 1000)], [false, true]);
  // 40 less of it: beta itself is the bound then.
  assertEquals([passes(-1, -1000), passes(0, -1000)], [false, true]);
  assertEquals([passes(19, 18), passes(19, 19)], [true, false]);
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

/** Whether ProbCut searched the capture, four plies less deep than the node. */
function isTried(beta: number, node: Partial<Node> = {}): boolean {
  return probCutAt(beta, node).calls[0].depth === (node.depth ?? 8) - 4;
}

Deno.test("ProbCut tries a capture against beta and a margin, which is less for an improving side", () => {
  assertEquals([isTried(400), isTried(401)], [true, false]);
  const improving: Partial<Node> = { change: ({ stack }) => stack.staticEval[AT - 2] = 499 };
  assertEquals([isTried(450, improving), isTried(451, improving)], [true, false]);
  assertEquals([isTried(400, { depth: 5 }), isTried(400, { depth: 4 })], [true, false]);
});

Deno.test("what ProbCut finds is the node's score without the margin", () => {
  const { score, calls } = probCutAt(400);
  assertEquals([score, calls.length], [400, 1]);
  assertEquals(probCutAt(400, { scoreOf: () => 550 }).score, 450);
});

Deno.test("ProbCut is not tried where a table result nearly as deep is below its margin", () => {
  const known = (score: number, depth: number, bound: number) => isTried(400, { known: { score, depth, bound } });
  assertEquals([known(499, 5, BOUND_UPPER), known(500, 5, BOUND_UPPER)], [false, true]);
  assertEquals([known(499, 4, BOUND_UPPER), known(499, 5, BOUND_LOWER)], [true, false]);
});
