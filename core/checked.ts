/** Invariants on which the code relies. Only the checked build checks them (`deno task build:checked`). @module */

/** Whether invariants are checked. The checked build replaces this value. */
export const CHECKED: boolean = false;

/** Throws a RangeError if an invariant does not hold. `what` describes the fault. */
export function expectInvariant(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`Expected an invariant to hold, but got ${what}`);
}
