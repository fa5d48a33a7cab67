/** Known endings, compared with the endgame tables. With real tables this takes a few seconds. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { flip, formatFen, parseFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import { DRAW, NO_SCORE } from "../../../core/score.ts";
import { EMPTY, PAWN } from "../../../core/types.ts";
import { knownScore } from "../../../search/endings/known_endings.ts";
import { menOfName } from "../../../tablebase/material.ts";
import { LOSS, WIN } from "../../../tablebase/prober.ts";
import { isAttacked } from "../../../core/checks.ts";
import { materialOf, reportedCentipawns } from "../../../engine/win_rate.ts";
import { positionOf } from "../../core/random_games.ts";
import { tries } from "../../effort.ts";
import { testRealTables, type TestTables, testTables } from "../../tablebase/fixtures.ts";
import { createSearch, run } from "../fixtures.ts";

/** How often each table's men are placed at random. */
const PLACEMENTS = tries(3000, 6000);

/** How well the known scores agree with a table. */
interface Comparison {
  /** The number of compared positions: legal, with the side to move not in check. */
  positions: number;
  /** The number of known positions among them. */
  known: number;
  /** FENs of the known positions with a different result. */
  wrong: string[];
}

function compare(tables: TestTables, name: string): Comparison {
  const prober = tables.createProber();
  const comparison: Comparison = { positions: 0, known: 0, wrong: [] };
  placeOften(name, PLACEMENTS, 1n, (position) => {
    const score = knownScore(position);
    comparison.positions++;
    if (score === NO_SCORE) return;
    comparison.known++;
    const result = prober.result(position);
    const sign = result === WIN ? 1 : result === LOSS ? -1 : 0;
    if (Math.sign(score) !== sign) comparison.wrong.push(formatFen(position));
  });
  prober.tables.closeAll();
  return comparison;
}

/** Places men at random. Returns whether the position is legal and the side to move is not in check. */
function place(position: Position, men: readonly number[], random: Random): boolean {
  const board = new Uint8Array(64);
  for (const piece of men) {
    const square = (piece & 7) === PAWN ? 8 + random.below(48) : random.below(64);
    if (board[square] !== EMPTY) return false;
    board[square] = piece;
  }
  positionOf(board, random.below(2), undefined, position);
  const { kings, sideToMove, occupiedLo, occupiedHi } = position;
  return !position.inCheck && !isAttacked(position, kings[sideToMove ^ 1], sideToMove, occupiedLo, occupiedHi);
}

/** Places a table's men this many times, and visits the positions that are legal and without check. */
function placeOften(name: string, times: number, seed: bigint, visit: (position: Position) => void): void {
  const random = new Random(seed, 0, 0);
  const position = new Position();
  for (let i = 0; i < times; i++) if (place(position, menOfName(name) ?? [], random)) visit(position);
}

testTables("known scores of endings agree with the tables", (tables) => {
  for (const name of tables.trueNames) {
    const { positions, known, wrong } = compare(tables, name);
    assertGreater(positions, PLACEMENTS / 6);
    // Bishop and knight can be forked.
    if (name === "KBNvK") assertLess(wrong.length, known / 400);
    else assertEquals(wrong, [], name);
  }
});

testRealTables("almost all positions of these endings are known", (tables) => {
  const shares = [
    [1, ["KPvK", "KBvK", "KNvK", "KNNvK", "KBvKB", "KBvKN", "KNvKN"]],
    [0.96, ["KQvK", "KRvK", "KBBvK", "KQPvK", "KQQvK"]],
    [0.85, ["KBNvK", "KRPvK", "KRRvK"]],
  ] as const;
  for (const [share, names] of shares) {
    for (const name of names) {
      const { positions, known } = compare(tables, name);
      assert(known >= share * positions, `${name}: ${known} of ${positions}`);
    }
  }
});

Deno.test("`knownScore()` is the same for both colours, and reports show a known win as ten pawns or more", () => {
  for (const name of ["KQvK", "KRvK", "KBNvK", "KPvK", "KBPvK", "KPPvK", "KNNvK", "KBvKN", "KBBvK", "KRPvK", "KQQvK"]) {
    placeOften(name, 120, 2n, (position) => {
      const score = knownScore(position);
      assertEquals(knownScore(parseFen(flip(position))), score, formatFen(position));
      if (score === NO_SCORE || score === DRAW) return;
      // A move that leads from one known win to another is not an error.
      assertGreater(Math.abs(reportedCentipawns(score, materialOf(position))), 1000, formatFen(position));
    });
  }
});

Deno.test("the score of a known win rises as the lone king is driven to the edge, or to a corner of the bishop's colour", () => {
  const score = (fen: string): number => knownScore(parseFen(fen));
  // The kings keep the same distance from each other.
  const toEdge = ["8/8/8/3k4/8/3K4/8/7R", "8/8/3k4/8/3K4/8/8/7R", "8/3k4/8/3K4/8/8/8/7R", "3k4/8/3K4/8/8/8/8/7R"];
  // The bishop is on dark squares, so mate is possible in the corner a1, but not in a8.
  const toCorner = [
    "k7/8/K7/8/7N/8/7B/8",
    "8/k7/8/K7/7N/8/7B/8",
    "8/8/k7/8/K6N/8/7B/8",
    "8/8/8/k7/7N/K7/7B/8",
    "8/8/8/8/k6N/8/K6B/8",
  ];
  const byPiece = ["8/8/8/7k/8/4K3/4P3/8", "8/8/8/7k/8/4K3/8/R7", "8/8/8/7k/8/4K3/8/Q7", "8/8/8/7k/8/4K3/Q7/Q7"];
  for (const boards of [toEdge, toCorner, byPiece]) {
    const scores = boards.map((board) => score(`${board} w - - 0 1`));
    assertGreater(scores[0], 500);
    for (let i = 1; i < scores.length; i++) assertGreater(scores[i], scores[i - 1], boards[i]);
  }
});

/** Positions and their expected judgement by `knownScore()`. */
const JUDGED: [what: string, fen: string, judged: "draw" | "win" | "loss" | "unknown"][] = [
  // A king in the corner draws against rook's pawns without a bishop, or with a bishop that never attacks the corner.
  ["a bishop of the wrong colour", "k7/8/8/PK6/8/8/3B4/8 w - - 0 1", "draw"],
  ["the king on the way to the corner", "8/1k6/8/P7/PK6/8/3B4/8 b - - 0 1", "draw"],
  ["the other corner", "7k/8/7P/6K1/8/8/2B5/8 w - - 0 1", "draw"],
  ["rook's pawns without a bishop", "k7/8/P7/PK6/8/8/8/8 w - - 0 1", "draw"],
  ["a bishop of the right colour", "k7/8/8/PK6/8/8/2B5/8 w - - 0 1", "unknown"],
  ["a king far from the corner", "8/8/2k5/P7/1K6/8/3B4/8 w - - 0 1", "unknown"],
  ["a pawn on another file", "k7/8/8/PK6/8/1P6/3B4/8 w - - 0 1", "unknown"],
  ["a pawn of the other side", "k7/p7/8/PK6/8/8/3B4/8 w - - 0 1", "unknown"],
  ["a knight as well", "k7/8/8/PK6/8/8/3BN3/8 w - - 0 1", "win"],
  ["stalemate", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "draw"],
  ["a man that the lone king can take", "8/8/8/3kR3/8/8/8/K7 b - - 0 1", "unknown"],
  ["a man that its king defends", "8/8/8/3k4/4R3/5K2/8/8 b - - 0 1", "loss"],
  ["a pawn that the king defends", "8/8/8/8/8/1k6/1P6/2KR4 b - - 0 1", "loss"],
  // Both sides have more than a king.
  ["rook against rook", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "unknown"],
  ["bishops against a knight", "4kn2/8/8/8/8/8/8/BB2K3 w - - 0 1", "unknown"],
  ["pawn against pawn", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "unknown"],
  ["bishop against knight", "4kn2/8/8/8/8/8/8/B3K3 w - - 0 1", "draw"],
];

Deno.test("`knownScore()` judges endings of every kind", () => {
  for (const [what, fen, judged] of JUDGED) {
    const score = knownScore(parseFen(fen));
    const isWon = Math.abs(score) > 500;
    const found = score === NO_SCORE ? "unknown" : score === DRAW ? "draw" : isWon ? score > 0 ? "win" : "loss" : score;
    assertEquals(found, judged, what);
  }
});

Deno.test("a search scores a known draw as 0, and a known win as a win", () => {
  const { search, table } = createSearch();
  const scoreOf = (fen: string, nodes: number): number => {
    search.newGame();
    table.clear();
    return run(search, parseFen(fen), { nodes }).score;
  };
  assertEquals(scoreOf("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", 3000), DRAW);
  assertEquals(scoreOf("8/8/4k3/3n4/8/8/3B4/4K3 w - - 0 1", 3000), DRAW);
  assertGreater(scoreOf("8/8/8/2k5/8/8/4P3/4K3 w - - 0 1", 3000), 500);
  assertGreater(scoreOf("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", 3000), 1000);
});
