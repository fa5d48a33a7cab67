/**
 * Quiescence search: follow captures and promotions until the position is quiet enough to be judged statically.
 *
 * Stand pat: the side to move may decline every capture, so the static evaluation is a lower bound, unless it is in check; then every
 * evasion is searched. Captures that lose material by static exchange are skipped.
 *
 * @module
 */

import { isDrawn } from "./draws.ts";
import { BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "./info.ts";
import { MAX_PLY } from "./limits.ts";
import { DRAW, INFINITE, isMateScore, MATE, NO_SCORE, scoreFromTable, scoreToTable } from "./score.ts";
import type { Search } from "./search.ts";
import { NO_MOVE } from "../core/types.ts";

/**
 * Searches captures, promotions and evasions until the position is quiet.
 *
 * @param s The search; its position is not terminal by rule other than what is checked here.
 * @param alpha Lower bound of the window.
 * @param beta Upper bound of the window.
 * @param ply Distance from the root.
 * @returns The score from the side to move, fail-soft; void once `s.stopped`.
 */
export function quiescence(s: Search, alpha: number, beta: number, ply: number): number {
  const { position, table, histories } = s;
  s.countNode();
  if (s.stopped) return DRAW;
  if (ply > s.seldepth) s.seldepth = ply;
  s.stack.clearLine(ply);
  if (isDrawn(position, ply)) return DRAW;
  const inCheck = position.inCheck;
  if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

  // Step 1. The transposition table: any depth is enough here.
  const keyLo = position.keyLo;
  const keyHi = position.keyHi;
  const isPv = beta - alpha > 1;
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
      if (!isPv && (tableBound & (tableScore >= beta ? BOUND_LOWER : BOUND_UPPER)) !== 0) return tableScore;
    }
  }

  // Step 2. Stand pat.
  let best = -INFINITE;
  if (!inCheck) {
    if (rawEval === NO_SCORE) rawEval = s.evaluator.evaluate(position);
    best = rawEval;
    // A stored score that bounds the evaluation from the right side is the better estimate.
    if (
      tableScore !== NO_SCORE && !isMateScore(tableScore) &&
      (tableBound & (tableScore > best ? BOUND_LOWER : BOUND_UPPER)) !== 0
    ) best = tableScore;
    if (best >= beta) {
      if (tableBound === BOUND_NONE) {
        table.store(keyLo, keyHi, NO_MOVE, scoreToTable(best, ply), rawEval, 0, BOUND_LOWER, wasPv);
      }
      return best;
    }
    if (best > alpha) alpha = best;
  }

  // Step 3. Captures and promotions, or every move out of check.
  const picker = s.takePicker();
  if (inCheck) picker.startAll(position, tableMove, NO_MOVE, NO_MOVE);
  else picker.startNoisy(position, tableMove);
  let bestMove = NO_MOVE;
  let moveCount = 0;
  for (let move = picker.next(position, histories); move !== NO_MOVE; move = picker.next(position, histories)) {
    moveCount++;
    position.make(move);
    const score = -quiescence(s, -beta, -alpha, ply + 1);
    position.undo();
    if (s.stopped) break;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) s.stack.updateLine(ply, move);
    if (score >= beta) break;
    alpha = score;
  }
  s.releasePicker();
  if (s.stopped) return DRAW;

  // Step 4. Mate, and what to remember.
  if (inCheck && moveCount === 0) return ply - MATE;
  const bound = best >= beta ? BOUND_LOWER : BOUND_UPPER;
  table.store(keyLo, keyHi, bestMove, scoreToTable(best, ply), rawEval, 0, bound, wasPv);
  return best;
}
