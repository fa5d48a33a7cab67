/**
 * A game as a tree: each node is a position, reached by a move from its parent; its children are the moves that follow,
 * the first of which goes on with the line and the others are variations.
 *
 * A node keeps its move and what is said about it, and no position: positions are played through when they are needed
 * (board_at.ts), which keeps a game of eighty plies within some six kilobytes. Children are a linked list for the same
 * reason. Every move in a tree is legal, or a null move. What a file has behind a move that is neither stays text:
 * `rest` of the last node before it.
 *
 * @module
 */

import { fullmoveOf } from "../../core/fen.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import type { Setup } from "../../core/position.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { boardAt } from "./board_at.ts";
import { type Arrow, type ColouredSquare, readCommand, withCommand } from "./commands.ts";
import * as commands from "./commands.ts";
import { type Evaluation, formatEval, parseEval } from "./evaluation.ts";

/** Comments, glyphs and text that was not understood. Most nodes have none. */
interface Notes {
  before: string[];
  after: string[];
  nags: readonly number[];
  rest: string;
}

const NOTHING: Notes = Object.freeze({ before: [], after: [], nags: [], rest: "" });

/** Where a game starts. */
export interface GameStart {
  /** The position: FEN, X-FEN or Shredder-FEN. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

// What changes a tree is for this folder alone: who has a node can say something about a move, and not add one that is
// not legal. These functions are assigned in the class, where they see its private fields.

/** Adds a move behind a node as the last variation, or finds the one that is there. */
export let append: (parent: GameNode, move: number) => GameNode;
/** Puts a node, or puts it back, at a place among the children of its parent. */
export let attach: (parent: GameNode, node: GameNode, place: number) => GameNode;
/** Takes a node out of the children of its parent; returns its place. */
export let detach: (node: GameNode) => number;
/** Whether a node and all before it are children of their parents: none of them was taken out. */
export let isInTree: (node: GameNode) => boolean;
/** Whether a node and all before it are the first children of their parents. */
let isFirstOfAll: (node: GameNode) => boolean;
/** Adds text behind a node that is not a legal move. */
export let addRest: (node: GameNode, text: string) => void;
/** Adds a comment behind the move. */
export let addComment: (node: GameNode, comment: string) => void;
/** Adds a glyph, unless it is there. */
export let addNag: (node: GameNode, nag: number) => void;

/** A move of a game with what is said about it, and the position after it. The start of a game is a node without a move. */
export class GameNode {
  /** The node before the move, `null` at the start of the game. */
  readonly parent: GameNode | null;
  /** @internal The move, encoded as in core/types.ts; `NO_MOVE` is a null move, or the start. */
  readonly move: number;
  /** The start of the game. */
  readonly root: RootNode;
  /** Number of moves from the start of the game to here, those of both sides. */
  readonly ply: number;
  #first: GameNode | null = null;
  #sibling: GameNode | null = null;
  #notes: Notes = NOTHING;

  /** @internal Nodes are made by a `Game`, which knows what is legal. */
  constructor(parent: GameNode | null, move: number) {
    this.parent = parent;
    this.move = move;
    if (parent !== null) {
      this.root = parent.root;
      this.ply = parent.ply + 1;
    } else {
      if (!(this instanceof RootNode)) throw new TypeError("Expected a node of a game");
      this.root = this;
      this.ply = 0;
    }
  }

  static {
    append = (parent, move) => {
      const known = parent.children.find((child) => child.move === move);
      if (known !== undefined) return known;
      return attach(parent, new GameNode(parent, move), Infinity);
    };
    attach = (parent, node, place) => {
      const before = parent.children.slice(0, place).at(-1);
      node.#sibling = before === undefined ? parent.#first : before.#sibling;
      if (before === undefined) parent.#first = node;
      else before.#sibling = node;
      return node;
    };
    detach = (node) => {
      const siblings = node.parent?.children ?? [];
      const place = siblings.indexOf(node);
      if (place > 0) siblings[place - 1].#sibling = node.#sibling;
      else if (place === 0 && node.parent !== null) node.parent.#first = node.#sibling;
      node.#sibling = null;
      return place;
    };
    isInTree = (node) => {
      for (let at = node; at.parent !== null; at = at.parent) {
        let child = at.parent.#first;
        while (child !== null && child !== at) child = child.#sibling;
        if (child === null) return false;
      }
      return true;
    };
    isFirstOfAll = (node) => {
      for (let at = node; at.parent !== null; at = at.parent) if (at.parent.#first !== at) return false;
      return true;
    };
    addRest = (node, text) => {
      const { rest } = node.#notes;
      if (text !== "") node.#change({ rest: rest === "" ? text : `${rest}\n${text}` });
    };
    addComment = (node, comment) => {
      if (comment === "") return;
      const { after } = node.#notes;
      if (after.length === 0) node.#change({ after: [comment] });
      else after.push(comment);
    };
    addNag = (node, nag) => {
      if (!node.#notes.nags.includes(nag)) node.#change({ nags: [...node.#notes.nags, nag] });
    };
  }

  /** The move with which the line goes on, `null` at its end. */
  get next(): GameNode | null {
    return this.#first;
  }

  /** What follows: the line goes on with the first, the others are variations. */
  get children(): GameNode[] {
    const children: GameNode[] = [];
    for (let child = this.#first; child !== null; child = child.#sibling) children.push(child);
    return children;
  }

  /** The moves from the start of the game to here, this one included. */
  get path(): GameNode[] {
    return pathTo(this);
  }

  /** The moves with which the line goes on behind this one. */
  get line(): GameNode[] {
    const line: GameNode[] = [];
    for (let node = this.#first; node !== null; node = node.#first) line.push(node);
    return line;
  }

  /** Whether it belongs to the game itself, and not to a variation. */
  get isMainLine(): boolean {
    return isFirstOfAll(this);
  }

  /** Whether it is a null move: the side to move passes. */
  get isNull(): boolean {
    return this.parent !== null && this.move === NO_MOVE;
  }

  /** The move in standard algebraic notation: `Nf3`; `--` for a null move, "" at the start. */
  get san(): string {
    if (this.parent === null) return "";
    return this.move === NO_MOVE ? "--" : formatSan(boardAt(this.parent), this.move);
  }

  /** The move as UCI writes it: `g1f3`; `0000` for a null move, "" at the start. */
  get uci(): string {
    return this.parent === null ? "" : formatUci(this.move, this.root.chess960);
  }

  /** Number of the move, from 1; at the start that of the first move. */
  get fullmove(): number {
    return fullmoveOf(boardAt(this.parent ?? this));
  }

  /** Who played the move; at the start, who is to move. */
  get colour(): "white" | "black" {
    return boardAt(this.parent ?? this).sideToMove === WHITE ? "white" : "black";
  }

  /** Comments behind the move, without braces, with commands such as `[%clk 0:10:00]`; at the start, about the game. */
  get comments(): readonly string[] {
    return this.#notes.after;
  }

  set comments(comments: readonly string[]) {
    this.#change({ after: checkTexts(comments) });
  }

  /** Comments before the move; a file has them before the first move of a variation. */
  get commentsBefore(): readonly string[] {
    return this.#notes.before;
  }

  set commentsBefore(comments: readonly string[]) {
    this.#change({ before: checkTexts(comments) });
  }

  /** What people have written about the move: its comments without the commands. */
  get text(): string {
    return commands.textOf(this.#notes.after);
  }

  /** Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others of the PGN standard. */
  get glyphs(): readonly number[] {
    return this.#notes.nags;
  }

  set glyphs(glyphs: readonly number[]) {
    if (!Array.isArray(glyphs) || !glyphs.every((glyph) => Number.isInteger(glyph) && glyph >= 0)) {
      throw new TypeError(`Expected a list of whole numbers, but got ${JSON.stringify(glyphs)}`);
    }
    this.#change({ nags: [...glyphs] });
  }

  /** Seconds left on the player's clock after the move (`[%clk]`), `null` if it is not known. */
  get clock(): number | null {
    return commands.parseSeconds(readCommand(this.#notes.after, "clk"));
  }

  set clock(seconds: number | null) {
    this.#command("clk", commands.formatSeconds(seconds));
  }

  /** Seconds that the move took (`[%emt]`), `null` if it is not known. */
  get elapsed(): number | null {
    return commands.parseSeconds(readCommand(this.#notes.after, "emt"));
  }

  set elapsed(seconds: number | null) {
    this.#command("emt", commands.formatSeconds(seconds));
  }

  /** The evaluation of the position after the move (`[%eval]`), `null` if there is none. */
  get evaluation(): Evaluation | null {
    const text = readCommand(this.#notes.after, "eval");
    return text === null ? null : parseEval(text);
  }

  set evaluation(evaluation: Evaluation | null) {
    this.#command("eval", evaluation === null ? null : formatEval(evaluation));
  }

  /** Arrows on the board (`[%cal]`). */
  get arrows(): Arrow[] {
    const marks = commands.readMarks(this.#notes.after, "cal", 2);
    return marks.map(([colour, from, to]) => ({ from, to, colour }));
  }

  set arrows(arrows: readonly Arrow[]) {
    this.#command("cal", commands.formatMarks(arrows.map(({ from, to, colour }) => [colour, from, to])));
  }

  /** Coloured squares on the board (`[%csl]`). */
  get squares(): ColouredSquare[] {
    const marks = commands.readMarks(this.#notes.after, "csl", 1);
    return marks.map(([colour, square]) => ({ square, colour }));
  }

  set squares(squares: readonly ColouredSquare[]) {
    this.#command("csl", commands.formatMarks(squares.map(({ square, colour }) => [colour, square])));
  }

  /** What a file has behind this move and is not a legal move, as it was written; "" for nothing. */
  get rest(): string {
    return this.#notes.rest;
  }

  /** The nodes behind this one, depth first: each line to its end before the variations to it. */
  *walk(): Generator<GameNode> {
    const open: GameNode[] = this.children.reverse();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      yield node;
      open.push(...node.children.reverse());
    }
  }

  /** The move with what is said about it, without its neighbours. */
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

function pathTo(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at = node; at.parent !== null; at = at.parent) path.push(at);
  return path.reverse();
}

/** The start of a game. */
export class RootNode extends GameNode implements GameStart {
  /** The position that the game starts from. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
  /** @internal The same as data, `null` until it is needed (board_at.ts). */
  setup: Setup | null;
  /** @internal The result behind the moves of a file, where its tag says something else, with the tag. */
  contradiction: { readonly tag: string; readonly result: string } | null = null;

  /** @internal A game without moves; the position must be one. */
  constructor({ fen, chess960 }: GameStart, setup: Setup | null = null) {
    super(null, NO_MOVE);
    this.fen = fen;
    this.chess960 = chess960;
    this.setup = setup;
  }
}

function checkTexts(comments: readonly string[]): string[] {
  if (!Array.isArray(comments) || !comments.every((comment) => typeof comment === "string")) {
    throw new TypeError(`Expected a list of texts, but got ${JSON.stringify(comments)}`);
  }
  return comments.filter((comment) => comment.trim() !== "");
}
