/**
 * Exponential moving average: how correction histories could learn instead of by gravity (the form of Alexandria).
 * Deeper results weigh more. Off: no difference is seen, −5 ± 10 Elo for gravity (4,000 games at 1,000 nodes a move
 * with network 7).
 *
 * @module
 */

import { CORRECTION_MAX } from "../descriptors.ts";
import { L } from "../params.ts";

/** Entry units per centipawn of difference. */
const AVERAGE_GRAIN = 16;
/** Weights are in 1024ths. */
const AVERAGE_UNIT = 1024;

/**
 * The new value of an entry.
 *
 * @param difference Score less evaluation, centipawns.
 * @param depth Depth of the score, plies.
 */
export function averageRule(entry: number, difference: number, depth: number): number {
  const weight = Math.min((depth + 1) * (depth + 1), L.correctionAverageMax);
  const mixed = (entry * (AVERAGE_UNIT - weight) + difference * AVERAGE_GRAIN * weight) / AVERAGE_UNIT | 0;
  return Math.max(-CORRECTION_MAX, Math.min(CORRECTION_MAX, mixed));
}
