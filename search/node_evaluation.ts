/**
 * The static evaluation of a node, and what the node concludes from it before any move is searched.
 *
 * The network's score is corrected by what was learned (learning/corrections.ts). Where the transposition table has a
 * score that bounds the evaluation from the right side, that is the better estimate. Compared with the evaluations of
 * earlier plies, it says whether a side is improving; and the swing since the last move is a lesson about that move.
 *
 * @module
 */

import { BOUND_NONE, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { creditEvaluationSwing } from "../learning/lessons.ts";
import { MARGIN } from "../learning/stack.ts";
import { correctEval, isBetterEstimate } from "./evaluate.ts";
import type { NodeState } from "./node_state.ts";
import { P } from "./params.ts";
import type { Search } from "./search.ts";

/**
 * Sets what a node knows of its evaluation.
 *
 * @param node The node; what the table knows is set.
 * @param isExcluding Whether it leaves a move out. Then the node around it has found the evaluation, and has learned
 * from it.
 */
export function evaluateNode(s: Search, node: NodeState, isExcluding: boolean): void {
  const { position, stack } = s;
  const { ply, inCheck, ttBound, ttScore } = node;
  const at = ply + MARGIN;
  let staticEval = NO_SCORE;
  node.estimate = NO_SCORE;
  node.correction = 0;
  if (isExcluding) {
    staticEval = stack.staticEval[at];
    node.estimate = staticEval;
  } else if (!inCheck) {
    if (node.rawEval === NO_SCORE) {
      node.rawEval = s.evaluator.evaluate(position);
      s.table.store(position, s.entry.set(NO_MOVE, 0, node.rawEval, 0, BOUND_NONE, node.ttPv));
    }
    node.correction = s.corrections.correction(position, stack, ply);
    staticEval = correctEval(node.rawEval, node.correction);
    node.estimate = isBetterEstimate(ttBound, ttScore, staticEval) ? ttScore : staticEval;
  }
  node.staticEval = staticEval;
  stack.staticEval[at] = staticEval;
  const before = stack.staticEval[at - 1];
  const earlier = stack.staticEval[at - 2] !== NO_SCORE ? stack.staticEval[at - 2] : stack.staticEval[at - 4];
  node.isImproving = !inCheck && ply >= 2 && earlier !== NO_SCORE && staticEval > earlier + P.improvingMargin;
  node.isOpponentWorsening = !inCheck && ply >= 1 && before !== NO_SCORE && staticEval > P.worseningMargin - before;
  if (!inCheck && !isExcluding && ply >= 1) creditEvaluationSwing(s, node);
}
