/** The assets from which the page starts its engine, in Deno. @module */

import type { SearchWorker } from "../../../engine/mod.ts";
import { projectPath } from "../../../tools/paths.ts";
import type { Assets } from "../../../web/engine/engine_link.ts";

/** Assets, and the workers that they have started, which end with the test. */
export function workerAssets(): Assets & Disposable & { readonly workers: readonly SearchWorker[] } {
  const workers: Worker[] = [];
  return {
    workers,
    startWorker: () => {
      workers.push(new Worker(import.meta.resolve("../../../engine/tunable_worker.ts"), { type: "module" }));
      return workers[workers.length - 1];
    },
    loadNetwork: () => Deno.readFile(projectPath("nnue/hindsight.net")),
    [Symbol.dispose]: () => workers.forEach((worker) => worker.terminate()),
  };
}
