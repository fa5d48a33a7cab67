/**
 * Starts search threads of `hindsight-uci.js` from the file's own code, because its address may be unknown or no longer
 * valid. If a policy forbids this, as in browser extensions, a thread starts from the address; in that case its name
 * marks it as a search thread.
 *
 * This module is loaded before the rest of the engine. In a worker it starts the first thread immediately, so that the
 * thread and the engine start in parallel.
 *
 * @module
 */

import { FirstWorker, type StartingWay } from "../../engine/first_worker.ts";
import { scriptFile, startWorkerOf } from "../../engine/runtime.ts";
import { addressIn } from "./address.ts";
import type { SearchWorker, WorkerFactory } from "../../search/threads/thread_handle.ts";

/** The text of the network; "" in a search thread, which gets the network in a message. */
declare const embeddedNetworkText: string;
/** Returns the text of a script that runs as a search thread. */
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

/** Returns the function that starts threads. If a thread will be needed soon, already starts one. */
function threadsOf(isWantedSoon: boolean): WorkerFactory {
  const kind = "Deno" in globalThis ? "module" : "classic";
  const { Worker } = scope;
  // The script is made only once, because a page may start a thousand engines.
  let script: string | Blob | null = null;
  const makeScript = (): string | Blob => {
    if (Worker === undefined && "WorkerGlobalScope" in globalThis) {
      throw new TypeError("A shared worker or a service worker cannot start workers");
    }
    return script ??= Worker === undefined ? ownSource() : scriptFile(ownSource());
  };
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

/** The address of this file. Throws a TypeError if it is unknown. */
function ownAddress(): string {
  const address = addressIn(new Error().stack ?? "");
  if (address === null) throw new TypeError("Expected a stack trace with the address of the file");
  return address;
}
