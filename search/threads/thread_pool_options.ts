/** The options of a pool of search threads and of its searches. @module */

import type { RootMoveListener } from "../info.ts";
import type { LearningWatch } from "../inspect.ts";
import type { NetworkSource, Parameters } from "./messages.ts";
import type { WorkerFactory } from "./thread_handle.ts";

/** The parts of a pool. */
export interface ThreadPoolOptions {
  /** Starts a worker that calls `serveSearch`. */
  startWorker: WorkerFactory;
  /** Size of the transposition table in MiB. */
  megabytes: number;
  /** The network of the threads: a network, the bytes of a network file, or by default the embedded network. */
  network?: NetworkSource;
  /**
   * Whether the threads share their tables; by default, if memory can be shared. Otherwise there is only one thread.
   */
  sharesMemory?: boolean;
  /** Whether the threads warm up; see warm_up.ts. */
  warmUp: boolean;
  /** Parameters in every search request, read anew each time; by default none. */
  parameters?: Parameters | null;
  /** Called with the message of a failed request that no caller waits for, such as a helper's search. */
  onFault: (message: string) => void;
  /**
   * Called with a sentence, once for each set of tables, if something goes wrong in a search and the search continues.
   */
  onNotice?: (message: string) => void;
}

/** Options that few searches need. */
export interface SearchExtras {
  /** Called with each new root move, if the search takes long. */
  readonly onRootMove?: RootMoveListener;
  /** Watches the learned data during the search; `null` for none. */
  readonly watch?: LearningWatch | null;
  /** The experience around the root, see search/experience.ts; `null` if it is not used. */
  readonly known?: Int32Array | null;
}
