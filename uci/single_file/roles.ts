/**
 * The roles of `hindsight-uci.js`, which depend on where it is loaded: a search thread, an engine in a worker, or only
 * the function `Hindsight()`. In Node, Deno and Bun it can also be a program (tools/build/uci_file.ts).
 *
 * @module
 */

import { openFile, workerPort } from "../../engine/runtime.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import type { WorkerFactory } from "../../search/threads/thread_handle.ts";
import { EngineHere } from "./engine_here.ts";
import { type AwaitableHandle, createHandle, throwLater } from "./factory.ts";

/** The worker's end of its channel to the page. */
interface Port {
  postMessage(line: string): void;
  close(): void;
}

/** The parts of the global scope that are used here. */
interface Scope extends Port {
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
  Hindsight?: () => AwaitableHandle;
}

const scope = globalThis as unknown as Scope;

/** Turns this worker into a search thread. */
export function beSearchThread(): void {
  serveSearch(workerPort(), undefined, openFile);
}

/** Defines `Hindsight()`, which a page, a worker or a program calls with or without `new`. */
export function provideFactory(startWorker: WorkerFactory, onUse: () => void = () => {}): () => AwaitableHandle {
  return scope.Hindsight = function Hindsight() {
    onUse();
    return createHandle(startWorker);
  };
}

/**
 * Turns a worker into an engine that receives commands as messages and answers with lines. The first message starts the
 * engine. So no engine starts in a worker that loads the file only for `Hindsight()`, or that handles its messages
 * itself.
 */
export function serveWorker(startWorker: WorkerFactory): void {
  // In Deno and in Node, the end of a worker does not end the workers that it has started.
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

/** A handler of messages. The first message starts the engine. */
function serving(startWorker: WorkerFactory, port: Port, endsThreads: boolean): (message: unknown) => void {
  let engine: EngineHere | null = null;
  return (message) => {
    if (typeof message !== "string") return;
    engine ??= new EngineHere({
      startWorker,
      // Look up the function at each call, because pages replace `postMessage` with their own functions.
      onLine: (line) => port.postMessage(line),
      onFailure: (reason) => throwLater(new Error(reason)),
      onQuit: () => port.close(),
      endsThreads,
    });
    engine.receive(message);
  };
}
