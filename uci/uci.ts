/**
 * The loop around the commands: reads lines, runs them in order, ends the program.
 *
 * Lines are read while commands run, because three things cannot wait in the queue: `stop` and `isready` during a
 * batch command (perft, bench and others that keep the engine busy), and the end of the program. An engine must not
 * outlive its GUI, so when the input ends or `quit` arrives, a timer ends the process even if a command hangs. Only
 * while megabytes of lines wait, reading pauses, see line_queue.ts. Signals have no handler on purpose: their default
 * action ends the process at once, even while it is blocked writing to a pipe from which no program reads.
 *
 * Every command before the end is answered. At the end the warm-up of the search threads stops, but the program still
 * waits for an answer that needs a thread to start.
 *
 * A batch command whose input had already ended when it started is part of a script (`printf 'perft 5\nquit\n'`) and is
 * run to its end, and so is a search that it waits for; one that was started before the input ended is cut off like a
 * search.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import type { WorkerFactory } from "../search/threads/thread_handle.ts";
import { findCommand, QUIT } from "./commands.ts";
import { giveUpWriting } from "../system/files.ts";
import {
  END_OF_INPUT_KEYS,
  endProgram,
  isInputTerminal,
  openOutput,
  programArguments,
  readInput,
} from "../system/process.ts";
import { type Command, type Extension, NO_EXTENSION } from "./extension.ts";
import { LineQueue } from "./line_queue.ts";
import { tokenize } from "./parse.ts";
import { Session } from "./session.ts";
import { ENGINE_AUTHOR, ENGINE_TITLE } from "../engine/version.ts";

/**
 * Milliseconds that each command has after the end of the input, before the process ends although it still runs: on a
 * busy machine a search may need more than a thousand to stop and to write its best move. Those that threads take to
 * start come on top.
 */
const GRACE_MS = 3000;
/** Milliseconds that threads may take to start after the end of the input: more than a busy machine needs. */
const START_PATIENCE_MS = 30_000;
/** Milliseconds that a batch command waits for the rest of a script, which comes in pieces on a busy machine. */
const SCRIPT_SETTLE_MS = 100;

/**
 * Runs the engine: the arguments of the process as commands if there are any, else the lines of standard input. Ends the
 * process. `startWorker` starts a worker that calls `serveSearch`.
 */
export async function runEngine(startWorker: WorkerFactory, extension: Extension = NO_EXTENSION): Promise<void> {
  const writer = openOutput();
  const commands = readArguments(programArguments(), extension.commands);
  const session = new Session({
    startWorker,
    extraOptions: extension.options,
    parameters: extension.parameters,
    hasPrograms: extension.hasPrograms,
    warmUp: commands.length === 0,
    // Only `export_net` writes a file: a program that plays chess need not be able to.
    beforeSearch: giveUpWriting,
    write: (line) => writer.write(line),
  });
  const loop = new CommandLoop(session, extension.commands);
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    session.writeInternalError(event.reason);
  });
  if (commands.length > 0) {
    try {
      endProgram(await loop.runArguments(commands));
    } catch (error) {
      // The search threads would keep the program alive.
      session.writeInternalError(error);
      endProgram(1);
    }
  }
  // Programs for Stockfish read the first line before they write one.
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
  // Without a reader of its input the engine must end.
  loop.receiveEnd();
}

/** What a person at a terminal reads first. */
function greeting(hasPrograms: boolean): string[] {
  const head = `${ENGINE_TITLE}, a UCI chess engine. 'help' lists its commands; to leave, type`;
  const leave = `'quit' or press ${END_OF_INPUT_KEYS}.`;
  if (!hasPrograms) return [head, leave];
  return [
    head,
    `${leave} To play or to look at games, leave and start one of these:`,
    "hindsight play, hindsight analyse game.pgn, hindsight puzzle games.pgn, hindsight histories, hindsight help",
  ];
}

/**
 * Commands from arguments. What does not begin with the name of a command belongs to the command before it, so that
 * `go depth 9` need not be quoted, and `go perft 5` is one command, too. `--help` is `help`.
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

/** Runs commands in order. */
class CommandLoop {
  private readonly queue: LineQueue = new LineQueue();
  private isPumping = false;
  private isEnding = false;
  /** Whether the session ends, which waits for nothing without end: what was learned is written. */
  private isClosing = false;
  /** How many lines were carried out. */
  private doneCount = 0;
  /** Ends the batch command under way early; `null` when there is none. */
  private batch: AbortController | null = null;
  /** Whether the batch command waits for the rest of a script. */
  private isSettling = false;
  /** Place in the queue of the latest search, perft or bench without a `stop` behind it, -1 if there is none. */
  private stoppable = -1;

  /** A loop that has run nothing; `extra` are commands besides the engine's own. */
  constructor(private readonly session: Session, private readonly extra: readonly Command[]) {}

  /**
   * Runs the commands of the command line, each to its end, up to the first that is refused: those behind it would work
   * on something else than what was asked for. Then what was learned is written.
   *
   * @returns The exit code: 1 if a command was refused.
   */
  async runArguments(commands: readonly string[]): Promise<number> {
    let isRefused = false;
    for (const [i, line] of commands.entries()) {
      if (tokenize(line)[0] === QUIT) break;
      isRefused = !await this.execute(line);
      if (isRefused) break;
      const next = tokenize(commands[i + 1] ?? "")[0] ?? "";
      // A search without a bound ends by what comes next, or never.
      if (next !== "stop" && next !== "ponderhit") await this.session.idle();
    }
    await this.session.close();
    return isRefused ? 1 : 0;
  }

  /** Lines arrived. */
  receive(lines: readonly string[]): void {
    this.session.noticeInput();
    for (const line of lines) {
      if (this.isEnding) return;
      if (tokenize(line)[0] === QUIT) return this.receiveEnd();
      this.take(line);
    }
    this.pump();
  }

  /**
   * Carries out what cannot wait for a batch command, and lets another line wait for its turn. A `stop` belongs to the
   * search, perft or bench that was sent before it, and waits behind that.
   */
  private take(line: string): void {
    const name = tokenize(line)[0];
    const isUrgent = this.batch !== null && !this.isSettling;
    if (isUrgent && name === "isready") return this.session.write("readyok");
    if (isUrgent && name === "stop" && !this.queue.has(this.stoppable)) return this.abortBatch();
    const command = findCommand(name ?? "", this.extra);
    const isLong = name === "go" || (command?.isBatch !== undefined && !command.isBrief);
    if (isLong) this.stoppable = this.queue.end;
    else if (name === "stop") this.stoppable = -1;
    this.queue.push(line);
  }

  /** Settles when so few lines wait that more may be read. */
  room(): Promise<void> {
    return this.queue.room();
  }

  /** The input ended, or asked to end. */
  receiveEnd(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.session.hurry();
    if (!this.isSettling) this.abortBatch();
    this.endAfterGrace();
    this.pump();
  }

  /** Ends the process if a command hangs. */
  private async endAfterGrace(): Promise<void> {
    const deadline = performance.now() + START_PATIENCE_MS;
    await settlesWithin(this.session.core.pool.settled(), START_PATIENCE_MS);
    let before;
    do {
      before = this.doneCount;
      await delay(GRACE_MS);
    } while (
      this.doneCount > before || ((this.isClosing || this.session.isAwaitingThreads) && performance.now() < deadline)
    );
    if (this.batch === null || this.batch.signal.aborted) endProgram(0);
  }

  private abortBatch(): void {
    this.batch?.abort();
    if (this.batch !== null) this.session.core.pool.stop();
  }

  /**
   * Runs the lines that wait. A failure outside of the commands ends the process: nothing else would run the next line.
   */
  private async pump(): Promise<void> {
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      for (let line = this.queue.shift(); line !== undefined; line = this.queue.shift()) {
        await this.execute(line);
        this.doneCount++;
      }
      this.isPumping = false;
      if (!this.isEnding) return;
      this.isClosing = true;
      await this.session.close();
    } catch (error) {
      this.session.writeInternalError(error);
      endProgram(1);
    }
    endProgram(0);
  }

  /** Runs one line; whether it was carried out. */
  private async execute(line: string): Promise<boolean> {
    const words = tokenize(line);
    if (words.length === 0 || words[0].startsWith("#")) return true;
    const command = findCommand(words[0], this.extra);
    if (command === undefined) {
      this.session.writeInfo(`Unknown command '${shorten(line.trim())}'; 'help' lists the commands`);
      return false;
    }
    const parameters = words.slice(1);
    try {
      await this.run(command, parameters, line.trimStart().slice(words[0].length).trim());
      return true;
    } catch (error) {
      if (command.refuse === undefined) this.session.writeInfo(messageOf(error));
      else await command.refuse(this.session, parameters, messageOf(error));
      return false;
    }
  }

  private async run(command: Command, words: readonly string[], text: string): Promise<void> {
    const controller = new AbortController();
    if (command.isBatch === undefined || !command.isBatch(words)) {
      return await command.run(this.session, words, controller.signal, text);
    }
    this.batch = controller;
    this.isSettling = true;
    try {
      await delay(SCRIPT_SETTLE_MS);
      this.isSettling = false;
      const end = Promise.resolve(command.run(this.session, words, controller.signal, text));
      // A command that refuses its words does so at once.
      await Promise.race([end, delay(0)]);
      if (command.isBrief !== true || this.session.isSearching) this.answerWaiting();
      await end;
    } finally {
      this.isSettling = false;
      this.batch = null;
    }
  }

  /** Carries out the `isready` and `stop` that came while the batch command waited, as if they came now. */
  private answerWaiting(): void {
    this.stoppable = -1;
    for (let count = this.queue.length; count > 0; count--) this.take(this.queue.shift()!);
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function shorten(text: string): string {
  const limit = 80;
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
