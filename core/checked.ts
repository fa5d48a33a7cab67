/**
 * Invariants: what the code takes for granted, checked in the checked build alone (`deno task build:checked`).
 * @module
 */

/** Whether invariants are checked. The checked build replaces this value; everywhere else such checks cost nothing. */
export const CHECKED: boolean = false;

/** Throws a RangeError where an invariant does not hold; `what` was found instead. */
export function expectInvariant(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`Expected an invariant to hold, but got ${what}`);
}
