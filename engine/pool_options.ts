/** The options of a pool of engines and of its searches. @module */

import type { EngineOptions, SearchBounds } from "./engine_options.ts";

/** Options of `EnginePool.start`; all of them have defaults. Those of `EngineOptions` hold for each engine. */
export interface PoolOptions extends EngineOptions {
  /** Number of engines, 1 to 512; 1 by default. Each has `threads` threads and a table of `hash` MiB of its own. */
  readonly size?: number | undefined;
  /** Searches that may wait, at least 0; 1000 by default. One more is refused with the code `busy`. */
  readonly queue?: number | undefined;
  /**
   * The most that a search may use, whatever it asks for; `{ time: 10000 }` by default, `{}` for no limits. On a clock,
   * a search that comes to the limit of time ends with what it found.
   */
  readonly limits?: SearchBounds | undefined;
  /**
   * Milliseconds that a search without any bound of its own has before it ends if others wait, at least 0; 100 by
   * default.
   */
  readonly turn?: number | undefined;
}

/** Options of each search of a pool, besides those of `Engine.analyse` and `Engine.play`. */
export interface PoolSearchOptions {
  /** Who comes first when searches wait: the highest number; 0 by default. */
  readonly priority?: number | undefined;
  /**
   * Whose search it is, any text. It starts with what earlier searches of this user have learned, as long as their
   * engine did not have to serve others. Searches without a user start with nothing learned.
   */
  readonly user?: string | undefined;
  /**
   * Whether it takes the place of all earlier searches of the same user: one that runs ends with its result, one that
   * waits rejects with the code `replaced`. For boards that jump from position to position. False by default.
   */
  readonly latest?: boolean | undefined;
}
