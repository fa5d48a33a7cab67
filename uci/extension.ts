/**
 * Commands, and the extensions of a special build: additional options and commands, other values for numbers of the
 * search, and whether the programs for people are included.
 *
 * The normal engine adds nothing. The tunable build does: tools use this build to measure what a number or a heuristic
 * is worth. So the normal engine needs no code for such measurements.
 *
 * @module
 */

import type { Parameters } from "../search/threads/messages.ts";
import type { Option } from "./options.ts";
import type { Session } from "./session.ts";

/** A command that can be given on a line of input or as an argument. */
export interface Command {
  /** First word of the line. */
  name: string;
  /** The words after the name, for `help`; by default there are none. */
  parameters?: string;
  /** What the command does, for `help`. */
  help: string;
  /**
   * Whether the command, with these arguments, keeps the engine busy, so that later commands wait. Its `signal` ends it
   * early.
   */
  isBatch?: (words: readonly string[]) => boolean;
  /** Whether the command uses files or the process, which a page does not have. */
  needsSystem?: boolean;
  /** Whether the command needs the search threads, so that it waits for the end of a search. */
  needsThreads?: boolean;
  /**
   * Whether a batch command is quick, apart from any wait for a search. If it is, and no search runs, an `isready` in
   * the queue after it waits for its end.
   */
  isBrief?: boolean;
  /**
   * Carries out the command.
   *
   * @param session The session to work on.
   * @param words The words after the name.
   * @param signal Aborted when a batch command must end early.
   * @param text The unchanged text after the name.
   */
  run(session: Session, words: readonly string[], signal: AbortSignal, text: string): void | Promise<void>;
  /** Answers after `run` has thrown an error with this message. The default answer is one `info string`. */
  refuse?: (session: Session, words: readonly string[], message: string) => Promise<void>;
}

/** The differences between a build and the normal engine. */
export interface Extension {
  /** Additional options, which follow the engine's own. */
  readonly options: readonly Option[];
  /** Additional commands, which follow the engine's own. */
  readonly commands: readonly Command[];
  /** Values of tunable numbers that every search request sends; read again each time. `null` for none. */
  readonly parameters: Parameters | null;
  /** Whether the programs of `shell/` are part of the build. */
  readonly hasPrograms: boolean;
}

/** The engine without an extension. */
export const NO_EXTENSION: Extension = { options: [], commands: [], parameters: null, hasPrograms: true };
