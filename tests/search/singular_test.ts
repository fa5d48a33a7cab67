/**
 * Singular extensions in a node: when the search without the TT move is made, how deep and at which bound, and
 * what follows from its score: one, two or three plies more, a cutoff, or plies less. At both sides of each border.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { TABLEBASE_WIN } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { HISTORIES, TT_MOVE } from "../../learning/histories.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { type Changes, entries, frameAt } from "./fixtures.ts";
import {
  type Answer,
  depthsOf,
  FAILS_LOW,
  type Knowledge,
  type Node,
  PLY,
  searchScripted,
} from "./scripted_children.ts";

const MOVE = "b1c3";
const SINGULAR: Changes = {
  singularDepth: 6,
  singularSlope: 16,
  singularTtDepth: 3,
  extensionPlies: 2,
  doubleMargin: 18,
  tripleMargin: 80,
  doubleExtensionsMax: 6,
  negativeExtension: 2,
  cutNodeExtension: 1,
};
/** A lower bound; at depth 8 the bound of the others is one centipawn per ply below it: zero. */
const KNOWN: Knowledge = { move: MOVE, score: 8, depth: 5, bound: BOUND_LOWER };

interface Case extends Partial<Omit<Node, "known">> {
  /** Score of all others. */
  others?: number;
  known?: Knowledge;
}

/** A node at depth 8 with the window 0 … 1, whose other moves all score the same. */
function askWith({ others = FAILS_LOW, known, numbers, ...rest }: Case): Answer {
  return searchScripted({
    alpha: 0,
    depth: 8,
    known: { ...KNOWN, ...known },
    numbers: { ...SINGULAR, ...numbers },
    scoreOf: (_, __, isExcluding) => isExcluding ? others : FAILS_LOW,
    ...rest,
  });
}

/** By how much the TT move is extended. */
function extension(node: Case): number {
  const [depth] = depthsOf(askWith(node), MOVE);
  return depth - ((node.depth ?? 8) - 1);
}

/** Whether it is asked at all if the TT move is singular. */
function isAsked(node: Case): boolean {
  return askWith(node).calls.some((call) => call.isExcluding);
}

Deno.test("before the TT move, the others are searched to half the depth, without it", () => {
  const { calls } = askWith({ others: -1 });
  const others = calls.filter((call) => call.isExcluding);
  assertEquals(calls.slice(0, others.length), others);
  assertEquals(others.some(({ move }) => move === MOVE), false);
  // (8 − 1) / 2 = 3, and a ply for the move.
  assertEquals(new Set(others.map(({ depth }) => depth)), new Set([2]));
});

Deno.test("the TT move is extended by a ply if all others fail low against a centipawn per ply below its score", () => {
  // At the bound itself one of them holds: the TT score beats beta, so the move is not singular but one of several.
  assertEquals([extension({ others: -1 }), extension({ others: 0 })], [1, -2]);
  // 16 − 16 · 8 / 16 less the depth once more where the node was in the principal variation, and is not now.
  const former: Case = { numbers: { singularPvSlope: 16 }, known: { score: 16, isPv: true } };
  assertEquals([extension({ ...former, others: -1 }), extension({ ...former, others: 0 })], [1, -2]);
});

Deno.test("a second ply if the others fail by more than a margin, a third for a quiet move by more than another", () => {
  assertEquals([extension({ others: -18 }), extension({ others: -19 })], [1, 2]);
  assertEquals([extension({ others: -80 }), extension({ others: -81 })], [2, 3]);
  // The knight takes a pawn: two plies at most.
  assertEquals(extension({ fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1", others: -5000 }), 2);
});

Deno.test("a good history of TT moves eases the margins of a second and third ply", () => {
  // 2048 · 4 / 1024 = 8.
  const credited: Case = {
    uses: ["ttMove"],
    numbers: { easeTtMove: 4 },
    change: ({ histories }) => histories.of(TT_MOVE)[0] = 2048,
  };
  assertEquals([-10, -11, -72, -73].map((others) => extension({ ...credited, others })), [1, 2, 2, 3]);
});

Deno.test("a line has few double extensions, and a PV node none", () => {
  const after = (doubleExtensions: number): Case => ({
    change: (search) => Object.assign(frameAt(search, PLY - 1), { doubleExtensions }),
  });
  assertEquals([extension({ ...after(5), others: -19 }), extension({ ...after(6), others: -19 })], [2, 1]);
  assertEquals(extension({ alpha: -1, beta: 1, others: -5000 }), 1);
});

Deno.test("the moves below get the number of double extensions that led there", () => {
  const counts = new Map<string, number>();
  let counted = () => 0;
  askWith({
    change: (search) => {
      const frame = frameAt(search, PLY);
      frame.parent.doubleExtensions = 3;
      counted = () => frame.doubleExtensions;
    },
    scoreOf: (move, _, isExcluding) => {
      if (!isExcluding) counts.set(move, counted());
      return FAILS_LOW;
    },
  });
  assertEquals(counts.get(MOVE), 4);
  counts.delete(MOVE);
  assertEquals(new Set(counts.values()), new Set([3]));
});

Deno.test("multicut: if another move beats a bound that is at least beta, the node is cut with that bound", () => {
  const cut = askWith({ alpha: -1, others: 0 });
  assertEquals([cut.score, cut.calls.every((call) => call.isExcluding)], [0, true]);
  // The bound is above beta, and below beta.
  assertEquals(askWith({ alpha: -41, others: 0 }).score, 0);
  assertEquals(askWith({ alpha: 0, others: 0 }).calls.every((call) => call.isExcluding), false);
});

Deno.test("a move that is not singular is searched less deep: where its score beats beta, else at an expected cut node", () => {
  // The TT score of 8 beats a beta of 8, not one of 9.
  assertEquals([extension({ others: 0, alpha: 7 }), extension({ others: 0, alpha: 8 })], [-2, 0]);
  assertEquals(extension({ others: 0, alpha: 8, cutNode: true }), -1);
  assertEquals(extension({ others: 0, alpha: 7, cutNode: true }), -2);
});

Deno.test("a TT move may be singular from a least depth on, one more where the node was in the principal variation", () => {
  const at = (depth: number, isPv: boolean) => isAsked({ depth, known: { isPv, depth: depth - 1 } });
  assertEquals([at(5, false), at(6, false)], [false, true]);
  assertEquals([at(6, true), at(7, true)], [false, true]);
});

Deno.test("a TT move may be singular where its result is a lower bound, nearly as deep, and no certain win", () => {
  assertEquals([isAsked({ known: { depth: 5 } }), isAsked({ known: { depth: 4 } })], [true, false]);
  assertEquals([isAsked({ known: { bound: BOUND_EXACT } }), isAsked({ known: { bound: BOUND_UPPER } })], [true, false]);
  assertEquals(isAsked({ known: { score: TABLEBASE_WIN } }), false);
});

Deno.test("nothing is extended beyond some multiple of the root's depth", () => {
  // The node is at ply 4.
  const rooted = (depth: number) => extension({ others: -1, change: ({ root }) => root.depth = depth });
  assertEquals([rooted(3), rooted(2)], [1, 0]);
});

Deno.test("the search without the TT move has its own frame: the moves that it tried get no malus from the node around it", () => {
  // The TT move is searched after all others were searched without it; then it cuts, as the first move.
  const { search } = askWith({
    alpha: 7,
    cutNode: true,
    uses: ["butterfly", "malus"],
    scoreOf: (move, _, isExcluding) => !isExcluding && move === MOVE ? 8 : FAILS_LOW,
  });
  const values = entries(search.histories.of(HISTORIES.butterfly)).map(([, value]) => value);
  assertEquals(values.map(Math.sign), [1]);
  const frame = frameAt(search, PLY);
  assertEquals([frame.excluded, frame.twin().excluded], [NO_MOVE, NO_MOVE]);
});
