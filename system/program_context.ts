/** Gives the programs in shell/ their environment and their engine. @module */

import { Engine } from "../engine/engine.ts";
import type { LearningStore } from "../engine/learning_store.ts";
import { splitFolders } from "./table_files.ts";

/** The environment of a program. */
export type ProgramContext = {
  readonly startWorker: () => Worker;
  /** Writes a line to standard output. If that is a terminal, control characters are replaced. */
  readonly write: (text: string) => void;
  /** Writes a line to standard output, and keeps its control characters, such as those for colours. */
  readonly writeStyled: (text: string) => void;
  /** Writes a line to standard error. Control characters are replaced. */
  readonly complain: (text: string) => void;
};

/** The user's choices: threads, hash size in MiB, folders with tablebases, and a learning file. */
export type EngineChoice = Readonly<
  { threads?: number; hash?: number; syzygy?: string; learned?: Uint8Array | LearningStore }
>;

/** Starts the engine of a program. Throws an EngineError if that fails. */
export function startEngine(
  { startWorker, complain }: ProgramContext,
  { threads, hash, syzygy = "", learned }: EngineChoice = {},
): Promise<Engine> {
  return Engine.start({ threads, hash, tablebases: splitFolders(syzygy), learned, startWorker, onNotice: complain });
}
