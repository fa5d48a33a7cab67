/**
 * The engine as a program: it reads commands from its arguments or from standard input, and writes lines to standard
 * output.
 *
 * It pauses reading only while megabytes of lines wait, see line_queue.ts. Signals deliberately have no handler: their
 * default action ends the process immediately, even while it is blocked writing to a pipe that no program reads.
 *
 * @module
 */

import type { WorkerFactory } from "../search/threads/thread_handle.ts";
import { CommandLoop } from "./command_loop.ts";
import { allCommands, findCommand } from "./commands.ts";
import { giveUpWriting } from "../system/files.ts";
import {
  endOfInputKeys,
  endProgram,
  isInputTerminal,
  openOutput,
  programArguments,
  readInput,
} from "../system/process.ts";
import { type Command, type Extension, NO_EXTENSION } from "./extension.ts";
import { OPTIONS } from "./options.ts";
import { tokenize } from "./parse.ts";
import { Session } from "./session.ts";
import { ENGINE_AUTHOR, ENGINE_TITLE } from "../engine/version.ts";

/**
 * Runs the engine: the arguments of the process as commands if there are any, otherwise the lines of standard input. Ends
 * the process. `startWorker` starts a worker that calls `serveSearch`.
 */
export async function runEngine(startWorker: WorkerFactory, extension: Extension = NO_EXTENSION): Promise<void> {
  const writer = openOutput();
  const commands = readArguments(programArguments(), extension.commands);
  const session = new Session({
    startWorker,
    options: [...OPTIONS, ...extension.options],
    parameters: extension.parameters,
    hasPrograms: extension.hasPrograms,
    warmUp: commands.length === 0,
    // Only `export_net` and `learned` write files. To play chess, the program needs no permission to write.
    beforeSearch: giveUpWriting,
    write: (line) => writer.write(line),
  });
  const loop = new CommandLoop(session, allCommands(extension.commands), endProgram);
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    session.writeInternalError(event.reason);
  });
  if (commands.length > 0) {
    try {
      endProgram(await loop.runArguments(commands));
    } catch (error) {
      // Exit explicitly: the search threads would keep the program alive.
      session.writeInternalError(error);
      endProgram(1);
    }
  }
  // Programs that were made for Stockfish read a first line from the engine before they write anything.
  const head = isInputTerminal() ? greeting(extension.hasPrograms) : [`${ENGINE_TITLE} by ${ENGINE_AUTHOR}`];
  for (const line of head) session.write(line);
  try {
    for await (const lines of readInput((message) => session.writeInfo(message))) {
      loop.receive(lines);
      await loop.room();
    }
  } catch (error) {
    session.writeInternalError(error);
  }
  // If its input can no longer be read, the engine must end.
  loop.receiveEnd();
}

/** The greeting for a user at a terminal. */
function greeting(hasPrograms: boolean): string[] {
  const head = `${ENGINE_TITLE}, a UCI chess engine. 'help' lists its commands; to leave, type`;
  const leave = `'quit' or press ${endOfInputKeys()}.`;
  if (!hasPrograms) return [head, leave];
  return [
    head,
    `${leave} To play or to look at games, leave and start one of these:`,
    "hindsight play, hindsight analyse game.pgn, hindsight puzzle games.pgn, hindsight histories, hindsight help",
  ];
}

/**
 * Reads commands from the arguments. An argument that is not the name of a command belongs to the command before it, so
 * `go depth 9` needs no quotes, and `go perft 5` is one command, too. `--help` means `help`.
 */
export function readArguments(args: readonly string[], extra: readonly Command[] = []): string[] {
  const commands: string[] = [];
  for (const arg of args) {
    const name = tokenize(arg)[0] ?? "";
    const last = commands.length - 1;
    const isPart = !arg.startsWith("-") &&
      (findCommand(name, extra) === undefined || (name === "perft" && commands[last] === "go"));
    if (last >= 0 && (isPart || arg === "-")) commands[last] += ` ${arg}`;
    else if (arg === "--help" || arg === "-h") commands.push("help");
    else if (arg === "--version" || arg === "-v") commands.push("version");
    else commands.push(arg);
  }
  return commands;
}
