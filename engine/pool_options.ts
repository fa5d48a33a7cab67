/** The options of a pool of engines and of its searches. @module */

import { FLAG, isObject, type Kinds, number, TEXT, whole } from "./arguments.ts";
import { ENGINE_OPTIONS, type EngineOptions, type SearchBounds } from "./engine_options.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";

/** Options of `EnginePool.start`; all of them have defaults. The options of `EngineOptions` apply to each engine. */
export interface PoolOptions extends EngineOptions {
  /** Number of engines, 1 to 512; 1 by default. Each has its own `threads` threads and its own table of `hash` MiB. */
  readonly size?: number | undefined;
  /** Searches that may wait, at least 0; 1000 by default. Any additional search is refused with the code `busy`. */
  readonly queue?: number | undefined;
  /**
   * Limits that no search may exceed; `{ time: 10000 }` by default, `{}` for no limits. On a clock, a search that
   * reaches the time limit ends with its results.
   */
  readonly limits?: SearchBounds | undefined;
  /** Milliseconds after which a search without its own limits ends if others wait, at least 0; 100 by default. */
  readonly turn?: number | undefined;
}

/** Options of each search of a pool, besides those of `Engine.analyse` and `Engine.play`. */
export interface PoolSearchOptions {
  /** The priority among waiting searches: the highest number comes first; 0 by default. */
  readonly priority?: number | undefined;
  /**
   * The user of the search, any string. The search starts with the lessons of this user's earlier searches, unless
   * their engine had to serve others in between. Searches without a user start without lessons.
   */
  readonly user?: string | undefined;
  /**
   * Whether the search replaces all earlier searches of the same user: a running search ends with its result, and a
   * waiting search rejects with the code `replaced`. This is for boards that change quickly, and needs a `user`. False
   * by default.
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
/** The options of a search in addition to the engine's. */
export const POOL_SEARCH_OPTIONS: Kinds = { priority: number(-Number.MAX_SAFE_INTEGER), user: TEXT, latest: FLAG };
