/**
 * Bounds of time in tests, on machines that do much else.
 *
 * @module
 */

import { assertLess } from "@std/assert";

/** How often something may be late. */
const ATTEMPTS = 5;

/**
 * Asserts that something takes less than so many milliseconds, or whatever unit `run` returns. It is repeated a few times if it takes longer, because
 * another program may have had the processor.
 *
 * @param limitMs What it may take.
 * @param run Does it and returns the milliseconds that it took.
 */
export async function assertPrompt(limitMs: number, run: () => Promise<number>): Promise<void> {
  const took: number[] = [];
  do took.push(await run()); while (took.at(-1)! >= limitMs && took.length < ATTEMPTS);
  assertLess(
    Math.min(...took),
    limitMs,
    `It takes ${took.map((time) => time.toFixed(1)).join(", ")}, not less than ${limitMs}`,
  );
}
