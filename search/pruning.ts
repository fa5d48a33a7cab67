/**
 * Pruning: the conditions and margins under which a node, or one of its moves, is not fully searched.
 *
 * Donninger described null move pruning ("Null move and deep search", 1993), and Buro described ProbCut ("ProbCut: an
 * effective selective extension of the alpha-beta algorithm", 1995); Hindsight's ProbCut tries only captures.
 * @module
 */

import type { Position } from "../core/position.ts";
import { CERTAIN_WIN, isCertain, NO_SCORE } from "../core/score.ts";
import { seeAtLeast } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import { BOUND_NONE } from "./bound.ts";
import type { Frame } from "./frame.ts";
import { HISTORY_MARGIN_SHIFT, P, PERCENT } from "./params.ts";
import { PLY_SHIFT } from "./reductions.ts";
import type { TtEntry } from "./transposition.ts";

const BLEND_UNIT = 16;
const NULL_MOVE_SHIFT = 10;
const HISTORY_DEPTH_SHIFT = 10;
const SIZE_SHIFT = 7;
const LIMIT_SHIFT = 10;

/**
 * Razoring.
 *
 * Assumes: quiet moves cannot raise an evaluation far below alpha.
 * Wrong when: a quiet move makes a strong threat.
 * Limited by: the depth is small, there is a margin, and a quiescence search must agree.
 */
export function isRazoring({ estimate }: Frame, alpha: number, depth: number): boolean {
  return depth <= P.razorDepth && estimate + P.razorBase + P.razorSlope * depth * depth < alpha;
}

/**
 * Reverse futility pruning (RFP).
 *
 * Assumes: an evaluation far above beta stays above it for a few plies.
 * Wrong when: the opponent has a threat larger than the margin.
 * Limited by: the depth is small, and the margin grows with the depth and with the correction, because a large
 * correction makes the evaluation uncertain.
 */
export function isReverseFutile(frame: Frame, beta: number, depth: number): boolean {
  const { estimate } = frame;
  if (depth > P.rfpDepth || estimate < beta || isCertain(beta) || isCertain(estimate)) return false;
  const margin = P.rfpSlope * depth - (frame.isImproving ? P.rfpImproving : 0) -
    (frame.isOpponentWorsening ? P.rfpWorsening : 0) + (P.rfpCorrection * Math.abs(frame.correction) >> SIZE_SHIFT);
  return estimate - margin >= beta;
}

/** The score of a node that RFP prunes: beta plus a part of the estimate's excess over beta. */
export function reverseFutilityScore({ estimate }: Frame, beta: number): number {
  return beta + ((estimate - beta) * BLEND_UNIT / P.rfpBlend | 0);
}

/**
 * Null move pruning (NMP): whether the side to move may pass. With only king and pawns it may not, because zugzwang
 * would make passing good. The caller excludes nodes in check and PV nodes.
 */
export function allowsNullMove(frame: Frame, position: Position, beta: number, depth: number, minPly: number): boolean {
  const { ply, estimate, staticEval } = frame;
  return depth >= P.nullMoveDepth && estimate >= beta && position.lastMove !== NO_MOVE &&
    ply >= minPly && beta > -CERTAIN_WIN && position.hasNonPawns(position.sideToMove) &&
    staticEval >=
      beta - P.nullMoveEvalSlope * depth + P.nullMoveEvalBase - (frame.isImproving ? P.nullMoveImproving : 0);
}

/** The number of plies by which the search after a null move is reduced. */
export function nullMoveReduction({ estimate }: Frame, beta: number, depth: number): number {
  return P.nullMoveBase + (depth * P.nullMoveDepthSlope >> NULL_MOVE_SHIFT) +
    Math.min((estimate - beta) / P.nullMoveEvalDivisor | 0, P.nullMoveEvalMax);
}

/** The bound that a capture must beat in ProbCut's shallow search: beta plus a margin. */
export function probCutBeta({ isImproving }: Frame, beta: number): number {
  return beta + P.probCutMargin - (isImproving ? P.probCutImproving : 0);
}

/** Whether to try ProbCut: only in a deep node, and only if no TT result of almost the same depth contradicts it. */
export function allowsProbCut(ttEntry: TtEntry, beta: number, depth: number, probBeta: number): boolean {
  return depth >= P.probCutDepth && !isCertain(beta) &&
    !(ttEntry.bound !== BOUND_NONE && ttEntry.depth >= depth - P.probCutTtDepth && ttEntry.score < probBeta);
}

/**
 * Late move pruning (LMP): whether this quiet move and all later ones are skipped.
 *
 * Assumes: quiet moves this late do not matter. Wrong when: the move ordering is wrong.
 * Limited by: the number of moves that are searched grows with the square of the depth.
 */
export function isTooLate(moveCount: number, depth: number, isImproving: boolean): boolean {
  const limit = P.lmpBase + (P.lmpFactor * depth * depth / PERCENT | 0);
  return moveCount >= (isImproving ? limit : limit * P.lmpNotImproving >> LIMIT_SHIFT);
}

/**
 * Whether a quiet move is skipped. A check is skipped only if exchanges lose material, because history and evaluation
 * say little about checks. `reduction` is in 1024ths of a ply.
 */
export function skipsQuiet(
  frame: Frame,
  position: Position,
  move: number,
  isCheck: boolean,
  history: number,
  reduction: number,
  depth: number,
  alpha: number,
): boolean {
  const reducedDepth = Math.max(0, depth - 1 - (reduction >> PLY_SHIFT));
  // A move with a good history will be searched deeper than its rank alone suggests.
  const likely = reduction - (history * P.pruneDepthHistory >> HISTORY_DEPTH_SHIFT);
  const likelyDepth = Math.max(0, depth - 1 - (likely >> PLY_SHIFT));
  if (!isCheck) {
    // History pruning.
    // Assumes: a move that failed elsewhere also fails here.
    // Wrong when: this position is the exception. Limited by: the deeper the node, the worse the history must be.
    if (reducedDepth <= P.historyPruningDepth && history < -P.historyPruningSlope * depth) return true;
    // Futility pruning.
    // Assumes: a quiet move does not raise the evaluation by more than a margin.
    // Wrong when: the move makes a threat. Limited by: the margin grows with depth and history.
    if (isFutile(frame.staticEval, history, likelyDepth, alpha)) return true;
  }
  // Static exchange evaluation (SEE).
  // Assumes: a move that loses material on its target square is bad.
  // Wrong when: it is a sacrifice. Limited by: the deeper the node, the more a move may lose.
  const margin = isCheck ? P.seeNoisySlope * depth : P.seeQuietSlope * likelyDepth * likelyDepth;
  return likelyDepth <= P.seeQuietDepth && !seeAtLeast(position, move, 0 - margin);
}

/** Whether a capture or promotion is skipped because it loses material. A good history allows a larger loss. */
export function skipsNoisy(position: Position, move: number, history: number, depth: number): boolean {
  if (depth > P.seeNoisyDepth) return false;
  const margin = P.seeNoisySlope * depth + (history * P.seeNoisyHistory >> HISTORY_MARGIN_SHIFT);
  return !seeAtLeast(position, move, Math.min(0, 0 - margin));
}

function isFutile(staticEval: number, history: number, reducedDepth: number, alpha: number): boolean {
  return staticEval !== NO_SCORE && reducedDepth <= P.futilityDepth &&
    staticEval + P.futilityBase + P.futilitySlope * reducedDepth +
          (history * P.futilityHistory >> HISTORY_MARGIN_SHIFT) <= alpha;
}
