/**
 * What a node remembers of the moves that it has searched.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { TriedMoves } from "../../learning/stack.ts";

Deno.test("a node remembers its first 64 moves of each kind, in their order", () => {
  const tried = new TriedMoves();
  for (let move = 1; move <= 70; move++) {
    tried.add(move, true);
    tried.add(1000 + move, false);
  }
  const upTo64 = Array.from({ length: 64 }, (_, i) => i + 1);
  assertEquals(tried.quietCount, 64);
  assertEquals(Array.from(tried.quiets.subarray(0, tried.quietCount)), upTo64);
  assertEquals(tried.captureCount, 64);
  assertEquals(Array.from(tried.captures.subarray(0, tried.captureCount)), upTo64.map((move) => 1000 + move));
});

Deno.test("a new node remembers no moves, and so does one that forgets them", () => {
  const tried = new TriedMoves();
  assertEquals([tried.quietCount, tried.captureCount], [0, 0]);
  tried.add(5, true);
  tried.add(6, false);
  tried.add(7, false);
  assertEquals([tried.quietCount, tried.captureCount], [1, 2]);
  tried.clear();
  assertEquals([tried.quietCount, tried.captureCount], [0, 0]);
});
