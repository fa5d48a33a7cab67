/** How helpers leave the processors to other threads if there are too few. @module */

import { assertEquals, assertGreaterOrEqual, assertLess } from "@std/assert";
import { CONTROL_RUNNING, createControl } from "../../../search/thread_slot.ts";
import { giveWay } from "../../../search/threads/give_way.ts";

const SEARCH = 7;

/** Control words of a running search. */
function runningControl(): Int32Array {
  const control = createControl();
  control[CONTROL_RUNNING] = SEARCH;
  return control;
}

/** The duration of a function in milliseconds. */
function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Works for this many milliseconds. */
function work(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms;);
}

Deno.test("`giveWay()` does nothing if there are processors for all threads", () => {
  assertEquals(giveWay(runningControl(), SEARCH, 1, 2, 2), null);
  assertEquals(giveWay(runningControl(), SEARCH, 3, 4, 8), null);
});

Deno.test("`giveWay()` makes a helper rest according to its share of the processors, for at most 50 ms", () => {
  const restAfter10Ms = (threads: number): number => {
    const rest = giveWay(runningControl(), SEARCH, 1, threads, 2)!;
    rest();
    work(10);
    return timeOf(rest);
  };
  // Four of six threads have no processor: a helper rests twice as long as it works.
  assertGreaterOrEqual(restAfter10Ms(6), 19);
  assertGreaterOrEqual(restAfter10Ms(512), 49);
});

Deno.test("`giveWay()` starts helpers one after the other, and does not wait in a search that is over", () => {
  assertGreaterOrEqual(timeOf(() => giveWay(runningControl(), SEARCH, 5, 6, 2)), 99);
  const control = runningControl();
  const rest = giveWay(control, SEARCH, 1, 512, 2)!;
  control[CONTROL_RUNNING] = SEARCH + 1;
  work(2);
  assertLess(timeOf(rest), 40);
  assertLess(timeOf(() => giveWay(control, SEARCH, 511, 512, 2)), 1000);
});
