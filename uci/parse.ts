/**
 * Turns the text of a command into data: `go`, `position`, `setoption`.
 *
 * In `position` and `setoption`, text that cannot be read causes a SyntaxError, and an impossible number causes a
 * RangeError. A `go` is answered with a move if possible: wrong words are ignored, and so are limits of 0, because
 * programs send 0 for unused limits. If no other limit is left, the `go` is refused, since an ignored word may have
 * been the limit.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { START_FEN } from "../core/fen.ts";
import type { ClockTimes } from "../search/time.ts";

/** The contents of a `go`. */
export type GoCommand = Partial<Record<"depth" | "nodes" | "mate" | "perft", number>> & {
  clock: ClockTimes;
  infinite: boolean;
  ponder: boolean;
  searchMoves: string[];
  /** Why parts are ignored, one sentence each. */
  faults: string[];
  /** Why limits of 0 are ignored, one sentence each. */
  zeros: string[];
  /** Words that are not parameters of `go`. */
  unknown: string[];
};

/** The contents of a `position`, as text. */
export type PositionCommand = { fen: string; moves: string[] };

/** How the protocol writes the empty string. */
export const EMPTY = "<empty>";

/** A number. Some GUIs send fractions of a millisecond, which are dropped. */
const NUMBER = /^[+-]?\d+(\.\d*)?$/;
/** Larger numbers mean "no limit". They are reduced to this one, so that sums stay exact. */
const GREATEST = 1e15;

/** A whole number in the forms that programs write. */
const WHOLE = /^[+-]?\d+(\.0*)?$/;
/** Parameters of `go` whose value may be negative. */
const GO_TIMES = ["wtime", "btime", "winc", "binc", "movestogo", "movetime"] as const;
/** Parameters of `go` whose number must be at least 1. */
const GO_COUNTS = ["depth", "nodes", "mate", "perft"] as const;
const MOVE = /^[a-h][1-8][a-h][1-8]\w?$/;
/** The words of `go`, except moves and numbers. */
const GO_WORDS: readonly string[] = [...GO_TIMES, ...GO_COUNTS, "infinite", "ponder", "searchmoves"];

/** The words of a line, separated by any white space. */
export function tokenize(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}

/** Reads the words after `go`. */
export function parseGo(words: readonly string[]): GoCommand {
  const go: GoCommand = {
    clock: {},
    infinite: false,
    ponder: false,
    searchMoves: [],
    faults: [],
    zeros: [],
    unknown: [],
  };
  let inSearchMoves = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "infinite") go.infinite = true;
    else if (word === "ponder") go.ponder = true;
    else if (word === "searchmoves") inSearchMoves = true;
    else if (isAmong(GO_WORDS, word)) {
      readNumber(go, word, words[i + 1] ?? "");
      // If the number is missing, the next parameter must not be read as the number.
      if (i + 1 < words.length && !isAmong(GO_WORDS, words[i + 1])) i++;
    } // The list of moves has no end mark: it continues up to the next parameter or the end of the line.
    else if (inSearchMoves) go.searchMoves.push(word);
    else go.unknown.push(word);
  }
  dropZeroTimes(go);
  return go;
}

/** Reads the number of a parameter, or records why it is ignored. */
function readNumber(go: GoCommand, word: string, text: string): void {
  if (isAmong(GO_TIMES, word)) {
    if (NUMBER.test(text)) go.clock[word] = numberOf(text);
    else go.faults.push(`Expected a number after 'go ${word}', but got ${quoted(text)}`);
    return;
  }
  if (!isAmong(GO_COUNTS, word)) return;
  try {
    go[word] = parseCount(text, `go ${word}`);
  } catch (error) {
    const isZero = WHOLE.test(text) && numberOf(text) === 0;
    (isZero ? go.zeros : go.faults).push(messageOf(error));
  }
}

/** Drops times of 0 if there is another limit. If there is none, they mean that the clock has run out, and are kept. */
function dropZeroTimes(go: GoCommand): void {
  const { clock, depth, nodes, mate } = go;
  const hasCount = [depth, nodes, mate].some((count) => count !== undefined);
  // If only one side's time is 0, its clock has run out.
  const isClockZero = (clock.wtime ?? 0) === 0 && (clock.btime ?? 0) === 0;
  if (clock.movetime === 0 && (hasCount || !isClockZero)) delete clock.movetime;
  if (isClockZero && (hasCount || (clock.movetime ?? 0) !== 0)) {
    delete clock.wtime;
    delete clock.btime;
  }
}

/** Reads a whole number of at least 1 after the words `what`. Throws a SyntaxError or a RangeError. */
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

/** Puts words in quotes for a message. */
export function quoteAll(texts: readonly string[]): string {
  return texts.map(quoted).join(", ");
}

function numberOf(text: string): number {
  return Math.max(-GREATEST, Math.min(GREATEST, Math.trunc(Number(text))));
}

/** Reads the words after `position`, without checking the FEN and the moves. */
export function parsePosition(words: readonly string[]): PositionCommand {
  const at = words.indexOf("moves");
  const start = at < 0 ? words : words.slice(0, at);
  const moves = at < 0 ? [] : words.slice(at + 1);
  if (start[0] === "startpos" && start.length === 1) return { fen: START_FEN, moves };
  if (start[0] === "fen") return { fen: start.slice(1).join(" "), moves };
  // Some programs omit the word `fen`.
  if (start[0]?.includes("/")) return { fen: start.join(" "), moves };
  throw new SyntaxError(`Expected 'startpos' or 'fen' and a FEN after 'position', but got '${start.join(" ")}'`);
}

/** Reads the text after `setoption`. Keeps all spaces in the value, which may be a path. Throws a SyntaxError. */
export function parseSetOption(text: string): { name: string; value: string | undefined } {
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

/** What was ignored in a `go` and may have been its limit, one sentence each. */
export function leftOut(go: GoCommand): string[] {
  const noMoves = go.searchMoves.filter((text) => !MOVE.test(text));
  return [
    ...remarksOn(go),
    ...go.zeros,
    ...(noMoves.length > 0 ? [`No moves after 'go searchmoves': ${quoteAll(noMoves)}`] : []),
  ];
}

/** Remarks on a `go` that is not refused. */
export function remarksOn(go: GoCommand): string[] {
  const remarks = [...go.faults];
  if (go.unknown.length > 0) remarks.push(`Unknown after 'go': ${quoteAll(go.unknown)}`);
  if ((go.clock.movetime ?? 0) < 0) {
    remarks.push("The time for the move was over before the search began: moving immediately");
  }
  return remarks;
}
