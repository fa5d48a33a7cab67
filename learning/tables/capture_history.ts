/**
 * Capture history: captures and promotions, `[piece][victim][to]`, bound 16384.
 *
 * It orders captures of equal victims, says how much material a good capture may lose, and moves the margin of exchange
 * pruning and the reduction of captures.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { victimType } from "../../core/see.ts";
import { moveFrom, moveTo } from "../../core/types.ts";
import { addGravity } from "../gravity.ts";
import { L } from "../params.ts";
import { WEIGHT_SHIFT } from "../quiet_history.ts";

/** Bound of the capture table. */
export const CAPTURE_MAX = 16384;

/** Capture history. */
export class CaptureHistory {
  /** `[piece << 9 | victim type << 6 | to]` */
  readonly entries: Int16Array = new Int16Array(16 * 8 * 64);

  /** History of a capture or promotion; 0 if the table is off. */
  score(position: Position, move: number): number {
    return L.useCapture !== 0 ? this.entries[captureIndex(position, move)] : 0;
  }

  /**
   * What orders captures of the same victim: the history, or if it is off the type of the attacker, the least first.
   */
  orderTerm(position: Position, move: number): number {
    return L.useCapture !== 0
      ? L.orderCapture * this.score(position, move) >> WEIGHT_SHIFT
      : -(position.mailbox[moveFrom(move)] & 7);
  }

  /** Learns about a capture or promotion that is legal in `position`. */
  update(position: Position, move: number, bonus: number): void {
    if (L.useCapture !== 0) addGravity(this.entries, captureIndex(position, move), bonus, CAPTURE_MAX);
  }

  /** Learns about the capture that has led to `position`; `captured` is the piece that it took. */
  updatePlayed(position: Position, move: number, captured: number, bonus: number): void {
    if (L.useCapture === 0) return;
    const to = moveTo(move);
    addGravity(this.entries, entryIndex(position.mailbox[to], captured & 7, to), bonus, CAPTURE_MAX);
  }
}

/** Quiet promotions have victim 0; castling never comes here. */
function captureIndex(position: Position, move: number): number {
  return entryIndex(position.mailbox[moveFrom(move)], victimType(position, move), moveTo(move));
}

/** Where the entry of a capture is, by the piece that moves, the type of its victim, and the square. */
function entryIndex(piece: number, victim: number, to: number): number {
  return piece << 9 | victim << 6 | to;
}
