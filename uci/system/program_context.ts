/**
 * What the programs for people at a shell work with, `histories` here and those in shell/.
 *
 * @module
 */

import type { Parameters } from "../../search/threads/messages.ts";
import type { WorkerFactory } from "../../search/threads/thread_pool.ts";

/** What a program works with. */
export interface ProgramContext {
  /** Starts a worker that calls `serveSearch`. */
  readonly startWorker: WorkerFactory;
  /** What every search request carries along; `null` for nothing. */
  readonly parameters: Parameters | null;
  /** Writes text and a line break to standard output. */
  readonly write: (text: string) => void;
  /** Writes text and a line break to standard error. */
  readonly complain: (text: string) => void;
}
