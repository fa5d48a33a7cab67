/** A cursor in a line of PGN, which recognises tags, moves and prose. @module */

import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseSan } from "../../core/notation.ts";
import { SIGN } from "./glyphs.ts";
import * as tokens from "./pgn_tokens.ts";

/** Longest line that may have tags. In a longer line, the patterns for tags could exceed the matcher's memory. */
export const MAX_TAG_LINE = 100_000;

/** A move number or a bracket. */
const GAME_START = /(?:\d+\s*[.…]|\d+\s|[()])/y;

/** What may appear between moves, except results and brackets. */
const AROUND_MOVES = [
  tokens.SPACE,
  tokens.NUMBER,
  tokens.DOTS,
  tokens.NAG,
  SIGN,
  tokens.IDLE,
  tokens.PASSANT,
  tokens.NULL_MOVE,
];
/** A word or a punctuation mark after a move, which shows that the move is part of a sentence. */
const SENTENCE = /^[\p{L}\p{Pd}\p{Pf},:"')]/u;
const TWO_WORDS = /^\p{L}+ +\p{L}+(?![\p{L}\d])/u;

/** A place in a line. */
export class LineCursor {
  /** The line. */
  line = "";
  /** Index of the next word. */
  at = 0;
  #isWithinProse = false;

  /** Goes to the beginning of the next line. */
  begin(line: string): void {
    this.line = line;
    this.at = 0;
    this.#isWithinProse &&= line.trim() !== "";
  }

  /** Moves past a match that begins here. Returns the matched text; "" if there is none. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.line);
    if (match === null) return "";
    this.at = pattern.lastIndex;
    return match[0];
  }

  /** The tag at this place: its name, its value and the index after it; `null` if there is none. */
  tag(): [name: string, value: string, end: number] | null {
    if (this.line.length > MAX_TAG_LINE) return null;
    for (const pattern of [tokens.TAG, tokens.LOOSE_TAG]) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.line);
      if (match !== null) return [match[1], match[2], pattern.lastIndex];
    }
    return null;
  }

  /** Reads a malformed tag that determines the start position. Returns its name and value; `null` if there is none. */
  startTag(): [name: "FEN" | "Variant", value: string] | null {
    tokens.START_TAG.lastIndex = this.at;
    const [, name, rest] = tokens.START_TAG.exec(this.line) ?? [];
    if (name === undefined) return null;
    this.at = tokens.START_TAG.lastIndex;
    const value = rest.trim().replace(/^[\s:="'“”„]+|["'“”]$/g, "").trim();
    return [name.toLowerCase() === "fen" ? "FEN" : "Variant", value];
  }

  /** Whether prose, rather than a game, begins here. A sentence that mentions moves is also prose. */
  isProse(): boolean {
    const { at } = this;
    const isNumbered = this.match(tokens.NUMBER) !== "" || this.match(tokens.BARE_NUMBER) !== "";
    this.match(tokens.SPACE);
    const isGame = this.#isMove() || this.match(tokens.RESULT) !== "" || this.match(tokens.NAG) !== "" ||
      (isNumbered && this.match(tokens.NULL_MOVE) !== "") ||
      (isNumbered && !/[\p{L}\d"'“]/u.test(this.line.charAt(this.at)));
    this.at = at;
    if (!isGame) return true;
    const { count, end } = this.#movesHere();
    const rest = this.line.slice(end);
    return count > 0 && (this.#isWithinProse ? SENTENCE.test(rest) : count === 1 && TWO_WORDS.test(rest));
  }

  /** Reads prose up to a comment, a tag, a game or the end of the line. */
  prose(): string {
    const start = this.at;
    this.#isWithinProse = true;
    const stops = /[{[]|\d{1,9}\s?\./g;
    stops.lastIndex = start + 1;
    for (let stop = stops.exec(this.line); stop !== null; stop = stops.exec(this.line)) {
      this.at = stop.index;
      const isTag = stop[0] === "[" && this.tag() !== null;
      const { count, end } = this.#movesHere();
      if (stop[0] === "{" || isTag || (count > 0 && this.#isGame(count, end))) {
        return this.line.slice(start, stop.index);
      }
      stops.lastIndex = Math.max(stops.lastIndex, end);
    }
    this.at = this.line.length;
    return this.line.slice(start);
  }

  /** Whether another game begins here: a move number, a bracket, or a move from the initial position. */
  beginsGame(): boolean {
    const { at } = this;
    const isStart = this.match(GAME_START) !== "";
    const move = this.match(tokens.MOVE);
    this.at = at;
    if (isStart) return true;
    try {
      return parseSan(parseFen(START_FEN), move) !== 0;
    } catch {
      return false;
    }
  }

  #isGame(count: number, end: number): boolean {
    const rest = this.line.slice(end);
    return /^(?:$|;|\(\p{L}+[\s)])/u.test(rest) ? count > 1 : !SENTENCE.test(rest);
  }

  /** Counts the moves that begin here, ignoring numbers and signs. `end` is the column where they end. */
  #movesHere(): { readonly count: number; readonly end: number } {
    const { at } = this;
    let [count, end] = [0, -1];
    while (end !== this.at) {
      end = this.at;
      for (const pattern of AROUND_MOVES) this.match(pattern);
      if (!this.#isMove()) continue;
      count++;
      if (this.match(tokens.CASTLING) === "" && this.match(tokens.NUMERIC_MOVE) === "") this.match(tokens.MOVE);
    }
    this.at = at;
    return { count, end };
  }

  #isMove(): boolean {
    const { at } = this;
    const isMove = this.match(tokens.NUMERIC_MOVE) !== "" || this.match(tokens.CASTLING) !== "" ||
      /[a-h][1-8]/.test(this.match(tokens.MOVE));
    this.at = at;
    return isMove;
  }
}
