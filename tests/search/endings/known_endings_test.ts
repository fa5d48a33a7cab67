/** Endings that are known, compared with the endgame tables. On real tables it costs some seconds. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { flip, formatFen, parseFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import { DRAW, NO_SCORE } from "../../../core/score.ts";
import { EMPTY, NO_SQUARE, PAWN } from "../../../core/types.ts";
import { knownScore } from "../../../search/endings/known_endings.ts";
import { menOfName } from "../../../tablebase/material.ts";
import { LOSS, WIN } from "../../../tablebase/prober.ts";
import { isAttacked } from "../../../core/checks.ts";
import { materialOf, reportedCentipawns } from "../../../engine/win_rate.ts";
import { tries } from "../../effort.ts";
import { testRealTables, type TestTables, testTables } from "../../tablebase/fixtures.ts";
import { createSearch, run } from "../fixtures.ts";

/** Random placements of each table's men. */
const PLACEMENTS = tries(3000, 6000);

/** What the rules say about the positions of a table. */
interface Comparison {
  /** Positions that were compared: legal, the side to move not in check. */
  positions: number;
  /** Those of them that are known. */
  known: number;
  /** FENs of those of the known ones whose result is another one. */
  wrong: string[];
}

/** Compares random positions with a table. */
function compare(tables: TestTables, name: string): Comparison {
  const prober = tables.createProber();
  const random = new Random(1n, 0, 0);
  const men = menOfName(name) ?? [];
  const comparison: Comparison = { positions: 0, known: 0, wrong: [] };
  const position = new Position();
  for (let i = 0; i < PLACEMENTS; i++) {
    if (!place(position, men, random)) continue;
    const score = knownScore(position);
    comparison.positions++;
    if (score === NO_SCORE) continue;
    comparison.known++;
    const result = prober.result(position);
    const sign = result === WIN ? 1 : result === LOSS ? -1 : 0;
    if (Math.sign(score) !== sign) comparison.wrong.push(formatFen(position));
  }
  prober.tables.closeAll();
  return comparison;
}

/** Places men at random; returns whether the position is legal and its side to move not in check. */
function place(position: Position, men: readonly number[], random: Random): boolean {
  const board = new Uint8Array(64);
  for (const piece of men) {
    const square = (piece & 7) === PAWN ? 8 + random.below(48) : random.below(64);
    if (board[square] !== EMPTY) return false;
    board[square] = piece;
  }
  position.load({
    board,
    sideToMove: random.below(2),
    castlingRooks: [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE],
    enPassant: NO_SQUARE,
    halfmoves: 0,
    fullmoves: 1,
    chess960: false,
  });
  const { kings, sideToMove, occupiedLo, occupiedHi } = position;
  return !position.inCheck && !isAttacked(position, kings[sideToMove ^ 1], sideToMove, occupiedLo, occupiedHi);
}

testTables("what is known of an ending is what the tables say", (tables) => {
  for (const name of tables.trueNames) {
    const { positions, known, wrong } = compare(tables, name);
    assertGreater(positions, PLACEMENTS / 6);
    // Bishop and knight may be forked.
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

Deno.test("`knownScore()` is the same for both colours", () => {
  const random = new Random(2n, 0, 0);
  const position = new Position();
  for (const name of ["KQvK", "KRvK", "KBNvK", "KPvK", "KBPvK", "KPPvK", "KNNvK", "KBvKN"]) {
    for (let i = 0; i < 200; i++) {
      if (!place(position, menOfName(name) ?? [], random)) continue;
      assertEquals(knownScore(parseFen(flip(position))), knownScore(position), formatFen(position));
    }
  }
});

Deno.test("a known win grows as the lone king is driven to the edge, or to a corner of the bishop's colour", () => {
  const score = (fen: string): number => knownScore(parseFen(fen));
  // The other king follows at the same distance.
  const toEdge = ["8/8/8/3k4/8/3K4/8/7R", "8/8/3k4/8/3K4/8/8/7R", "8/3k4/8/3K4/8/8/8/7R", "3k4/8/3K4/8/8/8/8/7R"];
  // The bishop is dark, so a1 is a corner to mate in, and a8 is none.
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

Deno.test("reports show a known win as ten pawns or more: to go from one to another is not an error", () => {
  const random = new Random(3n, 0, 0);
  const position = new Position();
  for (const name of ["KQvK", "KRvK", "KBBvK", "KBNvK", "KPvK", "KRPvK", "KQQvK"]) {
    for (let i = 0; i < 200; i++) {
      if (!place(position, menOfName(name) ?? [], random)) continue;
      const score = knownScore(position);
      if (score === NO_SCORE || score === DRAW) continue;
      assertGreater(Math.abs(reportedCentipawns(score, materialOf(position))), 1000, formatFen(position));
    }
  }
});

Deno.test("with rook's pawns alone, or a bishop that never attacks their corner, a king in the corner draws", () => {
  const draws = [
    "k7/8/8/PK6/8/8/3B4/8 w - - 0 1",
    "8/1k6/8/P7/PK6/8/3B4/8 b - - 0 1",
    "7k/8/7P/6K1/8/8/2B5/8 w - - 0 1",
    "k7/8/P7/PK6/8/8/8/8 w - - 0 1",
  ];
  const others = [
    "k7/8/8/PK6/8/8/2B5/8 w - - 0 1",
    "8/8/2k5/P7/1K6/8/3B4/8 w - - 0 1",
    "k7/8/8/PK6/8/1P6/3B4/8 w - - 0 1",
    "k7/p7/8/PK6/8/8/3B4/8 w - - 0 1",
  ];
  for (const fen of draws) assertEquals(knownScore(parseFen(fen)), DRAW, fen);
  for (const fen of others) assertEquals(knownScore(parseFen(fen)), NO_SCORE, fen);
  assertGreater(knownScore(parseFen("k7/8/8/PK6/8/8/3BN3/8 w - - 0 1")), DRAW);
});

Deno.test("a stalemate is a draw, and where the lone king can take a man nothing is known", () => {
  assertEquals(knownScore(parseFen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")), DRAW);
  assertEquals(knownScore(parseFen("8/8/8/3kR3/8/8/8/K7 b - - 0 1")), NO_SCORE);
  assertLess(knownScore(parseFen("8/8/8/3k4/4R3/5K2/8/8 b - - 0 1")), -1000);
  assertLess(knownScore(parseFen("8/8/8/8/8/1k6/1P6/2KR4 b - - 0 1")), -1000);
});

Deno.test("positions with men on both sides are not known, but for a minor piece each", () => {
  for (const board of ["4k2r/8/8/8/8/8/8/R3K3", "4kn2/8/8/8/8/8/8/BB2K3", "4k3/p7/8/8/8/8/P7/4K3"]) {
    assertEquals(knownScore(parseFen(`${board} w - - 0 1`)), NO_SCORE, board);
  }
  assertEquals(knownScore(parseFen("4kn2/8/8/8/8/8/8/B3K3 w - - 0 1")), DRAW);
});

Deno.test("a search shows a draw that is known as 0, and a known win as a win", () => {
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
