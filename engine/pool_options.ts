/** The options of a pool and of its searches. @module */

import { FLAG, isObject, type Kinds, number, TEXT, whole } from "./arguments.ts";
import { ENGINE_OPTIONS, type EngineOptions, type SearchBounds } from "./engine_options.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";

/** Options of `EnginePool.start`. Those of `EngineOptions` apply to each engine. */
export interface PoolOptions extends EngineOptions {
  /** Number of engines, 1 to 512; 1 by default. Each has its own threads and its own table. */
  readonly size?: number | undefined;
  /** Number of searches that may wait, at least 0; 1000 by default. Further searches reject with the code `busy`. */
  readonly queue?: number | undefined;
  /** Limits for each search; `{ time: 10000 }` by default, `{}` for none. `time` also ends a search on a clock. */
  readonly limits?: SearchBounds | undefined;
  /** Milliseconds after which a search without limits ends if others are waiting, at least 0; 100 by default. */
  readonly turn?: number | undefined;
}

/** Options for a search in a pool, besides those of `Engine.analyse` and `Engine.play`. */
export interface PoolSearchOptions {
  /** Waiting searches with a higher priority start first; 0 by default. */
  readonly priority?: number | undefined;
  /**
   * Identifies the user. If an engine has served nobody else since this user's last search, the next search starts with
   * what that engine has learned.
   */
  readonly user?: string | undefined;
  /**
   * Whether the search replaces the user's earlier ones, for boards that change quickly. A running search then ends
   * with its result, and a waiting search rejects with the code `replaced`. False by default.
   */
  readonly latest?: boolean | undefined;
}

/** The options of `EnginePool.start`. */
export const POOL_OPTIONS: Kinds = {
  ...ENGINE_OPTIONS,
  size: whole(1, MAX_THREADS),
  queue: whole(0),
  limits: { words: "an object with 'depth', 'nodes' and 'time'", fits: isObject },
  turn: number(0),
};
/** The additional options of a search. */
export const POOL_SEARCH_OPTIONS: Kinds = { priority: number(-Number.MAX_SAFE_INTEGER), user: TEXT, latest: FLAG };
