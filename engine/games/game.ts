/**
 * A game of chess for other programs: make and take back moves, list legal ones, outcome, FEN and PGN.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { formatFen, START_FEN } from "../../core/fen.ts";
import type { GameRecord } from "../../core/game_record.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import { perft } from "../../core/perft.ts";
import type { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/repetition.ts";
import { WHITE } from "../../core/types.ts";
import { PositionError } from "../errors.ts";
import { readMove, readPosition } from "../position_input.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { PgnGame } from "./pgn.ts";
import { readPgn, resultOf } from "./pgn_reader.ts";
import { writePgn } from "./pgn_writer.ts";
import { firstMove, playThrough, positionAfter } from "./replay.ts";

/** A move of a game, in both notations. */
export interface MoveText {
  /** The move as UCI writes it: `g1f3`. */
  readonly uci: string;
  /** The move in standard algebraic notation: `Nf3`. */
  readonly san: string;
}

/** Options of a game. */
export interface GameOptions {
  /** Whether the position counts as Chess960 even if its FEN could mean ordinary chess; false by default. */
  readonly chess960?: boolean | undefined;
}

/**
 * A game: where it started and the moves since.
 *
 * @example
 * ```ts
 * const game = new Game();
 * game.move("e4");
 * game.move("e7e5");
 * console.log(game.fen, game.moves().length, game.outcome); // 29 legal moves, outcome null
 * game.undo();
 * ```
 */
export class Game {
  /**
   * Tag pairs of PGN: `White`, `Black`, `Event` and others. To be read and changed. Names are letters, digits and
   * underscores; `toPgn` leaves out a tag with another name.
   */
  readonly tags: Map<string, string> = new Map();

  private readonly start: string;
  private readonly current: Position;
  private readonly played: MoveText[] = [];
  private readonly encoded: number[] = [];

  /**
   * A game without moves.
   *
   * @param fen Where it starts; the initial position by default.
   * @throws {PositionError} If the FEN is not a position.
   */
  constructor(fen: string = START_FEN, { chess960 = false }: GameOptions = {}) {
    const { record, position } = readPosition({ fen }, chess960);
    this.start = record.fen;
    this.current = position;
  }

  /**
   * The first game of a PGN text: its moves without comments and variations, its tags and its result.
   *
   * @throws {PositionError} If there is no game, or it cannot be read, or a move is not legal.
   *
   * @example
   * ```ts
   * const game = Game.fromPgn('[White "Anna"]\n\n1. e4 e5 2. Nf3 *');
   * console.log(game.history(), game.tags.get("White")); // ["e4", "e5", "Nf3"] Anna
   * ```
   */
  static fromPgn(text: string): Game {
    const [pgn] = readPgn(text);
    if (pgn === undefined) {
      throw new PositionError("Expected a game in PGN, but got a text that is empty or has no tag and no move");
    }
    return Game.of(pgn);
  }

  /**
   * Every game of a PGN text.
   *
   * @throws {PositionError} If a game cannot be read, or a move is not legal.
   */
  static allFromPgn(text: string): Game[] {
    return readPgn(text).map((pgn) => Game.of(pgn));
  }

  /** A game that was read. */
  private static of(pgn: PgnGame): Game {
    let record: GameRecord;
    try {
      record = playThrough(pgn).record;
    } catch (error) {
      throw new PositionError(messageOf(error));
    }
    const game = new Game(record.fen, { chess960: record.chess960 });
    for (const [tag, value] of pgn.tags) game.tags.set(tag, value);
    // The moves do not say that somebody resigned.
    if (pgn.result !== "*") game.tags.set("Result", pgn.result);
    for (const move of record.moves) game.play(move);
    return game;
  }

  /** The position as FEN. */
  get fen(): string {
    return formatFen(this.current);
  }

  /** The position. Its moves are made by `move`, not by changing it. */
  get position(): Position {
    return this.current;
  }

  /** Start and moves, encoded: what an engine needs. */
  get record(): GameRecord {
    return { fen: this.start, chess960: this.current.chess960, moves: [...this.encoded] };
  }

  /** The side to move. */
  get turn(): "white" | "black" {
    return this.current.sideToMove === WHITE ? "white" : "black";
  }

  /** Whether the side to move is in check. */
  get isCheck(): boolean {
    return this.current.inCheck;
  }

  /** Whether the side to move is checkmated. */
  get isCheckmate(): boolean {
    return this.current.inCheck && !hasLegalMove(this.current);
  }

  /** Whether the side to move has no legal move and is not in check. */
  get isStalemate(): boolean {
    return !this.current.inCheck && !hasLegalMove(this.current);
  }

  /** Whether the position has occurred for the third time. */
  get isThreefoldRepetition(): boolean {
    return isThreefold(this.current);
  }

  /** Whether fifty moves have passed without a capture or a pawn move. */
  get isFiftyMoves(): boolean {
    return isFiftyMoves(this.current);
  }

  /** Whether neither side has the material to mate. */
  get isInsufficientMaterial(): boolean {
    return isInsufficientMaterial(this.current);
  }

  /** Whether the game is drawn, or a player may claim a draw; `outcome` says why. */
  get isDraw(): boolean {
    return this.outcome?.result === "1/2-1/2";
  }

  /** How the game is over, and why; `null` if it goes on. */
  get outcome(): Outcome | null {
    return outcomeOf(this.current);
  }

  /** Number of moves played, those of both sides. */
  get ply(): number {
    return this.played.length;
  }

  /** The legal moves in standard algebraic notation. */
  moves(): string[] {
    return this.legalMoves().map(({ san }) => san);
  }

  /** The legal moves in both notations. */
  legalMoves(): MoveText[] {
    return legalMoves(this.current).map((move) => this.textOf(move));
  }

  /** Whether a text is a legal move, in either notation. */
  isLegal(text: string): boolean {
    try {
      readMove(this.current, text);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Plays a move.
   *
   * @param text The move as UCI (`g1f3`) or in standard algebraic notation (`Nf3`).
   * @returns The move in both notations.
   * @throws {PositionError} If it is not a legal move; the game then stays as it was.
   */
  move(text: string): MoveText {
    return this.play(readMove(this.current, text));
  }

  /** Takes the latest move back. Returns it, or `null` if there is none. */
  undo(): MoveText | null {
    const move = this.played.pop();
    if (move === undefined) return null;
    this.encoded.pop();
    this.current.undo();
    return move;
  }

  /** The moves played, in standard algebraic notation. */
  history(): string[] {
    return this.played.map(({ san }) => san);
  }

  /** The moves played, in both notations. */
  playedMoves(): MoveText[] {
    return [...this.played];
  }

  /** The game as PGN. The result is the tag's if that is one, or what the moves say. */
  toPgn(): string {
    const start = positionAfter(this.record, 0);
    const tags = new Map(this.tags);
    if (this.start !== START_FEN) {
      tags.set("SetUp", "1");
      tags.set("FEN", this.start);
    }
    if (this.current.chess960) tags.set("Variant", "Chess960");
    const known = resultOf(tags.get("Result"));
    const result = known === "*" ? this.outcome?.result ?? "*" : known;
    const moves = this.played.map(({ san }) => ({ san, line: 0, nags: [], comments: [], variations: [] }));
    const main = { comments: [], moves };
    return writePgn({ number: 1, line: 1, tags, main, result, source: "", fault: null }, firstMove(start));
  }

  /**
   * Counts the lines of `depth` legal moves from the position, to check a move generator.
   *
   * @throws {RangeError} If the depth is not a whole number of plies.
   */
  perft(depth: number): number {
    return perft(this.current, depth);
  }

  /** The position as a FEN, which is what a game is shown as in text. */
  toString(): string {
    return this.fen;
  }

  /** Plays a legal move. */
  private play(move: number): MoveText {
    const text = this.textOf(move);
    this.current.make(move);
    this.encoded.push(move);
    this.played.push(text);
    return text;
  }

  /** A legal move in both notations. */
  private textOf(move: number): MoveText {
    return { uci: formatUci(move, this.current.chess960), san: formatSan(this.current, move) };
  }
}
