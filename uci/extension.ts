/**
 * What a special build of the engine has besides: options and commands of its own, and other values for numbers of
 * the search.
 *
 * The engine proper has none of it. The tunable build, which tools bundle to measure what a number or a heuristic is
 * worth, enters here, so that nothing it needs is part of the engine.
 *
 * @module
 */

import type { Parameters } from "../search/threads/messages.ts";
import type { Command } from "./commands.ts";
import type { Option } from "./options.ts";

/** An addition to the engine. */
export interface Extension {
  /** Options behind the engine's own. */
  readonly options: readonly Option[];
  /** Commands besides the engine's own. */
  readonly commands: readonly Command[];
  /** What every search is told, read anew each time; `null` for nothing. */
  readonly parameters: Parameters | null;
}

/** The engine as it is. */
export const NO_EXTENSION: Extension = { options: [], commands: [], parameters: null };
