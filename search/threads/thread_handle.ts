/**
 * The main thread's side of one search thread: keeps the worker and its open requests, and replaces a worker that dies.
 *
 * When a worker dies from an uncaught error, its open requests fail; the next request starts another worker. A worker
 * that is no longer needed ends by itself after its last request.
 * @module
 */

import type { SearchResult } from "../info.ts";
import type { RequestMessage, WorkerAnswer, WorkerRequest } from "./messages.ts";

/**
 * A worker that calls `serveSearch`. The type lists only those members of the web's `Worker` that are used here, so
 * other kinds of workers also fit.
 */
export interface SearchWorker {
  /** Sends a message: plain data, which messages.ts describes. */
  postMessage(message: unknown): void;
  /** Calls the listener with each message from the worker. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Calls the listener if the worker cannot start, or dies from an uncaught error. */
  addEventListener(type: "error", listener: (event: WorkerError) => void): void;
  /** Ends the worker immediately. */
  terminate(): void;
}

/** The error that ended a worker. */
export interface WorkerError {
  /** The message of the error. All lines after the first are a stack trace. */
  readonly message: string;
  /** Prevents the error from also ending the main thread. */
  preventDefault(): void;
}

/** Starts a worker that calls `serveSearch`. */
export type WorkerFactory = () => SearchWorker;

/** Called with all answers to a request except the last one. */
export type ProgressListener = (answer: WorkerAnswer) => void;

/** The error with which a request fails if its worker was ended to stop a job. */
export class WorkerStopped extends Error {}

/** A request that is waiting for its answer. */
interface OpenRequest {
  resolve(result: SearchResult | null): void;
  reject(error: Error): void;
  progress: ProgressListener;
}

/** A worker is kept for this many milliseconds after an error, because its earlier messages may still arrive. */
const ERROR_GRACE_MS = 10;

/** Milliseconds that a worker gets to end by itself, because terminating it leaks memory (docs/ARCHITECTURE.md). */
const RETIREMENT_MS = 1500;

/** A listener for requests whose answers do not matter. */
export const ignoreProgress: ProgressListener = () => {};

/** A search thread. */
export class ThreadHandle {
  /** Whether the thread was closed on purpose. */
  isClosed = false;
  private readonly open: Map<number, OpenRequest> = new Map();
  private worker: SearchWorker | null = null;
  private nextTicket = 1;

  /** Creates a thread without starting it. `restartRequests` returns one or more requests that set up a replacement. */
  constructor(private readonly startWorker: WorkerFactory, private readonly restartRequests: () => WorkerRequest[]) {}

  /** Starts the worker with its first request. */
  start(request: WorkerRequest): Promise<SearchResult | null> {
    const worker = this.startWorker();
    worker.addEventListener("message", ({ data }) => this.receive(data as WorkerAnswer));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // Wait for messages that the worker sent before it died.
      setTimeout(() => {
        if (worker !== this.worker) return;
        this.discardWorker(new Error(event.message?.split("\n")[0] || "The search thread did not start"));
      }, ERROR_GRACE_MS);
    });
    this.worker = worker;
    return this.send(request, ignoreProgress);
  }

  /** Sends a request. The promise settles when `done` or `failed` arrives. A dead worker is replaced first. */
  send(request: WorkerRequest, progress: ProgressListener): Promise<SearchResult | null> {
    if (this.isClosed) return Promise.reject(new TypeError("Expected an open search thread, but it was closed"));
    // If the start fails, the request that is sent below also fails.
    if (this.worker === null) {
      try {
        const [first, ...others] = this.restartRequests();
        this.start(first).catch(() => {});
        for (const other of others) this.send(other, ignoreProgress).catch(() => {});
      } catch (error) {
        return Promise.reject(error);
      }
    }
    return this.post(request, progress);
  }

  /** Ends the worker after its open requests, or after a time limit. Settles when it has ended; never rejects. */
  async retire(): Promise<void> {
    this.isClosed = true;
    if (this.worker === null) return;
    const ended = this.post({ kind: "end" }, ignoreProgress);
    const timer = setTimeout(() => this.discardWorker(new Error("The search thread did not end")), RETIREMENT_MS);
    try {
      await ended;
      this.worker = null;
    } catch {
      // The worker died or was closed before it had carried out the request.
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the worker immediately and fails its open requests. The next request starts another worker. */
  restart(): void {
    this.discardWorker(new WorkerStopped("The search thread was stopped"));
  }

  /** Ends the worker immediately, in any state. */
  close(): void {
    this.isClosed = true;
    this.discardWorker(new Error("The search thread was closed"));
  }

  private post(request: WorkerRequest, progress: ProgressListener): Promise<SearchResult | null> {
    const message: RequestMessage = { ticket: this.nextTicket++, request };
    return new Promise((resolve, reject) => {
      this.open.set(message.ticket, { resolve, reject, progress });
      this.worker?.postMessage(message);
    });
  }

  private receive(answer: WorkerAnswer): void {
    const request = this.open.get(answer.ticket);
    if (request === undefined) return;
    if (answer.kind !== "done" && answer.kind !== "failed") return request.progress(answer);
    this.open.delete(answer.ticket);
    if (answer.kind === "done") request.resolve(answer.result);
    else request.reject(new Error(answer.message));
  }

  private discardWorker(error: Error): void {
    this.worker?.terminate();
    this.worker = null;
    const requests = Array.from(this.open.values());
    this.open.clear();
    for (const request of requests) request.reject(error);
  }
}
