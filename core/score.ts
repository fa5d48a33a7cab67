/**
 * Scores: centipawns near zero, mates at both ends of the range, wins by the endgame tables between them, and the form
 * that all of them have in the transposition table.
 *
 * A score is an integer from the side to move. "Mate in n plies from the root" is `MATE - n`, so shorter mates score
 * higher; a position that the endgame tables call won scores the higher the sooner it is reached. In the transposition
 * table such distances count from the node, not from the root, because the same position is reached at different
 * plies.
 *
 * @module
 */

/** Greatest distance from the root, in plies; also the greatest depth. */
export const MAX_PLY = 200;

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

/** No score at all: outside every bound. */
export const NO_SCORE: number = -32002;
/** Above every score. */
export const INFINITE = 32001;
/** A mate on the board. n plies from the root it is `MATE - n` for the side that mates, `n - MATE` for the other. */
export const MATE = 32000;
/** Scores from here up are mates found by the search. */
export const MATE_IN_MAX = MATE - MAX_PLY;
/** A win by the endgame tables: `TABLEBASE_WIN - n` for the winner, if the position probed is n plies from the root. */
export const TABLEBASE_WIN = MATE_IN_MAX - 1;
/** Scores from here up are wins for certain: of the tables, then mates. */
export const CERTAIN_WIN = TABLEBASE_WIN - MAX_PLY;
/** Evaluations are clamped to ± this. */
export const MAX_EVAL = CERTAIN_WIN - 1;
/** A draw. */
export const DRAW = 0;

/** Whether a score means that one side is mated by force. */
export function isMateScore(score: number): boolean {
  return score >= MATE_IN_MAX || score <= -MATE_IN_MAX;
}

/** Whether a score means a certain win of one side: by a mate found, or by the endgame tables. */
export function isCertain(score: number): boolean {
  return score >= CERTAIN_WIN || score <= -CERTAIN_WIN;
}

/** A score as the transposition table stores it: wins for certain counted from the node at `ply`. */
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

/** Full moves to the mate that a mate score means: positive for the side to move, negative against it. */
export function mateIn(score: number): number {
  return score > 0 ? (MATE - score + 1) >> 1 : -((MATE + score) >> 1);
}
