/**
 * Pruning by a search of its own: null move and ProbCut; and how many moves a shallow node looks at.
 *
 * Null move: Donninger ("Null move and deep search", 1993). ProbCut: Buro ("ProbCut: an effective selective extension of
 * the alpha-beta algorithm", 1995), here with captures alone.
 *
 * @module
 */

import { NO_MOVE } from "../core/types.ts";
import { seeAtLeast } from "../core/see.ts";
import { pieceToOf } from "../learning/histories.ts";
import { searchNode } from "./node.ts";
import { P, PERCENT } from "./params.ts";
import { quiescence } from "./quiescence.ts";
import { BOUND_LOWER, CERTAIN_WIN, DRAW, isCertain, NO_SCORE, scoreToTt } from "../core/score.ts";
import type { Search } from "./search.ts";
import { tableKeyLo } from "./transposition.ts";
import { MARGIN } from "../learning/stack.ts";

/** Late move pruning (LMP): how many moves a node of this depth looks at before it skips the quiet rest. */
export function lateMoveLimit(depth: number, isImproving: boolean): number {
  const limit = P.lmpBase + (P.lmpFactor * depth * depth / PERCENT | 0);
  return isImproving ? limit : limit >> 1;
}

/**
 * Null move pruning (NMP). The bet: if passing the turn still fails high, some move will too. It fails in zugzwang:
 * so not with pawns alone, not twice in a row, and at high depth the cutoff is verified by a search without null
 * moves.
 *
 * @param staticEval Corrected evaluation.
 * @param estimate Evaluation or better knowledge from the table.
 * @returns A score to return from the node, or `NO_SCORE`.
 */
export function nullMovePruning(
  s: Search,
  beta: number,
  depth: number,
  ply: number,
  cutNode: boolean,
  staticEval: number,
  estimate: number,
  isImproving: boolean,
): number {
  const { position, stack } = s;
  const at = ply + MARGIN;
  if (
    depth < P.nullMoveDepth || estimate < beta || stack.move[at - 1] === NO_MOVE || ply < s.nullMoveMinPly ||
    beta <= -CERTAIN_WIN || !position.hasNonPawns(position.sideToMove) ||
    staticEval < beta - P.nullMoveEvalSlope * depth + P.nullMoveEvalBase - (isImproving ? P.nullMoveImproving : 0)
  ) return NO_SCORE;

  const reduction = P.nullMoveBase + (depth / P.nullMoveDepthDivisor | 0) +
    Math.min((estimate - beta) / P.nullMoveEvalDivisor | 0, P.nullMoveEvalMax);
  stack.move[at] = NO_MOVE;
  stack.pieceTo[at] = 0;
  position.makeNull();
  const score = 0 - searchNode(s, 0 - beta, 1 - beta, depth - reduction, ply + 1, !cutNode);
  position.undoNull();
  if (s.stopped || score < beta) return NO_SCORE;

  // A mate after a pass is not a mate, and no more is a win.
  const proven = score >= CERTAIN_WIN ? beta : score;
  if (s.nullMoveMinPly > 0 || depth < P.nullMoveVerifyDepth) return proven;
  s.nullMoveMinPly = ply + (P.nullMoveVerifiedShare * (depth - reduction) / PERCENT | 0);
  const verified = searchNode(s, beta - 1, beta, depth - reduction, ply, false);
  s.nullMoveMinPly = 0;
  return verified >= beta ? proven : NO_SCORE;
}

/**
 * ProbCut. The bet: if a capture beats beta by a margin in a shallow search, it beats beta in a deep one. It fails
 * where the capture has a deep refutation; the margin is the guard.
 *
 * @param probBeta Beta plus the margin, which the result does without again.
 * @param rawEval Uncorrected evaluation, for the table.
 * @param ttMove Move of the table or `NO_MOVE`.
 * @returns A score to return from the node, or `NO_SCORE`.
 */
export function probCut(
  s: Search,
  beta: number,
  probBeta: number,
  depth: number,
  ply: number,
  cutNode: boolean,
  staticEval: number,
  rawEval: number,
  ttMove: number,
  ttPv: boolean,
): number {
  const { position, stack } = s;
  const at = ply + MARGIN;
  const threshold = probBeta - staticEval;
  const reducedDepth = Math.max(0, depth - P.probCutReduction);
  const picker = s.takePicker();
  let result = NO_SCORE;
  picker.startNoisy(position, ttMove, ply);
  for (let move = picker.next(s); move !== NO_MOVE; move = picker.next(s)) {
    if (!seeAtLeast(position, move, threshold)) continue;
    stack.move[at] = move;
    stack.pieceTo[at] = pieceToOf(position, move);
    position.make(move);
    let score = 0 - quiescence(s, 0 - probBeta, 1 - probBeta, ply + 1);
    if (score >= probBeta && reducedDepth > 0 && !s.stopped) {
      score = 0 - searchNode(s, 0 - probBeta, 1 - probBeta, reducedDepth, ply + 1, !cutNode);
    }
    position.undo();
    if (s.stopped) break;
    if (score >= probBeta) {
      s.table.store(
        tableKeyLo(position),
        position.keyHi,
        move,
        scoreToTt(score, ply),
        rawEval,
        reducedDepth + 1,
        BOUND_LOWER,
        ttPv,
      );
      result = isCertain(score) ? score : score - (probBeta - beta);
      break;
    }
  }
  s.releasePicker();
  return s.stopped ? DRAW : result;
}
