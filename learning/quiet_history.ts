/**
 * What every history of quiet moves is: a table with a way to find a move's entry, read for ordering and for pruning,
 * and written by the gravity update.
 *
 * Ordering reads a history for all quiet moves of a node at once. So the call, whose target is chosen at run time, and
 * the look-up of the table's row happen once for the node. Each move then costs one load, one product and one sum.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { MAX_MOVES, moveFrom, moveTo } from "../core/types.ts";
import { addGravity } from "./gravity.ts";
import type { SearchStack } from "./stack.ts";

/** Weights are in 1024ths: shift a weighted sum by this. */
export const WEIGHT_SHIFT = 10;
/** Factors of a bonus are in 1024ths: shift by this. */
export const FACTOR_SHIFT = 10;
/** Entries of a row that is indexed by piece and target square. */
const ROW_SIZE = 1024;

/** The quiet moves of one node, and the sums of what the histories say about them. */
export class QuietList {
  /** The node's position. */
  position!: Position;
  /** The plies that led there. */
  stack!: SearchStack;
  /** Distance from the root, plies. */
  ply = 0;
  /** The moves, from `first` to `end`. */
  moves: Int32Array = new Int32Array(0);
  /** Weighted sum of each move, 1024ths. */
  sums: Int32Array = new Int32Array(0);
  /** Index of the first move. */
  first = 0;
  /** Index behind the last move. */
  end = 0;
  /** Piece and target of each move, as `pieceToOf` encodes them. */
  readonly pieceTos: Int32Array = new Int32Array(MAX_MOVES);

  /** The list is about another node. */
  setNode(position: Position, stack: SearchStack, ply: number): void {
    this.position = position;
    this.stack = stack;
    this.ply = ply;
  }

  /** Takes in the moves `first` … `end` of an array. Their sums are void until `begin`, or `order` of all histories. */
  setMoves(moves: Int32Array, sums: Int32Array, first: number, end: number): void {
    this.moves = moves;
    this.sums = sums;
    this.first = first;
    this.end = end;
  }

  /** Finds out which pieces move where, and zeroes the sums: now histories can add to them one by one. */
  begin(): void {
    const { position, moves, sums, pieceTos, first, end } = this;
    for (let i = first; i < end; i++) {
      pieceTos[i] = pieceToOf(position, moves[i]);
      sums[i] = 0;
    }
  }
}

/** A history of quiet moves. */
export abstract class QuietHistory {
  /** The table. */
  abstract readonly entries: Int16Array | Uint16Array;
  /** Weight in ordering; 1024ths where entries are weighed. Set from params.ts at the start of each search. */
  orderWeight = 0;
  /** Weight in pruning and reductions, 1024ths; 0 if it is not read there. Set like `orderWeight`. */
  pruneWeight = 0;
  /** What the history learns from a bonus, 1024ths. Set like `orderWeight`. */
  bonusFactor = 1 << FACTOR_SHIFT;
  /** What the history learns from a malus, 1024ths. Set like `orderWeight`. */
  malusFactor = 1 << FACTOR_SHIFT;

  /** Adds what the history says about each move of a node, weighted, to the sums for ordering. */
  abstract addTo(list: QuietList): void;

  /** What the history says about a move, weighted, for pruning and reductions: 1024ths. */
  abstract pruningTerm(position: Position, stack: SearchStack, ply: number, move: number): number;

  /**
   * Learns about a quiet move that is legal in `position`.
   *
   * @param pieceTo The move, as `pieceToOf` encodes it.
   */
  abstract update(
    position: Position,
    stack: SearchStack,
    ply: number,
    move: number,
    pieceTo: number,
    bonus: number,
  ): void;

  /** Learns about the quiet move that `colour` has just made at `ply`; only some histories can. */
  updatePlayed(_colour: number, _stack: SearchStack, _ply: number, _bonus: number): void {}

  /** What the history learns from a bonus, or from a malus: a negative one. */
  ownBonus(bonus: number): number {
    return bonus * (bonus > 0 ? this.bonusFactor : this.malusFactor) >> FACTOR_SHIFT;
  }

  /** Forgets everything. */
  clear(): void {
    this.entries.fill(0);
  }
}

/**
 * A history by piece and target square, in rows that something else about the node chooses: `[row][piece][to]`. A new
 * history of this kind says no more than how many rows there are, which one is meant, and the bound of the entries.
 */
export abstract class PieceToRows extends QuietHistory {
  /** `[row << 10 | piece << 6 | to]` */
  override readonly entries: Int16Array;
  /** Bound of the entries' absolute value. */
  readonly bound: number;

  /**
   * A history without anything learned.
   *
   * @param table How many rows there are, or a table that other histories share.
   * @param bound Bound of the entries' absolute value.
   */
  constructor(table: number | Int16Array, bound: number) {
    super();
    this.bound = bound;
    this.entries = typeof table === "number" ? new Int16Array(table * ROW_SIZE) : table;
  }

  /** The row of a node: a whole number from 0. */
  abstract row(position: Position, stack: SearchStack, ply: number): number;

  /** Adds the weighted entries of one row to the sums. */
  override addTo({ position, stack, ply, pieceTos, sums, first, end }: QuietList): void {
    const { entries, orderWeight } = this;
    const row = this.row(position, stack, ply) << 10;
    for (let i = first; i < end; i++) sums[i] += orderWeight * entries[row | pieceTos[i]];
  }

  /** The weighted entry of a move in the row of the node. */
  override pruningTerm(position: Position, stack: SearchStack, ply: number, move: number): number {
    return this.pruneWeight * this.entries[this.row(position, stack, ply) << 10 | pieceToOf(position, move)];
  }

  /** Moves the entry in the row of the node by gravity. */
  override update(
    position: Position,
    stack: SearchStack,
    ply: number,
    _move: number,
    pieceTo: number,
    bonus: number,
  ): void {
    addGravity(this.entries, this.row(position, stack, ply) << 10 | pieceTo, bonus, this.bound);
  }
}

/** Moving piece and target square as one index, `piece << 6 | to`; never 0, which means "no move". */
export function pieceToOf(position: Position, move: number): number {
  return position.mailbox[moveFrom(move)] << 6 | moveTo(move);
}

/** From and target square as one index, `to << 6 | from`. */
export function squaresOf(move: number): number {
  return move & 0xfff;
}
