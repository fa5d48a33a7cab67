/** What the programs of shell/ get from their caller, and how they start the engine. @module */

import { Engine } from "../engine/engine.ts";
import type { LearningStore } from "../engine/learning_store.ts";
import { splitFolders } from "./table_files.ts";

/** What a program works with. */
export interface ProgramContext {
  /** Starts a worker that calls `serveSearch`. */
  readonly startWorker: () => Worker;
  /** Writes text and a line break to standard output; without control characters if that is a terminal. */
  readonly write: (text: string) => void;
  /** The same for text that has control characters of this program's own, such as colours. */
  readonly writeStyled: (text: string) => void;
  /** Writes text and a line break to standard error, without control characters. */
  readonly complain: (text: string) => void;
}

/**
 * What a user can choose about the engine: threads, MB of its hash table, folders of tablebases, separated as paths are on
 * this system, and what it has learned and adds to; by default it learns for itself alone.
 */
export type EngineChoice = Readonly<
  { threads?: number; hash?: number; syzygy?: string; learned?: Uint8Array | LearningStore }
>;

/** Starts the engine for a program. Throws an EngineError if it cannot start. */
export function startEngine(
  { startWorker, complain }: ProgramContext,
  { threads, hash, syzygy = "", learned }: EngineChoice = {},
): Promise<Engine> {
  return Engine.start({ threads, hash, tablebases: splitFolders(syzygy), learned, startWorker, onNotice: complain });
}
