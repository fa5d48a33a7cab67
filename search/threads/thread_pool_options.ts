/** The options for a pool of search threads, and for its searches. @module */

import type { RootMoveListener } from "../info.ts";
import type { LearningWatch } from "../inspect.ts";
import type { NetworkSource, Parameters } from "./messages.ts";
import type { WorkerFactory } from "./thread_handle.ts";

/** The options of a pool. */
export interface ThreadPoolOptions {
  startWorker: WorkerFactory;
  /** Size of the transposition table in MiB. */
  megabytes: number;
  /** The network of the threads: a network, the bytes of a network file, or by default the embedded network. */
  network?: NetworkSource;
  /** Whether the threads share their tables, which is the default if memory can be shared. */
  sharesMemory?: boolean;
  warmUp: boolean;
  /** Values for tunable parameters; none by default. Each search request contains the current values. */
  parameters?: Parameters | null;
  /** Called with the error message of a failed request for which no caller is waiting, such as a helper's search. */
  onFault: (message: string) => void;
  /** Called with a sentence if something goes wrong but the search continues; only once for each set of tablebases. */
  onNotice?: (message: string) => void;
}

/** Options that only a few searches need. */
export interface SearchExtras {
  readonly onRootMove?: RootMoveListener;
  /** How to report the learned data during the search; `null` for no reports. */
  readonly watch?: LearningWatch | null;
  /** The experience around the root (see search/experience.ts); `null` if it is not used. */
  readonly known?: Int32Array | null;
}
