/**
 * Reads PGN (portable game notation) line by line, so that files of any size can be read, game by game.
 *
 * Many files do not keep to the standard, so the reader accepts what is harmless: missing results, missing or superfluous
 * move numbers, annotations as symbols, moves in forms of other programs and other languages. A tag line that is none is
 * excluded. Where a line of moves has something that is not a legal move, the rest of that line stays text (`rest` of the
 * last node before it). Where that is the game itself, or brackets and braces do not close, it is the game's fault; the
 * next game begins at the next tag behind a blank line, whatever stands before. What has neither a tag nor a move is no
 * game: comments behind a result belong to the previous game.
 *
 * @module
 */

import { parseSan } from "../../core/notation.ts";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { SIGN } from "./glyphs.ts";
import { OpenGame, type Place } from "./open_game.ts";
import type { PgnGame } from "./pgn.ts";
import { linesFrom, linesOf, type PgnSource } from "./pgn_lines.ts";
import * as tokens from "./pgn_tokens.ts";

/** Most characters of a line with tags. Patterns for longer ones could exceed the memory of their matcher. */
const MAX_TAG_LINE = 100_000;
/** The fault of a comment without an end. */
const UNCLOSED = "A comment has no '}'";
/** What begins another game behind a result: a move number or a bracket. */
const GAME_START = /(?:\d+\s*[.…]|\d+\s|[()])/y;

/** Reads every game of a text. Never fails: a game that cannot be read to its end has a fault. */
export function readPgn(text: string): PgnGame[] {
  const reader = new PgnReader(null, 1, 1);
  const games: PgnGame[] = [];
  for (const line of linesOf(text)) for (const game of reader.read(line)) games.push(game);
  return [...games, ...reader.end()];
}

/** Reads the games of a source one by one, as its pieces come. No more than a game and a piece is in memory. */
export async function* streamPgn(source: PgnSource): AsyncGenerator<PgnGame> {
  const reader = new PgnReader(null, 1, 1);
  for await (const lines of linesFrom(source)) {
    for (const line of lines) yield* reader.read(line);
  }
  yield* reader.end();
}

/** Finds the words in lines, and where games begin and end. */
class PgnReader {
  readonly #language: tokens.PieceLetters | null;
  #game: OpenGame;
  #done: PgnGame[] = [];
  /** Number of the next game. */
  #number: number;
  /** The line, and where its next word is. */
  #line = "";
  #at = 0;
  /** Whether the previous line was blank. */
  #isBehindBlank = true;
  /** A comment that goes on: its lines so far, and where it begins. `null` outside of comments. */
  #comment: { readonly lines: string[]; readonly place: Place } | null = null;
  /** Behind a result: whether no blank line has come since. */
  #isLineOfResult = false;
  /** Behind a result: comments that may be those of the next game, and where the first of them stands. */
  #pending: { readonly comments: string[]; readonly place: Place } | null = null;

  /**
   * A reader of a language, `null` for English and others where that fails, with the numbers of the first line and
   * game.
   */
  constructor(language: tokens.PieceLetters | null, line: number, number: number) {
    this.#language = language;
    this.#number = number;
    this.#game = new OpenGame(line, 0, [], language);
  }

  /** Reads a line; returns the games that are complete. */
  read(line: string): readonly PgnGame[] {
    this.#line = line;
    this.#at = 0;
    this.#game.lines.push(line);
    // A line with a percent sign is for other programs, but within a comment it is text.
    if (this.#comment !== null || !line.startsWith("%")) {
      if (this.#comment === null || this.#isNextGame()) {
        this.#isLineOfResult &&= !this.#isBehindBlank;
        this.#scan();
      } else this.#continueComment();
      this.#isBehindBlank = line.trim() === "";
    }
    return this.#done.length === 0 ? this.#done : this.#done.splice(0);
  }

  /** The rest of the games, when there are no more lines. */
  end(): readonly PgnGame[] {
    this.#line = "";
    this.#at = 0;
    this.#game.lines.push("");
    this.#loseComment();
    this.#keepPending();
    this.#finish(this.#place);
    return this.#done;
  }

  get #place(): Place {
    return { line: this.#game.lines.length - 1, column: this.#at };
  }

  /** Whether the line is a tag behind a blank line: no comment and no fault goes beyond that. */
  #isNextGame(): boolean {
    const isFirst = this.#line.slice(0, this.#at).trim() === "";
    this.#match(tokens.SPACE);
    const isNext = isFirst && this.#isBehindBlank && this.#line[this.#at] === "[" && this.#tagAt(this.#at) !== null;
    if (isNext) this.#loseComment();
    else this.#at = 0;
    return isNext;
  }

  /** The comment that is open has no end. */
  #loseComment(): void {
    if (this.#comment === null) return;
    const { place } = this.#comment;
    this.#comment = null;
    if (this.#game.result === null) return this.#game.lose(UNCLOSED, place);
    // Behind a result it is the beginning of the next game.
    const start = this.#pending?.place ?? place;
    this.#startGame(start);
    this.#game.lose(UNCLOSED, { ...place, line: place.line - start.line });
  }

  #scan(): void {
    while (!this.#game.isLost || this.#isNextGame()) {
      this.#match(tokens.SPACE);
      if (this.#at >= this.#line.length) return;
      const character = this.#line[this.#at];
      if (character === "{") this.#openComment();
      else if (character === ";") this.#say(this.#line.slice(this.#at + 1), this.#line.length, this.#place);
      else if (character === "[") {
        this.#readTag();
        continue;
      } else if (this.#game.result !== null) this.#readRemark();
      else this.#readWord(character);
      this.#game.hasBegun ||= !this.#game.isEmpty;
    }
  }

  #openComment(): void {
    const place = this.#place;
    const end = this.#line.indexOf("}", this.#at);
    if (end >= 0) return this.#say(this.#line.slice(this.#at + 1, end), end + 1, place);
    this.#comment = { lines: [this.#line.slice(this.#at + 1)], place };
    this.#at = this.#line.length;
  }

  #continueComment(): void {
    if (this.#comment === null) return;
    const end = this.#line.indexOf("}");
    const { lines, place } = this.#comment;
    lines.push(end < 0 ? this.#line : this.#line.slice(0, end));
    if (end < 0) return;
    this.#comment = null;
    this.#say(lines.map((line) => line.trim()).filter((line) => line !== "").join(" "), end + 1, place);
    this.#game.hasBegun ||= !this.#game.isEmpty;
    this.#scan();
  }

  /** A comment that begins at a place and ends before a column of the line. */
  #say(text: string, end: number, place: Place): void {
    this.#at = end;
    const comment = text.trim();
    if (this.#game.result === null) return this.#game.comment(comment);
    if (this.#isLineOfResult) return this.#game.remark(comment);
    this.#pending ??= { comments: [], place };
    this.#pending.comments.push(comment);
  }

  #readTag(): void {
    const game = this.#game;
    const place = this.#place;
    const isFirst = this.#line.slice(0, this.#at).trim() === "";
    const tag = this.#tagAt(this.#at);
    if (tag !== null) {
      const [written, value, end] = tag;
      // Some programs write it with other capitals.
      const name = /^fen$/i.test(written) ? "FEN" : written;
      if (game.hasBegun || (game.tags.has(name) && this.#isBehindBlank && isFirst)) this.#startGame();
      if (this.#game.tags.has(name)) this.#warn(`has the tag '${name}' again, of which the first counts`);
      else this.#game.tags.set(name, value.replace(/\\(["\\])/g, "$1"));
      this.#at = end;
      return;
    }
    // Within the moves it is not known what it is.
    if (!isFirst || (game.hasBegun && game.result === null && !this.#isBehindBlank)) {
      this.#at++;
      return game.lose('Expected a tag such as [White "Anna"]', place);
    }
    if (game.hasBegun) this.#startGame();
    const fault = this.#line.length > MAX_TAG_LINE ? `has more than ${MAX_TAG_LINE} characters` : "is not a tag";
    this.#warn(`${fault} and was skipped: ${this.#line.trim().slice(0, 80)}`);
    this.#at = this.#line.length;
  }

  #warn(message: string): void {
    this.#game.warnings.push(`Line ${this.#game.lineOf(this.#place)} ${message}`);
  }

  /** Name, value and end of the tag at a column, `null` if there is none. */
  #tagAt(column: number): [name: string, value: string, end: number] | null {
    if (this.#line.length > MAX_TAG_LINE) return null;
    for (const pattern of [tokens.TAG, tokens.LOOSE_TAG]) {
      pattern.lastIndex = column;
      const match = pattern.exec(this.#line);
      if (match !== null) return [match[1], match[2], pattern.lastIndex];
    }
    return null;
  }

  /** The pattern's text at this place, which is left behind; "" if there is none. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#line);
    if (match === null) return "";
    this.#at = pattern.lastIndex;
    return match[0];
  }

  /** Reads a word of the moves. */
  #readWord(character: string): void {
    const game = this.#game;
    const place = this.#place;
    if (character === "(" || character === ")") {
      this.#at++;
      return character === "(" ? game.openVariation(place) : game.closeVariation(place);
    }
    if (this.#match(tokens.USUAL_NUMBER) !== "") return game.numbered(place);
    const usual = this.#match(tokens.USUAL_MOVE);
    if (usual !== "") return game.play(usual, place);
    const isDigit = character >= "0" && character <= "9";
    if (isDigit || character === "½" || character === "*") {
      if (character === "0" && this.#readZeros()) return;
      const result = this.#match(tokens.RESULT);
      if (result !== "") {
        game.end(result, place);
        this.#isLineOfResult = true;
        return;
      }
    }
    if (this.#match(tokens.NULL_MOVE) !== "") return game.play("--", place);
    if (isDigit && this.#match(tokens.NUMBER) !== "") return game.numbered(place);
    const glyph = this.#match(tokens.NAG) || this.#match(SIGN);
    if (glyph !== "") return game.annotate(glyph);
    if (this.#match(tokens.IDLE) !== "" || (character === "e" && this.#match(tokens.PASSANT) !== "")) return;
    const castling = this.#match(tokens.CASTLING);
    if (castling !== "") return game.play(castling, place);
    const move = this.#match(tokens.MOVE);
    if (move === "") {
      const sign = this.#match(tokens.OTHER_SIGNS);
      return sign === "" ? game.refuse(this.#match(tokens.WORD), place) : game.annotate(sign);
    }
    // exd6e.p. in one piece.
    const passant = move.endsWith("e") ? /^\.p\.?/.exec(this.#line.slice(this.#at, this.#at + 3)) : null;
    this.#at += passant?.[0].length ?? 0;
    game.play(passant === null ? move : move.slice(0, -1), place);
  }

  /** Castling with zeros, which looks like the result where both players lost. Returns whether it was that. */
  #readZeros(): boolean {
    const game = this.#game;
    const place = this.#place;
    const castling = this.#match(tokens.CASTLING);
    if (castling === "") return false;
    if (game.isForfeit(castling, this.#line.slice(this.#at).trim() === "")) {
      this.#at = place.column;
      return false;
    }
    game.play(castling, place);
    return true;
  }

  /** Reads what stands behind a result: another result, a remark, or the next game. */
  #readRemark(): void {
    const at = this.#at;
    if (this.#match(tokens.RESULT) !== "") {
      this.#keepPending();
      this.#isLineOfResult = true;
      return;
    }
    if (this.#match(tokens.NAG) !== "" || this.#match(tokens.IDLE) !== "") return;
    const isGame = this.#match(GAME_START) !== "" || isFirstMove(this.#match(tokens.MOVE));
    this.#at = at;
    if (isGame) return this.#startGame();
    const end = this.#line.indexOf("{", at);
    this.#at = end < 0 ? this.#line.length : end;
    this.#keepPending();
    this.#game.remark(this.#line.slice(at, this.#at).trim());
  }

  /** Adds the comments behind a result to its game. */
  #keepPending(): void {
    this.#pending?.comments.forEach((comment) => this.#game.remark(comment));
    this.#pending = null;
  }

  /** The game ends before a place, and another one begins there. */
  #startGame(place: Place = this.#pending?.place ?? this.#place): void {
    const { lines, firstLine } = this.#game;
    const comments = this.#pending?.comments ?? [];
    this.#pending = null;
    this.#finish(place);
    this.#game = new OpenGame(firstLine + place.line, place.column, [...comments], this.#language);
    for (const line of lines.slice(place.line)) this.#game.lines.push(line);
  }

  /** Completes the game, which ends before a place. */
  #finish(end: Place): void {
    if (this.#game.isEmpty) return;
    const game = this.#game.finish(this.#number++, end);
    const isReadable = game.fault === null || game.isUnplayable || this.#game.isLost;
    this.#done.push(isReadable || this.#language !== null ? game : inOtherLanguage(game));
  }
}

/** Whether a word is a move of the initial position. */
function isFirstMove(word: string): boolean {
  try {
    return parseSan(parseFen(START_FEN), word) !== 0;
  } catch {
    return false;
  }
}

/** A game in the first language in which all of it can be read; as it is if there is none. */
function inOtherLanguage(game: PgnGame): PgnGame {
  for (const language of tokens.LANGUAGES) {
    const reader = new PgnReader(language, game.line, game.number);
    const games = [...linesOf(game.source).flatMap((line) => [...reader.read(line)]), ...reader.end()];
    if (games.length !== 1 || games[0].fault !== null) continue;
    const warning = `The letters of the pieces were read as ${language.language}: ${language.letters.join(", ")}`;
    return { ...games[0], source: game.source, warnings: [...games[0].warnings, warning] };
  }
  return game;
}
