/**
 * Low-ply history: quiet moves near the root, `[ply < 4][to][from]`, bound 8192. It holds for one root only.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { addGravity, HISTORY_MAX } from "../gravity.ts";
import { QuietHistory, type QuietList, squaresOf } from "../quiet_history.ts";
import type { SearchStack } from "../stack.ts";

/** Plies from the root that the table covers. */
export const LOW_PLIES = 4;

/** Low-ply history. */
export class LowPlyHistory extends QuietHistory {
  /** `[ply << 12 | to << 6 | from]` */
  override readonly entries: Int16Array = new Int16Array(LOW_PLIES * 4096);

  /** The weight falls with the distance from the root. */
  override addTo({ ply, moves, sums, first, end }: QuietList): void {
    if (ply >= LOW_PLIES) return;
    const { entries, orderWeight } = this;
    for (let i = first; i < end; i++) {
      sums[i] += orderWeight * entries[ply << 12 | squaresOf(moves[i])] / (1 + ply) | 0;
    }
  }

  /** The weighted entry of a move near the root, by its distance as in `addTo`; else nothing. */
  override pruningTerm(_position: Position, _stack: SearchStack, ply: number, move: number): number {
    return ply < LOW_PLIES ? this.pruneWeight * this.entries[ply << 12 | squaresOf(move)] / (1 + ply) | 0 : 0;
  }

  /** Moves the entry of a move near the root by gravity. */
  override update(
    _position: Position,
    _stack: SearchStack,
    ply: number,
    move: number,
    _pieceTo: number,
    bonus: number,
  ): void {
    if (ply < LOW_PLIES) addGravity(this.entries, ply << 12 | squaresOf(move), bonus, HISTORY_MAX);
  }
}
