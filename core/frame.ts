/**
 * One ply of a position's past: the layout of a frame, and the two interfaces through which a position meets others.
 *
 * A frame holds what cannot be recomputed when a move is taken back. Frames lie one behind the other in
 * one Int32Array (`Position.states`); a field is read as `states[top + FIELD]`.
 *
 * @module
 */

import type { Position } from "./position.ts";

/** Length of a frame of `Position.states`. */
export const STATE_SIZE = 16;
/** Frame field: full hash key, low half. */
export const KEY_LO = 0;
/** Frame field: full hash key, high half. */
export const KEY_HI = 1;
/** Frame field: castling rights, the four bits of `types.ts`. */
export const RIGHTS = 2;
/** Frame field: the square behind a pawn that can be taken en passant by a legal move, else `NO_SQUARE`. */
export const EN_PASSANT_SQUARE = 3;
/** Frame field: plies since the last capture or pawn move. */
export const HALFMOVES = 4;
/** Frame field: the move that led here, `NO_MOVE` for a null move and at the start. */
export const LAST_MOVE = 5;
/** Frame field: the piece that `LAST_MOVE` captured. */
export const CAPTURED = 6;
/** Frame field: plies since the last null move or since the start of the stack: how far back a repetition may lie. */
export const SINCE_NULL = 7;
/** Frame field: enemy pieces that give check, low half; valid when `CHECKS_KNOWN`. */
export const CHECKERS_LO = 8;
/** Frame field: enemy pieces that give check, high half. */
export const CHECKERS_HI = 9;
/** Frame field: own pieces that stand between the own king and a slider, low half; valid when `CHECKS_KNOWN`. */
export const PINNED_LO = 10;
/** Frame field: own pieces that stand between the own king and a slider, high half. */
export const PINNED_HI = 11;
/** Frame field: 1 once checkers and pins of this frame are computed. */
export const CHECKS_KNOWN = 12;

/** Hears of every change on the board; the evaluation network keeps its accumulators by it. */
export interface PieceListener {
  /** The whole position is new. */
  loaded(position: Position): void;
  /** A ply begins, a null move too: `removed` and `added` up to the next `made` or `undone` belong to it. */
  made(): void;
  /** A piece left a square. */
  removed(piece: number, square: number): void;
  /** A piece came to stand on a square. */
  added(piece: number, square: number): void;
  /** The latest ply was taken back. */
  undone(): void;
}

/** Everything a FEN says, checked: what `Position.load` takes. */
export interface Setup {
  /** Piece on each square, 64 elements. */
  board: ArrayLike<number>;
  /** `WHITE` or `BLACK`. */
  sideToMove: number;
  /**
   * Squares of the rooks that may castle (White h-side, White a-side, Black h-side, Black a-side), else `NO_SQUARE`.
   */
  castlingRooks: ArrayLike<number>;
  /** En-passant target square or `NO_SQUARE`; dropped by `load` where no legal capture exists. */
  enPassant: number;
  /** Plies since the last capture or pawn move. */
  halfmoves: number;
  /** Number of the move to be played, from 1. */
  fullmoves: number;
  /** Whether castling is written as king takes rook. */
  chess960: boolean;
}
