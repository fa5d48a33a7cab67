/**
 * The programs for people at a shell: `hindsight analyse`, `hindsight play` and `hindsight histories`.
 *
 * They use the engine as a library. If the first argument names none of them, the arguments are UCI commands.
 *
 * @module
 */

import { readBook } from "../uci/opening_book.ts";
import { reasonOf } from "../uci/system/files.ts";
import { makeSizeLimitAnError } from "../uci/system/interrupt.ts";
import { LineWriter, printable } from "../uci/system/output.ts";
import type { ProgramContext } from "../uci/system/program_context.ts";
import { runAnalyse } from "./analyse/analyse_program.ts";
import { runHistories } from "./histories_program.ts";
import { runPlay } from "./play/play_program.ts";

/** Runs a program with the arguments behind its name; the result is the exit code. */
type Program = (args: readonly string[], context: ProgramContext) => Promise<number>;

const PROGRAMS: Readonly<Record<string, Program>> = {
  analyse: runAnalyse,
  analyze: runAnalyse,
  histories: runHistories,
  play: (args, context) => runPlay(args, context, readBook),
};

/**
 * Runs the program that the first argument of the process names, and ends the process; returns if it names none.
 *
 * @param startWorker Starts a worker that calls `serveSearch`.
 */
export async function runShell(startWorker: () => Worker): Promise<void> {
  const [name = "", ...args] = Deno.args;
  if (!Object.hasOwn(PROGRAMS, name)) return;
  const errors = new LineWriter(Deno.stderr, () => Deno.exit(1));
  const output = new LineWriter(Deno.stdout, (error) => {
    // A closed pipe means that its reader has all it wants; a full disk is an error.
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
    errors.write(`Cannot write to standard output: ${reasonOf(error, "write")}`);
    Deno.exit(1);
  });
  makeSizeLimitAnError();
  const isTerminal = Deno.stdout.isTerminal();
  Deno.exit(
    await PROGRAMS[name](args, {
      startWorker,
      write: (text) => output.write(isTerminal ? printable(text) : text),
      writeStyled: (text) => output.write(text),
      complain: (text) => errors.write(printable(text)),
    }),
  );
}
