/**
 * Null move pruning, ProbCut and late move pruning: where they cut, what they return, and what keeps them from being
 * wrong.
 *
 * @module
 */

import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { nullMovePruning, probCut } from "../../search/node.ts";
import { allowsProbCut, lateMoveLimit, nullMoveReduction, probCutBeta } from "../../search/pruning.ts";
import { MATE, NO_SCORE } from "../../core/score.ts";
import { BOUND_NONE, BOUND_UPPER, scoreToTt } from "../../search/bound.ts";
import type { NodeState } from "../../search/node_state.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN } from "../../learning/stack.ts";
import { SIMPLE } from "./evaluators.ts";
import {
  analyse,
  type Changes,
  createSearch,
  entryOf,
  KIWIPETE,
  MIDDLEGAME,
  prepare,
  setPlayed,
  withParameters,
} from "./fixtures.ts";

/** Reductions of null moves, fixed: 5 + depth / 3 + (estimate − beta) / 200, at most 3; and where they compete. */
const NULL_MOVE: Changes = {
  nullMoveDepth: 2,
  nullMoveBase: 5,
  nullMoveDepthSlope: 342,
  nullMoveEvalDivisor: 200,
  nullMoveEvalMax: 3,
  nullMoveEvalSlope: 18,
  nullMoveEvalBase: 140,
  rfpDepth: 8,
};

/** An expected cut node at ply 4, of which the table knows nothing. */
function cutNodeAt(search: Search, beta: number, depth: number, staticEval: number): NodeState {
  const node = search.rootNode.ask(beta - 1, beta, depth, 4, true);
  node.readNothing(false);
  return Object.assign(node, { staticEval, estimate: staticEval, rawEval: staticEval, isImproving: false });
}

Deno.test("zugzwang with a piece on the board: a pass would save Black, and its verification finds that no move does", () => {
  // The bishop must leave a7 to the rook, or the pawn takes it and b7 mates.
  const cut = (nullMoveVerifyDepth: number) =>
    withParameters({ ...NULL_MOVE, nullMoveVerifyDepth }, () => {
      const position = parseFen("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1");
      const { search } = createSearch(1, SIMPLE);
      prepare(search, position);
      setPlayed(search.stack, 3, 4, 0, 40);
      search.rootDepth = 20;
      const score = nullMovePruning(search, cutNodeAt(search, -600, 20, -500));
      // Null moves are allowed again.
      assertEquals(search.nullMoveMinPly, 0);
      return score;
    });
  assert(cut(1000) >= -600);
  assertEquals(cut(15), NO_SCORE);
});

Deno.test("a verification forbids null moves for three quarters of its depth", () => {
  withParameters({ ...NULL_MOVE, nullMoveVerifyDepth: 10, nullMoveVerifiedShare: 75 }, () => {
    const { search } = createSearch(1, SIMPLE);
    prepare(search, parseFen("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1"));
    setPlayed(search.stack, 3, 4, 0, 40);
    search.rootDepth = 20;
    const node = cutNodeAt(search, -600, 20, -500);
    const depth = 20 - nullMoveReduction(node);
    let minPly = 0;
    const set: number[] = [];
    Object.defineProperty(search, "nullMoveMinPly", { get: () => minPly, set: (ply) => set.push(minPly = ply) });
    nullMovePruning(search, node);
    assertEquals(set, [4 + Math.floor(0.75 * depth), 0]);
  });
});

/** What null-move pruning says at a node whose evaluation is far above beta. */
function passAt(fen: string, change: (search: Search) => void = () => {}): { score: number; nodes: number } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  setPlayed(search.stack, 3, 9, 52, 44);
  change(search);
  const before = formatFen(position);
  const score = nullMovePruning(search, cutNodeAt(search, 0, 6, 300));
  assertEquals(formatFen(position), before);
  return { score, nodes: search.nodes };
}

Deno.test("null-move pruning passes and cuts, but not with pawns alone, not twice in a row, not while it is verified", () => {
  const fen = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
  assert(passAt(fen).score >= 0);
  const none = { score: NO_SCORE, nodes: 0 };
  assertEquals(passAt("4k3/pp6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), none);
  assertEquals(passAt(fen, (search) => search.stack.move[3 + MARGIN] = NO_MOVE), none);
  assertEquals(passAt(fen, (search) => search.nullMoveMinPly = 5), none);
});

Deno.test("after a pass an expected cut node is followed by one that is none, and the other way round", () => {
  for (const cutNode of [true, false]) {
    const position = parseFen(MIDDLEGAME);
    const { search } = createSearch(1, SIMPLE);
    prepare(search, position);
    setPlayed(search.stack, 3, 9, 52, 44);
    const node = Object.assign(cutNodeAt(search, 0, 6, 500), { cutNode });
    const asked: boolean[] = [];
    const child = node.child.bind(node);
    node.child = (alpha, beta, depth, isCutNode) => {
      asked.push(isCutNode);
      return child(alpha, beta, depth, isCutNode);
    };
    nullMovePruning(search, node);
    assertEquals(asked, [!cutNode]);
  }
});

Deno.test("a mate found after a pass is not believed: the cutoff returns beta", () => {
  const afterPass = (score: number) =>
    withParameters({ ...NULL_MOVE, nullMoveVerifyDepth: 100 }, () => {
      const position = parseFen("8/8/8/8/8/6k1/r7/7K b - - 0 1");
      const { search } = createSearch(1, SIMPLE);
      prepare(search, position);
      setPlayed(search.stack, 3, 6, 7, 7);
      // What is known of White to move, at ply 5.
      position.makeNull();
      search.table.store(position, entryOf(NO_MOVE, scoreToTt(-score, 5), 0, 60, BOUND_UPPER, false));
      position.undoNull();
      return nullMovePruning(search, cutNodeAt(search, 7, 12, 500));
    });
  assertEquals(afterPass(400), 400);
  assertEquals(afterPass(MATE - 7), 7);
});

/** White to move wins the queen, and nothing takes back. */
const HANGING_QUEEN = "3q2k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1";

/** ProbCut at depth 8 with these bounds, in a position whose evaluation is about even. */
function cut(beta: number, margin: number): number {
  const position = parseFen(HANGING_QUEEN);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  return probCut(search, cutNodeAt(search, beta, 8, 0), beta + margin);
}

Deno.test("what ProbCut returns is at least beta, whatever its margin, and below what the search found", () => {
  for (const margin of [20, 100, 150]) {
    let cuts = 0;
    for (let beta = 0; beta <= 1800; beta += 15) {
      const score = cut(beta, margin);
      if (score === NO_SCORE) continue;
      cuts++;
      assertGreaterOrEqual(score, beta, `margin ${margin}`);
    }
    // A rook ahead, so it cuts up to some beta, and no further.
    assert(cuts > 20 && cuts < 121, `${cuts} cuts with margin ${margin}`);
  }
});

Deno.test("ProbCut: the bound is a margin above beta, a smaller one for a side that is improving", () => {
  withParameters({ probCutMargin: 150, probCutImproving: 50 }, () => {
    const node = cutNodeAt(createSearch(1, SIMPLE).search, 40, 8, 0);
    assertEquals(probCutBeta(node), 190);
    node.isImproving = true;
    assertEquals(probCutBeta(node), 140);
  });
});

Deno.test("ProbCut needs depth, an ordinary beta, and no table result almost as deep that is below its bound", () => {
  const allows = (changes: Partial<NodeState>): boolean =>
    withParameters({ probCutDepth: 5, probCutTtDepth: 3 }, () => {
      const node = cutNodeAt(createSearch(1, SIMPLE).search, 40, 8, 0);
      return allowsProbCut(Object.assign(node, changes), 190);
    });
  assertEquals(allows({}), true);
  assertEquals([allows({ depth: 5 }), allows({ depth: 4 })], [true, false]);
  assertEquals([allows({ beta: MATE - 9 }), allows({ beta: 9 - MATE })], [false, false]);
  const table = { ttBound: BOUND_UPPER, ttDepth: 5, ttScore: 189 };
  assertEquals(allows(table), false);
  assertEquals(allows({ ...table, ttScore: 190 }), true);
  assertEquals(allows({ ...table, ttDepth: 4 }), true);
  assertEquals(allows({ ...table, ttBound: BOUND_NONE }), true);
});

Deno.test("ProbCut does nothing where no capture beats beta and the margin", () => {
  assertEquals(cut(2000, 100), NO_SCORE);
});

Deno.test("late move pruning never leaves a node without a move that was searched", () => {
  withParameters({ lmpBase: 1, lmpFactor: 100 }, () => {
    assertEquals(lateMoveLimit(1, false), 1);
    for (const fen of [START_FEN, MIDDLEGAME, KIWIPETE]) {
      const { score, bestMove } = analyse(fen, { depth: 6 });
      assert(bestMove !== NO_MOVE && Math.abs(score) < 2000, `${score}`);
    }
  });
});
