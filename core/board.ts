/**
 * The data of a position: the board, the side to move, castling rights, clocks and keys. `Position` adds the rules for
 * changing it.
 *
 * The pieces are stored twice: in a mailbox and in bitboards. Everything that cannot be recomputed when a move is taken
 * back (rights, clocks, the full hash key) is kept on a stack with one state for each ply (state.ts). The keys on the
 * stack also reveal repetitions.
 * @module
 */

import { CAPTURED, EN_PASSANT_SQUARE, HALFMOVES, KEY_HI, KEY_LO, LAST_MOVE, RIGHTS, STATE_SIZE } from "./state.ts";
import { CASTLING, EMPTY, EN_PASSANT, KING, moveFrom, moveKind, moveTo, PAWN, PROMOTION, WHITE } from "./types.ts";

/** A position that can be read but not changed. Only `Position` extends it. */
export abstract class Board {
  /** Piece on each square. */
  readonly mailbox: Uint8Array = new Uint8Array(64);
  /** Bitboards, `[piece << 1 | half]`. The unused piece codes 0 and 8 stand for all white and all black pieces. */
  readonly bits: Int32Array = new Int32Array(32);
  readonly kings: Uint8Array = new Uint8Array(2);
  /** Hash keys of disjoint groups of pieces, `[piece >> 1]`: White's pawns, minors, majors and king, then Black's. */
  readonly parts: Int32Array = new Int32Array(8);
  /** Squares of the rooks that may castle, `[right]`. A castling right is numbered by its bit in `rights`. */
  readonly castlingRooks: Uint8Array = new Uint8Array(4);
  /** Squares that must be empty for each castling move, `[right]`, as bits of the king's half-board. */
  readonly castlingWays: Int32Array = new Int32Array(4);
  /** The states, each `STATE_SIZE` elements long; the newest begins at `top`. */
  states: Int32Array = new Int32Array(STATE_SIZE * 512);
  top = 0;
  sideToMove: number = WHITE;
  /** Whether castling is written as king takes rook. */
  chess960 = false;
  /** Plies played before the position was loaded, according to the FEN. */
  protected firstPly = 0;

  /** Full hash key, low half. */
  get keyLo(): number {
    return this.states[this.top + KEY_LO];
  }

  /** Full hash key, high half. */
  get keyHi(): number {
    return this.states[this.top + KEY_HI];
  }

  /** The move that led to this position; `NO_MOVE` after a null move and right after `load`. */
  get lastMove(): number {
    return this.states[this.top + LAST_MOVE];
  }

  /** The piece that the last move captured, or `EMPTY`. */
  get captured(): number {
    return this.states[this.top + CAPTURED];
  }

  /** Plies since the last capture or pawn move. */
  get halfmoves(): number {
    return this.states[this.top + HALFMOVES];
  }

  /** Plies since the start of the game, according to the FEN. */
  get gamePly(): number {
    return this.firstPly + this.top / STATE_SIZE;
  }

  /** Castling rights: bits 0 and 1 are White's h-side and a-side rights, and bits 2 and 3 are Black's. */
  get rights(): number {
    return this.states[this.top + RIGHTS];
  }

  /** The square behind a pawn that can be taken en passant, or `NO_SQUARE` if there is none. */
  get enPassant(): number {
    return this.states[this.top + EN_PASSANT_SQUARE];
  }

  /** Occupied squares, low half. */
  get occupiedLo(): number {
    return this.bits[0] | this.bits[16];
  }

  /** Occupied squares, high half. */
  get occupiedHi(): number {
    return this.bits[1] | this.bits[17];
  }

  /** The moving piece and the target square of a move as one index, `piece << 6 | to`; never 0. */
  pieceTo(move: number): number {
    return this.mailbox[moveFrom(move)] << 6 | moveTo(move);
  }

  /** Whether `colour` has any piece besides its king and pawns. */
  hasNonPawns(colour: number): boolean {
    const bits = this.bits;
    const own = colour << 4;
    return (bits[own] ^ bits[own | PAWN << 1] ^ bits[own | KING << 1]) !== 0 ||
      (bits[own | 1] ^ bits[own | PAWN << 1 | 1] ^ bits[own | KING << 1 | 1]) !== 0;
  }

  /** Whether `move`, which must be legal here, takes a piece. En passant does; castling does not. */
  isCapture(move: number): boolean {
    const kind = moveKind(move);
    return kind === EN_PASSANT || (kind !== CASTLING && this.mailbox[moveTo(move)] !== EMPTY);
  }

  /** Whether `move`, which must be legal here, takes a piece or promotes. Quiescence search tries such moves. */
  isNoisy(move: number): boolean {
    return moveKind(move) === PROMOTION || this.isCapture(move);
  }
}
