/**
 * Makes helpers share processors: if there are more threads than processors, each helper pauses for part of the time.
 *
 * The system gives each ready thread an equal share of the processors. With 32 threads on two processors, the main
 * thread would have to wait seconds for a processor. With pauses, only about as many threads are ready as there are
 * processors, and together they still do as much work.
 * @module
 */

import { CONTROL_RUNNING } from "../thread_slot.ts";

/** Maximum length of one pause. A helper notices the end of its search only after the pause. */
const REST_MAX_MS = 50;
/** Milliseconds between the starts of two helpers that share a processor: a helper's code runs slowly at first. */
const STAGGER_MS = 50;

/** The number of processors; `Infinity` in Node before version 21, which does not report it. */
export function processorCount(): number {
  return (globalThis as { navigator?: Navigator }).navigator?.hardwareConcurrency ?? Infinity;
}

/** Waits until a helper may search. Returns a function that it must call regularly; `null` if it need not pause. */
export function giveWay(
  control: Int32Array,
  search: number,
  thread: number,
  threads: number,
  processors: number,
): (() => void) | null {
  const restShare = threads / processors - 1;
  if (restShare <= 0) return null;
  Atomics.wait(control, CONTROL_RUNNING, search, STAGGER_MS * Math.floor(thread / processors));
  let resumedAt = performance.now();
  return () => {
    // This time includes waiting for a processor, so the pause is longer on a busier machine.
    const restMs = (performance.now() - resumedAt) * restShare;
    Atomics.wait(control, CONTROL_RUNNING, search, Math.min(restMs, REST_MAX_MS));
    resumedAt = performance.now();
  };
}
