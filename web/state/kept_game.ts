/**
 * Data that survive a reload: the game on the board, its review, and the last demonstration of the learning. An address
 * does not contain tags, comments and the match, so they are kept beside it. The last review has its own entry, so it
 * is written once, not at each step through the game.
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import type { Note } from "./game_line.ts";
import type { KeptMatch } from "./match.ts";
import { readFields, type SmallStorage } from "./settings.ts";

export interface KeptGame {
  /** Without `#`. */
  readonly address: string;
  /** Out of date if the browser refused to change its address. */
  readonly hash: string;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly Note[];
  readonly match: KeptMatch | null;
}

export interface Review {
  /** The start and the moves of the reviewed game. */
  readonly key: string;
  readonly analysis: Analysis;
}

/** A demonstration: a position in which learning saved work, with the trusted moves at the end of each depth. */
export interface Demo {
  /** Without `#`. */
  readonly address: string;
  readonly fen: string;
  /** The work of a search without learning, as a multiple of the work with it. */
  readonly factor: number;
  /** The trusted moves of each depth in UCI notation, with their points: `c4b3:51,g1f3:43`. */
  readonly frames: readonly string[];
}

interface Kept {
  readonly "hindsight.game": KeptGame;
  readonly "hindsight.review": Review;
  readonly "hindsight.demo": Demo;
}

/** Data of another version are not read. */
const FORM = 1;

export function keep<K extends keyof Kept>(storage: SmallStorage, name: K, value: Kept[K]): void {
  storage.setItem(name, JSON.stringify({ form: FORM, ...value }));
}

export function readKept<K extends keyof Kept>(storage: SmallStorage, name: K): Kept[K] | null {
  const { form = FORM, ...value } = readFields(storage, name);
  return form === FORM && Object.keys(value).length > 0 ? value as unknown as Kept[K] : null;
}
