/**
 * Bounds: what is known about a score; and the form that scores have in the transposition table (TT). There, wins for
 * certain count from the node, not from the root, because the same position is reached at different plies.
 * @module
 */

import { CERTAIN_WIN } from "../core/score.ts";

/** The kinds: there is no score, or the true score is at most, at least, or exactly the one given. */
export const BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3;

/** Whether a bound decides on which side of a limit the true score is: a lower one that reaches it, an upper one below. */
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
