/**
 * The programs for people at a shell: `hindsight analyse` and `hindsight play`.
 *
 * They use the engine as a library. Where the first argument names neither, the engine itself is meant.
 *
 * @module
 */

import type { WorkerFactory } from "../search/threads/thread_pool.ts";
import { reasonOf } from "../uci/system/files.ts";
import { LineWriter } from "../uci/system/output.ts";
import type { ProgramContext } from "../uci/system/program_context.ts";
import { runAnalyse } from "./analyse/analyse_program.ts";
import { runPlay } from "./play/play_program.ts";

/** Runs a program with the arguments behind its name; the result is the exit code. */
type Program = (args: readonly string[], context: ProgramContext) => Promise<number>;

const PROGRAMS: Readonly<Record<string, Program>> = { analyse: runAnalyse, analyze: runAnalyse, play: runPlay };

/**
 * Runs the program that the first argument of the process names, and ends the process; returns if it names none.
 *
 * @param startWorker Starts a worker that calls `serveSearch`.
 */
export async function runShell(startWorker: WorkerFactory): Promise<void> {
  const [name = "", ...args] = Deno.args;
  if (!Object.hasOwn(PROGRAMS, name)) return;
  const errors = new LineWriter(Deno.stderr, () => Deno.exit(1));
  const output = new LineWriter(Deno.stdout, (error) => {
    // Who closed the pipe has no use for an error; a full disk deserves one.
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
    errors.write(`Cannot write to standard output: ${reasonOf(error, "write")}`);
    Deno.exit(1);
  });
  Deno.exit(
    await PROGRAMS[name](args, {
      startWorker,
      parameters: null,
      write: (text) => output.write(text),
      complain: (text) => errors.write(text),
    }),
  );
}
