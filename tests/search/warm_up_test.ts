/**
 * The warm-up of a search thread.
 *
 * @module
 */

import { assertLess } from "@std/assert";
import { Evaluator } from "../../search/evaluate.ts";
import { CONTROL_STOP, CONTROL_WORDS } from "../../search/limits.ts";
import { WARM_UP_MS, warmUp } from "../../search/warm_up.ts";
import { NETWORK } from "./pool_fixtures.ts";

Deno.test("the warm-up keeps to its time, and ends at once when told to", () => {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const evaluator = new Evaluator(NETWORK);
  let start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, WARM_UP_MS + 250);
  control[CONTROL_STOP] = 1;
  start = performance.now();
  warmUp(control, evaluator);
  assertLess(performance.now() - start, 100);
});
