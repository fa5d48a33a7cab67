/**
 * Which captures quiescence search leaves out: those that do not bring the evaluation to alpha, and those that lose
 * material; and how far a score above beta is believed. Evaluations are numbers of the test.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { NO_MOVE } from "../../core/types.ts";
import { CERTAIN_WIN, MATE } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { StatedEvaluator } from "./evaluators.ts";
import { type Changes, createSearch, entryOf, prepare, quiesceAt, withOnly } from "./fixtures.ts";

const PLY = 3;
const NUMBERS: Changes = { quiescenceFutility: 150, quiescenceSee: -30, victimWeight: 16, goodNoisyFactor: 256 };

interface Case {
  fen: string;
  /** A move played from there first. */
  played?: string;
  alpha: number;
  beta?: number;
  /** Evaluation after a capture, from the side that made it. */
  after?: number;
  known?: { score: number; bound: number };
  numbers?: Changes;
}

/** The score of a position whose evaluation is 0, and how many captures were looked at. */
function settle(
  { fen, played, alpha, beta = alpha + 1, after = -5000, known, numbers }: Case,
): [score: number, captures: number] {
  return withOnly([], { ...NUMBERS, ...numbers }, () => {
    const position = parseFen(fen);
    if (played !== undefined) position.make(parseUci(position, played));
    const { top } = position;
    const { search } = createSearch(1, new StatedEvaluator(() => position.top === top ? 0 : 0 - after));
    prepare(search, position);
    if (known !== undefined) {
      search.table.store(position, entryOf(NO_MOVE, known.score, 0, 1, known.bound, false));
    }
    const score = quiesceAt(search, alpha, beta, PLY);
    return [score, search.nodes - 1];
  });
}

/** White can take one pawn, and nothing takes back. */
const PAWN = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
/** The same with a knight. */
const KNIGHT = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
/** A bishop can take a knight that a pawn defends: ten are lost. */
const BISHOP_FOR_KNIGHT = "4k3/8/4p3/3n4/8/1B6/8/4K3 w - - 0 1";
/** A knight can take a knight that a pawn defends. */
const KNIGHT_FOR_KNIGHT = "4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1";

Deno.test("futility: a capture is left out if the evaluation, a margin and the victim do not reach above alpha", () => {
  // What is left out counts as reaching that far, not more.
  assertEquals(settle({ fen: PAWN, alpha: 249 }), [0, 1]);
  assertEquals(settle({ fen: PAWN, alpha: 250 }), [250, 0]);
  assertEquals(settle({ fen: PAWN, alpha: 260 }), [250, 0]);
  assertEquals(settle({ fen: KNIGHT, alpha: 469 }), [0, 1]);
  assertEquals(settle({ fen: KNIGHT, alpha: 470 }), [470, 0]);
  assertEquals(settle({ fen: PAWN, alpha: 250, numbers: { quiescenceFutility: 151 } }), [0, 1]);
});

Deno.test("futility: en passant takes a pawn, although its target is empty", () => {
  const fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
  assertEquals(settle({ fen, alpha: 249 }), [0, 1]);
  assertEquals(settle({ fen, alpha: 250 }), [250, 0]);
});

Deno.test("futility: where the margin alone does not reach above alpha, a capture must win material", () => {
  assertEquals(settle({ fen: KNIGHT_FOR_KNIGHT, alpha: 149 }), [0, 1]);
  assertEquals(settle({ fen: KNIGHT_FOR_KNIGHT, alpha: 150 }), [150, 0]);
  assertEquals(settle({ fen: KNIGHT, alpha: 150 }), [0, 1]);
});

Deno.test("futility spares checks and promotions", () => {
  // The rook takes with check, and an evasion is looked at.
  assertEquals(settle({ fen: "3k4/8/8/3p4/8/8/8/3RK3 w - - 0 1", alpha: 5000 })[1], 2);
  assertEquals(settle({ fen: "8/P6k/8/8/8/8/8/4K3 w - - 0 1", alpha: 5000 })[1], 1);
});

/** White's queen can take knights on a7, b2 and g7, and nothing takes back; and how each of them came there. */
const THREE_KNIGHTS = "4k3/n5n1/8/8/3Q4/8/1n6/4K3 w - - 0 1";
const ARRIVALS = [
  ["2n1k3/6n1/8/8/3Q4/8/1n6/4K3 b - - 0 1", "c8a7"],
  ["4k3/n5n1/8/8/3Q4/8/8/3nK3 b - - 0 1", "d1b2"],
  ["4k3/n7/8/5n2/3Q4/8/1n6/4K3 b - - 0 1", "f5g7"],
];

Deno.test("captures that come late are left out, unless they take back", () => {
  const looked = (quiescenceMoves: number, fen = THREE_KNIGHTS, played?: string) =>
    settle({ fen, played, alpha: 0, numbers: { quiescenceMoves } })[1];
  assertEquals([looked(1), looked(2), looked(3)], [1, 2, 3]);
  // The knight that came last is taken wherever it is in the order: as the first capture, or as one more.
  assertEquals(ARRIVALS.map(([fen, move]) => looked(1, fen, move)).toSorted(), [1, 2, 2]);
  assertEquals(ARRIVALS.map(([fen, move]) => looked(2, fen, move)).toSorted(), [2, 2, 3]);
});

Deno.test("a capture that loses more than a bound by static exchange is left out", () => {
  const at = (quiescenceSee: number) => settle({ fen: BISHOP_FOR_KNIGHT, alpha: 0, numbers: { quiescenceSee } });
  assertEquals([at(-10), at(-9)], [[0, 1], [0, 0]]);
  const even = (quiescenceSee: number) => settle({ fen: KNIGHT_FOR_KNIGHT, alpha: 0, numbers: { quiescenceSee } })[1];
  assertEquals([even(0), even(1)], [1, 0]);
});

Deno.test("a score above beta is believed half-way, by standing pat and by a capture", () => {
  assertEquals(settle({ fen: PAWN, alpha: -101 }), [-50, 0]);
  assertEquals(settle({ fen: PAWN, alpha: -2 }), [-1, 0]);
  assertEquals(settle({ fen: PAWN, alpha: 99, after: 300 }), [200, 1]);
  assertEquals(settle({ fen: PAWN, alpha: 99, after: 100 }), [100, 1]);
  // Below beta it is what it is.
  assertEquals(settle({ fen: PAWN, alpha: 0, beta: 1000, after: 300 }), [300, 1]);
});

Deno.test("a mate above beta is a mate", () => {
  const fen = "r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
  assertEquals(settle({ fen, alpha: 99 })[0], MATE - PLY - 1);
});

Deno.test("where beta is a certain loss, a score above it is what it is", () => {
  assertEquals(settle({ fen: PAWN, alpha: 40 - MATE }), [0, 0]);
  assertEquals(settle({ fen: PAWN, alpha: -1 - CERTAIN_WIN }), [0, 0]);
  assertEquals(settle({ fen: PAWN, alpha: -CERTAIN_WIN }), [(1 - CERTAIN_WIN) >> 1, 0]);
});

Deno.test("the table's score replaces the evaluation where it bounds it from the right side", () => {
  // Inside of an open window, so that the table alone does not decide.
  const found = (score: number, bound: number) =>
    settle({ fen: PAWN, alpha: -1000, beta: 1000, known: { score, bound } })[0];
  assertEquals([found(70, BOUND_LOWER), found(70, BOUND_EXACT), found(70, BOUND_UPPER)], [70, 70, 0]);
  assertEquals([found(-70, BOUND_LOWER), found(-70, BOUND_EXACT), found(-70, BOUND_UPPER)], [0, -70, -70]);
});

Deno.test("the score of a certain win does not replace the evaluation", () => {
  const [score] = settle({ fen: PAWN, alpha: -1000, beta: 1000, known: { score: MATE - 5, bound: BOUND_LOWER } });
  assertEquals(score, 0);
});
