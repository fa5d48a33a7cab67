/**
 * The parts of a position: the board, the side to move, castling rights, clocks and keys. `Position` adds the rules
 * that change a position.
 *
 * Pieces are kept twice: in a mailbox and in bitboards. Everything that cannot be recomputed when a move is taken back
 * (rights, clocks, the full hash key) is in a stack with one state for each ply (state.ts). The same stack shows which
 * positions occurred before.
 * @module
 */

import { CAPTURED, EN_PASSANT_SQUARE, HALFMOVES, KEY_HI, KEY_LO, LAST_MOVE, RIGHTS, STATE_SIZE } from "./state.ts";
import { CASTLING, EMPTY, EN_PASSANT, KING, moveFrom, moveKind, moveTo, PAWN, PROMOTION, WHITE } from "./types.ts";

/** A position that can be read but not changed. Only `Position` extends it. */
export abstract class Board {
  /** Piece on each square. */
  readonly mailbox: Uint8Array = new Uint8Array(64);
  /** Bitboards, `[piece << 1 | half]`; the unused codes 0 and 8 hold all pieces of White and of Black. */
  readonly bits: Int32Array = new Int32Array(32);
  readonly kings: Uint8Array = new Uint8Array(2);
  /** Keys of disjoint parts, `[colour << 2 | (pawn, minor, major, king)]`, which equals `[piece >> 1]`. */
  readonly parts: Int32Array = new Int32Array(8);
  /** Squares of the rooks that may castle, in the order of the rights' bits. */
  readonly castlingRooks: Uint8Array = new Uint8Array(4);
  /** The squares that must be empty for each castling move, in the half with its rank; ordered like the rights. */
  readonly castlingWays: Int32Array = new Int32Array(4);
  /** The states, each `STATE_SIZE` elements long; the newest one begins at `top`. */
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

  /** The move that led here; `NO_MOVE` after a null move, and in a position that was loaded. */
  get lastMove(): number {
    return this.states[this.top + LAST_MOVE];
  }

  /** The piece that the last move captured, or `EMPTY` if there is none. */
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

  /** Castling rights: bits 0 and 1 are White's on the h- and the a-side, bits 2 and 3 are Black's. */
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

  /** Whether `colour` has a piece besides king and pawns. */
  hasNonPawns(colour: number): boolean {
    const bits = this.bits;
    const own = colour << 4;
    return (bits[own] ^ bits[own | PAWN << 1] ^ bits[own | KING << 1]) !== 0 ||
      (bits[own | 1] ^ bits[own | PAWN << 1 | 1] ^ bits[own | KING << 1 | 1]) !== 0;
  }

  /** Whether `move`, which must be legal here, takes a piece (castling does not, en passant does). */
  isCapture(move: number): boolean {
    const kind = moveKind(move);
    return kind === EN_PASSANT || (kind !== CASTLING && this.mailbox[moveTo(move)] !== EMPTY);
  }

  /** Whether `move`, which must be legal here, takes a piece or promotes. Quiescence search tries such moves. */
  isNoisy(move: number): boolean {
    return moveKind(move) === PROMOTION || this.isCapture(move);
  }
}
