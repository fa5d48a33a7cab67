/**
 * One search thread as seen from outside: a worker, its open requests, and its replacement if it dies.
 *
 * A worker that dies of an uncaught error fails its open requests; the next request starts another one. A worker that is
 * wanted no more ends by itself when it has carried out what it was told.
 *
 * @module
 */

import type { SearchResult } from "../info.ts";
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

/** Milliseconds to wait after a worker's error before it is discarded: messages sent before the error arrive later. */
const ERROR_GRACE_MS = 10;

/**
 * Milliseconds that a worker has to end by itself before it is terminated; more than a warm-up takes. A worker that is
 * terminated leaves some of its memory behind, see docs/ARCHITECTURE.md.
 */
const RETIREMENT_MS = 1500;

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
        if (worker === this.worker) this.discardWorker(event.message.split("\n")[0]);
      }, ERROR_GRACE_MS);
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
    return this.post(request, progress);
  }

  /**
   * Ends the worker when it has carried out what it was told, or after a while if it does not end. Settles when it is
   * gone; it never rejects.
   */
  async retire(): Promise<void> {
    this.closed = true;
    if (this.worker === null) return;
    const ended = this.post({ kind: "end" }, ignoreProgress);
    const timer = setTimeout(() => this.discardWorker("The search thread did not end"), RETIREMENT_MS);
    try {
      await ended;
      this.worker = null;
    } catch {
      // It is dead, or was closed meanwhile.
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the worker at once, whatever it does. */
  close(): void {
    this.closed = true;
    this.discardWorker("The search thread was closed");
  }

  private post(request: WorkerRequest, progress: ProgressListener): Promise<SearchResult | null> {
    const ticket = this.nextTicket++;
    const message: RequestMessage = { ticket, request };
    return new Promise((resolve, reject) => {
      this.open.set(ticket, { resolve, reject, progress });
      this.worker?.postMessage(message);
    });
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

  /** Ends the worker and fails its open requests. */
  private discardWorker(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    const requests = Array.from(this.open.values());
    this.open.clear();
    for (const request of requests) request.reject(new Error(reason));
  }
}
