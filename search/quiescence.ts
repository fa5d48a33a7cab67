/**
 * Quiescence search: follow captures and promotions until the position is quiet enough to be judged statically.
 *
 * Stand pat: the side to move may decline every capture, so the corrected static evaluation is a lower bound, unless it
 * is in check; then evasions (moves out of check) are searched, quiet ones too, until one is found that does not lose
 * for certain, and from there on captures alone. Captures that cannot reach alpha (futility), that lose material (static
 * exchange), or that come late and take back nothing, are skipped.
 *
 * @module
 */

import { LAST_MOVE } from "../core/frame.ts";
import { givesCheck } from "../core/gives_check.ts";
import { isDrawn } from "../core/repetition.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../core/see.ts";
import { moveKind, moveTo, NO_MOVE, PROMOTION } from "../core/types.ts";
import { correctEval, isBetterEstimate } from "./evaluate.ts";
import { pieceToOf } from "../learning/quiet_history.ts";
import type { NodeState } from "./node_state.ts";
import { P } from "./params.ts";
import {
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
  scoreToTt,
} from "../core/score.ts";
import type { Search } from "./search.ts";
import { MARGIN } from "../learning/stack.ts";

/**
 * Searches captures and promotions; in check quiet evasions too, until one does not lose for certain.
 *
 * @param s The search.
 * @param node The question: window and ply.
 * @returns The score from the side to move, fail-soft; void once `s.stopped`.
 */
export function quiescence(s: Search, node: NodeState): number {
  const { position, table, stack } = s;
  const { ply, beta, picker } = node;
  s.countNode();
  if (s.stopped) return DRAW;
  if (ply > s.seldepth) s.seldepth = ply;
  stack.clearLine(ply);
  if (isDrawn(position, ply)) return DRAW;
  const inCheck = position.inCheck;
  if (ply >= MAX_PLY) return inCheck ? DRAW : s.evaluator.evaluate(position);

  // Step 1. Transposition table. The bet: any depth is enough. It fails by repetitions; the guard: not in PV nodes.
  const at = ply + MARGIN;
  let alpha = node.alpha;
  const isPv = beta - alpha > 1;
  if (table.probe(position)) node.readTable(table, isPv);
  else node.readNothing(isPv);
  const { ttMove, ttBound, ttScore, ttPv } = node;
  if (!isPv && boundDecides(ttBound, ttScore, beta)) return ttScore;

  // Step 2. Stand pat. The bet: some quiet move keeps what the evaluation says, so a side need not capture. It fails in
  // zugzwang and where all is attacked; the guard: not in check, where nothing quiet may be left.
  let best = -INFINITE;
  let futility = -INFINITE;
  stack.staticEval[at] = NO_SCORE;
  if (!inCheck) {
    if (node.rawEval === NO_SCORE) node.rawEval = s.evaluator.evaluate(position);
    best = correctEval(node.rawEval, s.corrections.correction(position, stack, ply));
    stack.staticEval[at] = best;
    futility = best + P.quiescenceFutility;
    if (isBetterEstimate(ttBound, ttScore, best)) best = ttScore;
    if (best >= beta) {
      best = softenFailHigh(best, beta);
      if (!node.isHit) table.store(position, s.entry.set(NO_MOVE, 0, node.rawEval, 0, BOUND_NONE, ttPv));
      return best;
    }
    if (best > alpha) alpha = best;
  }

  // Step 3. Captures and promotions, or moves out of check.
  if (inCheck) {
    stack.threats.find(position, at);
    picker.startAll(position, ttMove, ply);
  } else picker.startNoisy(position, ttMove, ply);
  const lastMove = position.states[position.top + LAST_MOVE];
  let bestMove = NO_MOVE;
  let moveCount = 0;
  for (let move = picker.next(s); move !== NO_MOVE; move = picker.next(s)) {
    moveCount++;
    if (best > -CERTAIN_WIN) {
      if (inCheck) {
        // One evasion that does not lose for certain is found: the quiet rest is unlikely to be better.
        picker.skipQuiets = true;
        if (!position.isNoisy(move)) continue;
      } else {
        if (moveKind(move) !== PROMOTION && !givesCheck(position, move)) {
          // Late captures. The bet: the first ones, of the greatest victims, are the best; behind them only one that
          // takes back on the square of the last move matters. It fails where the ordering does; the guards: as below.
          if (moveCount > P.quiescenceMoves && (lastMove === NO_MOVE || moveTo(move) !== moveTo(lastMove))) continue;
          // Futility. The bet: a capture gains its victim, a margin, and no more; if that leaves the evaluation below
          // alpha, or gains nothing by exchanges, it is skipped. It fails where the capture opens an attack; the guards:
          // the margin, no checks, no promotions.
          const reach = futility + SEE_VALUES[victimType(position, move)];
          if (reach <= alpha) {
            best = Math.max(best, reach);
            continue;
          }
          if (futility <= alpha && !seeAtLeast(position, move, 1)) {
            best = Math.max(best, futility);
            continue;
          }
        }
        // Static exchange pruning (SEE). The bet: a capture that loses material on its square loses. It fails where it
        // is a sacrifice; the guard: the main search has looked at those.
        if (!seeAtLeast(position, move, P.quiescenceSee)) continue;
      }
    }
    stack.move[at] = move;
    stack.pieceTo[at] = pieceToOf(position, move);
    position.make(move);
    const score = 0 - quiescence(s, node.child(0 - beta, 0 - alpha, 0, false));
    position.undo();
    if (s.stopped) break;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    if (isPv) stack.updateLine(ply, move);
    if (score >= beta) break;
    alpha = score;
  }
  if (s.stopped) return DRAW;

  // Step 4. Mate, and what to remember.
  if (inCheck && moveCount === 0) return ply - MATE;
  if (best >= beta) best = softenFailHigh(best, beta);
  const bound = best >= beta ? BOUND_LOWER : BOUND_UPPER;
  table.store(position, s.entry.set(bestMove, scoreToTt(best, ply), node.rawEval, 0, bound, ttPv));
  return best;
}

/**
 * A score above beta is believed half-way. The bet: what captures alone promise is too good, as no quiet defence was
 * looked at. It fails where the gain is real; the guard: the result does not fall below beta. Certain scores stay as
 * they are.
 */
function softenFailHigh(score: number, beta: number): number {
  return isCertain(score) || isCertain(beta) ? score : (score + beta) >> 1;
}
