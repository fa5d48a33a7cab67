/**
 * A game as a tree. Each node is a move with its notes; its first child continues the line, other children are
 * variations.
 *
 * The children form a circular linked list, which needs little memory. Every move is either legal or a null move. If a
 * file contains other text, the node before that text keeps it in `rest`.
 *
 * @module
 */

import type { Setup } from "../../core/position.ts";
import type { GameStart, Start } from "./board_at.ts";
import { type Arrow, type ColouredSquare, readCommand, withCommand } from "./commands.ts";
import * as commands from "./commands.ts";
import { expect, isObject, type Kind, number, objectWith, show } from "../arguments.ts";
import { type Evaluation, formatEval, parseEval } from "./evaluation.ts";
import { MAX_GLYPH } from "./glyphs.ts";
import { MoveNode, pathTo } from "./move_node.ts";

/** Notes; most nodes have none. Returned lists are frozen, so that changing them in place throws. */
interface Notes {
  before: readonly string[];
  after: string[];
  nags: readonly number[];
  rest: string;
}

const NONE = Object.freeze([]) as never[];
const NOTHING: Notes = { before: NONE, after: NONE, nags: NONE, rest: "" };

/** A move with its notes, and the position after it. The start of a game is a node without a move. */
export class GameNode extends MoveNode {
  /** The node before the move, `null` at the start of the game. */
  declare readonly parent: GameNode | null;
  /** The start of the game. */
  readonly root: RootNode;
  #last: GameNode | null = null;
  /** The parent's next child; for the last child, the parent's first. */
  #sibling: GameNode = this;
  #notes: Notes = NOTHING;

  /** @internal Only a `Game` makes nodes, because it checks that moves are legal. */
  constructor(before: GameNode | Start, move?: number) {
    super(before, move);
    if (before instanceof GameNode) this.root = before.root;
    else if (this instanceof RootNode) this.root = this;
    else throw new TypeError("Expected a node of a game");
  }

  // A node does not check the rules of chess, so only code in this folder may change a tree. These are methods, because
  // functions would need a static block, and bundlers keep a class with a static block even if nothing uses it.
  /** @internal Adds a move after a node as the last variation if it is not there yet. Returns the move's node. */
  static append(parent: GameNode, move: number): GameNode {
    const known = parent.children.find((child) => child.move === move);
    return known ?? GameNode.attach(parent, new GameNode(parent, move), Infinity);
  }

  /** @internal Inserts a node among its parent's children, at the index `place`. */
  static attach(parent: GameNode, node: GameNode, place: number): GameNode {
    const last = parent.#last;
    // A move may have very many variations, so adding one at the end must not build a list.
    const before = place === Infinity ? last : parent.children.slice(0, place).at(-1) ?? last;
    if (before !== null) [node.#sibling, before.#sibling] = [before.#sibling, node];
    if (before === last && (place > 0 || last === null)) parent.#last = node;
    return node;
  }

  /** @internal Removes a node from its parent's children. Returns the index that it had. */
  static detach(node: GameNode): number {
    const siblings = node.parent?.children ?? [];
    const place = siblings.indexOf(node);
    if (node.parent === null || place < 0) return place;
    const before = siblings.at(place - 1) ?? node;
    before.#sibling = node.#sibling;
    if (node.parent.#last === node) node.parent.#last = before === node ? null : before;
    node.#sibling = node;
    return place;
  }

  /** @internal The last alternative to a move; the move itself if there is none. */
  static lastVariation(node: GameNode): GameNode {
    return (node.parent === null ? null : node.parent.#last) ?? node;
  }

  /** @internal Removes the later siblings of a node. */
  static cutAfter(node: GameNode): void {
    if (node.parent === null) return;
    node.#sibling = node.parent.next ?? node;
    node.parent.#last = node;
  }

  /** @internal Whether a node and all nodes before it are still in the tree. */
  static isInTree(node: GameNode): boolean {
    for (let at = node; at.parent !== null; at = at.parent) {
      let child = at.parent.next;
      while (child !== null && child !== at) child = child.#nextSibling;
      if (child === null) return false;
    }
    return true;
  }

  get #nextSibling(): GameNode | null {
    return this.parent === null || this === this.parent.#last ? null : this.#sibling;
  }

  static #isMain(node: GameNode): boolean {
    for (let at = node; at.parent !== null; at = at.parent) if (at.parent.next !== at) return false;
    return true;
  }

  /** @internal Adds text to `rest`. */
  static addRest(node: GameNode, text: string): void {
    const { rest } = node.#notes;
    if (text !== "") node.#change({ rest: rest === "" ? text : `${rest}\n${text}` });
  }

  /** @internal Adds a comment after the move. */
  static addComment(node: GameNode, comment: string): void {
    if (comment === "") return;
    const { after } = node.#notes;
    // A file may have very many comments. Until the list has been returned, it can grow without being copied.
    if (Object.isFrozen(after)) node.#change({ after: [...after, comment] });
    else after.push(comment);
  }

  /** @internal Adds a glyph if the move does not have it yet. */
  static addNag(node: GameNode, nag: number): void {
    if (!node.#notes.nags.includes(nag)) node.#change({ nags: [...node.#notes.nags, nag] });
  }

  /** The move that continues the line; `null` at its end. */
  get next(): GameNode | null {
    return this.#last === null ? null : this.#last.#sibling;
  }

  /** The next moves: the first continues the line, the others are variations. */
  get children(): GameNode[] {
    const children: GameNode[] = [];
    for (let child = this.next; child !== null; child = child.#nextSibling) children.push(child);
    return children;
  }

  /** The moves from the start of the game to here, including this move. */
  override get path(): GameNode[] {
    return pathTo<GameNode>(this);
  }

  /** The moves that continue the line. */
  get line(): GameNode[] {
    const line: GameNode[] = [];
    for (let node = this.next; node !== null; node = node.next) line.push(node);
    return line;
  }

  /** Whether the move belongs to the main line. */
  get isMainLine(): boolean {
    return GameNode.#isMain(this);
  }

  /** Comments after the move, including commands such as `[%clk 0:10:00]`. At the start, comments on the whole game. */
  get comments(): readonly string[] {
    return Object.freeze(this.#notes.after);
  }

  set comments(comments: readonly string[]) {
    this.#change({ after: checkTexts(comments) });
  }

  /** Comments before the move. A file can have them only at the beginning of a variation. */
  get commentsBefore(): readonly string[] {
    return Object.freeze(this.#notes.before);
  }

  set commentsBefore(comments: readonly string[]) {
    this.#change({ before: checkTexts(comments) });
  }

  /** The text of the comments, without their commands. */
  get text(): string {
    return commands.textOf(this.#notes.after);
  }

  /** All commands in the comments. */
  get commands(): commands.Command[] {
    return commands.commandsIn(this.#notes.after);
  }

  /** Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others from the PGN standard. */
  get glyphs(): readonly number[] {
    return Object.freeze(this.#notes.nags);
  }

  set glyphs(glyphs: readonly number[]) {
    const isGlyph = (glyph: unknown): boolean =>
      Number.isInteger(glyph) && Number(glyph) >= 0 && Number(glyph) <= MAX_GLYPH;
    if (!Array.isArray(glyphs) || !glyphs.every(isGlyph)) {
      throw new TypeError(`Expected a list of whole numbers from 0 to ${MAX_GLYPH}, but got ${show(glyphs)}`);
    }
    this.#change({ nags: [...glyphs] });
  }

  /** Seconds on the player's clock after the move (`[%clk]`); `null` if unknown. */
  get clock(): number | null {
    return commands.parseSeconds(readCommand(this.#notes.after, "clk"));
  }

  set clock(seconds: number | null) {
    this.#command("clk", commands.formatSeconds(seconds));
  }

  /** Seconds that the move took (`[%emt]`); `null` if unknown. */
  get elapsed(): number | null {
    return commands.parseSeconds(readCommand(this.#notes.after, "emt"));
  }

  set elapsed(seconds: number | null) {
    this.#command("emt", commands.formatSeconds(seconds));
  }

  /** The evaluation after the move (`[%eval]`); `null` for none. */
  get evaluation(): Evaluation | null {
    const text = readCommand(this.#notes.after, "eval");
    return text === null ? null : parseEval(text);
  }

  set evaluation(evaluation: Evaluation | null) {
    if (evaluation !== null) checkEvaluation(evaluation);
    this.#command("eval", evaluation === null ? null : formatEval(evaluation));
  }

  /** Arrows (`[%cal]`). */
  get arrows(): Arrow[] {
    const marks = commands.readMarks(this.#notes.after, "cal", 2);
    return marks.map(([colour, from, to]) => ({ from, to, colour }));
  }

  set arrows(arrows: readonly Arrow[]) {
    expect(arrows, MARKS);
    this.#command("cal", commands.formatMarks(arrows.map(({ from, to, colour }) => [colour, from, to])));
  }

  /** Coloured squares on the board (`[%csl]`). */
  get squares(): ColouredSquare[] {
    const marks = commands.readMarks(this.#notes.after, "csl", 1);
    return marks.map(([colour, square]) => ({ square, colour }));
  }

  set squares(squares: readonly ColouredSquare[]) {
    expect(squares, MARKS);
    this.#command("csl", commands.formatMarks(squares.map(({ square, colour }) => [colour, square])));
  }

  /** Text that follows this move in a file, beginning with an illegal move; "" for none. */
  get rest(): string {
    return this.#notes.rest;
  }

  /** All later nodes: each line to its end, then its variations. */
  *walk(): Generator<GameNode> {
    const open: GameNode[] = this.children.reverse();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      yield node;
      open.push(...node.children.reverse());
    }
  }

  /** The move with its notes. */
  toJSON(): Record<string, unknown> {
    return { san: this.san, uci: this.uci, comments: this.comments, glyphs: this.glyphs };
  }

  #command(name: string, value: string | null): void {
    this.#change({ after: withCommand(this.#notes.after, name, value) });
  }

  #change(notes: Partial<Notes>): void {
    this.#notes = { ...this.#notes, ...notes };
  }
}

/** The start of a game. */
export class RootNode extends GameNode implements GameStart {
  /** @internal The result in a file's tag and the one after its moves, if they differ; otherwise `null`. */
  contradiction: { readonly tag: string; readonly result: string } | null = null;

  /** @internal A game without moves. The FEN must be legal. */
  constructor({ fen, chess960 }: GameStart, setup: Setup | null = null) {
    super({ fen, chess960, setup });
  }

  /** The start position. */
  override get fen(): string {
    return this.start.fen;
  }

  /** Whether castling follows the rules of Chess960. */
  get chess960(): boolean {
    return this.start.chess960;
  }
}

const MARKS: Kind = {
  words: "a list of arrows or squares",
  fits: (value) => Array.isArray(value) && value.every(isObject),
};

function checkEvaluation(evaluation: Evaluation): void {
  expect(evaluation, objectWith("an evaluation such as { cp: 35, mate: null }", "cp", "mate"));
  expect(evaluation.cp, number(-Infinity, Infinity), "cp");
  if (evaluation.mate !== null) expect(evaluation.mate, number(-Infinity, Infinity, true), "mate");
}

function checkTexts(comments: readonly string[]): string[] {
  if (!Array.isArray(comments) || !comments.every((comment) => typeof comment === "string")) {
    throw new TypeError(`Expected a list of strings, but got ${show(comments)}`);
  }
  return comments.filter((comment) => comment.trim() !== "");
}
