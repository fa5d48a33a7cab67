/** Waits for a time or for the next task. @module */

/** Settles after this many milliseconds; by default in the next task, so that the browser can respond first. */
export function pause(ms: number = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
