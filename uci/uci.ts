/**
 * Runs the engine as a program, which reads commands from arguments or standard input, and writes lines to standard
 * output.
 *
 * Signals are not handled, because by default they end the process even while it is writing to a pipe that nobody
 * reads.
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

/** Runs the commands in the process's arguments or, if there are none, those in its input. Ends the process. */
export async function runEngine(startWorker: WorkerFactory, extension: Extension = NO_EXTENSION): Promise<void> {
  const writer = openOutput();
  const commands = readArguments(programArguments(), extension.commands);
  const session = new Session({
    startWorker,
    options: [...OPTIONS, ...extension.options],
    parameters: extension.parameters,
    hasPrograms: extension.hasPrograms,
    warmUp: commands.length === 0,
    // Games need no permission to write. Only `export_net` and `learned` write files.
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
      // End the process explicitly, because the search threads would keep it alive.
      session.writeInternalError(error);
      endProgram(1);
    }
  }
  // Programs that were made for Stockfish wait for a first line.
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
  // The input has ended, so the engine must end, too.
  loop.receiveEnd();
}

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

/** Splits arguments into commands. Other words belong to the command before them, so `go perft 5` needs no quotes. */
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
