/** Reads the message of a thrown value. This file is in core/ because every folder may import from there. @module */

/** The message of an error, or any other thrown value as a string. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
