/**
 * Starts the search worker in the npm package. There the worker is one file, `worker.js`, and the build
 * (tools/build/build_npm.ts) replaces `worker.ts` below with that name.
 *
 * Bundlers recognise the form `new URL("./worker.js", import.meta.url)` and include the file. If the worker does not
 * start from the file, the file is imported as a module. It then registers its own source text, and the worker starts
 * from that text. This works even if a bundler such as esbuild puts all code into one file.
 *
 * @module
 */

import type { SearchWorker } from "../search/threads/thread_handle.ts";
import { FirstWorker } from "./first_worker.ts";
import { startSearchWorker, startWorkerOf } from "./runtime.ts";

/** The object in which the worker's file puts its source text. If the object exists, the file has been imported. */
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
