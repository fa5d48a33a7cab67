/** Single nodes: what they read from and write into the transposition table (TT), and when they learn. @module */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import { DRAW, INFINITE, MATE, MAX_PLY } from "../../core/score.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, WHITE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { HISTORIES } from "../../learning/histories.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import { nullMovePruning } from "../../search/node.ts";
import type { Search } from "../../search/search.ts";
import { clockKey } from "../../search/transposition.ts";
import { SIMPLE } from "./evaluators.ts";
import { createSearch, entryOf, legalMoves, moveOf, run } from "./fixtures.ts";
import { entries, setButterfly } from "./learned.ts";
import { NUMBERS } from "../learning/history_fixtures.ts";
import { frameAt, know, lineAt, playLine, ready, searchAt, setLastMove, setPlayed } from "./nodes.ts";
import { lesson, NO_NODE_PRUNING, NO_PRUNING, withOnly, withParameters } from "./parameters.ts";
import { searchScripted } from "./scripted_children.ts";

const QUIET = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";

/** The score of a node with a null window at `beta`, and whether it was known without a search. */
function probeNode(score: number, storedDepth: number, bound: number, beta: number, depth = 5): [number, boolean] {
  const { search, position } = ready(QUIET);
  know(search, position, NO_MOVE, score, storedDepth, bound);
  const found = withParameters(NO_NODE_PRUNING, () => searchAt(search, beta - 1, beta, depth, 4, false));
  return [found, search.clock.nodes === 1];
}

Deno.test("a TT result becomes the node's score if it is as deep as the node and its bound decides", () => {
  for (const sign of [1, -1]) {
    const [decides, doesNot] = sign > 0 ? [BOUND_LOWER, BOUND_UPPER] : [BOUND_UPPER, BOUND_LOWER];
    for (const [depth, bound] of [[5, decides], [9, BOUND_EXACT], [5, BOUND_EXACT]]) {
      assertEquals(probeNode(sign * 5000, depth, bound, sign * 4000), [sign * 5000, true]);
    }
    // Beta is far from any score that a search finds here.
    for (const [depth, bound] of [[4, decides], [5, doesNot], [5, BOUND_NONE]]) {
      const [score, wasKnown] = probeNode(sign * 5000, depth, bound, sign * 4000);
      assert(sign * score < 4000 && !wasKnown, `${score}`);
    }
  }
});

Deno.test("a node with an open window does not use the TT score as its own", () => {
  const { search, position } = ready(QUIET);
  know(search, position, NO_MOVE, 5000, 9, BOUND_EXACT);
  assert(searchAt(search, -INFINITE, INFINITE, 3, 4, false) < 5000);
});

Deno.test("the TT counts the plies to a mate from the node that stores it; a node converts them to plies from the root", () => {
  // A mate three plies below the node: seven plies from the root if the node is at ply 4.
  assertEquals(probeNode(MATE - 3, 9, BOUND_EXACT, 4000), [MATE - 7, true]);
  assertEquals(probeNode(3 - MATE, 9, BOUND_EXACT, -4000), [7 - MATE, true]);
  for (const ply of [1, 6]) {
    const { search, position } = ready("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    const score = withParameters({ lmpBase: 100 }, () => searchAt(search, -INFINITE, INFINITE, 3, ply, false));
    assertEquals(score, MATE - ply - 1);
    const { score: stored, bound, move } = entryOf(search.tt, position);
    // No shorter mate is possible, so the window ends there. Only a lower bound can be known.
    assertEquals([stored, bound, move], [MATE - 1, BOUND_LOWER, moveOf(position, "d1d8")]);
  }
});

Deno.test("a node stores the kind of its score: exact inside the window, otherwise a bound", () => {
  const exact = searchAt(ready(QUIET).search, -INFINITE, INFINITE, 1, 4, false);
  const stored = (alpha: number, beta: number) => {
    const { search, position } = ready(QUIET);
    withParameters(NO_NODE_PRUNING, () => searchAt(search, alpha, beta, 1, 4, false));
    const { bound, depth, move } = entryOf(search.tt, position);
    return [bound, depth, move !== NO_MOVE];
  };
  assertEquals(stored(exact - 100, exact + 100), [BOUND_EXACT, 1, true]);
  // At beta itself the node fails high, and at alpha itself it fails low.
  assertEquals(stored(exact - 1, exact), [BOUND_LOWER, 1, true]);
  assertEquals(stored(exact, exact + 1), [BOUND_UPPER, 1, false]);
});

Deno.test("a result from far before the fifty-move draw is not used close to that draw", () => {
  const known = (halfmoves: number, clock: number) => {
    const { search, position } = ready(QUIET.replace("0 1", `${halfmoves} 90`));
    const keyed = { keyLo: position.keyLo ^ clockKey(clock), keyHi: position.keyHi, halfmoves: 0 };
    search.tt.store(keyed, 0, NO_MOVE, 5000, 0, 9, BOUND_EXACT, false);
    const score = withParameters(NO_NODE_PRUNING, () => searchAt(search, 3999, 4000, 2, 4, false));
    return score === 5000 && search.clock.nodes === 1;
  };
  assertEquals([known(0, 0), known(90, 0), known(90, 90), known(90, 60)], [true, false, true, false]);
});

Deno.test("a node that excludes a move stores nothing and corrects nothing, because its score is not that of the position", () => {
  withOnly(["pawnCorrection"], NO_NODE_PRUNING, () => {
    for (const isExcluding of [false, true]) {
      const { search, position } = ready(QUIET);
      const frame = frameAt(search, 4);
      frame.excluded = isExcluding ? moveOf(position, "e1e2") : NO_MOVE;
      frame.staticEval = 5;
      searchAt(search, -1, 0, 1, 4, false);
      assertGreater(search.clock.nodes, 1);
      assertEquals(entryOf(search.tt, position).isHit, !isExcluding);
      assertEquals(entries(search.corrections.of(CORRECTIONS[0])).length, isExcluding ? 0 : 1);
    }
  });
});

Deno.test("in a search with several lines, the move of the best line is stored for the root", () => {
  const { search } = createSearch(1, SIMPLE);
  const position = parseFen("4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1");
  const { bestMove } = run(search, position, { depth: 6, multiPv: 5 });
  assertEquals(bestMove, moveOf(position, "d1d4"));
  assertEquals(entryOf(search.tt, position).move, bestMove);
});

Deno.test("a PV node stores its lowered depth if the depth was lowered after alpha was raised", () => {
  withParameters({ ...NO_PRUNING, alphaRaiseLow: 1, alphaRaiseHigh: 20, alphaRaiseReduction: 3 }, () => {
    const { search, position } = ready(QUIET);
    searchAt(search, -INFINITE, INFINITE, 2, 4, false);
    const { depth, bound } = entryOf(search.tt, position);
    assertEquals([depth, bound], [1, BOUND_EXACT]);
  });
});

Deno.test("after a null move, the child node sees no previous move", () => {
  const { search, position } = ready(QUIET);
  setLastMove(position);
  setPlayed(search, 4, makePiece(WHITE, KNIGHT), 21);
  const passed: number[] = [];
  const makeNull = position.makeNull;
  position.makeNull = () => {
    passed.push(frameAt(search, 4).pieceTo);
    makeNull.call(position);
  };
  const frame = Object.assign(frameAt(search, 4), { staticEval: 500, estimate: 500 });
  assert(nullMovePruning(search, frame, 0, 4, true) >= 0);
  assertEquals(passed, [0]);
});

Deno.test("mate distance pruning: a node with a window beyond every possible mate is not searched", () => {
  const { search } = ready(QUIET);
  const answer = (alpha: number, beta: number) => {
    const before = search.clock.nodes;
    const score = searchAt(search, alpha, beta, 6, 10, false);
    return [score, search.clock.nodes - before];
  };
  // At ply 10 the fastest mate is at ply 11, and the worst is to be mated here.
  assertEquals(answer(MATE - 11, MATE - 10), [MATE - 11, 1]);
  assertEquals(answer(9 - MATE, 10 - MATE), [10 - MATE, 1]);
  assertGreater(answer(MATE - 12, MATE - 11)[1], 1);
});

Deno.test("draws, and nodes at the end of the stack, are scored without a search", () => {
  const answer = (fen: string, ply = 4) => {
    const { search } = ready(fen);
    const score = searchAt(search, -INFINITE, INFINITE, 6, ply, false);
    return [score, search.clock.nodes];
  };
  assertEquals(answer("4k3/8/8/8/8/8/8/4KR2 w - - 100 80"), [DRAW, 1]);
  assertEquals(answer("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), [DRAW, 1]);
  assertEquals(answer("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80"), [4 - MATE, 1]);
  assertEquals(answer("k7/1R6/K7/8/8/8/8/8 b - - 0 1"), [DRAW, 1]);
  assertEquals(answer(QUIET, MAX_PLY)[1], 1);
  assertEquals(answer("4k3/pp6/8/8/7q/8/5P2/4K2R b - - 0 1".replace(" b ", " w "), MAX_PLY)[1], 1);
});

Deno.test("a side that can repeat has at least a draw", () => {
  // Rook and king went away and came back once. White, a rook behind, can repeat the position of ply 0.
  const { search, position } = ready("8/5k2/8/8/8/3K4/8/r7 w - - 0 1");
  const ply = playLine(position, search, ["d3e3", "a1a2", "e3d3", "a2a1", "d3e3", "a1a2", "e3d3"]);
  assertEquals(searchAt(search, -1, 0, 4, ply, false), DRAW);
});

Deno.test("a score above beta is blended with beta, most strongly in shallow nodes, unless the score is certain", () => {
  const found = (score: number, depth: number, alpha = -1) =>
    searchScripted({ alpha, depth, scoreOf: () => score }).score;
  assertEquals([found(100, 2), found(100, 9), found(120, 4, 19)], [66, 90, 100]);
  assertEquals([found(MATE - 20, 3), found(-77, 4, 0)], [MATE - 20, -77]);
});

Deno.test("a node with no move except the excluded one fails low", () => {
  const { search, position } = ready("8/8/8/8/8/5k2/8/r6K w - - 0 1");
  frameAt(search, 2).excluded = moveOf(position, "h1h2");
  assertEquals(searchAt(search, 99, 100, 2, 2, false), 99);
});

/** Black is to move; its knight is still at home. */
const BLACK_TO_MOVE = "4k1n1/pp6/8/8/8/8/5PP1/2B1K2R b - - 0 1";

/** The butterfly entry of a move from and to these squares. */
function butterflyOf({ histories }: Search, colour: number, from: string, to: string): number {
  return histories.of(HISTORIES.butterfly)[colour << 12 | parseSquare(from) | parseSquare(to) << 6];
}

/** The bonus is 100 and the malus 90 for each ply of depth. */
const HUNDREDS = {
  ...NO_NODE_PRUNING,
  ...lesson("quietBonus", 100, 0, 1700),
  ...lesson("quietMalus", 90, 0, 1700),
  bonusButterfly: 1024,
  malusButterfly: 1024,
  bonusContinuation1: 1024,
};

Deno.test("a quiet TT move that cuts a node is credited before it is searched", () => {
  withOnly(["butterfly", "ttCredit"], { ...HUNDREDS, ttCreditFactor: 512 }, () => {
    const credited = (bound: number, beta: number) => {
      const { search, position } = ready(QUIET);
      know(search, position, moveOf(position, "e1e2"), 5000, 9, bound);
      searchAt(search, beta - 1, beta, 6, 4, false);
      return butterflyOf(search, WHITE, "e1", "e2");
    };
    // At depth 6 the bonus is 600, and the TT move gets half of it. An upper bound that fails low credits nothing.
    assertEquals([credited(BOUND_LOWER, 4000), credited(BOUND_UPPER, 6000)], [300, 0]);
  });
});

Deno.test("a node that fails low credits the opponent's move that led to it", () => {
  withOnly(["butterfly", "failLow"], { ...HUNDREDS, priorMoveFactor: 512 }, () => {
    const credited = (alpha: number) => {
      const { search, position } = ready(BLACK_TO_MOVE);
      searchAt(search, alpha, alpha + 1, 1, playLine(position, search, ["g8f6"]), false);
      return butterflyOf(search, BLACK, "g8", "f6");
    };
    assertEquals([credited(3000), credited(-3000)], [50, 0]);
  });
});

Deno.test("a node credits the quiet move that led to it if that move changed the evaluation", () => {
  const numbers = { ...HUNDREDS, swingFactor: 16, swingGainMax: 1000, swingLossMax: 1000, swingOffset: 0 };
  withOnly(["butterfly", "swing"], numbers, () => {
    const { search, position } = ready(BLACK_TO_MOVE);
    const ply = playLine(position, search, ["g8f6"]);
    frameAt(search, ply - 1).staticEval = -100;
    searchAt(search, -INFINITE, INFINITE, 1, ply, false);
    // The factor is 1. For the side that moved, the evaluation changed from −100 to minus this node's evaluation.
    assertEquals(butterflyOf(search, BLACK, "g8", "f6"), 100 - frameAt(search, ply).staticEval);
  });
});

Deno.test("a beta cutoff teaches the histories by the node's depth, and by one ply more if the score is far above beta", () => {
  withOnly(["butterfly"], { ...HUNDREDS, clearCutoffMargin: 100 }, () => {
    const bonus = (below: number) => {
      const { search } = ready(QUIET);
      const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
      search.newGame();
      search.tt.clear();
      searchAt(search, exact - below - 1, exact - below, 1, 4, false);
      return entries(search.histories.of(HISTORIES.butterfly)).map(([, value]) => value);
    };
    assertEquals([bonus(0), bonus(1000)], [[100], [200]]);
  });
});

Deno.test("an exact score teaches a share of a cutoff's lesson", () => {
  withOnly(["butterfly", "exact"], { ...HUNDREDS, exactFactor: 512 }, () => {
    const { search } = ready(QUIET);
    searchAt(search, -INFINITE, INFINITE, 1, 4, false);
    const [best] = lineAt(search, 4);
    assertEquals(entries(search.histories.of(HISTORIES.butterfly)), [[best & 0xfff, 50]]);
  });
});

Deno.test("the moves that a node searched before its cutoff get a malus", () => {
  const noSkips = { lmpBase: 100, futilityDepth: -1, historyPruningDepth: -1, seeQuietDepth: -1 };
  withOnly(["butterfly", "malus"], { ...HUNDREDS, ...noSkips }, () => {
    const { search, position } = ready(QUIET);
    const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
    const best = lineAt(search, 4)[0];
    // With the worst history, the best move is searched last.
    search.newGame();
    search.tt.clear();
    setButterfly(search, best, -8192);
    searchAt(search, exact - 1, exact, 1, 4, false);
    const table = search.histories.of(HISTORIES.butterfly);
    const others = legalMoves(position).filter((move) => move !== best);
    assertEquals(others.map((move) => table[move & 0xfff]), others.map(() => -90));
    // The bonus of 100 changes the entry to −8192 + 100 + 8192 · 100 / 8192.
    assertEquals(table[best & 0xfff], -7992);
  });
});

Deno.test("a node learns whether its TT move was the best", () => {
  const learned = (best: string, move = "b1c3") => {
    const node = { alpha: 0, depth: 4, uses: ["ttMove", "malus"], known: move === "" ? {} : { move } } as const;
    const scoreOf = (each: string) => each === best ? 1 : -5000;
    const { search } = searchScripted({ ...node, numbers: { ...NUMBERS, pruneTtMove: 4 }, scoreOf });
    return search.histories.of(HISTORIES.ttMove)[0];
  };
  // At depth 4 the bonus is 180 · 4 − 100 and the malus 200 · 4 − 60. A node without a TT move learns nothing.
  assertEquals([learned("b1c3"), learned("f1g3"), learned("b1c3", "")], [620, -740, 0]);
});
