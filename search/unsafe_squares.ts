/**
 * Escapes: quiet moves that take a piece off a square where something worth less attacks it, and those that take one
 * there. The squares are found once for each node whose quiet moves are ordered.
 *
 * Histories know what worked elsewhere; this is about the position at hand. It matters most in shallow nodes, which
 * look at few moves and whose histories are empty: one that never tries the move that saves a piece believes that
 * piece lost, and the node above believes it won. Stockfish orders by the same sets.
 *
 * @module
 */

import { bishopHi, bishopIndex, bishopLo, KNIGHT_ATTACKS, rookHi, rookIndex, rookLo } from "../core/attacks.ts";
import { lowestSquare, NOT_FILE_A, NOT_FILE_H } from "../core/bitboard.ts";
import type { Position } from "../core/position.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { P } from "./params.ts";

/** The squares where a piece of the side to move is attacked by something worth less, for one position at a time. */
export class UnsafeSquares {
  /** `[type << 1 | half]`: bitboards by the type of the piece; none for pawns and kings. */
  private readonly unsafe = new Int32Array(16);
  /** `[type]`: what a move off or onto such a square adds or takes off (history). */
  private readonly worth = new Int32Array(8);
  private lo = 0;
  private hi = 0;

  /** Finds the squares of a position, for `escapeScore`. */
  prepare(position: Position): void {
    const { bits, occupiedLo, occupiedHi } = position;
    const enemy = (position.sideToMove ^ 1) << 4;
    this.addPawns(position.sideToMove ^ 1, bits[enemy | PAWN << 1], bits[enemy | PAWN << 1 | 1]);
    this.set(KNIGHT, P.escapeMinor);
    this.set(BISHOP, P.escapeMinor);
    this.addKnights(bits[enemy | KNIGHT << 1], bits[enemy | KNIGHT << 1 | 1]);
    this.addBishops(bits[enemy | BISHOP << 1], bits[enemy | BISHOP << 1 | 1], occupiedLo, occupiedHi);
    this.set(ROOK, P.escapeRook);
    this.addRooks(bits[enemy | ROOK << 1], bits[enemy | ROOK << 1 | 1], occupiedLo, occupiedHi);
    this.set(QUEEN, P.escapeQueen);
  }

  /**
   * What a quiet move of the prepared position gains or loses in order.
   *
   * @returns The worth of an escape for one, its negative for a move into danger, else 0; on the scale of histories.
   */
  escapeScore(position: Position, move: number): number {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const type = position.board[from] & 7;
    const wasUnsafe = this.unsafe[type << 1 | from >> 5] >>> from & 1;
    const isUnsafe = this.unsafe[type << 1 | to >> 5] >>> to & 1;
    return (wasUnsafe - isUnsafe) * this.worth[type];
  }

  /** What has been added so far is unsafe for a type. */
  private set(type: number, worth: number): void {
    this.unsafe[type << 1] = this.lo;
    this.unsafe[type << 1 | 1] = this.hi;
    this.worth[type] = worth;
  }

  /** Begins with the attacks of a colour's pawns. */
  private addPawns(colour: number, lo: number, hi: number): void {
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
