/**
 * Late move reductions in a node: which moves are reduced, what is added up for them, what follows when a reduced move
 * beats alpha after all; and what else changes the depth of a node's moves: hindsight, checks, a raised alpha.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { INFINITE } from "../../core/score.ts";
import { HISTORIES } from "../../learning/histories.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { createRootMoves } from "../../search/root.ts";
import {
  type Changes,
  createSearch,
  entries,
  frameAt,
  moveOf,
  prepare,
  searchAt,
  setButterfly,
  setCaptureHistory,
  setPawnCorrection,
  setPlayed,
} from "./fixtures.ts";
import { type Answer, depthsOf, FAILS_LOW, KNIGHTS, type Node, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";
/** The first and every later move of a node at depth 10 have nine plies. */
const DEPTH = 10;

type Case = Omit<Node, "alpha" | "depth"> & { alpha?: number; depth?: number };

/** A node at depth 10 with the window 0 … 1 that reduces, but by nothing if the numbers do not say so. */
function ask(node: Case): Answer {
  return searchScripted({
    alpha: 0,
    depth: DEPTH,
    known: { move: FIRST },
    ...node,
    numbers: { lmrDepth: 2, ...node.numbers },
  });
}

/** By how many plies the first move and a later one are reduced. */
function reductions(node: Case): [first: number, later: number] {
  const answer = ask(node);
  const full = (node.depth ?? DEPTH) - 1;
  return [full - depthsOf(answer, FIRST)[0], full - depthsOf(answer, LATER)[0]];
}

Deno.test("the first move is never reduced, later ones are by whole plies, from a least depth on", () => {
  assertEquals(reductions({ numbers: { lmrBase: 2047 } }), [0, 1]);
  assertEquals(reductions({ numbers: { lmrBase: 2048 } }), [0, 2]);
  assertEquals(reductions({ depth: 5, numbers: { lmrBase: 2048, lmrDepth: 5 } }), [0, 2]);
  assertEquals(reductions({ depth: 5, numbers: { lmrBase: 2048, lmrDepth: 6 } }), [0, 0]);
});

Deno.test("a reduced move keeps one ply, and a negative reduction deepens nothing but in PV nodes, by one ply", () => {
  assertEquals(reductions({ numbers: { lmrBase: 20 * 1024 } }), [0, 8]);
  assertEquals(reductions({ numbers: { lmrBase: -5 * 1024 } }), [0, 0]);
  assertEquals(reductions({ alpha: -1, beta: 1, numbers: { lmrBase: -5 * 1024 } }), [0, -1]);
});

Deno.test("reductions grow with the rank of the move by its number", () => {
  const depths = ask({ numbers: { lmrMoveCount: 512 } }).calls.map(({ depth }) => DEPTH - 1 - depth);
  // The second move by 2 · 512 of 1024, the third by 3 · 512, which is a ply and a half; whole plies only.
  assertEquals(depths.slice(0, 5), [0, 1, 1, 2, 2]);
});

Deno.test("reductions grow where the side is not improving", () => {
  const after = (evaluation: number): Case => ({
    numbers: { lmrNotImproving: 1024 },
    change: (search) => frameAt(search, PLY - 2).staticEval = evaluation,
  });
  assertEquals([reductions(after(0)), reductions(after(-1))], [[0, 1], [0, 0]]);
});

Deno.test("each term of the node counts where it holds", () => {
  const cut: Case = { cutNode: true, numbers: { lmrCutNode: 2048 } };
  assertEquals([reductions(cut), reductions({ ...cut, cutNode: false })], [[0, 2], [0, 0]]);
  // Without a TT move any move may come first: the order is that of generation.
  const bare = { cutNode: true, known: {}, numbers: { lmrNoTtMove: 3072 } };
  assertEquals(ask(bare).calls.map(({ depth }) => 9 - depth).slice(0, 3), [0, 3, 3]);
  const noisy = { fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1", numbers: { lmrNoisyTtMove: 1024 } };
  assertEquals(reductions(noisy), [0, 1]);
  assertEquals(depthsOf(ask({ ...noisy, known: { move: "b1d2" } }), LATER), [9]);
  // An entry of 256 with weight 128 shifts by 16, and 16 · 512 / 8 = 1024.
  const corrected = { uses: ["pawnCorrection"], numbers: { lmrBase: 3072, lmrCorrection: 512 } } as const;
  const change: Case["change"] = (search, position) => setPawnCorrection(search, position, -256);
  assertEquals([reductions(corrected), reductions({ ...corrected, change })], [[0, 3], [0, 2]]);
});

Deno.test("a node that was in the principal variation is reduced less, and less still if its score beats alpha", () => {
  const numbers = { lmrBase: 8 * 1024, lmrWasPv: 1024, lmrTableAbove: 2048 };
  const known = { move: FIRST, score: 50, depth: 1, bound: BOUND_LOWER };
  assertEquals(reductions({ numbers, alpha: 49, known: { ...known, isPv: true } }), [0, 5]);
  assertEquals(reductions({ numbers, alpha: 50, known: { ...known, isPv: true } }), [0, 7]);
  assertEquals(reductions({ numbers, alpha: 49, known }), [0, 8]);
  // What is known of a node from above does not beat alpha.
  const above = { ...known, score: 0, bound: BOUND_UPPER, isPv: true };
  assertEquals(reductions({ numbers: { ...numbers, lmrWasPv: 0 }, known: above }), [0, 8]);
});

Deno.test("moves are reduced more where many next to them were refuted", () => {
  const after = (count: number): Case => ({
    numbers: { lmrCutoffs: 3, lmrManyCutoffs: 1024 },
    change: ({ cutoffs }) => cutoffs[PLY + 1] = count,
  });
  assertEquals([reductions(after(3)), reductions(after(4))], [[0, 0], [0, 1]]);
});

Deno.test("a cutoff is counted at its ply, unless it took a double extension outside of PV nodes", () => {
  const count = (node: Case) => {
    const { search } = ask({ ...node, change: ({ cutoffs }) => cutoffs.fill(7, PLY, PLY + 3) });
    return [...search.cutoffs.subarray(PLY, PLY + 3)];
  };
  // Two plies below, counting begins anew.
  assertEquals(count({ scoreOf: () => 100 }), [8, 7, 0]);
  assertEquals(count({}), [7, 7, 0]);
  assertEquals(count({ alpha: -1, beta: 1, scoreOf: () => 1 }), [8, 7, 0]);
  const cutAfter = (others: number) =>
    count({
      known: { move: FIRST, score: 10, depth: 9, bound: BOUND_LOWER },
      numbers: { singularDepth: 6, singularSlope: 16, singularTtDepth: 3, extensionPlies: 2, doubleMargin: 18 },
      alpha: 20,
      scoreOf: (_, __, isExcluding) => isExcluding ? others : 100,
    })[0];
  assertEquals([cutAfter(-18), cutAfter(-19)], [8, 7]);
});

Deno.test("the root counts the cutoffs of both plies below it anew", () => {
  const position = parseFen(KNIGHTS);
  const { search } = createSearch();
  prepare(search, position);
  search.root.moves = createRootMoves(position, []);
  search.cutoffs.fill(7, 0, 4);
  // At depth 1 all other nodes are of quiescence search, which counts none.
  searchAt(search, -INFINITE, INFINITE, 1, 0, false);
  assertEquals([...search.cutoffs.subarray(0, 4)], [7, 0, 0, 7]);
});

Deno.test("a quiet move is reduced by its history: a ply less for a good one, a ply more for a bad one", () => {
  const after = (history: number): Case => ({
    uses: ["butterfly"],
    numbers: { lmrBase: 3 * 1024, lmrHistory: 512 },
    change: (search, position) => setButterfly(search, moveOf(position, LATER), history),
  });
  assertEquals([reductions(after(2048)), reductions(after(-2048))], [[0, 2], [0, 4]]);
});

/** White's bishop can take a pawn that a rook defends, and gives check from b5. */
const BISHOP = "4k3/8/8/r5p1/8/4B3/8/4KB2 w - - 0 1";

Deno.test("a capture is reduced by its own history, a check by its own term", () => {
  const reduction = (move: string, numbers: Changes, history = 0) => {
    const answer = ask({
      fen: BISHOP,
      known: { move: "e1d1" },
      uses: ["capture"],
      numbers: { lmrBase: 4 * 1024, ...numbers },
      change: (search, position) => setCaptureHistory(search, position, moveOf(position, "e3g5"), history),
    });
    return 9 - depthsOf(answer, move)[0];
  };
  assertEquals([2048, -2048].map((history) => reduction("e3g5", { lmrCaptureHistory: 512 }, history)), [3, 5]);
  assertEquals(["f1b5", "f1c4"].map((move) => reduction(move, { lmrCheck: 1024 })), [3, 4]);
});

/**
 * Reduced by four plies, a later move scores `first`, and `second` when it is asked again; the first one scores −57.
 */
function surprise(first: number, second: number, node: Case = {}): Answer {
  return ask({
    ...node,
    numbers: { lmrBase: 4 * 1024, deeperBase: 41, deeperSlope: 32, shallowerMargin: 8, ...node.numbers },
    scoreOf: (move, times) => move === FIRST ? -57 : move !== LATER ? FAILS_LOW : times === 0 ? first : second,
  });
}

Deno.test("a reduced move that beats alpha is searched again, a ply deeper if it beats the best by a margin and more with depth", () => {
  // −57 + 41 + 2 · 9 = 2.
  const depths = (first: number) => depthsOf(surprise(first, FAILS_LOW), LATER);
  assertEquals([depths(0), depths(2), depths(3)], [[5], [5, 9], [5, 10]]);
});

Deno.test("a reduced move is searched again a ply less deep if it beats the best by less than a margin", () => {
  // −57 + 60 = 3.
  const depths = (first: number, lmrBase = 4 * 1024) => {
    const numbers = { shallowerMargin: 60, deeperBase: 1000, lmrBase };
    return depthsOf(surprise(first, FAILS_LOW, { numbers }), LATER);
  };
  assertEquals([depths(2), depths(3)], [[5, 8], [5, 9]]);
  // If that is as deep as it was searched, it is not searched again.
  assertEquals([depths(2, 1024), depths(3, 1024)], [[8], [8, 9]]);
});

Deno.test("a quiet move that was searched again is charged as continuation if it fails low, credited if it cuts", () => {
  const learned = (second: number, node: Case = {}) => {
    const { search } = surprise(1, second, {
      uses: ["continuation1", "reSearch"],
      ...node,
      numbers: {
        quietBonusSlope: 100,
        quietBonusOffset: 0,
        quietBonusMax: 5000,
        clearCutoffMargin: 20_000,
        reSearchBonusFactor: 1024,
        reSearchMalusFactor: 1024,
        bonusContinuation1: 1024,
        malusContinuation1: 1024,
      },
      change: (search) => setPlayed(search, PLY - 1, 9, 44),
    });
    return entries(search.histories.of(HISTORIES.continuation1)).map(([, value]) => value);
  };
  // At nine plies; at alpha itself it fails low.
  assertEquals([learned(FAILS_LOW), learned(0)], [[-900], [-900]]);
  // 900, and for the cutoff at ten plies 1000 − 900 · 1000 / 16384.
  assertEquals(learned(100), [900 + 1000 - 54]);
  assertEquals(learned(FAILS_LOW, { uses: ["continuation1"] }), []);
  // Inside the window, neither.
  assertEquals(learned(1, { beta: 3 }), []);
});

/** To what depth a node searches that was reached by a move reduced so much, whose own evaluation was `before`. */
function hindsightDepth(reduction: number, before: number, evaluation: number, depth = DEPTH): number {
  const answer = ask({
    depth,
    evaluation,
    numbers: { hindsightDeeper: 3, hindsightShallower: 2, hindsightMargin: 120 },
    change: (search) => Object.assign(frameAt(search, PLY - 1), { reduction, staticEval: before }),
  });
  return depthsOf(answer, FIRST)[0] + 1;
}

Deno.test("hindsight: after a large reduction a node is searched a ply deeper if its evaluation shows no loss to the mover", () => {
  assertEquals(hindsightDepth(3, 20, -20), DEPTH + 1);
  assertEquals([hindsightDepth(3, 20, -19), hindsightDepth(2, 20, -20)], [DEPTH, DEPTH]);
});

Deno.test("hindsight: after a reduction a node is searched a ply less deep if the mover lost more than a margin", () => {
  assertEquals([hindsightDepth(2, -300, 421), hindsightDepth(2, -300, 420)], [DEPTH - 1, DEPTH]);
  assertEquals([hindsightDepth(1, -300, 421), hindsightDepth(3, -300, 421)], [DEPTH, DEPTH - 1]);
  assertEquals(hindsightDepth(2, -300, 421, 3), 2);
});

Deno.test("hindsight: a node passes to its reduced moves how much they were reduced, and to no other search", () => {
  const passed = new Map<string, number>();
  const seen: number[] = [];
  let reduction = () => 0;
  const answer = ask({
    numbers: { lmrBase: 3 * 1024, deeperBase: 1000 },
    change: (search) => {
      const frame = frameAt(search, PLY);
      reduction = () => frame.reduction;
    },
    scoreOf: (move, times) => {
      if (move === LATER) seen.push(reduction());
      passed.set(move, reduction());
      return move === LATER && times === 0 ? 100 : FAILS_LOW;
    },
  });
  // The second search of the same move is not reduced.
  assertEquals([passed.get(FIRST), seen], [0, [3, 0]]);
  assertEquals(frameAt(answer.search, PLY).reduction, 0);
});

Deno.test("a check that loses no material is extended by a ply, one that loses some is not", () => {
  const extension = (fen: string, move: string, checkExtension = 1) => {
    const answer = ask({ fen, known: { move: "e1d1" }, numbers: { lmrDepth: 300, checkExtension } });
    return depthsOf(answer, move)[0] - 9;
  };
  const safe = BISHOP.replace("r5p1", "6p1");
  assertEquals([extension(safe, "f1b5"), extension(safe, "f1b5", 0), extension(safe, "f1c4")], [1, 0, 0]);
  // The rook takes on b5.
  assertEquals(extension(BISHOP, "f1b5"), 0);
});

Deno.test("a check that was found singular, or not singular, gets no ply for being a check", () => {
  const extension = (others: number) => {
    const answer = ask({
      fen: BISHOP.replace("r5p1", "6p1"),
      depth: 8,
      known: { move: "f1b5", score: 8, depth: 5, bound: BOUND_LOWER },
      numbers: {
        checkExtension: 1,
        singularDepth: 6,
        singularSlope: 16,
        singularTtDepth: 3,
        doubleMargin: 1000,
        tripleMargin: 1000,
        negativeExtension: 2,
      },
      scoreOf: (_, __, isExcluding) => isExcluding ? others : FAILS_LOW,
    });
    return depthsOf(answer, "f1b5")[0] - 7;
  };
  assertEquals([extension(-1), extension(0)], [1, -2]);
});

Deno.test("after alpha was raised in a PV node of middling depth, the rest is searched less deep", () => {
  const later = (depth: number, alphaRaiseReduction = 1, score = 0) => {
    const answer = ask({
      alpha: -1,
      beta: 3,
      depth,
      numbers: { lmrDepth: 300, alphaRaiseLow: 3, alphaRaiseHigh: 12, alphaRaiseReduction },
      scoreOf: (move) => move === FIRST ? score : FAILS_LOW,
    });
    return depthsOf(answer, LATER)[0];
  };
  assertEquals([later(8), later(8, 2), later(8, 1, FAILS_LOW)], [6, 5, 7]);
  assertEquals([later(3), later(4), later(11), later(12)], [2, 2, 9, 11]);
});
