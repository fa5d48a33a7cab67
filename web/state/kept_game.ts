/**
 * The game is kept in the browser, so that a reload does not lose it.
 *
 * The moves are kept as the address has them. With them comes what an address does not hold: tags, comments, the match. The
 * last review has an entry of its own with its moves: it is written once, not at each step through the game.
 *
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import type { Note } from "./game_line.ts";
import type { KeptMatch } from "./match.ts";
import type { SmallStorage } from "./settings.ts";

/** What is kept of a game. */
export interface KeptGame {
  /** The address, without `#`. */
  readonly address: string;
  /** What the browser's address has behind `#`: an older address where the browser refused to change it. */
  readonly hash: string;
  /** The tags of PGN. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** What is said about the moves. */
  readonly notes: readonly Note[];
  /** The match, `null` if the user does not play one. */
  readonly match: KeptMatch | null;
}

/** A review of a game. */
export interface Review {
  /** The start and the moves that it is about. */
  readonly key: string;
  readonly analysis: Analysis;
}

const KEY = "hindsight.game";
const REVIEW_KEY = "hindsight.review";
/** The form of what is kept of a review. A review in another form is not read. */
const REVIEW_FORM = 1;

/** Keeps a game. */
export function keepGame(storage: SmallStorage, game: KeptGame): void {
  storage.setItem(KEY, JSON.stringify(game));
}

/** The game that was kept, `null` if there is none. */
export function readKeptGame(storage: SmallStorage): KeptGame | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null || !("address" in kept) || typeof kept.address !== "string") {
      return null;
    }
    return { hash: kept.address, tags: [], notes: [], match: null, ...kept } as KeptGame;
  } catch {
    return null;
  }
}

/** Keeps the last review. */
export function keepReview(storage: SmallStorage, review: Review): void {
  storage.setItem(REVIEW_KEY, JSON.stringify({ form: REVIEW_FORM, ...review }));
}

/** The review that was kept, `null` if there is none. */
export function readKeptReview(storage: SmallStorage): Review | null {
  try {
    const kept: Partial<Review> & { form?: unknown } | null = JSON.parse(storage.getItem(REVIEW_KEY) ?? "null");
    if (kept?.form !== REVIEW_FORM || typeof kept.key !== "string" || !Array.isArray(kept.analysis?.moves)) return null;
    return { key: kept.key, analysis: kept.analysis };
  } catch {
    return null;
  }
}
