/** The interface of a store for a journal, which a program can implement, and a helper for it. @module */

import { compacted, isCompactionDue } from "../experience/compaction.ts";
import { readJournal } from "../experience/journal.ts";
import { BYTES, expect } from "./arguments.ts";
import { ENGINE_TITLE } from "./version.ts";

/**
 * Shrinks a learning file that has grown: keeps each position once, and the last histories. Returns the same bytes if
 * that is not worthwhile. Rejects with a SyntaxError or RangeError if it is no learning file.
 */
export async function compactLearned(bytes: Uint8Array): Promise<Uint8Array> {
  expect(bytes, BYTES);
  const journal = await readJournal(bytes);
  const isDue = bytes.length > 0 && isCompactionDue(journal, bytes.length);
  return isDue ? await compacted(journal, journal.blocks.at(-1)?.network ?? 0, ENGINE_TITLE) : bytes;
}

/** A place for a journal: a file (system/learning_file.ts), or other storage. */
export interface LearningStore {
  /** The contents; empty at first. */
  read(): Promise<Uint8Array>;
  /**
   * Adds blocks at the end, with the head before them if the store is empty. The promise resolves when they are safe;
   * if it rejects, they come again with the next call. Calls do not overlap. Returns the blocks that others have added.
   */
  append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array>;
}
