/**
 * Singular extensions: is the TT move the only good one?
 *
 * All other moves of the node are searched at half the depth, against a bound a little below the score in the
 * transposition table (TT) (node.ts). The result decides about the TT move. Anantharaman, Campbell and Hsu ("Singular
 * extensions: adding selectivity to brute-force searching", 1990) tested every move in this way; testing only the TT
 * move made the idea cheap.
 * @module
 */

import { isCertain } from "../core/score.ts";
import { BOUND_LOWER } from "./bound.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";

/** Returned instead of an extension if the node fails high without a search, see `singularExtension`. */
export const MULTICUT = 100;

/** Margins are in 16ths of a centipawn for each ply of depth: shift by this. */
const SINGULAR_SHIFT = 4;

/**
 * Whether the TT move of a node should be tested: deep enough, not too far from the root, and with a TT result that
 * says "at least" from almost the same depth. A node with `ttPv` must be a ply deeper, since a test is most expensive
 * there.
 */
export function isSingularCandidate({ ply, ttEntry, ttPv }: Frame, depth: number, rootDepth: number): boolean {
  return depth >= P.singularDepth + (ttPv ? 1 : 0) && ply < P.extensionPlies * rootDepth &&
    (ttEntry.bound & BOUND_LOWER) !== 0 && ttEntry.depth >= depth - P.singularTtDepth && !isCertain(ttEntry.score);
}

/**
 * The bound that the other moves must stay below: the deeper the node, the further below the TT score; further still if the
 * node was once in the principal variation, and is not now.
 */
export function singularBetaOf({ ttEntry, ttPv }: Frame, depth: number, isPv: boolean): number {
  return ttEntry.score - (P.singularSlope * depth >> SINGULAR_SHIFT) -
    (ttPv && !isPv ? P.singularPvSlope * depth >> SINGULAR_SHIFT : 0);
}

/**
 * The extension of the TT move in plies, from the score of the best other move; or `MULTICUT` for a node that fails high
 * with `singularBeta`. The margins of double and triple extensions are smaller by `ease` centipawns.
 *
 * Singular extension.
 * Assumes: if every other move fails low against the bound, the TT move is the only one and deserves more depth.
 * Wrong when: the TT is wrong. If it happens often, the tree explodes.
 * Limited by: `isSingularCandidate`.
 *
 * Double and triple extension.
 * Assumes: the lower the other moves score, the more depends on the TT move. Wrong when: a sequence is forced; it would
 * be searched without end. Limited by: no PV nodes, and only a few such extensions in a line.
 *
 * Multicut.
 * Assumes: if another move beats the bound too, and the bound beats beta, one of the two will beat beta in a full
 * search.
 * Wrong when: both have the same deep refutation.
 * Limited by: a TT result that is almost as deep.
 *
 * Negative extension. Assumes: if other moves are nearly as good, several moves may cut, or a cut is expected anyway,
 * so less depth is enough.
 * Wrong when: only this move works after all.
 * Limited by: few plies.
 */
export function singularExtension(
  frame: Frame,
  score: number,
  singularBeta: number,
  beta: number,
  isPv: boolean,
  cutNode: boolean,
  ease: number,
): number {
  if (score < singularBeta) {
    if (isPv || frame.parent.doubleExtensions >= P.doubleExtensionsMax) return 1;
    if (score < singularBeta - P.tripleMargin + ease && !frame.isTtMoveNoisy) return 3;
    return score < singularBeta - P.doubleMargin + ease ? 2 : 1;
  }
  if (singularBeta >= beta) return MULTICUT;
  if (frame.ttEntry.score >= beta) return 0 - P.negativeExtension;
  return cutNode ? 0 - P.cutNodeExtension : 0;
}
