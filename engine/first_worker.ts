/**
 * Starts a search worker in one of several ways. A way fails if a bundler has moved files, a server does not have a
 * file, or the page's policy forbids an address. The ways are tried in order until a worker answers.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { SearchWorker, WorkerError } from "../search/threads/thread_handle.ts";

/** A way to start a worker, with its description for an error message. */
export type StartingWay = Readonly<{ from: string; start: () => SearchWorker | Promise<SearchWorker> }>;

/** The first worker that starts. Messages wait until it has answered. */
export class FirstWorker implements SearchWorker {
  private worker: SearchWorker | null = null;
  /** The messages to a worker that has not answered yet; `null` after it has answered. */
  private sent: unknown[] | null = [];
  /** The reasons why the ways so far have failed. */
  private readonly reasons: string[] = [];
  private isTerminated = false;
  /** The error after all ways have failed; `null` before that. */
  private failure: WorkerError | null = null;
  private readonly onMessage: ((event: { readonly data: unknown }) => void)[] = [];
  private readonly onError: ((event: WorkerError) => void)[] = [];

  /** Starts a worker, trying the ways in order. */
  constructor(private readonly ways: readonly StartingWay[]) {
    this.startNext();
  }

  postMessage(message: unknown): void {
    this.sent?.push(message);
    this.worker?.postMessage(message);
  }

  addEventListener(type: "message" | "error", listener: (event: never) => void): void {
    const listeners: ((event: never) => void)[] = type === "message" ? this.onMessage : this.onError;
    listeners.push(listener);
    const { failure } = this;
    if (type === "error" && failure !== null) queueMicrotask(() => listener(failure as never));
  }

  terminate(): void {
    this.isTerminated = true;
    this.worker?.terminate();
  }

  /** Tries the next way, skipping ways that fail immediately. */
  private startNext(): void {
    for (let way = this.ways[this.reasons.length]; way !== undefined; way = this.ways[this.reasons.length]) {
      try {
        const worker = way.start();
        if (worker instanceof Promise) return void worker.then((w) => this.use(w), (error) => this.tryAfter(error));
        return this.use(worker);
      } catch (error) {
        this.reasons.push(messageOf(error));
      }
    }
    // Browsers do not always give a reason.
    const failed = this.ways.map(({ from }, i) => `from ${from} (${this.reasons[i].split("\n")[0] || NO_REASON})`);
    this.fail({ message: messageOfFailure(failed), preventDefault: () => {} });
  }

  private tryAfter(error: unknown): void {
    this.reasons.push(messageOf(error));
    this.startNext();
  }

  private use(worker: SearchWorker): void {
    if (this.isTerminated) return worker.terminate();
    this.worker = worker;
    worker.addEventListener("message", (event) => {
      this.sent = null;
      for (const listener of this.onMessage) listener(event);
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.worker) return;
      if (this.sent === null) return this.fail(event);
      event.preventDefault();
      worker.terminate();
      this.worker = null;
      this.tryAfter(event.message ?? "");
    });
    for (const message of this.sent ?? []) worker.postMessage(message);
  }

  /** Reports a failure, also to listeners that are added later. */
  private fail(event: WorkerError): void {
    this.failure = event;
    for (const listener of this.onError) listener(event);
  }
}

const NO_REASON = "no reason is known; a policy may forbid it";

function messageOfFailure(failed: readonly string[]): string {
  const start = failed.length === 1 ? "does not start" : "starts neither";
  return `The search worker ${start} ${failed.join(" nor ")}`;
}
