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
  /** Loads the bytes of the network file. */
  readonly loadNetwork: () => Promise<Uint8Array>;
}
