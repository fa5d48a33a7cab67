/**
 * The main search node: principal variation search, fail-soft, as numbered steps.
 *
 * Fail-soft means that a score may lie outside the window from alpha to beta. The first move of a node is searched with
 * the full window. Every later move is first searched with a null window, which only shows whether the move beats
 * alpha. If it does, the move is searched again.
 *
 * Scores must stay 32-bit integers: V8 stores -0 as a floating-point number, and then compiles this file again and
 * again. So this file uses `0 - x` instead of `-x`, and `x / y | 0` instead of `Math.trunc`.
 * @module
 */

import { hasUpcomingRepetition, isDrawn } from "../core/repetition.ts";
import { CERTAIN_WIN, DRAW, INFINITE, isCertain, MATE, MAX_PLY, NO_SCORE } from "../core/score.ts";
import { seeAtLeast } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import {
  learnCorrection,
  learnCutoff,
  learnExact,
  learnFailLow,
  learnReSearch,
  learnTtCutoff,
} from "../learning/lessons.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, boundDecides } from "./bound.ts";
import { evaluateNode } from "./evaluate.ts";
import type { Frame } from "./frame.ts";
import { CHECKED, expectMoves, expectNode, expectScore } from "./invariants.ts";
import { P, PERCENT } from "./params.ts";
import {
  allowsNullMove,
  allowsProbCut,
  isRazoring,
  isReverseFutile,
  isTooLate,
  nullMoveReduction,
  probCutBeta,
  reverseFutilityScore,
  skipsNoisy,
  skipsQuiet,
} from "./pruning.ts";
import { quiescence } from "./quiescence.ts";
import { DEEPER_SHIFT, lateMoveReduction, moveTerms, nodeTerms, PLY_SHIFT } from "./reductions.ts";
import type { Search } from "./search.ts";
import { isSingularCandidate, MULTICUT, singularBetaOf, singularExtension } from "./singular.ts";
import { boundOfTablebaseScore } from "./tablebases.ts";

/**
 * Searches the position of `s` in the window from alpha to beta, with `depth` plies left. If `cutNode` is set, the
 * window is a null window, and the node is expected to fail high. Returns the score from the point of view of the side
 * to move. The score is invalid if `s.clock.stopped` is set.
 */
// deno-lint-ignore hindsight/max-lines -- the heart of the search, read from top to bottom as numbered steps
export function searchNode(
  s: Search,
  frame: Frame,
  alpha: number,
  beta: number,
  depth: number,
  cutNode: boolean,
): number {
  const { position, tt, histories, clock, root, cutoffs } = s;
  const { ply, parent, excluded, ttEntry } = frame;
  const isRoot = ply === 0;
  const isPv = beta - alpha > 1;
  frame.clearLine();

  // Step 1. Upcoming repetition: a side that can repeat has at least a draw.
  if (!isRoot && alpha < DRAW && hasUpcomingRepetition(position, ply)) {
    alpha = DRAW;
    if (alpha >= beta) return alpha;
  }

  // Step 2. Horizon: quiescence search takes over.
  if (CHECKED) expectNode(frame, alpha, beta, depth);
  if (depth <= 0) return quiescence(s, frame, alpha, beta);

  clock.countNode();
  if (clock.stopped) return DRAW;
  if (ply > root.seldepth) root.seldepth = ply;
  const inCheck = position.inCheck;
  frame.doubleExtensions = parent.doubleExtensions;

  if (!isRoot) {
    // Step 3. Draws, and the end of the stack.
    if (isDrawn(position, ply)) return DRAW;
    if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

    // Step 4. Mate distance pruning: no line from here can beat a shorter mate found elsewhere.
    if (alpha < ply - MATE) alpha = ply - MATE;
    if (beta > MATE - ply - 1) beta = MATE - ply - 1;
    if (alpha >= beta) return alpha;
  }

  // Step 5. Transposition table (TT). Assumes: the result of an earlier search that was at least as deep is still
  // valid. Wrong when: the moves that led to the position matter (repetitions, fifty moves). Limited by: the bound must
  // decide whether the score reaches beta; PV nodes are excluded, so that their lines stay complete.
  if (excluded === NO_MOVE) tt.probe(position, ply, ttEntry);
  else ttEntry.clear();
  frame.rawEval = ttEntry.rawEval;
  frame.ttPv = isPv || ttEntry.isPv;
  // The TT entry belongs to the first MultiPV line. A later line has its own move, but no score yet.
  if (isRoot && root.pvIndex > 0) ttEntry.expect(root.moves[root.pvIndex].move);
  const { move: ttMove, score: ttScore } = ttEntry;
  if (!isPv && ttEntry.depth >= depth && boundDecides(ttEntry.bound, ttScore, beta)) {
    if (ttScore >= beta && ttMove !== NO_MOVE) learnTtCutoff(s, frame, depth, ttMove);
    return ttScore;
  }
  const originalAlpha = alpha;

  // Step 6. Tablebases. A won position may turn out to be a mate, so in PV nodes a result only bounds the score.
  let floor = -INFINITE;
  let ceiling = INFINITE;
  if (s.tablebases.isInTree && !isRoot && excluded === NO_MOVE) {
    const score = s.tablebases.probe(position, depth, ply);
    if (score !== NO_SCORE) {
      clock.pollSoon();
      const bound = boundOfTablebaseScore(score);
      if (bound === BOUND_EXACT || (bound === BOUND_LOWER ? score >= beta : score <= alpha)) {
        const storedDepth = Math.min(MAX_PLY, depth + P.tablebaseDepthBonus);
        tt.store(position, ply, NO_MOVE, score, frame.rawEval, storedDepth, bound, frame.ttPv);
        return score;
      }
      if (isPv && bound === BOUND_LOWER) floor = score;
      else if (isPv) ceiling = score;
      alpha = Math.max(alpha, floor);
    }
  }

  // Step 7. Static evaluation, and a lesson about the previous move.
  evaluateNode(s, frame);
  const { staticEval } = frame;

  // Step 8. Hindsight adjustment of depth.
  // Assumes: the evaluation after a reduced move shows whether the reduction was right. If the move did not worsen its
  // own side's evaluation, search deeper. If the move lost more than a margin, search less deep.
  // Wrong when: there are tactics.
  // Limited by: the depth changes by one ply, only after large reductions, and never in a second search of the
  // position.
  if (!isRoot && !frame.isTwin && !inCheck && parent.staticEval !== NO_SCORE) {
    if (parent.reduction >= P.hindsightDeeper && !frame.isOpponentWorsening) depth++;
    else if (
      parent.reduction >= P.hindsightShallower && depth >= 2 && staticEval + parent.staticEval > P.hindsightMargin
    ) depth--;
  }

  if (!isPv && !inCheck && excluded === NO_MOVE) {
    // Step 9. Razoring: a quiescence search must agree.
    if (isRazoring(frame, alpha, depth)) {
      const score = quiescence(s, frame.twin(), alpha, alpha + 1);
      if (score <= alpha || clock.stopped) return score;
    }

    // Step 10. Reverse futility pruning (RFP).
    if (isReverseFutile(frame, beta, depth)) return reverseFutilityScore(frame, beta);

    // Step 11. Null move pruning (NMP).
    const score = nullMovePruning(s, frame, beta, depth, cutNode);
    if (score !== NO_SCORE || clock.stopped) return score;
  }

  // Step 12. Internal iterative reductions (IIR).
  // Assumes: without a TT move, move ordering is poor. A shallower search finds a move for the next visit.
  // Wrong when: the node is not visited again.
  // Limited by: only deep nodes are reduced, and only by a ply.
  if ((isPv || cutNode) && !isRoot && depth >= P.iirDepth && ttMove === NO_MOVE && excluded === NO_MOVE) depth--;

  // Step 13. ProbCut.
  if (!isPv && !inCheck && excluded === NO_MOVE) {
    const score = probCut(s, frame, beta, depth, cutNode);
    if (score !== NO_SCORE || clock.stopped) return score;
  }

  // Step 14. The moves. Reset the count of cutoffs two plies below; the parent has reset the count one ply below.
  histories.locate(position, frame);
  const { picker, tried } = frame;
  if (isRoot) picker.startList(position, root.rivals());
  else picker.startAll(position, ttMove);
  if (isRoot) cutoffs[1] = 0;
  cutoffs[ply + 2] = 0;
  frame.isTtMoveNoisy = ttMove !== NO_MOVE && position.isNoisy(ttMove);
  tried.clear();
  let moveCount = 0;
  let best = floor;
  let bestMove = NO_MOVE;
  const handed: number[] | null = CHECKED ? [] : null;

  for (let move = picker.next(s, frame); move !== NO_MOVE; move = picker.next(s, frame)) {
    handed?.push(move);
    if (move === excluded) continue;
    moveCount++;
    if (isRoot) root.announce(move, moveCount, clock.elapsed());
    const isQuiet = !position.isNoisy(move);
    const isCheck = picker.checks.has(position, move);
    const nodesBefore = clock.nodes;
    const history = isQuiet ? histories.pruningScore(position, frame, move) : histories.captureScore(position, move);
    let reduction = lateMoveReduction(depth, moveCount, frame.isImproving, beta - alpha, root.delta);

    // Step 15. Pruning of moves at low depth. With only king and pawns, zugzwang may make a bad move good.
    if (!isRoot && best > -CERTAIN_WIN && position.hasNonPawns(position.sideToMove)) {
      if (isQuiet) {
        if (isTooLate(moveCount, depth, frame.isImproving)) {
          picker.skipQuiets = true;
          continue;
        }
        if (skipsQuiet(frame, position, move, isCheck, history, reduction, depth, alpha)) continue;
      } else if (skipsNoisy(position, move, history, depth)) continue;
    }

    // Step 16. Singular extension or reduction of the TT move, or a multicut.
    let extension = 0;
    if (!isRoot && move === ttMove && excluded === NO_MOVE && isSingularCandidate(frame, depth, root.depth)) {
      const singularBeta = singularBetaOf(frame, depth, isPv);
      const twin = frame.twin();
      twin.excluded = move;
      twin.staticEval = staticEval;
      const score = searchNode(s, twin, singularBeta - 1, singularBeta, (depth - 1) >> 1, cutNode);
      twin.excluded = NO_MOVE;
      if (clock.stopped) break;
      extension = singularExtension(frame, score, singularBeta, beta, isPv, cutNode, histories.ttMoveEase());
      if (extension === MULTICUT) return singularBeta;
    }

    // Step 17. Check extension.
    // Assumes: a check that loses no material has few replies, so another ply costs little and shows more.
    // Wrong when: the checks lead nowhere.
    // Limited by: the replies to the check still cost depth.
    if (P.checkExtension !== 0 && isCheck && extension === 0 && seeAtLeast(position, move, 0)) extension = 1;

    frame.pieceTo = position.pieceTo(move);
    frame.moveCount = moveCount;
    frame.doubleExtensions = parent.doubleExtensions + (extension >= 2 ? 1 : 0);
    position.make(move);
    let newDepth = depth - 1 + extension;
    let score = -INFINITE;

    // Step 18. Late move reductions (LMR). In a PV node, a negative reduction extends the move by a ply.
    // Assumes: ordering is good, so a late move fails low even in a shallower search.
    // Wrong when: only a deeper search sees the point of a move.
    // Limited by: each move that beats alpha anyway is searched again.
    if (depth >= P.lmrDepth && moveCount > 1 + (isRoot ? 1 : 0)) {
      reduction += nodeTerms(frame, depth, isPv, cutNode, ttScore > alpha, cutoffs[ply + 1]);
      reduction += P.lmrMoveCount * moveCount;
      reduction += moveTerms(isQuiet, isCheck, history);
      const reduced = Math.max(1, Math.min(newDepth - (reduction >> PLY_SHIFT), newDepth + (isPv ? 1 : 0)));
      frame.reduction = Math.max(0, newDepth - reduced);
      score = 0 - searchNode(s, frame.child(), -1 - alpha, 0 - alpha, reduced, true);
      frame.reduction = 0;
      if (score > alpha && reduced < newDepth && !clock.stopped) {
        if (score > best + P.deeperBase + (P.deeperSlope * newDepth >> DEEPER_SHIFT)) newDepth++;
        else if (score < best + P.shallowerMargin) newDepth--;
        if (newDepth > reduced) score = 0 - searchNode(s, frame.child(), -1 - alpha, 0 - alpha, newDepth, !cutNode);
        if (isQuiet && !clock.stopped && (score <= alpha || score >= beta)) {
          learnReSearch(s, frame, newDepth, score >= beta);
        }
      }
    } else if (!isPv || moveCount > 1) {
      // Step 19. Null window without a reduction.
      score = 0 - searchNode(s, frame.child(), -1 - alpha, 0 - alpha, newDepth, !cutNode);
    }

    // Step 20. Full window, for the first move of a PV node, and for each later move that beats alpha.
    if (isPv && (moveCount === 1 || score > alpha) && !clock.stopped) {
      score = 0 - searchNode(s, frame.child(), 0 - beta, 0 - alpha, newDepth, false);
    }
    position.undo();
    if (clock.stopped) break;
    if (isRoot) root.record(move, score, alpha, beta, clock.nodes - nodesBefore, frame);

    // Step 21. A better move, or a cutoff.
    tried.add(move, isQuiet);
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) frame.extendLine(move);
    if (score >= beta) {
      // Outside PV nodes, a cutoff that needed a double extension was not easy, so it does not count.
      cutoffs[ply] += extension < 2 || isPv ? 1 : 0;
      break;
    }
    alpha = score;
    // Alpha-raise reduction.
    // Assumes: no later move of a PV node raises alpha again.
    // Wrong when: a better move comes late. Limited by: it is done only at medium depths.
    if (depth > P.alphaRaiseLow && depth < P.alphaRaiseHigh && !isCertain(score)) {
      depth = Math.max(1, depth - P.alphaRaiseReduction);
    }
  }
  if (clock.stopped) return DRAW;
  if (handed !== null && best < beta && !picker.skipQuiets && !isRoot) expectMoves(position, handed);

  // Step 22. Mate and stalemate.
  if (moveCount === 0) return excluded !== NO_MOVE ? alpha : inCheck ? ply - MATE : DRAW;
  if (best > ceiling) best = ceiling;

  // Step 23. Update the histories (for the moves here and the previous move) and the correction histories.
  if (best >= beta) {
    learnCutoff(s, frame, depth, bestMove, best - beta);
    // Blend the score with beta.
    // Assumes: the further a shallow score is above beta, the less reliable it is.
    // Wrong when: a piece is really won.
    // Limited by: the deeper the search, the larger the share of the score.
    if (!isCertain(best) && !isCertain(beta)) best = (best * depth + beta) / (depth + 1) | 0;
  } else if (best <= originalAlpha && ply >= 1) {
    learnFailLow(s, frame, depth);
  } else if (bestMove !== NO_MOVE) {
    learnExact(s, frame, depth, bestMove);
  }
  const bound = best >= beta ? BOUND_LOWER : best > originalAlpha ? BOUND_EXACT : BOUND_UPPER;
  // If moves were excluded, `best` is not the position's score.
  if (excluded === NO_MOVE && (!isRoot || s.isRootWhole())) {
    tt.store(position, ply, bestMove, best, frame.rawEval, depth, bound, frame.ttPv);
    if (!inCheck) learnCorrection(s, frame, depth, best, bestMove, bound === BOUND_LOWER, bound === BOUND_UPPER);
  }
  if (CHECKED) expectScore(best);
  return best;
}

/**
 * Null move pruning (NMP). Returns the score of the node, or `NO_SCORE` to continue.
 *
 * Assumes: if passing the turn fails high, some move will fail high, too.
 * Wrong when: the side to move is in zugzwang.
 * Limited by: the conditions of `allowsNullMove`; at high depth, a search without null moves must also fail high.
 */
export function nullMovePruning(s: Search, frame: Frame, beta: number, depth: number, cutNode: boolean): number {
  const { position, clock } = s;
  if (!allowsNullMove(frame, position, beta, depth, s.nullMoveMinPly)) return NO_SCORE;
  const reducedDepth = depth - nullMoveReduction(frame, beta, depth);
  frame.pieceTo = 0;
  position.makeNull();
  const score = 0 - searchNode(s, frame.child(), 0 - beta, 1 - beta, reducedDepth, !cutNode);
  position.undoNull();
  if (clock.stopped || score < beta) return NO_SCORE;

  // A null move proves neither a mate nor a tablebase win.
  const proven = score >= CERTAIN_WIN ? beta : score;
  if (s.nullMoveMinPly > 0 || depth < P.nullMoveVerifyDepth) return proven;
  s.nullMoveMinPly = frame.ply + (P.nullMoveVerifiedShare * reducedDepth / PERCENT | 0);
  const verified = searchNode(s, frame.twin(), beta - 1, beta, reducedDepth, false);
  s.nullMoveMinPly = 0;
  return verified >= beta ? proven : NO_SCORE;
}

/**
 * ProbCut. Returns the score of the node, or `NO_SCORE` to continue.
 *
 * Assumes: if a capture beats beta by a margin in a shallow search, it beats beta in a deep one.
 * Wrong when: the capture has a deep refutation.
 * Limited by: the margin.
 */
export function probCut(s: Search, frame: Frame, beta: number, depth: number, cutNode: boolean): number {
  const { position, clock } = s;
  const { ply, picker, ttEntry, staticEval } = frame;
  const probBeta = probCutBeta(frame, beta);
  if (!allowsProbCut(ttEntry, beta, depth, probBeta)) return NO_SCORE;
  const reducedDepth = Math.max(0, depth - P.probCutReduction);
  picker.startNoisy(position, ttEntry.move);
  for (let move = picker.next(s, frame); move !== NO_MOVE; move = picker.next(s, frame)) {
    if (!seeAtLeast(position, move, probBeta - staticEval)) continue;
    frame.pieceTo = position.pieceTo(move);
    position.make(move);
    let score = 0 - quiescence(s, frame.child(), 0 - probBeta, 1 - probBeta);
    if (score >= probBeta && reducedDepth > 0 && !clock.stopped) {
      score = 0 - searchNode(s, frame.child(), 0 - probBeta, 1 - probBeta, reducedDepth, !cutNode);
    }
    position.undo();
    if (clock.stopped) return DRAW;
    if (score >= probBeta) {
      s.tt.store(position, ply, move, score, frame.rawEval, reducedDepth + 1, BOUND_LOWER, frame.ttPv);
      return isCertain(score) ? score : score - (probBeta - beta);
    }
  }
  return NO_SCORE;
}
