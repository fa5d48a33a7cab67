/**
 * What bounds say.
 *
 * @module
 */

import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, boundDecides } from "../../search/bound.ts";
import { assert, assertFalse } from "@std/assert";

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
