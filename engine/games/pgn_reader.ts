/**
 * Reads PGN (portable game notation) line by line, so that files of any size can be read, game by game.
 *
 * Many files do not follow the standard. The reader accepts missing results, missing or superfluous move numbers,
 * symbols, and moves in the notation of other programs and languages. It drops malformed tags, unless they determine
 * the start position. Lines with a percent sign, prose before the first tag or move, words in brackets, and numbers
 * that are not move numbers become comments. A comment may contain paired braces; with unpaired ones it ends at its
 * first closing brace, as in the standard. If a move is illegal, it and the rest of its game or variation are kept as
 * text, in `rest` of the previous node. A game with an illegal move, or with wrong brackets or braces, has a fault and
 * ends at the next tag after a blank line. Text that has neither a tag nor a move is not a game. If it follows a
 * result, it belongs to the previous game.
 *
 * @module
 */

import { SIGN } from "./glyphs.ts";
import { OpenGame } from "./open_game.ts";
import type { PgnGame } from "./pgn.ts";
import { LineCursor, MAX_TAG_LINE } from "./pgn_cursor.ts";
import { linesFrom, linesOf, type PgnSource, type Place } from "./pgn_lines.ts";
import * as tokens from "./pgn_tokens.ts";

const UNCLOSED = "A comment has no '}'";

/** Reads every game of a text. */
export function readPgn(text: string): PgnGame[] {
  const reader = new PgnReader(null, 1, 1);
  const games: PgnGame[] = [];
  for (const line of linesOf(text)) for (const game of reader.read(line)) games.push(game);
  return [...games, ...reader.end()];
}

/** Reads the games of a source one by one. Only one game and one piece of the source are in memory at a time. */
export async function* streamPgn(source: PgnSource): AsyncGenerator<PgnGame> {
  const reader = new PgnReader(null, 1, 1);
  for await (const lines of linesFrom(source)) {
    for (const line of lines) yield* reader.read(line);
  }
  yield* reader.end();
}

interface OpenComment {
  readonly lines: string[];
  readonly place: Place;
  depth: number;
  /** The first closing brace, with the number of comment lines before its line; `null` until that brace is read. */
  end: Place & { readonly count: number } | null;
}

class PgnReader {
  readonly #language: tokens.PieceLetters | null;
  #game: OpenGame;
  #done: PgnGame[] = [];
  #number: number;
  readonly #cursor = new LineCursor();
  #isAfterBlank = true;
  #comment: OpenComment | null = null;
  /** True if the game has unpaired braces. Comments then end at the first closing brace. */
  #isFlat = false;
  /** Whether no blank line has followed the result yet. */
  #isLineOfResult = false;
  /** Comments after a result, which may belong to the next game, and where the first of them begins. */
  #pending: { readonly comments: string[]; readonly place: Place } | null = null;

  /** Starts with this line number and game number. If `language` is `null`, tries English and then other languages. */
  constructor(language: tokens.PieceLetters | null, line: number, number: number) {
    this.#language = language;
    this.#number = number;
    this.#game = new OpenGame(line, 0, [], language);
  }

  read(line: string): readonly PgnGame[] {
    this.#read(line);
    return this.#done.length === 0 ? this.#done : this.#done.splice(0);
  }

  #read(line: string): void {
    this.#cursor.begin(line);
    this.#game.lines.push(line);
    if (this.#comment === null || this.#isNextGame()) {
      this.#isLineOfResult &&= !this.#isAfterBlank;
      // Such lines contain data for other programs.
      if (line.startsWith("%")) return this.#say(line, line.length, this.#place);
      this.#scan();
    } else {
      this.#readComment(0);
      if (this.#comment === null) this.#scan();
    }
    this.#isAfterBlank = line.trim() === "";
  }

  end(): readonly PgnGame[] {
    this.#cursor.begin("");
    this.#game.lines.push("");
    this.#loseComment();
    this.#keepPending();
    // If the file ends with prose, keep it as text.
    if (this.#number > 1 && this.#game.isEmpty) this.#game.loseProse("Expected a game, but got prose");
    this.#finish(this.#place);
    return this.#done;
  }

  get #place(): Place {
    return { line: this.#game.lines.length - 1, column: this.#cursor.at };
  }

  /** Whether a tag follows a blank line here. If so, ends a comment that was left open. */
  #isNextGame(): boolean {
    const cursor = this.#cursor;
    const isFirst = cursor.line.slice(0, cursor.at).trim() === "";
    cursor.match(tokens.SPACE);
    const isNext = isFirst && this.#isAfterBlank && cursor.line[cursor.at] === "[" && cursor.tag() !== null;
    if (isNext) {
      this.#loseComment();
      this.#isFlat = false;
    } else cursor.at = 0;
    return isNext;
  }

  /** Ends a comment whose braces are unpaired or missing. */
  #loseComment(): void {
    if (this.#comment === null) return;
    const { place, end } = this.#comment;
    if (end !== null) return this.#reread(this.#comment, end);
    this.#comment = null;
    if (this.#game.result === null) return this.#game.lose(UNCLOSED, place);
    // This comment came after a result, so it belongs to the next game.
    const start = this.#pending?.place ?? place;
    this.#startGame(start);
    this.#game.lose(UNCLOSED, { ...place, line: place.line - start.line });
  }

  /** Ends a comment at its first closing brace, and reads the text after that brace again. */
  #reread({ lines, place }: OpenComment, { line, column, count }: NonNullable<OpenComment["end"]>): void {
    const cursor = this.#cursor;
    const shown = { line: cursor.line, at: cursor.at, isAfterBlank: this.#isAfterBlank };
    const later = this.#game.lines.splice(line + 1);
    this.#comment = null;
    this.#isFlat = true;
    this.#isAfterBlank = false;
    cursor.line = this.#game.lines[line];
    const start = count === 0 ? place.column + 1 : 0;
    this.#endComment([...lines.slice(0, count), cursor.line.slice(start, column)], column + 1, place);
    this.#scan();
    for (const each of later.slice(0, -1)) this.#read(each);
    // The current line has not been read yet.
    [cursor.line, cursor.at, this.#isAfterBlank] = [shown.line, shown.at, shown.isAfterBlank];
    this.#game.lines.push(shown.line);
    this.#loseComment();
  }

  #scan(): void {
    while (!this.#game.isLost || this.#isNextGame()) {
      this.#cursor.match(tokens.SPACE);
      if (this.#cursor.at >= this.#cursor.line.length) return;
      const character = this.#cursor.line[this.#cursor.at];
      if (character === "{") {
        this.#comment = { lines: [], place: this.#place, depth: 1, end: null };
        this.#readComment(this.#cursor.at + 1);
        continue;
      }
      if (character === ";") {
        this.#say(this.#cursor.line.slice(this.#cursor.at + 1), this.#cursor.line.length, this.#place);
      } else if (character === "[") {
        this.#readTag();
        continue;
      } else if (this.#game.isBare && this.#cursor.isProse()) {
        this.#say(this.#cursor.prose(), this.#cursor.at, this.#place);
      } else if (this.#game.result !== null) this.#readRemark();
      else this.#readWord(character);
      this.#game.hasBegun ||= !this.#game.isEmpty;
    }
  }

  /** Reads a comment from a column to the end of the comment, or to the end of the line. */
  #readComment(from: number): void {
    const comment = this.#comment;
    if (comment === null) return;
    const { line } = this.#cursor;
    tokens.BRACES.lastIndex = from;
    for (let brace = tokens.BRACES.exec(line); brace !== null; brace = tokens.BRACES.exec(line)) {
      const { index } = brace;
      if (line[index] === "{") comment.depth += this.#isFlat ? 0 : 1;
      else if (--comment.depth > 0) {
        comment.end ??= { line: this.#place.line, column: index, count: comment.lines.length };
      } else {
        this.#comment = null;
        return this.#endComment([...comment.lines, line.slice(from, index)], index + 1, comment.place);
      }
    }
    comment.lines.push(line.slice(from));
    this.#cursor.at = line.length;
  }

  /** Adds the comment that began at `place`. The next word is in column `end`. */
  #endComment(lines: readonly string[], end: number, place: Place): void {
    this.#say(lines.map((line) => line.trim()).filter((line) => line !== "").join(" "), end, place);
    this.#game.hasBegun ||= !this.#game.isEmpty;
  }

  #say(text: string, end: number, place: Place): void {
    this.#cursor.at = end;
    const comment = text.trim();
    if (this.#game.result === null) return this.#game.comment(comment);
    if (this.#isLineOfResult) return this.#game.remark(comment);
    this.#pending ??= { comments: [], place };
    this.#pending.comments.push(comment);
  }

  #readTag(): void {
    const game = this.#game;
    const place = this.#place;
    const isFirst = this.#cursor.line.slice(0, this.#cursor.at).trim() === "";
    const tag = this.#cursor.tag();
    if (tag !== null) {
      const [written, value, end] = tag;
      const name = /^fen$/i.test(written) ? "FEN" : written;
      if (game.hasBegun || (game.tags.has(name) && this.#isAfterBlank && isFirst)) this.#startGame();
      if (this.#game.tags.has(name)) this.#game.warn(`has the tag '${name}' again; the first one counts`);
      else this.#game.tags.set(name, value.replace(/\\(["\\])/g, "$1"));
      this.#cursor.at = end;
      return;
    }
    // Words in brackets between moves, such as clock times, become comments.
    if (!isFirst || (game.hasBegun && game.result === null && !this.#isAfterBlank)) {
      const words = this.#cursor.match(tokens.BRACKETS);
      if (words !== "") return this.#say(words, this.#cursor.at, place);
      this.#cursor.at++;
      return game.lose('Expected a tag such as [White "Anna"]', place);
    }
    if (game.hasBegun) this.#startGame();
    const start = this.#cursor.startTag();
    if (start !== null) {
      this.#game.warn(`is not a tag, and was read as [${start[0]} "${start[1]}"]`);
      if (!this.#game.tags.has(start[0])) this.#game.tags.set(...start);
      return;
    }
    const fault = this.#cursor.line.length > MAX_TAG_LINE ? `has more than ${MAX_TAG_LINE} characters` : "is not a tag";
    this.#game.warn(`${fault} and was skipped: ${this.#cursor.match(tokens.NO_TAG).slice(0, 80)}`);
  }

  #readWord(character: string): void {
    const game = this.#game;
    const place = this.#place;
    if (character === "(" || character === ")") {
      this.#cursor.at++;
      return character === "(" ? game.openVariation(place) : game.closeVariation(place);
    }
    const number = this.#cursor.match(tokens.USUAL_NUMBER);
    if (number !== "") return game.numbered(place, number);
    const usual = this.#cursor.match(tokens.USUAL_MOVE);
    if (usual !== "") return game.play(usual, place);
    const isDigit = character >= "0" && character <= "9";
    if (isDigit || character === "½" || character === "*") {
      if (character === "0" && this.#readZeros()) return;
      const result = this.#cursor.match(tokens.RESULT);
      if (result !== "") {
        game.end(result, place);
        this.#isLineOfResult = true;
        return;
      }
    }
    if (this.#cursor.match(tokens.NULL_MOVE) !== "") return game.play("--", place);
    if (this.#readNumber()) return;
    const glyph = this.#cursor.match(tokens.NAG) || this.#cursor.match(SIGN);
    if (glyph !== "") return game.annotate(glyph);
    const dots = this.#cursor.match(tokens.DOTS);
    if (dots !== "") return game.numbered(place, dots);
    if (this.#cursor.match(tokens.IDLE) !== "" || (character === "e" && this.#cursor.match(tokens.PASSANT) !== "")) {
      return;
    }
    const castling = this.#cursor.match(tokens.CASTLING);
    if (castling !== "") return game.play(castling, place);
    const move = this.#cursor.match(tokens.MOVE);
    if (move === "") {
      const sign = this.#cursor.match(tokens.OTHER_SIGNS);
      return sign === "" ? game.refuse(this.#cursor.match(tokens.WORD), place) : game.comment(sign);
    }
    // There may be no space before "e.p.", as in exd6e.p.
    const passant = move.endsWith("e")
      ? /^\.p\.?/.exec(this.#cursor.line.slice(this.#cursor.at, this.#cursor.at + 3))
      : null;
    this.#cursor.at += passant?.[0].length ?? 0;
    game.play(passant === null ? move : move.slice(0, -1), place);
  }

  /** Reads a move number, a move written in digits, or a measurement; returns whether there was one. */
  #readNumber(): boolean {
    const game = this.#game;
    const place = this.#place;
    const bare = this.#cursor.match(tokens.BARE_NUMBER);
    const isMoveNumber = bare !== "" && game.isNumbered(Number(bare));
    this.#cursor.at = place.column;
    const move = isMoveNumber ? "" : this.#cursor.match(tokens.NUMERIC_MOVE);
    if (move !== "") {
      game.play(move, place);
      return true;
    }
    const number = isMoveNumber ? this.#cursor.match(tokens.BARE_NUMBER) : this.#cursor.match(tokens.NUMBER);
    if (number !== "") {
      game.numbered(place, number);
      return true;
    }
    const measure = this.#cursor.match(tokens.MEASURE);
    if (measure !== "") game.comment(measure);
    return measure !== "";
  }

  /** Reads castling that is written with zeros. Returns whether it was castling, rather than the result `0-0`. */
  #readZeros(): boolean {
    const game = this.#game;
    const place = this.#place;
    const castling = this.#cursor.match(tokens.CASTLING);
    if (castling === "") return false;
    if (game.isForfeit(castling, this.#cursor.line.slice(this.#cursor.at).trim() === "")) {
      this.#cursor.at = place.column;
      return false;
    }
    game.play(castling, place);
    return true;
  }

  /** Reads text after a result: another result, a remark, or the next game. */
  #readRemark(): void {
    const at = this.#cursor.at;
    const result = this.#cursor.match(tokens.RESULT);
    if (result !== "") {
      this.#keepPending();
      this.#game.endAgain(result);
      this.#isLineOfResult = true;
      return;
    }
    const nag = this.#cursor.match(tokens.NAG);
    if (nag !== "") return this.#game.annotateEnd(Number(nag.slice(1)));
    if (this.#cursor.match(tokens.IDLE) !== "") return;
    if (this.#cursor.beginsGame()) return this.#startGame();
    const end = this.#cursor.line.indexOf("{", at);
    this.#cursor.at = end < 0 ? this.#cursor.line.length : end;
    this.#keepPending();
    this.#game.remark(this.#cursor.line.slice(at, this.#cursor.at).trim());
  }

  #keepPending(): void {
    this.#pending?.comments.forEach((comment) => this.#game.remark(comment));
    this.#pending = null;
  }

  #startGame(place: Place = this.#pending?.place ?? this.#place): void {
    const { lines, firstLine } = this.#game;
    const comments = this.#pending?.comments ?? [];
    this.#pending = null;
    this.#finish(place);
    this.#game = new OpenGame(firstLine + place.line, place.column, [...comments], this.#language);
    for (const line of lines.slice(place.line)) this.#game.lines.push(line);
  }

  #finish(end: Place): void {
    if (this.#game.isEmpty) return;
    const game = this.#game.finish(this.#number++, end);
    const isReadable = game.fault === null || game.isUnplayable || this.#game.isLost;
    this.#done.push(isReadable || this.#language !== null ? game : inOtherLanguage(game));
  }
}

/** Reads a game again in other languages until one fits the whole game. If none does, returns the game unchanged. */
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
