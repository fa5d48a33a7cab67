/**
 * Scores near zero are centipawns, scores at both ends of the range are mates, and tablebase wins lie in between.
 *
 * A score is an integer from the point of view of the side to move. A shorter mate scores higher, as does a tablebase
 * win that is reached sooner.
 * @module
 */

/** Greatest distance from the root, in plies; also the greatest depth. */
export const MAX_PLY = 200;

/** A number that means "no score", and a number above every score. */
export const NO_SCORE: number = -32002, INFINITE = 32001;
/** A mate at n plies from the root is `MATE - n` for the side that mates, and `n - MATE` for the side that is mated. */
export const MATE = 32000;
/** Scores of at least this are mates found by the search. */
export const MATE_IN_MAX = MATE - MAX_PLY;
/** A tablebase win scores `TABLEBASE_WIN - n` for the winner if the probed position is n plies from the root. */
export const TABLEBASE_WIN = MATE_IN_MAX - 1;
/** Scores of at least this are certain wins: tablebase wins and, above them, mates. */
export const CERTAIN_WIN = TABLEBASE_WIN - MAX_PLY;
/** Evaluations are clamped to plus or minus this value. */
export const MAX_EVAL = CERTAIN_WIN - 1;
/** A draw. */
export const DRAW = 0;

/** Whether a score means that one side is mated by force. */
export function isMateScore(score: number): boolean {
  return score >= MATE_IN_MAX || score <= -MATE_IN_MAX;
}

/** Whether a score is a certain win for one side: a mate or a tablebase win. */
export function isCertain(score: number): boolean {
  return score >= CERTAIN_WIN || score <= -CERTAIN_WIN;
}

/** The number of full moves to mate: positive if the side to move mates, negative if it is mated. */
export function mateIn(score: number): number {
  return score > 0 ? (MATE - score + 1) >> 1 : -((MATE + score) >> 1);
}
