/** The warm-up of a search thread. @module */

import { CONTROL_STOP, CONTROL_WORDS } from "../../../search/thread_slot.ts";
import { assertEquals, assertGreater, assertLess } from "@std/assert";
import type { Position } from "../../../core/position.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { WARM_UP_MS, warmUp } from "../../../search/threads/warm_up.ts";
import { NETWORK } from "./pool_fixtures.ts";

/** Milliseconds that each evaluation takes on the clock of the test. */
const EVALUATION_MS = 0.1;

/** Counts how often a position is evaluated, and moves the clock of the test on each time. */
class CountingEvaluator extends Evaluator {
  calls = 0;

  override evaluate(position: Position): number {
    this.calls++;
    return super.evaluate(position);
  }
}

/** Runs the warm-up by a clock that moves with the evaluations alone, so the load of the machine does not matter. */
function warmUpByEvaluations(control: Int32Array, evaluator: CountingEvaluator): void {
  const { now } = performance;
  const start = now.call(performance);
  performance.now = () => start + evaluator.calls * EVALUATION_MS;
  try {
    warmUp(control, evaluator);
  } finally {
    performance.now = now;
  }
}

Deno.test("the warm-up uses its time and keeps to it, and ends at once when its word is set", () => {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const evaluator = new CountingEvaluator(NETWORK);
  warmUpByEvaluations(control, evaluator);
  // The search looks at the clock after some thousand nodes.
  assertGreater(evaluator.calls * EVALUATION_MS, WARM_UP_MS / 2);
  assertLess(evaluator.calls * EVALUATION_MS, 8 * WARM_UP_MS);
  control[CONTROL_STOP] = 1;
  evaluator.calls = 0;
  warmUpByEvaluations(control, evaluator);
  assertEquals(evaluator.calls, 0);
});
