/**
 * The search worker of the npm package, where it is one file, `worker.js`. The build (tools/build/build_npm.ts)
 * replaces `worker.ts` below with that name.
 *
 * Bundlers know the form `new URL("./worker.js", import.meta.url)` and include the file. If the worker does not start
 * from there, it starts from the source text that the file registers when it is imported as a module. This also works
 * with a bundler that puts all code into one file (esbuild).
 *
 * @module
 */

import type { SearchWorker } from "../search/threads/thread_handle.ts";
import { FirstWorker } from "./first_worker.ts";
import { startSearchWorker, startWorkerOf } from "./runtime.ts";

/** An object for the worker's file: if the file finds it, the file was imported, and fills it. */
interface Imported {
  source?: () => string;
}

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
