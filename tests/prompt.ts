/**
 * Time limits in tests, which are stretched if the machine has other work.
 *
 * Short loops of arithmetic measure the load of the machine. Each fits between two interruptions, so the quickest loop
 * shows the speed of the processor, and the time of all loops shows this program's share of it. The limits are
 * stretched accordingly.
 *
 * @module
 */

import { assertLess } from "@std/assert";

/** The number of late attempts after which an assertion fails. */
const ATTEMPTS = 10;
/** The number of short loops in a measurement of the machine. */
const LOOPS = 200;
/** The number of steps in a short loop, which takes a few tenths of a millisecond. */
const STEPS = 100_000;

/** The factor by which other work slows this machine down. */
export function slowdown(): number {
  const times: number[] = [];
  let value = 1;
  for (let loop = 0; loop < LOOPS; loop++) {
    const start = performance.now();
    for (let step = 0; step < STEPS; step++) value = Math.imul(value, 1664525) + 1013904223 | 0;
    times.push(performance.now() - start);
  }
  // The value is used, so that the loops are not optimised away.
  assertLess(value, 2 ** 31);
  // The first loops run before the code is compiled.
  const later = times.slice(LOOPS / 4);
  return later.reduce((sum, ms) => sum + ms, 0) / (later.length * Math.min(...later));
}

/** Asserts that the shortest of these durations is below a limit, which is stretched if the machine is busy. */
export function assertLeast(limitMs: number, took: readonly number[]): void {
  const least = Math.min(...took);
  if (least < limitMs) return;
  const limit = limitMs * slowdown();
  assertLess(least, limit, `It takes ${took.map((ms) => ms.toFixed(1)).join(", ")}, not less than ${limit}`);
}

/**
 * Asserts that something takes less than this many milliseconds (or another unit that `run` returns). If it takes
 * longer, it is repeated a few times, because another program may have had the processor.
 *
 * @param limitMs The bound on a machine without other work.
 * @param run Does the work and returns the milliseconds that it took.
 */
export async function assertPrompt(limitMs: number, run: () => Promise<number>): Promise<void> {
  const took: number[] = [];
  while (took.length < ATTEMPTS) {
    took.push(await run());
    if (took.at(-1)! < limitMs || took.at(-1)! < limitMs * slowdown()) return;
  }
  assertLeast(limitMs, took);
}
