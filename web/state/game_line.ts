/**
 * The game on the board: its moves, the variations, and which position is shown.
 *
 * A move that is played where the game goes on otherwise starts a variation; the game stays as it is. The rules are those
 * of the library's `Game`.
 *
 * @module
 */

import { Game } from "../../engine/games/game.ts";
import type { Outcome } from "../../engine/games/outcome.ts";
import { textOf, withText } from "./comments.ts";
import { addMove, createRoot, isInGame, linesOf, type MoveNode, movesAfter, pathTo, type Step } from "./move_tree.ts";

/** Where a game begins. */
export interface Start {
  /** The position. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

/** What is said about a move, and where the move is. */
export interface Note {
  /** The line among all lines of the game, see `linesOf`. */
  readonly line: number;
  /** How many moves lead to the place; 0 for the start. */
  readonly ply: number;
  readonly comments: readonly string[];
  readonly nags: readonly number[];
}

/** The start of ordinary chess. */
export const ORDINARY_START: Start = { fen: new Game().fen, chess960: false };

/** Tags about the end of a game, or its length: with other moves they are wrong. */
const TAGS_OF_END = ["Result", "Termination", "PlyCount", "WhiteAccuracy", "BlackAccuracy"];

/** The game on the board. */
export class GameLine {
  /** Where it begins. */
  readonly start: Start;
  /** The tags of PGN. */
  readonly tags: Map<string, string> = new Map();
  /** The start of the tree of its moves. */
  readonly root: MoveNode = createRoot();

  private shown: MoveNode = this.root;
  private changes = 0;
  /** The moves of the game; `null` until they are needed. */
  private mainSteps: readonly Step[] | null = null;
  /** The position that is shown; `null` until it is needed. */
  private cached: Game | null = null;
  /** How the game is over there; `undefined` until it is needed. */
  private end: Outcome | null | undefined;

  /**
   * A game without moves.
   *
   * @throws {PositionError} If there is no such position.
   */
  constructor(start: Start = ORDINARY_START) {
    const game = new Game(start.fen, { chess960: start.chess960 });
    this.start = { fen: start.fen, chess960: game.chess960 };
  }

  /** A game from one of the library; its last position is shown. */
  static of(source: Game): GameLine {
    const { fen, chess960 } = source.record;
    const line = new GameLine({ fen, chess960 });
    for (const { uci } of source.playedMoves()) line.play(uci);
    for (const [tag, value] of source.tags) line.tags.set(tag, value);
    return line;
  }

  /** The place that is shown. */
  get current(): MoveNode {
    return this.shown;
  }

  /** How often moves, variations or notes have changed. */
  get version(): number {
    return this.changes;
  }

  /** The moves of the game. */
  get moves(): readonly Step[] {
    this.mainSteps ??= stepsOf(movesAfter(this.root));
    return this.mainSteps;
  }

  /** Whether the position that is shown is in a variation. */
  get onBranch(): boolean {
    return !isInGame(this.shown);
  }

  /** How many moves lead to the position that is shown. */
  get ply(): number {
    return this.shown.ply;
  }

  /** How many of them are moves of the game: up to where the variation leaves it. */
  get gamePly(): number {
    let node = this.shown;
    while (node.parent !== null && !isInGame(node)) node = node.parent;
    return node.ply;
  }

  /** The moves of the line that is shown, those behind the position included. */
  get steps(): readonly Step[] {
    return stepsOf([...pathTo(this.shown), ...movesAfter(this.shown)]);
  }

  /** The move that led to the position that is shown, `null` at the start. */
  get lastStep(): Step | null {
    return this.shown.step;
  }

  /** Whether the last position of the game is shown. */
  get isAtEnd(): boolean {
    return this.shown.children.length === 0 && !this.onBranch;
  }

  /** The position that is shown, as FEN. */
  get fen(): string {
    return this.shown.step?.fen ?? this.start.fen;
  }

  /** A text that only games with the same start, rules and moves share. Variations do not count. */
  get gameKey(): string {
    return this.keyOf(this.moves);
  }

  /** The same for the moves up to the position that is shown, in a variation, too. */
  get placeKey(): string {
    return this.keyOf(stepsOf(pathTo(this.shown)));
  }

  /** The position that is shown, with the moves before it. Not to be changed; the next move changes it. */
  get game(): Game {
    this.cached ??= this.gameAt(stepsOf(pathTo(this.shown)));
    return this.cached;
  }

  /** How the game is over in the position that is shown, `null` if it is not. */
  get outcome(): Outcome | null {
    if (this.end === undefined) this.end = this.game.outcome;
    return this.end;
  }

  /** A copy of `game` that no move changes: for searches, which go on while the user plays. */
  get snapshot(): Game {
    return this.gameAt(stepsOf(pathTo(this.shown)));
  }

  /** The whole game, without the variations, with its tags. */
  get wholeGame(): Game {
    const game = this.gameAt(this.moves);
    for (const [tag, value] of this.tags) game.tags.set(tag, value);
    return game;
  }

  /** What is said about the moves. */
  get notes(): Note[] {
    const { comments, nags } = this.root;
    const start: Note = { line: 0, ply: 0, comments, nags };
    const others = linesOf(this.root).flatMap(({ nodes }, line) =>
      nodes.map(({ ply, comments, nags }): Note => ({ line, ply, comments, nags }))
    );
    return [start, ...others].filter(({ comments, nags }) => comments.length + nags.length > 0);
  }

  /**
   * Plays a move in the position that is shown: a new one becomes a variation where the line goes on otherwise.
   *
   * @param text The move, as UCI or in standard algebraic notation.
   * @throws {PositionError} If it is not legal.
   */
  play(text: string): Step {
    const { game, shown, isAtEnd } = this;
    const { uci, san, after } = game.move(text);
    const step = { uci, san, fen: after, isCheck: game.isCheck };
    const before = shown.children.length;
    this.shown = addMove(shown, step);
    this.cached = game;
    this.end = undefined;
    if (shown.children.length > before) this.changed(isAtEnd);
    return step;
  }

  /** Takes back moves at the end of the game, with the variations behind them, and shows its end. */
  takeBack(plies: number): void {
    this.goTo(Math.max(0, this.moves.length - plies));
    this.shown.children.length = 0;
    this.changed(true);
  }

  /** Shows a position of the game after so many moves; what is beyond the game counts as its end. */
  goTo(ply: number): void {
    this.show([this.root, ...movesAfter(this.root)].at(Math.max(0, Math.min(ply, this.moves.length))) ?? this.root);
  }

  /** Shows another position of the tree. */
  show(node: MoveNode): void {
    this.shown = node;
    this.cached = null;
    this.end = undefined;
  }

  /** Shows a position before or after, in the line that is shown. */
  step(plies: number): void {
    const line = [this.root, ...pathTo(this.shown), ...movesAfter(this.shown)];
    this.show(line[Math.max(0, Math.min(this.shown.ply + plies, line.length - 1))]);
  }

  /** Adds a variation at a position of the game, and shows its first move. */
  addLine(from: number, texts: readonly string[]): void {
    this.goTo(from);
    for (const text of texts) this.play(text);
    this.show(pathTo(this.shown)[from] ?? this.shown);
  }

  /** Removes the variation that begins with a move. If it was shown, the position before it is. */
  drop(head: MoveNode): void {
    const { parent } = head;
    if (parent === null) return;
    const wasMain = isInGame(head);
    parent.children.splice(parent.children.indexOf(head), 1);
    if (pathTo(this.shown).includes(head)) this.show(parent);
    this.changed(wasMain);
  }

  /** The variation that begins with a move takes the place of the line that it leaves, which becomes a variation. */
  promote(head: MoveNode): void {
    const { parent } = head;
    if (parent === null) return;
    parent.children.splice(parent.children.indexOf(head), 1);
    parent.children.unshift(head);
    this.changed(isInGame(head));
  }

  /** Adds what is said about moves; what is about a place that is not there is omitted. */
  addNotes(notes: readonly Note[]): void {
    const lines = linesOf(this.root);
    for (const { line, ply, comments, nags } of notes) {
      const node = ply === 0 ? this.root : lines[line]?.nodes.find((found) => found.ply === ply);
      node?.comments.push(...comments);
      node?.nags.push(...nags);
    }
    this.changed(false);
  }

  /** Says something else about the move that is shown, or about the game at its start; "" for nothing. */
  setComment(text: string): void {
    const { comments } = this.shown;
    if (withText([], text).join() !== textOf(comments)) this.setComments(withText(comments, text));
  }

  /** Gives the move that is shown other comments, with the commands in them. */
  setComments(comments: readonly string[]): void {
    this.shown.comments.splice(0, this.shown.comments.length, ...comments);
    this.changed(false);
  }

  private changed(isGame: boolean): void {
    this.changes++;
    if (!isGame) return;
    this.mainSteps = null;
    for (const tag of TAGS_OF_END) this.tags.delete(tag);
  }

  private keyOf(steps: readonly Step[]): string {
    const { fen, chess960 } = this.start;
    return [fen, ...(chess960 ? ["chess960"] : []), ...steps.map(({ uci }) => uci)].join(" ");
  }

  private gameAt(steps: readonly Step[]): Game {
    const game = new Game(this.start.fen, { chess960: this.start.chess960 });
    for (const { uci } of steps) game.move(uci);
    return game;
  }
}

function stepsOf(nodes: readonly MoveNode[]): Step[] {
  return nodes.flatMap(({ step }) => step === null ? [] : [step]);
}
