import { assertEquals, assertThrows } from "@std/assert";
import { Ending, ILLEGAL } from "./retrograde.ts";

/** Plies of the longest win. */
function longestWin(ending: Ending): number {
  let longest = 0;
  for (const distance of ending.distances) if (distance !== ILLEGAL) longest = Math.max(longest, distance);
  return longest;
}

Deno.test("retrograde analysis finds that a queen mates in ten moves, and recognises mate, stalemate and illegal positions", () => {
  const queen = new Ending("KQvK");
  assertEquals(longestWin(queen), 19);
  const [b6, b7, c7, a8] = [41, 49, 50, 56];
  assertEquals(queen.distances[queen.index([b6, b7, a8], 1)], -1);
  assertEquals(queen.distances[queen.index([b6, c7, a8], 1)], 0);
  assertEquals(queen.distances[queen.index([b6, b7, a8], 0)], ILLEGAL);
  assertEquals(queen.distances[queen.index([b6, b6, a8], 1)], ILLEGAL);
});

Deno.test("retrograde analysis refuses pawns on both sides, which need captures en passant", () => {
  assertThrows(() => new Ending("KPvKP"), RangeError, "pawns of one side");
});
