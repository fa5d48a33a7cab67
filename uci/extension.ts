/**
 * Commands, and the extensions of a special build: additional options and commands, other values for numbers of the
 * search, and whether it has the programs for people.
 *
 * The engine proper adds nothing. The tunable build does: tools bundle it to measure what a number or a heuristic is
 * worth. So the engine contains nothing of it.
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
  /** The other words, for `help`; by default there are none. */
  parameters?: string;
  /** What it does, for `help`. */
  help: string;
  /** Whether it keeps the engine busy until it is done, so that later commands wait. Its `signal` ends it early. */
  isBatch?: (words: readonly string[]) => boolean;
  /** Whether it works with files or the process, which a page does not have. */
  needsSystem?: boolean;
  /** Whether such a command ends quickly unless it waits for a search; then an `isready` after it also waits. */
  isBrief?: boolean;
  /**
   * Carries it out.
   *
   * @param session What to work on.
   * @param words The words after the name.
   * @param signal Aborted when a batch command must end early.
   * @param text The text after the name, as it was written.
   */
  run(session: Session, words: readonly string[], signal: AbortSignal, text: string): void | Promise<void>;
  /** Answers if `run` has thrown an error with this message; by default with one `info string`. */
  refuse?: (session: Session, words: readonly string[], message: string) => Promise<void>;
}

/** The differences of a build from the engine. */
export interface Extension {
  /** Options after the engine's own. */
  readonly options: readonly Option[];
  /** Commands besides the engine's own. */
  readonly commands: readonly Command[];
  /** What every search request carries along, read again each time; `null` for nothing. */
  readonly parameters: Parameters | null;
  /** Whether the programs of `shell/` are part of the build. */
  readonly hasPrograms: boolean;
}

/** The engine without an extension. */
export const NO_EXTENSION: Extension = { options: [], commands: [], parameters: null, hasPrograms: true };
