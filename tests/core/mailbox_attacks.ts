/** Finds the attacked squares from the mailbox alone, for comparison in the tests of attacks. @module */

import type { Position } from "../../core/position.ts";
import { BISHOP, EMPTY, KING, KNIGHT, PAWN, ROOK, WHITE } from "../../core/types.ts";

/** Piece by square. */
type Board = ArrayLike<number>;

/** Whether the piece on `from` attacks `to`; the square `without` counts as empty. */
export function attacks(board: Board, from: number, to: number, without = -1): boolean {
  const piece = board[from];
  const files = (to & 7) - (from & 7);
  const ranks = (to >> 3) - (from >> 3);
  const across = Math.abs(files);
  const along = Math.abs(ranks);
  const type = piece & 7;
  if (type === PAWN) return across === 1 && ranks === (piece >> 3 === WHITE ? 1 : -1);
  if (type === KNIGHT) return across * along === 2;
  if (type === KING) return Math.max(across, along) === 1;
  const isDiagonal = across === along && type !== ROOK;
  const isStraight = across * along === 0 && type !== BISHOP;
  if (from === to || type < BISHOP || !isDiagonal && !isStraight) return false;
  const step = Math.sign(ranks) * 8 + Math.sign(files);
  for (let square = from + step; square !== to; square += step) {
    if (square !== without && board[square] !== EMPTY) return false;
  }
  return true;
}

/** Squares of a colour's pieces that attack `to`; the square `without` counts as empty. */
export function attackersOf(board: Board, to: number, colour: number, without = -1): number[] {
  const squares: number[] = [];
  for (let from = 0; from < 64; from++) {
    if (board[from] === EMPTY || board[from] >> 3 !== colour || from === without) continue;
    if (attacks(board, from, to, without)) squares.push(from);
  }
  return squares;
}

/** Bit 1: the move leaves a square that an opponent's piece of these types attacks. Bit 2: it reaches such a square. */
export function threatBits({ mailbox, sideToMove }: Position, move: number, counts: (type: number) => boolean): number {
  const isThreatened = (square: number) =>
    attackersOf(mailbox, square, sideToMove ^ 1).some((from) => counts(mailbox[from] & 7));
  return (isThreatened(move & 63) ? 1 : 0) | (isThreatened(move >> 6 & 63) ? 2 : 0);
}
