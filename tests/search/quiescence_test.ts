/** Quiescence search: its scores, and the captures that it skips, with evaluations that the test sets. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { formatFen } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { CERTAIN_WIN, DRAW, INFINITE, MATE, MAX_PLY } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import { playRandomGames } from "../core/random_games.ts";
import { SIMPLE, StatedEvaluator } from "./evaluators.ts";
import { createSearch, moveOf, names, positionAfter } from "./fixtures.ts";
import { setButterfly } from "./learned.ts";
import { lineAt, prepare, quiesceAt, ready } from "./nodes.ts";
import { type Changes, withOnly } from "./parameters.ts";
import { tries } from "../effort.ts";

const QUIET = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
/** The rook can take a knight. */
const HANGING = "4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1";

/** The score of a position with the full window, and its line. The move `first` has the best history. */
function settleLine(fen: string, ply = 3, first?: string): [score: number, line: string[]] {
  const { search, position } = ready(fen);
  if (first !== undefined) setButterfly(search, moveOf(position, first), 8192);
  return [quiesceAt(search, -INFINITE, INFINITE, ply) + 0, names(lineAt(search, ply))];
}

/** The score of a position with the full window. */
function settle(fen: string, ply = 3): number {
  return settleLine(fen, ply)[0];
}

/** The evaluation of a position after these moves, from the point of view of the side that moves first. */
function evaluateAfter(fen: string, ...line: string[]): number {
  const score = SIMPLE.evaluate(positionAfter(fen, line));
  return line.length % 2 === 0 ? score : -score;
}

/** Positions, each with the line whose final evaluation is the position's score. */
const SETTLED: readonly (readonly [what: string, fen: string, ...line: string[]])[] = [
  ["no capture for White", QUIET],
  ["no capture for Black", "r3k3/pp6/8/8/8/8/5PP1/4K2R b - - 0 1"],
  ["a hanging piece", HANGING, "d1d4"],
  ["a capture that loses material: the side to move may stand pat", "4k3/1p4pp/8/2p5/3n4/8/1P4PP/3R2K1 w - - 0 1"],
  // Knight takes pawn, pawn takes knight, rook takes pawn: two pawns for the knight are worse than standing pat.
  ["an exchange that loses in the end", "4k3/pp6/2p5/3p4/8/2N5/PP6/3RK3 w - - 0 1"],
  // The same exchange with a rook in place of the first pawn: White gets a rook and a pawn for the knight.
  ["an exchange that wins in the end", "4k3/pp6/2p5/3r4/8/2N5/PP6/3RK3 w - - 0 1", "c3d5", "c6d5", "d1d5"],
  ["a promotion", "8/3P3k/8/8/8/8/8/4K3 w - - 0 1", "d7d8q"],
  ["a check that a capture answers", "6k1/8/8/8/8/5n2/8/3QK3 w - - 0 1", "d1f3"],
];

for (const [what, fen, ...line] of SETTLED) {
  Deno.test(`the score is the evaluation after the best captures: ${what}`, () => {
    assertEquals(settleLine(fen), [evaluateAfter(fen, ...line), line]);
  });
}

Deno.test("in check, once an evasion does not lead to mate, quiet evasions are skipped, even good ones", () => {
  // The king has three steps, none of them a capture. History decides which of them is first.
  const fen = "k7/8/8/8/8/8/7p/r3K3 w - - 0 1";
  const steps = ["e1d2", "e1e2", "e1f2"];
  const found = steps.map((step) => settleLine(fen, 3, step));
  assertEquals(found.map(([, line]) => line[0]), steps);
  // Each score is that of the first step, not the best of the three.
  const alone = steps.map((step) => -settle(formatFen(positionAfter(fen, [step])), 4));
  assertEquals(found.map(([score]) => score), alone);
  assertGreater(new Set(alone).size, 1);
  // In check there is no standing pat: even a king's only step is searched.
  assertLess(settle("8/8/8/8/8/5k2/8/r6K w - - 0 1"), -300);
});

Deno.test("in check, an evasion that leads to mate does not end the search for another", () => {
  // After Kc8 the queen takes the pawn and mates. History puts that step first.
  const [score, [first]] = settleLine("1K6/2P3k1/1q6/8/5b2/8/8/4r3 w - - 0 1", 3, "b8c8");
  assertEquals([score, first], [-settle("K7/2P3k1/1q6/8/5b2/8/8/4r3 b - - 1 1", 4), "b8a8"]);
  assertEquals(settle("2K5/2P3k1/1q6/8/5b2/8/8/4r3 b - - 1 1", 4), MATE - 5);
});

Deno.test("a mate is scored by its distance from the root", () => {
  const mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
  for (const ply of [1, 2, 9]) assertEquals(settle(mated, ply), ply - MATE);
  // One ply earlier: the capture that mates.
  assertEquals(settle("r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 4), MATE - 5);
});

Deno.test("positions that a rule makes drawn are scored as draws, with any material", () => {
  assertEquals(settle("4k3/8/8/8/8/8/8/4KR2 w - - 100 80"), DRAW);
  assertGreater(settle("4k3/8/8/8/8/8/8/4KR2 w - - 20 80"), 100);
  assertEquals(settle("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), DRAW);
  // A mate counts even if it comes with the hundredth ply.
  assertEquals(settle("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80"), 3 - MATE);
});

Deno.test("a fail-high cuts off immediately, and a fail-low returns at most alpha", () => {
  const fen = "r1bqk2r/ppp2ppp/2n2n2/3p4/1bPP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 1";
  const full = settle(fen);
  const { search } = ready(fen);
  const before = search.clock.nodes;
  assertGreater(quiesceAt(search, full - 401, full - 400, 3), full - 401);
  assertEquals(search.clock.nodes, before + 1);
  assert(quiesceAt(search, full + 400, full + 401, 3) <= full + 400);
});

Deno.test("a stored bound is used only if it decides", () => {
  const evaluation = evaluateAfter(QUIET);
  const scoreWith = (score: number, bound: number) => {
    const { search, position } = ready(QUIET);
    search.tt.store(position, 0, NO_MOVE, score, evaluation, 0, bound, false);
    return quiesceAt(search, evaluation - 1, evaluation, 3);
  };
  const bounds = [BOUND_LOWER, BOUND_UPPER, BOUND_EXACT, BOUND_NONE];
  // An upper bound above beta and a lower bound below it say nothing.
  for (const [change, taken] of [[70, [70, 0, 70, 0]], [-70, [0, -70, -70, 0]]] as [number, number[]][]) {
    assertEquals(bounds.map((bound) => scoreWith(evaluation + change, bound) - evaluation), taken);
  }
});

Deno.test("at the end of the stack the score is the evaluation, or a draw in check", () => {
  assertEquals(settle(HANGING, MAX_PLY), evaluateAfter(HANGING));
  assertEquals(settle("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", MAX_PLY), DRAW);
});

Deno.test("quiescence search ends, leaves the position as it was, and stays in bounds, in random positions", () => {
  const { search } = createSearch();
  let positions = 0;
  const games = tries(2, 20);
  playRandomGames({ games, plies: 120, seed: 131 }, (position, _, count) => {
    if (count === 0 || (position.gamePly & 1) === 0) return;
    positions++;
    prepare(search, position);
    const fen = formatFen(position);
    const { keyLo, keyHi } = position;
    const score = quiesceAt(search, -INFINITE, INFINITE, 1);
    assert(Math.abs(score) <= MATE && search.clock.nodes < 20_000, fen);
    assertEquals([formatFen(position), position.keyLo, position.keyHi], [fen, keyLo, keyHi]);
    if (!position.inCheck && Math.abs(score) < 20_000) {
      assert(score === 0 || score >= search.evaluator.evaluate(position), `stand pat: ${fen}`);
    }
  });
  assertGreater(positions, 50 * games);
});

/** White can take an undefended pawn, an undefended knight, a pawn en passant, or a knight that a pawn defends. */
const PAWN_HANGS = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
const KNIGHT_HANGS = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
const EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const BISHOP_FOR_KNIGHT = "4k3/8/4p3/3n4/8/1B6/8/4K3 w - - 0 1";
const KNIGHT_FOR_KNIGHT = "4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1";

interface Case {
  fen: string;
  /** A move that is played first, from the position `fen`. */
  played?: string;
  alpha: number;
  beta?: number;
  /** The evaluation after a capture, from the point of view of the side that made it. */
  after?: number;
  known?: { score: number; bound: number };
  numbers?: Changes;
}

/** The score of a position whose evaluation is 0, and the number of searched captures. */
function look({ fen, played, alpha, beta = alpha + 1, after = -5000, known, numbers }: Case): [number, number] {
  const fixed = { quiescenceFutility: 150, quiescenceSee: -30, victimWeight: 16, goodNoisyFactor: 256 };
  return withOnly([], { ...fixed, ...numbers }, () => {
    const position = positionAfter(fen, played === undefined ? [] : [played]);
    const { top } = position;
    const { search } = createSearch(1, new StatedEvaluator(() => position.top === top ? 0 : 0 - after));
    prepare(search, position);
    if (known !== undefined) search.tt.store(position, 0, NO_MOVE, known.score, 0, 1, known.bound, false);
    const score = quiesceAt(search, alpha, beta, 3);
    return [score, search.clock.nodes - 1];
  });
}

/** Nodes, their score, and how many captures they search. A skipped capture counts with its best possible score. */
const LOOKS: readonly (readonly [what: string, node: Case, score: number, captures: number])[] = [
  ["evaluation, margin and victim reach above alpha", { fen: PAWN_HANGS, alpha: 249 }, 0, 1],
  ["evaluation, margin and victim do not reach above alpha", { fen: PAWN_HANGS, alpha: 250 }, 250, 0],
  // En passant takes a pawn, although its target is empty.
  ["evaluation, margin and a pawn taken en passant reach above alpha", { fen: EN_PASSANT, alpha: 249 }, 0, 1],
  ["evaluation, margin and a pawn taken en passant do not reach above alpha", { fen: EN_PASSANT, alpha: 250 }, 250, 0],
  ["a capture that wins nothing, if the margin alone is enough", { fen: KNIGHT_FOR_KNIGHT, alpha: 149 }, 0, 1],
  ["a capture that wins nothing, if the margin is not enough", { fen: KNIGHT_FOR_KNIGHT, alpha: 150 }, 150, 0],
  ["a capture that wins material, if the margin is not enough", { fen: KNIGHT_HANGS, alpha: 150 }, 0, 1],
  // The evasion of this check is also searched.
  ["a check, whatever it wins", { fen: "3k4/8/8/3p4/8/8/8/3RK3 w - - 0 1", alpha: 5000 }, 5000, 2],
  ["a promotion, whatever it wins", { fen: "8/P6k/8/8/8/8/8/4K3 w - - 0 1", alpha: 5000 }, 0, 1],
  // A bishop takes a knight that a pawn defends: ten centipawns are lost.
  ["a loss within the bound", { fen: BISHOP_FOR_KNIGHT, alpha: 0, numbers: { quiescenceSee: -10 } }, 0, 1],
  ["a loss beyond the bound", { fen: BISHOP_FOR_KNIGHT, alpha: 0, numbers: { quiescenceSee: -9 } }, 0, 0],
];

for (const [what, node, score, captures] of LOOKS) {
  Deno.test(`a capture is skipped, or not: ${what}`, () => assertEquals(look(node), [score, captures]));
}

Deno.test("late captures are skipped, unless they recapture", () => {
  // White's queen can take undefended knights on a7, b2 and g7.
  const looked = (fen: string, played?: string) =>
    [1, 2].map((quiescenceMoves) => look({ fen, played, alpha: 0, numbers: { quiescenceMoves } })[1]);
  assertEquals(looked("4k3/n5n1/8/8/3Q4/8/1n6/4K3 w - - 0 1"), [1, 2]);
  // The capture of the knight that moved last is always searched: as the first capture, or as an additional capture.
  const arrivals = [
    looked("2n1k3/6n1/8/8/3Q4/8/1n6/4K3 b - - 0 1", "c8a7"),
    looked("4k3/n5n1/8/8/3Q4/8/8/3nK3 b - - 0 1", "d1b2"),
    looked("4k3/n7/8/5n2/3Q4/8/1n6/4K3 b - - 0 1", "f5g7"),
  ];
  assertEquals(arrivals.toSorted(), [[1, 2], [2, 2], [2, 3]]);
});

Deno.test("a score above beta is averaged with beta, after standing pat and after a capture, unless it is certain", () => {
  assertEquals(look({ fen: PAWN_HANGS, alpha: -101 }), [-50, 0]);
  assertEquals(look({ fen: PAWN_HANGS, alpha: 99, after: 300 }), [200, 1]);
  // Below beta the score does not change.
  assertEquals(look({ fen: PAWN_HANGS, alpha: 0, beta: 1000, after: 300 }), [300, 1]);
  // A mate is not averaged, and nothing is averaged with a beta that is a certain loss.
  assertEquals(look({ fen: "r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1", alpha: 99 })[0], MATE - 4);
  assertEquals(look({ fen: PAWN_HANGS, alpha: -1 - CERTAIN_WIN }), [0, 0]);
  assertEquals(look({ fen: PAWN_HANGS, alpha: -CERTAIN_WIN }), [(1 - CERTAIN_WIN) >> 1, 0]);
});

Deno.test("the TT score replaces the evaluation if its bound is on the right side and the score is not certain", () => {
  // The score is inside an open window, so that the TT alone does not decide.
  const found = (score: number, bound: number) =>
    look({ fen: PAWN_HANGS, alpha: -1000, beta: 1000, known: { score, bound } })[0];
  assertEquals([BOUND_LOWER, BOUND_EXACT, BOUND_UPPER].map((bound) => found(70, bound)), [70, 70, 0]);
  assertEquals([BOUND_LOWER, BOUND_EXACT, BOUND_UPPER].map((bound) => found(-70, bound)), [0, -70, -70]);
  assertEquals(found(MATE - 5, BOUND_LOWER), 0);
});
