import { CONTROL_STOP, CONTROL_WORDS } from "../../../search/thread_slot.ts";
import { assert, assertEquals } from "@std/assert";
import { Evaluator } from "../../../search/evaluate.ts";
import { WARM_UP_MS, warmUp } from "../../../search/threads/warm_up.ts";
import { NETWORK } from "./pool_fixtures.ts";

/** The duration of the warm-up in milliseconds, on a clock that advances by 0.1 ms for each evaluation. */
function warmUpByEvaluations(control: Int32Array): number {
  const { now } = performance;
  const start = now.call(performance);
  const evaluator = new Evaluator(NETWORK);
  const evaluate = evaluator.evaluate.bind(evaluator);
  let calls = 0;
  evaluator.evaluate = (position) => {
    calls++;
    return evaluate(position);
  };
  performance.now = () => start + calls * 0.1;
  try {
    warmUp(control, evaluator);
  } finally {
    performance.now = now;
  }
  return calls * 0.1;
}

Deno.test("the warm-up uses its time and no more, and ends immediately when its control word is set", () => {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const ms = warmUpByEvaluations(control);
  // A search reads the clock only every few nodes, so it may take longer than its time.
  assert(ms > WARM_UP_MS / 2 && ms < 8 * WARM_UP_MS, `${ms}`);
  control[CONTROL_STOP] = 1;
  assertEquals(warmUpByEvaluations(control), 0);
});
