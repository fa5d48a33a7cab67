/**
 * When the search learns besides a beta cutoff of its own: from a cutoff by the table, from the swing of the
 * evaluation, from a fail-low, from the score of a node.
 *
 * @module
 */

import { CAPTURED, LAST_MOVE } from "../core/frame.ts";
import { isLegal } from "../core/legality.ts";
import { NO_MOVE, PROMOTION } from "../core/types.ts";
import { quietBonus } from "./histories.ts";
import { P } from "../search/params.ts";
import { BOUND_LOWER, BOUND_UPPER, isCertain, NO_SCORE } from "../core/score.ts";
import type { Search } from "../search/search.ts";
import { MARGIN } from "./stack.ts";

/** Shares of a bonus are in 1024ths: shift by this. */
const FACTOR_SHIFT = 10;
/** The factor of the evaluation swing is in 16ths: shift by this. */
const SWING_SHIFT = 4;

/** Whether the move that led to the current position was quiet (and not a null move). */
function isPriorMoveQuiet(s: Search): boolean {
  const { states, top } = s.position;
  const move = states[top + LAST_MOVE];
  return move !== NO_MOVE && states[top + CAPTURED] === 0 && move >> 14 !== PROMOTION;
}

/** A table cutoff: its quiet move, if it is legal here, is credited although nothing was searched. */
export function creditTtMove(s: Search, move: number, ply: number, depth: number): void {
  const { position, stack, histories } = s;
  if (P.useTtCredit === 0 || position.isNoisy(move) || !isLegal(position, move)) return;
  stack.threats.find(position, ply + MARGIN);
  histories.updateQuiet(position, stack, ply, move, quietBonus(depth) * P.ttCreditFactor >> FACTOR_SHIFT);
}

/**
 * Evaluation swing: a quiet move that worsened the opponent's evaluation is credited at once, without waiting for a
 * cutoff; one that bettered it is charged.
 */
export function creditEvaluationSwing(s: Search, ply: number, staticEval: number): void {
  const { position, stack, histories } = s;
  const before = stack.staticEval[ply - 1 + MARGIN];
  if (P.useEvaluationSwing === 0 || before === NO_SCORE || !isPriorMoveQuiet(s)) return;
  const swing = Math.max(-P.swingMax, Math.min(P.swingMax, (0 - before - staticEval) * P.swingFactor >> SWING_SHIFT));
  const at = ply - 1 + MARGIN;
  const bonus = swing + P.swingOffset;
  histories.updateMain(position.sideToMove ^ 1, stack, ply - 1, stack.move[at], stack.pieceTo[at], bonus);
}

/** A node failed low: the opponent's quiet move that led here was good. */
export function creditPriorMove(s: Search, ply: number, depth: number): void {
  const { position, stack, histories } = s;
  if (P.usePriorMove === 0 || !isPriorMoveQuiet(s)) return;
  const bonus = quietBonus(depth) * P.priorMoveFactor >> FACTOR_SHIFT;
  const at = ply - 1 + MARGIN;
  histories.updateMain(position.sideToMove ^ 1, stack, ply - 1, stack.move[at], stack.pieceTo[at], bonus);
  histories.updateContinuation(stack, ply - 1, stack.pieceTo[at], bonus);
}

/**
 * Correction histories learn from a node not in check if its score says something of the evaluation: the best move is
 * none or quiet (a capture changes the material that was judged), a lower bound counts only above and an upper bound
 * only below the evaluation, and it is no win for certain.
 */
export function learnCorrection(
  s: Search,
  ply: number,
  depth: number,
  score: number,
  bound: number,
  bestMove: number,
  staticEval: number,
): void {
  if (isCertain(score)) return;
  if (P.useCorrectionConditions !== 0) {
    if (bestMove !== NO_MOVE && s.position.isNoisy(bestMove)) return;
    if (bound === BOUND_LOWER && score <= staticEval) return;
    if (bound === BOUND_UPPER && score >= staticEval) return;
  }
  s.corrections.update(s.position, s.stack, ply, depth, score - staticEval);
}
