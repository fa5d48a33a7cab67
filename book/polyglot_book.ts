/**
 * Opening books in the Polyglot format.
 *
 * A book is a list of entries, sorted by position key. An entry consists of a key (8 bytes), a move (2), a weight (2),
 * and data that is ignored (4), each with the highest byte first. A binary search finds a position's entries. Different
 * positions may have equal keys, and books may be damaged, so illegal moves are ignored.
 *
 * @module
 */

import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { KNIGHT, moveFrom, moveKind, moveTo, NO_MOVE, PROMOTION, promotionType } from "../core/types.ts";
import { polyglotKey } from "./polyglot_key.ts";

const ENTRY_BYTES = 16;
const MOVE_OFFSET = 8;
const WEIGHT_OFFSET = 10;

/** A legal move from a book. It is played with a probability equal to its share of the total weight. */
export type BookMove = { readonly move: number; readonly weight: number };

/** An opening book in memory. */
export class PolyglotBook {
  private readonly view: DataView;

  /** Opens a book. The bytes must not change. Throws a RangeError if they are empty, incomplete or not sorted. */
  constructor(bytes: Uint8Array) {
    if (bytes.length === 0) throw new RangeError("Expected a Polyglot book, but it has no entries");
    if (bytes.length % ENTRY_BYTES !== 0) {
      throw new RangeError(
        `Expected a Polyglot book with entries of ${ENTRY_BYTES} bytes each, but ${bytes.length} bytes is not ` +
          `a multiple of ${ENTRY_BYTES}: the file is incomplete, or not a Polyglot book`,
      );
    }
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let index = 1; index < this.entryCount; index++) {
      if (this.keyAt(index) < this.keyAt(index - 1)) {
        throw new RangeError(
          `Expected a Polyglot book sorted by key, but entry ${index + 1} is smaller than the previous one`,
        );
      }
    }
  }

  /** The number of entries. */
  get entryCount(): number {
    return this.view.byteLength / ENTRY_BYTES;
  }

  /** The legal moves for a position, best first. `lastMove` is the move that led to it (see `polyglotKey`). */
  movesFor(position: Position, lastMove: number = NO_MOVE): BookMove[] {
    const key = polyglotKey(position, lastMove);
    const weights = new Map<number, number>();
    for (let index = this.firstOf(key); index < this.entryCount && this.keyAt(index) === key; index++) {
      const move = decodeMove(position, this.view.getUint16(index * ENTRY_BYTES + MOVE_OFFSET));
      const weight = this.view.getUint16(index * ENTRY_BYTES + WEIGHT_OFFSET);
      if (move !== NO_MOVE && weight > 0) weights.set(move, (weights.get(move) ?? 0) + weight);
    }
    return Array.from(weights, ([move, weight]) => ({ move, weight })).sort((a, b) => b.weight - a.weight);
  }

  private keyAt(index: number): bigint {
    return this.view.getBigUint64(index * ENTRY_BYTES);
  }

  /** The index of the first entry whose key is at least `key`. */
  private firstOf(key: bigint): number {
    let low = 0;
    let high = this.entryCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Picks a random move in proportion to the weights. `random` is in [0, 1). Returns `NO_MOVE` if there are no moves. */
export function pickBookMove(moves: readonly BookMove[], random: number): number {
  let total = 0;
  for (const { weight } of moves) total += weight;
  let rest = random * total;
  for (const { move, weight } of moves) {
    if (rest < weight) return move;
    rest -= weight;
  }
  return moves.at(-1)?.move ?? NO_MOVE;
}

/**
 * The legal move with this code; `NO_MOVE` if there is none. The code has three bits each for the file and rank of the
 * target, the file and rank of the origin, and the promotion. Castling is coded as the king taking its own rook.
 */
function decodeMove(position: Position, code: number): number {
  return legalMoves(position).find((move) => {
    const promotion = moveKind(move) === PROMOTION ? promotionType(move) - KNIGHT + 1 : 0;
    return (promotion << 12 | moveFrom(move) << 6 | moveTo(move)) === code;
  }) ?? NO_MOVE;
}
