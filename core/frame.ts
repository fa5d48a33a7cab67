/**
 * The layout of a frame: what a position keeps for each ply of its past.
 *
 * A frame holds what cannot be recomputed when a move is taken back. Frames lie one behind the other in one Int32Array
 * (`Board.states`); a field is read as `states[top + FIELD]`.
 *
 * @module
 */

/** Length of a frame of `Board.states`. */
export const STATE_SIZE = 16;
/** Frame field: full hash key, low half. */
export const KEY_LO = 0;
/** Frame field: full hash key, high half. */
export const KEY_HI = 1;
/** Frame field: castling rights, bits 0 and 1 White's on the h- and the a-side, 2 and 3 Black's. */
export const RIGHTS = 2;
/** Frame field: the square behind a pawn that can be taken en passant by a legal move, else `NO_SQUARE`. */
export const EN_PASSANT_SQUARE = 3;
/** Frame field: plies since the last capture or pawn move. */
export const HALFMOVES = 4;
/** Frame field: the move that led here, `NO_MOVE` for a null move and at the start. */
export const LAST_MOVE = 5;
/** Frame field: the piece that `LAST_MOVE` captured. */
export const CAPTURED = 6;
/** Frame field: plies since the last null move or since the start of the stack: how far back a repetition can be. */
export const SINCE_NULL = 7;
/** Frame field: enemy pieces that give check, low half; valid when `CHECKS_KNOWN`. */
export const CHECKERS_LO = 8;
/** Frame field: enemy pieces that give check, high half. */
export const CHECKERS_HI = 9;
/** Frame field: own pieces that alone shield the own king from a slider, low half; valid when `CHECKS_KNOWN`. */
export const PINNED_LO = 10;
/** Frame field: own pieces that alone shield the own king from a slider, high half. */
export const PINNED_HI = 11;
/** Frame field: 1 once checkers and pins of this frame are computed. */
export const CHECKS_KNOWN = 12;
