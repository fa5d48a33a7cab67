/**
 * What bounds say.
 *
 * @module
 */

import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  boundDecides,
  scoreFromTt,
  scoreToTt,
} from "../../search/bound.ts";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { CERTAIN_WIN } from "../../core/score.ts";

Deno.test("`boundDecides()` believes a lower bound that reaches the limit, and an upper bound below it", () => {
  for (const score of [50, 51]) {
    assert(boundDecides(BOUND_LOWER, score, 50));
    assertFalse(boundDecides(BOUND_UPPER, score, 50));
  }
  assert(boundDecides(BOUND_UPPER, 49, 50));
  assertFalse(boundDecides(BOUND_LOWER, 49, 50));
  for (const score of [49, 50, 51]) {
    assert(boundDecides(BOUND_EXACT, score, 50));
    assertFalse(boundDecides(BOUND_NONE, score, 50));
  }
});

Deno.test("scores of certain wins, and no others, are stored as they are from the node", () => {
  for (const sign of [1, -1]) {
    for (const [score, stored] of [[CERTAIN_WIN, CERTAIN_WIN + 3], [CERTAIN_WIN - 1, CERTAIN_WIN - 1]]) {
      assertEquals([scoreToTt(sign * score, 3), scoreFromTt(sign * stored, 3)], [sign * stored, sign * score]);
    }
  }
});
