/**
 * The squares from which the side to move gives check, computed once for a position.
 *
 * A piece gives check if it moves to a square from which its type attacks the enemy king, or if it opens a line from
 * one of our sliders to the king. `givesCheck` handles castling, promotions and en passant captures.
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { hasMoreThanOne, lowestSquare } from "./bitboard.ts";
import { givesCheck } from "./gives_check.ts";
import type { Position } from "./position.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import { BISHOP, KNIGHT, moveFrom, moveKind, moveTo, NORMAL, PAWN, QUEEN, ROOK } from "./types.ts";

/** The check squares of one position. */
export class CheckSquares {
  /** Squares from which a piece attacks the enemy king, `[type << 1 | half]`; none for a king. */
  private readonly sets = new Int32Array(16);
  private king = 0;
  /** Our pieces that stand alone between one of our sliders and the enemy king. */
  private frontLo = 0;
  private frontHi = 0;

  /** Finds the check squares of a position. */
  find(position: Position): void {
    const { sets } = this;
    const { bits, sideToMove: us, occupiedLo, occupiedHi } = position;
    const king = position.kings[us ^ 1];
    const pawns = ((us ^ 1) << 6 | king) << 1;
    const bishops = bishopIndex(king, occupiedLo, occupiedHi);
    const rooks = rookIndex(king, occupiedLo, occupiedHi);
    this.king = king;
    sets[PAWN << 1] = PAWN_ATTACKS[pawns];
    sets[PAWN << 1 | 1] = PAWN_ATTACKS[pawns | 1];
    sets[KNIGHT << 1] = KNIGHT_ATTACKS[king << 1];
    sets[KNIGHT << 1 | 1] = KNIGHT_ATTACKS[king << 1 | 1];
    sets[BISHOP << 1] = bishopLo(bishops);
    sets[BISHOP << 1 | 1] = bishopHi(bishops);
    sets[ROOK << 1] = rookLo(rooks);
    sets[ROOK << 1 | 1] = rookHi(rooks);
    sets[QUEEN << 1] = sets[BISHOP << 1] | sets[ROOK << 1];
    sets[QUEEN << 1 | 1] = sets[BISHOP << 1 | 1] | sets[ROOK << 1 | 1];

    const own = us << 4;
    const queensLo = bits[own | QUEEN << 1];
    const queensHi = bits[own | QUEEN << 1 | 1];
    this.findFront(
      position,
      (bits[own | BISHOP << 1] | queensLo) & BISHOP_RAYS[king << 1] |
        (bits[own | ROOK << 1] | queensLo) & ROOK_RAYS[king << 1],
      (bits[own | BISHOP << 1 | 1] | queensHi) & BISHOP_RAYS[king << 1 | 1] |
        (bits[own | ROOK << 1 | 1] | queensHi) & ROOK_RAYS[king << 1 | 1],
    );
  }

  /** Like `givesCheck`: whether a legal move gives check. `find` must have been called for the position. */
  has(position: Position, move: number): boolean {
    if (moveKind(move) !== NORMAL) return givesCheck(position, move);
    const from = moveFrom(move);
    const to = moveTo(move);
    if ((this.sets[(position.mailbox[from] & 7) << 1 | to >> 5] >>> to & 1) !== 0) return true;
    if (((from < 32 ? this.frontLo : this.frontHi) >>> from & 1) === 0) return false;
    return (LINE[(this.king << 6 | from) << 1 | to >> 5] >>> to & 1) === 0;
  }

  /** Finds our pieces that stand alone between one of these sliders and the enemy king. */
  private findFront(position: Position, slidersLo: number, slidersHi: number): void {
    const { king } = this;
    const { bits, occupiedLo, occupiedHi } = position;
    const own = position.sideToMove << 4;
    this.frontLo = 0;
    this.frontHi = 0;
    while ((slidersLo | slidersHi) !== 0) {
      const row = (king << 6 | lowestSquare(slidersLo, slidersHi)) << 1;
      if (slidersLo !== 0) slidersLo &= slidersLo - 1;
      else slidersHi &= slidersHi - 1;
      const lo = BETWEEN[row] & occupiedLo;
      const hi = BETWEEN[row | 1] & occupiedHi;
      if (hasMoreThanOne(lo, hi)) continue;
      this.frontLo |= lo & bits[own];
      this.frontHi |= hi & bits[own | 1];
    }
  }
}
