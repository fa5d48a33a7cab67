import { assertEquals, assertStrictEquals } from "@std/assert";
import { NO_MOVE } from "../../../core/types.ts";
import type { SearchResult } from "../../../search/info.ts";
import { MATE } from "../../../core/score.ts";
import { unlimited } from "../../../search/limits.ts";
import { elect, isElective } from "../../../search/threads/vote.ts";

/** Moves by any other name. */
const [A, B, C] = [1, 2, 3];

function result(bestMove: number, score: number, depth: number): SearchResult {
  return { bestMove, ponderMove: NO_MOVE, nodes: 100, score, depth, pv: [bestMove], others: [] };
}

Deno.test("a single thread is elected", () => {
  const main = result(A, -300, 1);
  assertStrictEquals(elect([main]), main);
});

Deno.test("a move that two threads agree on beats one that a single thread found as deep and as good", () => {
  const [main, second, third] = [result(A, 20, 10), result(B, 20, 10), result(B, 19, 10)];
  assertStrictEquals(elect([main, second, third]), second);
});

Deno.test("a deeper vote weighs more, and so does one with a better score", () => {
  const main = result(A, 20, 10);
  assertEquals(elect([main, result(B, 20, 14)]).bestMove, B);
  assertEquals(elect([main, result(B, 35, 10)]).bestMove, B);
  assertEquals(elect([main, result(B, 20, 8)]).bestMove, A);
  assertEquals(elect([main, result(B, 20, 10)]).bestMove, A);
});

Deno.test("where the main thread agrees with the majority it answers itself", () => {
  const main = result(A, 20, 10);
  assertStrictEquals(elect([main, result(A, 60, 15), result(B, 20, 10)]), main);
});

Deno.test("the shortest win needs no majority", () => {
  const [far, near] = [result(A, MATE - 9, 20), result(C, MATE - 5, 5)];
  assertStrictEquals(elect([far, far, near]), near);
  assertStrictEquals(elect([result(A, 500, 20), result(A, 500, 20), near]), near);
  // The same move with a shorter line is the better answer.
  assertEquals(elect([far, result(A, MATE - 3, 9)]).score, MATE - 3);
});

Deno.test("of lost positions the one that lasts longest is preferred, and any other to those", () => {
  assertEquals(elect([result(A, 5 - MATE, 20), result(B, 9 - MATE, 20), result(A, 5 - MATE, 20)]).bestMove, B);
  assertEquals(elect([result(A, 5 - MATE, 20), result(B, -700, 4)]).bestMove, B);
});

Deno.test("threads that completed no depth have no vote", () => {
  const main = result(A, 20, 10);
  assertStrictEquals(elect([main, result(B, 900, 0), result(C, 900, 0)]), main);
  assertEquals(elect([result(A, 0, 0), result(B, 5, 3)]).bestMove, B);
  const none = result(NO_MOVE, 0, 0);
  assertStrictEquals(elect([none, none]), none);
});

Deno.test("threads vote on a move to play, not on several lines, a mate or a given depth", () => {
  assertEquals(isElective({ ...unlimited(), softMs: 100 }), true);
  assertEquals(isElective({ ...unlimited(), multiPv: 2 }), false);
  assertEquals(isElective({ ...unlimited(), mate: 3 }), false);
  assertEquals(isElective({ ...unlimited(), depth: 9 }), false);
});
