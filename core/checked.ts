/**
 * Invariants: what the code takes for granted, checked in the checked build alone (`deno task build:checked`).
 *
 * @module
 */

/** Whether invariants are checked. The checked build replaces this value; everywhere else such checks cost nothing. */
export const CHECKED: boolean = false;

/**
 * Stops the search where an invariant does not hold.
 *
 * @param what What was found instead.
 * @throws RangeError if it does not hold.
 */
export function expectInvariant(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`Expected an invariant to hold, but got ${what}`);
}
