/**
 * Continuation history: quiet moves as answers to, and follow-ups of, an earlier move: `[piece][to]` of the move some
 * plies ago → `[piece][to]`, bound 16384.
 *
 * All distances share one table. A move of one ply ago and one of four plies ago that are the same have the same row.
 * Row 0 belongs to no move, for null moves and plies before the game; it is never written and stays zero.
 *
 * It grew from the counter-move (Uiterwijk, "The countermove heuristic", 1992), which remembers one answer only.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { addGravity } from "../gravity.ts";
import { PieceToRows } from "../quiet_history.ts";
import { MARGIN, type SearchStack } from "../stack.ts";

/** Bound of the continuation table. */
export const CONTINUATION_MAX = 16384;

/** Continuation history of one distance. */
export class ContinuationHistory extends PieceToRows {
  /** How many plies ago the earlier move was played. */
  private readonly back: number;

  /**
   * A history of one distance.
   *
   * @param table `[earlier piece-to << 10 | piece-to]`, shared by all distances.
   * @param back How many plies ago the earlier move was played.
   */
  constructor(table: Int16Array, back: number) {
    super(table, CONTINUATION_MAX);
    this.back = back;
  }

  /** The earlier move, as `pieceToOf` encodes it; 0 for none. */
  override row(_position: Position, stack: SearchStack, ply: number): number {
    return stack.pieceTo[ply - this.back + MARGIN];
  }

  /** Learns about a move as an answer to the earlier move; nothing, if there is none. */
  override update(
    _position: Position,
    stack: SearchStack,
    ply: number,
    _move: number,
    pieceTo: number,
    bonus: number,
  ): void {
    this.updateMove(stack, ply, pieceTo, bonus);
  }

  /** Learns about the move `pieceTo` at `ply`, on the board or already played. */
  updateMove(stack: SearchStack, ply: number, pieceTo: number, bonus: number): void {
    const earlier = stack.pieceTo[ply - this.back + MARGIN];
    // The constant rather than `bound`: to divide by a known power of two costs next to nothing.
    if (earlier !== 0) addGravity(this.entries, earlier << 10 | pieceTo, bonus, CONTINUATION_MAX);
  }
}
