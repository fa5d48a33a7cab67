/**
 * What the library needs from a runtime: workers and files, in Deno, Node and browsers. Node's workers are wrapped to
 * look like the web's. An `import` of Node's modules would fail in browsers and cost time at every start in Deno, so
 * `process.getBuiltinModule` loads them when they are needed.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { SearchWorker, WorkerError } from "../search/threads/thread_handle.ts";
import type { WorkerPort } from "../search/threads/search_thread.ts";
import type { ByteSource } from "../tablebase/source.ts";

interface NodeChannel {
  postMessage(message: unknown): void;
  on(event: string, listener: (value: never) => void): void;
  terminate(): Promise<number>;
  close(): void;
  ref(): void;
  unref(): void;
}

interface NodeWorkers {
  readonly Worker: new (source: URL | string, options?: { readonly eval: boolean }) => NodeChannel;
  readonly parentPort: NodeChannel | null;
}

interface NodeFiles {
  readdirSync(folder: string): string[];
  openSync(path: string | URL): number;
  fstatSync(file: number): { readonly size: number };
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  closeSync(file: number): void;
}

/** Developer tools show the name. */
const WORKER_OPTIONS = { type: "module", name: "search" } as const;
/** The kinds of web workers. */
export type WorkerKind = "module" | "classic";

const scope = globalThis as unknown as {
  readonly Worker?: new (url: URL | string, options: { type: WorkerKind; name: string }) => SearchWorker;
  readonly location?: { readonly href: string; readonly origin: string };
  readonly process?: { getBuiltinModule?(name: string): unknown };
};

/** Starts a worker from its file's URL, which in a page may be relative. Throws a TypeError if it is not a URL. */
export function startSearchWorker(url: string | URL): SearchWorker {
  const { Worker, location, process } = scope;
  if (Worker === undefined) return startNodeWorker(new URL(url));
  const address = new URL(url, location?.href);
  // Check the permission first. Without it, Deno prints an error when a worker starts from a file, even if the worker
  // can be started in another way.
  if (address.protocol === "file:" && process?.getBuiltinModule !== undefined) {
    const { openSync, closeSync } = nodeModule<NodeFiles>("fs");
    closeSync(openSync(address));
  }
  // A page can start workers only from its own host, but a worker may import scripts from any host.
  const isForeign = address.protocol.startsWith("http") && location !== undefined && address.origin !== location.origin;
  if (isForeign) return startWorkerOf(`import ${JSON.stringify(address.href)};`);
  return new Worker(address, WORKER_OPTIONS);
}

/**
 * Starts a worker from the text of its script. A page that was opened from disk can start only classic workers in this
 * way; Deno can start only module workers.
 */
export function startWorkerOf(script: string | Blob, type: WorkerKind = "module"): SearchWorker {
  const { Worker } = scope;
  if (typeof script === "string") {
    if (Worker === undefined) return startNodeWorker(script, { eval: true });
    return startWorkerOf(scriptFile(script), type);
  }
  if (Worker === undefined) throw new TypeError("Expected a runtime with web workers");
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { ...WORKER_OPTIONS, type });
  // Revoke the address once the worker has answered (by then, it has read its script), failed or ended.
  const revoke = (): void => URL.revokeObjectURL(address);
  worker.addEventListener("message", revoke);
  worker.addEventListener("error", revoke);
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    revoke();
    terminate();
  };
  return worker;
}

/** Makes a file from which web workers can read a script. */
export function scriptFile(script: string): Blob {
  return new Blob([script], { type: "text/javascript" });
}

/** Whether this is a Node worker thread. */
export function isNodeWorker(): boolean {
  const { process } = scope;
  return process?.getBuiltinModule !== undefined && !("WorkerGlobalScope" in globalThis) &&
    nodeModule<NodeWorkers>("worker_threads").parentPort !== null;
}

/** The worker's end of the channel to its owner. */
export function workerPort(): WorkerPort {
  if ("WorkerGlobalScope" in globalThis) return globalThis as unknown as WorkerPort;
  const { parentPort } = nodeModule<NodeWorkers>("worker_threads");
  if (parentPort === null) throw new TypeError("Expected to run in a worker");
  return {
    postMessage: (answer) => parentPort.postMessage(answer),
    close: () => parentPort.close(),
    addEventListener: (_type, listener) => parentPort.on("message", (data) => listener({ data })),
  };
}

/** The sorted paths of the files in a folder. Throws a RangeError if it cannot be read, and a TypeError in browsers. */
export function listFolder(folder: string): string[] {
  const { readdirSync } = nodeModule<NodeFiles>("fs");
  try {
    return readdirSync(folder).sort().map((name) => `${folder}/${name}`);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such folder" : messageOf(error);
    throw new RangeError(`Cannot read the folder '${folder}': ${reason}`);
  }
}

/** Opens a file. Throws an Error if it cannot be read; browsers always throw. */
export function openFile(path: string): ByteSource {
  const fs = nodeModule<NodeFiles>("fs");
  const file = fs.openSync(path);
  return {
    size: fs.fstatSync(file).size,
    read: (offset, into) => {
      for (let filled = 0; filled < into.length;) {
        const count = fs.readSync(file, into, filled, into.length - filled, offset + filled);
        if (count === 0) throw new RangeError(`Expected ${into.length} bytes at ${offset}, but got ${filled}`);
        filled += count;
      }
    },
    close: () => fs.closeSync(file),
  };
}

/** Loads a module of Node or of a compatible runtime. Throws a TypeError in other runtimes. */
export function nodeModule<T>(name: string): T {
  const module = scope.process?.getBuiltinModule?.(`node:${name}`);
  if (module === undefined) throw new TypeError(`Expected a runtime with files and workers: there is no node:${name}`);
  return module as T;
}

function startNodeWorker(source: URL | string, options?: { readonly eval: boolean }): SearchWorker {
  const worker = new (nodeModule<NodeWorkers>("worker_threads").Worker)(source, options);
  // An idle thread must not keep the program running.
  let requests = 0;
  worker.unref();
  worker.on("message", ({ kind }: { readonly kind?: string }) => {
    if ((kind === "done" || kind === "failed") && --requests === 0) worker.unref();
  });
  return {
    postMessage: (message) => {
      if (requests++ === 0) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => void worker.terminate(),
    addEventListener: (type: "message" | "error", listener: (event: never) => void) => {
      worker.on(type, (value: unknown) => {
        const error: WorkerError = { message: messageOf(value), preventDefault: () => {} };
        listener((type === "message" ? { data: value } : error) as never);
      });
    },
  };
}
