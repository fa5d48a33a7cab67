/**
 * Threats: which squares the opponent attacks, and where a piece is attacked by something worth less than itself. They
 * are found where quiet moves are tried or credited, and kept in the ply of the stack.
 *
 * Two things use them. Butterfly history distinguishes moves from and to attacked squares
 * (tables/butterfly_history.ts). And the move picker adds a score for escapes: a quiet move that takes a piece off a
 * square where something worth less attacks it comes earlier, one that puts a piece on such a square comes later.
 * Histories hold what worked elsewhere; escapes are about the position at hand. They matter most in shallow nodes,
 * which try few moves and have empty histories: if such a node never tries the move that saves a piece, it takes the
 * piece for lost, and the node above takes it for won. Stockfish orders by the same sets.
 *
 * @module
 */

import {
  bishopHi,
  bishopIndex,
  bishopLo,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  rookHi,
  rookIndex,
  rookLo,
} from "../core/attacks.ts";
import { lowestSquare, NOT_FILE_A, NOT_FILE_H } from "../core/bitboard.ts";
import type { Position } from "../core/position.ts";
import { BISHOP, KNIGHT, moveFrom, moveTo, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { L } from "./params.ts";

/** Numbers of a ply in {@link Threats.sets}. */
const PLY_SIZE = 8;
/** Sets of a ply: what pawns attack, what these and minor pieces do, what these and rooks do, what anything does. */
const BY_PAWNS = 0;
const BY_MINORS = 1;
const BY_ROOKS = 2;
const BY_ANYTHING = 3;

/** The threats along a line of moves. */
export class Threats {
  /** `[(index << 2 | set) << 1 | half]`: bitboards of the squares attacked by the opponent of the side to move. */
  private readonly sets: Int32Array;
  private lo = 0;
  private hi = 0;

  /**
   * Room for threats.
   *
   * @param size How many positions to keep the threats of, by an index.
   */
  constructor(size: number) {
    this.sets = new Int32Array(size * PLY_SIZE);
  }

  /** Forgets all. */
  clear(): void {
    this.sets.fill(0);
  }

  /** Finds the threats of a position and keeps them under an index. */
  find(position: Position, index: number): void {
    const { bits, kings, occupiedLo, occupiedHi } = position;
    const them = position.sideToMove ^ 1;
    const enemy = them << 4;
    this.beginWithPawns(them, bits[enemy | PAWN << 1], bits[enemy | PAWN << 1 | 1]);
    this.keep(index, BY_PAWNS);
    this.addKnights(bits[enemy | KNIGHT << 1], bits[enemy | KNIGHT << 1 | 1]);
    this.addBishops(bits[enemy | BISHOP << 1], bits[enemy | BISHOP << 1 | 1], occupiedLo, occupiedHi);
    this.keep(index, BY_MINORS);
    this.addRooks(bits[enemy | ROOK << 1], bits[enemy | ROOK << 1 | 1], occupiedLo, occupiedHi);
    this.keep(index, BY_ROOKS);
    const queensLo = bits[enemy | QUEEN << 1];
    const queensHi = bits[enemy | QUEEN << 1 | 1];
    this.addBishops(queensLo, queensHi, occupiedLo, occupiedHi);
    this.addRooks(queensLo, queensHi, occupiedLo, occupiedHi);
    this.lo |= KING_ATTACKS[kings[them] << 1];
    this.hi |= KING_ATTACKS[kings[them] << 1 | 1];
    this.keep(index, BY_ANYTHING);
  }

  /**
   * Two bits for a move of the side to move: 2 if the square it leaves is attacked, 1 if the one it reaches is (for
   * castling, that of the rook, which is how such a move is encoded).
   */
  bitsOf(index: number, move: number): number {
    return this.has(index, BY_ANYTHING, moveFrom(move)) << 1 | this.has(index, BY_ANYTHING, moveTo(move));
  }

  /**
   * What a quiet move gains or loses in order.
   *
   * @param position The position whose threats are kept under `index`.
   * @returns The worth of an escape for one, its negative for a move into danger, else 0; on the scale of histories.
   */
  escapeScore(position: Position, index: number, move: number): number {
    const type = position.mailbox[moveFrom(move)] & 7;
    if (type < KNIGHT || type > QUEEN) return 0;
    const set = type === QUEEN ? BY_ROOKS : type === ROOK ? BY_MINORS : BY_PAWNS;
    const worth = type === QUEEN ? L.escapeQueen : type === ROOK ? L.escapeRook : L.escapeMinor;
    return (this.has(index, set, moveFrom(move)) - this.has(index, set, moveTo(move))) * worth;
  }

  /** 1 if a square is in a set, else 0. */
  private has(index: number, set: number, square: number): number {
    return this.sets[(index << 2 | set) << 1 | square >> 5] >>> square & 1;
  }

  /** Stores the squares that were found so far as one set. */
  private keep(index: number, set: number): void {
    this.sets[(index << 2 | set) << 1] = this.lo;
    this.sets[(index << 2 | set) << 1 | 1] = this.hi;
  }

  private beginWithPawns(colour: number, lo: number, hi: number): void {
    const westLo = lo & NOT_FILE_A;
    const westHi = hi & NOT_FILE_A;
    const eastLo = lo & NOT_FILE_H;
    const eastHi = hi & NOT_FILE_H;
    if (colour === WHITE) {
      this.lo = westLo << 7 | eastLo << 9;
      this.hi = westHi << 7 | westLo >>> 25 | eastHi << 9 | eastLo >>> 23;
    } else {
      this.lo = westLo >>> 9 | westHi << 23 | eastLo >>> 7 | eastHi << 25;
      this.hi = westHi >>> 9 | eastHi >>> 7;
    }
  }

  private addKnights(lo: number, hi: number): void {
    while ((lo | hi) !== 0) {
      const square = lowestSquare(lo, hi);
      if (lo !== 0) lo &= lo - 1;
      else hi &= hi - 1;
      this.lo |= KNIGHT_ATTACKS[square << 1];
      this.hi |= KNIGHT_ATTACKS[square << 1 | 1];
    }
  }

  private addBishops(lo: number, hi: number, occupiedLo: number, occupiedHi: number): void {
    while ((lo | hi) !== 0) {
      const index = bishopIndex(lowestSquare(lo, hi), occupiedLo, occupiedHi);
      if (lo !== 0) lo &= lo - 1;
      else hi &= hi - 1;
      this.lo |= bishopLo(index);
      this.hi |= bishopHi(index);
    }
  }

  private addRooks(lo: number, hi: number, occupiedLo: number, occupiedHi: number): void {
    while ((lo | hi) !== 0) {
      const index = rookIndex(lowestSquare(lo, hi), occupiedLo, occupiedHi);
      if (lo !== 0) lo &= lo - 1;
      else hi &= hi - 1;
      this.lo |= rookLo(index);
      this.hi |= rookHi(index);
    }
  }
}
