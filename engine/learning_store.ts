/**
 * The interface of a store for a journal, which a program can implement, and helpers for it.
 * @module
 */

import { compacted, isCompactionDue } from "../experience/compaction.ts";
import { readJournal } from "../experience/journal.ts";
import { BYTES, expect } from "./arguments.ts";
import { ENGINE_TITLE } from "./version.ts";

/**
 * Shrinks a learning file that has grown: keeps each position once, and the last histories. Returns the same file if
 * this is not worthwhile yet. Rejects with a SyntaxError or RangeError if it is not a learning file.
 */
export async function compactLearned(bytes: Uint8Array): Promise<Uint8Array> {
  expect(bytes, BYTES);
  const journal = await readJournal(bytes);
  const isDue = bytes.length > 0 && isCompactionDue(journal, bytes.length);
  return isDue ? await compacted(journal, journal.blocks.at(-1)?.network ?? 0, ENGINE_TITLE) : bytes;
}

/** A place for a journal: a file (system/learning_file.ts), or a program's own storage. */
export interface LearningStore {
  /** The whole contents; empty if the store is new. */
  read(): Promise<Uint8Array>;
  /**
   * Adds blocks at the end, with the head before them if the store is empty. If the promise resolves, the blocks must
   * be safe; if it rejects, they are added again with the next call. Calls do not overlap.
   *
   * @returns The blocks that others have added since the last call; empty if there are none.
   */
  append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array>;
}
