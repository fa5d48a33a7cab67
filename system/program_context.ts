/** The environment of the programs of shell/, and the start of their engine. @module */

import { Engine } from "../engine/engine.ts";
import type { LearningStore } from "../engine/learning_store.ts";
import { splitFolders } from "./table_files.ts";

/** The environment of a program. */
export interface ProgramContext {
  /** Starts a worker that calls `serveSearch`. */
  readonly startWorker: () => Worker;
  /** Writes text and a line break to standard output; without control characters if that is a terminal. */
  readonly write: (text: string) => void;
  /** Writes text with this program's own control characters, such as colours, and a line break to standard output. */
  readonly writeStyled: (text: string) => void;
  /** Writes text and a line break to standard error, without control characters. */
  readonly complain: (text: string) => void;
}

/**
 * The user's choices for the engine: threads, MB of its hash table, folders of tablebases (separated like paths on this
 * system), and a learning file to use and extend; by default the engine learns only in memory.
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
