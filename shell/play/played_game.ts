/** A game that is being played: the library's `Game`, and an end that the board does not show. @module */

import type { GameRecord } from "../../core/game_record.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import { Game } from "../../engine/games/game.ts";
import type { GameEnd } from "../../engine/games/outcome.ts";
import { numberOf, type PgnGame } from "../../engine/games/pgn.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { positionAfter, type Replay, replayOf } from "../../engine/games/replay.ts";

/** A game that is being played. */
export class PlayedGame {
  private readonly game: Game;
  /** An end that the board does not show. */
  private agreed: GameEnd | null = null;

  /** A game without moves. Throws a PositionError if there is no such position. */
  constructor(fen: string) {
    this.game = new Game(fen, { tolerant: true });
  }

  /** What was mended in the position that it starts from. */
  get mended(): readonly string[] {
    return this.game.mended;
  }

  /** The position on the board, a copy. */
  get position(): Position {
    return positionAfter(this.record);
  }

  /** Start and moves, for a search. */
  get record(): GameRecord {
    return this.game.record;
  }

  /** Start and moves, for an analysis. */
  get replay(): Replay {
    return replayOf(this.game.root);
  }

  /** How many moves were played. */
  get plies(): number {
    return this.game.ply;
  }

  /** The last move, `NO_MOVE` if there is none. */
  get lastMove(): number {
    return this.game.record.moves.at(-1) ?? NO_MOVE;
  }

  /** The last move with its number, "" if there is none. */
  get lastMoveText(): string {
    const { current } = this.game;
    return current.parent === null ? "" : `${numberOf(current.fullmove, current.colour === "white")} ${current.san}`;
  }

  /** How the game ended, `null` if it continues. */
  get outcome(): GameEnd | null {
    return this.agreed ?? this.game.outcome;
  }

  /** Plays a legal move. */
  play(move: number): void {
    this.game.move(formatUci(move, this.game.chess960));
  }

  /** Takes moves back, and with them an end that was agreed on. */
  undo(plies: number): void {
    this.agreed = null;
    for (let i = 0; i < plies; i++) this.game.undo();
  }

  /** Ends the game without a move: one side resigns, or both agree to a draw. */
  end(result: GameEnd["result"], reason: string): void {
    this.agreed = { result, reason, isFinal: true };
  }

  /** The game as a PGN file has it. */
  toGame(white: string, black: string, date: Date): PgnGame {
    const two = (value: number): string => String(value).padStart(2, "0");
    const { tags } = this.game;
    tags.set("Event", "Casual game");
    tags.set("Date", `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`);
    tags.set("White", white).set("Black", black).set("Result", this.outcome?.result ?? "*");
    const [game] = readPgn(this.game.toPgn());
    if (this.agreed !== null) {
      const end = game.root.line.at(-1) ?? game.root;
      end.comments = [...end.comments, this.agreed.reason];
    }
    return game;
  }
}
