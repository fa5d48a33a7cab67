/** A delay as a promise. @module */

/** Waits this many milliseconds. By default, waits only for the next task, so that the browser can respond first. */
export function pause(ms: number = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
