/**
 * One search thread as seen from outside: a worker, its open requests, and its replacement if it dies.
 *
 * A worker that dies of an uncaught error fails its open requests; the next request starts another one.
 *
 * @module
 */

import type { SearchResult } from "./info.ts";
import type { RequestMessage, WorkerAnswer, WorkerRequest } from "./messages.ts";

/** Starts a worker that calls `serveSearch`. */
export type WorkerFactory = () => Worker;

/** Hears what a request reports before it is done. */
export type ProgressListener = (answer: WorkerAnswer) => void;

/** A request that waits for its answer. */
interface OpenRequest {
  resolve(result: SearchResult | null): void;
  reject(error: Error): void;
  progress: ProgressListener;
}

/** Milliseconds between the death of a worker and its funeral: its last messages travel apart from the error. */
const LAST_WORDS_MS = 10;

/** For requests that report nothing of interest. */
export const ignoreProgress: ProgressListener = () => {};

/** A search thread. */
export class ThreadHandle {
  private readonly startWorker: WorkerFactory;
  private readonly restartRequests: () => WorkerRequest[];
  private readonly open: Map<number, OpenRequest> = new Map();
  private worker: Worker | null = null;
  private nextTicket = 1;
  private closed = false;

  /**
   * A thread that has not started.
   *
   * @param startWorker Starts its worker.
   * @param restartRequests Makes the requests that set a replacement up; at least one.
   */
  constructor(startWorker: WorkerFactory, restartRequests: () => WorkerRequest[]) {
    this.startWorker = startWorker;
    this.restartRequests = restartRequests;
  }

  /** Whether it was ended on purpose. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Starts the worker with its first request. */
  start(request: WorkerRequest): Promise<SearchResult | null> {
    const worker = this.startWorker();
    worker.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => this.receive(event.data));
    worker.addEventListener("error", (event) => {
      // Else the error would end this thread too.
      event.preventDefault();
      // What the worker sent before it died comes first. The lines behind the first are a stack trace.
      setTimeout(() => {
        if (worker === this.worker) this.bury(event.message.split("\n")[0]);
      }, LAST_WORDS_MS);
    });
    this.worker = worker;
    return this.send(request, ignoreProgress);
  }

  /** Sends a request; the promise settles with its `done` or `failed`. A dead worker is replaced first. */
  send(request: WorkerRequest, progress: ProgressListener): Promise<SearchResult | null> {
    if (this.closed) return Promise.reject(new TypeError("Expected an open search thread, but it was closed"));
    // Its failure shows in the request that follows.
    if (this.worker === null) {
      try {
        const [first, ...others] = this.restartRequests();
        this.start(first).catch(() => {});
        for (const other of others) this.send(other, ignoreProgress).catch(() => {});
      } catch (error) {
        return Promise.reject(error);
      }
    }
    const ticket = this.nextTicket++;
    const message: RequestMessage = { ticket, request };
    return new Promise((resolve, reject) => {
      this.open.set(ticket, { resolve, reject, progress });
      this.worker?.postMessage(message);
    });
  }

  /** Ends the worker. */
  close(): void {
    this.closed = true;
    this.bury("The search thread was closed");
  }

  private receive(answer: WorkerAnswer): void {
    const request = this.open.get(answer.ticket);
    if (request === undefined) return;
    if (answer.kind !== "done" && answer.kind !== "failed") {
      request.progress(answer);
      return;
    }
    this.open.delete(answer.ticket);
    if (answer.kind === "done") request.resolve(answer.result);
    else request.reject(new Error(answer.message));
  }

  /** Lets the worker go and fails its open requests. */
  private bury(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    const orphans = Array.from(this.open.values());
    this.open.clear();
    for (const request of orphans) request.reject(new Error(reason));
  }
}
