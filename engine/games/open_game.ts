/** Builds a game's tree from the tags, moves, comments and brackets of a PGN file as it is read. @module */

import { canCastle } from "../../core/castling.ts";
import { messageOf } from "../../core/errors.ts";
import { fullmoveOf } from "../../core/fen.ts";
import { parseSan } from "../../core/notation.ts";
import { BLACK, NO_MOVE } from "../../core/types.ts";
import { boardAt } from "./board_at.ts";
import { GameNode, RootNode } from "./game_node.ts";
import { glyphOf } from "./glyphs.ts";
import { MoveNumbers } from "./move_numbers.ts";
import type { PgnGame } from "./pgn.ts";
import { type Place, textBetween } from "./pgn_lines.ts";
import { inEnglish, type PieceLetters, resultOf } from "./pgn_tokens.ts";
import { firstMove, startOf } from "./replay.ts";
import { contradictionsOf, isContradicted } from "./results.ts";

/** Maximum nesting of variations. A variation that replaces another one's first move has the same depth. */
const MAX_NESTING = 100;

interface OpenLine {
  /** The latest move; before the first move, the node from which the line starts. */
  node: GameNode;
  readonly depth: number;
  /** The move that this variation replaces; `null` for the game itself. */
  readonly other: GameNode | null;
  /** Where the variation's first word begins; `null` for the game itself. */
  readonly start: Place | null;
  before: string[];
  /** Glyphs before the first move, such as the one for "better is". */
  nags: number[];
  hasMoves: boolean;
  /** Where the first illegal move begins; `null` if there is none. */
  broken: Place | null;
  /** Number of brackets opened since the illegal move and not yet closed. */
  brackets: number;
}

/** A game that is being read. */
export class OpenGame {
  /** The tags so far. */
  readonly tags: Map<string, string> = new Map();
  /** Warnings about the text, one sentence each. */
  readonly warnings: string[] = [];
  /** The lines of the game's text. */
  readonly lines: string[] = [];
  /** The number, in the file, of the first line in `lines`. */
  readonly firstLine: number;
  /** The result after the moves; `null` before it is read. */
  result: string | null = null;
  /** Whether something other than tags was read, so that the next tag begins another game. */
  hasBegun = false;
  /** Whether the rest is kept as text, because brackets or braces are wrong. */
  isLost = false;

  readonly #column: number;
  readonly #language: PieceLetters | null;
  readonly #intro: string[];
  readonly #introNags: number[] = [];
  /** The game and the open variations; empty before the first word. */
  #open: OpenLine[] = [];
  #fault: string | null = null;
  #isUnplayable = false;
  /** The outermost open variation: where it begins, and the last alternative before it. */
  #variation: { readonly place: Place; readonly last: GameNode } | null = null;
  readonly #numbers = new MoveNumbers();
  /** The number of comments after the latest move number. */
  #commentsSince = 0;

  /** Begins a game. `intro` contains the comments before it; `language` is `null` for English. */
  constructor(firstLine: number, column: number, intro: string[], language: PieceLetters | null) {
    this.firstLine = firstLine;
    this.#column = column;
    this.#intro = intro;
    this.#language = language;
  }

  /** Whether only comments and glyphs have been read so far. */
  get isBare(): boolean {
    return this.tags.size === 0 && this.#open.length === 0 && this.#numbers.place === null;
  }

  /** Whether the game has neither tags nor moves. */
  get isEmpty(): boolean {
    const [main] = this.#open;
    const hasMoves = main !== undefined && (main.hasMoves || this.#fault !== null);
    return this.tags.size === 0 && this.warnings.length === 0 && !hasMoves;
  }

  /** Adds a comment after the latest move or comment. */
  comment(text: string): void {
    const line = this.#open.at(-1);
    this.#commentsSince++;
    if (line === undefined) this.#intro.push(text);
    else if (line.broken !== null) return;
    else if (line.hasMoves || line.other === null) GameNode.addComment(line.node, text);
    else line.before.push(text);
  }

  /** Adds a comment after the end of the game. */
  remark(text: string): void {
    const { node } = this.#main();
    if (node.rest === "") GameNode.addComment(node, text);
    else GameNode.addRest(node, `{${text}}`);
  }

  /**
   * Adds a glyph, such as `$6` or `?!`, to the latest move. If there is no move yet, the glyph belongs to the first
   * move if a move number was read, and otherwise to the start. An unknown sign becomes a comment.
   */
  annotate(glyph: string): void {
    const number = /^\$\d/.test(glyph) ? Number(glyph.slice(1)) : null;
    // The side to move is not known yet, because tags may still follow.
    if (this.isBare) {
      const nag = number ?? glyphOf(glyph, true);
      if (nag === undefined) this.#intro.push(glyph);
      else if (!this.#introNags.includes(nag)) this.#introNags.push(nag);
      return;
    }
    const line = this.#current();
    const nag = number ?? glyphOf(glyph, (line.hasMoves ? line.node : line.other ?? line.node).colour === "white");
    if (nag === undefined) this.comment(glyph);
    else if (line.broken !== null) return;
    else if (line.hasMoves || (line.other === null && this.#numbers.place === null)) this.#addNag(line.node, nag);
    else if (!this.#isAgain(nag, line.nags)) line.nags.push(nag);
  }

  /** Adds a glyph that follows the result; it belongs to the last move. */
  annotateEnd(nag: number): void {
    const { node } = this.#main();
    if (node.rest === "") this.#addNag(node, nag);
    else GameNode.addRest(node, `$${nag}`);
  }

  /** Reads a move number, or dots, at a place. */
  numbered(place: Place, number: string): void {
    if (this.#numbers.place === null) this.#commentsSince = 0;
    this.#numbers.read(place, number);
  }

  /** Whether a number without a dot is the number of the next move. */
  isNumbered(number: number): boolean {
    if (this.#open.length === 0 || !this.#open[0].hasMoves) return this.#numbers.isFirst(number);
    return this.#numbers.isNext(number, fullmoveOf(boardAt(this.#current().node)));
  }

  /**
   * Whether `0-0` is a result (both players lost) and not castling. This is the case if castling is impossible and no
   * move number precedes `0-0`. If the game has moves, it must also be White's turn, and `0-0` must be the last word on
   * its line.
   */
  isForfeit(text: string, isLast: boolean): boolean {
    const line = this.#current();
    if (resultOf(text) !== "0-0" || line.broken !== null) return false;
    const board = boardAt(line.node);
    if (this.#numbers.place !== null || (line.hasMoves && (!isLast || board.sideToMove === BLACK))) return false;
    return !canCastle(board, board.sideToMove << 1);
  }

  /** Plays a move; `--` is a null move. After an illegal move, the rest of the line is text. */
  play(text: string, place: Place): void {
    const line = this.#current(place);
    if (line.broken !== null) return;
    let move: number;
    try {
      move = this.#parse(line, text);
    } catch (error) {
      const { label } = firstMove(boardAt(line.node));
      return this.#breakOff(place, `At ${label} ${text}, line ${this.lineOf(place)}: ${messageOf(error)}`);
    }
    this.#numbers.play(fullmoveOf(boardAt(line.node)));
    const node = GameNode.attach(line.node, new GameNode(line.node, move), Infinity);
    if (line.before.length > 0) node.commentsBefore = line.before.splice(0);
    line.nags.splice(0).forEach((nag) => this.#addNag(node, nag));
    line.node = node;
    line.hasMoves = true;
    if (node.isNull && line.other === null) this.warn("has a null move in the game");
  }

  /** Handles a word that cannot be a move. */
  refuse(word: string, place: Place): void {
    this.#breakOff(place, `Expected a move, but got '${word}', line ${this.lineOf(place)}`);
  }

  /** Reads an opening bracket. */
  openVariation(place: Place): void {
    const line = this.#current(place);
    if (line.broken !== null) {
      line.brackets++;
      return;
    }
    const { parent } = line.node;
    if (!line.hasMoves || parent === null) return this.lose("A variation comes before any move", place);
    if (this.#open.length === 1) this.#variation = { place, last: GameNode.lastVariation(line.node) };
    const start = { ...place, column: place.column + 1 };
    const depth = parent === line.other?.parent ? line.depth : line.depth + 1;
    const isTooDeep = depth > MAX_NESTING;
    if (isTooDeep) this.warn("nests variations too deeply to be read as moves");
    this.#begin(parent, line.node, depth, start, isTooDeep ? start : null);
  }

  /** Reads a closing bracket. */
  closeVariation(place: Place): void {
    const line = this.#current(place);
    if (line.broken !== null && line.brackets > 0) {
      line.brackets--;
      return;
    }
    const { other } = line;
    if (other === null) {
      if (line.broken === null) this.lose("A ')' has no '('", place);
      return;
    }
    this.#open.pop();
    this.#numbers.clear();
    if (line.broken !== null) {
      const text = textBetween(this.lines, line.broken, place).trim();
      return line.hasMoves ? GameNode.addRest(line.node, text) : GameNode.addRest(other, `(${text})`);
    }
    // If the variation had no moves, its notes belong to the move that it would have replaced.
    line.before.forEach((comment) => GameNode.addComment(other, comment));
    line.nags.forEach((nag) => this.#addNag(other, nag));
  }

  /** Reads a result. In a variation, or if the game has neither tags nor moves, it counts as a comment. */
  end(text: string, place: Place): void {
    this.#numbers.clear();
    if ((this.#open.length > 1 || this.isEmpty) && text !== "*") this.comment(text);
    if (this.#open.length > 1 || (this.#open[0]?.brackets ?? 0) > 0 || this.isEmpty) return;
    this.#current(place);
    this.#closeRest(place);
    this.result = resultOf(text);
  }

  /** Reads another result after the first one. */
  endAgain(text: string): void {
    const result = resultOf(text);
    if (result === "*" || result === this.result) return;
    if (this.result === "*") this.result = result;
    else {
      this.warn(`has the result ${result} after ${this.result}; the first one counts`);
      this.remark(text);
    }
  }

  /** Gives up reading a game that consists only of prose. */
  loseProse(message: string): void {
    if (this.#intro.length === 0) return;
    this.#intro.length = 0;
    this.#numbers.clear();
    this.lose(message, { line: 0, column: this.#column });
  }

  /** Gives up reading the game. Keeps the text from `place` on, or from where an open variation begins. */
  lose(message: string, place: Place): void {
    const main = this.#main(place);
    if (this.#open.length > 1 && this.#variation !== null) {
      GameNode.cutAfter(this.#variation.last);
      main.broken ??= this.#variation.place;
    }
    this.#open.length = 1;
    this.#keepFrom(main, place);
    this.#fault ??= `${message}, line ${this.lineOf(place)}`;
    this.isLost = true;
    this.hasBegun = true;
  }

  /** Returns the game, with its number in the file. Its text ends at `end`. */
  finish(number: number, end: Place): PgnGame {
    this.#current(end);
    this.#closeRest(end);
    const { tags, warnings } = this;
    const { node } = this.#open[0];
    // A '*' does not contradict a result in the tag.
    const tag = tags.get("Result") ?? "";
    const result = this.result === null || this.result === "*" ? resultOf(tag) : this.result;
    const isWhole = this.#fault === null && node.parent !== null;
    warnings.push(...this.#numbers.warnings, ...contradictionsOf(tag, result, isWhole ? boardAt(node) : null));
    if (isContradicted(tag, result)) node.root.contradiction = { tag, result };
    const lead = textBetween(this.lines, { line: 0, column: this.#column }, end);
    const blank = lead.slice(0, lead.length - lead.trimStart().length);
    return {
      number,
      line: this.firstLine + blank.split("\n").length - 1,
      tags,
      root: node.root,
      result,
      source: lead.trim(),
      fault: this.#fault,
      isUnplayable: this.#isUnplayable,
      warnings,
    };
  }

  /** Adds a warning about the current line of the file. */
  warn(message: string): void {
    this.warnings.push(`Line ${this.firstLine + this.lines.length - 1} ${message}`);
  }

  /** The line number of a place in the file. */
  lineOf({ line }: Place): number {
    return this.firstLine + line;
  }

  #addNag(node: GameNode, nag: number): void {
    if (!this.#isAgain(nag, node.glyphs)) GameNode.addNag(node, nag);
  }

  #isAgain(nag: number, glyphs: readonly number[]): boolean {
    const isAgain = glyphs.includes(nag);
    if (isAgain) this.warn(`has the glyph $${nag} again`);
    return isAgain;
  }

  /** The variation, or the game itself, that is being read. The first call begins the game. */
  #current(place: Place = { line: 0, column: 0 }): OpenLine {
    return this.#open.at(-1) ?? this.#main(place);
  }

  #main(place: Place = { line: 0, column: 0 }): OpenLine {
    if (this.#open.length > 0) return this.#open[0];
    const { start, fault, mended } = startOf(this.tags);
    const root = new RootNode(start);
    root.comments = this.#intro;
    root.glyphs = this.#introNags;
    this.warnings.push(...mended);
    if (this.tags.get("SetUp") === "1" && !this.tags.get("FEN")) {
      this.warnings.push("The tag 'SetUp' announces a position, but there is no tag 'FEN'");
    }
    if (this.tags.has("FEN") && fault === null) this.tags.set("FEN", start.fen);
    this.#isUnplayable = fault !== null;
    this.#fault = fault;
    const broken = fault === null ? null : this.#numbers.place ?? place;
    return this.#begin(root, null, 0, null, broken);
  }

  #begin(node: GameNode, other: GameNode | null, depth: number, start: Place | null, broken: Place | null): OpenLine {
    const line: OpenLine = { node, other, depth, start, before: [], nags: [], hasMoves: false, broken, brackets: 0 };
    this.#open.push(line);
    return line;
  }

  #parse({ node }: OpenLine, text: string): number {
    const position = boardAt(node);
    if (text !== "--") return parseSan(position, this.#language === null ? text : inEnglish(text, this.#language));
    if (position.inCheck) throw new RangeError("A null move (--) is not possible in check");
    return NO_MOVE;
  }

  #breakOff(place: Place, fault: string): void {
    const line = this.#current(place);
    if (line.broken !== null) return;
    this.#keepFrom(line, place);
    if (line.other === null) this.#fault ??= fault;
    else this.warnings.push(`A variation ends early: ${fault}`);
  }

  /** Keeps the rest of a variation or of the game as text, from `place` on or from the move number before it. */
  #keepFrom(line: OpenLine, place: Place): void {
    if (line.broken !== null) return;
    line.broken = (line.hasMoves ? null : line.start) ?? this.#numbers.place ?? place;
    // Comments after the move number are part of that text.
    if (line.broken === this.#numbers.place && this.#commentsSince > 0) {
      line.node.comments = line.node.comments.slice(0, -this.#commentsSince);
    }
    this.#numbers.clear();
  }

  /** Stores the text that was not read as moves, up to `place`. */
  #closeRest(place: Place): void {
    if (this.#open.length > 1) this.lose("A variation has no ')'", this.#variation?.place ?? place);
    const main = this.#main(place);
    if (main.broken === null) {
      main.nags.splice(0).forEach((nag) => this.#addNag(main.node, nag));
      return;
    }
    const text = textBetween(this.lines, main.broken, place).trim();
    // This text may end with the result.
    const result = /(?:1-0|0-1|1\/2-1\/2|\*)$/.exec(text);
    if (result !== null) this.result ??= result[0];
    GameNode.addRest(main.node, result === null ? text : text.slice(0, result.index).trimEnd());
    main.broken = null;
  }
}
