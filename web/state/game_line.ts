/**
 * The game on the board: its moves, one side line, and which position is shown.
 *
 * A move that is played where the game goes on otherwise starts a side line; the game stays as it is. There is one side
 * line at a time. The rules are those of the library's `Game`.
 *
 * @module
 */

import { Game, type MoveText, START_FEN } from "../../engine/mod.ts";

/** A move with the position after it. */
export interface Step extends MoveText {
  /** The position after the move. */
  readonly fen: string;
  /** Whether the side to move after it is in check. */
  readonly isCheck: boolean;
}

/** A side line. */
export interface Branch {
  /** How many moves of the game come before it. */
  readonly from: number;
  /** Its moves. */
  readonly steps: readonly Step[];
}

/** Where a game begins. */
export interface Start {
  /** The position. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

/** The start of ordinary chess. */
export const ORDINARY_START: Start = { fen: START_FEN, chess960: false };

/** Tags about the end of a game, or its length: with other moves they are wrong. */
const TAGS_OF_END = ["Result", "Termination", "PlyCount", "WhiteAccuracy", "BlackAccuracy"];

/** The game on the board. */
export class GameLine {
  /** Where it begins. */
  readonly start: Start;
  /** The tags of PGN. */
  readonly tags: Map<string, string> = new Map();

  private played: Step[] = [];
  private sideLine: Branch | null = null;
  private shownPly = 0;
  private isInBranch = false;
  /** The position that is shown; `null` until it is needed. */
  private cached: Game | null = null;

  /**
   * A game without moves.
   *
   * @throws {PositionError} If there is no such position.
   */
  constructor(start: Start = ORDINARY_START) {
    const game = new Game(start.fen, { chess960: start.chess960 });
    this.start = { fen: start.fen, chess960: game.position.chess960 };
  }

  /** A game from one of the library; its last position is shown. */
  static of(source: Game): GameLine {
    const { fen, chess960 } = source.record;
    const line = new GameLine({ fen, chess960 });
    line.replay(source.playedMoves().map(({ uci }) => uci));
    for (const [tag, value] of source.tags) line.tags.set(tag, value);
    return line;
  }

  /** The moves of the game. */
  get moves(): readonly Step[] {
    return this.played;
  }

  /** The side line, `null` if there is none. */
  get branch(): Branch | null {
    return this.sideLine;
  }

  /** Whether the position that is shown is in the side line. */
  get onBranch(): boolean {
    return this.isInBranch;
  }

  /** How many moves lead to the position that is shown. */
  get ply(): number {
    return this.shownPly;
  }

  /** The moves of the line that is shown, those behind the position included. */
  get steps(): readonly Step[] {
    const { sideLine } = this;
    if (!this.isInBranch || sideLine === null) return this.played;
    return [...this.played.slice(0, sideLine.from), ...sideLine.steps];
  }

  /** The move that led to the position that is shown, `null` at the start. */
  get lastStep(): Step | null {
    return this.shownPly === 0 ? null : this.steps[this.shownPly - 1];
  }

  /** Whether the last position of the game is shown. */
  get isAtEnd(): boolean {
    return !this.isInBranch && this.shownPly === this.played.length;
  }

  /** The position that is shown, as FEN. */
  get fen(): string {
    return this.lastStep?.fen ?? this.start.fen;
  }

  /** The position that is shown, with the moves before it. Not to be changed. */
  get game(): Game {
    this.cached ??= this.gameAt(this.steps.slice(0, this.shownPly));
    return this.cached;
  }

  /** The whole game, without the side line, with its tags. */
  get wholeGame(): Game {
    const game = this.gameAt(this.played);
    for (const [tag, value] of this.tags) game.tags.set(tag, value);
    return game;
  }

  /**
   * Plays a move in the position that is shown.
   *
   * @param text The move, as UCI or in standard algebraic notation.
   * @throws {PositionError} If it is not legal.
   */
  play(text: string): Step {
    const { game } = this;
    const move = game.move(text);
    const step = { ...move, fen: game.fen, isCheck: game.isCheck };
    this.cached = game;
    const next = this.steps[this.shownPly];
    if (next?.uci !== step.uci) this.append(step);
    this.shownPly++;
    return step;
  }

  /** Takes back moves at the end of the game, and shows its end. */
  takeBack(plies: number): void {
    this.sideLine = null;
    this.setPlayed(this.played.slice(0, Math.max(0, this.played.length - plies)));
    this.goTo(this.played.length);
  }

  /**
   * Shows another position.
   *
   * @param ply How many moves lead to it; what is beyond the line counts as its end.
   * @param inBranch Whether it is in the side line.
   */
  goTo(ply: number, inBranch: boolean = false): void {
    this.isInBranch = inBranch && this.sideLine !== null && ply > this.sideLine.from;
    this.shownPly = Math.max(0, Math.min(ply, this.steps.length));
    this.cached = null;
  }

  /** Shows the position before or after. */
  step(plies: number): void {
    this.goTo(this.shownPly + plies, this.isInBranch);
  }

  /** Starts a side line at a position of the game, and shows its first move. */
  setBranch(from: number, texts: readonly string[]): void {
    this.goTo(from);
    const game = this.gameAt(this.played.slice(0, from));
    const steps = texts.map((text): Step => {
      const move = game.move(text);
      return { ...move, fen: game.fen, isCheck: game.isCheck };
    });
    if (steps.length === 0) return;
    this.sideLine = { from, steps };
    this.goTo(from + 1, true);
  }

  /** Removes the side line, and shows the game where it left it. */
  dropBranch(): void {
    const from = this.sideLine?.from ?? this.shownPly;
    const wasInBranch = this.isInBranch;
    this.sideLine = null;
    this.goTo(wasInBranch ? from : this.shownPly);
  }

  /** The side line becomes the game, from where it left it. */
  promoteBranch(): void {
    const { sideLine } = this;
    if (sideLine === null) return;
    const ply = this.isInBranch ? this.shownPly : sideLine.from;
    this.setPlayed([...this.played.slice(0, sideLine.from), ...sideLine.steps]);
    this.sideLine = null;
    this.goTo(ply);
  }

  /** Puts a move behind the position that is shown, in the game or in a side line. */
  private append(step: Step): void {
    const { sideLine } = this;
    if (this.isInBranch && sideLine !== null) {
      const kept = sideLine.steps.slice(0, this.shownPly - sideLine.from);
      this.sideLine = { from: sideLine.from, steps: [...kept, step] };
    } else if (this.shownPly === this.played.length) {
      this.setPlayed([...this.played, step]);
    } else {
      this.sideLine = { from: this.shownPly, steps: [step] };
      this.isInBranch = true;
    }
  }

  /** Changes the moves of the game. */
  private setPlayed(steps: readonly Step[]): void {
    this.played = [...steps];
    for (const tag of TAGS_OF_END) this.tags.delete(tag);
  }

  private replay(moves: readonly string[]): void {
    for (const move of moves) this.play(move);
  }

  private gameAt(steps: readonly Step[]): Game {
    const game = new Game(this.start.fen, { chess960: this.start.chess960 });
    for (const { uci } of steps) game.move(uci);
    return game;
  }
}
