/**
 * What the programs of shell/ get from their caller.
 *
 * @module
 */

/** What a program works with. */
export interface ProgramContext {
  /** Starts a worker that calls `serveSearch`. */
  readonly startWorker: () => Worker;
  /** Writes text and a line break to standard output. */
  readonly write: (text: string) => void;
  /** Writes text and a line break to standard error. */
  readonly complain: (text: string) => void;
}
