/**
 * The engine with a search thread that starts slowly: its warm-up continues until something ends it, and then the start
 * takes as long as a command may take at the end of the input. Its searches start slowly, too. ending_process_test.ts
 * runs this program.
 *
 * @module
 */

import type { RequestMessage } from "../../search/threads/messages.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import { CONTROL_STOP } from "../../search/thread_slot.ts";
import { runEngine } from "../../uci/uci.ts";

/** Milliseconds that the warm-up takes if nothing ends it: longer than the tests wait. */
const WARM_UP_MS = 60_000;
/** Milliseconds that the start takes after the warm-up. */
const START_MS = 1000;
/** Milliseconds that each search waits before it begins. */
const SEARCH_MS = 250;

function startSlowly({ request }: RequestMessage): void {
  if (request.kind === "search") sleep(SEARCH_MS);
  if (request.kind !== "start" || request.warmUp === null) return;
  const end = performance.now() + WARM_UP_MS;
  while (Atomics.load(request.warmUp, CONTROL_STOP) === 0 && performance.now() < end) sleep(10);
  sleep(START_MS);
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerPort;
  serveSearch({
    postMessage: (answer) => scope.postMessage(answer),
    close: () => scope.close(),
    addEventListener: (type, listener) =>
      scope.addEventListener(type, (event) => {
        startSlowly(event.data);
        listener(event);
      }),
  });
} else {
  await runEngine(() => new Worker(import.meta.url, { type: "module" }));
}
