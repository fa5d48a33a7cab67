import { assertEquals, assertStrictEquals } from "@std/assert";
import { NO_MOVE } from "../../../core/types.ts";
import type { SearchResult } from "../../../search/info.ts";
import { MATE } from "../../../core/score.ts";
import { unlimited } from "../../../search/limits.ts";
import { elect, isElective } from "../../../search/threads/vote.ts";

const [A, B, C] = [1, 2, 3];

function result(bestMove: number, score: number, depth: number): SearchResult {
  return { bestMove, ponderMove: NO_MOVE, nodes: 100, score, depth, pv: [bestMove], completed: [] };
}

/** Results, the first from the main thread, and the elected result. */
const ELECTIONS: [what: string, results: SearchResult[], elected: number][] = [
  ["a single thread", [result(A, -300, 1)], 0],
  ["a move of two threads, not an equal move of one", [result(A, 20, 10), result(B, 20, 10), result(B, 19, 10)], 1],
  ["a deeper result", [result(A, 20, 10), result(B, 20, 14)], 1],
  ["a better score", [result(A, 20, 10), result(B, 35, 10)], 1],
  ["no result from a lower depth", [result(A, 20, 10), result(B, 20, 8)], 0],
  ["the main thread if all are equal", [result(A, 20, 10), result(B, 20, 10)], 0],
  ["the main thread if it agrees with the majority", [result(A, 20, 10), result(A, 60, 15), result(B, 20, 10)], 0],
  ["the shortest win", [result(A, MATE - 9, 20), result(A, MATE - 9, 20), result(C, MATE - 5, 5)], 2],
  ["a win, not the move of a majority", [result(A, 500, 20), result(A, 500, 20), result(C, MATE - 5, 5)], 2],
  ["the same move with a shorter line", [result(A, MATE - 9, 20), result(A, MATE - 3, 9)], 1],
  ["the longest defence", [result(A, 5 - MATE, 20), result(B, 9 - MATE, 20), result(A, 5 - MATE, 20)], 1],
  ["a result that is not lost", [result(A, 5 - MATE, 20), result(B, -700, 4)], 1],
  ["no thread without a completed depth", [result(A, 20, 10), result(B, 900, 0), result(C, 900, 0)], 0],
  ["a thread with a completed depth", [result(A, 0, 0), result(B, 5, 3)], 1],
  ["the main thread if no thread has a move", [result(NO_MOVE, 0, 0), result(NO_MOVE, 0, 0)], 0],
];

Deno.test("`elect()` chooses the best answer of the threads, and `isElective()` the searches in which they vote", () => {
  for (const [what, results, elected] of ELECTIONS) assertStrictEquals(elect(results), results[elected], what);
  const limits = [{ softMs: 100 }, { multiPv: 2 }, { mate: 3 }, { depth: 9 }];
  assertEquals(limits.map((each) => isElective({ ...unlimited(), ...each })), [true, false, false, false]);
});
