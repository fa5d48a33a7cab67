/**
 * Singular extensions: is the table's move the only good one?
 *
 * All other moves of the node are searched at half the depth, against a bound a little below the table's score. Their
 * result decides about the table's move: more depth if no other move comes near, less if one does, or no search at all
 * if two moves beat beta. Anantharaman, Campbell and Hsu ("Singular extensions: adding selectivity to brute-force
 * searching", 1990) tested every move that way; the test of the table's move alone made it cheap.
 *
 * The search itself is in node.ts; here are its conditions and what follows from its score.
 *
 * @module
 */

import { BOUND_LOWER, isCertain } from "../core/score.ts";
import type { NodeState } from "./node_state.ts";
import { P } from "./params.ts";

/** Instead of an extension: the node fails high without a search, see `singularExtension`. */
export const MULTICUT = 100;

/** Margins are in 16ths of a centipawn for each ply of depth: shift by this. */
const SINGULAR_SHIFT = 4;

/**
 * Whether the table's move of a node is to be tested: deep enough, not too far from the root, and with a table
 * result that says "at least" from almost the same depth. A node with `ttPv` must be a ply deeper, since
 * tests cost most there.
 */
export function isSingularCandidate(node: NodeState, rootDepth: number): boolean {
  const { depth, ply, ttPv, ttBound, ttDepth, ttScore } = node;
  return depth >= P.singularDepth + (ttPv ? 1 : 0) && ply < P.extensionPlies * rootDepth &&
    (ttBound & BOUND_LOWER) !== 0 && ttDepth >= depth - P.singularTtDepth && !isCertain(ttScore);
}

/**
 * The bound that the other moves must stay below: the deeper the node, the further below the table's score; further
 * still where the node was in the principal variation once, and is not now.
 */
export function singularBetaOf({ ttScore, depth, ttPv }: NodeState, isPv: boolean): number {
  return ttScore - (P.singularSlope * depth >> SINGULAR_SHIFT) -
    (ttPv && !isPv ? P.singularPvSlope * depth >> SINGULAR_SHIFT : 0);
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
 * @param node The node whose table's move was tested.
 * @param score Score of the best other move.
 * @param singularBeta See `singularBetaOf`.
 * @param isPv Whether the node is in the principal variation.
 * @param ease Centipawns that the margins of double and triple extensions are smaller by.
 * @returns Plies, or `MULTICUT` for a node that fails high with `singularBeta`.
 */
export function singularExtension(
  node: NodeState,
  score: number,
  singularBeta: number,
  isPv: boolean,
  ease: number,
): number {
  if (score < singularBeta) {
    if (isPv || node.doubleExtensions >= P.doubleExtensionsMax) return 1;
    if (score < singularBeta - P.tripleMargin + ease && !node.isTtMoveNoisy) return 3;
    return score < singularBeta - P.doubleMargin + ease ? 2 : 1;
  }
  if (singularBeta >= node.beta) return MULTICUT;
  if (node.ttScore >= node.beta) return 0 - P.negativeExtension;
  return node.cutNode ? 0 - P.cutNodeExtension : 0;
}
