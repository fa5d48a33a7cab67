/** The address of a script, from the stack trace of an error that was created in it. @module */

/**
 * The address in the first line of a stack trace that has one; `null` if there is none. Browsers write it as
 * `at name (ADDRESS:LINE:COLUMN)`, as `at ADDRESS:LINE:COLUMN` or as `name@ADDRESS:LINE:COLUMN`. A `blob:` does not
 * count, because it may no longer be valid.
 */
export function addressIn(stack: string): string | null {
  return /(?:^|[\s(@])([a-z][a-z\d+.-]*:\/\/\S+?):\d+:\d+/m.exec(stack)?.[1] ?? null;
}
