/**
 * What the endgame tables say about a node of the search: its score, or a bound of it.
 *
 * @module
 */

import { BOUND_EXACT, BOUND_LOWER, INFINITE, MAX_PLY, NO_SCORE, scoreToTt } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { MARGIN } from "../learning/stack.ts";
import type { NodeState } from "./node_state.ts";
import { P } from "./params.ts";
import type { Search } from "./search.ts";
import { boundOfTablebaseScore } from "./tablebases.ts";

/**
 * Looks a node up in the endgame tables. What they say is certain, but a win may be a mate: in nodes of the principal
 * variation it only bounds the score, by `node.tablebaseFloor` and `node.tablebaseCeiling`.
 *
 * @param node The node; its alpha rises to a lower bound. The root, and a node that leaves a move out, learn nothing.
 * @returns Whether `node.tablebaseScore` is the score of the node.
 */
export function probeEndgameTables(s: Search, node: NodeState): boolean {
  const { position, table, tablebases } = s;
  const { ply, beta, ttPv } = node;
  node.tablebaseFloor = -INFINITE;
  node.tablebaseCeiling = INFINITE;
  if (!tablebases.isInTree || ply === 0 || s.stack.excluded[ply + MARGIN] !== NO_MOVE) return false;
  const score = tablebases.probe(position, node.depth, ply);
  if (score === NO_SCORE) return false;
  s.pollSoon();
  const bound = boundOfTablebaseScore(score);
  if (bound === BOUND_EXACT || (bound === BOUND_LOWER ? score >= beta : score <= node.alpha)) {
    const storedDepth = Math.min(MAX_PLY, node.depth + P.tablebaseDepthBonus);
    table.store(position, s.entry.set(NO_MOVE, scoreToTt(score, ply), node.rawEval, storedDepth, bound, ttPv));
    node.tablebaseScore = score;
    return true;
  }
  if (!node.isPv) return false;
  if (bound === BOUND_LOWER) {
    node.tablebaseFloor = score;
    node.alpha = Math.max(node.alpha, score);
  } else node.tablebaseCeiling = score;
  return false;
}
