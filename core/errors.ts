/**
 * What was thrown, in words. It is not about chess; it stands here because every part of the program may import it.
 *
 * @module
 */

/** The message of an error. Whatever else was thrown speaks for itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
