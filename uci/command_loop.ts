/**
 * Receives lines with commands, runs them in order, and ends the engine.
 *
 * Lines are read while commands are running, because some must take effect immediately: `stop` and `isready` during a
 * batch command (perft, bench and others that keep the engine busy), and the end of the input. An engine must not
 * outlive its GUI: after `quit` or the end of the input, a timer ends the engine even if a command hangs. Earlier
 * commands are still answered.
 *
 * A command that needs the search threads waits until a running search has ended. If the search has no limit, if a
 * `stop` follows the command, or if the engine ends, the search is stopped instead.
 *
 * A batch command that starts after the end of the input is part of a script (`printf 'perft 5\nquit\n'`). Such a
 * command runs to its end, and so does a search that it has to wait for. The end of the input stops any other command.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import { QUIT } from "./commands.ts";
import type { Command } from "./extension.ts";
import { LineQueue } from "./line_queue.ts";
import { tokenize } from "./parse.ts";
import type { Session } from "./session.ts";

/** After the end of the input, each command may take this many milliseconds. A search may need a second to stop. */
const GRACE_MS = 3000;
/** After the end of the input, threads may take this many milliseconds to start. */
const START_PATIENCE_MS = 30_000;
/** A batch command waits this many milliseconds for the rest of a script, which may arrive in pieces. */
const SCRIPT_SETTLE_MS = 100;

/** Runs commands in order. */
export class CommandLoop {
  private readonly queue: LineQueue = new LineQueue();
  private isPumping = false;
  /** Whether `quit` has arrived or the input has ended. */
  isEnding = false;
  /** Whether the engine is about to end, and the session is saving what it has learned. */
  private isClosing = false;
  private doneCount = 0;
  private batch: AbortController | null = null;
  private isSettling = false;
  private awaitsSearch = false;
  /** The place in the queue of the latest search, perft or bench, if no `stop` has followed it; otherwise -1. */
  private stoppable = -1;
  /** The place in the queue of the latest `stop`; -1 if there is none. */
  private latestStop = -1;
  private readonly ended: Promise<void>;
  private end: (code: number) => void = () => {};

  /** Makes a loop. When it ends, it calls `onEnd` with the exit code. */
  constructor(
    private readonly session: Session,
    private readonly commands: readonly Command[],
    onEnd: (code: number) => void,
  ) {
    this.ended = new Promise<number>((resolve) => this.end = resolve).then(onEnd);
  }

  /**
   * Runs each command in the command line to its end, then saves what was learned. A refused command ends the run,
   * because later commands would not do what the user intended. Returns the exit code: 1 after a refused command,
   * otherwise 0.
   */
  async runArguments(commands: readonly string[]): Promise<number> {
    let isRefused = false;
    for (const [i, line] of commands.entries()) {
      if (tokenize(line)[0] === QUIT) break;
      isRefused = !await this.execute(line);
      if (isRefused) break;
      const next = tokenize(commands[i + 1] ?? "")[0] ?? "";
      // Do not wait if the next command may be the one that ends the search.
      if (next !== "stop" && next !== "ponderhit") await this.session.idle();
    }
    await this.session.close();
    return isRefused ? 1 : 0;
  }

  /** Receives lines of input. */
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
   * Handles a line immediately if it must take effect at once; otherwise, puts it into the queue. A `stop` applies to
   * the search, perft or bench before it. If that command is still in the queue, the `stop` is put there too.
   */
  private take(line: string): void {
    const name = tokenize(line)[0] ?? "";
    const isUrgent = this.batch !== null && !this.isSettling;
    if (isUrgent && name === "isready") return this.session.write("readyok");
    if (isUrgent && name === "stop") {
      const isMeant = !this.queue.has(this.stoppable);
      if (isMeant || this.awaitsSearch) this.abortBatch();
      if (isMeant) return;
    }
    const command = this.commandOf(name);
    const isLong = name === "go" || (command?.isBatch !== undefined && !command.isBrief);
    if (isLong) this.stoppable = this.queue.end;
    else if (name === "stop") [this.stoppable, this.latestStop] = [-1, this.queue.end];
    this.queue.push(line);
  }

  /** Settles when there is room for more lines. */
  room(): Promise<void> {
    return this.queue.room();
  }

  /** Called after `quit` or the end of the input. */
  receiveEnd(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.session.hurry();
    if (!this.isSettling) this.abortBatch();
    this.endAfterGrace();
    this.pump();
  }

  private async endAfterGrace(): Promise<void> {
    const deadline = performance.now() + START_PATIENCE_MS;
    await settlesWithin(Promise.race([this.session.core.pool.settled(), this.ended]), START_PATIENCE_MS);
    let before;
    do {
      before = this.doneCount;
      if (await settlesWithin(this.ended, GRACE_MS)) return;
    } while (
      this.doneCount > before || ((this.isClosing || this.session.isAwaitingThreads) && performance.now() < deadline)
    );
    if (this.batch === null || this.batch.signal.aborted) this.end(0);
  }

  private abortBatch(): void {
    this.batch?.abort();
    if (this.batch !== null) this.session.core.pool.stop();
  }

  /** Runs the waiting lines. A failure of this loop ends the process, because the next line would never run. */
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
      this.end(1);
    }
    this.end(0);
  }

  private async execute(line: string): Promise<boolean> {
    const words = tokenize(line);
    if (words.length === 0 || words[0].startsWith("#")) return true;
    const command = this.commandOf(words[0]);
    if (command === undefined) {
      this.session.writeInfo(`Unknown command '${shorten(line.trim())}'; 'help' lists the commands`);
      return false;
    }
    const parameters = words.slice(1);
    try {
      const isStopped = command.needsThreads === true && await this.searchIsStopped();
      const controller = new AbortController();
      if (isStopped) controller.abort();
      await this.run(command, parameters, line.trimStart().slice(words[0].length).trim(), controller);
      if (isStopped) this.session.stop();
      return true;
    } catch (error) {
      if (command.refuse === undefined) this.session.writeInfo(messageOf(error));
      else await command.refuse(this.session, parameters, messageOf(error));
      return false;
    }
  }

  /** Waits for a search with a limit to end. Returns whether a `stop` arrived; if so, it also stops the command. */
  private async searchIsStopped(): Promise<boolean> {
    const { session, queue, latestStop, isEnding } = this;
    if (!session.isSearching || isEnding || queue.has(latestStop)) return false;
    const controller = this.batch = new AbortController();
    this.awaitsSearch = true;
    const ended = session.searchEnded(controller.signal);
    this.answerWaiting();
    await ended;
    [this.batch, this.awaitsSearch] = [null, false];
    return controller.signal.aborted;
  }

  private commandOf(name: string): Command | undefined {
    return this.commands.find((command) => command.name === name);
  }

  private async run(
    command: Command,
    words: readonly string[],
    text: string,
    controller: AbortController,
  ): Promise<void> {
    if (command.isBatch === undefined || !command.isBatch(words)) {
      return await command.run(this.session, words, controller.signal, text);
    }
    this.batch = controller;
    this.isSettling = true;
    try {
      await delay(SCRIPT_SETTLE_MS);
      this.isSettling = false;
      const end = Promise.resolve(command.run(this.session, words, controller.signal, text));
      // If the arguments are invalid, the command fails within one turn of the event loop.
      await Promise.race([end, delay(0)]);
      if (command.isBrief !== true || this.session.isSearching) this.answerWaiting();
      await end;
    } finally {
      this.isSettling = false;
      this.batch = null;
    }
  }

  /** Handles each `isready` and `stop` that is already in the queue. */
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
