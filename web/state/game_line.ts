/**
 * The game on the board: a `Game` from the library that also counts its changes. When its main line changes, tags about
 * the result and the length are deleted.
 * @module
 */

import { Game } from "../../engine/games/game.ts";
import type { GameStart } from "../../engine/games/board_at.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import { Position } from "../../engine/games/position.ts";
import type { MoveInfo, MoveInput } from "../../engine/mod.ts";
import { withText } from "./comments.ts";
import { labelOf } from "./numbering.ts";

export interface Note {
  /** The line's index in the result of `linesOf`. */
  readonly line: number;
  /** The number of half-moves before the position. */
  readonly ply: number;
  readonly comments: readonly string[];
  readonly nags: readonly number[];
}

export interface TreeLine {
  /** The index of the line that this one branches off. */
  readonly parent: number;
  readonly from: number;
  readonly nodes: readonly GameNode[];
}

export const ORDINARY_START: GameStart = { fen: new Game().fen, chess960: false };

/** Tags about the result or the length of a game. */
const TAGS_OF_END = ["Result", "Termination", "PlyCount", "WhiteAccuracy", "BlackAccuracy"];

/** Values cached for one position in one version of the game. */
interface Answers {
  readonly current: GameNode | null;
  readonly version: number;
  readonly values: Map<string, string | boolean>;
}

export class GameLine extends Game {
  /** The number of half-moves before the start position; see numbering.ts. */
  readonly offset: number;
  /** How often moves, variations or notes have changed. */
  version = 0;
  private answers: Answers = { current: null, version: 0, values: new Map() };

  /** Starts a new game, or takes over an existing one. Corrects errors in a FEN, or throws a `PositionError`. */
  constructor(from: GameStart | Game = ORDINARY_START) {
    super(from instanceof Game ? from.root : from.fen, { chess960: from.chess960 || undefined, tolerant: true });
    for (const [name, value] of from instanceof Game ? from.tags : []) this.tags.set(name, value);
    const { fullmove, colour } = this.root;
    this.offset = 2 * (fullmove - 1) + (colour === "white" ? 0 : 1);
  }

  get onBranch(): boolean {
    return this.known("branch", () => !this.current.isMainLine);
  }

  /** The number of main-line moves before the shown position, or before its variation. */
  get gamePly(): number {
    let node: GameNode = this.current;
    while (node.parent !== null && !node.isMainLine) node = node.parent;
    return node.ply;
  }

  /** The last move with its number: `12… Nf6`; "" at the start. */
  get lastMove(): string {
    return this.ply === 0 ? "" : `${labelOf(this.offset + this.ply - 1)} ${this.current.san}`;
  }

  get isAtEnd(): boolean {
    return this.current === this.end;
  }

  /** Identifies a game by its start position, rules and main line. */
  get gameKey(): string {
    return this.known("game", () => keyOf(this.end));
  }

  /** Identifies the shown position by the start position, the rules and the moves to it. */
  get placeKey(): string {
    return this.known("place", () => keyOf(this.current));
  }

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

  /** Takes back the last moves of the game, and shows its new end. */
  takeBack(plies: number): void {
    this.goToPly(this.mainLine.length - plies);
    for (const node of this.current.children) this.delete(node);
  }

  /** Shows the position at `ply`. If that is outside the game, shows the start or the end. */
  goToPly(ply: number): void {
    this.goTo(nearest(placesOf(this.root), ply));
  }

  step(plies: number): void {
    this.goTo(nearest(placesOf(this.current), this.ply + plies));
  }

  /**
   * Adds a variation after a number of moves, and shows its first move. Adds nothing at the end of the game, because
   * the moves would extend the game itself.
   */
  addLine(from: number, moves: readonly string[]): void {
    this.goToPly(from);
    for (const move of moves) if (!this.isAtEnd) this.move(move);
    this.goTo(this.current.path[from] ?? this.current);
  }

  /** Adds notes, except those on positions that are not in the game. */
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

  /** Sets the comment on the shown move; at the start, the comment on the game. */
  setComment(text: string): void {
    const { comments, text: before } = this.current;
    if (withText([], text).join() !== before) this.setComments(withText(comments, text));
  }

  setComments(comments: readonly string[]): void {
    this.current.comments = comments;
    this.changed(false);
  }

  /** Caches a value that is slow to find, until the game or the shown position changes. */
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

/** Every line of a game: first the main line, then each variation after its parent. */
export function linesOf(root: GameNode): TreeLine[] {
  const lines: TreeLine[] = [{ parent: 0, from: 0, nodes: root.line }];
  // The loop also visits the lines that it appends.
  for (const [i, { nodes }] of lines.entries()) {
    // Alternatives to the first move of a variation belong to its parent.
    for (const { parent } of i === 0 ? nodes : nodes.slice(1)) {
      for (const head of parent?.children.slice(1) ?? []) {
        lines.push({ parent: i, from: head.ply - 1, nodes: [head, ...head.line] });
      }
    }
  }
  return lines;
}

export function placesOf({ root, path, line }: GameNode): GameNode[] {
  return [root, ...path, ...line];
}

function keyOf({ root, path }: GameNode): string {
  return [root.fen, ...(root.chess960 ? ["chess960"] : []), ...path.map(({ uci }) => uci)].join(" ");
}

function nearest(places: readonly GameNode[], ply: number): GameNode {
  return places[Math.max(0, Math.min(ply, places.length - 1))];
}
