/**
 * Tries several ways to start a search worker until one succeeds. A way fails if a bundler has moved the worker's file,
 * the server does not have it, or the page's policy forbids it.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { SearchWorker, WorkerError } from "../search/threads/thread_handle.ts";

/** A way to start a worker; `from` describes it in errors. */
export type StartingWay = Readonly<{ from: string; start: () => SearchWorker | Promise<SearchWorker> }>;

/** A search worker, started in the first way that succeeds. */
export class FirstWorker implements SearchWorker {
  private worker: SearchWorker | null = null;
  /** Messages to send again if the next way has to be tried; `null` once a worker has answered. */
  private sent: unknown[] | null = [];
  private readonly reasons: string[] = [];
  private isTerminated = false;
  /** The error of a worker that had already answered, or a report that every way failed. */
  private failure: WorkerError | null = null;
  private readonly onMessage: ((event: { readonly data: unknown }) => void)[] = [];
  private readonly onError: ((event: WorkerError) => void)[] = [];

  /** Tries the ways in this order. */
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

  /** Tries the remaining ways until one of them does not fail immediately. */
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
    // Not every browser gives a reason.
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

  /** Reports an error. Listeners that are added later are also called. */
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
