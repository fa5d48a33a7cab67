/**
 * Butterfly history: quiet moves by their squares and by threats.
 *
 * `[from attacked][to attacked][side][to][from]`, bound 8192. Schaeffer ("The history heuristic and alpha-beta search
 * enhancements in practice", 1989) counted moves by their squares; the index by threats comes from chess engines
 * (docs/histories.md names them). Whether the opponent attacks the two squares is kept in the stack: `Threats.find`
 * must have been called for the ply, which nodes that order moves, and lessons that credit one, do.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { addGravity, HISTORY_MAX } from "../gravity.ts";
import { L } from "../params.ts";
import { QuietHistory, type QuietList, squaresOf } from "../quiet_history.ts";
import { MARGIN, type SearchStack } from "../stack.ts";

/** Where the entry of a quiet move of `colour` is, by the threats that the stack knows. */
export function butterflyIndex(colour: number, stack: SearchStack, ply: number, move: number): number {
  const bits = L.useThreats !== 0 ? stack.threats.bitsOf(ply + MARGIN, move) : 0;
  return bits << 13 | colour << 12 | squaresOf(move);
}

/** Butterfly history. */
export class ButterflyHistory extends QuietHistory {
  /** `[bits of threats << 13 | side << 12 | to << 6 | from]`, see `Threats.bitsOf` */
  override readonly entries: Int16Array = new Int16Array(4 * 2 * 4096);

  /** Adds the weighted entry of each move. */
  override addTo({ position, stack, ply, moves, sums, first, end }: QuietList): void {
    const { entries, orderWeight } = this;
    const { sideToMove } = position;
    for (let i = first; i < end; i++) {
      sums[i] += orderWeight * entries[butterflyIndex(sideToMove, stack, ply, moves[i])];
    }
  }

  /** The weighted entry of a move. */
  override pruningTerm(position: Position, stack: SearchStack, ply: number, move: number): number {
    return this.pruneWeight * this.entries[butterflyIndex(position.sideToMove, stack, ply, move)];
  }

  /** Moves the entry of a move by gravity. */
  override update(
    position: Position,
    stack: SearchStack,
    ply: number,
    move: number,
    _pieceTo: number,
    bonus: number,
  ): void {
    addGravity(this.entries, butterflyIndex(position.sideToMove, stack, ply, move), bonus, HISTORY_MAX);
  }

  /** Learns about the move that `colour` made at `ply`, by the threats before it. */
  override updatePlayed(colour: number, stack: SearchStack, ply: number, bonus: number): void {
    addGravity(this.entries, butterflyIndex(colour, stack, ply, stack.move[ply + MARGIN]), bonus, HISTORY_MAX);
  }
}
