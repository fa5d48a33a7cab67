/**
 * Bounds: what is known of a score; and the form that scores have in the transposition table (TT).
 *
 * There, wins for certain count from the node, not from the root, because the same position is reached at different
 * plies.
 *
 * @module
 */

import { CERTAIN_WIN } from "../core/score.ts";

/** The score is exact. */
export const BOUND_EXACT = 3;
/** The true score is at least the one given. */
export const BOUND_LOWER = 2;
/** The true score is at most the one given. */
export const BOUND_UPPER = 1;
/** No score. */
export const BOUND_NONE = 0;

/**
 * Whether a bound decides on which side of a limit the true score is: a lower bound that reaches it, or an upper bound
 * below it.
 *
 * @param bound What is known of `score`, `BOUND_NONE` for nothing.
 */
export function boundDecides(bound: number, score: number, limit: number): boolean {
  return (bound & (score >= limit ? BOUND_LOWER : BOUND_UPPER)) !== 0;
}

/** A score as the TT stores it: wins for certain counted from the node at `ply`. */
export function scoreToTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score + ply;
  if (score <= -CERTAIN_WIN) return score - ply;
  return score;
}

/** A stored score as the node at `ply` needs it: wins for certain counted from the root. */
export function scoreFromTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score - ply;
  if (score <= -CERTAIN_WIN) return score + ply;
  return score;
}
