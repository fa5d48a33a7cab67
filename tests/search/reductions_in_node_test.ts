/**
 * Late move reductions in a node: which moves are reduced, what is added up for them, what follows when a reduced move
 * beats alpha after all; and what else changes the depth of a node's moves: hindsight, checks, a raised alpha.
 *
 * @module
 */

import { BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { assertEquals } from "@std/assert";
import { WHITE } from "../../core/types.ts";
import { KEYED_SIZE } from "../../learning/descriptors.ts";
import { type Changes, entries, moveOf, setPlayed } from "./fixtures.ts";
import { type Answer, AT, depthsOf, FAILS_LOW, type Node, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";
/** The first and every later move of a node at depth 10 have nine plies. */
const DEPTH = 10;
const LMR: Changes = { lmrDepth: 2 };

type Case = Omit<Node, "alpha" | "depth"> & { alpha?: number; depth?: number };

/** A node at depth 10 with the window 0 … 1 that reduces, but by nothing if the numbers do not say so. */
function ask(node: Case): Answer {
  return searchScripted({
    alpha: 0,
    depth: DEPTH,
    known: { move: FIRST },
    ...node,
    numbers: { ...LMR, ...node.numbers },
  });
}

/** By how many plies the first move and a later one are reduced. */
function reductions(node: Case): [first: number, later: number] {
  const answer = ask(node);
  const full = (node.depth ?? DEPTH) - 1;
  return [full - depthsOf(answer, FIRST)[0], full - depthsOf(answer, LATER)[0]];
}

Deno.test("the first move is never reduced, later ones are, from a least depth on", () => {
  assertEquals(reductions({}), [0, 0]);
  assertEquals(reductions({ numbers: { lmrBase: 2048 } }), [0, 2]);
  // Whole plies only.
  assertEquals(reductions({ numbers: { lmrBase: 2047 } }), [0, 1]);
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
  const numbers = { lmrNotImproving: 1024 };
  const earlier = (evaluation: number): Case => ({
    numbers,
    change: ({ stack }) => stack.staticEval[AT - 2] = evaluation,
  });
  assertEquals(reductions({ numbers }), [0, 1]);
  assertEquals(reductions(earlier(0)), [0, 1]);
  assertEquals(reductions(earlier(-1)), [0, 0]);
});

Deno.test("each term of the node counts where it holds", () => {
  const cut: Case = { cutNode: true, numbers: { lmrCutNode: 2048 } };
  assertEquals(reductions(cut), [0, 2]);
  assertEquals(reductions({ ...cut, cutNode: false }), [0, 0]);
  // Without a table move any move may come first: the order is that of generation.
  const bare = { cutNode: true, known: {}, numbers: { lmrNoTtMove: 3072 } };
  assertEquals(ask(bare).calls.map(({ depth }) => 9 - depth).slice(0, 3), [0, 3, 3]);
  assertEquals(reductions({ ...bare, known: { move: FIRST } }), [0, 0]);
  const noisy = { fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1", numbers: { lmrNoisyTtMove: 1024 } };
  assertEquals(reductions(noisy), [0, 1]);
  assertEquals(depthsOf(ask({ ...noisy, known: { move: "b1d2" } }), LATER), [9]);
});

Deno.test("a node that was in the principal variation is reduced less, and less still if its score beats alpha", () => {
  const numbers = { lmrBase: 8 * 1024, lmrWasPv: 1024, lmrTableAbove: 2048 };
  const known = { move: FIRST, score: 50, depth: 1, bound: BOUND_LOWER };
  assertEquals(reductions({ numbers, alpha: 49, known: { ...known, isPv: true } }), [0, 5]);
  assertEquals(reductions({ numbers, alpha: 50, known: { ...known, isPv: true } }), [0, 7]);
  assertEquals(reductions({ numbers, alpha: 49, known }), [0, 8]);
});

Deno.test("moves are reduced more where many next to them were refuted", () => {
  const after = (count: number): Case => ({
    numbers: { lmrCutoffs: 3, lmrManyCutoffs: 1024 },
    change: ({ stack }) => stack.cutoffs[AT + 1] = count,
  });
  assertEquals(reductions(after(3)), [0, 0]);
  assertEquals(reductions(after(4)), [0, 1]);
});

Deno.test("a cutoff is counted at its ply, unless it took a double extension outside of PV nodes", () => {
  const count = (node: Case) => {
    const { search } = ask({ ...node, change: ({ stack }) => stack.cutoffs.fill(7, AT, AT + 3) });
    return [...search.stack.cutoffs.subarray(AT, AT + 3)];
  };
  // Two plies below, counting begins anew.
  assertEquals(count({ scoreOf: () => 100 }), [8, 7, 0]);
  assertEquals(count({}), [7, 7, 0]);
  assertEquals(count({ alpha: -1, beta: 1, scoreOf: () => 1 }), [8, 7, 0]);
  const singular: Case = {
    known: { move: FIRST, score: 10, depth: 9, bound: BOUND_LOWER },
    numbers: { singularDepth: 6, singularSlope: 16, singularTtDepth: 3, extensionPlies: 2, doubleMargin: 18 },
    alpha: 20,
  };
  const cutAfter = (others: number) =>
    count({ ...singular, scoreOf: (_, __, isExcluding) => isExcluding ? others : 100 });
  assertEquals(cutAfter(-18)[0], 8);
  assertEquals(cutAfter(-19)[0], 7);
});

Deno.test("moves are reduced less where the evaluation was corrected by much", () => {
  // An entry of 256 with weight 128 shifts by 16, and 16 · 512 / 8 = 1024.
  const corrected = (entry: number): Case => ({
    uses: ["usePawnCorrection"],
    numbers: { lmrBase: 3 * 1024, lmrCorrection: 512 },
    change: ({ corrections }, position) => {
      corrections.table("pawn")[WHITE * KEYED_SIZE + (position.pawnKey & (KEYED_SIZE - 1))] = entry;
    },
  });
  assertEquals(reductions(corrected(0)), [0, 3]);
  assertEquals(reductions(corrected(256)), [0, 2]);
  assertEquals(reductions(corrected(-256)), [0, 2]);
  assertEquals(reductions(corrected(512)), [0, 1]);
});

Deno.test("a quiet move is reduced by its history: a ply less for a good one, a ply more for a bad one", () => {
  const after = (history: number): Case => ({
    uses: ["useButterfly"],
    numbers: { lmrBase: 3 * 1024, lmrHistory: 512 },
    change: ({ histories }, position) =>
      histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, LATER) & 0xfff] = history,
  });
  assertEquals(reductions(after(0)), [0, 3]);
  assertEquals(reductions(after(2048)), [0, 2]);
  assertEquals(reductions(after(-2048)), [0, 4]);
});

/** White's bishop can take a pawn that a rook defends, and gives check from b5. */
const BISHOP = "4k3/8/8/r5p1/8/4B3/8/4KB2 w - - 0 1";

Deno.test("a capture is reduced by its own history and by its victim, a check by its own term", () => {
  const reduction = (move: string, numbers: Changes, history = 0) => {
    const answer = ask({
      fen: BISHOP,
      known: { move: "e1d1" },
      uses: ["useCapture"],
      numbers: { lmrBase: 4 * 1024, ...numbers },
      change: ({ histories }, position) => {
        const capture = moveOf(position, "e3g5");
        histories.capture.entries[position.mailbox[capture & 63] << 9 | 1 << 6 | (capture >> 6)] = history;
      },
    });
    return 9 - depthsOf(answer, move)[0];
  };
  assertEquals(reduction("e3g5", {}), 4);
  assertEquals(reduction("e3g5", { lmrCaptureHistory: 512 }, 2048), 3);
  assertEquals(reduction("e3g5", { lmrCaptureHistory: 512 }, -2048), 5);
  assertEquals(reduction("f1b5", { lmrCheck: 1024 }), 3);
  assertEquals(reduction("f1c4", { lmrCheck: 1024 }), 4);
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
  assertEquals(depthsOf(surprise(0, FAILS_LOW), LATER), [5]);
  assertEquals(depthsOf(surprise(1, FAILS_LOW), LATER), [5, 9]);
  assertEquals(depthsOf(surprise(2, FAILS_LOW), LATER), [5, 9]);
  assertEquals(depthsOf(surprise(3, FAILS_LOW), LATER), [5, 10]);
});

Deno.test("a reduced move is searched again a ply less deep if it beats the best by less than a margin", () => {
  // −57 + 60 = 3.
  const numbers = { shallowerMargin: 60, deeperBase: 1000 };
  assertEquals(depthsOf(surprise(2, FAILS_LOW, { numbers }), LATER), [5, 8]);
  assertEquals(depthsOf(surprise(3, FAILS_LOW, { numbers }), LATER), [5, 9]);
  // If that is as deep as it was searched, it is not searched again.
  const once = { numbers: { ...numbers, lmrBase: 1024 } };
  assertEquals(depthsOf(surprise(2, FAILS_LOW, once), LATER), [8]);
  assertEquals(depthsOf(surprise(3, FAILS_LOW, once), LATER), [8, 9]);
});

Deno.test("a quiet move that was searched again is charged as continuation if it fails low, credited if it cuts", () => {
  const learned = (second: number, node: Case) => {
    const { search } = surprise(1, second, {
      uses: ["useContinuation1", "usePostLmr"],
      ...node,
      numbers: {
        quietBonusSlope: 100,
        quietBonusOffset: 0,
        quietBonusMax: 5000,
        clearCutoffMargin: 20_000,
        exactFactor: 0,
        reSearchBonusFactor: 1024,
        reSearchMalusFactor: 1024,
        continuation1BonusFactor: 1024,
        continuation1MalusFactor: 1024,
      },
      change: ({ stack }) => setPlayed(stack, PLY - 1, 9, 52, 44),
    });
    return entries(search.histories.continuation).map(([, value]) => value);
  };
  // At nine plies.
  assertEquals(learned(FAILS_LOW, {}), [-900]);
  assertEquals(learned(0, {}), [-900]);
  // 900, and for the cutoff at ten plies 1000 − 900 · 1000 / 16384.
  assertEquals(learned(100, {}), [900 + 1000 - 54]);
  assertEquals(learned(100, { uses: ["useContinuation1"] }), [1000]);
  assertEquals(learned(FAILS_LOW, { uses: ["useContinuation1"] }), []);
  // Inside the window, neither.
  assertEquals(learned(1, { beta: 3 }), []);
});

Deno.test("hindsight: after a large reduction a node is searched a ply deeper if its evaluation shows no loss to the mover", () => {
  const depth = (reduction: number, before: number, evaluation: number) => {
    const answer = ask({
      evaluation,
      numbers: { hindsightDeeper: 3, hindsightShallower: 1_000_000 },
      change: ({ stack }) => {
        stack.reduction[AT - 1] = reduction;
        stack.staticEval[AT - 1] = before;
      },
    });
    // It is read once.
    assertEquals(answer.search.stack.reduction[AT - 1], 0);
    return depthsOf(answer, FIRST)[0] + 1;
  };
  assertEquals(depth(3, 20, -20), DEPTH + 1);
  assertEquals(depth(3, 20, -30), DEPTH + 1);
  assertEquals(depth(3, 20, -19), DEPTH);
  assertEquals(depth(2, 20, -20), DEPTH);
});

Deno.test("hindsight: after a reduction a node is searched a ply less deep if the mover lost more than a margin", () => {
  const depth = (reduction: number, sum: number, plies = DEPTH) => {
    const answer = ask({
      depth: plies,
      evaluation: sum + 300,
      numbers: { hindsightDeeper: 3, hindsightShallower: 2, hindsightMargin: 120 },
      change: ({ stack }) => {
        stack.reduction[AT - 1] = reduction;
        stack.staticEval[AT - 1] = -300;
      },
    });
    return (depthsOf(answer, FIRST)[0] ?? 0) + 1;
  };
  assertEquals(depth(2, 121), DEPTH - 1);
  assertEquals(depth(2, 120), DEPTH);
  assertEquals(depth(1, 121), DEPTH);
  // The opponent is worse off by it, so large reductions do not deepen, but take the same ply off.
  assertEquals(depth(3, 121), DEPTH - 1);
  assertEquals(depth(2, 121, 3), 2);
});

Deno.test("hindsight: a node passes to its reduced moves how much they were reduced", () => {
  const passed = new Map<string, number>();
  let reduction: Int32Array = new Int32Array();
  const answer = ask({
    numbers: { lmrBase: 3 * 1024 },
    change: ({ stack }) => reduction = stack.reduction,
    scoreOf: (move) => {
      passed.set(move, reduction[AT]);
      return FAILS_LOW;
    },
  });
  assertEquals([passed.get(FIRST), passed.get(LATER)], [0, 3]);
  assertEquals(answer.search.stack.reduction[AT], 0);
});

Deno.test("a check that loses no material is extended by a ply, one that loses some is not", () => {
  const extension = (fen: string, move: string, checkExtension = 1) => {
    const answer = ask({ fen, known: { move: "e1d1" }, numbers: { lmrDepth: 300, checkExtension } });
    return depthsOf(answer, move)[0] - 9;
  };
  assertEquals(extension(BISHOP, "f1c4"), 0);
  assertEquals(extension(BISHOP.replace("r5p1", "6p1"), "f1b5"), 1);
  assertEquals(extension(BISHOP.replace("r5p1", "6p1"), "f1b5", 0), 0);
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
  assertEquals(extension(-1), 1);
  assertEquals(extension(0), -2);
});

Deno.test("after alpha was raised in a PV node of middling depth, the rest is searched less deep", () => {
  const later = (depth: number, alphaRaiseReduction: number, score = 0) => {
    const answer = ask({
      alpha: -1,
      beta: 3,
      depth,
      numbers: { lmrDepth: 300, alphaRaiseLow: 3, alphaRaiseHigh: 12, alphaRaiseReduction },
      scoreOf: (move) => move === FIRST ? score : FAILS_LOW,
    });
    return depthsOf(answer, LATER)[0];
  };
  assertEquals(later(8, 1), 6);
  assertEquals(later(8, 2), 5);
  assertEquals(later(8, 1, FAILS_LOW), 7);
  assertEquals([later(3, 1), later(4, 1)], [2, 2]);
  assertEquals([later(11, 1), later(12, 1)], [9, 11]);
});

Deno.test("what is known of a node from above does not count as beating alpha", () => {
  const known = { move: FIRST, score: 0, depth: 1, bound: BOUND_UPPER, isPv: true };
  const numbers = { lmrBase: 8 * 1024, lmrTableAbove: 2048 };
  assertEquals(reductions({ numbers, known }), [0, 8]);
});
