/**
 * The only entry point. The same file runs as the engine and, in each of its workers, as a search thread, so a bundle
 * or an executable needs no second file.
 *
 * @module
 */

import "./system/needs_deno.ts";
import { serveSearch, type WorkerPort } from "./search/threads/search_thread.ts";
import { runShell } from "./shell/shell.ts";
import { expectThreadMemory } from "./system/memory.ts";
import { openTableFile } from "./system/table_files.ts";
import { runEngine } from "./uci/uci.ts";

if ("WorkerGlobalScope" in globalThis) {
  // The types describe the main thread's global scope, which has no `postMessage`.
  serveSearch(globalThis as unknown as WorkerPort, undefined, openTableFile);
} else if (import.meta.main) {
  let count = 0;
  const startWorker = (): Worker => {
    // The engine cannot work without its first thread, so always start that one.
    if (count++ > 0) expectThreadMemory();
    return new Worker(import.meta.url, { type: "module", name: "search" });
  };
  await runShell(startWorker);
  await runEngine(startWorker);
}
