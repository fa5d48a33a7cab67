/** The interface that a program implements to store a learning file, and a helper for it. @module */

import { compacted, isCompactionDue } from "../experience/compaction.ts";
import { readJournal } from "../experience/journal.ts";
import { BYTES, expect } from "./arguments.ts";
import { ENGINE_TITLE } from "./version.ts";

/**
 * Shrinks a learning file that has grown: keeps one record per position and the latest histories. Returns the same
 * bytes if shrinking is not worthwhile. Rejects with a SyntaxError or RangeError if they are not a learning file.
 */
export async function compactLearned(bytes: Uint8Array): Promise<Uint8Array> {
  expect(bytes, BYTES);
  const journal = await readJournal(bytes);
  const isDue = bytes.length > 0 && isCompactionDue(journal, bytes.length);
  return isDue ? await compacted(journal, journal.blocks.at(-1)?.network ?? 0, ENGINE_TITLE) : bytes;
}

/** Stores a journal in a file (system/learning_file.ts), or elsewhere. */
export interface LearningStore {
  /** Reads the contents, which are empty at first. */
  read(): Promise<Uint8Array>;
  /**
   * Adds blocks at the end. If the store is empty, writes the header `head` first. When the blocks are stored safely,
   * resolves with those that other programs have added. If this call rejects, the next one passes the same blocks
   * again. Calls do not overlap.
   */
  append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array>;
}
