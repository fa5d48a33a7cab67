/**
 * What a position must be so that moves can be generated: one king a side, no pawn on the last ranks, not more pieces
 * than a side starts with, and the side that has just moved not in check.
 *
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { hasSquare } from "./bitboard.ts";
import {
  BISHOP,
  BLACK,
  EMPTY,
  KING,
  KNIGHT,
  makePiece,
  NO_SQUARE,
  PAWN,
  QUEEN,
  rankOf,
  ROOK,
  squareName,
  WHITE,
} from "./types.ts";

const MAX_PIECES_OF_COLOUR = 16;

/**
 * Checks a board.
 *
 * @param board Piece on each square, 64 elements.
 * @param sideToMove `WHITE` or `BLACK`.
 * @param text What the board was read from, for the errors.
 * @returns The squares of the two kings.
 * @throws {RangeError} If the position is impossible.
 */
export function checkBoard(board: Uint8Array, sideToMove: number, text: string): [number, number] {
  const kings = findKings(board, text);
  checkPieces(board, text);
  if (attackersOf(board, kings[sideToMove ^ 1], sideToMove).length > 0) {
    const waiting = sideToMove === WHITE ? "Black" : "White";
    throw new RangeError(`${waiting} is in check although it is not to move: '${text}'`);
  }
  return kings;
}

/** The squares of the two kings. */
function findKings(board: Uint8Array, text: string): [number, number] {
  const kings: [number, number] = [NO_SQUARE, NO_SQUARE];
  for (const colour of [WHITE, BLACK]) {
    const king = makePiece(colour, KING);
    const count = board.filter((piece) => piece === king).length;
    if (count !== 1) {
      throw new RangeError(`${colour === WHITE ? "White" : "Black"} must have one king, not ${count}: '${text}'`);
    }
    kings[colour] = board.indexOf(king);
  }
  return kings;
}

/**
 * Refuses pawns on the first and last rank, and more pieces than a side starts with. (The latter keeps lists of moves
 * within `MAX_MOVES`.)
 */
function checkPieces(board: Uint8Array, text: string): void {
  const counts = [0, 0];
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY) continue;
    counts[piece >> 3]++;
    const rank = rankOf(square);
    if ((piece & 7) === PAWN && (rank === 0 || rank === 7)) {
      throw new RangeError(`Pawn on ${squareName(square)}, where no pawn can be: '${text}'`);
    }
  }
  for (const colour of [WHITE, BLACK]) {
    if (counts[colour] > MAX_PIECES_OF_COLOUR) {
      const name = colour === WHITE ? "White" : "Black";
      throw new RangeError(
        `${name} must have at most ${MAX_PIECES_OF_COLOUR} pieces, not ${counts[colour]}: '${text}'`,
      );
    }
  }
}

/** Squares from which pieces of `colour` attack `target`: like `isAttacked`, but without a position. */
export function attackersOf(board: Uint8Array, target: number, colour: number): number[] {
  let occLo = 0;
  let occHi = 0;
  for (let square = 0; square < 64; square++) {
    if (board[square] === EMPTY) continue;
    if (square < 32) occLo |= 1 << square;
    else occHi |= 1 << square;
  }
  const attackers: number[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY || piece >> 3 !== colour) continue;
    const type = piece & 7;
    const pair = square << 1;
    const pawnPair = (colour << 6 | square) << 1;
    const line = (square << 6 | target) << 1;
    const isOpen = ((BETWEEN[line] & occLo) | (BETWEEN[line | 1] & occHi)) === 0;
    const onDiagonal = isOpen && hasSquare(BISHOP_RAYS[pair], BISHOP_RAYS[pair | 1], target);
    const onStraight = isOpen && hasSquare(ROOK_RAYS[pair], ROOK_RAYS[pair | 1], target);
    if (
      (type === PAWN && hasSquare(PAWN_ATTACKS[pawnPair], PAWN_ATTACKS[pawnPair | 1], target)) ||
      (type === KNIGHT && hasSquare(KNIGHT_ATTACKS[pair], KNIGHT_ATTACKS[pair | 1], target)) ||
      (type === KING && hasSquare(KING_ATTACKS[pair], KING_ATTACKS[pair | 1], target)) ||
      ((type === BISHOP || type === QUEEN) && onDiagonal) ||
      ((type === ROOK || type === QUEEN) && onStraight)
    ) attackers.push(square);
  }
  return attackers;
}
