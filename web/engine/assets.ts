/**
 * What the page needs to start an engine.
 *
 * @module
 */

import type { WorkerFactory } from "../../engine/mod.ts";

/** What an engine is started with. */
export interface Assets {
  /** Starts a search worker. */
  readonly startWorker: WorkerFactory;
  /** Loads the bytes of the network file, once for all engines. */
  readonly loadNetwork: () => Promise<Uint8Array>;
  /** Called with the part of the network that has arrived, 0 … 1; `null` where its size is not known. */
  onProgress?: (loaded: number | null) => void;
}
