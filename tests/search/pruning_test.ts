/** When a node skips one or all of its moves: each condition is tested on both sides of its limit. @module */

import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { MATE, NO_SCORE } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import type { Frame } from "../../search/frame.ts";
import { nullMovePruning, probCut } from "../../search/node.ts";
import type { Search } from "../../search/search.ts";
import { legalMoves } from "./fixtures.ts";
import { frameAt, ready, setLastMove } from "./nodes.ts";
import { type Changes, withParameters } from "./parameters.ts";
import { type Answer, captureHistory, depthsOf, type Node, pawnCorrection, quietHistory } from "./scripted_children.ts";
import { FAILS_LOW, PASS, PLY, searchScripted } from "./scripted_children.ts";

const FIRST = "b1c3";
const LATER = "f1g3";

/** The evaluation this many plies ago. */
function earlier(plies: number, evaluation: number): Node["change"] {
  return (search) => frameAt(search, PLY - plies).staticEval = evaluation;
}

const RAZORING: Changes = { razorDepth: 2, razorBase: 280, razorSlope: 200 };
const RFP: Changes = { rfpDepth: 3, rfpSlope: 60, rfpImproving: 50, rfpWorsening: 20, rfpCorrection: 64, rfpBlend: 48 };
/** A correction that adds 512 · 160 / 2048 = 40 to the evaluation, and 40 · 64 / 128 = 20 to the margin. */
const CORRECTED: Partial<Node> = { ...pawnCorrection(512), numbers: { ...RFP, correctPawn: 160 } };
const KNOWN: Partial<Node> = { depth: 4, evaluation: 20, numbers: { rfpDepth: 8, rfpSlope: 10, rfpBlend: 16 } };

/** Nodes at depth 3 with an evaluation of 0, and the most similar nodes that search their moves. */
const ENDS: readonly (readonly [name: string, node: Partial<Node>, like: Partial<Node>])[] = [
  ["razoring: margin by depth²", { alpha: 1081, depth: 2, numbers: RAZORING }, { alpha: 1080 }],
  ["razoring: depth", { alpha: 9000, depth: 2, numbers: RAZORING }, { depth: 3 }],
  ["reverse futility: margin by depth", { alpha: -181, numbers: RFP }, { alpha: -180 }],
  ["reverse futility: depth", { alpha: -2001, numbers: RFP }, { depth: 4 }],
  ["reverse futility: improving", { alpha: -131, numbers: RFP, change: earlier(2, -1) }, { alpha: -130 }],
  ["reverse futility: worsening opponent", { alpha: -161, numbers: RFP, change: earlier(1, 1) }, { alpha: -160 }],
  ["reverse futility: correction", { alpha: -161, ...CORRECTED }, { alpha: -160 }],
  [
    "reverse futility: TT score above the evaluation",
    { alpha: 99, ...KNOWN, known: { move: FIRST, score: 140, depth: 1, bound: BOUND_LOWER } },
    { known: { move: FIRST, score: 140, depth: 1, bound: BOUND_UPPER } },
  ],
];

for (const [name, node, like] of ENDS) {
  Deno.test(`a node ends without a move: ${name}`, () => {
    const moves = (changes: Partial<Node>) => searchScripted({ alpha: 0, depth: 3, ...node, ...changes }).calls.length;
    assertEquals([moves({}), moves(like) > 0], [0, true]);
  });
}

Deno.test("reverse futility returns beta plus a part of the evaluation's excess, and razoring returns the score of quiescence search", () => {
  assertEquals(searchScripted({ alpha: -181, depth: 3, numbers: RFP }).score, -180 + 60);
  assertEquals(searchScripted({ alpha: 1081, depth: 2, numbers: RAZORING }).score, 0);
});

/** The reduction of a null move is 3 + depth / 3 + (estimate − beta) / 200; the last term is at most 3. */
const NULL_MOVE: Changes = {
  ...{ nullMoveDepth: 2, nullMoveBase: 3, nullMoveDepthSlope: 342, nullMoveVerifyDepth: 100, nullMoveImproving: 40 },
  ...{ nullMoveEvalSlope: 10, nullMoveEvalBase: 140, nullMoveEvalDivisor: 200, nullMoveEvalMax: 3 },
};

/** A node at depth 12 with beta at zero, whose opponent has just moved. */
function passAt({ change, numbers, ...node }: Partial<Node>): Answer {
  return searchScripted({
    alpha: -1,
    depth: 12,
    known: { move: FIRST },
    ...node,
    numbers: { ...NULL_MOVE, ...numbers },
    change: (search, position) => {
      // No null move follows another, so the position needs a last move.
      setLastMove(position);
      change?.(search, position);
    },
  });
}

const PAWNS = "4k3/pp6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
const noMove: Node["change"] = (_, position) => setLastMove(position, NO_MOVE);
const verifying = (minPly: number): Node["change"] => (search) => search.nullMoveMinPly = minPly;

/** Nodes that try a null move, and similar nodes that do not. */
const PASSES: readonly (readonly [name: string, node: Partial<Node>, like: Partial<Node>])[] = [
  // The evaluation must be 140 − 10 · 12 = 20 above beta; for an improving side, beta itself is enough.
  ["evaluation", { evaluation: 20, change: earlier(2, 1000) }, { evaluation: 19 }],
  ["evaluation, improving", { evaluation: 0, change: earlier(2, -1000) }, { evaluation: -1 }],
  ["a side with more than pawns", { evaluation: 300, known: {} }, { fen: PAWNS }],
  ["not after another null move", { evaluation: 300 }, { change: noMove }],
  ["not while another is verified", { evaluation: 300, change: verifying(PLY) }, { change: verifying(PLY + 1) }],
];

for (const [name, node, like] of PASSES) {
  Deno.test(`a null move is tried: ${name}`, () => {
    const passes = (changes: Partial<Node>) => depthsOf(passAt({ ...node, ...changes }), PASS).length > 0;
    assertEquals([passes({}), passes(like)], [true, false]);
  });
}

Deno.test("a null move is reduced by a constant, a part of the depth, and a part of the evaluation's excess over beta", () => {
  const reduction = (evaluation: number, depth = 12) => depth - depthsOf(passAt({ evaluation, depth }), PASS)[0];
  assertEquals([reduction(199), reduction(200), reduction(2000), reduction(100, 8)], [7, 8, 10, 5]);
  // A search that fails high gives the node's score; a search that fails low has no effect.
  const { score, calls } = passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? 70 : FAILS_LOW });
  assertEquals([score, calls.length], [70, 1]);
  assertEquals(passAt({ evaluation: 100, scoreOf: (move) => move === PASS ? FAILS_LOW : -3 }).score, -3);
});

/** A search with the simple evaluation, for a position after an opponent's move, and the frame at `PLY`. */
function readyAt4(fen: string, staticEval: number): { search: Search; position: Position; frame: Frame } {
  const { search, position } = ready(fen);
  setLastMove(position);
  search.root.depth = 20;
  const frame = frameAt(search, PLY);
  frame.ttEntry.clear();
  Object.assign(frame, { ttPv: false, staticEval, estimate: staticEval, rawEval: staticEval });
  return { search, position, frame };
}

Deno.test("zugzwang with a piece on the board: a null move would save Black, and the verification finds that no real move does", () => {
  // If the bishop moves, the rook takes on a7 and mates; if the pawn takes the rook, b7 mates.
  const fen = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1";
  const cut = (nullMoveVerifyDepth: number) =>
    withParameters({ ...NULL_MOVE, nullMoveBase: 5, nullMoveEvalSlope: 18, rfpDepth: 8, nullMoveVerifyDepth }, () => {
      const { search, position, frame } = readyAt4(fen, -500);
      const plies: number[] = [];
      let minPly = 0;
      Object.defineProperty(search, "nullMoveMinPly", { get: () => minPly, set: (ply) => plies.push(minPly = ply) });
      const score = nullMovePruning(search, frame, -600, 20, true);
      assertEquals(formatFen(position), fen);
      return { score, plies };
    });
  assertGreaterOrEqual(cut(1000).score, -600);
  // In the verification at depth 9, null moves are forbidden for three quarters of the depth.
  assertEquals(cut(15), { score: NO_SCORE, plies: [PLY + 6, 0] });
});

Deno.test("a mate found after a null move is not trusted, so the cutoff returns beta", () => {
  const afterPass = (score: number) =>
    withParameters(NULL_MOVE, () => {
      const { search, position, frame } = readyAt4("8/8/8/8/8/6k1/r7/7K b - - 0 1", 500);
      // The TT entry for the position with White to move.
      position.makeNull();
      search.tt.store(position, PLY + 1, NO_MOVE, -score, 0, 60, BOUND_UPPER, false);
      position.undoNull();
      return nullMovePruning(search, frame, 7, 12, true);
    });
  assertEquals([afterPass(400), afterPass(MATE - 7)], [400, 7]);
});

Deno.test("internal iterative reduction: a PV or cut node without a TT move is searched one ply less deep", () => {
  const childDepth = (isPv: boolean, cutNode: boolean, depth = 4, move?: string) =>
    searchScripted({ alpha: isPv ? -1 : 0, beta: 1, depth, cutNode, known: { move }, numbers: { iirDepth: 4 } })
      .calls[0].depth;
  assertEquals([childDepth(false, true), childDepth(true, false)], [2, 2]);
  // There is no reduction with a TT move, below the minimum depth, or if every move is expected to fail low.
  assertEquals([childDepth(false, false), childDepth(false, true, 3), childDepth(false, true, 4, FIRST)], [3, 2, 3]);
});

/** White wins the queen by a capture, and Black wins nothing after it. */
const HANGING_QUEEN = "3q2k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1";
const PROBCUT = { probCutDepth: 5, probCutReduction: 4, probCutMargin: 100, probCutImproving: 50, probCutTtDepth: 3 };
const below = (score: number) => ({ known: { score, depth: 5, bound: BOUND_UPPER } });

/** Nodes that search a capture four plies less deep, since its quiescence search returns 500, and similar nodes. */
const PROBCUTS: readonly (readonly [name: string, node: Partial<Node>, like: Partial<Node>])[] = [
  ["margin", { alpha: 399 }, { alpha: 400 }],
  ["margin, improving", { alpha: 449, change: earlier(2, 499) }, { alpha: 450 }],
  ["depth", { alpha: 399, depth: 5 }, { depth: 4 }],
  ["no TT result below beta plus the margin", { alpha: 399, ...below(500) }, below(499)],
];

for (const [name, node, like] of PROBCUTS) {
  Deno.test(`ProbCut tries a capture: ${name}`, () => {
    const isTried = (changes: Partial<Node>) => {
      const both = { alpha: 399, depth: 8, ...node, ...changes };
      const scoreOf = (move: string) => move === "d1d8" ? 500 : FAILS_LOW;
      const { calls } = searchScripted({ fen: HANGING_QUEEN, evaluation: 500, scoreOf, ...both, numbers: PROBCUT });
      return calls[0].depth === both.depth - 4;
    };
    assertEquals([isTried({}), isTried(like)], [true, false]);
  });
}

Deno.test("ProbCut returns at least beta, whatever its margin, and nothing if no capture exceeds beta by the margin", () => {
  for (const probCutMargin of [20, 150]) {
    let cuts = 0;
    for (let beta = 0; beta <= 1800; beta += 60) {
      const score = withParameters({ ...PROBCUT, probCutMargin }, () => {
        const { search, frame } = readyAt4(HANGING_QUEEN, 0);
        return probCut(search, frame, beta, 8, true);
      });
      if (score === NO_SCORE) continue;
      cuts++;
      assertGreaterOrEqual(score, beta, `margin ${probCutMargin}`);
    }
    // The side is a rook ahead, so it cuts up to a certain beta.
    assert(cuts > 5 && cuts < 31, `${cuts} cuts with margin ${probCutMargin}`);
  }
});

/** The margin is 75 + 75 · reduced depth + history / 256. */
const FUTILITY: Changes = { futilityDepth: 9, futilityBase: 75, futilitySlope: 75, futilityHistory: 64 };
const HISTORY_DEPTH: Changes = { ...FUTILITY, futilityHistory: 0, pruneDepthHistory: 256 };
const HISTORY: Changes = { historyPruningDepth: 5, historyPruningSlope: 1000 };
const SHALLOW_HISTORY: Changes = { ...HISTORY, historyPruningDepth: 2 };
/** A pawn can take the knight on d4. The bishop can give check on b5, where it can be taken. */
const LOSING: Partial<Node> = { fen: "4k3/8/p7/2p1p3/8/5N2/8/4KB2 w - - 0 1", known: { move: "e1e2" } };
/** A rook can take a pawn that a king defends, which loses 400 centipawns. */
const CAPTURE: Partial<Node> = { fen: "8/4k3/3p4/8/8/8/8/3RK3 w - - 0 1", known: { move: "e1e2" } };
const history = (value: number): Partial<Node> => quietHistory(LATER, value);
const captures = (value: number): Partial<Node> => captureHistory("d1d6", value);
const exchange = (seeNoisySlope: number, seeNoisyDepth = 9): Partial<Node> => ({
  numbers: { seeNoisyDepth, seeNoisySlope, seeNoisyHistory: 512 },
});
const quietExchange = (seeQuietSlope: number, seeNoisySlope: number): Partial<Node> => ({
  numbers: { seeQuietDepth: 9, seeQuietSlope, seeNoisySlope },
});

/** Nodes at depth 4 that skip a move, and the most similar nodes that search it. */
const SKIPS: readonly (readonly [name: string, move: string, node: Partial<Node>, like: Partial<Node>])[] = [
  ["futility: margin by reduced depth", LATER, { alpha: 300, numbers: FUTILITY }, { alpha: 299 }],
  ["futility: depth", LATER, { alpha: 300, numbers: FUTILITY }, { numbers: { ...FUTILITY, futilityDepth: 2 } }],
  ["futility: good history", LATER, { alpha: 310, numbers: FUTILITY, ...history(2560) }, { alpha: 309 }],
  ["futility: bad history", LATER, { alpha: 290, numbers: FUTILITY, ...history(-2560) }, { alpha: 289 }],
  // At depth 4, three plies remain: the margin is 75 + 75 · 3. A history of 4096 · 256 / 1024 = 1024 adds a ply.
  ["history as depth: good", LATER, { alpha: 375, numbers: HISTORY_DEPTH, ...history(4096) }, { alpha: 374 }],
  ["history as depth: bad", LATER, { alpha: 225, numbers: HISTORY_DEPTH, ...history(-4096) }, { alpha: 224 }],
  ["history: by depth", LATER, { numbers: HISTORY, ...history(-4001) }, history(-4000)],
  ["history: depth", LATER, { numbers: HISTORY, ...history(-4001) }, { numbers: SHALLOW_HISTORY }],
  // The margins are 35 · 3² and 36 · 3² for the knight, worth 320, and 82 · 4 and 83 · 4 for the bishop, worth 330.
  ["exchange: quiet", "f3d4", { ...LOSING, ...quietExchange(35, 0) }, quietExchange(36, 0)],
  ["exchange: quiet check", "f1b5", { ...LOSING, ...quietExchange(0, 82) }, quietExchange(0, 83)],
  ["exchange: capture", "d1d6", { ...CAPTURE, ...exchange(99) }, exchange(100)],
  ["exchange: good history", "d1d6", { ...CAPTURE, ...exchange(90), ...captures(1248) }, captures(1280)],
  ["exchange: bad history", "d1d6", { ...CAPTURE, ...exchange(110), ...captures(-1312) }, captures(-1280)],
  ["exchange: depth", "d1d6", { ...CAPTURE, ...exchange(99, 4) }, exchange(99, 3)],
];

/** A node at depth 4 with the window 0 … 1, whose moves fail low. */
function skipAt(node: Partial<Node>): Answer {
  return searchScripted({ alpha: 0, depth: 4, known: { move: FIRST }, ...node });
}

for (const [name, move, node, like] of SKIPS) {
  Deno.test(`a move is skipped: ${name}`, () => {
    const isSearched = (changes: Partial<Node>) => depthsOf(skipAt({ ...node, ...changes }), move).length > 0;
    assertEquals([isSearched({}), isSearched(like)], [false, true]);
  });
}

Deno.test("late move pruning: base + factor · depth² − 1 moves are searched, and a share of them if the side is not improving", () => {
  const at = (depth: number, isImproving: boolean) =>
    skipAt({
      depth,
      numbers: { lmpBase: 3, lmpFactor: 100, lmpNotImproving: 512 },
      change: earlier(2, isImproving ? -1 : 1),
    }).calls.length;
  assertEquals([at(2, true), at(3, true), at(3, false)], [6, 11, 5]);
});

Deno.test("neither futility nor history skips a quiet check", () => {
  const node = { ...LOSING, alpha: 2000, numbers: { ...FUTILITY, historyPruningDepth: 9, historyPruningSlope: -1 } };
  assertEquals(["f1b5", "f1c4"].map((move) => depthsOf(skipAt(node), move).length), [1, 0]);
});

Deno.test("no move is skipped if the side has only pawns or if all searched moves are certain losses, and futility skips none in check", () => {
  const after = (first: number) =>
    skipAt({ alpha: 2000, numbers: FUTILITY, scoreOf: (move) => move === FIRST ? first : FAILS_LOW }).calls.length;
  // The second move is not a certain loss, so later moves may be skipped.
  assertEquals([after(FAILS_LOW), after(10 - MATE)], [1, 2]);
  for (const fen of ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4r3/8/8/1N2K3 w - - 0 1"]) {
    const { calls } = skipAt({ fen, known: { move: "e1d1" }, alpha: 2000, numbers: FUTILITY });
    assertEquals(calls.length, legalMoves(parseFen(fen)).length, fen);
  }
});
