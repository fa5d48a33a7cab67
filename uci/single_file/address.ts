/**
 * Finds the address of a script in the stack trace of an error. Browsers write `at name (ADDRESS:LINE:COLUMN)`, with or
 * without the brackets, or `name@ADDRESS:LINE:COLUMN`.
 *
 * @module
 */

/**
 * The first address in a stack trace; `null` if there is none. Skips `blob:` addresses, which may no longer be valid.
 */
export function addressIn(stack: string): string | null {
  return /(?:^|[\s(@])([a-z][a-z\d+.-]*:\/\/\S+?):\d+:\d+/m.exec(stack)?.[1] ?? null;
}
