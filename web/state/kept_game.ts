/**
 * The game is kept in the browser, so that a reload does not lose it.
 *
 * The moves are kept as the address has them. With them comes what an address does not hold: tags, comments, the match. The
 * last review has its own entry with its moves: it is written once, not at each step through the game.
 *
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import type { Note } from "./game_line.ts";
import type { KeptMatch } from "./match.ts";
import { fieldsOf, readFields, type SmallStorage, STRENGTHS } from "./settings.ts";

export interface KeptGame {
  /** The address, without `#`. */
  readonly address: string;
  /** What the browser's address has behind `#`: an older address where the browser refused to change it. */
  readonly hash: string;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly Note[];
  readonly match: KeptMatch | null;
}

export interface Review {
  /** The start and the moves that it is about. */
  readonly key: string;
  readonly analysis: Analysis;
}

const KEY = "hindsight.game";
const REVIEW_KEY = "hindsight.review";
/** The form of what is kept of a review. A review in another form is not read. */
const REVIEW_FORM = 1;

export function keepGame(storage: SmallStorage, game: KeptGame): void {
  storage.setItem(KEY, JSON.stringify(game));
}

/**
 * The game that was kept, `null` if there is none. A part that does not have its form counts as missing: the storage may be
 * older or newer than the page.
 */
export function readKeptGame(storage: SmallStorage): KeptGame | null {
  const { address, hash, tags, notes, match } = readFields(storage, KEY);
  if (typeof address !== "string") return null;
  return {
    address,
    hash: typeof hash === "string" ? hash : address,
    tags: listOf(tags, isTag),
    notes: listOf(notes, isNote),
    match: isMatch(match) ? match : null,
  };
}

export function keepReview(storage: SmallStorage, review: Review): void {
  storage.setItem(REVIEW_KEY, JSON.stringify({ form: REVIEW_FORM, ...review }));
}

/** The review that was kept, `null` if there is none. */
export function readKeptReview(storage: SmallStorage): Review | null {
  const { form, key, analysis } = readFields(storage, REVIEW_KEY);
  if (form !== REVIEW_FORM || typeof key !== "string" || !Array.isArray(fieldsOf(analysis).moves)) return null;
  return { key, analysis: analysis as Analysis };
}

/** The members of a list that have a form; anything else has none. */
function listOf<T>(value: unknown, fits: (member: unknown) => member is T): T[] {
  return Array.isArray(value) ? value.filter(fits) : [];
}

function isTag(value: unknown): value is [name: string, value: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function isNote(value: unknown): value is Note {
  const { line, ply, comments, nags } = fieldsOf(value);
  return Number.isInteger(line) && Number.isInteger(ply) &&
    Array.isArray(comments) && comments.every((comment) => typeof comment === "string") &&
    Array.isArray(nags) && nags.every((nag) => Number.isInteger(nag) && nag >= 0);
}

function isMatch(value: unknown): value is KeptMatch {
  const { human, elo, time, left, outcome } = fieldsOf(value);
  return (human === "white" || human === "black") && (elo === null || STRENGTHS.some((strength) => strength === elo)) &&
    (time === null || hasNumbers(time, "base", "increment")) &&
    (left === null || hasNumbers(left, "white", "black")) &&
    (outcome === null || isOutcome(outcome));
}

function isOutcome(value: unknown): boolean {
  const { result, reason, isFinal } = fieldsOf(value);
  return typeof result === "string" && typeof reason === "string" && typeof isFinal === "boolean";
}

function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  const fields = fieldsOf(value);
  return names.every((name) => Number.isFinite(fields[name]));
}
