/** Starts the search worker from the file next to this one. The npm package uses packaged_worker.ts instead. @module */

import { startSearchWorker } from "./runtime.ts";
import type { SearchWorker } from "../search/threads/thread_handle.ts";

/** Starts the search worker. */
export function startDefaultWorker(): SearchWorker {
  return startSearchWorker(new URL("./worker.ts", import.meta.url));
}
