/**
 * History of table moves: one number that says how often the transposition table's move was a node's best, bound 8192.
 * Where it is high, double and triple extensions need less. Off: 5 ± 7 Elo (4,000 games at 1,000 nodes a move), for a
 * quarter more nodes to a depth.
 *
 * @module
 */

import { addGravity, HISTORY_MAX } from "../gravity.ts";
import { L } from "../params.ts";
import { FACTOR_SHIFT } from "../quiet_history.ts";

/** The history of table moves. */
export class TableMoveHistory {
  /** One entry: positive if the table's moves were mostly the best ones. */
  readonly entries: Int16Array = new Int16Array(1);

  /** Learns whether the table's move of a node was its best. */
  update(wasBest: boolean): void {
    if (L.useTtMoveHistory !== 0) addGravity(this.entries, 0, wasBest ? L.ttMoveBonus : -L.ttMoveBonus, HISTORY_MAX);
  }

  /** What it takes off the margins of double and triple extensions, centipawns. */
  singularEase(): number {
    return L.useTtMoveHistory !== 0 ? L.ttMoveHistoryMargin * this.entries[0] >> FACTOR_SHIFT : 0;
  }
}
