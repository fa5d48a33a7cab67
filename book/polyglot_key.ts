/**
 * The 64-bit key of a position in a Polyglot book.
 *
 * It is a Zobrist key like those of core/zobrist.ts, but with the random numbers of the book format, in that format's
 * order. One rule differs: an en-passant square counts if a pawn of the side to move is next to the pawn that has just
 * moved, even if the capture is not legal. A `Position` keeps only squares on which a capture is legal, so the caller
 * also passes the last move.
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

/**
 * The key of a position. The last move (`NO_MOVE` if it is unknown) may leave an en-passant square on which no capture
 * is legal.
 */
export function polyglotKey(position: Position, lastMove: number = NO_MOVE): bigint {
  let key = position.sideToMove === WHITE ? NUMBERS[TURN_NUMBER] : 0n;
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square];
    // The kinds are in order from pawns to kings, and Black's kind comes before White's.
    const kind = (pieceType(piece) - PAWN) * 2 + (pieceColour(piece) === WHITE ? 1 : 0);
    if (piece !== EMPTY) key ^= NUMBERS[kind << 6 | square];
  }
  for (let right = 0; right < 4; right++) {
    if ((position.rights >> right & 1) !== 0) key ^= NUMBERS[CASTLING_NUMBERS + right];
  }
  const passed = passedFile(position, lastMove);
  return passed < 0 ? key : key ^ NUMBERS[EN_PASSANT_NUMBERS + passed];
}

/** The file of a pawn that can be captured en passant, legally or not; -1 if there is none. */
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
