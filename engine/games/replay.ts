/**
 * Turns the text of a game into its start position and its legal moves.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { messageOf } from "../../core/errors.ts";
import { fullmoveOf, parseFen, START_FEN } from "../../core/fen.ts";
import { parseSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { type FirstMove, nameOf, numberOf, type PgnGame } from "./pgn.ts";

/** A game that was played through. */
export interface Replay {
  /** Start and moves, all legal. */
  readonly record: GameRecord;
  /** Where its move numbers start. */
  readonly first: FirstMove;
}

/**
 * Plays the main line of a game through.
 *
 * @throws {RangeError} If the game could not be read, has rules other than those of chess, starts from an impossible
 * position, or has a move that is not legal. The message names the game, and the move and its line.
 */
export function playThrough(game: PgnGame): Replay {
  const name = nameOf(game);
  if (game.fault !== null) throw new RangeError(`${name}: ${game.fault}`);
  const chess960 = isChess960(game.tags.get("Variant"), name);
  const fen = game.tags.get("FEN") || START_FEN;
  let position: Position;
  try {
    position = parseFen(fen, { chess960 });
  } catch (error) {
    throw new RangeError(`${name}, line ${game.line}: ${messageOf(error)}`);
  }
  const first = firstMove(position);
  const record: GameRecord = { fen, chess960: position.chess960, moves: [] };
  for (const { san, line } of game.main.moves) {
    try {
      const move = parseSan(position, san);
      position.make(move);
      record.moves.push(move);
    } catch (error) {
      throw new RangeError(`${name}, move ${firstMove(position).label} ${san}, line ${line}: ${messageOf(error)}`);
    }
  }
  return { record, first };
}

/** The position after some of the moves of a record, by default all. */
export function positionAfter(record: GameRecord, plies: number = record.moves.length): Position {
  const position = parseFen(record.fen, { chess960: record.chess960 });
  for (let i = 0; i < plies; i++) position.make(record.moves[i]);
  return position;
}

/** How the next move of a position is numbered; `label` is that as text. */
export function firstMove(position: Position): FirstMove & { readonly label: string } {
  const isWhite = position.sideToMove === WHITE;
  const fullmove = fullmoveOf(position);
  return { fullmove, isWhite, label: numberOf(fullmove, isWhite) };
}

/** Whether the tag "Variant" means Chess960. Throws a RangeError if it means another game. */
function isChess960(variant: string | undefined, name: string): boolean {
  const plain = (variant ?? "").toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/^(chess)?960$|^fischer|^frc$/.test(plain)) return true;
  if (["", "standard", "chess", "normal", "fromposition"].includes(plain)) return false;
  throw new RangeError(`${name}: the rules are those of '${variant}', expected chess or Chess960`);
}
