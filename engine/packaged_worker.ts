/**
 * The search worker of the npm package, instead of default_worker.ts. There it is one file, `worker.js`, with its
 * network inside; the build puts that name instead of `worker.ts` here, and wraps the file (tools/build/build_npm.ts).
 *
 * Bundlers know the form `new URL("./worker.js", import.meta.url)`: they bring the file along, wherever they move it.
 * Where it does not start from there, because a bundler does not know the form or a server does not have the file, the
 * worker starts from its own source: imported as a module, the file registers its text. A bundler that keeps all code
 * in one file (esbuild) carries the worker in that way.
 *
 * @module
 */

import type { SearchWorker } from "../search/threads/thread_handle.ts";
import { FirstWorker } from "./first_worker.ts";
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
  return new FirstWorker([
    { from: "its file", start: () => startSearchWorker(new URL("./worker.ts", import.meta.url)) },
    { from: "its source", start: startFromSource },
  ]);
}

async function startFromSource(): Promise<SearchWorker> {
  const scope = globalThis as { [IMPORTED]?: Imported };
  const imported: Imported = scope[IMPORTED] ??= {};
  await import("./worker.ts");
  if (imported.source === undefined) throw new TypeError("Expected the source of the search worker, but found none");
  return startWorkerOf(imported.source());
}
