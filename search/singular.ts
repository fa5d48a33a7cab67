/**
 * Singular extensions: is the table's move the only good one?
 *
 * All other moves of the node are searched at half the depth, against a bound a little below the table's score. What
 * they say decides about the table's move: more depth if it stands alone, less if it does not, or no search at all if
 * two moves beat beta. Anantharaman, Campbell and Hsu ("Singular extensions: adding selectivity to brute-force
 * searching", 1990) tested every move that way; asking about the table's move alone made it cheap.
 *
 * @module
 */

import { NO_MOVE } from "../core/types.ts";
import { SIZE_SHIFT } from "../learning/corrections.ts";
import { searchNode } from "./node.ts";
import { P } from "./params.ts";
import { BOUND_LOWER, isCertain } from "../core/score.ts";
import type { Search } from "./search.ts";
import { MARGIN } from "../learning/stack.ts";

/** Instead of an extension: the node fails high without a search, see `singularExtension`. */
export const MULTICUT = 100;

/** Margins are in 16ths of a centipawn for each ply of depth: shift by this. */
const SINGULAR_SHIFT = 4;
/** Factors of histories are in 1024ths. */
const HISTORY_SHIFT = 10;

/**
 * Whether the table's move of a node is to be tested: deep enough, not too far from the root, and with a table
 * result that says "at least" from almost the same depth.
 *
 * @param ttPv Whether the node is in the principal variation, or was when the table stored it: there tests cost most.
 */
export function isSingularCandidate(
  s: Search,
  depth: number,
  ply: number,
  ttPv: boolean,
  ttBound: number,
  ttDepth: number,
  ttScore: number,
): boolean {
  return depth >= P.singularDepth + (ttPv ? 1 : 0) && ply < P.extensionPlies * s.rootDepth &&
    (ttBound & BOUND_LOWER) !== 0 && ttDepth >= depth - P.singularTtDepth && !isCertain(ttScore);
}

/**
 * The bound that the other moves must stay below: the deeper the node, the further below the table's score; further
 * still where the node was in the principal variation once, and is not now.
 */
export function singularBetaOf(ttScore: number, depth: number, wasPvOnly: boolean): number {
  return ttScore - (P.singularSlope * depth >> SINGULAR_SHIFT) - (wasPvOnly ? depth : 0);
}

/**
 * By how much to extend the table's move.
 *
 * - Singular extension. The bet: if every other move fails low against the bound, the table's move is the only one and
 *   deserves more depth. It fails where the table is wrong, and the tree explodes where it happens often; the guards:
 *   see `isSingularCandidate`.
 * - Double and triple extension. The bet: the further the others fail, the more hangs on the move. It fails in forced
 *   sequences, which would be searched without end; the guards: not in PV nodes, and few of them in a line.
 * - Multicut. The bet: if another move beats the bound too, and the bound beats beta, one of the two will beat beta in
 *   a full search. It fails where both have the same deep refutation; the guard: the table's result is almost as deep.
 * - Negative extension. The bet: where others are nearly as good, the move is one of several that may cut, or a cut is
 *   expected anyway, so less depth is enough. It fails where only this move works after all; the guard: few plies.
 *
 * @param s The search; nothing is made on the board.
 * @param move The table's move.
 * @param singularBeta See `singularBetaOf`.
 * @param correction What the correction histories add to the evaluation, centipawns.
 * @param doubleExtensions Double extensions in the line so far.
 * @returns Plies, or `MULTICUT` for a node that fails high with `singularBeta`; void once `s.stopped`.
 */
export function singularExtension(
  s: Search,
  move: number,
  singularBeta: number,
  beta: number,
  depth: number,
  ply: number,
  isPv: boolean,
  cutNode: boolean,
  ttScore: number,
  isMoveNoisy: boolean,
  correction: number,
  doubleExtensions: number,
): number {
  const { stack, histories } = s;
  const at = ply + MARGIN;
  stack.excluded[at] = move;
  const score = searchNode(s, singularBeta - 1, singularBeta, (depth - 1) >> 1, ply, cutNode);
  stack.excluded[at] = NO_MOVE;
  if (score < singularBeta) {
    if (isPv || doubleExtensions >= P.doubleExtensionsMax) return 1;
    const eased = (P.singularCorrection * Math.abs(correction) >> SIZE_SHIFT) +
      (P.useTtMoveHistory !== 0 ? P.ttMoveHistoryMargin * histories.ttMove[0] >> HISTORY_SHIFT : 0);
    if (score < singularBeta - P.tripleMargin + eased && !isMoveNoisy) return 3;
    return score < singularBeta - P.doubleMargin + eased ? 2 : 1;
  }
  if (singularBeta >= beta) return MULTICUT;
  if (ttScore >= beta) return 0 - P.negativeExtension;
  return cutNode ? 0 - P.cutNodeExtension : 0;
}
