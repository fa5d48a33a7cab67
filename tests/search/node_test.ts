/**
 * Single nodes of the main search: what they take from the table and put into it, what they learn, their line.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, WHITE } from "../../core/types.ts";
import { nullMovePruning } from "../../search/node.ts";
import { DRAW, INFINITE, isMateScore, MATE, MAX_PLY } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN } from "../../learning/stack.ts";
import { clockKey } from "../../search/transposition.ts";
import { SIMPLE } from "./evaluators.ts";
import {
  createSearch,
  entries,
  entryOf,
  legalMoves,
  moveOf,
  names,
  NO_NODE_PRUNING,
  playLine,
  prepare,
  replay,
  run,
  searchAt,
  setPlayed,
  withOnly,
  withParameters,
} from "./fixtures.ts";

const QUIET = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";

function ready(fen: string): { search: Search; position: Position } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  return { search, position };
}

/** Writes what the table knows of a position whose half-move clock is low. */
function know(search: Search, position: Position, move: number, score: number, depth: number, bound: number): void {
  search.table.store(position, entryOf(move, score, 0, depth, bound, false));
}

/** The score of a node with a null window at `beta`, and whether it was known without a search. */
function probeNode(score: number, storedDepth: number, bound: number, beta: number, depth = 5): [number, boolean] {
  const { search, position } = ready(QUIET);
  know(search, position, NO_MOVE, score, storedDepth, bound);
  const found = withParameters(NO_NODE_PRUNING, () => searchAt(search, beta - 1, beta, depth, 4, false));
  return [found, search.nodes === 1];
}

Deno.test("a table result as deep as the node, with a bound that decides, is the node's score", () => {
  assertEquals(probeNode(5000, 5, BOUND_LOWER, 4000), [5000, true]);
  assertEquals(probeNode(5000, 9, BOUND_EXACT, 4000), [5000, true]);
  assertEquals(probeNode(-5000, 5, BOUND_UPPER, -4000), [-5000, true]);
  assertEquals(probeNode(-5000, 5, BOUND_EXACT, -4000), [-5000, true]);
});

Deno.test("a table result that is too shallow, or whose bound does not decide, is not", () => {
  // Beta is far above anything that a search of this position finds.
  const [score, wasKnown] = probeNode(5000, 4, BOUND_LOWER, 4000);
  assert(score < 4000 && !wasKnown);
  assert(probeNode(5000, 5, BOUND_UPPER, 4000)[0] < 4000);
  assert(probeNode(5000, 5, BOUND_NONE, 4000)[0] < 4000);
  assert(probeNode(-5000, 4, BOUND_UPPER, -4000)[0] > -4000);
  assert(probeNode(-5000, 5, BOUND_LOWER, -4000)[0] > -4000);
});

Deno.test("a node with an open window does not take the table's word for its score", () => {
  const { search, position } = ready(QUIET);
  know(search, position, NO_MOVE, 5000, 9, BOUND_EXACT);
  assert(searchAt(search, -INFINITE, INFINITE, 3, 4, false) < 5000);
});

Deno.test("a mate from the table is counted from the node that reads it, a mate put there from the node that found it", () => {
  // A mate three plies below the node: seven plies from the root if the node is at ply 4.
  assertEquals(probeNode(MATE - 3, 9, BOUND_EXACT, 4000), [MATE - 7, true]);
  assertEquals(probeNode(3 - MATE, 9, BOUND_EXACT, -4000), [7 - MATE, true]);
  for (const ply of [1, 6]) {
    const { search, position } = ready("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    const score = withParameters({ lmpBase: 100 }, () => searchAt(search, -INFINITE, INFINITE, 3, ply, false));
    assertEquals(score, MATE - ply - 1);
    assert(search.table.probe(position));
    assertEquals(search.table.hit.score, MATE - 1);
    // No shorter mate is possible, so the window ends there: a lower bound is all that there is to know.
    assertEquals(search.table.hit.bound, BOUND_LOWER);
    assertEquals(search.table.hit.move, moveOf(position, "d1d8"));
  }
});

Deno.test("a node stores what its score is: exact inside the window, else a bound", () => {
  const exact = (() => {
    const { search } = ready(QUIET);
    return searchAt(search, -INFINITE, INFINITE, 1, 4, false);
  })();
  const stored = (alpha: number, beta: number) => {
    const { search, position } = ready(QUIET);
    withParameters(NO_NODE_PRUNING, () => searchAt(search, alpha, beta, 1, 4, false));
    assert(search.table.probe(position));
    return [search.table.hit.bound, search.table.hit.depth, search.table.hit.move !== NO_MOVE];
  };
  assertEquals(stored(exact - 100, exact + 100), [BOUND_EXACT, 1, true]);
  // At beta itself the node fails high, at alpha itself low.
  assertEquals(stored(exact - 1, exact), [BOUND_LOWER, 1, true]);
  assertEquals(stored(exact, exact + 1), [BOUND_UPPER, 1, false]);
});

Deno.test("what is stored far from the fifty-move draw does not count close to it", () => {
  const known = (halfmoves: number, clock: number) => {
    const { search, position } = ready(QUIET.replace("0 1", `${halfmoves} 90`));
    const keyed = { keyLo: position.keyLo ^ clockKey(clock), keyHi: position.keyHi, halfmoves: 0 };
    search.table.store(keyed, entryOf(NO_MOVE, 5000, 0, 9, BOUND_EXACT, false));
    const score = withParameters(NO_NODE_PRUNING, () => searchAt(search, 3999, 4000, 2, 4, false));
    return score === 5000 && search.nodes === 1;
  };
  assert(known(0, 0));
  assert(!known(90, 0));
  assert(known(90, 90));
  assert(!known(90, 60));
});

Deno.test("a node that leaves a move out stores nothing: its score is not the position's", () => {
  const { search, position } = ready(QUIET);
  search.stack.excluded[4 + MARGIN] = moveOf(position, "e1e2");
  searchAt(search, -1, 0, 4, 4, false);
  assertGreater(search.nodes, 1);
  assert(!search.table.probe(position));
});

Deno.test("of several lines, the best one's move is stored for the root", () => {
  const { search } = createSearch(1, SIMPLE);
  const position = parseFen("4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1");
  const { bestMove } = run(search, position, { depth: 6, multiPv: 5 });
  assertEquals(bestMove, moveOf(position, "d1d4"));
  assert(search.table.probe(position));
  assertEquals(search.table.hit.move, bestMove);
});

Deno.test("a null move leaves no move on the stack", () => {
  const { search, position } = ready(QUIET);
  setPlayed(search.stack, 3, makePiece(BLACK, KNIGHT), 62, 45);
  setPlayed(search.stack, 4, makePiece(WHITE, KNIGHT), 6, 21);
  const passed: number[][] = [];
  const makeNull = position.makeNull;
  position.makeNull = () => {
    passed.push([search.stack.move[4 + MARGIN], search.stack.pieceTo[4 + MARGIN]]);
    makeNull.call(position);
  };
  const node = search.rootNode.ask(-1, 0, 4, 4, true);
  assert(nullMovePruning(search, Object.assign(node, { staticEval: 500, estimate: 500 })) >= 0);
  assertEquals(passed, [[NO_MOVE, 0]]);
});

Deno.test("mate distance pruning: a window beyond every mate from here is answered without a search", () => {
  const { search } = ready(QUIET);
  const answer = (alpha: number, beta: number) => {
    const before = search.nodes;
    const score = searchAt(search, alpha, beta, 6, 10, false);
    return [score, search.nodes - before];
  };
  // At ply 10 the fastest mate is at ply 11, and the worst is to be mated here.
  assertEquals(answer(MATE - 11, MATE - 10), [MATE - 11, 1]);
  assertEquals(answer(9 - MATE, 10 - MATE), [10 - MATE, 1]);
  assertGreater(answer(MATE - 12, MATE - 11)[1], 1);
});

Deno.test("draws, and the end of the stack, are answered without a search", () => {
  const answer = (fen: string, ply: number) => {
    const { search } = ready(fen);
    const score = searchAt(search, -INFINITE, INFINITE, 6, ply, false);
    return [score, search.nodes];
  };
  assertEquals(answer("4k3/8/8/8/8/8/8/4KR2 w - - 100 80", 4), [DRAW, 1]);
  assertEquals(answer("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", 4), [DRAW, 1]);
  assertEquals(answer("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80", 4), [4 - MATE, 1]);
  assertEquals(answer("k7/1R6/K7/8/8/8/8/8 b - - 0 1", 4), [DRAW, 1]);
  assertEquals(answer(QUIET, MAX_PLY)[1], 1);
  assertEquals(answer("4k3/pp6/8/8/7q/8/5P2/4K2R b - - 0 1".replace(" b ", " w "), MAX_PLY)[1], 1);
});

Deno.test("a side that can repeat has at least a draw", () => {
  // Rook and king came and went once: White, a rook behind, can bring back the position of ply 0.
  const { search, position } = ready("8/5k2/8/8/8/3K4/8/r7 w - - 0 1");
  const ply = playLine(position, search.stack, ["d3e3", "a1a2", "e3d3", "a2a1", "d3e3", "a1a2", "e3d3"]);
  assertEquals(searchAt(search, -1, 0, 4, ply, false), DRAW);
});

Deno.test("a quiet table move that cuts a node is credited before it is searched", () => {
  withOnly(["useButterfly", "useTtCredit"], {
    quietBonusSlope: 180,
    quietBonusOffset: 100,
    quietBonusMax: 1700,
    ttCreditFactor: 512,
  }, () => {
    const credited = (bound: number, beta: number) => {
      const { search, position } = ready(QUIET);
      const move = moveOf(position, "e1e2");
      know(search, position, move, 5000, 9, bound);
      searchAt(search, beta - 1, beta, 6, 4, false);
      const index = WHITE << 12 | parseSquare("e1") | parseSquare("e2") << 6;
      return search.histories.quiet.butterfly.entries[index];
    };
    // Half of 180 · 6 − 100.
    assertEquals(credited(BOUND_LOWER, 4000), 490);
    // An upper bound that fails low credits nothing.
    assertEquals(credited(BOUND_UPPER, 6000), 0);
  });
});

Deno.test("a node that fails low credits the opponent's move that led to it", () => {
  withOnly(["useButterfly", "usePriorMove"], {
    quietBonusSlope: 180,
    quietBonusOffset: 100,
    quietBonusMax: 1700,
    priorMoveFactor: 512,
    ...NO_NODE_PRUNING,
  }, () => {
    const credited = (alpha: number) => {
      const { search, position } = ready("4k1n1/pp6/8/8/8/8/5PP1/2B1K2R b - - 0 1");
      const ply = playLine(position, search.stack, ["g8f6"]);
      searchAt(search, alpha, alpha + 1, 1, ply, false);
      return search.histories.quiet.butterfly.entries[BLACK << 12 | parseSquare("g8") | parseSquare("f6") << 6];
    };
    // Half of 180 · 1 − 100.
    assertEquals(credited(3000), 40);
    assertEquals(credited(-3000), 0);
  });
});

Deno.test("a node whose evaluation swung credits the quiet move that led to it", () => {
  withOnly(["useButterfly", "useEvaluationSwing"], {
    swingFactor: 16,
    swingGainMax: 1000,
    swingLossMax: 1000,
    swingOffset: 0,
  }, () => {
    const { search, position } = ready("4k1n1/pp6/8/8/8/8/5PP1/2B1K2R b - - 0 1");
    const ply = playLine(position, search.stack, ["g8f6"]);
    search.stack.staticEval[ply - 1 + MARGIN] = -100;
    searchAt(search, -INFINITE, INFINITE, 1, ply, false);
    const index = BLACK << 12 | parseSquare("g8") | parseSquare("f6") << 6;
    // One for one: the mover's evaluation rose from −100 to what the node says, seen from the other side.
    assertEquals(search.histories.quiet.butterfly.entries[index], 100 - search.stack.staticEval[ply + MARGIN]);
  });
});

Deno.test("a beta cutoff teaches the histories at the node's depth, and one more if it is clear", () => {
  withOnly(["useButterfly"], {
    quietBonusSlope: 100,
    quietBonusOffset: 0,
    quietBonusMax: 1700,
    clearCutoffMargin: 100,
    ...NO_NODE_PRUNING,
  }, () => {
    const bonus = (below: number) => {
      const { search } = ready(QUIET);
      const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
      search.newGame();
      search.table.clear();
      searchAt(search, exact - below - 1, exact - below, 1, 4, false);
      const found = entries(search.histories.quiet.butterfly.entries).map(([, value]) => value);
      assertEquals(found.length, 1);
      return found[0];
    };
    assertEquals(bonus(0), 100);
    assertEquals(bonus(1000), 200);
  });
});

Deno.test("the continuation of a node's moves is that of the stack, whatever the board's past", () => {
  withOnly(
    ["useContinuation1"],
    { quietBonusSlope: 100, quietBonusOffset: 0, quietBonusMax: 1700, ...NO_NODE_PRUNING },
    () => {
      const { search, position } = ready(QUIET);
      setPlayed(search.stack, 3, makePiece(BLACK, KNIGHT), parseSquare("g8"), parseSquare("f6"));
      searchAt(search, -3001, -3000, 1, 4, false);
      const [[index]] = entries(search.histories.continuation);
      assertEquals(index >> 10, makePiece(BLACK, KNIGHT) << 6 | parseSquare("f6"));
      assertEquals(
        position.mailbox[search.stack.move[4 + MARGIN] & 63] << 6 | (search.stack.move[4 + MARGIN] >> 6),
        index & 1023,
      );
    },
  );
});

Deno.test("the moves that a node searched before its cutoff are charged", () => {
  const numbers = {
    ...NO_NODE_PRUNING,
    lmpBase: 100,
    futilityDepth: -1,
    historyPruningDepth: -1,
    seeQuietDepth: -1,
    quietBonusSlope: 100,
    quietBonusOffset: 0,
    quietMalusSlope: 90,
    quietMalusOffset: 0,
  };
  withOnly(["useButterfly", "useMalus"], numbers, () => {
    const { search, position } = ready(QUIET);
    const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
    const best = search.stack.line(4)[0];
    // With the worst history, the best move is searched last.
    search.newGame();
    search.table.clear();
    search.histories.quiet.butterfly.entries[best & 0xfff] = -8192;
    searchAt(search, exact - 1, exact, 1, 4, false);
    const others = legalMoves(position).filter((move) => move !== best);
    assertEquals(others.map((move) => search.histories.quiet.butterfly.entries[move & 0xfff]), others.map(() => -90));
    // −8192 + 100 + 8192 · 100 / 8192.
    assertEquals(search.histories.quiet.butterfly.entries[best & 0xfff], -7992);
  });
});

Deno.test("a capture that a node searched before its cutoff is charged", () => {
  const numbers = {
    ...NO_NODE_PRUNING,
    captureBonusSlope: 100,
    captureBonusOffset: 0,
    captureMalusSlope: 80,
    captureMalusOffset: 0,
    orderCapture: 1024,
    goodNoisyFactor: 2048,
    clearCutoffMargin: 10_000,
  };
  withOnly(["useCapture", "useMalus"], numbers, () => {
    // History puts the rook's capture of a defended pawn first; the capture of the knight cuts.
    const { search, position } = ready("4k3/4p3/3p4/8/6n1/7P/8/3RK3 w - - 0 1");
    const index = (text: string) => {
      const move = moveOf(position, text);
      return position.mailbox[move & 63] << 9 | (position.mailbox[(move >> 6) & 63] & 7) << 6 | (move >> 6) & 63;
    };
    search.histories.capture.entries[index("d1d6")] = 8192;
    search.histories.capture.entries[index("h3g4")] = -8192;
    searchAt(search, 299, 300, 1, 4, false);
    // 8192 − 80 − 8192 · 80 / 16384; −8192 + 100 + 8192 · 100 / 16384.
    assertEquals(search.histories.capture.entries[index("d1d6")], 8072);
    assertEquals(search.histories.capture.entries[index("h3g4")], -8042);
  });
});

Deno.test("an excluded move is not searched: without the only mate, another score comes back", () => {
  const position = parseFen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
  const { search } = createSearch(1, SIMPLE);
  // So that late move pruning does not hide the mate.
  withParameters({ lmpBase: 100 }, () => {
    prepare(search, position);
    assertEquals(searchAt(search, -INFINITE, INFINITE, 2, 2, false), MATE - 3);
    search.table.clear();
    search.stack.excluded[2 + MARGIN] = moveOf(position, "a1a8");
    assertLess(searchAt(search, -INFINITE, INFINITE, 2, 2, false), MATE - 3);
  });
  // With nothing but the excluded move, the node fails low.
  const single = parseFen("8/8/8/8/8/5k2/8/r6K w - - 0 1");
  prepare(search, single);
  search.stack.excluded[2 + MARGIN] = moveOf(single, "h1h2");
  assertEquals(searchAt(search, 99, 100, 2, 2, false), 99);
});

Deno.test("the line of a node is its move and the line below it", () => {
  const { search } = createSearch(1, SIMPLE);
  const position = parseFen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
  prepare(search, position);
  // Deeper and deeper, so that the table orders the moves.
  let score = 0;
  for (let depth = 1; depth < 30 && !isMateScore(score); depth++) {
    score = searchAt(search, -INFINITE, INFINITE, depth, 1, false);
  }
  assertEquals(score, MATE - 6);
  const line = search.stack.line(1);
  assertEquals(names(line.slice(0, 1)), ["f6a6"]);
  assertEquals(line.length, 5);
  assert(replay(position, line));
});
