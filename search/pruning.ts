/**
 * Pruning: the conditions and margins by which a node, or one of its moves, is given up without a full search.
 *
 * All functions return a condition or a number, and change nothing, except that `skipsMove` lets the picker leave out
 * the quiet moves behind one that is too late. The searches that some of them need are in node.ts. Null move: Donninger
 * ("Null move and deep search", 1993). ProbCut: Buro ("ProbCut: an effective selective extension of the alpha-beta
 * algorithm", 1995), here with captures alone.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { BOUND_NONE, CERTAIN_WIN, isCertain } from "../core/score.ts";
import { seeAtLeast } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import { SIZE_SHIFT } from "../learning/corrections.ts";
import { MARGIN, type SearchStack } from "../learning/stack.ts";
import type { NodeState } from "./node_state.ts";
import { HISTORY_MARGIN_SHIFT, P, PERCENT } from "./params.ts";
import { PLY_SHIFT } from "./reductions.ts";

/** `P.rfpBlend` is in parts of this. */
const BLEND_UNIT = 16;
/** What a ply adds to the reduction of the null move is in 1024ths of a ply: shift by this. */
const NULL_MOVE_SHIFT = 10;
/** The factor of history as depth is in 1024ths of a ply for 1024 of history: shift by this. */
const HISTORY_DEPTH_SHIFT = 10;
/** The share of the late move limit is in 1024ths: shift by this. */
const LIMIT_SHIFT = 10;

/**
 * Razoring. The bet: an evaluation far below alpha is not repaired by quiet moves. It fails where one of them threatens
 * much; the guards: shallow depth, a margin, and a quiescence search that must agree.
 */
export function isRazoring({ depth, estimate, alpha }: NodeState): boolean {
  return depth <= P.razorDepth && estimate + P.razorBase + P.razorSlope * depth * depth < alpha;
}

/**
 * Reverse futility pruning (RFP). The bet: an evaluation far above beta stays above it for a few plies. It fails where
 * the opponent threatens more than the margin; the guards: shallow depth, and a margin that grows with depth and with
 * the correction, since an evaluation corrected by much is uncertain.
 */
export function isReverseFutile(node: NodeState): boolean {
  const { depth, estimate, beta } = node;
  if (depth > P.rfpDepth || estimate < beta || isCertain(beta) || isCertain(estimate)) return false;
  const margin = P.rfpSlope * depth - (node.isImproving ? P.rfpImproving : 0) -
    (node.isOpponentWorsening ? P.rfpWorsening : 0) + (P.rfpCorrection * Math.abs(node.correction) >> SIZE_SHIFT);
  return estimate - margin >= beta;
}

/** The score of a node that is pruned so: beta, and a part of what the estimate is above it. */
export function reverseFutilityScore({ estimate, beta }: NodeState): number {
  return beta + ((estimate - beta) * BLEND_UNIT / P.rfpBlend | 0);
}

/**
 * Null move pruning (NMP): whether the side to move may pass. Not in check and not in PV nodes, which the node has ruled
 * out, not with pawns alone, where zugzwang makes passing good, and not twice in a row.
 *
 * @param minPly Null moves are forbidden above this ply.
 */
export function allowsNullMove(node: NodeState, position: Position, stack: SearchStack, minPly: number): boolean {
  const { depth, beta, ply, estimate, staticEval } = node;
  return depth >= P.nullMoveDepth && estimate >= beta && stack.move[ply - 1 + MARGIN] !== NO_MOVE && ply >= minPly &&
    beta > -CERTAIN_WIN && position.hasNonPawns(position.sideToMove) &&
    staticEval >=
      beta - P.nullMoveEvalSlope * depth + P.nullMoveEvalBase - (node.isImproving ? P.nullMoveImproving : 0);
}

/** By how many plies the search after a null move is shallower. */
export function nullMoveReduction({ depth, beta, estimate }: NodeState): number {
  return P.nullMoveBase + (depth * P.nullMoveDepthSlope >> NULL_MOVE_SHIFT) +
    Math.min((estimate - beta) / P.nullMoveEvalDivisor | 0, P.nullMoveEvalMax);
}

/** ProbCut: the bound that a capture must beat in a shallow search, beta plus a margin. */
export function probCutBeta({ beta, isImproving }: NodeState): number {
  return beta + P.probCutMargin - (isImproving ? P.probCutImproving : 0);
}

/** Whether ProbCut is tried: deep enough, and not where a table result almost as deep says otherwise. */
export function allowsProbCut(node: NodeState, probBeta: number): boolean {
  const { depth, beta, ttBound, ttDepth, ttScore } = node;
  return depth >= P.probCutDepth && !isCertain(beta) &&
    !(ttBound !== BOUND_NONE && ttDepth >= depth - P.probCutTtDepth && ttScore < probBeta);
}

/** Late move pruning (LMP): rank in the order from which a node of this depth skips its quiet moves. */
export function lateMoveLimit(depth: number, isImproving: boolean): number {
  const limit = P.lmpBase + (P.lmpFactor * depth * depth / PERCENT | 0);
  return isImproving ? limit : limit * P.lmpNotImproving >> LIMIT_SHIFT;
}

/**
 * Whether the move at hand of a node is skipped. If it is too late in the order, all quiet moves behind it are skipped,
 * too.
 *
 * @param node The node; what it knows of the move is set.
 * @param position Its position.
 * @param move The move at hand.
 * @param reduction By how much a late move like it is reduced, 1024ths of a ply.
 * @param alpha The node's alpha by now.
 */
export function skipsMove(
  node: NodeState,
  position: Position,
  move: number,
  reduction: number,
  alpha: number,
): boolean {
  const { depth, history, isCheck } = node;
  if (!node.isQuiet) {
    // Static exchange evaluation (SEE) of captures and promotions: see below. A good history lets them lose more.
    if (depth > P.seeNoisyDepth) return false;
    const margin = P.seeNoisySlope * depth + (history * P.seeNoisyHistory >> HISTORY_MARGIN_SHIFT);
    return !seeAtLeast(position, move, Math.min(0, 0 - margin));
  }
  // Late move pruning (LMP). The bet: quiet moves this late in the order do not matter. It fails where ordering does;
  // the guard: the limit grows with the square of the depth, twice as much for an improving side.
  if (node.moveCount >= lateMoveLimit(depth, node.isImproving)) {
    node.picker.skipQuiets = true;
    return true;
  }
  const reducedDepth = Math.max(0, depth - 1 - (reduction >> PLY_SHIFT));
  // What has a good history will be searched deeper than its rank alone says.
  const likely = reduction - (history * P.pruneDepthHistory >> HISTORY_DEPTH_SHIFT);
  const likelyDepth = Math.max(0, depth - 1 - (likely >> PLY_SHIFT));
  // A quiet check has more to it than its history and the evaluation say: of what follows, only a losing exchange rules
  // it out.
  if (!isCheck) {
    // History pruning. The bet: what failed elsewhere fails here. It fails where this position is the exception; the
    // guard: the history must be the worse, the deeper the node.
    if (reducedDepth <= P.historyPruningDepth && history < -P.historyPruningSlope * depth) return true;
    // Futility pruning. The bet: a quiet move does not lift the evaluation by a margin, up to alpha. It fails where it
    // threatens something; the guard: the margin grows with depth and history.
    if (isFutile(node, likelyDepth, alpha)) return true;
  }
  // Static exchange pruning (SEE). The bet: what loses material on its target square loses. It fails where the move is
  // a sacrifice; the guard: the deeper the node, the more may be lost.
  const margin = isCheck ? P.seeNoisySlope * depth : P.seeQuietSlope * likelyDepth * likelyDepth;
  return likelyDepth <= P.seeQuietDepth && !seeAtLeast(position, move, 0 - margin);
}

function isFutile({ inCheck, staticEval, history }: NodeState, reducedDepth: number, alpha: number): boolean {
  return !inCheck && reducedDepth <= P.futilityDepth &&
    staticEval + P.futilityBase + P.futilitySlope * reducedDepth +
          (history * P.futilityHistory >> HISTORY_MARGIN_SHIFT) <= alpha;
}
