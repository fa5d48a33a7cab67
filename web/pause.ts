/** Waiting, for a time or for the next task. @module */

/** Settles after this many milliseconds; by default in the next task, before which the browser can answer the user. */
export function pause(ms: number = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
