/**
 * The layout of a state: the data that a position keeps for each ply of its past. States follow each other in one
 * Int32Array (`Board.states`); a field is read as `states[top + FIELD]`.
 * @module
 */

/** Length of a state in `Board.states`. */
export const STATE_SIZE = 24;
/** The two halves of the full hash key. */
export const KEY_LO = 0, KEY_HI = 1;
/** Castling rights: bits 0 and 1 are White's h-side and a-side rights, and bits 2 and 3 are Black's. */
export const RIGHTS = 2;
/** The square behind a pawn that can be taken en passant by a legal move, or `NO_SQUARE`. */
export const EN_PASSANT_SQUARE = 3;
/** Plies since the last capture or pawn move. */
export const HALFMOVES = 4;
/** The move that led to this state; `NO_MOVE` for a null move and for the first state. */
export const LAST_MOVE = 5;
/** The piece that `LAST_MOVE` captured. */
export const CAPTURED = 6;
/** Plies since the last null move or since the first state: a repeated position cannot be further back. */
export const SINCE_NULL = 7;
/** Which of the following fields are valid, as bits `KNOWS_CHECKS` and `KNOWS_THREATS`; 0 after each move. */
export const KNOWN = 8;
/** Enemy pieces that give check; valid with `KNOWS_CHECKS`. */
export const CHECKERS_LO = 9, CHECKERS_HI = 10;
/** Own pieces that alone shield their king from a slider; valid with `KNOWS_CHECKS`. */
export const PINNED_LO = 11, PINNED_HI = 12;
/** Four sets of squares that the opponent attacks, two halves each (threats.ts); valid with `KNOWS_THREATS`. */
export const THREATS = 13;

/** Bits of `KNOWN`: one is set when checkers and pins have been computed, the other when threats have been. */
export const KNOWS_CHECKS = 1, KNOWS_THREATS = 2;
