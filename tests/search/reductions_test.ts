/**
 * The formulas of late move reductions, in numbers worked out by hand.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MAX_PLY } from "../../core/score.ts";
import { makeMove, MAX_MOVES, NO_MOVE } from "../../core/types.ts";
import { lateMoveReduction, moveTerms, nodeTerms, type ReductionFrame } from "../../search/reductions.ts";
import { TtEntry } from "../../search/transposition.ts";
import { type Changes, withParameters } from "./fixtures.ts";

Deno.test("`lateMoveReduction()` is base + ln depth · ln rank · factor, less the share of the window, more if not improving", () => {
  withParameters({ lmrBase: 500, lmrFactor: 430, lmrDelta: 600, lmrNotImproving: 450 }, () => {
    // ln 8 · ln 10 = 2.0794 · 2.3026 = 4.7881; · 430 = 2058.9. Of a null window in a wide one, nothing is taken off.
    assertEquals(lateMoveReduction(8, 10, true, 1, 100_000), 500 + 2058);
    assertEquals(lateMoveReduction(8, 10, false, 1, 100_000), 500 + 2058 + 450);
    // A window of 30 of 100: 600 · 0.3.
    assertEquals(lateMoveReduction(8, 10, true, 30, 100), 500 + 2058 - 180);
    // ln 1 = 0.
    assertEquals([lateMoveReduction(1, 40, true, 1, 100_000), lateMoveReduction(40, 1, true, 1, 100_000)], [500, 500]);
  });
});

Deno.test("`lateMoveReduction()` never falls with depth or rank, and is a whole number up to the ends of its tables", () => {
  for (let depth = 1; depth <= MAX_PLY; depth++) {
    let before = -Infinity;
    for (let rank = 1; rank <= MAX_MOVES; rank++) {
      const reduction = lateMoveReduction(depth, rank, true, 1, 28);
      assert(Number.isInteger(reduction) && reduction >= before, `depth ${depth} rank ${rank}`);
      assert(depth === 1 || reduction >= lateMoveReduction(depth - 1, rank, true, 1, 28));
      before = reduction;
    }
  }
});

const TERMS: Changes = {
  lmrWasPv: 1100,
  lmrTableAbove: 400,
  lmrCutNode: 1600,
  lmrNoTtMove: 500,
  lmrNoisyTtMove: 900,
  lmrCutoffs: 3,
  lmrManyCutoffs: 700,
  lmrCorrection: 64,
  lmrCheck: 800,
  lmrHistory: 100,
  lmrCaptureHistory: 60,
  lmrAllNode: 300,
  lmrTtDeep: 200,
};

/** What decides about the terms of a node besides its frame: nothing that counts, if the test does not say so. */
interface Rest {
  isPv?: boolean;
  cutNode?: boolean;
  isTtAbove?: boolean;
  cutoffs?: number;
  ttMove?: number;
  ttDepth?: number;
}

/** The terms of a node at depth 8 with a quiet TT move, a PV node. */
function termsOf(frame: Partial<ReductionFrame>, rest: Rest = {}): number {
  const { isPv = true, cutNode = false, isTtAbove = false, cutoffs = 0, ttMove = makeMove(12, 28), ttDepth = 0 } = rest;
  const ttEntry = Object.assign(new TtEntry(), { move: ttMove, depth: ttDepth });
  const known = { ttEntry, ttPv: false, isTtMoveNoisy: false, correction: 0, ...frame };
  return withParameters(TERMS, () => nodeTerms(known, 8, isPv, cutNode, isTtAbove, cutoffs));
}

Deno.test("`nodeTerms()` sums what the node says: each term by its number, where it holds", () => {
  assertEquals(termsOf({}), 0);
  // Neither a cutoff is expected nor is it of the principal variation.
  assertEquals(termsOf({}, { isPv: false }), 300);
  assertEquals(termsOf({}, { isPv: false, cutNode: true }), 1600);
  assertEquals(termsOf({}, { isPv: false, cutNode: true, ttMove: NO_MOVE }), 1600 + 500);
  // The TT score and depth count in former PV nodes alone, its lack of a move in cut nodes alone.
  assertEquals(termsOf({ ttPv: true }), -1100);
  assertEquals(termsOf({ ttPv: true }, { isTtAbove: true }), -1100 - 400);
  assertEquals([7, 8].map((ttDepth) => termsOf({ ttPv: true }, { ttDepth })), [-1100, -1100 - 200]);
  assertEquals(termsOf({}, { isTtAbove: true, ttDepth: 8, ttMove: NO_MOVE }), 0);
  assertEquals(termsOf({ isTtMoveNoisy: true }), 900);
  assertEquals([3, 4].map((cutoffs) => termsOf({}, { cutoffs })), [0, 700]);
  // 64 · 25 / 8, whichever the direction.
  assertEquals([25, -25].map((correction) => termsOf({ correction })), [-200, -200]);
});

Deno.test("`moveTerms()` sums what the move says: check, and history of its kind", () => {
  withParameters(TERMS, () => {
    assertEquals(moveTerms(true, true, 0), -800);
    assertEquals([2048, -2048].map((history) => moveTerms(true, false, history)), [-200, 200]);
    assertEquals(moveTerms(false, true, 1024), -800 - 60);
    // 100 · 15 / 1024 = 1.46, rounded down on either side.
    assertEquals([15, -15].map((history) => moveTerms(true, false, history)), [-1, 2]);
  });
});
