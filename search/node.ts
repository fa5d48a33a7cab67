/**
 * The main search node: principal variation search, fail-soft, told as numbered steps.
 *
 * The first move of a node is searched with the full window; every other one with a null window around alpha, on the
 * bet that it is not better, and again if the bet was lost. What the steps in between skip, reduce or extend rests on
 * bets too; each heading says which, when it fails, and what guards against that.
 *
 * Pruning by searches of their own is in pruning.ts, the terms of reductions in reductions.ts; what is learned goes
 * through learning.ts to histories.ts and corrections.ts.
 *
 * Scores stay 32-bit integers: `0 - x` instead of `-x` and `x / y | 0` instead of `Math.trunc` avoid the number -0,
 * which V8 must keep as a floating-point number on the heap, and which made it recompile this file again and again.
 *
 * @module
 */

import { CAPTURED } from "../core/frame.ts";
import { givesCheck } from "../core/gives_check.ts";
import { hasUpcomingRepetition } from "../core/repetition.ts";
import { isDrawn } from "../core/repetition.ts";
import { SEE_VALUES, seeAtLeast } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import { SIZE_SHIFT } from "../learning/corrections.ts";
import { correctEval } from "./evaluate.ts";
import { pieceToOf, quietBonus } from "../learning/histories.ts";
import { creditEvaluationSwing, creditPriorMove, creditTtMove, learnCorrection } from "../learning/lessons.ts";
import { P } from "./params.ts";
import { lateMoveLimit, nullMovePruning, probCut } from "./pruning.ts";
import { quiescence } from "./quiescence.ts";
import { lateMoveReduction, moveTerms, nodeTerms, ONE_PLY, PLY_SHIFT } from "./reductions.ts";
import { rivalsOf } from "./root.ts";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  boundDecides,
  CERTAIN_WIN,
  DRAW,
  INFINITE,
  isCertain,
  MATE,
  MAX_PLY,
  NO_SCORE,
  scoreFromTt,
  scoreToTt,
} from "../core/score.ts";
import type { Search } from "./search.ts";
import { isSingularCandidate, MULTICUT, singularBetaOf, singularExtension } from "./singular.ts";
import { tableKeyLo } from "./transposition.ts";
import { MARGIN, TRIED_MAX } from "../learning/stack.ts";
import { boundOfTablebaseScore } from "./tablebases.ts";

/**
 * Searches a node.
 *
 * @param s The search.
 * @param alpha Lower bound of the window.
 * @param beta Upper bound of the window.
 * @param depth Remaining depth, plies.
 * @param ply Distance from the root.
 * @param cutNode Whether a null-window node is expected to fail high.
 * @returns The score from the side to move, fail-soft; void once `s.stopped`.
 */
export function searchNode(
  s: Search,
  alpha: number,
  beta: number,
  depth: number,
  ply: number,
  cutNode: boolean,
): number {
  const isRoot = ply === 0;
  const isPv = beta - alpha > 1;
  const { position, table, tablebases, histories, stack } = s;
  const at = ply + MARGIN;
  stack.clearLine(ply);

  // Step 1. Upcoming repetition: a side that can repeat has at least a draw.
  if (!isRoot && alpha < DRAW && hasUpcomingRepetition(position, ply)) {
    alpha = DRAW;
    if (alpha >= beta) return alpha;
  }

  // Step 2. Horizon.
  if (depth <= 0) return quiescence(s, alpha, beta, ply);

  s.countNode();
  if (s.stopped) return DRAW;
  if (ply > s.seldepth) s.seldepth = ply;
  const inCheck = position.inCheck;
  const excluded = stack.excluded[at];
  const doubleExtensions = ply > 0 ? stack.doubleExtensions[at - 1] : 0;
  stack.doubleExtensions[at] = doubleExtensions;

  if (!isRoot) {
    // Step 3. Draws, and the end of the stack.
    if (isDrawn(position, ply)) return DRAW;
    if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

    // Step 4. Mate distance pruning: no line from here beats a shorter mate found elsewhere.
    if (alpha < ply - MATE) alpha = ply - MATE;
    if (beta > MATE - ply - 1) beta = MATE - ply - 1;
    if (alpha >= beta) return alpha;
  }

  // Step 5. Transposition table. The bet: what a search at least as deep found here still holds, and if its move was a
  // quiet one that cut, that move deserves its credit again. It fails where the line before the position matters
  // (repetitions, fifty moves); the guards: a bound that decides, and not in PV nodes, whose line would be lost.
  const keyLo = tableKeyLo(position);
  const keyHi = position.keyHi;
  const isHit = excluded === NO_MOVE && table.probe(keyLo, keyHi);
  // The table knows the first line; a later one of MultiPV has a move of its own, and no score yet.
  const isLaterLine = isRoot && s.pvIndex > 0;
  const ttMove = isLaterLine ? s.rootMoves[s.pvIndex].move : isHit ? table.hitMove : NO_MOVE;
  const ttBound = isHit && !isLaterLine ? table.hitBound : BOUND_NONE;
  const ttDepth = isHit ? table.hitDepth : 0;
  const ttScore = ttBound !== BOUND_NONE ? scoreFromTt(table.hitScore, ply) : NO_SCORE;
  const ttPv = isPv || (isHit && table.hitPv);
  let rawEval = isHit ? table.hitEval : NO_SCORE;
  if (!isPv && ttDepth >= depth && boundDecides(ttBound, ttScore, beta)) {
    if (ttScore >= beta && ttMove !== NO_MOVE) creditTtMove(s, ttMove, ply, depth);
    return ttScore;
  }

  const originalAlpha = alpha;

  // Step 6. Endgame tables. What they say is certain, but a win may be a mate: in PV nodes it only bounds the score.
  let tablebaseFloor = -INFINITE;
  let tablebaseCeiling = INFINITE;
  if (tablebases.isInTree && !isRoot && excluded === NO_MOVE) {
    const score = tablebases.probe(position, depth, ply);
    if (score !== NO_SCORE) {
      s.pollSoon();
      const bound = boundOfTablebaseScore(score);
      if (bound === BOUND_EXACT || (bound === BOUND_LOWER ? score >= beta : score <= alpha)) {
        const storedDepth = Math.min(MAX_PLY, depth + P.tablebaseDepthBonus);
        table.store(keyLo, keyHi, NO_MOVE, scoreToTt(score, ply), rawEval, storedDepth, bound, ttPv);
        return score;
      }
      if (isPv && bound === BOUND_LOWER) {
        tablebaseFloor = score;
        alpha = Math.max(alpha, score);
      } else if (isPv) {
        tablebaseCeiling = score;
      }
    }
  }

  // Step 7. Static evaluation: corrected by what was learned, then replaced by the table's score where that bounds it
  // from the right side. Against that two plies ago, it tells whether the side is improving. Its swing is learned.
  let staticEval = NO_SCORE;
  let estimate = NO_SCORE;
  let correction = 0;
  if (excluded !== NO_MOVE) {
    staticEval = stack.staticEval[at];
    estimate = staticEval;
  } else if (!inCheck) {
    if (rawEval === NO_SCORE) {
      rawEval = s.evaluator.evaluate(position);
      table.store(keyLo, keyHi, NO_MOVE, 0, rawEval, 0, BOUND_NONE, ttPv);
    }
    correction = s.corrections.correction(position, stack, ply);
    staticEval = correctEval(rawEval, correction);
    estimate = staticEval;
    if (!isCertain(ttScore) && boundDecides(ttBound, ttScore, estimate)) estimate = ttScore;
  }
  stack.staticEval[at] = staticEval;
  const earlierEval = stack.staticEval[at - 2] !== NO_SCORE ? stack.staticEval[at - 2] : stack.staticEval[at - 4];
  const isImproving = !inCheck && ply >= 2 && earlierEval !== NO_SCORE && staticEval > earlierEval;
  const isOpponentWorsening = !inCheck && ply >= 1 && stack.staticEval[at - 1] !== NO_SCORE &&
    staticEval > 0 - stack.staticEval[at - 1];
  if (!inCheck && excluded === NO_MOVE && ply >= 1) creditEvaluationSwing(s, ply, staticEval);

  // Step 8. Hindsight adjustment. The bet: the evaluation after a reduced move tells whether that was right: if the move
  // did not worsen its own side, look deeper; if it lost more than a margin (the sum of both evaluations, each from its
  // side to move), less deep. It fails where tactics decide; the guards: one ply, and large reductions only.
  const priorReduction = stack.reduction[at - 1];
  stack.reduction[at - 1] = 0;
  if (!isRoot && !inCheck && stack.staticEval[at - 1] !== NO_SCORE) {
    if (priorReduction >= P.hindsightDeeper && !isOpponentWorsening) depth++;
    else if (
      priorReduction >= P.hindsightShallower && depth >= 2 &&
      staticEval + stack.staticEval[at - 1] > P.hindsightMargin
    ) depth--;
  }

  if (!isPv && !inCheck && excluded === NO_MOVE) {
    // Step 9. Razoring. The bet: an evaluation far below alpha is not repaired by quiet moves. It fails where one of
    // them threatens much; the guards: shallow depth, a margin, and a quiescence search that must agree.
    if (depth <= P.razorDepth && estimate + P.razorBase + P.razorSlope * depth * depth < alpha) {
      const score = quiescence(s, alpha, alpha + 1, ply);
      if (score <= alpha || s.stopped) return score;
    }

    // Step 10. Reverse futility pruning (RFP). The bet: an evaluation far above beta stays above it for a few plies. It
    // fails where the opponent threatens more than the margin; the guards: shallow depth, and a margin that grows with
    // depth and with the correction, since an evaluation corrected by much is uncertain.
    if (depth <= P.rfpDepth && estimate >= beta && !isCertain(beta) && !isCertain(estimate)) {
      const margin = P.rfpSlope * depth - (isImproving ? P.rfpImproving : 0) -
        (isOpponentWorsening ? P.rfpWorsening : 0) + (P.rfpCorrection * Math.abs(correction) >> SIZE_SHIFT);
      if (estimate - margin >= beta) return beta + ((estimate - beta) / P.rfpBlend | 0);
    }

    // Step 11. Null move pruning (NMP): bet and guards stand at its function.
    const score = nullMovePruning(s, beta, depth, ply, cutNode, staticEval, estimate, isImproving);
    if (score !== NO_SCORE || s.stopped) return score;
  }

  // Step 12. Internal iterative reductions (IIR). The bet: without a table move the node is ordered badly and costs
  // too much; a shallower search leaves a move for the next visit. It fails if that never comes; the guards: a ply
  // only, and depth enough to spare it.
  if (
    (isPv || cutNode) && !isRoot && depth >= P.iirDepth && ttMove === NO_MOVE && excluded === NO_MOVE
  ) depth--;

  // Step 13. ProbCut: bet and guard stand there. Not where a table result almost as deep says otherwise.
  if (!isPv && !inCheck && excluded === NO_MOVE && depth >= P.probCutDepth && !isCertain(beta)) {
    const probBeta = beta + P.probCutMargin - (isImproving ? P.probCutImproving : 0);
    if (!(ttBound !== BOUND_NONE && ttDepth >= depth - P.probCutTtDepth && ttScore < probBeta)) {
      const score = probCut(s, beta, probBeta, depth, ply, cutNode, staticEval, rawEval, ttMove, ttPv);
      if (score !== NO_SCORE || s.stopped) return score;
    }
  }

  // Step 14. The moves. Two plies below, cutoffs are counted anew: so the count of the next ply tells at any node how
  // many moves, its own and its siblings', were refuted. Late move reductions use it.
  stack.threats.find(position, at);
  const picker = s.takePicker();
  if (isRoot) picker.startList(rivalsOf(s.rootMoves, s.pvIndex));
  else picker.startAll(position, ttMove, ply);
  stack.cutoffs[at + 2] = 0;
  const isTtMoveNoisy = ttMove !== NO_MOVE && position.isNoisy(ttMove);
  const triedStart = stack.triedStart(ply);
  let quiets = 0;
  let captures = 0;
  let moveCount = 0;
  let best = tablebaseFloor;
  let bestMove = NO_MOVE;

  for (let move = picker.next(s); move !== NO_MOVE; move = picker.next(s)) {
    if (move === excluded) continue;
    moveCount++;
    if (isRoot) s.announceRootMove(move, moveCount);
    const isQuiet = !position.isNoisy(move);
    const isCheck = givesCheck(position, move);
    const nodesBefore = s.nodes;
    const history = isQuiet
      ? histories.pruningScore(position, stack, ply, move)
      : histories.captureScore(position, move);
    let reduction = lateMoveReduction(depth, moveCount, isImproving, beta - alpha, s.rootDelta);

    // Step 15. Pruning of moves at low depth. None before one was searched that does not lose for certain, nor with
    // pawns alone, where zugzwang makes bad moves good.
    if (!isRoot && best > -CERTAIN_WIN && position.hasNonPawns(position.sideToMove)) {
      const lmrDepth = Math.max(0, depth - 1 - (reduction >> PLY_SHIFT));
      if (isQuiet) {
        // Late move pruning (LMP). The bet: quiet moves this late in the order do not matter. It fails where ordering
        // does; the guard: the limit grows with the square of the depth, twice as much for an improving side.
        if (moveCount >= lateMoveLimit(depth, isImproving)) {
          picker.skipQuiets = true;
          continue;
        }
        // A quiet check has more to it than its history and the evaluation say: only a losing exchange rules it out.
        if (!isCheck) {
          // History pruning. The bet: what failed elsewhere fails here. It fails where this position is the exception;
          // the guard: the history must be the worse, the deeper the node.
          if (lmrDepth <= P.historyPruningDepth && history < -P.historyPruningSlope * depth) continue;
          // Futility pruning. The bet: a quiet move does not lift the evaluation by a margin, up to alpha. It fails
          // where it threatens something; the guard: the margin grows with depth and history.
          if (
            !inCheck && lmrDepth <= P.futilityDepth &&
            staticEval + P.futilityBase + P.futilitySlope * lmrDepth + (history >> P.futilityHistoryShift) <= alpha
          ) continue;
        }
        // Static exchange pruning (SEE). The bet: what loses material on its target square loses. It fails where the
        // move is a sacrifice; the guard: the deeper the node, the more may be lost.
        const margin = isCheck ? P.seeNoisySlope * depth : P.seeQuietSlope * lmrDepth * lmrDepth;
        if (lmrDepth <= P.seeQuietDepth && !seeAtLeast(position, move, 0 - margin)) continue;
      } else if (depth <= P.seeNoisyDepth) {
        // The same for captures and promotions: a good history lets them lose more.
        const margin = P.seeNoisySlope * depth + (history >> P.seeNoisyHistoryShift);
        if (!seeAtLeast(position, move, Math.min(0, 0 - margin))) continue;
      }
    }

    // Step 16. Singular extension of the table's move, or less depth for it, or a multicut: bets and guards stand there.
    let extension = 0;
    if (
      !isRoot && move === ttMove && excluded === NO_MOVE &&
      isSingularCandidate(s, depth, ply, ttPv, ttBound, ttDepth, ttScore)
    ) {
      const bound = singularBetaOf(ttScore, depth, ttPv && !isPv);
      extension = singularExtension(
        s,
        move,
        bound,
        beta,
        depth,
        ply,
        isPv,
        cutNode,
        ttScore,
        isTtMoveNoisy,
        correction,
        doubleExtensions,
      );
      if (s.stopped) break;
      if (extension === MULTICUT) {
        s.releasePicker();
        return bound;
      }
    }

    // Step 17. Check extension. The bet: a check that loses no material leaves few replies, so a ply more costs little
    // and may show what comes after them. It fails where the checks lead nowhere; the guard: the replies use up depth.
    if (P.checkExtension !== 0 && isCheck && extension === 0 && seeAtLeast(position, move, 0)) extension = 1;

    const pieceTo = pieceToOf(position, move);
    stack.move[at] = move;
    stack.pieceTo[at] = pieceTo;
    stack.doubleExtensions[at] = doubleExtensions + (extension >= 2 ? 1 : 0);
    position.make(move);
    let newDepth = depth - 1 + extension;
    let score = -INFINITE;

    // Step 18. Late move reductions (LMR). The bet: ordering is good, so a late move fails low even when searched
    // shallower. It fails where a move's point lies deeper; the guard: one that beats alpha all the same is searched
    // again, deeper or shallower than planned by how surprising it was, and its continuations learn.
    if (depth >= P.lmrDepth && moveCount > 1 + (isRoot ? 1 : 0)) {
      const isAbove = ttScore > alpha;
      const hasMove = ttMove !== NO_MOVE;
      reduction += nodeTerms(ttPv, isAbove, cutNode, hasMove, isTtMoveNoisy, stack.cutoffs[at + 1], correction);
      reduction += moveTerms(isQuiet, isCheck, history, SEE_VALUES[position.states[position.top + CAPTURED]]);
      const reduced = Math.max(1, Math.min(newDepth - (reduction >> PLY_SHIFT), newDepth + (isPv ? 1 : 0)));
      stack.reduction[at] = Math.max(0, newDepth - reduced) * ONE_PLY;
      score = 0 - searchNode(s, -1 - alpha, 0 - alpha, reduced, ply + 1, true);
      stack.reduction[at] = 0;
      if (score > alpha && reduced < newDepth && !s.stopped) {
        if (score > best + P.deeperBase + P.deeperSlope * newDepth) newDepth++;
        else if (score < best + P.shallowerMargin) newDepth--;
        if (newDepth > reduced) score = 0 - searchNode(s, -1 - alpha, 0 - alpha, newDepth, ply + 1, !cutNode);
        if (isQuiet && !s.stopped && P.usePostLmr !== 0 && (score <= alpha || score >= beta)) {
          const bonus = score <= alpha ? -quietBonus(newDepth) : quietBonus(newDepth);
          histories.updateContinuation(stack, ply, pieceTo, bonus);
        }
      }
    } else if (!isPv || moveCount > 1) {
      // Step 19. Null window without a reduction.
      score = 0 - searchNode(s, -1 - alpha, 0 - alpha, newDepth, ply + 1, !cutNode);
    }

    // Step 20. Full window: the first move of a PV node, and those that beat alpha.
    if (isPv && (moveCount === 1 || score > alpha) && !s.stopped) {
      score = 0 - searchNode(s, 0 - beta, 0 - alpha, newDepth, ply + 1, false);
    }
    position.undo();
    if (s.stopped) break;
    if (isRoot) s.recordRootMove(move, moveCount, score, alpha, beta, s.nodes - nodesBefore);

    // Step 21. A better move, or a cutoff.
    if (isQuiet && quiets < TRIED_MAX) stack.tried[triedStart + quiets++] = move;
    if (!isQuiet && captures < TRIED_MAX) stack.triedCaptures[triedStart + captures++] = move;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) stack.updateLine(ply, move);
    if (score >= beta) {
      // For step 18 a ply above. Outside PV nodes, a cutoff that took a double extension was not easy.
      stack.cutoffs[at] += extension < 2 || isPv ? 1 : 0;
      break;
    }
    alpha = score;
    // Alpha-raise reduction. The bet: no later move of a PV node raises alpha again. It fails where a better one comes
    // late; the guard: middling depth only.
    if (depth > P.alphaRaiseLow && depth < P.alphaRaiseHigh && !isCertain(score)) depth -= P.alphaRaiseReduction;
  }
  s.releasePicker();
  if (s.stopped) return DRAW;

  // Step 22. Mate and stalemate.
  if (moveCount === 0) return excluded !== NO_MOVE ? alpha : inCheck ? ply - MATE : DRAW;

  if (best > tablebaseCeiling) best = tablebaseCeiling;

  // Step 23. Learn: from a cutoff about moves, from a fail-low about the opponent's move, from the score about the
  // evaluation.
  if (best >= beta) {
    const clear = best >= beta + P.clearCutoffMargin ? 1 : 0;
    histories.updateCutoff(position, stack, ply, bestMove, quiets, captures, depth + clear);
    // The bet: the further a shallow score is above beta, the less it is to be believed, so it is blended with beta. It
    // fails where a piece is really won; the guard: the deeper, the more of the score stays.
    if (!isCertain(best) && !isCertain(beta)) best = (best * depth + beta) / (depth + 1) | 0;
  } else if (best <= originalAlpha && ply >= 1) {
    creditPriorMove(s, ply, depth);
  }
  if (!isPv && bestMove !== NO_MOVE && ttMove !== NO_MOVE) histories.updateTtMove(bestMove === ttMove);
  const bound = best >= beta ? BOUND_LOWER : best > originalAlpha ? BOUND_EXACT : BOUND_UPPER;
  // Where moves were left out, the score is not that of the position.
  if (excluded === NO_MOVE && (!isRoot || s.isRootWhole())) {
    table.store(keyLo, keyHi, bestMove, scoreToTt(best, ply), rawEval, depth, bound, ttPv);
    if (!inCheck) learnCorrection(s, ply, depth, best, bound, bestMove, staticEval);
  }
  return best;
}
