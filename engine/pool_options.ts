/** The options of a pool of engines and of its searches. @module */

import {
  ANALYSE_OPTIONS,
  BOUNDS,
  checkOptions,
  ENGINE_OPTIONS,
  type EngineOptions,
  PLAY_OPTIONS,
  type SearchBounds,
} from "./engine_options.ts";

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

/** A pool's own options with their defaults, and the options of its engines. */
export interface SplitPoolOptions {
  /** The options of the pool, see `PoolOptions`. */
  readonly own: { readonly size: number; readonly queue: number; readonly turn: number; readonly limits: SearchBounds };
  /** The options of each engine. */
  readonly engineOptions: EngineOptions;
}

/** Checks the options of a pool and takes them apart. Throws like `checkOptions`. */
export function splitPoolOptions(options: PoolOptions): SplitPoolOptions {
  checkOptions(options, [...ENGINE_OPTIONS, "size", "queue", "limits", "turn"]);
  const { size = 1, queue = 1000, limits = { time: 10_000 }, turn = 100, ...engineOptions } = options;
  checkOptions(limits, BOUNDS);
  return { own: { size, queue, limits, turn }, engineOptions };
}

/**
 * Checks the options of a search by a method of the engine and takes them apart: those of the engine, and those of the
 * pool. Throws like `checkOptions`.
 */
export function splitSearchOptions<T extends PoolSearchOptions>(
  options: T,
  kind: "analyse" | "play",
): { readonly pool: PoolSearchOptions; readonly search: Omit<T, keyof PoolSearchOptions> } {
  // An engine that waits for a ponderhit would be of no use to others.
  const names = kind === "analyse" ? ANALYSE_OPTIONS : PLAY_OPTIONS.filter((name) => name !== "ponder");
  checkOptions(options, [...names, "priority", "user", "latest"]);
  const { priority, user, latest, ...search } = options;
  return { pool: { priority, user, latest }, search };
}
