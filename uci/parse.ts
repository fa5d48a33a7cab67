/**
 * Turns the text of a command into data: `go`, `position`, `setoption`.
 *
 * A value that cannot be read is an error: half a position, half an option or half a bound is of no use, because the
 * caller means another search than the one that would run. A word that `go` does not know is left out, as the protocol
 * asks for, unless nothing else bounds the search: then the word may have been meant as the bound. The errors are a
 * SyntaxError for what cannot be read, a RangeError for a number that makes no sense.
 *
 * @module
 */

import { START_FEN } from "../core/fen.ts";
import type { ClockTimes } from "../search/time.ts";

/** What a `go` asks for. A field is `undefined` where the command does not say. */
export interface GoCommand extends Partial<Record<"depth" | "nodes" | "mate" | "perft", number>> {
  /** Everything about time. */
  clock: ClockTimes;
  /** Whether to search until `stop`. */
  infinite: boolean;
  /** Whether to ponder. */
  ponder: boolean;
  /** Root moves to consider, as text; empty for all. */
  searchMoves: string[];
  /** Words that are no parameter of `go`. */
  unknown: string[];
}

/** What a `position` asks for: where the moves start, and moves from there on, as text. */
export type PositionCommand = { fen: string; moves: string[] };

/**
 * What a `setoption` asks for: an option's name, in whatever case it was written, and its value, `undefined` if there is
 * none. `<empty>` is read as the empty string. Spaces within it are kept.
 */
export type SetOptionCommand = { name: string; value: string | undefined };

/** How the protocol writes an empty string. */
export const EMPTY = "<empty>";

/** A time as GUIs write it: some add a fraction of a millisecond, which is cut off. */
const NUMBER = /^[+-]?\d+(\.\d*)?$/;
/** Greater numbers count as this one: they mean "without end". Sums of such numbers are exact. */
const GREATEST = 1e15;

/** A whole number as programs write it. */
const WHOLE = /^[+-]?\d+(\.0*)?$/;
/** Parameters of `go` with a number of any sign behind them, mostly a time. */
const GO_TIMES = ["wtime", "btime", "winc", "binc", "movestogo", "movetime"] as const;
/** Parameters of `go` with a number of at least 1 behind them: plies, nodes, moves to the mate, plies to count. */
const GO_COUNTS = ["depth", "nodes", "mate", "perft"] as const;

/** The words of a line; any white space separates. */
export function tokenize(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}

/** Reads the words after `go`, in any order. */
export function parseGo(words: readonly string[]): GoCommand {
  const go: GoCommand = { clock: {}, infinite: false, ponder: false, searchMoves: [], unknown: [] };
  let inSearchMoves = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "infinite") go.infinite = true;
    else if (word === "ponder") go.ponder = true;
    else if (word === "searchmoves") inSearchMoves = true;
    else if (isAmong(GO_COUNTS, word)) go[word] = parseCount(words[++i], `go ${word}`);
    else if (isAmong(GO_TIMES, word)) {
      const text = words[++i] ?? "";
      if (!NUMBER.test(text)) throw new SyntaxError(`Expected a number after 'go ${word}', but got ${quoted(text)}`);
      go.clock[word] = numberOf(text);
    } // The list of moves has no end mark: up to the end of the line, all that is no parameter is a move.
    else if (inSearchMoves) go.searchMoves.push(word);
    else go.unknown.push(word);
  }
  return go;
}

/** A whole number of at least 1; `what` is what it stands behind, for the error. */
export function parseCount(text: string = "", what: string): number {
  if (!WHOLE.test(text)) throw new SyntaxError(`Expected a whole number after '${what}', but got ${quoted(text)}`);
  const count = numberOf(text);
  if (count < 1) throw new RangeError(`Expected a number of at least 1 after '${what}', but got ${text}`);
  return count;
}

function isAmong<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word);
}

function quoted(text: string): string {
  return text === "" ? "nothing" : `'${text}'`;
}

function numberOf(text: string): number {
  return Math.max(-GREATEST, Math.min(GREATEST, Math.trunc(Number(text))));
}

/** Reads the words after `position`. Neither FEN nor moves are checked. */
export function parsePosition(words: readonly string[]): PositionCommand {
  const at = words.indexOf("moves");
  const start = at < 0 ? words : words.slice(0, at);
  const moves = at < 0 ? [] : words.slice(at + 1);
  if (start[0] === "startpos" && start.length === 1) return { fen: START_FEN, moves };
  if (start[0] === "fen") return { fen: start.slice(1).join(" "), moves };
  throw new SyntaxError(
    `Expected 'startpos' or 'fen' and a FEN after 'position', but got '${start.join(" ")}'`,
  );
}

/**
 * Reads what comes after `setoption`: `name` and a name, and perhaps `value` and a value; both may have several words.
 *
 * @param text As it was written: a value may be a path with any spaces in it. Spaces within a name count as one.
 */
export function parseSetOption(text: string): SetOptionCommand {
  const line = text.trim();
  const at = line.search(/\svalue(?=\s|$)/);
  const [keyword, ...words] = tokenize(at < 0 ? line : line.slice(0, at));
  const name = words.join(" ");
  if (keyword !== "name" || name === "") {
    throw new SyntaxError(`Expected 'name' and a name after 'setoption', but got '${line}'`);
  }
  if (at < 0) return { name, value: undefined };
  const value = line.slice(at + " value".length).trim();
  return { name, value: value === EMPTY ? "" : value };
}

/** What to say about words that are no parameter of `go`. */
export function unknownWords(go: GoCommand): string {
  return `Unknown after 'go': ${go.unknown.map((word) => `'${word}'`).join(", ")}`;
}

/** What to say about a `go` that is carried out. */
export function remarksOn(go: GoCommand): string[] {
  const remarks = go.unknown.length > 0 ? [unknownWords(go)] : [];
  if ((go.clock.movetime ?? 0) < 0) remarks.push("The time of the move is over before it began: moving at once");
  return remarks;
}
