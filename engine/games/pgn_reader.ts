/**
 * Reads PGN (portable game notation): a scanner that cuts the text into tokens, and a reader that puts games together.
 *
 * Many files do not keep to the standard, so the reader accepts what is harmless: byte order marks, any line breaks,
 * missing results, missing or superfluous move numbers, annotations as symbols, unescaped quotes in tags. A game that
 * cannot be read ends with a fault, and reading goes on at the next tag behind a blank line, so the other games are
 * read. What has neither a tag nor a move is no game: comments behind a result belong to the game before.
 *
 * @module
 */

import type { PgnGame, PgnLine, PgnMove } from "./pgn.ts";

/** Deepest nesting of variations. */
const MAX_NESTING = 100;
/** Most characters of a tag, a comment or a move. Patterns for longer ones could exceed the memory of their matcher. */
const MAX_TOKEN = 100_000;

/** Annotations that are written as symbols, and their numbers. */
const SYMBOL_NAGS: Readonly<Record<string, number>> = {
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
  "‼": 3,
  "⁇": 4,
  "⁉": 5,
  "⁈": 6,
  "□": 7,
  "=": 10,
  "∞": 13,
  "+=": 14,
  "+/=": 14,
  "⩲": 14,
  "=+": 15,
  "=/+": 15,
  "⩱": 15,
  "+/-": 16,
  "±": 16,
  "-/+": 17,
  "∓": 17,
  "+-": 18,
  "-+": 19,
  "N": 146,
};

/** The start of a tag at the start of a line. */
const TAG_START = /^[^\S\n\u2028\u2029]*\[[ \t]*[A-Za-z0-9_]+[ \t]*"/gm;

/** The mark of a check or a mate. A `+` that begins `+-`, `+/=` or the like is none; the first one of `+-+` is. */
const CHECK = String.raw`(?:#|\+(?!/?[-=](?!/?\+)))`;

/** What a token is; the pattern of each is tried in this order. */
const PATTERNS: readonly (readonly [kind: TokenKind, pattern: RegExp])[] = [
  ["space", /\s+/y],
  ["comment", /\{([^}]*)\}/y],
  ["comment", /;([^\n]*)/y],
  ["tag", /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^"\\\n])*)"[ \t]*\]/y],
  // Quotes within quotes, if a program forgot to escape them.
  ["tag", /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"([^\n]*)"[ \t]*\]/y],
  ["open", /\(/y],
  ["close", /\)/y],
  ["nag", /\$(\d+)/y],
  ["result", /(1-0|0-1|1\/2-1\/2|1\/2|½-½|\*)(?![\w/-])/y],
  ["move", new RegExp(`([0Oo]-[0Oo](?:-[0Oo])?${CHECK}?)`, "y")],
  ["number", /\d+(?:\s*\.+|…|(?=[\s(){}]|$))/y],
  ["dots", /\.+|…/y],
  ["passant", /e\.?p\.?(?=[\s(){}$]|$)/y],
  ["symbol", /([!?]+|\+\/?[-=]|[-=]\/?\+|=|[‼⁇⁉⁈□∞⩲⩱±∓]|N(?=[\s(){}$]|$))/y],
  [
    "move",
    new RegExp(String.raw`(--|Z0|[A-Za-z][A-Za-z0-9]*(?:[-x:=][A-Za-z0-9]+)*(?:\([NBRQnbrq]\))?${CHECK}*)`, "y"),
  ],
];

type TokenKind =
  | "space"
  | "comment"
  | "tag"
  | "open"
  | "close"
  | "nag"
  | "result"
  | "move"
  | "number"
  | "dots"
  | "passant"
  | "symbol";

/** A piece of the text. */
interface Token {
  kind: TokenKind;
  /** What the pattern has in its brackets. */
  parts: string[];
  /** Where it starts and ends. */
  start: number;
  end: number;
}

/**
 * The text of a PGN file. UTF-8 and UTF-16 with a byte order mark are recognised; bytes that are not UTF-8 are read as
 * Latin-1, which is what the standard prescribes.
 */
export function decodePgn(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // A decoder that refuses faults takes three times the memory of a large file. So the other one comes first; where it
  // has replaced something, or the file has that character itself, the strict one decides.
  const text = new TextDecoder().decode(bytes);
  if (!text.includes("\ufffd")) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Reads every game of a text. Never fails: a game that cannot be read has a fault.
 *
 * @param text The text of a PGN file, with or without a byte order mark.
 */
export function readPgn(text: string): PgnGame[] {
  const clean = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n").replace(/^%.*$/gm, "");
  const reader = new Reader(clean);
  const games: PgnGame[] = [];
  for (let game = reader.next(); game !== null; game = reader.next()) games.push(game);
  return games;
}

/** Thrown within this file where a game cannot be read on. */
class Unreadable extends Error {}

class Reader {
  private readonly text: string;
  private position = 0;
  private count = 0;
  /** The line of `lineEnd`, a position that lines were counted up to. */
  private line = 1;
  private lineEnd = 0;
  /** Where the ends of tags and comments were found last, and from where on they were searched. */
  private readonly ends = new Map<string, { from: number; at: number }>();

  constructor(text: string) {
    this.text = text;
  }

  /** The next game, `null` if there is none. */
  next(): PgnGame | null {
    while (/\s/.test(this.text[this.position] ?? "")) this.position++;
    if (this.position >= this.text.length) return null;
    const start = this.position;
    const game: PgnGame = {
      number: ++this.count,
      line: this.lineOf(start),
      tags: new Map(),
      main: { comments: [], moves: [] },
      result: "*",
      source: "",
      fault: null,
    };
    try {
      this.readGame(game);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      game.fault = error.message;
      this.recover(start);
    }
    // Nothing but the end of the text leaves a game empty.
    if (game.fault === null && isEmpty(game)) return null;
    game.source = this.text.slice(start, this.position).trimEnd();
    // A '*' behind the moves does not contradict the result that the tag has.
    if (game.result === "*") game.result = resultOf(game.tags.get("Result"));
    return game;
  }

  /** Reads tags and moves up to the result, or to the first tag of the next game. */
  private readGame(game: PgnGame): void {
    const lines: PgnLine[] = [game.main];
    /** Where the variations that are open begin. */
    const openings: number[] = [];
    const expectClosed = (): void => {
      const opening = openings.at(-1);
      if (opening !== undefined) throw this.unreadable("A variation has no ')' at its end", opening);
    };
    /** Whether a tag would be that of the next game. */
    let hasBegun = false;
    for (let token = this.read(); token !== null; token = this.read()) {
      const line = lines[lines.length - 1];
      const move = line.moves.at(-1);
      const [first, second] = token.parts;
      switch (token.kind) {
        case "tag":
          if (hasBegun || (game.tags.has(first) && this.isBehindBlankLine(token.start))) {
            this.position = token.start;
            return expectClosed();
          }
          if (!game.tags.has(first)) game.tags.set(first, second.replace(/\\(["\\])/g, "$1"));
          continue;
        case "comment":
          (move ?? line).comments.push(tidy(first));
          break;
        case "open":
          if (move === undefined) throw this.unreadable("A variation comes before any move", token.start);
          if (lines.length > MAX_NESTING) throw this.unreadable("Variations are nested too deeply", token.start);
          openings.push(token.start);
          lines.push({ comments: [], moves: [] });
          move.variations.push(lines[lines.length - 1]);
          break;
        case "close":
          if (lines.length === 1) throw this.unreadable("A ')' has no '(' before it", token.start);
          lines.pop();
          openings.pop();
          break;
        case "nag":
        case "symbol":
          addNag(move, token.kind === "nag" ? Number(first) : SYMBOL_NAGS[first]);
          break;
        case "move":
          line.moves.push({ san: first, line: this.lineOf(token.start), nags: [], comments: [], variations: [] });
          break;
        case "result":
          // Within a variation it says how that would have ended; before the first game it means nothing.
          if (lines.length > 1 || isEmpty(game)) break;
          game.result = resultOf(first);
          return this.readRemarks(game);
        default:
      }
      // A comment before the tags is about this game, or about the file.
      hasBegun ||= !isEmpty(game);
    }
    expectClosed();
  }

  /**
   * Reads what belongs to a game behind its result: comments on the same line, and whatever has no tag and no move up
   * to another result or the end of the text.
   */
  private readRemarks(game: PgnGame): void {
    const { comments } = game.main.moves.at(-1) ?? game.main;
    /** Comments that may be those of the next game. */
    const open: string[] = [];
    let end = this.position;
    let isSameLine = true;
    try {
      for (;;) {
        const before = this.position;
        const token = this.read();
        if (token !== null && ["tag", "move", "open", "close"].includes(token.kind)) break;
        if (token?.kind === "comment") open.push(tidy(token.parts[0]));
        isSameLine &&= !this.text.slice(before, token?.start).includes("\n");
        const isRead = token === null || token.kind === "result" || (token.kind === "comment" && isSameLine);
        if (!isRead) continue;
        for (const comment of open.splice(0)) comments.push(comment);
        end = this.position;
        if (token === null) break;
      }
    } catch (error) {
      // The next game has the fault.
      if (!(error instanceof Unreadable)) throw error;
    }
    this.position = end;
  }

  /** The next token that is no space, `null` at the end. */
  private read(): Token | null {
    while (this.position < this.text.length) {
      const token = this.scan();
      this.position = token.end;
      if (token.kind !== "space") return token;
    }
    return null;
  }

  private scan(): Token {
    const start = this.position;
    this.expectEnd(start);
    for (const [kind, pattern] of PATTERNS) {
      pattern.lastIndex = start;
      const match = pattern.exec(this.text);
      if (match === null) continue;
      const end = pattern.lastIndex;
      if (kind !== "space" && end - start > MAX_TOKEN) throw this.tooLong(start);
      return { kind, parts: match.slice(1), start, end };
    }
    const found = /[^\s{}()[\]]{1,40}|./.exec(this.text.slice(start))?.[0] ?? "";
    if (found === "[") throw this.unreadable('Expected a tag such as [White "Anna"]', start);
    throw this.unreadable(`Expected a move, but got '${found}'`, start);
  }

  /** Refuses a comment without an end, and a tag or a comment that is too long, before its pattern is tried. */
  private expectEnd(start: number): void {
    const end = { "{": "}", "[": "\n", ";": "\n" }[this.text[start]];
    if (end === undefined) return;
    const at = this.find(end, start);
    if (end === "}" && at === this.text.length) throw this.unreadable("A comment has no '}' at its end", start);
    if (at - start > MAX_TOKEN) throw this.tooLong(start);
  }

  /**
   * Where a character stands at `start` or behind, the length of the text if nowhere. The answer is remembered, so that
   * many comments without an end do not search the rest of the text each.
   */
  private find(character: string, start: number): number {
    const known = this.ends.get(character);
    if (known !== undefined && known.from <= start && start <= known.at) return known.at;
    const found = this.text.indexOf(character, start);
    const at = found < 0 ? this.text.length : found;
    this.ends.set(character, { from: start, at });
    return at;
  }

  private tooLong(start: number): Unreadable {
    return this.unreadable(`A tag, comment or move has more than ${MAX_TOKEN} characters`, start);
  }

  /** Goes to the next tag behind a blank line, where another game begins than the one that began at `start`. */
  private recover(start: number): void {
    TAG_START.lastIndex = this.text.lastIndexOf("\n", this.position - 1) + 1;
    for (let match = TAG_START.exec(this.text); match !== null; match = TAG_START.exec(this.text)) {
      const at = match.index + match[0].indexOf("[");
      if (at < this.position || at === start || !this.isBehindBlankLine(at)) continue;
      this.position = at;
      return;
    }
    this.position = this.text.length;
  }

  /** Whether a blank line, and nothing but white space behind it, comes before a position. */
  private isBehindBlankLine(position: number): boolean {
    let breaks = 0;
    for (let at = position - 1; at >= 0 && breaks < 2 && /\s/.test(this.text[at]); at--) {
      if (this.text[at] === "\n") breaks++;
    }
    return breaks === 2;
  }

  private unreadable(message: string, position: number): Unreadable {
    return new Unreadable(`${message}, line ${this.lineOf(position)}`);
  }

  /** The line of a position, from 1. Counted from the position asked for last, forwards or backwards. */
  private lineOf(position: number): number {
    for (; this.lineEnd < position; this.lineEnd++) if (this.text[this.lineEnd] === "\n") this.line++;
    for (; this.lineEnd > position; this.lineEnd--) if (this.text[this.lineEnd - 1] === "\n") this.line--;
    return this.line;
  }
}

/** Whether a game has neither tags nor moves. */
function isEmpty({ tags, main }: PgnGame): boolean {
  return tags.size === 0 && main.moves.length === 0;
}

/** A comment on one line. */
function tidy(comment: string): string {
  return comment.replace(/\s+/g, " ").trim();
}

function addNag(move: PgnMove | undefined, nag: number | undefined): void {
  if (move !== undefined && nag !== undefined && !move.nags.includes(nag)) move.nags.push(nag);
}

/** A result as the standard writes it; `*` for anything else. */
export function resultOf(text: string | undefined): string {
  if (text === "1/2" || text === "½-½") return "1/2-1/2";
  return text !== undefined && ["1-0", "0-1", "1/2-1/2"].includes(text) ? text : "*";
}
