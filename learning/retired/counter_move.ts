/**
 * Counter-move: the quiet move that refuted the opponent's last move when it was played last; `[side][to][from]` of
 * that move → the answer. Uiterwijk ("The countermove heuristic", 1992). Off: continuation history of one ply knows the
 * same and more; 5 ± 10 Elo (4,000 games at 1,000 nodes a move), for more nodes to a depth.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import { QuietHistory, type QuietList, squaresOf, WEIGHT_SHIFT } from "../quiet_history.ts";
import { MARGIN, type SearchStack } from "../stack.ts";

/** Counter-moves. Its weight in ordering is what it adds to the answer's score. */
export class CounterMoveHistory extends QuietHistory {
  /** `[side << 12 | to << 6 | from]` of the last move → the quiet move that refuted it */
  override readonly entries: Uint16Array = new Uint16Array(2 * 4096);

  /** The quiet move that last refuted the opponent's last move, `NO_MOVE` if there is none. */
  answer(position: Position, stack: SearchStack, ply: number): number {
    const last = stack.move[ply - 1 + MARGIN];
    return last === NO_MOVE ? NO_MOVE : this.entries[position.sideToMove << 12 | squaresOf(last)];
  }

  /** Remembers the quiet move that refuted the opponent's last move. */
  remember(position: Position, stack: SearchStack, ply: number, move: number): void {
    const last = stack.move[ply - 1 + MARGIN];
    if (last !== NO_MOVE) this.entries[position.sideToMove << 12 | squaresOf(last)] = move;
  }

  /** Adds the bonus to the answer, if it is among the moves. */
  override addTo({ position, stack, ply, moves, sums, first, end }: QuietList): void {
    const answer = this.answer(position, stack, ply);
    for (let i = first; i < end; i++) if (moves[i] === answer) sums[i] += this.orderWeight << WEIGHT_SHIFT;
  }

  /** Nothing: it is not read for pruning. */
  override pruningTerm(): number {
    return 0;
  }

  /** Bonuses do not concern it: it learns by `remember` alone. */
  override update(): void {}
}
