/**
 * What the search learns about moves.
 *
 * A table holds for each kind of move how often it refuted or failed to. All use the gravity update: an entry moves towards
 * its bound by `bonus - entry · |bonus| / bound`, so it never leaves ± bound, and surprises count for more than confirmations.
 *
 * | table | index | bound | written | read |
 * |---|---|---|---|---|
 * | butterfly | [side][from][to] | 8192 | quiet cutoff: bonus for the move, malus for the quiets tried before | quiet ordering, reductions |
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { P } from "./params.ts";

/** Bound of the butterfly table. */
export const BUTTERFLY_MAX = 8192;

/** The move histories of one search thread. */
export class Histories {
  /** Quiet moves, `[side << 12 | to << 6 | from]`. */
  readonly butterfly: Int16Array = new Int16Array(2 * 64 * 64);

  /** Forgets everything. */
  clear(): void {
    this.butterfly.fill(0);
  }

  /** Score of a quiet move, for ordering and reductions. */
  quietScore(position: Position, move: number): number {
    return this.butterfly[position.sideToMove << 12 | move & 0xfff];
  }

  /**
   * Learns from a quiet move that caused a beta cutoff.
   *
   * @param position Where it was played.
   * @param best The move that cut.
   * @param tried Quiet moves searched before it; `best` may be among them.
   * @param start Index of the first of them in `tried`.
   * @param count How many there are.
   * @param depth Depth of the node, plies.
   */
  updateQuiets(position: Position, best: number, tried: Int32Array, start: number, count: number, depth: number): void {
    const bonus = Math.min(P.historyBonusSlope * depth - P.historyBonusOffset, P.historyBonusMax);
    const side = position.sideToMove << 12;
    addGravity(this.butterfly, side | best & 0xfff, bonus, BUTTERFLY_MAX);
    for (let i = start; i < start + count; i++) {
      if (tried[i] !== best) addGravity(this.butterfly, side | tried[i] & 0xfff, -bonus, BUTTERFLY_MAX);
    }
  }
}

/** The gravity update: moves an entry towards ± `bound` by `bonus`, less the closer it is. */
export function addGravity(table: Int16Array, index: number, bonus: number, bound: number): void {
  const clamped = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  const entry = table[index];
  table[index] = entry + clamped - Math.trunc(entry * Math.abs(clamped) / bound);
}
