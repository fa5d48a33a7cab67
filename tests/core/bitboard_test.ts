import { assertEquals } from "@std/assert";
import * as bitboard from "../../core/bitboard.ts";
import { randomStream } from "../../core/zobrist.ts";

const { hasMoreThanOne, hasSquare, lowestSquare, popcount, FILE_A, FILE_H, NOT_FILE_A, NOT_FILE_H } = bitboard;

Deno.test("counting and scanning agree with the list of squares, for random sets of every size", () => {
  const next = randomStream(11);
  for (let round = 0; round < 4000; round++) {
    let lo = round & 1 ? next() : 0;
    let hi = round & 2 ? next() : 0;
    for (let i = 0; i < (round >> 2) % 5; i++) {
      lo &= next();
      hi &= next();
    }
    const squares = [...Array(64).keys()].filter((square) => hasSquare(lo, hi, square));
    assertEquals(popcount(lo) + popcount(hi), squares.length);
    assertEquals(hasMoreThanOne(lo, hi), squares.length > 1);
    if (squares.length > 0) assertEquals(lowestSquare(lo, hi), squares[0]);
  }
});

Deno.test("each single square is found in its half, including the two that are sign bits", () => {
  for (let square = 0; square < 64; square++) {
    const lo = square < 32 ? 1 << square : 0;
    const hi = square < 32 ? 0 : 1 << square;
    assertEquals(lowestSquare(lo, hi), square);
    assertEquals([popcount(lo) + popcount(hi), hasMoreThanOne(lo, hi)], [1, false]);
    assertEquals((FILE_A >>> square & 1) === 1, (square & 7) === 0);
    assertEquals((FILE_H >>> square & 1) === 1, (square & 7) === 7);
  }
  assertEquals([popcount(-1), popcount(0)], [32, 0]);
  assertEquals([NOT_FILE_A ^ FILE_A, NOT_FILE_H ^ FILE_H], [-1, -1]);
});
