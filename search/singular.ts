/**
 * Singular extensions: is the TT move the only good one?
 *
 * All other moves are searched at half the depth, against a bound a little below the score in the transposition table
 * (TT). The result decides the depth of the TT move. Anantharaman, Campbell and Hsu ("Singular extensions: adding
 * selectivity to brute-force searching", 1990) tested every move; testing only the TT move is cheap.
 * @module
 */

import { isCertain } from "../core/score.ts";
import { BOUND_LOWER } from "./bound.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";

/** Returned instead of an extension if the node fails high, with `singularBeta` as its score. */
export const MULTICUT = 100;

/** Shift for margins, which are in 16ths of a centipawn for each ply of depth. */
const SINGULAR_SHIFT = 4;

/** Whether to test the TT move. If `ttPv` is set, tests are expensive, so the depth must be one ply greater. */
export function isSingularCandidate({ ply, ttEntry, ttPv }: Frame, depth: number, rootDepth: number): boolean {
  return depth >= P.singularDepth + (ttPv ? 1 : 0) && ply < P.extensionPlies * rootDepth &&
    (ttEntry.bound & BOUND_LOWER) !== 0 && ttEntry.depth >= depth - P.singularTtDepth && !isCertain(ttEntry.score);
}

/** The bound that the other moves must not reach. It is lower in deep nodes, and in former PV nodes. */
export function singularBetaOf({ ttEntry, ttPv }: Frame, depth: number, isPv: boolean): number {
  return ttEntry.score - (P.singularSlope * depth >> SINGULAR_SHIFT) -
    (ttPv && !isPv ? P.singularPvSlope * depth >> SINGULAR_SHIFT : 0);
}

/**
 * The extension of the TT move in plies, computed from the best score of the other moves; or `MULTICUT`. The margins
 * for double and triple extensions are reduced by `ease` centipawns.
 *
 * Singular extension.
 * Assumes: if every other move fails low against the bound, the TT move deserves more depth.
 * Wrong when: the TT is wrong. Limited by: `isSingularCandidate`, so that the tree does not explode.
 *
 * Double and triple extension.
 * Assumes: the lower the other moves score, the more the TT move matters.
 * Wrong when: a sequence is forced. Limited by: PV nodes are excluded, and a line has only a few such extensions.
 *
 * Multicut.
 * Assumes: if another move also reaches the bound, and the bound is at least beta, some move beats beta at full depth.
 * Wrong when: all these moves have the same deep refutation. Limited by: the TT result must be almost as deep.
 *
 * Negative extension. Assumes: less depth is enough if several moves may cause a cutoff, or a cutoff is expected
 * anyway. Wrong when: only this move works. Limited by: the reduction is only a few plies.
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
