/**
 * Which moves a shallow node skips: late ones, those with a bad history, those too far below alpha, those that lose
 * material. Each at both sides of its border; and the conditions for all of it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { MATE } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import {
  analyse,
  type Changes,
  frameAt,
  KIWIPETE,
  legalMoves,
  MIDDLEGAME,
  moveOf,
  setButterfly,
  setCaptureHistory,
  withParameters,
} from "./fixtures.ts";
import { depthsOf, FAILS_LOW, type Node, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";

/** How many moves are searched of a node at depth 4 with the window 0 … 1, whose moves fail low. */
function searched(node: Partial<Node>): number {
  return searchScripted({ alpha: 0, depth: 4, known: { move: FIRST }, ...node }).calls.length;
}

/** Whether a move of such a node is searched. */
function isSearched(move: string, node: Partial<Node>): boolean {
  return depthsOf(searchScripted({ alpha: 0, depth: 4, known: { move: FIRST }, ...node }), move).length > 0;
}

/** Whether the later move is searched with a history of so much. */
function isSearchedWith(history: number, node: Partial<Node>): boolean {
  const change: Node["change"] = (search, position) => setButterfly(search, moveOf(position, LATER), history);
  return isSearched(LATER, { uses: ["butterfly"], change, ...node });
}

Deno.test("late move pruning: base + factor · depth² moves less one are searched, a share of that for a side that is not improving", () => {
  const at = (depth: number, isImproving: boolean, lmpFactor = 100) =>
    searched({
      depth,
      numbers: { lmpBase: 3, lmpFactor, lmpNotImproving: 512 },
      change: (search) => frameAt(search, PLY - 2).staticEval = isImproving ? -1 : 1,
    });
  assertEquals([at(2, true), at(3, true), at(2, true, 200)], [6, 11, 10]);
  assertEquals([at(2, false), at(3, false)], [2, 5]);
});

/** Margin 75 + 75 · reduced depth, and history / 256. */
const FUTILITY: Changes = { futilityDepth: 9, futilityBase: 75, futilitySlope: 75, futilityHistory: 64 };

Deno.test("futility: a quiet move is skipped where the evaluation and base + slope · reduced depth do not reach above alpha", () => {
  const at = (alpha: number, numbers: Changes = {}) =>
    isSearched(LATER, { alpha, numbers: { ...FUTILITY, ...numbers } });
  // Three plies at depth 4; two plies of reduction leave one.
  assertEquals([at(299), at(300)], [true, false]);
  assertEquals([at(149, { lmrBase: 2048 }), at(150, { lmrBase: 2048 })], [true, false]);
  assertEquals([at(300, { futilityDepth: 2 }), at(300, { futilityDepth: 3 })], [true, false]);
});

Deno.test("futility: a good history of a move makes the margin greater, a bad one less", () => {
  const at = (alpha: number, history: number) => isSearchedWith(history, { alpha, numbers: FUTILITY });
  assertEquals([at(309, 2560), at(310, 2560)], [true, false]);
  assertEquals([at(289, -2560), at(290, -2560)], [true, false]);
});

Deno.test("history counts as depth: a good one makes the reduced depth of futility and exchanges greater, a bad one less", () => {
  const at = (alpha: number, history: number) =>
    isSearchedWith(history, { alpha, numbers: { ...FUTILITY, futilityHistory: 0, pruneDepthHistory: 256 } });
  // Three plies at depth 4: 75 + 75 · 3. History 4096 · 256 / 1024 is a ply.
  assertEquals([at(374, 4096), at(375, 4096)], [true, false]);
  assertEquals([at(224, -4096), at(225, -4096)], [true, false]);
});

Deno.test("history pruning: a quiet move is skipped whose history is worse than a bound that grows with depth", () => {
  const at = (history: number, depth: number, historyPruningDepth = 5) =>
    isSearchedWith(history, { depth, numbers: { historyPruningDepth, historyPruningSlope: 1000 } });
  assertEquals([at(-4000, 4), at(-4001, 4)], [true, false]);
  assertEquals([at(-2000, 2), at(-2001, 2)], [true, false]);
  // Three plies are left at depth 4.
  assertEquals([at(-4001, 4, 2), at(-4001, 4, 3)], [true, false]);
});

/** The knight on d4 would be lost to a pawn; the bishop can give check on b5 and be taken there. */
const LOSING: Partial<Node> = { fen: "4k3/8/p7/2p1p3/8/5N2/8/4KB2 w - - 0 1", known: { move: "e1e2" } };

Deno.test("static exchange pruning: a quiet move may lose slope · reduced depth², a quiet check what a capture may", () => {
  const at = (move: string, numbers: Changes) =>
    isSearched(move, { ...LOSING, numbers: { seeQuietDepth: 9, seeNoisySlope: 0, ...numbers } });
  // 320 for the knight, with three plies.
  assertEquals([at("f3d4", { seeQuietSlope: 36 }), at("f3d4", { seeQuietSlope: 35 })], [true, false]);
  assertEquals([at("f3g5", { seeQuietSlope: 0 }), at("f3d4", { seeQuietSlope: 0, seeQuietDepth: 2 })], [true, true]);
  // 330 for the bishop, with the depth of the node.
  assertEquals([at("f1b5", { seeNoisySlope: 83 }), at("f1b5", { seeNoisySlope: 82 })], [true, false]);
});

Deno.test("a quiet check is skipped by neither futility nor history", () => {
  const node = { ...LOSING, alpha: 2000, numbers: { ...FUTILITY, historyPruningDepth: 9, historyPruningSlope: -1 } };
  assertEquals([isSearched("f1b5", node), isSearched("f1c4", node)], [true, false]);
});

/** Whether a rook takes on d6 at depth 4 with this history. */
function takes(fen: string, history: number, numbers: Changes): boolean {
  return isSearched("d1d6", {
    fen,
    known: { move: "e1e2" },
    uses: ["capture"],
    numbers: { seeNoisyDepth: 9, seeNoisyHistory: 512, ...numbers },
    change: (search, position) => setCaptureHistory(search, position, moveOf(position, "d1d6"), history),
  });
}

Deno.test("static exchange pruning: a capture may lose slope · depth, and more with a good history, less with a bad one", () => {
  // The rook takes a pawn that a king defends: 400 are lost.
  const at = (seeNoisySlope: number, history = 0, seeNoisyDepth = 9) =>
    takes("8/4k3/3p4/8/8/8/8/3RK3 w - - 0 1", history, { seeNoisySlope, seeNoisyDepth });
  assertEquals([at(100), at(99)], [true, false]);
  assertEquals([at(90, 40 * 32), at(90, 39 * 32)], [true, false]);
  assertEquals([at(110, -40 * 32), at(110, -41 * 32)], [true, false]);
  assertEquals([at(99, 0, 3), at(99, 0, 4)], [true, false]);
});

Deno.test("a capture need not win material, however bad its history", () => {
  const even = "4k3/4p3/3r4/8/8/8/8/3RK3 w - - 0 1";
  assertEquals(takes(even, -8000, { seeNoisySlope: 1, seeNoisyHistory: 16384 }), true);
});

Deno.test("nothing is skipped before a move was searched that does not lose for certain", () => {
  const after = (first: number) =>
    searched({ alpha: 2000, numbers: FUTILITY, scoreOf: (move) => move === FIRST ? first : FAILS_LOW });
  // The second one does not lose for certain, and ends it.
  assertEquals([after(FAILS_LOW), after(10 - MATE)], [1, 2]);
});

Deno.test("nothing is skipped by a side that has pawns alone, nor by futility in check", () => {
  for (const fen of ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4r3/8/8/1N2K3 w - - 0 1"]) {
    const count = searched({ fen, known: { move: "e1d1" }, alpha: 2000, numbers: FUTILITY });
    assertEquals(count, legalMoves(parseFen(fen)).length, fen);
  }
});

Deno.test("late move pruning never leaves a node without a move that was searched", () => {
  withParameters({ lmpBase: 1, lmpFactor: 100 }, () => {
    for (const fen of [START_FEN, MIDDLEGAME, KIWIPETE]) {
      const { score, bestMove } = analyse(fen, { depth: 6 });
      assert(bestMove !== NO_MOVE && Math.abs(score) < 2000, `${score}`);
    }
  });
});
