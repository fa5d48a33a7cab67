/**
 * Opening books in the Polyglot format: the moves of a book for a position, and a choice among them.
 *
 * A book is a list of 16-byte entries, sorted by the key of the position. An entry has a key (8 bytes), a move (2), a
 * weight (2), and learning data (4), which are ignored. All numbers have their highest byte first. The entries for a
 * position are found by bisection. Different positions may have equal keys, and books may be damaged, so only legal
 * moves count: entries are compared with the generated moves.
 *
 * @module
 */

import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { KNIGHT, moveFrom, moveKind, moveTo, NO_MOVE, PROMOTION, promotionType } from "../core/types.ts";
import { polyglotKey } from "./polyglot_key.ts";

/** Size of an entry in bytes. */
const ENTRY_BYTES = 16;
const MOVE_OFFSET = 8;
const WEIGHT_OFFSET = 10;

/** A move of a book. */
export interface BookMove {
  /** The legal move, encoded as in core/types.ts. */
  readonly move: number;
  /** The weight. The probability of a move is its weight divided by the sum of the weights of the position's moves. */
  readonly weight: number;
}

/** An opening book in memory. */
export class PolyglotBook {
  private readonly view: DataView;

  /**
   * Opens a book from the bytes of its file, which must not change afterwards. Throws a RangeError if the bytes are
   * empty, incomplete or not sorted, and so are not a Polyglot book.
   */
  constructor(bytes: Uint8Array) {
    if (bytes.length === 0) throw new RangeError("Expected a Polyglot book, but it has no entries");
    if (bytes.length % ENTRY_BYTES !== 0) {
      throw new RangeError(
        `Expected a Polyglot book of entries of ${ENTRY_BYTES} bytes, but ${bytes.length} bytes are not a whole number ` +
          "of them: the book is incomplete or another kind of file",
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

  /**
   * The book's legal moves for a position, best first; moves of weight 0 should not be played. `lastMove` is the move
   * that led to the position; see `polyglotKey`.
   */
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

  /** The index of the first entry whose key is not smaller than `key`. */
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

/**
 * Chooses a move with a probability in proportion to its weight; `NO_MOVE` if there are no moves. `random` is at least
 * 0 and less than 1.
 */
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
 * The legal move of an entry, `NO_MOVE` if there is none. The code of an entry's move has three bits for each of these
 * numbers: the file and the rank of the target, the file and the rank of the origin, and the piece promoted to (0 for
 * none). Castling is "king takes own rook", as in this engine.
 */
function decodeMove(position: Position, code: number): number {
  return legalMoves(position).find((move) => {
    const promotion = moveKind(move) === PROMOTION ? promotionType(move) - KNIGHT + 1 : 0;
    return (promotion << 12 | moveFrom(move) << 6 | moveTo(move)) === code;
  }) ?? NO_MOVE;
}
