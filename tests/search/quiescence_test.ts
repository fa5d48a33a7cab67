/**
 * Quiescence search, in positions whose score can be worked out from evaluations of positions that are quiet.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { formatFen, parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, makePiece, NO_MOVE, PAWN, WHITE } from "../../core/types.ts";
import { MARGIN } from "../../learning/stack.ts";
import { DRAW, INFINITE, MATE, MAX_PLY } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Search } from "../../search/search.ts";
import { playRandomGames } from "../core/random_games.ts";
import { SIMPLE, StatedEvaluator } from "./evaluators.ts";
import { createSearch, entryOf, moveOf, names, prepare, quiesceAt, setButterfly } from "./fixtures.ts";

function ready(fen: string): { search: Search; position: Position } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  return { search, position };
}

/** The score of a position with the full window. */
function settle(fen: string, ply = 3): number {
  const { search } = ready(fen);
  return quiesceAt(search, -INFINITE, INFINITE, ply) + 0;
}

/** The evaluation of a position after moves, from the side that is to move at first. */
function evaluateAfter(fen: string, ...line: string[]): number {
  const position = parseFen(fen);
  for (const text of line) position.make(moveOf(position, text));
  const score = SIMPLE.evaluate(position);
  return line.length % 2 === 0 ? score : -score;
}

Deno.test("without captures, the score is the evaluation", () => {
  for (const fen of ["4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1", "r3k3/pp6/8/8/8/8/5PP1/4K2R b - - 0 1"]) {
    assertEquals(settle(fen), evaluateAfter(fen));
  }
});

Deno.test("a hanging piece is taken, and the line is remembered", () => {
  const fen = "4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1";
  const { search } = ready(fen);
  const score = quiesceAt(search, -INFINITE, INFINITE, 3);
  assertEquals(score, evaluateAfter(fen, "d1d4"));
  assertGreater(score, evaluateAfter(fen) + 200);
  assertEquals(names(search.stack.line(3)), ["d1d4"]);
});

Deno.test("a capture that loses material is declined: the side to move may stand pat", () => {
  const fen = "4k3/1p4pp/8/2p5/3n4/8/1P4PP/3R2K1 w - - 0 1";
  assertEquals(settle(fen), evaluateAfter(fen));
});

Deno.test("an exchange is followed to its end", () => {
  // Knight takes pawn, pawn takes knight, rook takes pawn: two pawns for the knight, worse than to stand pat.
  const losing = "4k3/pp6/2p5/3p4/8/2N5/PP6/3RK3 w - - 0 1";
  assertEquals(settle(losing), evaluateAfter(losing));
  // The same with a rook in the place of the pawn: a rook and a pawn for the knight.
  const winning = "4k3/pp6/2p5/3r4/8/2N5/PP6/3RK3 w - - 0 1";
  assertEquals(settle(winning), evaluateAfter(winning, "c3d5", "c6d5", "d1d5"));
});

Deno.test("promotions are seen", () => {
  const fen = "8/3P3k/8/8/8/8/8/4K3 w - - 0 1";
  assertGreater(settle(fen), evaluateAfter(fen) + 300);
  assertEquals(settle(fen), evaluateAfter(fen, "d7d8q"));
});

Deno.test("in check there is no standing pat: evasions are searched, quiet ones too", () => {
  // The king's only step is a quiet move.
  const onlyMove = "8/8/8/8/8/5k2/8/r6K w - - 0 1";
  assertLess(settle(onlyMove), -300);
  // The knight that gives check can be taken.
  const fork = "6k1/8/8/8/8/5n2/8/3QK3 w - - 0 1";
  assertEquals(settle(fork), evaluateAfter(fork, "d1f3"));
});

Deno.test("in check, quiet evasions after one that is not mated are skipped, however good", () => {
  // Three steps of the king, none a capture; history says which one comes first.
  const fen = "k7/8/8/8/8/8/7p/r3K3 w - - 0 1";
  const steps = ["e1d2", "e1e2", "e1f2"];
  const found = steps.map((step) => {
    const { search, position } = ready(fen);
    setButterfly(search, moveOf(position, step), 8192);
    const score = quiesceAt(search, -INFINITE, INFINITE, 3);
    return { score, first: names(search.stack.line(3))[0] };
  });
  assertEquals(found.map(({ first }) => first), steps);
  // Each is what that step is worth, not the best of the three.
  const alone = steps.map((step) => {
    const position = parseFen(fen);
    position.make(moveOf(position, step));
    return -settle(formatFen(position), 4);
  });
  assertEquals(found.map(({ score }) => score), alone);
  assertGreater(new Set(alone).size, 1);
});

Deno.test("in check, an evasion that is mated does not end the search for another", () => {
  // After Kc8 the queen takes the pawn and mates; history puts that step first.
  const { search, position } = ready("1K6/2P3k1/1q6/8/5b2/8/8/4r3 w - - 0 1");
  setButterfly(search, moveOf(position, "b8c8"), 8192);
  const score = quiesceAt(search, -INFINITE, INFINITE, 3);
  assertEquals(names(search.stack.line(3)).slice(0, 1), ["b8a8"]);
  assertEquals(score, -settle("K7/2P3k1/1q6/8/5b2/8/8/4r3 b - - 1 1", 4));
  assertEquals(settle("2K5/2P3k1/1q6/8/5b2/8/8/4r3 b - - 1 1", 4), MATE - 5);
});

Deno.test("a mate is scored by its distance from the root", () => {
  const mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
  for (const ply of [1, 2, 9]) assertEquals(settle(mated, ply), ply - MATE);
  // One ply before: the capture that mates.
  const mates = "r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
  assertEquals(settle(mates, 4), MATE - 5);
});

Deno.test("a mate is stored as its distance from the node, and read back from any other ply", () => {
  const { search, position } = ready("r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
  assertEquals(quiesceAt(search, -INFINITE, INFINITE, 4), MATE - 5);
  assert(search.table.probe(position));
  assertEquals(search.table.hit.score, MATE - 1);
  // Known as a lower bound now: a null window below it needs no search.
  search.table.store(position, entryOf(NO_MOVE, MATE - 1, 0, 9, BOUND_LOWER, false));
  const before = search.nodes;
  assertEquals(quiesceAt(search, 99, 100, 9), MATE - 10);
  assertEquals(search.nodes, before + 1);
});

Deno.test("positions drawn by rule are draws, whatever the material", () => {
  assertEquals(settle("4k3/8/8/8/8/8/8/4KR2 w - - 100 80"), DRAW);
  assertGreater(settle("4k3/8/8/8/8/8/8/4KR2 w - - 20 80"), 100);
  assertEquals(settle("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), DRAW);
  // The mate counts although it is made with the hundredth ply.
  assertEquals(settle("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80"), 3 - MATE);
});

Deno.test("a fail-high is cut off at once, a fail-low returns no more than alpha", () => {
  const fen = "r1bqk2r/ppp2ppp/2n2n2/3p4/1bPP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 1";
  const full = settle(fen);
  const { search } = ready(fen);
  const before = search.nodes;
  assertGreater(quiesceAt(search, full - 401, full - 400, 3), full - 401);
  assertEquals(search.nodes, before + 1);
  assert(quiesceAt(search, full + 400, full + 401, 3) <= full + 400);
});

Deno.test("a stored bound that decides is taken over, one that does not is not", () => {
  const fen = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
  const evaluation = evaluateAfter(fen);
  const scoreWith = (score: number, bound: number) => {
    const { search, position } = ready(fen);
    search.table.store(position, entryOf(NO_MOVE, score, evaluation, 0, bound, false));
    return quiesceAt(search, evaluation - 1, evaluation, 3);
  };
  assertEquals(scoreWith(evaluation + 70, BOUND_LOWER), evaluation + 70);
  assertEquals(scoreWith(evaluation - 70, BOUND_UPPER), evaluation - 70);
  assertEquals(scoreWith(evaluation - 70, BOUND_EXACT), evaluation - 70);
  // An upper bound above beta and a lower bound below it say nothing.
  assertEquals(scoreWith(evaluation + 70, BOUND_UPPER), evaluation);
  assertEquals(scoreWith(evaluation - 70, BOUND_LOWER), evaluation);
  assertEquals(scoreWith(evaluation - 70, BOUND_NONE), evaluation);
});

Deno.test("at the end of the stack the evaluation is returned, in check a draw", () => {
  const quiet = "4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1";
  assertEquals(settle(quiet, MAX_PLY), evaluateAfter(quiet));
  assertEquals(settle("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", MAX_PLY), DRAW);
});

Deno.test("quiescence search ends, leaves the position as it was, and stays in bounds, in a thousand random positions", () => {
  const { search } = createSearch();
  let positions = 0;
  playRandomGames({ games: 20, plies: 120, seed: 131 }, (position, _, count) => {
    if (count === 0 || (position.gamePly & 1) === 0) return;
    positions++;
    prepare(search, position);
    const fen = formatFen(position);
    const { keyLo, keyHi } = position;
    const score = quiesceAt(search, -INFINITE, INFINITE, 1);
    assert(Math.abs(score) <= MATE, fen);
    assertEquals(formatFen(position), fen);
    assertEquals([position.keyLo, position.keyHi], [keyLo, keyHi]);
    assertLess(search.nodes, 20_000, fen);
    if (!position.inCheck && Math.abs(score) < 20_000) {
      assert(score === 0 || score >= search.evaluator.evaluate(position), `stand pat: ${fen}`);
    }
  });
  assertGreater(positions, 1000);
});

Deno.test("the stack holds the move that quiescence search makes, by piece and target", () => {
  const position = parseFen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  const seen: number[] = [];
  const evaluator = new StatedEvaluator(() => {
    if (position.sideToMove === BLACK) seen.push(search.stack.move[3 + MARGIN], search.stack.pieceTo[3 + MARGIN]);
    return 0;
  });
  const { search } = createSearch(1, evaluator);
  prepare(search, position);
  const capture = moveOf(position, "e4d5");
  seen.length = 0;
  quiesceAt(search, -INFINITE, INFINITE, 3);
  assertEquals(seen, [capture, makePiece(WHITE, PAWN) << 6 | parseSquare("d5")]);
});
