/**
 * The message of anything that was thrown. It has nothing to do with chess, but every folder may import from this one.
 *
 * @module
 */

/** The message of an error, or the text of anything else that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
