/** A run of a program for people in the process that runs many, see served_programs.ts. @module */

import type { Run } from "../program.ts";

/** How to run a program. */
export interface RunOptions {
  /** A folder that it may read and write, and in which it runs; without one it may write nowhere. */
  folder?: string;
  /** What comes from standard input. */
  input?: string;
  /** A signal that the process gets in the middle of the sixth search, which ends by nothing but the signal. */
  signal?: Deno.Signal;
  /** Number of a search that fails. */
  failingSearch?: number;
  /** A folder that is removed when the first search begins. */
  lostFolder?: string;
}

/** A run of a program. */
export interface ServedRun extends RunOptions {
  /** Arguments of the process. */
  readonly args: readonly string[];
}

/** What a run left, or why it failed otherwise than by an exit code. */
export type ServedAnswer = Run | { readonly failure: string };
