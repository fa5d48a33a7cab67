/**
 * Runs an engine inside another program, as `hindsight-uci.js` does in a worker or a page. That program sends commands
 * as text and receives lines. The engine uses the same session as the UCI program, but has no files and no process to
 * end. The environment limits its threads and its memory.
 *
 * @module
 */

import { ENGINE_AUTHOR, ENGINE_TITLE } from "../../engine/version.ts";
import { embeddedNetworkFile } from "../../nnue/embedded.ts";
import { processorCount } from "../../search/threads/give_way.ts";
import { canShareMemory } from "../../search/threads/memory.ts";
import type { CheckedFile } from "../../search/threads/messages.ts";
import type { SearchWorker, WorkerFactory } from "../../search/threads/thread_handle.ts";
import { CommandLoop } from "../command_loop.ts";
import { allCommands } from "../commands.ts";
import { type Option, PLAIN_OPTIONS, type SpinOption } from "../options.ts";
import { Session } from "../session.ts";

/** Assumed gigabytes of memory if the device does not report them. */
const MEMORY_GIGABYTES = 4;
/** Maximum megabytes of the hash table per gigabyte of memory. This is an eighth of the memory. */
const HASH_PER_GIGABYTE = 128;

/** What an engine needs from its environment. */
export type Place = {
  readonly startWorker: WorkerFactory;
  readonly onLine: (line: string) => void;
  /** Called when the engine has ended because the search thread did not start. */
  readonly onFailure: (reason: string) => void;
  readonly onQuit: () => void;
  /**
   * Whether `onQuit` also ends the threads, as closing a page's worker does. If so, the threads are not terminated
   * first: if a worker closes just after it has terminated its own worker, Chromium never ends either of them.
   */
  readonly endsThreads: boolean;
};

/** An engine. */
export class EngineHere {
  /** Resolves when the search thread has started; rejects if it does not start. */
  readonly started: Promise<void>;
  private readonly session: Session;
  private readonly loop: CommandLoop;
  private isEnded = false;

  /** Starts the engine. */
  constructor(private readonly place: Place) {
    let fail: (reason: string) => void = () => {};
    let isStarting = true;
    const failed = new Promise<never>((_, reject) => fail = (reason) => reject(new Error(reason)));
    this.session = new Session({
      startWorker: () => this.startThread(),
      options: optionsHere(),
      network: ownNetwork(),
      warmUp: false,
      onFault: (message) => isStarting ? fail(message) : this.session.writeInfo(`The search thread failed: ${message}`),
      write: (text) => this.write(text),
    });
    this.loop = new CommandLoop(this.session, allCommands([], false), () => this.end(place.onQuit));
    this.started = Promise.race([failed, this.session.core.pool.settled()]).then(() => void (isStarting = false));
    this.started.catch((error) => this.end(() => place.onFailure(error.message)));
    this.write(`${ENGINE_TITLE} by ${ENGINE_AUTHOR}`);
  }

  /** Receives lines with commands. */
  receive(text: string): void {
    if (!this.isEnded) this.loop.receive(text.split("\n"));
  }

  /** Ends the engine immediately. */
  close(): void {
    this.end(() => {});
  }

  private end(report: () => void): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.session.core.close();
    report();
  }

  private startThread(): SearchWorker {
    const worker = this.place.startWorker();
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => void (this.place.endsThreads && this.loop.isEnding || terminate());
    return worker;
  }

  private write(text: string): void {
    for (const line of text.split("\n")) if (!this.isEnded) this.place.onLine(line);
  }
}

function optionsHere(): Option[] {
  const { document, WorkerGlobalScope, navigator } = globalThis as {
    document?: unknown;
    WorkerGlobalScope?: unknown;
    navigator?: { deviceMemory?: number };
  };
  const threads = canShareMemory()
    ? { max: Math.max(1, processorCount()), reason: "The device has no more processors" }
    : { max: 1, reason: "A page that is not cross-origin isolated has one search thread" };
  const isInBrowser = document !== undefined || WorkerGlobalScope !== undefined;
  const hash = {
    max: isInBrowser ? HASH_PER_GIGABYTE * (navigator?.deviceMemory ?? MEMORY_GIGABYTES) : Infinity,
    reason: "A page cannot use more memory",
  };
  return PLAIN_OPTIONS.map((option) =>
    option.name === "Threads" ? limited(option, threads) : option.name === "Hash" ? limited(option, hash) : option
  );
}

let ownFile: CheckedFile | null = null;

/** The network for the threads. It is read only once, because a page may start a thousand engines. */
function ownNetwork(): CheckedFile {
  return ownFile ??= { checked: embeddedNetworkFile() };
}

function limited(option: Option, { max, reason }: Required<Pick<SpinOption, "max" | "reason">>): Option {
  return option.type !== "spin" || option.max <= max ? option : { ...option, max, reason };
}
