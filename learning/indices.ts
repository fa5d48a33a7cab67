/**
 * How the entry of a move is found in each history: pure functions of the position, the frame and the move.
 *
 * An index is a sum. What the node knows (side, pawns, earlier moves, ply) gives the place of its row; it is the same
 * for all moves, so a node finds its rows once and keeps them in its frame. What the move is (its squares, its piece,
 * the threats to it) gives the place in the row. Rows may interleave: butterfly history has the side below the threats.
 * @module
 */

import type { Position } from "../core/position.ts";
import { BY_ANYTHING, isThreatened } from "../core/threats.ts";
import { moveFrom, moveTo, NO_MOVE, squaresOf } from "../core/types.ts";
import { L } from "./params.ts";

/** No row: there is no earlier move, or the node is too far from the root. */
export const NO_ROW: number = -1;
/** Structures that pawn history distinguishes; those that share a key modulo this share a row. */
export const PAWN_STRUCTURES = 512;
/** Plies from the root that low-ply history covers. */
export const LOW_PLIES = 4;

/** Row of a table that distinguishes the sides: `[side][to][from]`. */
export function sideRow(colour: number): number {
  return colour << 12;
}

/** Row of a pawn structure: `[pawn key % 512][piece][to]`. */
export function pawnRow(pawnKey: number): number {
  return (pawnKey & (PAWN_STRUCTURES - 1)) << 10;
}

/** Row of an earlier move: `[piece][to] of that move → [piece][to]`. */
export function continuationRow(earlier: number): number {
  return earlier === 0 ? NO_ROW : earlier << 10;
}

/** Row of a ply near the root: `[ply][to][from]`. */
export function lowPlyRow(ply: number): number {
  return ply < LOW_PLIES ? ply << 12 : NO_ROW;
}

/**
 * What of a move chooses the entry in a row: its piece and target square, `Board.pieceTo`; its two squares, `squaresOf`;
 * these, and whether the opponent attacks them, `threatenedSquares`.
 */
export const BY_PIECE_TO = 0, BY_SQUARES = 1, BY_THREATS = 2;

/** The entry of a move in a row `by` one of these: of three numbers that the caller finds once for all tables. */
export function moveKey(by: number, pieceTo: number, squares: number, threatened: number): number {
  return by === BY_PIECE_TO ? pieceTo : by === BY_SQUARES ? squares : threatened;
}

/**
 * The squares of a move with two bits, 13 and 14, above them and the side: 14 if the opponent attacks the square it
 * leaves, 13 if the one it reaches (for castling, that of the rook, as such a move is encoded). The state of the position
 * before the move, in `Board.states`, knows its threats.
 */
export function threatenedSquares(states: Int32Array, state: number, move: number): number {
  const squares = squaresOf(move);
  if (L.useThreats === 0) return squares;
  const isLeaving = isThreatened(states, state, BY_ANYTHING, moveFrom(move));
  return isLeaving << 14 | isThreatened(states, state, BY_ANYTHING, moveTo(move)) << 13 | squares;
}

/** Entry of a capture or promotion: `[piece][victim type][to]`; quiet promotions have victim 0. */
export function captureKey(piece: number, victim: number, to: number): number {
  return piece << 9 | victim << 6 | to;
}

/** Entry of the answer to the last move, `[side][to][from]` of that move; `NO_ROW` after a null move. */
export function counterMoveKey({ lastMove, sideToMove }: Position): number {
  return lastMove === NO_MOVE ? NO_ROW : sideToMove << 12 | squaresOf(lastMove);
}

/** Entries of a correction history by a key, for each side to move. */
export const KEYED_SIZE = 16384;

/** Entry of a feature of the position: `[side][key % 16384]`. */
export function keyedIndex(colour: number, key: number): number {
  return colour * KEYED_SIZE + (key & (KEYED_SIZE - 1));
}

/** Entry of two moves, as `Board.pieceTo` encodes them; 0, the table's `blank`, if one is missing or null. */
export function pairIndex(earlier: number, last: number): number {
  return last === 0 || earlier === 0 ? 0 : earlier << 10 | last;
}
