/**
 * Storage of a journal that is not a file of this system: the interface that a program implements, and helpers for it.
 * @module
 */

import { compacted, isCompactionDue } from "../experience/compaction.ts";
import { readJournal } from "../experience/journal.ts";
import { BYTES, expect } from "./arguments.ts";
import { ENGINE_TITLE } from "./version.ts";

/**
 * Rewrites a learning file that has grown: with each position once, and the last histories. If that is not worth it
 * yet, the same file is returned. Rejects with a SyntaxError or RangeError if it is no learning file.
 */
export async function compactLearned(bytes: Uint8Array): Promise<Uint8Array> {
  expect(bytes, BYTES);
  const journal = await readJournal(bytes);
  const isDue = bytes.length > 0 && isCompactionDue(journal, bytes.length);
  return isDue ? await compacted(journal, journal.blocks.at(-1)?.network ?? 0, ENGINE_TITLE) : bytes;
}

/** A place for a journal: a file (system/learning_file.ts), or a program's own storage. */
export interface LearningStore {
  /** All that is in it; nothing if it is new. */
  read(): Promise<Uint8Array>;
  /**
   * Adds blocks at the end, with the head before them if the store is empty. When the promise resolves, the blocks are
   * safe; if it rejects, they are added again with the next call. Calls do not overlap.
   *
   * @returns The blocks that others have added since the last call; nothing if there are no others.
   */
  append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array>;
}
