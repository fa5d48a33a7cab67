/** What a command is, and what a build can add to the engine, as the tunable build does for measurements. @module */

import type { Parameters } from "../search/threads/messages.ts";
import type { Option } from "./options.ts";
import type { Session } from "./session.ts";

/** A command on a line of input or as an argument. */
export type Command = {
  name: string;
  parameters?: string;
  help: string;
  /** Whether it keeps the engine busy with these arguments, so that later commands wait. Its `signal` ends it. */
  isBatch?: (words: readonly string[]) => boolean;
  /** Whether it uses files or the process, which a page does not have. */
  needsSystem?: boolean;
  needsThreads?: boolean;
  /** Whether a batch command is quick. If so, and if no search runs, a later `isready` waits for its end. */
  isBrief?: boolean;
  /** Carries it out. `words` and `text` come after the name; `signal` ends a batch command early. */
  run(session: Session, words: readonly string[], signal: AbortSignal, text: string): void | Promise<void>;
  /** Answers after an error with this message; by default with an `info string`. */
  refuse?: (session: Session, words: readonly string[], message: string) => Promise<void>;
};

/** What a build adds to the engine. Its options and commands come after the engine's own. */
export type Extension = {
  readonly options: readonly Option[];
  readonly commands: readonly Command[];
  /** Values of tunable numbers, which are read before every search; `null` for none. */
  readonly parameters: Parameters | null;
  readonly hasPrograms: boolean;
};

/** The engine without an extension. */
export const NO_EXTENSION: Extension = { options: [], commands: [], parameters: null, hasPrograms: true };
