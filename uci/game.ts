/** The game that the latest `position` set up. @module */

import type { GameRecord } from "../core/game_record.ts";
import { messageOf } from "../core/errors.ts";
import { formatFen, parseFen, readFen } from "../core/fen.ts";
import { parseUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import type { PositionCommand } from "./parse.ts";

/** An immutable game. */
export type Game = {
  /** The position after the moves. */
  readonly position: Position;
  readonly record: GameRecord;
  /** The corrections made to the FEN, one sentence each. */
  readonly mended: readonly string[];
  /** Why a move and all later ones were refused; `null` if all were legal. */
  readonly fault: string | null;
};

/** Sets up a game up to its first illegal move. Throws a SyntaxError or a RangeError if the FEN is invalid. */
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

/** Splits the words after `searchmoves` into legal moves, without repetitions, and other words. */
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

/** Sets up a game again with this value of `chess960`. */
export function withChess960(game: Game, chess960: boolean): Game {
  const position = parseFen(game.record.fen, { chess960 });
  for (const move of game.record.moves) position.make(move);
  return { position, record: { ...game.record, chess960: position.chess960 }, mended: [], fault: null };
}
