/**
 * The main search node: principal variation search, fail-soft, told as numbered steps.
 *
 * The first move of a node is searched with the full window; every other one with a null window around alpha, on the bet
 * that it is not better, and again if the bet was lost. What the steps in between skip or reduce rests on bets too; each heading
 * says which.
 *
 * @module
 */

import { hasUpcomingRepetition } from "../core/repetition.ts";
import { NO_MOVE } from "../core/types.ts";
import { isDrawn } from "./draws.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "./info.ts";
import { MAX_PLY } from "./limits.ts";
import { P } from "./params.ts";
import { quiescence } from "./quiescence.ts";
import { baseReduction, ONE_PLY } from "./reductions.ts";
import { DRAW, INFINITE, isMateScore, MATE, MATE_IN_MAX, NO_SCORE, scoreFromTable, scoreToTable } from "./score.ts";
import type { Search } from "./search.ts";
import { MARGIN, TRIED_MAX } from "./stack.ts";

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
  const { position, table, histories, stack } = s;

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

  if (!isRoot) {
    // Step 3. Draws and the end of the stack.
    if (isDrawn(position, ply)) return DRAW;
    if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

    // Step 4. Mate distance pruning: no line from here beats a shorter mate found elsewhere.
    if (alpha < ply - MATE) alpha = ply - MATE;
    if (beta > MATE - ply - 1) beta = MATE - ply - 1;
    if (alpha >= beta) return alpha;
  }

  // Step 5. Transposition table.
  const keyLo = position.keyLo;
  const keyHi = position.keyHi;
  let tableMove = NO_MOVE;
  let tableScore = NO_SCORE;
  let tableBound = BOUND_NONE;
  let rawEval = NO_SCORE;
  let wasPv = isPv;
  if (table.probe(keyLo, keyHi)) {
    tableMove = table.hitMove;
    tableBound = table.hitBound;
    rawEval = table.hitEval;
    wasPv = wasPv || table.hitPv;
    if (tableBound !== BOUND_NONE) {
      tableScore = scoreFromTable(table.hitScore, ply);
      if (
        !isPv && table.hitDepth >= depth && (tableBound & (tableScore >= beta ? BOUND_LOWER : BOUND_UPPER)) !== 0
      ) return tableScore;
    }
  }

  // Step 6. Static evaluation, replaced by the table's score where that bounds it from the right side.
  const at = ply + MARGIN;
  let estimate = NO_SCORE;
  if (!inCheck) {
    if (rawEval === NO_SCORE) {
      rawEval = s.evaluator.evaluate(position);
      table.store(keyLo, keyHi, NO_MOVE, 0, rawEval, 0, BOUND_NONE, wasPv);
    }
    estimate = rawEval;
    if (
      tableScore !== NO_SCORE && !isMateScore(tableScore) &&
      (tableBound & (tableScore > rawEval ? BOUND_LOWER : BOUND_UPPER)) !== 0
    ) estimate = tableScore;
  }
  stack.staticEval[at] = inCheck ? NO_SCORE : rawEval;

  // Step 7. Null move pruning (NMP). The bet: if passing the turn still fails high, some move will too. It fails in
  // zugzwang, so not with pawns alone, and not twice in a row.
  if (
    !isPv && !inCheck && depth >= P.nullMoveDepth && estimate >= beta && stack.move[at - 1] !== NO_MOVE &&
    beta > -MATE_IN_MAX && position.hasNonPawns(position.sideToMove)
  ) {
    const reduction = P.nullMoveBase + Math.trunc(depth / P.nullMoveDepthDivisor) +
      Math.min(Math.trunc((estimate - beta) / P.nullMoveEvalDivisor), P.nullMoveEvalMax);
    stack.move[at] = NO_MOVE;
    position.makeNull();
    const score = -searchNode(s, -beta, -beta + 1, depth - reduction, ply + 1, !cutNode);
    position.undoNull();
    if (s.stopped) return DRAW;
    // A mate after a pass is not a mate.
    if (score >= beta) return score >= MATE_IN_MAX ? beta : score;
  }

  // Step 8. The moves.
  const picker = s.takePicker();
  if (isRoot) picker.startList(s.rootMoves.slice(s.pvIndex).map((rootMove) => rootMove.move));
  else picker.startAll(position, tableMove, stack.killers[at << 1], stack.killers[at << 1 | 1]);
  stack.killers[(at + 1) << 1] = NO_MOVE;
  stack.killers[(at + 1) << 1 | 1] = NO_MOVE;

  const triedStart = ply * TRIED_MAX;
  let triedCount = 0;
  let moveCount = 0;
  let best = -INFINITE;
  let bestMove = NO_MOVE;
  const originalAlpha = alpha;

  for (let move = picker.next(position, histories); move !== NO_MOVE; move = picker.next(position, histories)) {
    moveCount++;
    const isQuiet = !position.isNoisy(move);
    const nodesBefore = s.nodes;
    const history = isQuiet ? histories.quietScore(position, move) : 0;
    stack.move[at] = move;
    position.make(move);
    const newDepth = depth - 1 + (position.inCheck ? 1 : 0);

    // Step 9. Late move reductions (LMR). The bet: ordering is good, so a late move fails low even when searched
    // shallower; if it does not, it is searched again at full depth.
    let score = -INFINITE;
    let isFullNeeded = !isPv || moveCount > 1;
    if (depth >= P.lmrDepth && moveCount >= P.lmrMoves && (isQuiet || picker.isBadNoisy)) {
      let reduction = baseReduction(depth, moveCount);
      if (!isPv) reduction += P.lmrNonPv;
      reduction -= history * P.lmrHistoryDivisor >> 6;
      const reduced = Math.max(1, Math.min(newDepth, newDepth - Math.trunc(reduction / ONE_PLY)));
      score = -searchNode(s, -alpha - 1, -alpha, reduced, ply + 1, true);
      isFullNeeded = score > alpha && reduced < newDepth;
    }

    // Step 10. Null window, then, in a PV node, the full window for the first move and for those that beat alpha.
    if (isFullNeeded) score = -searchNode(s, -alpha - 1, -alpha, newDepth, ply + 1, !cutNode);
    if (isPv && (moveCount === 1 || score > alpha)) score = -searchNode(s, -beta, -alpha, newDepth, ply + 1, false);

    position.undo();
    if (s.stopped) break;
    if (isRoot) s.recordRootMove(move, moveCount, score, alpha, beta, s.nodes - nodesBefore);

    // Step 11. A better move, or a cutoff.
    if (isQuiet && triedCount < TRIED_MAX) stack.tried[triedStart + triedCount++] = move;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) stack.updateLine(ply, move);
    if (score >= beta) {
      if (isQuiet) {
        histories.updateQuiets(position, move, stack.tried, triedStart, triedCount, depth);
        if (stack.killers[at << 1] !== move) {
          stack.killers[at << 1 | 1] = stack.killers[at << 1];
          stack.killers[at << 1] = move;
        }
      }
      break;
    }
    alpha = score;
  }
  s.releasePicker();
  if (s.stopped) return DRAW;

  // Step 12. Mate and stalemate.
  if (moveCount === 0) return inCheck ? ply - MATE : DRAW;

  // Step 13. Remember.
  if (!isRoot || s.pvIndex === 0) {
    const bound = best >= beta ? BOUND_LOWER : best > originalAlpha ? BOUND_EXACT : BOUND_UPPER;
    table.store(keyLo, keyHi, bestMove, scoreToTable(best, ply), rawEval, depth, bound, wasPv);
  }
  return best;
}
