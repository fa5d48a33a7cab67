import { MAX_PLY } from "../../core/score.ts";
import { assert, assertEquals } from "@std/assert";
import { makeMove, MAX_MOVES, NO_MOVE } from "../../core/types.ts";
import { lateMoveLimit } from "../../search/pruning.ts";
import { lateMoveReduction, moveTerms, nodeTerms, PLY_SHIFT, type ReductionNode } from "../../search/reductions.ts";
import { type Changes, withParameters } from "./fixtures.ts";

const NUMBERS: Changes = {
  lmrBase: 500,
  lmrFactor: 430,
  lmrDelta: 600,
  lmrNotImproving: 450,
  lmpBase: 4,
  lmpNotImproving: 512,
  lmpFactor: 100,
};

Deno.test("`lateMoveReduction()` is base + ln depth · ln rank · factor, less the share of the window, more if not improving", () => {
  withParameters(NUMBERS, () => {
    // ln 8 · ln 10 = 2.0794 · 2.3026 = 4.7881; · 430 = 2058.9. Of a null window in a wide one, nothing is taken off.
    assertEquals(lateMoveReduction(8, 10, true, 1, 100_000), 500 + 2058);
    assertEquals(lateMoveReduction(8, 10, false, 1, 100_000), 500 + 2058 + 450);
    // A window of 30 of 100: 600 · 0.3.
    assertEquals(lateMoveReduction(8, 10, true, 30, 100), 500 + 2058 - 180);
    // The root's own window.
    assertEquals(lateMoveReduction(8, 10, true, 100, 100), 500 + 2058 - 600);
    // ln 1 = 0.
    assertEquals(lateMoveReduction(1, 40, true, 1, 100_000), 500);
    assertEquals(lateMoveReduction(40, 1, true, 1, 100_000), 500);
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

Deno.test("with the values in use, a late move of a deep node is reduced by some plies, the first one by less than one", () => {
  assert(lateMoveReduction(12, 20, false, 1, 28) > 2 << PLY_SHIFT);
  assert(lateMoveReduction(12, 1, true, 1, 28) < 1 << PLY_SHIFT);
});

Deno.test("`lateMoveLimit()` is base + factor · depth² moves, half of it if not improving", () => {
  withParameters(NUMBERS, () => {
    assertEquals([1, 2, 3, 8].map((depth) => lateMoveLimit(depth, true)), [5, 8, 13, 68]);
    assertEquals([1, 2, 3, 8].map((depth) => lateMoveLimit(depth, false)), [2, 4, 6, 34]);
  });
  withParameters({ lmpBase: 4, lmpFactor: 150, lmpNotImproving: 512 }, () => {
    assertEquals([1, 2, 3, 8].map((depth) => lateMoveLimit(depth, true)), [5, 10, 17, 100]);
    assertEquals([1, 2, 3, 8].map((depth) => lateMoveLimit(depth, false)), [2, 5, 8, 50]);
  });
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
  lmrAllNode: 0,
  lmrTtDeep: 0,
};

/** A node with a quiet table move; nothing else is known of it. */
function node(known: Partial<ReductionNode>): ReductionNode {
  return {
    isPv: false,
    depth: 5,
    ttPv: false,
    ttDepth: 0,
    cutNode: false,
    ttMove: makeMove(12, 28),
    isTtMoveNoisy: false,
    correction: 0,
    ...known,
  };
}

Deno.test("`nodeTerms()` sums what the node says: each term by its number", () => {
  withParameters(TERMS, () => {
    assertEquals(nodeTerms(node({}), false, 0), 0);
    assertEquals(nodeTerms(node({ ttPv: true }), false, 0), -1100);
    assertEquals(nodeTerms(node({ ttPv: true }), true, 0), -1100 - 400);
    assertEquals(nodeTerms(node({ cutNode: true }), false, 0), 1600);
    assertEquals(nodeTerms(node({ cutNode: true, ttMove: NO_MOVE }), false, 0), 1600 + 500);
    assertEquals(nodeTerms(node({ isTtMoveNoisy: true }), false, 0), 900);
    assertEquals(nodeTerms(node({}), false, 4), 700);
    // 64 · 25 / 8, whichever the direction.
    assertEquals(nodeTerms(node({ correction: 25 }), false, 0), -200);
    assertEquals(nodeTerms(node({ correction: -25 }), false, 0), -200);
    assertEquals(
      nodeTerms(node({ ttPv: true, cutNode: true, ttMove: NO_MOVE, isTtMoveNoisy: true, correction: 8 }), true, 9),
      -1100 - 400 + 1600 + 500 + 900 + 700 - 64,
    );
  });
});

Deno.test("`nodeTerms()` asks for the table's score in former PV nodes only, for its move in cut nodes only, and counts cutoffs above the limit", () => {
  withParameters(TERMS, () => {
    assertEquals(nodeTerms(node({}), true, 0), 0);
    assertEquals(nodeTerms(node({ ttMove: NO_MOVE }), false, 0), 0);
    assertEquals(nodeTerms(node({}), false, 3), 0);
  });
});

Deno.test("`nodeTerms()` of a node without a task: neither a cutoff is expected nor is it of the principal variation", () => {
  withParameters({ ...TERMS, lmrAllNode: 300 }, () => {
    assertEquals(nodeTerms(node({}), false, 0), 300);
    assertEquals(nodeTerms(node({ isPv: true }), false, 0), 0);
    assertEquals(nodeTerms(node({ cutNode: true }), false, 0), 1600);
  });
});

Deno.test("`nodeTerms()` reduces a former PV node less where the table's result is as deep as the node", () => {
  withParameters({ ...TERMS, lmrTtDeep: 700 }, () => {
    assertEquals(nodeTerms(node({ isPv: true, ttPv: true, depth: 8, ttDepth: 8 }), false, 0), -1100 - 700);
    assertEquals(nodeTerms(node({ isPv: true, ttPv: true, depth: 8, ttDepth: 7 }), false, 0), -1100);
    assertEquals(nodeTerms(node({ isPv: true, depth: 8, ttDepth: 8 }), false, 0), 0);
  });
});

Deno.test("`moveTerms()` sums what the move says: check, and history of its kind", () => {
  withParameters(TERMS, () => {
    assertEquals(moveTerms(true, false, 0) + 0, 0);
    assertEquals(moveTerms(true, true, 0), -800);
    assertEquals(moveTerms(true, false, 2048), -200);
    assertEquals(moveTerms(true, false, -2048), 200);
    assertEquals(moveTerms(false, false, 2048), -120);
    assertEquals(moveTerms(false, true, 1024), -800 - 60);
    // 100 · 15 / 1024 = 1.46, rounded down on either side.
    assertEquals(moveTerms(true, false, 15), -1);
    assertEquals(moveTerms(true, false, -15), 2);
  });
});
