/** How an entry is found: what an index distinguishes has a place of its own, and all places are in the table. @module */

import { assert, assertEquals, assertLess } from "@std/assert";
import { parseSquare } from "../../core/fen.ts";
import { findThreats } from "../../core/threats.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { CAPTURE, HISTORIES, type QuietTable } from "../../learning/histories.ts";
import { captureKey, continuationRow, lowPlyRow, pawnRow, sideRow, threatenedSquares } from "../../learning/indices.ts";
import { KEYED_SIZE, keyedIndex, LOW_PLIES, NO_ROW, pairIndex, PAWN_STRUCTURES } from "../../learning/indices.ts";
import { playBothKinds } from "../core/random_games.ts";
import { threatBits } from "../core/mailbox_attacks.ts";
import { withParameters } from "../search/parameters.ts";

/** The greatest index of a piece and a square. */
const LAST_PIECE_TO = 14 << 6 | 63;

Deno.test("the last row and the last entry in it are in the table, for each history", () => {
  const isIn = ({ size }: QuietTable, row: number, key: number) => row >= 0 && row + key < size;
  const last = 3 << 13 | 0xfff;
  assertEquals([last, last + 1].map((key) => isIn(HISTORIES.butterfly, sideRow(BLACK), key)), [true, false]);
  assert(isIn(HISTORIES.pieceTo, 0, LAST_PIECE_TO));
  for (const key of [-1, 0x7fffffff, -0x80000000]) assert(isIn(HISTORIES.pawn, pawnRow(key), LAST_PIECE_TO));
  assert(isIn(HISTORIES.continuation1, continuationRow(LAST_PIECE_TO), LAST_PIECE_TO));
  assert(isIn(HISTORIES.lowPly, lowPlyRow(LOW_PLIES - 1), 0xfff));
  assert(captureKey(14, 6, 63) < CAPTURE.size);
});

Deno.test("rows of another side, pawn structure, earlier move or ply do not overlap", () => {
  assertEquals([sideRow(WHITE), sideRow(BLACK)], [0, 4096]);
  assertEquals([0, 1, 511, PAWN_STRUCTURES, -1].map(pawnRow), [0, 1024, 511 * 1024, 0, 511 * 1024]);
  assertLess(NO_ROW, 0);
  assertEquals([0, 64, 65].map(continuationRow), [NO_ROW, 64 * 1024, 65 * 1024]);
  assertEquals([0, 1, LOW_PLIES - 1, LOW_PLIES, 40].map(lowPlyRow), [0, 4096, 3 * 4096, NO_ROW, NO_ROW]);
});

Deno.test("`threatenedSquares()` are what the mailbox says, at every quiet move of random games", () => {
  let some = 0;
  playBothKinds({ games: 2, plies: 100, seed: 312 }, (position, moves, count) => {
    findThreats(position);
    const { states, top } = position;
    for (const move of moves.subarray(0, count)) {
      if (position.isNoisy(move)) continue;
      const bits = threatBits(position, move, () => true);
      const expected = (bits & 1) << 14 | bits >> 1 << 13 | move & 0xfff;
      const found = threatenedSquares(states, top, move);
      if (found !== expected) assertEquals(found, expected);
      if (bits !== 0) some++;
    }
    withParameters({ useThreats: 0 }, () => assertEquals(threatenedSquares(states, top, 0x7abc), 0xabc));
  });
  assert(some > 500);
});

Deno.test("`captureKey()` is another for each piece, victim and square", () => {
  const squares = Array.from({ length: 64 }, (_, square) => square);
  const keys = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14].flatMap((piece) =>
    [0, 1, 2, 3, 4, 5].flatMap((victim) => squares.map((to) => captureKey(piece, victim, to)))
  );
  assertEquals(new Set(keys).size, 12 * 6 * 64);
});

Deno.test("a correction's entry is that of a key and a side; that of two moves is none if one is missing", () => {
  assertEquals([WHITE, BLACK].map((side) => keyedIndex(side, 5)), [5, KEYED_SIZE + 5]);
  assertEquals([KEYED_SIZE + 5, -1].map((key) => keyedIndex(WHITE, key)), [5, KEYED_SIZE - 1]);
  const [first, last] = [2 << 6 | parseSquare("c3"), 9 << 6 | parseSquare("e5")];
  assertEquals([pairIndex(first, last), pairIndex(0, last), pairIndex(first, 0)], [first << 10 | last, 0, 0]);
});
