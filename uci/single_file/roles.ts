/**
 * What `hindsight-uci.js` is, by the place where it is loaded: a search thread of its own, an engine in a worker, or only
 * `Hindsight()`; in Node, Deno and Bun also a program (tools/build/uci_file.ts).
 *
 * A search thread starts from the file's own text, as the file may not know its address, or the address may be gone.
 * Where a policy forbids that, as in browser extensions, it starts from the address, by a name that says what it is.
 *
 * @module
 */

import { FirstWorker, type StartingWay } from "../../engine/first_worker.ts";
import { openFile, scriptFile, startWorkerOf, workerPort } from "../../engine/runtime.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import type { SearchWorker, WorkerFactory } from "../../search/threads/thread_handle.ts";
import { EngineHere } from "./engine_here.ts";
import { type AwaitableHandle, createHandle, throwLater } from "./factory.ts";

/** The name of a worker that is a search thread. */
const THREAD_NAME = "hindsight-search-thread";

/** What the file knows about itself. */
export interface OwnFile {
  /** Makes the text of a script that is a search thread. */
  readonly source: () => string;
  /** Its address; `null` where it is not known. */
  readonly address: string | null;
}

/** The worker's end of its channel to the page. */
interface Port {
  postMessage(line: string): void;
  close(): void;
}

/** The global scope, as far as it is used here. */
interface Scope extends Port {
  readonly name?: string;
  readonly Worker?: new (address: string, options: { readonly name: string }) => SearchWorker;
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
  Hindsight?: () => AwaitableHandle;
}

const scope = globalThis as unknown as Scope;

/** Whether this is a worker that was started as a search thread. */
export function isSearchThread(): boolean {
  return "DedicatedWorkerGlobalScope" in globalThis && scope.name === THREAD_NAME;
}

/** Serves searches. */
export function beSearchThread(): void {
  serveSearch(workerPort(), undefined, openFile);
}

/** Starts search threads of the file. */
export function threadsOf({ source, address }: OwnFile): WorkerFactory {
  const kind = "Deno" in globalThis ? "module" : "classic";
  const { Worker } = scope;
  // Of two megabytes, so made once: a page may start a thousand engines.
  let script: string | Blob | null = null;
  const makeScript = (): string | Blob => script ??= Worker === undefined ? source() : scriptFile(source());
  const ways: StartingWay[] = [{ from: "its text", start: () => startWorkerOf(makeScript(), kind) }];
  if (Worker !== undefined && address !== null) {
    ways.push({ from: "its address", start: () => new Worker(address, { name: THREAD_NAME }) });
  }
  return () => new FirstWorker(ways);
}

/** Makes `Hindsight()`, which a page, a worker or a program calls, with or without `new`. */
export function provideFactory(startWorker: WorkerFactory, onUse: () => void = () => {}): () => AwaitableHandle {
  return scope.Hindsight = function Hindsight() {
    onUse();
    return createHandle(startWorker);
  };
}

/**
 * Makes a worker an engine: its messages are commands, its answers lines. It starts at the first message, so a worker that
 * has loaded the file for `Hindsight()`, or listens to its messages itself, has none.
 */
export function serveWorker(startWorker: WorkerFactory): void {
  const serve = serving(startWorker, scope);
  const receive = ({ data }: { readonly data: unknown }): void => serve(data);
  provideFactory(startWorker, () => {
    if (scope.onmessage === receive) scope.onmessage = null;
  });
  scope.onmessage = receive;
}

/** The same for a thread of Node. */
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
      // Not by a name of its own: pages replace `postMessage` by functions of their own.
      onLine: (line) => port.postMessage(line),
      onFailure: (reason) => throwLater(new Error(reason)),
      onQuit: () => port.close(),
    });
    engine.receive(message);
  };
}
