/**
 * Bounds say how exactly a score is known. This file also converts scores to and from their form in the transposition
 * table (TT). In the TT, the distance to a certain win is counted from the node, not from the root, because a position
 * can be reached at different plies.
 * @module
 */

import { CERTAIN_WIN } from "../core/score.ts";

/** The kinds of bounds: no score; the true score is at most, at least, or exactly the given score. */
export const BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3;

/**
 * Whether a score with this bound shows on which side of a limit the true score is. A lower bound shows this if the
 * score is at or above the limit, an upper bound if the score is below it.
 */
export function boundDecides(bound: number, score: number, limit: number): boolean {
  return (bound & (score >= limit ? BOUND_LOWER : BOUND_UPPER)) !== 0;
}

/** A score as the TT stores it: distances to certain wins are counted from the node at `ply`. */
export function scoreToTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score + ply;
  if (score <= -CERTAIN_WIN) return score - ply;
  return score;
}

/** A score from the TT as the node at `ply` uses it: distances to certain wins are counted from the root. */
export function scoreFromTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score - ply;
  if (score <= -CERTAIN_WIN) return score + ply;
  return score;
}
