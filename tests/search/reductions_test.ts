/** Late move reductions, and other changes to the depth of a node's moves. @module */

import { assert, assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { INFINITE, MAX_PLY } from "../../core/score.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { HISTORIES } from "../../learning/histories.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { lateMoveReduction, moveTerms } from "../../search/reductions.ts";
import type { ParameterName } from "../../search/params.ts";
import { createRootMoves } from "../../search/root.ts";
import { createSearch } from "./fixtures.ts";
import { entries } from "./learned.ts";
import { frameAt, prepare, searchAt, setPlayed } from "./nodes.ts";
import { type Changes, lesson, withParameters } from "./parameters.ts";
import { type Answer, captureHistory, depthsOf, type Node, pawnCorrection, quietHistory } from "./scripted_children.ts";
import { FAILS_LOW, KNIGHTS, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";
/** A node at this depth searches its moves to depth 9 if nothing reduces them. */
const DEPTH = 10;

Deno.test("`lateMoveReduction()` is base + ln depth · ln rank · factor, less for a wider window, more if not improving", () => {
  withParameters({ lmrBase: 500, lmrFactor: 430, lmrDelta: 600, lmrNotImproving: 450 }, () => {
    // ln 8 · ln 10 · 430 = 2058.9. For a null window inside a wide window, nothing is subtracted.
    assertEquals(lateMoveReduction(8, 10, true, 1, 100_000), 500 + 2058);
    assertEquals(lateMoveReduction(8, 10, false, 1, 100_000), 500 + 2058 + 450);
    // For a window that is 30 of 100 wide, 600 · 0.3 is subtracted.
    assertEquals(lateMoveReduction(8, 10, true, 30, 100), 500 + 2058 - 180);
  });
  for (let depth = 1; depth <= MAX_PLY; depth++) {
    let before = -Infinity;
    for (let rank = 1; rank <= MAX_MOVES; rank++) {
      const reduction = lateMoveReduction(depth, rank, true, 1, 28);
      assert(Number.isInteger(reduction) && reduction >= before, `depth ${depth} rank ${rank}`);
      before = reduction;
    }
  }
});

Deno.test("`moveTerms()` sums the terms of a move, rounded down on either side of 0; a check is reduced less than another move", () => {
  withParameters({ lmrCheck: 800, lmrHistory: 100, lmrCaptureHistory: 60 }, () => {
    assertEquals([moveTerms(true, true, 0), moveTerms(false, true, 1024)], [-800, -860]);
    assertEquals([15, -15].map((history) => moveTerms(true, false, history)), [-1, 2]);
  });
  const answer = searchCase({ ...BISHOP, numbers: { lmrBase: 3 * 1024, lmrCheck: 1024 } });
  assertEquals(["f1b5", "f1c4"].map((move) => depthsOf(answer, move)[0]), [7, 6]);
});

type Case = Omit<Node, "alpha" | "depth"> & { alpha?: number; depth?: number };

/** A node at depth 10 with the window 0 … 1 that may reduce; the default numbers reduce by 0. */
function searchCase(node: Case): Answer {
  const numbers = { lmrDepth: 2, ...node.numbers };
  return searchScripted({ alpha: 0, depth: DEPTH, known: { move: FIRST }, ...node, numbers });
}

const WAS_PV = { move: FIRST, score: 50, depth: 1, bound: BOUND_LOWER, isPv: true };
const NOISY_TT_MOVE: Case = {
  fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1",
  known: { move: "b1c3" },
  numbers: { lmrNoisyTtMove: 1024 },
};
/** One of White's bishops can take a pawn that a rook defends; the other can give check on b5. */
const BISHOP: Case = { fen: "4k3/8/8/r5p1/8/4B3/8/4KB2 w - - 0 1", known: { move: "e1d1" } };
const DEEP = { ...WAS_PV, depth: 10, bound: BOUND_UPPER };
const improving = (evaluation: number): Case => ({ change: (s) => frameAt(s, PLY - 2).staticEval = evaluation });
const cutoffs = (count: number): Case => ({ change: (s) => s.cutoffs[PLY + 1] = count });
const history = (value: number): Case => quietHistory(LATER, value);
const captures = (value: number): Case => captureHistory("e3g5", value);
/** A reduction of three plies, and the number of 1024ths that a term adds or subtracts. */
const term = (name: ParameterName, node: Case, share = 1024): Case => ({
  ...node,
  numbers: { lmrBase: 3 * 1024, [name]: share },
});

/** Nodes, the plies by which they reduce a later move, and the most similar nodes that reduce it by another number. */
const REDUCTIONS:
  readonly (readonly [name: string, move: string, node: Case, plies: number, like: Case, plies: number])[] = [
    ["whole plies", LATER, { numbers: { lmrBase: 2048 } }, 2, { numbers: { lmrBase: 2047 } }, 1],
    ["depth", LATER, { depth: 5, numbers: { lmrBase: 2048, lmrDepth: 5 } }, 2, { depth: 4 }, 0],
    ["one ply is kept", LATER, { numbers: { lmrBase: 7 * 1024 } }, 7, { numbers: { lmrBase: 20 * 1024 } }, 8],
    ["deeper in PV nodes only", LATER, { alpha: -1, beta: 1, numbers: { lmrBase: -5120 } }, -1, { alpha: 0 }, 0],
    ["but not the first move", FIRST, { numbers: { lmrBase: 3 * 1024 } }, 0, {}, 0],
    ["rank", LATER, { numbers: { lmrMoveCount: 512 } }, 5, { numbers: { lmrMoveCount: 511 } }, 4],
    ["improving", LATER, { numbers: { lmrNotImproving: 1024 }, ...improving(0) }, 1, improving(-1), 0],
    ["cut node", LATER, { cutNode: true, numbers: { lmrCutNode: 2048 } }, 2, { cutNode: false }, 0],
    ["TT move is a capture", LATER, NOISY_TT_MOVE, 1, { known: { move: "b1d2" } }, 0],
    ["former PV node", LATER, term("lmrWasPv", { known: WAS_PV }), 2, { known: { ...WAS_PV, isPv: false } }, 3],
    ["TT score above alpha", LATER, term("lmrTableAbove", { alpha: 49, known: WAS_PV }), 2, { alpha: 50 }, 3],
    ["deep TT result", LATER, term("lmrTtDeep", { known: DEEP }), 2, { known: { ...DEEP, depth: 9 } }, 3],
    ["cutoffs", LATER, { numbers: { lmrCutoffs: 3, lmrManyCutoffs: 1024 }, ...cutoffs(4) }, 1, cutoffs(3), 0],
    // An entry of 256 with weight 128 corrects the evaluation by 16, and 16 · 512 / 8 = 1024.
    ["correction", LATER, term("lmrCorrection", pawnCorrection(-256), 512), 2, pawnCorrection(0), 3],
    ["history", LATER, term("lmrHistory", history(2048), 512), 2, history(-2048), 4],
    ["captures", "e3g5", term("lmrCaptureHistory", { ...BISHOP, ...captures(2048) }, 512), 2, captures(-2048), 4],
  ];

for (const [name, move, node, plies, like, others] of REDUCTIONS) {
  Deno.test(`late moves are reduced: ${name}`, () => {
    const reduction = (changes: Case) => {
      const both = { ...node, ...changes };
      return (both.depth ?? DEPTH) - 1 - depthsOf(searchCase(both), move)[0];
    };
    assertEquals([reduction({}), reduction(like)], [plies, others]);
  });
}

Deno.test("a cutoff is counted at its ply, except after a double extension outside PV nodes", () => {
  const count = (node: Case) => {
    const { search } = searchCase({ ...node, change: (s) => s.cutoffs.fill(7, PLY, PLY + 3) });
    return [...search.cutoffs.subarray(PLY, PLY + 3)];
  };
  // Two plies below, the count starts again.
  assertEquals([count({ scoreOf: () => 100 }), count({})], [[8, 7, 0], [7, 7, 0]]);
  const cutAfter = (others: number) =>
    count({
      known: { move: FIRST, score: 10, depth: 9, bound: BOUND_LOWER },
      numbers: { singularDepth: 6, singularSlope: 16, singularTtDepth: 3, extensionPlies: 2, doubleMargin: 18 },
      alpha: 20,
      scoreOf: (_, __, isExcluding) => isExcluding ? others : 100,
    })[0];
  assertEquals([cutAfter(-18), cutAfter(-19)], [8, 7]);
});

Deno.test("the root resets the counts of cutoffs at both plies below it", () => {
  const position = parseFen(KNIGHTS);
  const { search } = createSearch();
  prepare(search, position);
  search.root.moves = createRootMoves(position, []);
  search.cutoffs.fill(7, 0, 4);
  // At depth 1 all other nodes belong to quiescence search, which counts no cutoffs.
  searchAt(search, -INFINITE, INFINITE, 1, 0, false);
  assertEquals([...search.cutoffs.subarray(0, 4)], [7, 0, 0, 7]);
});

/** A later move, reduced by four plies, scores `first`, and `second` in the next search. The first move scores −57. */
function surprise(first: number, second: number, node: Case = {}): Answer {
  return searchCase({
    ...node,
    numbers: { lmrBase: 4 * 1024, deeperBase: 41, deeperSlope: 32, shallowerMargin: 8, ...node.numbers },
    scoreOf: (move, times) => move === FIRST ? -57 : move !== LATER ? FAILS_LOW : times === 0 ? first : second,
  });
}

Deno.test("a reduced move that beats alpha is searched again: a ply deeper if it is much better than the best move, a ply less if hardly", () => {
  const depths = (first: number, numbers: Changes = {}) => depthsOf(surprise(first, FAILS_LOW, { numbers }), LATER);
  // The second search is deeper if the score is above −57 + 41 + 2 · 9 = 2.
  assertEquals([depths(0), depths(2), depths(3)], [[5], [5, 9], [5, 10]]);
  // It is less deep if the score is below −57 + 60 = 3.
  const little = { shallowerMargin: 60, deeperBase: 1000 };
  assertEquals([depths(2, little), depths(3, little)], [[5, 8], [5, 9]]);
  // A move that was already searched to this depth is not searched again.
  assertEquals(depths(2, { ...little, lmrBase: 1024 }), [8]);
});

Deno.test("a quiet move that was searched again gets a malus in continuation history if it fails low, and credit if it cuts", () => {
  const learned = (second: number, node: Case = {}) => {
    const { search } = surprise(1, second, {
      uses: ["continuation1", "reSearch"],
      ...node,
      numbers: {
        ...lesson("quietBonus", 100, 0, 5000),
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
  // The bonus or malus at nine plies is 900; the cutoff at ten plies adds 1000 − 900 · 1000 / 16384.
  assertEquals([learned(FAILS_LOW), learned(100)], [[-900], [900 + 1000 - 54]]);
  assertEquals(learned(FAILS_LOW, { uses: ["continuation1"] }), []);
  // Inside the window, it gets neither.
  assertEquals(learned(1, { beta: 3 }), []);
});

Deno.test("hindsight: after a large reduction, the depth of a node is a ply higher if the last move lost nothing, and a ply lower if it lost a margin", () => {
  const depth = (reduction: number, before: number, evaluation: number) => {
    const answer = searchCase({
      evaluation,
      numbers: { hindsightDeeper: 3, hindsightShallower: 2, hindsightMargin: 120 },
      change: (search) => Object.assign(frameAt(search, PLY - 1), { reduction, staticEval: before }),
    });
    return depthsOf(answer, FIRST)[0] + 1 - DEPTH;
  };
  assertEquals([depth(3, 20, -20), depth(3, 20, -19), depth(2, 20, -20)], [1, 0, 0]);
  assertEquals([depth(2, -300, 421), depth(2, -300, 420), depth(1, -300, 421)], [-1, 0, 0]);
});

Deno.test("hindsight: a node passes the reduction only to the searches of its reduced moves", () => {
  const seen: [string, number][] = [];
  let reduction = () => 0;
  searchCase({
    numbers: { lmrBase: 3 * 1024, deeperBase: 1000 },
    change: (search) => {
      const frame = frameAt(search, PLY);
      reduction = () => frame.reduction;
    },
    scoreOf: (move, times) => {
      if (move === FIRST || move === LATER) seen.push([move, reduction()]);
      return move === LATER && times === 0 ? 100 : FAILS_LOW;
    },
  });
  // The second search of the same move is not reduced.
  assertEquals(seen, [[FIRST, 0], [LATER, 3], [LATER, 0]]);
});

Deno.test("a check that loses no material is extended by a ply, and a check that loses material is not", () => {
  const extension = (fen: string, move: string) =>
    depthsOf(searchCase({ ...BISHOP, fen, numbers: { lmrDepth: 300, checkExtension: 1 } }), move)[0] - 9;
  const safe = BISHOP.fen!.replace("r5p1", "6p1");
  // The rook takes on b5.
  assertEquals([extension(safe, "f1b5"), extension(safe, "f1c4"), extension(BISHOP.fen!, "f1b5")], [1, 0, 0]);
});

Deno.test("once alpha is raised in a PV node of medium depth, the other moves are searched to a lower depth", () => {
  const later = (depth: number, score = 0) => {
    const answer = searchCase({
      alpha: -1,
      beta: 3,
      depth,
      numbers: { lmrDepth: 300, alphaRaiseLow: 3, alphaRaiseHigh: 12, alphaRaiseReduction: 1 },
      scoreOf: (move) => move === FIRST ? score : FAILS_LOW,
    });
    return depthsOf(answer, LATER)[0];
  };
  assertEquals([later(8), later(8, FAILS_LOW), later(3), later(12)], [6, 7, 2, 11]);
});
