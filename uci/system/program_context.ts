/**
 * What the programs of shell/ get from their caller.
 *
 * @module
 */

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
