/** Quiescence search: follows captures and promotions until the static evaluation can be trusted. @module */

import { givesCheck } from "../core/gives_check.ts";
import type { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { CERTAIN_WIN, DRAW, INFINITE, isCertain, MATE, MAX_PLY, NO_SCORE } from "../core/score.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../core/see.ts";
import { moveKind, moveTo, NO_MOVE, PROMOTION } from "../core/types.ts";
import { BOUND_LOWER, BOUND_NONE, BOUND_UPPER, boundDecides } from "./bound.ts";
import { correctEval, isBetterEstimate } from "./evaluate.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";
import type { Search } from "./search.ts";

/**
 * Searches captures and promotions. In check, also searches quiet moves, until a move avoids a certain loss. Parameters
 * and result are as in `searchNode`.
 */
export function quiescence(s: Search, frame: Frame, alpha: number, beta: number): number {
  const { position, tt, clock, root } = s;
  const { ply, picker, ttEntry } = frame;
  clock.countNode();
  if (clock.stopped) return DRAW;
  if (ply > root.seldepth) root.seldepth = ply;
  frame.clearLine();
  if (isDrawn(position, ply)) return DRAW;
  const inCheck = position.inCheck;
  if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

  // Step 1. Transposition table (TT).
  // Assumes: a TT result of any depth is deep enough, because quiescence search has depth 0.
  // Wrong when: positions repeat.
  // Limited by: it is not done in PV nodes.
  const isPv = beta - alpha > 1;
  tt.probe(position, ply, ttEntry);
  frame.rawEval = ttEntry.rawEval;
  frame.ttPv = isPv || ttEntry.isPv;
  if (!isPv && boundDecides(ttEntry.bound, ttEntry.score, beta)) return ttEntry.score;

  // Step 2. Stand pat. Assumes: some quiet move scores at least as much as the evaluation, so a side need not capture.
  // Wrong when: the side to move is in zugzwang, or all its pieces are attacked. Limited by: it is not done in check.
  let best = -INFINITE;
  let futility = -INFINITE;
  if (!inCheck) {
    if (frame.rawEval === NO_SCORE) frame.rawEval = s.evaluator.evaluate(position);
    best = correctEval(frame.rawEval, s.corrections.correction(position, frame));
    futility = best + P.quiescenceFutility;
    if (isBetterEstimate(ttEntry.bound, ttEntry.score, best)) best = ttEntry.score;
    if (best >= beta) {
      best = softenFailHigh(best, beta);
      if (!ttEntry.isHit) tt.store(position, ply, NO_MOVE, 0, frame.rawEval, 0, BOUND_NONE, frame.ttPv);
      return best;
    }
    if (best > alpha) alpha = best;
  }

  // Step 3. Captures and promotions, or moves out of check.
  if (inCheck) {
    s.histories.locate(position, frame);
    picker.startAll(position, ttEntry.move);
  } else picker.startNoisy(position, ttEntry.move);
  let bestMove = NO_MOVE;
  let moveCount = 0;
  for (let move = picker.next(s, frame); move !== NO_MOVE; move = picker.next(s, frame)) {
    moveCount++;
    if (best > -CERTAIN_WIN) {
      if (inCheck) {
        // The remaining quiet moves are unlikely to be better than this evasion.
        picker.skipQuiets = true;
        if (!position.isNoisy(move)) continue;
      } else {
        const skipped = scoreIfSkipped(position, move, moveCount, futility, alpha);
        if (skipped !== NO_SCORE) {
          best = Math.max(best, skipped);
          continue;
        }
      }
    }
    frame.pieceTo = position.pieceTo(move);
    position.make(move);
    const score = 0 - quiescence(s, frame.child(), 0 - beta, 0 - alpha);
    position.undo();
    if (clock.stopped) break;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) frame.extendLine(move);
    if (score >= beta) break;
    alpha = score;
  }
  if (clock.stopped) return DRAW;

  // Step 4. Return a mate score if there was no move, and store the result in the TT.
  if (inCheck && moveCount === 0) return ply - MATE;
  if (best >= beta) best = softenFailHigh(best, beta);
  const bound = best >= beta ? BOUND_LOWER : BOUND_UPPER;
  tt.store(position, ply, bestMove, best, frame.rawEval, 0, bound, frame.ttPv);
  return best;
}

/** The score to assume for a move that is skipped; `NO_SCORE` if the move must be searched. */
function scoreIfSkipped(position: Position, move: number, moveCount: number, futility: number, alpha: number): number {
  if (moveKind(move) !== PROMOTION && !givesCheck(position, move)) {
    // Late captures.
    // Assumes: the first captures take the most valuable victims. After them, only recaptures matter.
    // Wrong when: the move ordering is wrong. Limited by: checks and promotions are not skipped.
    const { lastMove } = position;
    if (moveCount > P.quiescenceMoves && (lastMove === NO_MOVE || moveTo(move) !== moveTo(lastMove))) return -INFINITE;
    // Futility.
    // Assumes: a capture gains at most its victim and a margin; if exchanges win nothing, it gains at most the margin.
    // Wrong when: the capture opens an attack. Limited by: checks and promotions are not skipped.
    const reach = futility + SEE_VALUES[victimType(position, move)];
    if (reach <= alpha) return reach;
    if (futility <= alpha && !seeAtLeast(position, move, 1)) return futility;
  }
  // Static exchange evaluation (SEE).
  // Assumes: a capture that loses material on its target square is bad.
  // Wrong when: it is a sacrifice. Limited by: the main search tries such moves.
  return seeAtLeast(position, move, P.quiescenceSee) ? NO_SCORE : -INFINITE;
}

/**
 * Halves the excess of a score over beta. Scores of certain wins and losses do not change.
 *
 * Assumes: a score from captures alone is too high, because no quiet defence was considered.
 * Wrong when: the gain is real. Limited by: the result is never below beta.
 */
function softenFailHigh(score: number, beta: number): number {
  return isCertain(score) || isCertain(beta) ? score : (score + beta) >> 1;
}
