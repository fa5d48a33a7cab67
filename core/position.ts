/**
 * A chess position that can make moves and take them back. Each move pushes a state (board.ts) with the values that
 * cannot be recomputed when the move is taken back.
 * @module
 */

import { SQUARE_BITS } from "./bitboard.ts";
import { Board } from "./board.ts";
import { castledKing, castledRook, castlingWay } from "./castling.ts";
import { findChecks } from "./checks.ts";
import { enPassantTakers } from "./en_passant.ts";
import {
  CAPTURED,
  CHECKERS_HI,
  CHECKERS_LO,
  EN_PASSANT_SQUARE,
  HALFMOVES,
  KEY_HI,
  KEY_LO,
  KNOWN,
  LAST_MOVE,
  RIGHTS,
  SINCE_NULL,
  STATE_SIZE,
} from "./state.ts";
import {
  CASTLING,
  EMPTY,
  EN_PASSANT,
  KING,
  makePiece,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  NO_SQUARE,
  PAWN,
  PROMOTION,
  promotionType,
  ROOK,
} from "./types.ts";
import { CASTLING_KEYS, computeKey, EN_PASSANT_KEYS, PIECE_KEYS, SIDE_KEY } from "./zobrist.ts";

/** Called at every change to the board, so that the evaluation network can keep its accumulators up to date. */
export interface PieceListener {
  /** The whole position was replaced. */
  loaded(position: Position): void;
  /** A move or null move was made. The following calls to `removed` and `added` belong to it. */
  made(): void;
  /** A piece left a square. */
  removed(piece: number, square: number): void;
  /** A piece entered a square. */
  added(piece: number, square: number): void;
  /** The latest ply was taken back. */
  undone(): void;
}

/** The checked contents of a FEN: the argument of `Position.load`. */
export interface Setup {
  board: ArrayLike<number>;
  sideToMove: number;
  /** Squares of the rooks that may castle (White's h- and a-side, Black's h- and a-side), or `NO_SQUARE`. */
  castlingRooks: ArrayLike<number>;
  /** En-passant target square or `NO_SQUARE`; `load` drops it if no capture there is legal. */
  enPassant: number;
  halfmoves: number;
  /** Number of the move to be played, from 1. */
  fullmoves: number;
  chess960: boolean;
}

/** A position, its past since `load`, and the rules for changing it. Moves must be legal. */
export class Position extends Board {
  listener: PieceListener | null = null;

  /** For each square, the castling rights that remain after a move from or to it. */
  private readonly rightsKept = new Uint8Array(64);

  /** Replaces the position and forgets its past. The setup must have passed the checks of `fen.ts`. */
  load(setup: Setup): void {
    this.mailbox.fill(EMPTY);
    this.bits.fill(0);
    this.parts.fill(0);
    this.rightsKept.fill(15);
    this.top = 0;
    this.sideToMove = setup.sideToMove;
    this.chess960 = setup.chess960;
    this.firstPly = (setup.fullmoves - 1) * 2 + setup.sideToMove;
    for (let square = 0; square < 64; square++) {
      const piece = setup.board[square];
      if (piece === EMPTY) continue;
      this.toggle(piece, square, piece);
      if ((piece & 7) === KING) this.kings[piece >> 3] = square;
    }
    let rights = 0;
    for (let i = 0; i < 4; i++) {
      const rook = setup.castlingRooks[i];
      this.castlingRooks[i] = rook;
      if (rook === NO_SQUARE) continue;
      rights |= 1 << i;
      this.rightsKept[rook] &= ~(1 << i);
      this.rightsKept[this.kings[i >> 1]] &= ~(1 << i);
      this.castlingWays[i] = castlingWay(this.kings[i >> 1], rook);
    }
    const states = this.states;
    states.fill(0, 0, STATE_SIZE);
    states[RIGHTS] = rights;
    states[HALFMOVES] = setup.halfmoves;
    states[LAST_MOVE] = NO_MOVE;
    const passed = setup.enPassant;
    const isTakeable = passed !== NO_SQUARE && enPassantTakers(this, setup.sideToMove, passed) !== 0;
    states[EN_PASSANT_SQUARE] = isTakeable ? passed : NO_SQUARE;
    states.set(computeKey(this), KEY_LO);
    this.listener?.loaded(this);
  }

  /** Whether the side to move is in check. */
  get inCheck(): boolean {
    findChecks(this);
    return (this.states[this.top + CHECKERS_LO] | this.states[this.top + CHECKERS_HI]) !== 0;
  }

  /** Plays a legal move. */
  make(move: number): void {
    const us = this.sideToMove;
    const from = moveFrom(move);
    const to = moveTo(move);
    const kind = moveKind(move);
    const old = this.top;
    const top = this.pushState();
    const states = this.states;

    // Castling rights and the en-passant square rarely change, so testing them is cheaper than always looking up keys.
    let lo = states[old + KEY_LO] ^ SIDE_KEY[0];
    let hi = states[old + KEY_HI] ^ SIDE_KEY[1];
    const passed = states[old + EN_PASSANT_SQUARE];
    if (passed !== NO_SQUARE) {
      lo ^= EN_PASSANT_KEYS[passed << 1];
      hi ^= EN_PASSANT_KEYS[passed << 1 | 1];
    }
    const oldRights = states[old + RIGHTS];
    const rights = oldRights & this.rightsKept[from] & this.rightsKept[to];
    if (rights !== oldRights) {
      lo ^= CASTLING_KEYS[oldRights << 1] ^ CASTLING_KEYS[rights << 1];
      hi ^= CASTLING_KEYS[oldRights << 1 | 1] ^ CASTLING_KEYS[rights << 1 | 1];
    }

    const piece = this.mailbox[from];
    const fromPair = (piece << 6 | from) << 1;
    let captured = EMPTY;
    let halfmoves = states[old + HALFMOVES] + 1;
    let enPassant = NO_SQUARE;
    if (kind === CASTLING) {
      const rook = makePiece(us, ROOK);
      const kingTo = castledKing(from, to);
      const rookTo = castledRook(from, to);
      this.castle(piece, from, kingTo, rook, to, rookTo);
      const kingPair = (piece << 6 | kingTo) << 1;
      const rookPair = (rook << 6 | to) << 1;
      const goalPair = (rook << 6 | rookTo) << 1;
      lo ^= PIECE_KEYS[fromPair] ^ PIECE_KEYS[kingPair] ^ PIECE_KEYS[rookPair] ^ PIECE_KEYS[goalPair];
      hi ^= PIECE_KEYS[fromPair | 1] ^ PIECE_KEYS[kingPair | 1] ^ PIECE_KEYS[rookPair | 1] ^ PIECE_KEYS[goalPair | 1];
    } else {
      const victimSquare = kind === EN_PASSANT ? to ^ 8 : to;
      captured = this.mailbox[victimSquare];
      if (captured !== EMPTY) {
        this.toggle(captured, victimSquare, EMPTY);
        const victimPair = (captured << 6 | victimSquare) << 1;
        lo ^= PIECE_KEYS[victimPair];
        hi ^= PIECE_KEYS[victimPair | 1];
        halfmoves = 0;
      }
      const placed = kind === PROMOTION ? makePiece(us, promotionType(move)) : piece;
      const toPair = (placed << 6 | to) << 1;
      const change = PIECE_KEYS[fromPair] ^ PIECE_KEYS[toPair];
      lo ^= change;
      hi ^= PIECE_KEYS[fromPair | 1] ^ PIECE_KEYS[toPair | 1];
      if (kind === PROMOTION) {
        this.toggle(piece, from, EMPTY);
        this.toggle(placed, to, placed);
      } else {
        this.shift(piece, from, to, change);
      }

      if ((piece & 7) === PAWN) {
        halfmoves = 0;
        if ((from ^ to) === 16 && enPassantTakers(this, us ^ 1, to ^ 8) !== 0) {
          enPassant = to ^ 8;
          lo ^= EN_PASSANT_KEYS[enPassant << 1];
          hi ^= EN_PASSANT_KEYS[enPassant << 1 | 1];
        }
      } else if ((piece & 7) === KING) {
        this.kings[us] = to;
      }
    }

    states[top + KEY_LO] = lo;
    states[top + KEY_HI] = hi;
    states[top + RIGHTS] = rights;
    states[top + EN_PASSANT_SQUARE] = enPassant;
    states[top + HALFMOVES] = halfmoves;
    states[top + LAST_MOVE] = move;
    states[top + CAPTURED] = captured;
    states[top + SINCE_NULL] = states[old + SINCE_NULL] + 1;
    states[top + KNOWN] = 0;
    this.sideToMove = us ^ 1;
    if (this.listener !== null) announceMove(this.listener, this.mailbox, move, piece, captured);
  }

  /** Takes back the latest move. */
  undo(): void {
    const states = this.states;
    const top = this.top;
    const move = states[top + LAST_MOVE];
    const captured = states[top + CAPTURED];
    const from = moveFrom(move);
    const to = moveTo(move);
    const kind = moveKind(move);
    const us = this.sideToMove ^ 1;
    this.top = top - STATE_SIZE;
    this.sideToMove = us;

    if (kind === CASTLING) {
      this.castle(makePiece(us, KING), castledKing(from, to), from, makePiece(us, ROOK), castledRook(from, to), to);
    } else {
      const piece = this.mailbox[to];
      if (kind === PROMOTION) {
        this.toggle(piece, to, EMPTY);
        this.toggle(us << 3 | PAWN, from, us << 3 | PAWN);
      } else {
        const row = piece << 6;
        this.shift(piece, to, from, PIECE_KEYS[(row | from) << 1] ^ PIECE_KEYS[(row | to) << 1]);
        if ((piece & 7) === KING) this.kings[us] = from;
      }
      if (captured !== EMPTY) this.toggle(captured, kind === EN_PASSANT ? to ^ 8 : to, captured);
    }
    if (this.listener !== null) this.listener.undone();
  }

  /** Makes a null move (a pass), which is not allowed in check. */
  makeNull(): void {
    const old = this.top;
    const top = this.pushState();
    const states = this.states;
    const passedPair = states[old + EN_PASSANT_SQUARE] << 1;
    states[top + KEY_LO] = states[old + KEY_LO] ^ SIDE_KEY[0] ^ EN_PASSANT_KEYS[passedPair];
    states[top + KEY_HI] = states[old + KEY_HI] ^ SIDE_KEY[1] ^ EN_PASSANT_KEYS[passedPair | 1];
    states[top + RIGHTS] = states[old + RIGHTS];
    states[top + EN_PASSANT_SQUARE] = NO_SQUARE;
    states[top + HALFMOVES] = states[old + HALFMOVES] + 1;
    states[top + LAST_MOVE] = NO_MOVE;
    states[top + CAPTURED] = EMPTY;
    states[top + SINCE_NULL] = 0;
    states[top + KNOWN] = 0;
    this.sideToMove ^= 1;
    if (this.listener !== null) this.listener.made();
  }

  /** Takes back `makeNull`. */
  undoNull(): void {
    this.top -= STATE_SIZE;
    this.sideToMove ^= 1;
    if (this.listener !== null) this.listener.undone();
  }

  /** Puts a piece on a square or removes it. `content` is what the square holds afterwards. */
  private toggle(piece: number, square: number, content: number): void {
    const half = square >> 5;
    this.mailbox[square] = content;
    this.bits[piece << 1 | half] ^= 1 << square;
    this.bits[(piece & 8) << 1 | half] ^= 1 << square;
    this.parts[piece >> 1] ^= PIECE_KEYS[(piece << 6 | square) << 1];
  }

  /**
   * Moves a piece to an empty square. `change` is the resulting change in the low half of the key. Writes each word
   * once: if `from` and `to` were toggled one by one, the processor would wait for the first write.
   */
  private shift(piece: number, from: number, to: number, change: number): void {
    const bits = this.bits;
    const own = (piece & 8) << 1;
    const code = piece << 1;
    const lo = SQUARE_BITS[from << 1] | SQUARE_BITS[to << 1];
    const hi = SQUARE_BITS[from << 1 | 1] | SQUARE_BITS[to << 1 | 1];
    this.mailbox[from] = EMPTY;
    this.mailbox[to] = piece;
    bits[code] ^= lo;
    bits[code | 1] ^= hi;
    bits[own] ^= lo;
    bits[own | 1] ^= hi;
    this.parts[piece >> 1] ^= change;
  }

  /** Castles, or takes castling back. Removes both pieces first, because one may enter the other's square. */
  private castle(king: number, kingFrom: number, kingTo: number, rook: number, rookFrom: number, rookTo: number): void {
    this.toggle(king, kingFrom, EMPTY);
    this.toggle(rook, rookFrom, EMPTY);
    this.toggle(king, kingTo, king);
    this.toggle(rook, rookTo, rook);
    this.kings[king >> 3] = kingTo;
  }

  /** Makes room for another state. Returns its index. */
  private pushState(): number {
    this.top += STATE_SIZE;
    if (this.top === this.states.length) this.growStates();
    return this.top;
  }

  private growStates(): void {
    const grown = new Int32Array(this.states.length * 2);
    grown.set(this.states);
    this.states = grown;
  }
}

/** Reports the latest move's changes to the listener. `piece` is the piece that moved (in a promotion, the pawn). */
function announceMove(listener: PieceListener, mailbox: Uint8Array, move: number, piece: number, taken: number): void {
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  listener.made();
  listener.removed(piece, from);
  if (kind === CASTLING) {
    const rook = makePiece(piece >> 3, ROOK);
    listener.removed(rook, to);
    listener.added(piece, castledKing(from, to));
    listener.added(rook, castledRook(from, to));
    return;
  }
  if (taken !== EMPTY) listener.removed(taken, kind === EN_PASSANT ? to ^ 8 : to);
  listener.added(mailbox[to], to);
}
