/**
 * Piece-to history: quiet moves by piece and target square, `[piece][to]`, bound 8192. Off: measured instead of
 * butterfly history, which distinguishes moves by threats, it loses 75 ± 10 Elo (4,000 games at 1,000 nodes a move).
 *
 * @module
 */

import { addGravity, HISTORY_MAX } from "../gravity.ts";
import { PieceToRows } from "../quiet_history.ts";
import { MARGIN, type SearchStack } from "../stack.ts";

/** Piece-to history. */
export class PieceToHistory extends PieceToRows {
  constructor() {
    super(1, HISTORY_MAX);
  }

  /** There is one row. */
  override row(): number {
    return 0;
  }

  /** Learns about the move that was made at `ply`. */
  override updatePlayed(_colour: number, stack: SearchStack, ply: number, bonus: number): void {
    addGravity(this.entries, stack.pieceTo[ply + MARGIN], bonus, HISTORY_MAX);
  }
}
