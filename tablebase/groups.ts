/**
 * The index of a position within a table: each placement of the men has a number, which its mirror images share.
 *
 * A table lists its men in its own order and in groups. Symmetry applies to the first group, which is three different
 * men, the two kings, or all pawns of one side. Every later group is one kind of piece; its number stands for a choice
 * of k squares from those that are free. The numbers of the groups are the digits of the index, in the order that
 * compresses best.
 *
 * @module
 */

import { KING, PAWN } from "../core/types.ts";
import {
  choose,
  diagonalSide,
  KING_PAIRS,
  KINGS,
  LEAD_PAWN_COUNT,
  LEAD_PAWN_START,
  PAWN_ORDER,
  transpose,
  TRIANGLE,
  tripleNumber,
  TRIPLES,
} from "./numbering.ts";

/** The groups in one part of a table. */
export class PieceGroups {
  /** Number of placements. */
  readonly size: number;

  /** The index in `pieces` at which each group starts, and the end of the last group. */
  private readonly starts: number[];
  private readonly factors: number[] = [];
  private readonly leadPawns: number;
  private readonly hasOtherPawns: boolean;

  /**
   * Forms the groups that a table's header describes. `pieces` are piece codes in the table's order. `digits` says
   * which digit, counted from the lowest, belongs to the first group, and which to the other side's pawns if both sides
   * have pawns. `file` is the leading pawn's file, 0 … 3. Throws a RangeError if the groups are impossible.
   */
  constructor(readonly pieces: readonly number[], digits: readonly [number, number], file: number) {
    this.leadPawns = (pieces[0] & 7) === PAWN ? pieces.filter((piece) => piece === pieces[0]).length : 0;
    this.hasOtherPawns = pieces.includes(pieces[0] ^ 8) && this.leadPawns > 0;
    const lead = this.leadPawns > 0 ? this.leadPawns : leadingPieces(pieces);
    this.starts = [0];
    for (let at = lead; at < pieces.length; at++) {
      if (at === lead || pieces[at] !== pieces[at - 1]) this.starts.push(at);
    }
    this.starts.push(pieces.length);
    this.expectSound(lead, digits);
    this.size = this.assignFactors(digits, file);
  }

  /** The index of a placement. `squares` are the squares of `pieces`, a leading pawn first; they may be overwritten. */
  index(squares: Int32Array): number {
    const count = this.pieces.length;
    if ((squares[0] & 7) > 3) { for (let i = 0; i < count; i++) squares[i] ^= 7; }
    let index = this.leadPawns > 0 ? this.leadingPawns(squares) : this.leadingMen(squares);
    index *= this.factors[0];
    for (let group = 1; group < this.factors.length; group++) {
      const start = this.starts[group];
      const end = this.starts[group + 1];
      sort(squares, start, end, null);
      // The second side's pawns are never on the first rank.
      const skipped = group === 1 && this.hasOtherPawns ? 8 : 0;
      let number = 0;
      for (let i = start; i < end; i++) {
        let square = squares[i] - skipped;
        for (let earlier = 0; earlier < start; earlier++) if (squares[earlier] < squares[i]) square--;
        number += choose(square, i - start + 1);
      }
      index += number * this.factors[group];
    }
    return index;
  }

  private leadingPawns(squares: Int32Array): number {
    sort(squares, 1, this.leadPawns, PAWN_ORDER);
    let index = LEAD_PAWN_START[this.leadPawns << 6 | squares[0]];
    for (let i = 1; i < this.leadPawns; i++) index += choose(PAWN_ORDER[squares[i]], i);
    return index;
  }

  private leadingMen(squares: Int32Array): number {
    const count = this.pieces.length;
    if (squares[0] >> 3 > 3) { for (let i = 0; i < count; i++) squares[i] ^= 56; }
    for (let i = 0; i < this.starts[1]; i++) {
      const side = diagonalSide(squares[i]);
      if (side === 0) continue;
      if (side > 0) { for (let j = i; j < count; j++) squares[j] = transpose(squares[j]); }
      break;
    }
    if (this.starts[1] === 3) return tripleNumber(squares[0], squares[1], squares[2]);
    return KINGS[TRIANGLE[squares[0]] << 6 | squares[1]];
  }

  /** Gives a digit to every group. Returns the number of indices. */
  private assignFactors(digits: readonly [number, number], file: number): number {
    const groups = this.starts.length - 1;
    let next = this.hasOtherPawns ? 2 : 1;
    let free = 64 - this.starts[next];
    let factor = 1;
    for (let digit = 0; digit < groups; digit++) {
      if (digit === digits[0]) {
        this.factors[0] = factor;
        if (this.leadPawns > 0) factor *= LEAD_PAWN_COUNT[this.leadPawns << 2 | file];
        else factor *= this.starts[1] === 3 ? TRIPLES : KING_PAIRS;
      } else if (this.hasOtherPawns && digit === digits[1]) {
        this.factors[1] = factor;
        factor *= choose(48 - this.leadPawns, this.starts[2] - this.starts[1]);
      } else {
        const length = this.starts[next + 1] - this.starts[next];
        this.factors[next++] = factor;
        factor *= choose(free, length);
        free -= length;
      }
    }
    return factor;
  }

  private expectSound(lead: number, digits: readonly [number, number]): void {
    const { pieces, starts } = this;
    const groups = starts.length - 1;
    for (let group = 1; group < groups; group++) {
      if (pieces.indexOf(pieces[starts[group]]) < starts[group]) throw badOrder(pieces);
    }
    for (let i = 1; i < lead; i++) {
      if (this.leadPawns > 0 ? pieces[i] !== pieces[0] : pieces.indexOf(pieces[i]) !== i) throw badOrder(pieces);
    }
    if (lead === 2 && this.leadPawns === 0 && ((pieces[0] | pieces[1]) & 7) !== KING) throw badOrder(pieces);
    if (this.hasOtherPawns && pieces[lead] !== (pieces[0] ^ 8)) throw badOrder(pieces);
    if (this.leadPawns === 0 && pieces.some((piece) => (piece & 7) === PAWN)) throw badOrder(pieces);
    const [first, second] = digits;
    if (first >= groups || (this.hasOtherPawns && (second >= groups || second === first))) {
      throw new RangeError(`Expected digits of ${groups} groups, but got ${digits.join(" and ")}`);
    }
  }
}

/** The first group's size if there are no pawns: three if a piece other than a king is unique, otherwise two. */
function leadingPieces(pieces: readonly number[]): number {
  const isUnique = (piece: number) => (piece & 7) !== KING && pieces.indexOf(piece) === pieces.lastIndexOf(piece);
  return pieces.some(isUnique) ? 3 : 2;
}

function badOrder(pieces: readonly number[]): RangeError {
  return new RangeError(`Expected men in an order that makes groups, but got ${pieces.join(" ")}`);
}

/** Sorts a few squares in place, by their numbers in `order` if it is given. */
function sort(squares: Int32Array, start: number, end: number, order: Int8Array | null): void {
  for (let i = start + 1; i < end; i++) {
    const square = squares[i];
    const rank = order === null ? square : order[square];
    let j = i - 1;
    while (j >= start && (order === null ? squares[j] : order[squares[j]]) > rank) {
      squares[j + 1] = squares[j];
      j--;
    }
    squares[j + 1] = square;
  }
}
