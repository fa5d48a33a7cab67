/**
 * The 64-bit key of a position in a Polyglot book: a Zobrist key made from the random numbers of that format. The
 * en-passant square is part of the key if an enemy pawn stands beside the pawn that has just moved two squares, even if
 * no capture is legal. A `Position` does not store such a square, so the key also needs the last move.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import {
  EMPTY,
  fileOf,
  makePiece,
  moveFrom,
  moveTo,
  NO_MOVE,
  NO_SQUARE,
  PAWN,
  pieceColour,
  pieceType,
  rankOf,
  WHITE,
} from "../core/types.ts";
import { CASTLING_NUMBERS, EN_PASSANT_NUMBERS, NUMBERS, TURN_NUMBER } from "./polyglot_numbers.ts";

/** The key of a position. `lastMove` is the move that led to it; `NO_MOVE` if that is unknown. */
export function polyglotKey(position: Position, lastMove: number = NO_MOVE): bigint {
  let key = position.sideToMove === WHITE ? NUMBERS[TURN_NUMBER] : 0n;
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square];
    // The format numbers the pieces from pawn to king, with Black before White.
    const kind = (pieceType(piece) - PAWN) * 2 + (pieceColour(piece) === WHITE ? 1 : 0);
    if (piece !== EMPTY) key ^= NUMBERS[kind << 6 | square];
  }
  for (let right = 0; right < 4; right++) {
    if ((position.rights >> right & 1) !== 0) key ^= NUMBERS[CASTLING_NUMBERS + right];
  }
  const passed = passedFile(position, lastMove);
  return passed < 0 ? key : key ^ NUMBERS[EN_PASSANT_NUMBERS + passed];
}

/** The file of a pawn that could be captured en passant; -1 if there is none. */
function passedFile(position: Position, lastMove: number): number {
  if (position.enPassant !== NO_SQUARE) return fileOf(position.enPassant);
  const to = moveTo(lastMove);
  const them = position.sideToMove ^ 1;
  const isDoublePush = lastMove !== NO_MOVE && position.mailbox[to] === makePiece(them, PAWN) &&
    Math.abs(rankOf(to) - rankOf(moveFrom(lastMove))) === 2;
  if (!isDoublePush) return -1;
  const capturer = makePiece(position.sideToMove, PAWN);
  const file = fileOf(to);
  const isBeside = (file > 0 && position.mailbox[to - 1] === capturer) ||
    (file < 7 && position.mailbox[to + 1] === capturer);
  return isBeside ? file : -1;
}
