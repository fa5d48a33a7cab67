/**
 * Pawn-structure history: quiet moves in this pawn structure, `[pawn key % 512][piece][to]`, bound 8192.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { HISTORY_MAX } from "../gravity.ts";
import { PieceToRows } from "../quiet_history.ts";

const PAWN_STRUCTURES = 512;

/** Pawn-structure history. */
export class PawnHistory extends PieceToRows {
  constructor() {
    super(PAWN_STRUCTURES, HISTORY_MAX);
  }

  /** The row of a pawn structure; structures that share a key share a row. */
  override row({ pawnKey }: Position): number {
    return pawnKey & (PAWN_STRUCTURES - 1);
  }
}
