/**
 * The search worker of the npm package, in the place of default_worker.ts. There it is one file, `worker.js`, with its
 * network inside; the build puts that name in the place of `worker.ts` here, and wraps the file (tools/build/build_npm.ts).
 *
 * Bundlers know the form `new URL("./worker.js", import.meta.url)`: they bring the file along, wherever they move it.
 * Where it does not start from there, because a bundler does not know the form or a server does not have the file, the
 * worker starts from its own source: imported as a module, the file registers its text. A bundler that keeps all code
 * in one file (esbuild) carries the worker in that way.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { SearchWorker, WorkerError } from "../search/threads/thread_handle.ts";
import { startSearchWorker, startWorkerOf } from "./runtime.ts";

/** What the worker's file fills in if it finds it: it is then imported, and not started. */
interface Imported {
  /** Makes the text of a script that serves searches. */
  source?: () => string;
}

/** Where the worker's file looks for that, among the global names. */
const IMPORTED: unique symbol = Symbol.for("@hindsight/engine/worker");

/** Starts the search worker. */
export function startDefaultWorker(): SearchWorker {
  return new PackagedWorker();
}

function startFromFile(): SearchWorker {
  return startSearchWorker(new URL("./worker.ts", import.meta.url));
}

async function startFromSource(): Promise<SearchWorker> {
  const scope = globalThis as { [IMPORTED]?: Imported };
  const imported: Imported = scope[IMPORTED] ??= {};
  await import("./worker.ts");
  if (imported.source === undefined) throw new TypeError("Expected the source of the search worker, but found none");
  return startWorkerOf(imported.source());
}

/** A worker that starts from its file, or else from its source. Messages wait until it is known which. */
class PackagedWorker implements SearchWorker {
  private worker: SearchWorker | null = null;
  /** What was sent to a worker that has not answered yet; `null` for one that has. */
  private sent: unknown[] | null = [];
  /** Why it did not start from its file; `null` as long as it may. */
  private reason: string | null = null;
  private isTerminated = false;
  private readonly onMessage: ((event: { readonly data: unknown }) => void)[] = [];
  private readonly onError: ((event: WorkerError) => void)[] = [];

  constructor() {
    try {
      this.use(startFromFile());
    } catch (error) {
      // A bundle that is not a module has no address to start from.
      this.startAgain(messageOf(error));
    }
  }

  postMessage(message: unknown): void {
    this.sent?.push(message);
    this.worker?.postMessage(message);
  }

  addEventListener(type: "message" | "error", listener: (event: never) => void): void {
    const listeners: ((event: never) => void)[] = type === "message" ? this.onMessage : this.onError;
    listeners.push(listener);
  }

  terminate(): void {
    this.isTerminated = true;
    this.worker?.terminate();
  }

  private use(worker: SearchWorker): void {
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
      if (this.reason === null) this.startAgain(event.message);
      else this.failToStart(event.message);
    });
  }

  /** Starts from the source what did not start from its file. */
  private async startAgain(reason: string): Promise<void> {
    this.worker = null;
    this.reason = reason;
    try {
      const worker = await startFromSource();
      if (this.isTerminated) return worker.terminate();
      this.use(worker);
      for (const message of this.sent ?? []) worker.postMessage(message);
    } catch (error) {
      this.failToStart(messageOf(error));
    }
  }

  private failToStart(secondReason: string): void {
    // Browsers do not always say why.
    const [first, second] = [this.reason, secondReason].map((reason) => reason?.split("\n")[0] || "no reason is known");
    const message = `The search worker starts neither from its file (${first}) nor from its source (${second})`;
    this.fail({ message, preventDefault: () => {} });
  }

  private fail(event: WorkerError): void {
    for (const listener of this.onError) listener(event);
  }
}
