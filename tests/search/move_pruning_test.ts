/**
 * Which moves a shallow node leaves out: late ones, those with a bad history, those too far below alpha, those that
 * lose material. Each at both sides of its border; and the conditions for all of it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { WHITE } from "../../core/types.ts";
import { MATE } from "../../core/score.ts";
import { type Changes, legalMoves, moveOf } from "./fixtures.ts";
import { type Answer, AT, depthsOf, FAILS_LOW, KNIGHTS, type Node, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";

type Case = Partial<Node>;

/** A node at depth 4 with the window 0 … 1, whose moves fail low. */
function ask(node: Case): Answer {
  return searchScripted({ alpha: 0, depth: 4, known: { move: FIRST }, ...node });
}

/** Whether a move is searched. */
function isSearched(move: string, node: Case): boolean {
  return depthsOf(ask(node), move).length > 0;
}

/** How many moves are searched. */
function searched(node: Case): number {
  return ask(node).calls.length;
}

const LEGAL = legalMoves(parseFen(KNIGHTS)).length;

Deno.test("late move pruning: base + factor · depth² moves less one are searched, half of that for a side that is not improving", () => {
  const improving: Case = { change: ({ stack }) => stack.staticEval[AT - 2] = -1 };
  const at = (depth: number, lmpBase: number, node: Case = {}, lmpFactor: number = 100) =>
    searched({ ...node, depth, numbers: { lmpBase, lmpFactor } });
  assertEquals(at(2, 1, improving), 4);
  assertEquals(at(2, 3, improving), 6);
  assertEquals(at(2, 3, improving, 200), 10);
  assertEquals(at(2, 3), 2);
  assertEquals(at(3, 3, improving), 11);
  assertEquals(at(3, 3), 5);
  assertEquals(at(8, 3), LEGAL);
});

/** Margin 75 + 75 · reduced depth, and history / 256. */
const FUTILITY: Changes = { futilityDepth: 9, futilityBase: 75, futilitySlope: 75, futilityHistory: 64 };

Deno.test("futility: a quiet move is left out where the evaluation and base + slope · reduced depth do not reach above alpha", () => {
  const at = (alpha: number, node: Case = {}) =>
    isSearched(LATER, { alpha, ...node, numbers: { ...FUTILITY, ...node.numbers } });
  // Three plies at depth 4.
  assertEquals([at(299), at(300)], [true, false]);
  assertEquals([at(199, { evaluation: -100 }), at(200, { evaluation: -100 })], [true, false]);
  // Two plies of reduction: one ply is left.
  const reduced = { numbers: { lmrBase: 2048 } };
  assertEquals([at(149, reduced), at(150, reduced)], [true, false]);
  // More than the depth is none.
  const none = { numbers: { lmrBase: 9 * 1024 } };
  assertEquals([at(74, none), at(75, none)], [true, false]);
  const depths = (futilityDepth: number) => ({ numbers: { futilityDepth } });
  assertEquals([at(300, depths(2)), at(300, depths(3))], [true, false]);
});

Deno.test("futility: a good history widens the margin, a bad one narrows it", () => {
  const at = (alpha: number, history: number) =>
    isSearched(LATER, {
      alpha,
      uses: ["useButterfly"],
      numbers: FUTILITY,
      change: ({ histories }, position) =>
        histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, LATER) & 0xfff] = history,
    });
  assertEquals([at(309, 2560), at(310, 2560)], [true, false]);
  assertEquals([at(289, -2560), at(290, -2560)], [true, false]);
});

Deno.test("history pruning: a quiet move is left out whose history is worse than a bound that grows with depth", () => {
  const at = (history: number, depth: number, historyPruningDepth = 5) =>
    isSearched(LATER, {
      depth,
      uses: ["useButterfly"],
      numbers: { historyPruningDepth, historyPruningSlope: 1000 },
      change: ({ histories }, position) =>
        histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, LATER) & 0xfff] = history,
    });
  assertEquals([at(-4000, 4), at(-4001, 4)], [true, false]);
  assertEquals([at(-2000, 2), at(-2001, 2)], [true, false]);
  // Three plies are left at depth 4.
  assertEquals([at(-4001, 4, 2), at(-4001, 4, 3)], [true, false]);
});

/** The knight on d4 would be lost to a pawn; the bishop can give check on b5 and be taken there. */
const LOSING = "4k3/8/p7/2p1p3/8/5N2/8/4KB2 w - - 0 1";

Deno.test("static exchange pruning: a quiet move may lose slope · reduced depth², a quiet check what a capture may", () => {
  const at = (move: string, numbers: Changes, depth = 4) =>
    isSearched(move, {
      fen: LOSING,
      known: { move: "e1e2" },
      depth,
      numbers: { seeQuietDepth: 9, seeNoisySlope: 0, ...numbers },
    });
  // 320 for the knight, with three plies.
  assertEquals([at("f3d4", { seeQuietSlope: 36 }), at("f3d4", { seeQuietSlope: 35 })], [true, false]);
  assertEquals([at("f3d4", { seeQuietSlope: 320 }, 2), at("f3d4", { seeQuietSlope: 319 }, 2)], [true, false]);
  assertEquals(at("f3g5", { seeQuietSlope: 0 }), true);
  assertEquals([at("f3d4", { seeQuietSlope: 35, seeQuietDepth: 2 })], [true]);
  // 330 for the bishop, with the depth of the node.
  assertEquals([at("f1b5", { seeNoisySlope: 83 }), at("f1b5", { seeNoisySlope: 82 })], [true, false]);
  assertEquals([at("f1b5", { seeNoisySlope: 165 }, 2), at("f1b5", { seeNoisySlope: 164 }, 2)], [true, false]);
});

Deno.test("a quiet check is left out by neither futility nor history", () => {
  const node: Case = {
    fen: LOSING,
    known: { move: "e1e2" },
    alpha: 2000,
    numbers: { ...FUTILITY, historyPruningDepth: 9, historyPruningSlope: -1 },
  };
  assertEquals(isSearched("f1b5", node), true);
  assertEquals(isSearched("f1c4", node), false);
});

/** The rook can take a pawn that a king defends: 400 are lost. */
const ROOK_FOR_PAWN = "8/4k3/3p4/8/8/8/8/3RK3 w - - 0 1";

Deno.test("static exchange pruning: a capture may lose slope · depth, and more with a good history, less with a bad one", () => {
  const at = (seeNoisySlope: number, history = 0, depth = 4, seeNoisyDepth = 9) =>
    isSearched("d1d6", {
      fen: ROOK_FOR_PAWN,
      known: { move: "e1e2" },
      depth,
      uses: ["useCapture"],
      numbers: { seeNoisyDepth, seeNoisySlope, seeNoisyHistory: 512 },
      change: ({ histories }, position) => {
        const capture = moveOf(position, "d1d6");
        histories.capture.entries[position.mailbox[capture & 63] << 9 | 1 << 6 | (capture >> 6)] = history;
      },
    });
  assertEquals([at(100), at(99)], [true, false]);
  assertEquals([at(200, 0, 2), at(199, 0, 2)], [true, false]);
  assertEquals([at(90, 40 * 32), at(90, 39 * 32)], [true, false]);
  assertEquals([at(110, -40 * 32), at(110, -41 * 32)], [true, false]);
  assertEquals([at(99, 0, 4, 3), at(99, 0, 4, 4)], [true, false]);
});

Deno.test("a capture need not win material, however bad its history", () => {
  const even = "4k3/4p3/3r4/8/8/8/8/3RK3 w - - 0 1";
  const at = (history: number) =>
    isSearched("d1d6", {
      fen: even,
      known: { move: "e1e2" },
      uses: ["useCapture"],
      numbers: { seeNoisyDepth: 9, seeNoisySlope: 1, seeNoisyHistory: 16384 },
      change: ({ histories }) => histories.capture.entries.fill(history),
    });
  assertEquals(at(-8000), true);
});

Deno.test("nothing is left out before a move was searched that does not lose for certain", () => {
  const node = (first: number): Case => ({
    alpha: 2000,
    numbers: FUTILITY,
    scoreOf: (move) => move === FIRST ? first : FAILS_LOW,
  });
  assertEquals(searched(node(FAILS_LOW)), 1);
  // The second one does not lose for certain, and ends it.
  assertEquals(searched(node(10 - MATE)), 2);
});

Deno.test("nothing is left out by a side that has pawns alone, nor by futility in check", () => {
  const pawns: Case = {
    fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    known: { move: "e1d1" },
    alpha: 2000,
    numbers: FUTILITY,
  };
  assertEquals(searched(pawns), legalMoves(parseFen(pawns.fen!)).length);
  const check: Case = { ...pawns, fen: "4k3/8/8/8/4r3/8/8/1N2K3 w - - 0 1" };
  assertEquals(searched(check), legalMoves(parseFen(check.fen!)).length);
});

Deno.test("a fail-high is blended with beta, the more the shallower the node, unless it is certain", () => {
  const found = (score: number, depth: number) => ask({ alpha: -1, depth, scoreOf: () => score }).score;
  assertEquals(found(100, 2), 66);
  assertEquals(found(100, 3), 75);
  assertEquals(found(100, 9), 90);
  assertEquals(ask({ alpha: 19, depth: 4, scoreOf: () => 120 }).score, 100);
  assertEquals(found(MATE - 20, 3), MATE - 20);
  assertEquals(ask({ scoreOf: () => -77 }).score, -77);
});

Deno.test("history counts as depth: a good one makes the reduced depth of futility and exchanges greater, a bad one less", () => {
  const at = (alpha: number, history: number, pruneDepthHistory: number) =>
    isSearched(LATER, {
      alpha,
      uses: ["useButterfly"],
      numbers: { ...FUTILITY, futilityHistory: 0, pruneDepthHistory },
      change: ({ histories }, position) =>
        histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, LATER) & 0xfff] = history,
    });
  // Three plies at depth 4: 75 + 75 · 3. History 4096 · 256 / 1024 is a ply.
  assertEquals([at(299, 4096, 256), at(300, 4096, 256)], [true, true]);
  assertEquals([at(374, 4096, 256), at(375, 4096, 256)], [true, false]);
  assertEquals([at(224, -4096, 256), at(225, -4096, 256)], [true, false]);
  assertEquals([at(299, 4096, 0), at(300, 4096, 0)], [true, false]);
});
