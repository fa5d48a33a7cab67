/**
 * The threads vote on which move to play, as in Stockfish.
 *
 * A thread's vote has more weight if the thread searched deeper or found a better score. The votes for a move are added
 * up. Of the threads that voted for the winning move, the thread with the heaviest vote provides the line. A forced win
 * needs no majority: the shortest one is played.
 * @module
 */

import { NO_MOVE } from "../../core/types.ts";
import { BOUND_EXACT, BOUND_NONE } from "../bound.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import type { SearchLimits } from "../limits.ts";
import { isMateScore, MATE_IN_MAX, MAX_PLY } from "../../core/score.ts";

/** Centipawns added to each score's lead over the worst score, so that the thread with the worst score still counts. */
const SCORE_OFFSET = 15;

/** Whether the threads vote. They do not in MultiPV mode, at a fixed depth or in a mate search. */
export function isElective(limits: SearchLimits): boolean {
  return limits.multiPv === 1 && limits.mate === 0 && limits.depth === MAX_PLY;
}

/** Chooses the result to play. The first result is the main thread's; it wins if no other result is better. */
export function elect(results: readonly SearchResult[]): SearchResult {
  const main = results[0];
  // A thread that has completed no depth has no vote. If the main thread has no move, there is no vote at all.
  const voters = results.filter((result) => result.bestMove !== NO_MOVE && result.depth > 0);
  if (voters.length < 2 || main.bestMove === NO_MOVE) return voters.length === 1 && main.depth === 0 ? voters[0] : main;
  const worst = Math.min(...voters.map((result) => result.score));
  const weight = (result: SearchResult): number => (result.score - worst + SCORE_OFFSET) * result.depth;
  const votes = new Map<number, number>();
  const votesFor = ({ bestMove }: SearchResult): number => votes.get(bestMove) ?? 0;
  for (const voter of voters) votes.set(voter.bestMove, votesFor(voter) + weight(voter));
  const isBetter = (voter: SearchResult, holder: SearchResult): boolean => {
    // The longest defence is best, and a thread that has not seen the mate may have found a way out.
    if (isMateScore(voter.score) || isMateScore(holder.score)) return voter.score > holder.score;
    const difference = votesFor(voter) - votesFor(holder);
    return difference > 0 || (difference === 0 && weight(voter) > weight(holder));
  };
  const elected = voters.reduce((holder, voter) => isBetter(voter, holder) ? voter : holder);
  // The main thread has already reported its line, so keep this line if it begins with the same move.
  return elected.bestMove === main.bestMove && elected.score < MATE_IN_MAX ? main : elected;
}

/** A search's result so far, made from the latest line that it has reported; empty if it has reported none. */
export function resultOf(info: SearchInfo | null): SearchResult {
  const { pv, nodes, score, depth, bound } = info ?? { pv: [], nodes: 0, score: 0, depth: 0, bound: BOUND_NONE };
  const completed = bound === BOUND_EXACT ? [{ score, pv }] : [];
  return { bestMove: pv[0] ?? NO_MOVE, ponderMove: pv[1] ?? NO_MOVE, nodes, score, depth, pv, completed };
}
