/**
 * The search worker of the npm package, instead of default_worker.ts. In the package, the worker is one file,
 * `worker.js`, which contains its network. The build replaces `worker.ts` below with that name, and wraps the file
 * (tools/build/build_npm.ts).
 *
 * Bundlers know the form `new URL("./worker.js", import.meta.url)`, and include the file. If the worker does not start
 * from this file, because a bundler does not know the form or a server does not have the file, it starts from its
 * source text: when the file is imported as a module, the file registers its own text. This also works with a bundler
 * that puts all code into one file (esbuild).
 *
 * @module
 */

import type { SearchWorker } from "../search/threads/thread_handle.ts";
import { FirstWorker } from "./first_worker.ts";
import { startSearchWorker, startWorkerOf } from "./runtime.ts";

/** If the worker's file finds this object, the file was imported, not started as a worker, so it fills the object. */
interface Imported {
  /** Returns the text of a script that serves searches. */
  source?: () => string;
}

/** The global name under which the worker's file looks for this object. */
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
