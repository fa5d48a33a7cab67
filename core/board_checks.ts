/**
 * What a position must be so that moves can be generated, and lists of moves stay within `MAX_MOVES`: one king a side, no
 * pawn on the last ranks, not more pieces than a side starts with, and the side that has just moved not in check.
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { isInTable } from "./bitboard.ts";
import { BLACK, EMPTY, KING, KNIGHT, makePiece, PAWN, rankOf, squareName, WHITE } from "./types.ts";

const MAX_PIECES_OF_COLOUR = 16;
const NAMES = ["White", "Black"];

/** Checks a board, `[square]`, read from `text`; returns the squares of the kings. A RangeError if it is impossible. */
export function checkBoard(board: Uint8Array, sideToMove: number, text: string): number[] {
  const refuse = (fault: string): never => {
    throw new RangeError(`${fault}: '${text}'`);
  };
  const kings = [WHITE, BLACK].map((colour) => {
    const own = board.filter((piece) => piece !== EMPTY && piece >> 3 === colour);
    const king = makePiece(colour, KING);
    const count = own.filter((piece) => piece === king).length;
    if (count !== 1) refuse(`${NAMES[colour]} must have one king, not ${count}`);
    if (own.length > MAX_PIECES_OF_COLOUR) {
      refuse(`${NAMES[colour]} must have at most ${MAX_PIECES_OF_COLOUR} pieces, not ${own.length}`);
    }
    return board.indexOf(king);
  });
  const pawn = board.findIndex((piece, square) => (piece & 7) === PAWN && (rankOf(square) + 1 & 7) < 2);
  if (pawn >= 0) refuse(`Pawn on ${squareName(pawn)}, where no pawn can be`);
  if (attackersOf(board, kings[sideToMove ^ 1], sideToMove).length > 0) {
    refuse(`${NAMES[sideToMove ^ 1]} is in check although it is not to move`);
  }
  return kings;
}

/** What a knight, bishop, rook, queen, king attacks on an empty board, as tables of attacks.ts, `[type - KNIGHT]`. */
const ATTACKS = [[KNIGHT_ATTACKS], [BISHOP_RAYS], [ROOK_RAYS], [BISHOP_RAYS, ROOK_RAYS], [KING_ATTACKS]];

/** Whether a piece other than a pawn attacks `target` from `square` on an empty board. */
export function reaches(type: number, square: number, target: number): boolean {
  return ATTACKS[type - KNIGHT].some((table) => isInTable(table, square, target));
}

/** Squares from which pieces of `colour` attack `target`: like `isAttacked`, but without a position. */
export function attackersOf(board: Uint8Array, target: number, colour: number): number[] {
  return [...board.keys()].filter((square) => {
    const piece = board[square];
    if (piece === EMPTY || piece >> 3 !== colour) return false;
    const type = piece & 7;
    if (type === PAWN) return isInTable(PAWN_ATTACKS, colour << 6 | square, target);
    return reaches(type, square, target) &&
      board.every((other, between) => other === EMPTY || !isInTable(BETWEEN, square << 6 | target, between));
  });
}
