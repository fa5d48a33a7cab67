/**
 * Starts search threads of `hindsight-uci.js` from the file's own code, because its address may be unknown or invalid.
 * If a policy forbids that, as in browser extensions, they start from the file's address, under a name that marks them
 * as search threads.
 *
 * This module is loaded first. In a worker, it starts the first thread while the rest of the engine is still loading.
 *
 * @module
 */

import { FirstWorker, type StartingWay } from "../../engine/first_worker.ts";
import { scriptFile, startWorkerOf } from "../../engine/runtime.ts";
import { addressIn } from "./address.ts";
import type { SearchWorker, WorkerFactory } from "../../search/threads/thread_handle.ts";

/** The network as text; "" in a search thread, which receives the network in a message. */
declare const embeddedNetworkText: string;
declare const ownSource: () => string;

const THREAD_NAME = "hindsight-search-thread";

const scope = globalThis as {
  readonly name?: string;
  readonly Worker?: new (address: string, options: { readonly name: string }) => SearchWorker;
};
const isWorker = "DedicatedWorkerGlobalScope" in globalThis;

/** Whether this is a search thread. */
export const isSearchThread: boolean = embeddedNetworkText === "" || (isWorker && scope.name === THREAD_NAME);

/** Starts a search thread. */
export const startThread: WorkerFactory = threadsOf(isWorker && !isSearchThread);

/** Returns the function that starts threads. If a thread will be needed soon, starts one in advance. */
function threadsOf(isWantedSoon: boolean): WorkerFactory {
  const kind = "Deno" in globalThis ? "module" : "classic";
  const { Worker } = scope;
  // Make the script only once, because a page may start a thousand engines.
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

function ownAddress(): string {
  const address = addressIn(new Error().stack ?? "");
  if (address === null) throw new TypeError("Expected a stack trace with the address of the file");
  return address;
}
