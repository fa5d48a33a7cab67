/**
 * The warm-up of a search thread.
 *
 * @module
 */

import { CONTROL_STOP, CONTROL_WORDS } from "../../../search/thread_slot.ts";
import { assertEquals, assertGreater, assertLess } from "@std/assert";
import type { Position } from "../../../core/position.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { WARM_UP_MS, warmUp } from "../../../search/threads/warm_up.ts";
import { NETWORK } from "./pool_fixtures.ts";

/** Counts how often a position is evaluated. */
class CountingEvaluator extends Evaluator {
  calls = 0;

  override evaluate(position: Position): number {
    this.calls++;
    return super.evaluate(position);
  }
}

Deno.test("the warm-up keeps to its time, and ends at once when its word is set", () => {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const evaluator = new CountingEvaluator(NETWORK);
  let start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, WARM_UP_MS + 250);
  assertGreater(evaluator.calls, 1000);
  control[CONTROL_STOP] = 1;
  evaluator.calls = 0;
  start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, 100);
  assertEquals(evaluator.calls, 0);
});
