/** Reads the message of a thrown value. This is in core/ because every folder may import from there. @module */

/** The message of an error, or the text of anything else that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
