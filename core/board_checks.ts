/**
 * Checks a board before moves are generated on it: each side has one king and at most 16 pieces, no pawn is on the
 * first or last rank, and the side that has just moved is not in check.
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { isInTable, lowestSquare } from "./bitboard.ts";
import { BLACK, EMPTY, KING, KNIGHT, PAWN, rankOf, squareName, WHITE } from "./types.ts";

const MAX_PIECES_OF_COLOUR = 16;
const NAMES = ["White", "Black"];

/** Checks a board, `[square]`. Returns the kings' squares, or throws a RangeError whose message quotes `text`. */
export function checkBoard(board: Uint8Array, sideToMove: number, text: string): number[] {
  const refuse = (fault: string): never => {
    throw new RangeError(`${fault}: '${text}'`);
  };
  const counts = [0, 0];
  const kingCounts = [0, 0];
  const kings = [0, 0];
  let pawn = -1;
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY) continue;
    const colour = piece >> 3;
    counts[colour]++;
    if ((piece & 7) === KING) {
      kingCounts[colour]++;
      kings[colour] = square;
    } else if ((piece & 7) === PAWN && (rankOf(square) + 1 & 7) < 2 && pawn < 0) pawn = square;
  }
  for (const colour of [WHITE, BLACK]) {
    if (kingCounts[colour] !== 1) refuse(`${NAMES[colour]} must have one king, not ${kingCounts[colour]}`);
    if (counts[colour] > MAX_PIECES_OF_COLOUR) {
      refuse(`${NAMES[colour]} must have at most ${MAX_PIECES_OF_COLOUR} pieces, not ${counts[colour]}`);
    }
  }
  if (pawn >= 0) refuse(`Pawn on ${squareName(pawn)}, where no pawn can be`);
  if (attackersOf(board, kings[sideToMove ^ 1], sideToMove).length > 0) {
    refuse(`${NAMES[sideToMove ^ 1]} is in check although it is not to move`);
  }
  return kings;
}

/** The attack tables for each type of piece from knight to king, `[type - KNIGHT]`. */
const ATTACKS = [[KNIGHT_ATTACKS], [BISHOP_RAYS], [ROOK_RAYS], [BISHOP_RAYS, ROOK_RAYS], [KING_ATTACKS]];

/** Whether a piece other than a pawn attacks `target` from `square` on an empty board. */
export function reaches(type: number, square: number, target: number): boolean {
  return ATTACKS[type - KNIGHT].some((table) => isInTable(table, square, target));
}

/** Squares from which pieces of `colour` attack `target`. Unlike `isAttacked`, this function needs no position. */
export function attackersOf(board: Uint8Array, target: number, colour: number): number[] {
  const attackers: number[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY || piece >> 3 !== colour) continue;
    const type = piece & 7;
    if (type === PAWN) {
      if (isInTable(PAWN_ATTACKS, colour << 6 | square, target)) attackers.push(square);
    } else if (reaches(type, square, target) && isFree(board, square, target)) attackers.push(square);
  }
  return attackers;
}

function isFree(board: Uint8Array, from: number, to: number): boolean {
  const line = from << 6 | to;
  for (let lo = BETWEEN[line << 1]; lo !== 0; lo &= lo - 1) if (board[lowestSquare(lo, 0)] !== EMPTY) return false;
  for (let hi = BETWEEN[line << 1 | 1]; hi !== 0; hi &= hi - 1) if (board[lowestSquare(0, hi)] !== EMPTY) return false;
  return true;
}
