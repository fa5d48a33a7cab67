/**
 * The roles that `hindsight-uci.js` can have: a search thread, an engine in a worker, or only `Hindsight()`.
 * @module
 */

import { openFile, workerPort } from "../../engine/runtime.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import type { WorkerFactory } from "../../search/threads/thread_handle.ts";
import { EngineHere } from "./engine_here.ts";
import { type AwaitableHandle, createHandle, throwLater } from "./factory.ts";

interface Port {
  postMessage(line: string): void;
  close(): void;
}

interface Scope extends Port {
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
  Hindsight?: () => AwaitableHandle;
}

const scope = globalThis as unknown as Scope;

/** Turns this worker into a search thread. */
export function beSearchThread(): void {
  serveSearch(workerPort(), undefined, openFile);
}

/** Defines `Hindsight()`, for calls with or without `new`. */
export function provideFactory(startWorker: WorkerFactory, onUse: () => void = () => {}): () => AwaitableHandle {
  return scope.Hindsight = function Hindsight() {
    onUse();
    return createHandle(startWorker);
  };
}

/**
 * Turns a worker into an engine on its first message. No engine starts before then, because the worker may have loaded
 * the file only for `Hindsight()`, or may handle its messages itself.
 */
export function serveWorker(startWorker: WorkerFactory): void {
  // In Deno and Node, workers that were started by a worker do not end with it.
  const serve = serving(startWorker, scope, !("process" in scope));
  const receive = ({ data }: { readonly data: unknown }): void => serve(data);
  provideFactory(startWorker, () => {
    if (scope.onmessage === receive) scope.onmessage = null;
  });
  scope.onmessage = receive;
}

/** Turns a worker thread of Node into an engine. */
export function serveNodeWorker(startWorker: WorkerFactory): void {
  const port = workerPort() as unknown as WorkerPort & Port;
  const serve = serving(startWorker, port, false);
  port.addEventListener("message", ({ data }) => serve(data));
}

function serving(startWorker: WorkerFactory, port: Port, endsThreads: boolean): (message: unknown) => void {
  let engine: EngineHere | null = null;
  return (message) => {
    if (typeof message !== "string") return;
    engine ??= new EngineHere({
      startWorker,
      // Look up `postMessage` each time, because pages may replace it.
      onLine: (line) => port.postMessage(line),
      onFailure: (reason) => throwLater(new Error(reason)),
      onQuit: () => port.close(),
      endsThreads,
    });
    engine.receive(message);
  };
}
