/** The programs for the shell: `hindsight analyse`, `puzzle`, `play`, `learn` and `histories`. @module */

import { messageOf } from "../core/errors.ts";
import { commandNames } from "../uci/commands.ts";
import { readBook } from "../uci/opening_book.ts";
import { reasonOf } from "../system/files.ts";
import { makeSizeLimitAnError } from "../system/interrupt.ts";
import { LineWriter, printable } from "../system/output.ts";
import type { ProgramContext } from "../system/program_context.ts";
import { tokenize } from "../uci/parse.ts";
import { ANALYSE_HELP, readAnalyseArguments } from "./analyse/analyse_arguments.ts";
import { analyseGames } from "./analyse/analyse_program.ts";
import { suggest } from "../terminal/command_line.ts";
import { HISTORIES_HELP, readHistoriesOptions, showHistories } from "./histories_program.ts";
import { LEARN_HELP, learnGames, readLearnArguments } from "./learn_program.ts";
import { PLAY_HELP, readPlayArguments } from "./play/play_arguments.ts";
import { playGames } from "./play/play_program.ts";
import { PUZZLE_HELP, readPuzzleArguments } from "./puzzle/puzzle_arguments.ts";
import { askPuzzles } from "./puzzle/puzzle_program.ts";

/** Runs a program with the arguments after its name. Returns the exit code. */
type Program = (args: readonly string[], context: ProgramContext) => Promise<number>;

/** Makes a program that reports its errors. Its exit code is 2 for wrong arguments, and 1 for other errors. */
function program<Options extends { readonly help: boolean }>(
  name: string,
  help: string,
  read: (args: readonly string[]) => Options,
  run: (options: Options, context: ProgramContext) => Promise<number>,
): Program {
  return async (args, context) => {
    let options: Options;
    try {
      options = read(args);
    } catch (error) {
      context.complain(`${messageOf(error)}; see hindsight ${name} --help`);
      return 2;
    }
    try {
      if (!options.help) return await run(options, context);
      context.write(help);
      return 0;
    } catch (error) {
      context.complain(messageOf(error));
      return 1;
    }
  };
}

const analyse = program("analyse", ANALYSE_HELP, readAnalyseArguments, analyseGames);
const PROGRAMS: Readonly<Record<string, Program>> = {
  analyse,
  analyze: analyse,
  histories: program("histories", HISTORIES_HELP, readHistoriesOptions, showHistories),
  learn: program("learn", LEARN_HELP, readLearnArguments, learnGames),
  play: program("play", PLAY_HELP, readPlayArguments, (options, context) => playGames(options, context, readBook)),
  puzzle: program("puzzle", PUZZLE_HELP, readPuzzleArguments, askPuzzles),
};

/** A spelling that is accepted but not suggested. */
const OTHER_SPELLING = "analyze";

/**
 * If the first argument names a program or a PGN file, runs that program or analyses that file, then ends the process.
 * Returns if there are no arguments, or if they are UCI commands.
 */
export async function runShell(startWorker: () => Worker): Promise<void> {
  const [name = ""] = Deno.args;
  const isProgram = Object.hasOwn(PROGRAMS, name);
  if (!isProgram && isForEngine(name)) return;
  const isFile = !isProgram && /\.pgn$/i.test(name);
  // If standard error is closed, the work continues.
  const errors = new LineWriter(Deno.stderr, () => {});
  const output = new LineWriter(Deno.stdout, (error) => {
    // The program that reads the pipe may close it early. Any other error, such as a full disk, is a fault.
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
    errors.write(`Cannot write to standard output: ${reasonOf(error, "write")}`);
    Deno.exit(1);
  });
  if (!isProgram && !isFile) {
    const known = [...Object.keys(PROGRAMS).filter((other) => other !== OTHER_SPELLING), ...commandNames()];
    errors.write(printable(`Unknown command '${name}'${suggest(name, known)}; 'hindsight help' lists the commands`));
    Deno.exit(2);
  }
  makeSizeLimitAnError();
  const isTerminal = Deno.stdout.isTerminal();
  Deno.exit(
    await PROGRAMS[isFile ? "analyse" : name](isFile ? Deno.args : Deno.args.slice(1), {
      startWorker,
      write: (text) => output.write(isTerminal ? printable(text) : text),
      writeStyled: (text) => output.write(text),
      complain: (text) => errors.write(printable(text)),
    }),
  );
}

/** Whether an argument begins with a UCI command, or is an option that uci.ts handles. */
function isForEngine(argument: string): boolean {
  const [word = ""] = tokenize(argument);
  return word === "" || word.startsWith("#") || commandNames().includes(word) ||
    ["--help", "-h", "--version", "-v"].includes(argument);
}
