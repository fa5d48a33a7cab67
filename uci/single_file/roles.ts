/**
 * The role of `hindsight-uci.js` depends on where it is loaded: a search thread, an engine in a worker, or only the
 * function `Hindsight()`; in Node, Deno and Bun also a program (tools/build/uci_file.ts).
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

/** The global scope, as far as it is used here. */
interface Scope extends Port {
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
  Hindsight?: () => AwaitableHandle;
}

const scope = globalThis as unknown as Scope;

/** Serves searches. */
export function beSearchThread(): void {
  serveSearch(workerPort(), undefined, openFile);
}

/** Makes `Hindsight()`, which a page, a worker or a program calls, with or without `new`. */
export function provideFactory(startWorker: WorkerFactory, onUse: () => void = () => {}): () => AwaitableHandle {
  return scope.Hindsight = function Hindsight() {
    onUse();
    return createHandle(startWorker);
  };
}

/**
 * Makes a worker an engine: its messages are commands, its answers lines. The engine starts at the first message. So
 * there is no engine in a worker that has loaded the file only for `Hindsight()`, or that listens to its messages
 * itself.
 */
export function serveWorker(startWorker: WorkerFactory): void {
  const serve = serving(startWorker, scope);
  const receive = ({ data }: { readonly data: unknown }): void => serve(data);
  provideFactory(startWorker, () => {
    if (scope.onmessage === receive) scope.onmessage = null;
  });
  scope.onmessage = receive;
}

/** Makes a thread of Node an engine. */
export function serveNodeWorker(startWorker: WorkerFactory): void {
  const port = workerPort() as unknown as WorkerPort & Port;
  const serve = serving(startWorker, port);
  port.addEventListener("message", ({ data }) => serve(data));
}

/** Takes messages for an engine that starts at the first. */
function serving(startWorker: WorkerFactory, port: Port): (message: unknown) => void {
  let engine: EngineHere | null = null;
  return (message) => {
    if (typeof message !== "string") return;
    engine ??= new EngineHere({
      startWorker,
      // The function is looked up at each call, because pages replace `postMessage` by their own functions.
      onLine: (line) => port.postMessage(line),
      onFailure: (reason) => throwLater(new Error(reason)),
      onQuit: () => port.close(),
    });
    engine.receive(message);
  };
}
