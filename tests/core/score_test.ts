import { assert, assertEquals } from "@std/assert";
import { CERTAIN_WIN, DRAW, INFINITE, MATE, MATE_IN_MAX, MAX_EVAL, MAX_PLY, TABLEBASE_WIN } from "../../core/score.ts";
import { isCertain, isMateScore, mateIn, NO_SCORE } from "../../core/score.ts";
import { scoreToTt } from "../../search/bound.ts";

Deno.test("scores are ordered: evaluations, tablebase wins, mates, the full window; `NO_SCORE` is outside this range", () => {
  assert(DRAW < MAX_EVAL && MAX_EVAL < CERTAIN_WIN && CERTAIN_WIN < TABLEBASE_WIN && TABLEBASE_WIN < MATE_IN_MAX);
  assert(MATE_IN_MAX < MATE && MATE < INFINITE);
  assert(NO_SCORE < -INFINITE);
  assertEquals(MATE_IN_MAX, MATE - MAX_PLY);
  assertEquals(CERTAIN_WIN, TABLEBASE_WIN - MAX_PLY);
});

Deno.test("every score that the TT may hold fits into 16 bits", () => {
  for (const score of [NO_SCORE, -INFINITE, INFINITE, scoreToTt(MATE, MAX_PLY), scoreToTt(-MATE, MAX_PLY)]) {
    assertEquals(score << 16 >> 16, score);
  }
});

Deno.test("`isMateScore()` is true for the mates of both sides, and `isCertain()` also for tablebase wins", () => {
  const scores = [MATE, MATE_IN_MAX, TABLEBASE_WIN, CERTAIN_WIN, MAX_EVAL, 0];
  for (const sign of [1, -1]) {
    assertEquals(scores.map((score) => isMateScore(sign * score)), [true, true, false, false, false, false]);
    assertEquals(scores.map((score) => isCertain(sign * score)), [true, true, true, true, false, false]);
  }
});

Deno.test("`mateIn()` counts full moves of the side that mates", () => {
  // The side to move mates after 1, 3 and 7 plies; it is mated after 2 and 4 plies.
  assertEquals([MATE - 1, MATE - 3, MATE - 7].map(mateIn), [1, 2, 4]);
  assertEquals([2 - MATE, 4 - MATE].map(mateIn), [-1, -2]);
});
