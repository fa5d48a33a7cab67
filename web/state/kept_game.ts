/**
 * Data that survives a reload: the game on the board, its review, and the last demonstration. The address contains no
 * tags, comments or match, so these are saved along with the address. The review has its own entry, so that it is not
 * written again at each step through the game.
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import type { Note } from "./game_line.ts";
import type { KeptMatch } from "./match.ts";
import { readFields, type SmallStorage } from "./settings.ts";

export interface KeptGame {
  /** Without `#`. */
  readonly address: string;
  /** The part of the browser's address after `#`. It is out of date if the browser refused to change it. */
  readonly hash: string;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly Note[];
  readonly match: KeptMatch | null;
}

export interface Review {
  /** The `gameKey` of the reviewed game. */
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
  /** For each depth, the trusted moves in UCI notation with their points: `c4b3:51,g1f3:43`. */
  readonly frames: readonly string[];
}

interface Kept {
  readonly "hindsight.game": KeptGame;
  readonly "hindsight.review": Review;
  readonly "hindsight.demo": Demo;
}

/** The version of the saved format. Data from another version is ignored. */
const FORM = 1;

export function keep<K extends keyof Kept>(storage: SmallStorage, name: K, value: Kept[K]): void {
  storage.setItem(name, JSON.stringify({ form: FORM, ...value }));
}

export function readKept<K extends keyof Kept>(storage: SmallStorage, name: K): Kept[K] | null {
  const { form = FORM, ...value } = readFields(storage, name);
  return form === FORM && Object.keys(value).length > 0 ? value as unknown as Kept[K] : null;
}
