/**
 * A game that is being played: its position, its moves, how it ended, its PGN.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { formatSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import { type Outcome, outcomeOf } from "../../engine/games/outcome.ts";
import { type FirstMove, numberOf, type PgnGame } from "../../engine/games/pgn.ts";
import { firstMove, type Replay } from "../../engine/games/replay.ts";

/** A game that is being played. */
export class PlayedGame {
  /** The position on the board. Not to be changed from outside. */
  readonly position: Position;
  private readonly fen: string;
  private readonly first: FirstMove;
  private readonly moves: number[] = [];
  private readonly sans: string[] = [];
  /** An end that the board does not show. */
  private agreed: Outcome | null = null;

  /**
   * A game without moves.
   *
   * @throws {SyntaxError | RangeError} If there is no such position.
   */
  constructor(fen: string) {
    this.fen = fen;
    this.position = parseFen(fen);
    this.first = firstMove(this.position);
  }

  /** Start and moves, for a search. */
  get record(): GameRecord {
    return { fen: this.fen, chess960: this.position.chess960, moves: [...this.moves] };
  }

  /** Start and moves, for an analysis. */
  get replay(): Replay {
    return { record: this.record, first: this.first };
  }

  /** How many moves were played. */
  get plies(): number {
    return this.moves.length;
  }

  /** The last move, `NO_MOVE` if there is none. */
  get lastMove(): number {
    return this.moves.at(-1) ?? NO_MOVE;
  }

  /** The last move with its number, "" if there is none. */
  get lastMoveText(): string {
    const ply = this.sans.length - 1;
    if (ply < 0) return "";
    const plies = ply + (this.first.isWhite ? 0 : 1);
    return `${numberOf(this.first.fullmove + (plies >> 1), plies % 2 === 0)} ${this.sans[ply]}`;
  }

  /** How the game ended, `null` if it goes on. */
  get outcome(): Outcome | null {
    return this.agreed ?? outcomeOf(this.position);
  }

  /** Plays a legal move. */
  play(move: number): void {
    this.sans.push(formatSan(this.position, move));
    this.position.make(move);
    this.moves.push(move);
  }

  /** Takes moves back, and with them an end that was agreed on. */
  undo(plies: number): void {
    this.agreed = null;
    for (let i = 0; i < plies && this.moves.length > 0; i++) {
      this.moves.pop();
      this.sans.pop();
      this.position.undo();
    }
  }

  /** Ends the game without a move: one side resigns, or both agree to a draw. */
  end(result: string, reason: string): void {
    this.agreed = { result, reason, isFinal: true };
  }

  /** The game as a PGN file has it. */
  toGame(white: string, black: string, date: Date): PgnGame {
    const result = this.outcome?.result ?? "*";
    const two = (value: number): string => String(value).padStart(2, "0");
    const tags = new Map([
      ["Event", "Casual game"],
      ["Date", `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`],
      ["White", white],
      ["Black", black],
    ]);
    if (this.fen !== START_FEN) {
      if (this.position.chess960) tags.set("Variant", "Chess960");
      tags.set("SetUp", "1").set("FEN", this.fen);
    }
    const comments = this.agreed === null ? [] : [this.agreed.reason];
    const moves = this.sans.map((san, i) => ({
      san,
      line: 0,
      nags: [],
      comments: i === this.sans.length - 1 ? comments : [],
      variations: [],
    }));
    return {
      number: 1,
      line: 1,
      tags,
      main: { comments: [], moves },
      result,
      source: "",
      fault: null,
    };
  }
}
