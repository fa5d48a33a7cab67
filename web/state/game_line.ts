/**
 * The game on the board: its moves, the variations, and which position is shown.
 *
 * It is the library's `Game`, which counts its changes, and whose tags about its end go with its end.
 *
 * @module
 */

import { Game } from "../../engine/games/game.ts";
import type { GameStart } from "../../engine/games/board_at.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import { Position } from "../../engine/games/position.ts";
import type { MoveInfo, MoveInput } from "../../engine/mod.ts";
import { withText } from "./comments.ts";
import { labelOf } from "./numbering.ts";

/** A comment on a move, and the place of the move. */
export interface Note {
  /** The line among all lines of the game, see `linesOf`. */
  readonly line: number;
  /** How many moves lead to the place; 0 for the start. */
  readonly ply: number;
  readonly comments: readonly string[];
  readonly nags: readonly number[];
}

export interface TreeLine {
  /** The place in the list of lines of the one that it leaves. */
  readonly parent: number;
  /** How many moves come before its first. */
  readonly from: number;
  readonly nodes: readonly GameNode[];
}

export const ORDINARY_START: GameStart = { fen: new Game().fen, chess960: false };

/** Tags about the end of a game, or its length: with other moves they are wrong. */
const TAGS_OF_END = ["Result", "Termination", "PlyCount", "WhiteAccuracy", "BlackAccuracy"];

/** Values that were computed for one place in one version of the game. */
interface Answers {
  readonly current: GameNode | null;
  readonly version: number;
  readonly values: Map<string, string | boolean>;
}

export class GameLine extends Game {
  /** How many moves come before its first by its numbers, see numbering.ts. */
  readonly offset: number;
  /** How often moves, variations or notes have changed. */
  version = 0;
  private answers: Answers = { current: null, version: 0, values: new Map() };

  /**
   * A game without moves, or one of the library, at its start. What is wrong with a FEN is mended as far as it can be.
   * Throws a `PositionError` if there is no such position.
   */
  constructor(from: GameStart | Game = ORDINARY_START) {
    super(from instanceof Game ? from.root : from.fen, { chess960: from.chess960 || undefined, tolerant: true });
    for (const [name, value] of from instanceof Game ? from.tags : []) this.tags.set(name, value);
    const { fullmove, colour } = this.root;
    this.offset = 2 * (fullmove - 1) + (colour === "white" ? 0 : 1);
  }

  get onBranch(): boolean {
    return this.known("branch", () => !this.current.isMainLine);
  }

  /** How many of the moves to the position that is shown are of the game: up to where the variation leaves it. */
  get gamePly(): number {
    let node: GameNode = this.current;
    while (node.parent !== null && !node.isMainLine) node = node.parent;
    return node.ply;
  }

  /** The move that led to the position that is shown, with its number: `12… Nf6`; "" at the start. */
  get lastMove(): string {
    return this.ply === 0 ? "" : `${labelOf(this.offset + this.ply - 1)} ${this.current.san}`;
  }

  get isAtEnd(): boolean {
    return this.current === this.end;
  }

  /** A text that only games with the same start, rules and moves share. Variations do not count. */
  get gameKey(): string {
    return this.known("game", () => keyOf(this.end));
  }

  /** A text that only games with the same moves up to the shown position share, in a variation, too. */
  get placeKey(): string {
    return this.known("place", () => keyOf(this.current));
  }

  /** The last position of the game, with all its moves. */
  get lastPosition(): Position {
    return new Position(this.end);
  }

  get notes(): Note[] {
    return linesOf(this.root).flatMap(({ nodes }, line) =>
      (line === 0 ? [this.root, ...nodes] : nodes).map(({ ply, comments, glyphs: nags }) => ({
        line,
        ply,
        comments,
        nags,
      }))
    ).filter(({ comments, nags }) => comments.length + nags.length > 0);
  }

  override move(move: MoveInput): MoveInfo {
    const { current, isAtEnd } = this;
    const before = current.children.length;
    const info = super.move(move);
    if (current.children.length > before) this.changed(isAtEnd);
    return info;
  }

  override delete(node: GameNode): void {
    const wasMain = node.isMainLine;
    super.delete(node);
    this.changed(wasMain);
  }

  override promote(node: GameNode): void {
    super.promote(node);
    this.changed(node.isMainLine);
  }

  /** Takes back moves at the end of the game, with the variations after them, and shows its end. */
  takeBack(plies: number): void {
    this.goToPly(this.mainLine.length - plies);
    for (const node of this.current.children) this.delete(node);
  }

  /** Shows a position of the game after this many moves; what is beyond the game counts as its start or its end. */
  goToPly(ply: number): void {
    this.goTo(nearest(placesOf(this.root), ply));
  }

  /** Shows a position before or after, in the line that is shown. */
  step(plies: number): void {
    this.goTo(nearest(placesOf(this.current), this.ply + plies));
  }

  /** Adds a variation at a position of the game, and shows its first move. */
  addLine(from: number, moves: readonly string[]): void {
    this.goToPly(from);
    for (const move of moves) this.move(move);
    this.goTo(this.current.path[from] ?? this.current);
  }

  /** Adds what is said about moves; what is about a place that is not there is omitted. */
  addNotes(notes: readonly Note[]): void {
    const lines = linesOf(this.root);
    for (const { line, ply, comments, nags } of notes) {
      const node = ply === 0 ? this.root : lines[line]?.nodes.find((found) => found.ply === ply);
      if (node === undefined) continue;
      node.comments = [...node.comments, ...comments];
      node.glyphs = [...node.glyphs, ...nags];
    }
    this.changed(false);
  }

  /** Says something else about the move that is shown, or about the game at its start; "" for nothing. */
  setComment(text: string): void {
    const { comments, text: before } = this.current;
    if (withText([], text).join() !== before) this.setComments(withText(comments, text));
  }

  setComments(comments: readonly string[]): void {
    this.current.comments = comments;
    this.changed(false);
  }

  /** What a step through all moves has found: the views ask often while game and place stay as they are. */
  private known<T extends string | boolean>(name: string, find: () => T): T {
    const { current, version, answers } = this;
    if (answers.current !== current || answers.version !== version) {
      this.answers = { current, version, values: new Map() };
    }
    const { values } = this.answers;
    const value = values.get(name) as T | undefined ?? find();
    values.set(name, value);
    return value;
  }

  private changed(isGame: boolean): void {
    this.version++;
    for (const tag of isGame ? TAGS_OF_END : []) this.tags.delete(tag);
  }
}

/** Every line of a game: the game itself first, each variation after the line that it leaves. */
export function linesOf(root: GameNode): TreeLine[] {
  const lines: TreeLine[] = [{ parent: 0, from: 0, nodes: root.line }];
  // A list that grows is walked to its end.
  for (const [i, { nodes }] of lines.entries()) {
    // The other moves at the start of a variation are variations of the line that it leaves.
    for (const { parent } of i === 0 ? nodes : nodes.slice(1)) {
      for (const head of parent?.children.slice(1) ?? []) {
        lines.push({ parent: i, from: head.ply - 1, nodes: [head, ...head.line] });
      }
    }
  }
  return lines;
}

/** Every place of the line through a place, from the start on. */
export function placesOf({ root, path, line }: GameNode): GameNode[] {
  return [root, ...path, ...line];
}

function keyOf({ root, path }: GameNode): string {
  return [root.fen, ...(root.chess960 ? ["chess960"] : []), ...path.map(({ uci }) => uci)].join(" ");
}

function nearest(places: readonly GameNode[], ply: number): GameNode {
  return places[Math.max(0, Math.min(ply, places.length - 1))];
}
