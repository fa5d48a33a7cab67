import { assert, assertEquals, assertFalse } from "@std/assert";
import {
  CERTAIN_WIN,
  DRAW,
  INFINITE,
  isCertain,
  isMateScore,
  MATE,
  MATE_IN_MAX,
  mateIn,
  MAX_EVAL,
  MAX_PLY,
  NO_SCORE,
  TABLEBASE_WIN,
} from "../../core/score.ts";
import { scoreFromTt, scoreToTt } from "../../search/bound.ts";

Deno.test("scores are ordered: evaluations, wins by tables, mates, the window, no score outside of all", () => {
  assert(DRAW < MAX_EVAL && MAX_EVAL < CERTAIN_WIN && CERTAIN_WIN < TABLEBASE_WIN && TABLEBASE_WIN < MATE_IN_MAX);
  assert(MATE_IN_MAX < MATE && MATE < INFINITE);
  assert(NO_SCORE < -INFINITE);
  assertEquals(MATE_IN_MAX, MATE - MAX_PLY);
  assertEquals(CERTAIN_WIN, TABLEBASE_WIN - MAX_PLY);
});

Deno.test("every score that the table may hold fits its 16 bits", () => {
  for (const score of [NO_SCORE, -INFINITE, INFINITE, scoreToTt(MATE, MAX_PLY), scoreToTt(-MATE, MAX_PLY)]) {
    assertEquals(score << 16 >> 16, score);
  }
});

Deno.test("`isMateScore()` distinguishes mates of both sides from evaluations", () => {
  for (const score of [MATE, MATE_IN_MAX, -MATE, -MATE_IN_MAX]) assert(isMateScore(score), `${score}`);
  for (const score of [TABLEBASE_WIN, -TABLEBASE_WIN, MAX_EVAL, -MAX_EVAL, 0]) {
    assertFalse(isMateScore(score), `${score}`);
  }
});

Deno.test("`isCertain()` distinguishes mates and wins by tables from evaluations", () => {
  for (const score of [MATE, MATE_IN_MAX, TABLEBASE_WIN, CERTAIN_WIN]) assert(isCertain(score) && isCertain(-score));
  for (const score of [MAX_EVAL, -MAX_EVAL, 0]) assertFalse(isCertain(score), `${score}`);
});

Deno.test("`mateIn()` counts full moves of the side that mates", () => {
  // Mate after 1, 3 and 7 plies of ours; mated after 2 and 4 plies.
  assertEquals([MATE - 1, MATE - 3, MATE - 7].map(mateIn), [1, 2, 4]);
  assertEquals([2 - MATE, 4 - MATE].map(mateIn), [-1, -2]);
});

Deno.test("a mate is stored as its distance from the node, and read back at any other ply", () => {
  // Mate three plies below a node at ply 5, that is eight plies from the root.
  assertEquals(scoreToTt(MATE - 8, 5), MATE - 3);
  // The same node, reached at ply 11.
  assertEquals(scoreFromTt(MATE - 3, 11), MATE - 14);
  assertEquals(scoreToTt(8 - MATE, 5), 3 - MATE);
  assertEquals(scoreFromTt(3 - MATE, 11), 14 - MATE);
});

Deno.test("reading back what was stored at the same ply gives the same score", () => {
  for (let ply = 0; ply < MAX_PLY; ply++) {
    for (let mate = ply; mate <= MAX_PLY; mate++) {
      assertEquals(scoreFromTt(scoreToTt(MATE - mate, ply), ply), MATE - mate);
      assertEquals(scoreFromTt(scoreToTt(mate - MATE, ply), ply), mate - MATE);
      assertEquals(scoreFromTt(scoreToTt(TABLEBASE_WIN - mate, ply), ply), TABLEBASE_WIN - mate);
      assertEquals(scoreFromTt(scoreToTt(mate - TABLEBASE_WIN, ply), ply), mate - TABLEBASE_WIN);
    }
    for (const score of [-MAX_EVAL, -1, 0, 1, 250, MAX_EVAL]) {
      assertEquals(scoreToTt(score, ply), score);
      assertEquals(scoreFromTt(score, ply), score);
    }
  }
});
