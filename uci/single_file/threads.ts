/**
 * How `hindsight-uci.js` starts search threads: from its own code, because the file may not know its address, or the
 * address may be gone. If a policy forbids that, as in browser extensions, a thread starts from the address, and its
 * name says that it is a thread.
 *
 * This module is loaded before the rest of the engine, and in a worker it starts the first thread immediately: so thread and
 * engine get ready at the same time.
 *
 * @module
 */

import { FirstWorker, type StartingWay } from "../../engine/first_worker.ts";
import { scriptFile, startWorkerOf } from "../../engine/runtime.ts";
import type { SearchWorker, WorkerFactory } from "../../search/threads/thread_handle.ts";

/** The text of the network; "" in a search thread, which gets the network in a message. */
declare const embeddedNetworkText: string;
/** Makes the text of a script that is a search thread. */
declare const ownSource: () => string;

/** The name of a worker that is a search thread. */
const THREAD_NAME = "hindsight-search-thread";

const scope = globalThis as {
  readonly name?: string;
  readonly Worker?: new (address: string, options: { readonly name: string }) => SearchWorker;
};
const isWorker = "DedicatedWorkerGlobalScope" in globalThis;

/** Whether this is a worker that was started as a search thread. */
export const isSearchThread: boolean = embeddedNetworkText === "" || (isWorker && scope.name === THREAD_NAME);

/** Starts a search thread. */
export const startThread: WorkerFactory = threadsOf(isWorker && !isSearchThread);

/** Makes the function that starts threads. If a thread is wanted soon, it is started immediately. */
function threadsOf(isWantedSoon: boolean): WorkerFactory {
  const kind = "Deno" in globalThis ? "module" : "classic";
  const { Worker } = scope;
  // Made once: a page may start a thousand engines.
  let script: string | Blob | null = null;
  const makeScript = (): string | Blob => script ??= Worker === undefined ? ownSource() : scriptFile(ownSource());
  const ways: StartingWay[] = [{ from: "its text", start: () => startWorkerOf(makeScript(), kind) }];
  if (Worker !== undefined) {
    ways.push({ from: "its address", start: () => new Worker(ownAddress(), { name: THREAD_NAME }) });
  }
  let waiting = isWantedSoon ? new FirstWorker(ways) : null;
  return () => {
    const worker = waiting ?? new FirstWorker(ways);
    waiting = null;
    return worker;
  };
}

/** The address of this file, from the stack trace of an error that is made here. Throws a TypeError if the trace has none. */
function ownAddress(): string {
  const [address] =
    /(?:https?|file|[a-z-]+-extension|app|capacitor):\/\/[^\s()]+?(?=:\d+:\d+)/.exec(new Error().stack ?? "") ??
      [];
  if (address === undefined) throw new TypeError("Expected a stack trace with the address of the file");
  return address;
}
