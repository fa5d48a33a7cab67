/**
 * Singular extensions in a node: when the search without the table's move is made, how deep and at which bound, and
 * what follows from its score: one, two or three plies more, a cutoff, or plies less. At both sides of each border.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { TABLEBASE_WIN } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { type Changes, moveOf } from "./fixtures.ts";
import {
  type Answer,
  AT,
  depthsOf,
  FAILS_LOW,
  type Knowledge,
  type Node,
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

/** By how much the table's move is extended. */
function extension(node: Case): number {
  const [depth] = depthsOf(askWith(node), MOVE);
  return depth - ((node.depth ?? 8) - 1);
}

/** Whether it is asked at all if the table's move is singular. */
function isAsked(node: Case): boolean {
  return askWith(node).calls.some((call) => call.isExcluding);
}

Deno.test("before the table's move, the others are searched to half the depth, without it", () => {
  const { calls } = askWith({ others: -1 });
  const others = calls.filter((call) => call.isExcluding);
  assertEquals(calls.slice(0, others.length), others);
  assertEquals(others.some(({ move }) => move === MOVE), false);
  // (8 − 1) / 2 = 3, and a ply for the move.
  assertEquals(new Set(others.map(({ depth }) => depth)), new Set([2]));
});

Deno.test("the table's move is extended by a ply if all others fail low against a centipawn per ply below its score", () => {
  assertEquals(extension({ others: -1 }), 1);
  // At the bound itself one of them holds: the table's score beats beta, so the move is not singular but one of
  // several.
  assertEquals(extension({ others: 0 }), -2);
  // 16 − 32 · 8 / 16, and 16 − 16 · 8 / 16 less the depth once more where the node was in the principal variation.
  for (const node of [{ numbers: { singularSlope: 32 } }, { known: { isPv: true } }]) {
    const higher: Case = { ...node, known: { score: 16, ...node.known } };
    assertEquals(extension({ ...higher, others: -1 }), 1);
    assertEquals(extension({ ...higher, others: 0 }), -2);
  }
});

Deno.test("a second ply if the others fail by more than a margin, a third for a quiet move by more than another", () => {
  assertEquals(extension({ others: -18 }), 1);
  assertEquals(extension({ others: -19 }), 2);
  assertEquals(extension({ others: -80 }), 2);
  assertEquals(extension({ others: -81 }), 3);
  // The knight takes a pawn: two plies at most.
  const capture = { fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1" };
  assertEquals(extension({ ...capture, others: -18 }), 1);
  assertEquals(extension({ ...capture, others: -5000 }), 2);
});

Deno.test("a good history of table moves eases the margins of a second and third ply too", () => {
  // 2048 · 4 / 1024 = 8.
  const credited: Case = {
    uses: ["useTtMoveHistory"],
    numbers: { ttMoveHistoryMargin: 4 },
    change: ({ histories }) => histories.tableMove.entries[0] = 2048,
  };
  assertEquals(extension({ ...credited, others: -10 }), 1);
  assertEquals(extension({ ...credited, others: -11 }), 2);
});

Deno.test("a line has few double extensions, and a PV node none", () => {
  const after = (count: number): Case => ({ change: ({ stack }) => stack.doubleExtensions[AT - 1] = count });
  assertEquals(extension({ ...after(5), others: -19 }), 2);
  assertEquals(extension({ ...after(6), others: -19 }), 1);
  assertEquals(extension({ alpha: -1, beta: 1, others: -5000 }), 1);
});

Deno.test("the moves below get the number of double extensions that led there", () => {
  const counts = new Map<string, number>();
  let counted: Int32Array = new Int32Array();
  askWith({
    change: ({ stack }) => {
      counted = stack.doubleExtensions;
      counted[AT - 1] = 3;
    },
    scoreOf: (move, _, isExcluding) => {
      if (!isExcluding) counts.set(move, counted[AT]);
      return FAILS_LOW;
    },
  });
  assertEquals(counts.get(MOVE), 4);
  counts.delete(MOVE);
  assertEquals(new Set(counts.values()), new Set([3]));
});

Deno.test("multicut: if another move beats a bound that is at least beta, the node is cut with that bound", () => {
  const cut = askWith({ alpha: -1, others: 0 });
  assertEquals(cut.score, 0);
  assertEquals(cut.calls.every((call) => call.isExcluding), true);
  // The bound is above beta here.
  assertEquals(askWith({ alpha: -41, others: 0 }).score, 0);
  // Below beta: the search goes on.
  assertEquals(askWith({ alpha: 0, others: 0 }).calls.every((call) => call.isExcluding), false);
});

Deno.test("a move that is not singular is searched less deep: where its score beats beta, else at an expected cut node", () => {
  // The table's 8 beats a beta of 8, not one of 9.
  assertEquals(extension({ others: 0, alpha: 7 }), -2);
  assertEquals(extension({ others: 0, alpha: 8 }), 0);
  assertEquals(extension({ others: 0, alpha: 8, cutNode: true }), -1);
  assertEquals(extension({ others: 0, alpha: 7, cutNode: true }), -2);
  assertEquals(extension({ others: 0, alpha: 7, numbers: { negativeExtension: 3 } }), -3);
  assertEquals(extension({ others: 0, alpha: 8, cutNode: true, numbers: { cutNodeExtension: 2 } }), -2);
});

Deno.test("a table's move may be singular from a least depth on, one more where the node was in the principal variation", () => {
  const at = (depth: number, isPv: boolean) => isAsked({ depth, known: { isPv, depth: depth - 1 } });
  assertEquals([at(5, false), at(6, false)], [false, true]);
  assertEquals([at(6, true), at(7, true)], [false, true]);
});

Deno.test("a table's move may be singular where its result is a lower bound, nearly as deep, and no certain win", () => {
  assertEquals(isAsked({ known: { depth: 5 } }), true);
  assertEquals(isAsked({ known: { depth: 4 } }), false);
  assertEquals(isAsked({ known: { bound: BOUND_EXACT } }), true);
  assertEquals(isAsked({ known: { bound: BOUND_UPPER } }), false);
  assertEquals(isAsked({ known: { score: TABLEBASE_WIN } }), false);
});

Deno.test("nothing is extended beyond some multiple of the root's depth", () => {
  // The node is at ply 4.
  const rooted = (rootDepth: number): Case => ({ others: -1, change: (search) => search.rootDepth = rootDepth });
  assertEquals(extension(rooted(3)), 1);
  assertEquals(extension(rooted(2)), 0);
});

Deno.test("a node that leaves a move out teaches the corrections nothing", () => {
  const learned = (isExcluding: boolean) => {
    const { search } = askWith({
      uses: ["usePawnCorrection"],
      numbers: { singularDepth: 300 },
      others: -300,
      scoreOf: () => -300,
      change: ({ stack }, position) => {
        stack.staticEval[AT] = 0;
        if (isExcluding) stack.excluded[AT] = moveOf(position, MOVE);
      },
    });
    return search.corrections.table("pawn").some((value) => value !== 0);
  };
  assertEquals(learned(false), true);
  assertEquals(learned(true), false);
});
