/**
 * The main search node: principal variation search, fail-soft, as numbered steps.
 *
 * Fail-soft: a score outside the window between alpha and beta is returned as it was found. The first move of a node is
 * searched with the full window. Every other one is first searched with a null window, which has no score inside, to
 * show that it does not beat alpha, and once more if it does. Headings of steps give the bet (what the step takes for
 * granted), when it fails, and the guards (what limits the damage).
 *
 * All recursion is in this file and in quiescence.ts. The conditions and margins of pruning are in pruning.ts and
 * singular.ts, the terms of reductions in reductions.ts. What is learned goes through learning/lessons.ts alone.
 *
 * Scores stay 32-bit integers: `0 - x` instead of `-x` and `x / y | 0` instead of `Math.trunc` avoid the number -0,
 * which V8 must keep as a floating-point number on the heap, and which made it recompile this file again and again.
 *
 * @module
 */

import { hasUpcomingRepetition, isDrawn } from "../core/repetition.ts";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  boundDecides,
  CERTAIN_WIN,
  DRAW,
  INFINITE,
  isCertain,
  MATE,
  MAX_PLY,
  NO_SCORE,
  scoreToTt,
} from "../core/score.ts";
import { seeAtLeast } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import { pieceToOf } from "../learning/quiet_history.ts";
import {
  creditPriorMove,
  creditTtMove,
  learnCorrection,
  learnCutoff,
  learnExact,
  learnReSearch,
  learnTtMove,
} from "../learning/lessons.ts";
import { MARGIN } from "../learning/stack.ts";
import { probeEndgameTables } from "./endgame_tables.ts";
import { evaluateNode } from "./node_evaluation.ts";
import type { NodeState } from "./node_state.ts";
import { P, PERCENT } from "./params.ts";
import {
  allowsNullMove,
  allowsProbCut,
  isRazoring,
  isReverseFutile,
  nullMoveReduction,
  probCutBeta,
  reverseFutilityScore,
  skipsMove,
} from "./pruning.ts";
import { quiescence } from "./quiescence.ts";
import { DEEPER_SHIFT, lateMoveReduction, moveTerms, nodeTerms, PLY_SHIFT } from "./reductions.ts";
import type { Search } from "./search.ts";
import { isSingularCandidate, MULTICUT, singularBetaOf, singularExtension } from "./singular.ts";

/**
 * Searches a node.
 *
 * @param s The search.
 * @param node The question: window, depth, ply, and whether a cutoff is expected. What the node finds out is added.
 * @returns The score from the side to move, fail-soft; void once `s.stopped`.
 */
export function searchNode(s: Search, node: NodeState): number {
  const { position, table, histories, stack } = s;
  const { ply, cutNode } = node;
  const isRoot = ply === 0;
  const isPv = node.beta - node.alpha > 1;
  const at = ply + MARGIN;
  stack.clearLine(ply);

  // Step 1. Upcoming repetition: a side that can repeat has at least a draw.
  if (!isRoot && node.alpha < DRAW && hasUpcomingRepetition(position, ply)) {
    node.alpha = DRAW;
    if (node.alpha >= node.beta) return node.alpha;
  }

  // Step 2. Horizon.
  if (node.depth <= 0) return quiescence(s, node);

  s.countNode();
  if (s.stopped) return DRAW;
  if (ply > s.seldepth) s.seldepth = ply;
  const inCheck = position.inCheck;
  const excluded = stack.excluded[at];
  node.isPv = isPv;
  node.inCheck = inCheck;
  node.doubleExtensions = ply > 0 ? stack.doubleExtensions[at - 1] : 0;
  stack.doubleExtensions[at] = node.doubleExtensions;

  if (!isRoot) {
    // Step 3. Draws, and the end of the stack.
    if (isDrawn(position, ply)) return DRAW;
    if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

    // Step 4. Mate distance pruning: no line from here beats a shorter mate found elsewhere.
    if (node.alpha < ply - MATE) node.alpha = ply - MATE;
    if (node.beta > MATE - ply - 1) node.beta = MATE - ply - 1;
    if (node.alpha >= node.beta) return node.alpha;
  }

  // Step 5. Transposition table. The bet: what a search at least as deep found here still holds, and if its move was a
  // quiet one that cut, that move deserves its credit again. It fails where the line before the position matters
  // (repetitions, fifty moves); the guards: a bound that decides, and not in PV nodes, whose line would be lost.
  if (excluded === NO_MOVE && table.probe(position)) node.readTable(table, isPv);
  else node.readNothing(isPv);
  // The table knows the first line; a later one of MultiPV has a move of its own, and no score yet.
  if (isRoot && s.pvIndex > 0) node.expectMove(s.rootMoves[s.pvIndex].move);
  const { ttMove, ttBound, ttScore, ttPv, beta } = node;
  if (!isPv && node.ttDepth >= node.depth && boundDecides(ttBound, ttScore, beta)) {
    if (ttScore >= beta && ttMove !== NO_MOVE) creditTtMove(s, node, ttMove);
    return ttScore;
  }

  const originalAlpha = node.alpha;

  // Step 6. Endgame tables. What they say is certain, but a win may be a mate: in PV nodes it only bounds the score.
  if (probeEndgameTables(s, node)) return node.tablebaseScore;

  // Step 7. Static evaluation, and what follows from it: the trend, and a lesson about the last move.
  evaluateNode(s, node, excluded !== NO_MOVE);
  const { staticEval, isImproving } = node;

  // Step 8. Hindsight adjustment. The bet: the evaluation after a reduced move shows whether the reduction was right:
  // if the move did not worsen its own side, look deeper; if it lost more than a margin (the sum of both evaluations,
  // each from its side to move), less deep. It fails in tactics; the guards: one ply, and large reductions only.
  const priorReduction = stack.reduction[at - 1];
  stack.reduction[at - 1] = 0;
  if (!isRoot && !inCheck && stack.staticEval[at - 1] !== NO_SCORE) {
    if (priorReduction >= P.hindsightDeeper && !node.isOpponentWorsening) node.depth++;
    else if (
      priorReduction >= P.hindsightShallower && node.depth >= 2 &&
      staticEval + stack.staticEval[at - 1] > P.hindsightMargin
    ) node.depth--;
  }

  if (!isPv && !inCheck && excluded === NO_MOVE) {
    // Step 9. Razoring: a quiescence search must agree.
    if (isRazoring(node)) {
      const score = quiescence(s, node.again(node.alpha, node.alpha + 1, 0, false));
      if (score <= node.alpha || s.stopped) return score;
    }

    // Step 10. Reverse futility pruning (RFP).
    if (isReverseFutile(node)) return reverseFutilityScore(node);

    // Step 11. Null move pruning (NMP).
    const score = nullMovePruning(s, node);
    if (score !== NO_SCORE || s.stopped) return score;
  }

  // Step 12. Internal iterative reductions (IIR). The bet: without a table move the node is ordered badly and costs
  // too much; a shallower search leaves a move for the next visit. It fails if that never comes; the guards: a ply
  // only, and depth enough to spare it.
  if (
    (isPv || cutNode) && !isRoot && node.depth >= P.iirDepth && ttMove === NO_MOVE && excluded === NO_MOVE
  ) node.depth--;

  // Step 13. ProbCut.
  if (!isPv && !inCheck && excluded === NO_MOVE) {
    const probBeta = probCutBeta(node);
    if (allowsProbCut(node, probBeta)) {
      const score = probCut(s, node, probBeta);
      if (score !== NO_SCORE || s.stopped) return score;
    }
  }

  // Step 14. The moves. Cutoffs two plies below are counted anew, so that the count of the next ply says at any node
  // how many moves, its own and its siblings', were refuted. Late move reductions use it.
  stack.threats.find(position, at);
  const { picker, tried } = node;
  if (isRoot) s.startRootMoves(picker);
  else picker.startAll(position, ttMove, ply);
  stack.cutoffs[at + 2] = 0;
  node.isTtMoveNoisy = ttMove !== NO_MOVE && position.isNoisy(ttMove);
  tried.clear();
  let alpha = node.alpha;
  let moveCount = 0;
  let best = node.tablebaseFloor;
  let bestMove = NO_MOVE;

  for (let move = picker.next(s); move !== NO_MOVE; move = picker.next(s)) {
    if (move === excluded) continue;
    moveCount++;
    if (isRoot) s.announceRootMove(move, moveCount);
    const isQuiet = !position.isNoisy(move);
    const isCheck = picker.checks.has(position, move);
    const nodesBefore = s.nodes;
    const history = isQuiet
      ? histories.pruningScore(position, stack, ply, move)
      : histories.captureScore(position, move);
    let reduction = lateMoveReduction(node.depth, moveCount, isImproving, beta - alpha, s.rootDelta);

    // Step 15. Pruning of moves at low depth. Only once the node has a score that does not lose for certain, of a
    // move or of the endgame tables, and only if the side has more than pawns: zugzwang makes bad moves good.
    if (!isRoot && best > -CERTAIN_WIN && position.hasNonPawns(position.sideToMove)) {
      node.moveCount = moveCount;
      node.isQuiet = isQuiet;
      node.isCheck = isCheck;
      node.history = history;
      if (skipsMove(node, position, move, reduction, alpha)) continue;
    }

    // Step 16. Singular extension of the table's move, or less depth for it, or a multicut.
    let extension = 0;
    if (!isRoot && move === ttMove && excluded === NO_MOVE && isSingularCandidate(node, s.rootDepth)) {
      const singularBeta = singularBetaOf(node, isPv);
      const score = searchWithout(s, node, move, singularBeta);
      if (s.stopped) break;
      extension = singularExtension(node, score, singularBeta, isPv, histories.tableMove.singularEase());
      if (extension === MULTICUT) return singularBeta;
    }

    // Step 17. Check extension. The bet: a check that loses no material leaves few replies, so a ply more costs little
    // and may show what comes after them. It fails where the checks lead nowhere; the guard: the replies use up depth.
    if (P.checkExtension !== 0 && isCheck && extension === 0 && seeAtLeast(position, move, 0)) extension = 1;

    const pieceTo = pieceToOf(position, move);
    stack.move[at] = move;
    stack.pieceTo[at] = pieceTo;
    stack.moveCount[at] = moveCount;
    stack.doubleExtensions[at] = node.doubleExtensions + (extension >= 2 ? 1 : 0);
    position.make(move);
    let newDepth = node.depth - 1 + extension;
    let score = -INFINITE;

    // Step 18. Late move reductions (LMR). The bet: ordering is good, so a late move fails low even when searched
    // shallower. It fails where a move's point lies deeper; the guard: one that beats alpha all the same is searched
    // again, deeper or shallower than planned by how surprising it was, and its continuations learn. In a PV node a
    // move with much in its favour, whose terms add up to less than nothing, is searched a ply deeper.
    if (node.depth >= P.lmrDepth && moveCount > 1 + (isRoot ? 1 : 0)) {
      reduction += nodeTerms(node, ttScore > alpha, stack.cutoffs[at + 1]);
      reduction += P.lmrMoveCount * moveCount;
      reduction += moveTerms(isQuiet, isCheck, history);
      const reduced = Math.max(1, Math.min(newDepth - (reduction >> PLY_SHIFT), newDepth + (isPv ? 1 : 0)));
      stack.reduction[at] = Math.max(0, newDepth - reduced);
      score = 0 - searchNode(s, node.child(-1 - alpha, 0 - alpha, reduced, true));
      stack.reduction[at] = 0;
      if (score > alpha && reduced < newDepth && !s.stopped) {
        if (score > best + P.deeperBase + (P.deeperSlope * newDepth >> DEEPER_SHIFT)) newDepth++;
        else if (score < best + P.shallowerMargin) newDepth--;
        if (newDepth > reduced) score = 0 - searchNode(s, node.child(-1 - alpha, 0 - alpha, newDepth, !cutNode));
        if (isQuiet && !s.stopped && (score <= alpha || score >= beta)) {
          learnReSearch(s, ply, pieceTo, newDepth, score >= beta);
        }
      }
    } else if (!isPv || moveCount > 1) {
      // Step 19. Null window without a reduction.
      score = 0 - searchNode(s, node.child(-1 - alpha, 0 - alpha, newDepth, !cutNode));
    }

    // Step 20. Full window: the first move of a PV node, and those that beat alpha.
    if (isPv && (moveCount === 1 || score > alpha) && !s.stopped) {
      score = 0 - searchNode(s, node.child(0 - beta, 0 - alpha, newDepth, false));
    }
    position.undo();
    if (s.stopped) break;
    if (isRoot) s.recordRootMove(move, moveCount, score, alpha, beta, s.nodes - nodesBefore);

    // Step 21. A better move, or a cutoff.
    tried.add(move, isQuiet);
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) stack.updateLine(ply, move);
    if (score >= beta) {
      // The node above reduces late moves by this count. Outside PV nodes, a cutoff that took a double extension was
      // not easy, and does not count.
      stack.cutoffs[at] += extension < 2 || isPv ? 1 : 0;
      break;
    }
    alpha = score;
    // Alpha-raise reduction. The bet: no later move of a PV node raises alpha again. It fails where a better one comes
    // late; the guard: middling depth only.
    if (node.depth > P.alphaRaiseLow && node.depth < P.alphaRaiseHigh && !isCertain(score)) {
      node.depth -= P.alphaRaiseReduction;
    }
  }
  if (s.stopped) return DRAW;

  // Step 22. Mate and stalemate.
  if (moveCount === 0) return excluded !== NO_MOVE ? alpha : inCheck ? ply - MATE : DRAW;
  if (best > node.tablebaseCeiling) best = node.tablebaseCeiling;

  // Step 23. Learn: moves from a cutoff, the opponent's move from a fail-low, the evaluation's error from the score.
  if (best >= beta) {
    learnCutoff(s, node, bestMove, best - beta);
    // The bet: the further a shallow score is above beta, the less it is to be believed, so it is blended with beta. It
    // fails where a piece is really won; the guard: the deeper, the more of the score stays.
    if (!isCertain(best) && !isCertain(beta)) best = (best * node.depth + beta) / (node.depth + 1) | 0;
  } else if (best <= originalAlpha && ply >= 1) {
    creditPriorMove(s, node, best);
  } else if (bestMove !== NO_MOVE) {
    learnExact(s, node, bestMove);
  }
  if (!isPv && bestMove !== NO_MOVE && ttMove !== NO_MOVE) learnTtMove(s, bestMove === ttMove);
  const bound = best >= beta ? BOUND_LOWER : best > originalAlpha ? BOUND_EXACT : BOUND_UPPER;
  // Where moves were left out, the score is not that of the position.
  if (excluded === NO_MOVE && (!isRoot || s.isRootWhole())) {
    table.store(position, s.entry.set(bestMove, scoreToTt(best, ply), node.rawEval, node.depth, bound, ttPv));
    if (!inCheck) learnCorrection(s, node, best, bound, bestMove);
  }
  return best;
}

/**
 * Null move pruning (NMP). The bet: if passing the turn still fails high, some move will too. It fails in zugzwang: the
 * guards are `allowsNullMove`, and at high depth the cutoff is verified by a search without null moves.
 *
 * @returns A score to return from the node, or `NO_SCORE`.
 */
export function nullMovePruning(s: Search, node: NodeState): number {
  const { position, stack } = s;
  if (!allowsNullMove(node, position, stack, s.nullMoveMinPly)) return NO_SCORE;
  const { beta, depth, ply } = node;
  const at = ply + MARGIN;
  const reducedDepth = depth - nullMoveReduction(node);
  stack.move[at] = NO_MOVE;
  stack.pieceTo[at] = 0;
  position.makeNull();
  const score = 0 - searchNode(s, node.child(0 - beta, 1 - beta, reducedDepth, !node.cutNode));
  position.undoNull();
  if (s.stopped || score < beta) return NO_SCORE;

  // After a null move neither a mate nor a win by the endgame tables is proven.
  const proven = score >= CERTAIN_WIN ? beta : score;
  if (s.nullMoveMinPly > 0 || depth < P.nullMoveVerifyDepth) return proven;
  s.nullMoveMinPly = ply + (P.nullMoveVerifiedShare * reducedDepth / PERCENT | 0);
  const verified = searchNode(s, node.again(beta - 1, beta, reducedDepth, false));
  s.nullMoveMinPly = 0;
  return verified >= beta ? proven : NO_SCORE;
}

/**
 * ProbCut. The bet: if a capture beats beta by a margin in a shallow search, it beats beta in a deep one. It fails
 * where the capture has a deep refutation; the margin is the guard.
 *
 * @param probBeta Beta plus the margin, which the result does without again.
 * @returns A score to return from the node, or `NO_SCORE`.
 */
export function probCut(s: Search, node: NodeState, probBeta: number): number {
  const { position, stack } = s;
  const { ply, picker } = node;
  const at = ply + MARGIN;
  const threshold = probBeta - node.staticEval;
  const reducedDepth = Math.max(0, node.depth - P.probCutReduction);
  picker.startNoisy(position, node.ttMove, ply);
  for (let move = picker.next(s); move !== NO_MOVE; move = picker.next(s)) {
    if (!seeAtLeast(position, move, threshold)) continue;
    stack.move[at] = move;
    stack.pieceTo[at] = pieceToOf(position, move);
    position.make(move);
    let score = 0 - quiescence(s, node.child(0 - probBeta, 1 - probBeta, 0, false));
    if (score >= probBeta && reducedDepth > 0 && !s.stopped) {
      score = 0 - searchNode(s, node.child(0 - probBeta, 1 - probBeta, reducedDepth, !node.cutNode));
    }
    position.undo();
    if (s.stopped) return DRAW;
    if (score >= probBeta) {
      const stored = scoreToTt(score, ply);
      s.table.store(position, s.entry.set(move, stored, node.rawEval, reducedDepth + 1, BOUND_LOWER, node.ttPv));
      return isCertain(score) ? score : score - (probBeta - node.beta);
    }
  }
  return NO_SCORE;
}

/** Score of a node without one of its moves, at half the depth, against a bound: see singular.ts. */
function searchWithout(s: Search, node: NodeState, move: number, bound: number): number {
  const { excluded } = s.stack;
  const at = node.ply + MARGIN;
  excluded[at] = move;
  const score = searchNode(s, node.again(bound - 1, bound, (node.depth - 1) >> 1, node.cutNode));
  excluded[at] = NO_MOVE;
  return score;
}
