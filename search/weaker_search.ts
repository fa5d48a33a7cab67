/**
 * A search that plays weaker on purpose: a short one for many moves, of which one is chosen as weaker_play.ts says.
 *
 * @module
 */

import { type Weakness } from "./limits.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchInfo, SearchResult } from "./info.ts";
import { iterate } from "./iterate.ts";
import type { Search } from "./search.ts";
import { CandidateList, chooseCandidate, weakLimits } from "./weaker_play.ts";

/**
 * Searches within the limits of the clock, and chooses the answer by `weakness`. Lines beyond those that the limits want
 * are not reported.
 */
export function iterateWeaker(s: Search, weakness: Weakness, report: (info: SearchInfo) => void): SearchResult {
  const { clock } = s;
  const { multiPv } = clock.limits;
  const list = new CandidateList();
  clock.limits = weakLimits(clock.limits, weakness.level);
  const result = iterate(s, (info) => {
    list.note(info);
    if (info.multipv <= multiPv) report(info);
  });
  if (list.candidates.length === 0 || result.bestMove === NO_MOVE) return result;
  const { move, score, pv } = chooseCandidate(s.position, list.candidates, weakness);
  return { ...result, bestMove: move, ponderMove: pv[1] ?? NO_MOVE, score, pv: Array.from(pv) };
}
