/**
 * Defines commands, and what a build can add to the engine. The tunable build adds options and commands for
 * measurements.
 * @module
 */

import type { Parameters } from "../search/threads/messages.ts";
import type { Option } from "./options.ts";
import type { Session } from "./session.ts";

/** A command that is given on a line of input or as an argument. */
export type Command = {
  name: string;
  parameters?: string;
  help: string;
  /** Whether the command keeps the engine busy with these arguments, so that later commands must wait. */
  isBatch?: (words: readonly string[]) => boolean;
  /** Whether the command uses files or the process, which a page does not have. */
  needsSystem?: boolean;
  needsThreads?: boolean;
  /**
   * Whether a batch command is quick. If so, an `isready` waits for the command to finish, unless a search is running.
   */
  isBrief?: boolean;
  /** Runs the command. `words` and `text` are what follows its name; `signal` ends a batch command early. */
  run(session: Session, words: readonly string[], signal: AbortSignal, text: string): void | Promise<void>;
  /** Answers when `run` has failed; `message` says why. By default, the message is written as an `info string`. */
  refuse?: (session: Session, words: readonly string[], message: string) => Promise<void>;
};

/** What a build adds to the engine. Its options and commands come after the engine's own. */
export type Extension = {
  readonly options: readonly Option[];
  readonly commands: readonly Command[];
  /** Values of tunable numbers, which are read before every search; `null` if there are none. */
  readonly parameters: Parameters | null;
  readonly hasPrograms: boolean;
};

/** The engine without an extension. */
export const NO_EXTENSION: Extension = { options: [], commands: [], parameters: null, hasPrograms: true };
