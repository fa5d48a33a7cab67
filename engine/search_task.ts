/** A search of the library, from the call to its end. @module */

import type { ReadPosition } from "./position_input.ts";
import type { SearchOrder } from "./search_order.ts";
import type { SearchListeners } from "./search_service.ts";
import type { Settings } from "./settings.ts";

/** A search that waits for its turn, or is running. */
export interface SearchTask {
  /** What to search. */
  readonly input: ReadPosition;
  /** Its limits and clocks. */
  readonly order: SearchOrder;
  /** The settings of the moment it was asked for. */
  readonly settings: Settings;
  /** How the caller sees what is learned meanwhile, `undefined` for not at all. */
  readonly watch: SearchListeners["watch"];
  /** Whether it was ended early. */
  isStopped: boolean;
  /** Whether it is running. */
  isRunning: boolean;
  /** Allows a search that ponders to return its result. */
  release: () => void;
}
