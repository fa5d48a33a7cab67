/** The game on the board of the UCI thread, as `position` describes it. @module */

import type { GameRecord } from "../core/game_record.ts";
import { messageOf } from "../core/errors.ts";
import { formatFen, parseFen, readFen } from "../core/fen.ts";
import { parseUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import type { PositionCommand } from "./parse.ts";

/** A game: its start, its moves, its last position. It never changes: another `position` creates a new game. */
export interface Game {
  /** The position after the moves. */
  readonly position: Position;
  /** The start and the moves, from which a search thread sets up the position. */
  readonly record: GameRecord;
  /** The faults that were corrected in the FEN, one sentence each; empty for none. */
  readonly mended: readonly string[];
  /** Why a move was refused, together with all later moves; `null` if all were legal. */
  readonly fault: string | null;
}

/**
 * Sets up a game.
 *
 * @param command Start and moves as text. The first illegal move and all moves after it are dropped.
 * @param chess960 Whether castling is written as king takes rook even if the FEN could mean ordinary chess.
 * @throws SyntaxError or RangeError if the FEN is refused.
 */
export function setUpGame(command: PositionCommand, chess960: boolean): Game {
  const { position, mended } = readFen(command.fen, { chess960 });
  const fen = formatFen(position);
  const moves: number[] = [];
  let fault: string | null = null;
  for (const text of command.moves) {
    try {
      const move = parseUci(position, text);
      position.make(move);
      moves.push(move);
    } catch (error) {
      fault = `Move ${moves.length + 1} is refused. ${messageOf(error)}`;
      break;
    }
  }
  return { position, record: { fen, chess960: position.chess960, moves }, mended, fault };
}

/** Divides the texts after `searchmoves` into legal moves, each listed once, and texts that are not legal moves. */
export function readSearchMoves(position: Position, texts: readonly string[]): { moves: number[]; refused: string[] } {
  const moves = new Set<number>();
  const refused: string[] = [];
  for (const text of texts) {
    try {
      moves.add(parseUci(position, text));
    } catch {
      refused.push(text);
    }
  }
  return { moves: [...moves], refused };
}

/** The same game with another value of `chess960`. */
export function withChess960(game: Game, chess960: boolean): Game {
  const position = parseFen(game.record.fen, { chess960 });
  for (const move of game.record.moves) position.make(move);
  return { position, record: { ...game.record, chess960: position.chess960 }, mended: [], fault: null };
}
