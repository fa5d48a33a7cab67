/**
 * What a single node of the main search is spared by margins: razoring, reverse futility pruning, internal iterative
 * reductions, each at both sides of its border.
 *
 * @module
 */

import { BOUND_NONE } from "../../search/bound.ts";
import { assert, assertEquals, assertGreater } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { KEYED_SIZE } from "../../learning/descriptors.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN } from "../../learning/stack.ts";
import { type Changes, createSearch, entryOf, moveOf, NO_PRUNING, prepare, searchAt, withOnly } from "./fixtures.ts";

const QUIET = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const PLY = 4;

interface Ready {
  search: Search;
  position: Position;
  /** Static evaluation of the position, without correction. */
  evaluation: number;
}

function ready(): Ready {
  const position = parseFen(QUIET);
  const { search } = createSearch();
  prepare(search, position);
  return { search, position, evaluation: search.evaluator.evaluate(position) };
}

/** Searches a null window that ends `above` the evaluation. Returns the score above the evaluation, and the nodes. */
function nodeAt(
  numbers: Changes,
  above: number,
  depth: number,
  change: (ready: Ready) => void = () => {},
): { score: number; nodes: number } {
  return withOnly(["usePawnCorrection"], { ...NO_PRUNING, ...numbers }, () => {
    const all = ready();
    change(all);
    const beta = all.evaluation + above;
    const score = searchAt(all.search, beta - 1, beta, depth, PLY, false);
    return { score: score - all.evaluation, nodes: all.search.nodes };
  });
}

Deno.test("razoring: an evaluation more than base + slope · depth² below alpha is left to quiescence search", () => {
  const numbers = { razorDepth: 2, razorBase: 280, razorSlope: 200 };
  // Alpha is 1 below beta. Quiescence search stands pat at once: the node and that one.
  assertEquals(nodeAt(numbers, 480 + 2, 1), { score: 0, nodes: 2 });
  assertGreater(nodeAt(numbers, 480 + 1, 1).nodes, 2);
  assertEquals(nodeAt(numbers, 1080 + 2, 2), { score: 0, nodes: 2 });
  assertGreater(nodeAt(numbers, 1080 + 1, 2).nodes, 2);
  // Too deep, however low the evaluation.
  assertGreater(nodeAt(numbers, 9000, 3).nodes, 2);
});

const RFP: Changes = { rfpDepth: 3, rfpSlope: 60, rfpImproving: 50, rfpWorsening: 20, rfpCorrection: 64, rfpBlend: 48 };

Deno.test("reverse futility pruning: an evaluation slope · depth above beta cuts, and a part of the difference is believed", () => {
  // A third of the way from beta to the evaluation.
  assertEquals(nodeAt(RFP, -180, 3), { score: -180 + 60, nodes: 1 });
  assertEquals(nodeAt(RFP, -60, 1), { score: -60 + 20, nodes: 1 });
  assertGreater(nodeAt(RFP, -179, 3).nodes, 1);
  assertGreater(nodeAt(RFP, -59, 1).nodes, 1);
  assertGreater(nodeAt(RFP, -2000, 4).nodes, 1);
});

Deno.test("reverse futility pruning risks more for a side that is improving or whose opponent is worsening, less after a correction", () => {
  const improving = ({ search, evaluation }: Ready) => {
    search.stack.staticEval[PLY - 2 + MARGIN] = evaluation - 1;
  };
  assertEquals(nodeAt(RFP, -130, 3, improving).nodes, 1);
  assertGreater(nodeAt(RFP, -129, 3, improving).nodes, 1);
  const worsening = ({ search, evaluation }: Ready) => {
    search.stack.staticEval[PLY - 1 + MARGIN] = 1 - evaluation;
  };
  assertEquals(nodeAt(RFP, -160, 3, worsening).nodes, 1);
  assertGreater(nodeAt(RFP, -159, 3, worsening).nodes, 1);
  // 512 · 160 / 2048 = 40 more of evaluation, and 40 · 64 / 128 = 20 more of margin.
  const corrected = ({ search, position }: Ready) => {
    search.corrections.table("pawn")[WHITE * KEYED_SIZE + (position.pawnKey & (KEYED_SIZE - 1))] = 512;
  };
  const numbers = { ...RFP, correctPawn: 160 };
  assertEquals(nodeAt(numbers, 40 - 200, 3, corrected).nodes, 1);
  assertGreater(nodeAt(numbers, 40 - 199, 3, corrected).nodes, 1);
});

Deno.test("internal iterative reduction: a PV or cut node without a table move is searched a ply less deep", () => {
  const depthOf = (isPv: boolean, cutNode: boolean, depth: number, ttMove = "") =>
    withOnly([], { ...NO_PRUNING, iirDepth: 4 }, () => {
      const { search, position, evaluation } = ready();
      const move = ttMove === "" ? NO_MOVE : moveOf(position, ttMove);
      search.table.store(position, entryOf(move, 0, evaluation, 0, BOUND_NONE, false));
      searchAt(search, isPv ? -1000 : 999, 1000, depth, PLY, cutNode);
      assert(search.table.probe(position));
      return search.table.hit.depth;
    });
  assertEquals(depthOf(false, true, 4), 3);
  assertEquals(depthOf(true, false, 4), 3);
  // Not at a node where every move is expected to fail low, nor below the least depth, nor with a move to begin with.
  assertEquals(depthOf(false, false, 4), 4);
  assertEquals(depthOf(false, true, 3), 3);
  assertEquals(depthOf(false, true, 4, "e1e2"), 4);
  assertEquals(depthOf(true, false, 4, "e1e2"), 4);
});
