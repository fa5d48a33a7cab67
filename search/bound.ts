/**
 * A bound says whether a score is exact, a lower limit or an upper limit. In the transposition table (TT), the distance
 * to a certain win is counted from the node instead of the root, because a position can be reached at different plies.
 * @module
 */

import { CERTAIN_WIN } from "../core/score.ts";

/** Kinds of bound: there is no score, or the true score is at most, at least or exactly the given score. */
export const BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3;

/** Whether the bound shows that the true score is on the same side of `limit` as `score`. */
export function boundDecides(bound: number, score: number, limit: number): boolean {
  return (bound & (score >= limit ? BOUND_LOWER : BOUND_UPPER)) !== 0;
}

/** Converts the score of a node at `ply` to the form that the TT stores. */
export function scoreToTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score + ply;
  if (score <= -CERTAIN_WIN) return score - ply;
  return score;
}

/** Converts a score from the TT to the score of a node at `ply`. */
export function scoreFromTt(score: number, ply: number): number {
  if (score >= CERTAIN_WIN) return score - ply;
  if (score <= -CERTAIN_WIN) return score + ply;
  return score;
}
