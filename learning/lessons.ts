/**
 * Lessons: the events from which the search learns. Each lesson is a function that is called where the event happens.
 *
 * | learned | when | kept in | used for |
 * |---|---|---|---|
 * | which moves refute, and which were tried without success | beta cutoff: `learnCutoff` | quiet, counter-move, capture histories | ordering, pruning, reductions |
 * | a quiet TT move refutes here, too | TT cutoff: `learnTtCutoff` | quiet histories | the same |
 * | whether a reduced move was worth more depth | search after a reduction: `learnReSearch` | continuation history | the same |
 * | whether the previous move improved its side's evaluation | swing of the evaluation: `learnEvaluationSwing` | butterfly history | the same |
 * | the previous move refuted every answer | fail-low: `learnFailLow` | butterfly and continuation history | the same |
 * | an early previous move was refuted | cutoff: `learnCutoff`, `learnTtCutoff` | continuation history | the same |
 * | which move is best without a cutoff | exact score: `learnExact` | the same | the same |
 * | how wrong the static evaluation is | a node's score is known: `learnCorrection` | correction histories | evaluation, margins, reductions |
 *
 * A search with an excluded move (singular.ts) teaches something about moves, but nothing about the evaluation. The
 * depth of a lesson is the node's depth after all adjustments, and at least 1.
 *
 * "Worth" is the gain in Elo over an engine that lacks only this lesson, with its error at 95 % confidence. It was
 * measured at 4,000 nodes per move with network 11 (docs/histories.md describes the conditions and other measurements).
 * @module
 */

import { isLegal } from "../core/legality.ts";
import type { Position } from "../core/position.ts";
import { isCertain, NO_SCORE } from "../core/score.ts";
import { STATE_SIZE } from "../core/state.ts";
import { EMPTY, moveKind, NO_MOVE, PROMOTION } from "../core/types.ts";
import type { Corrections } from "./corrections.ts";
import { type Histories, WEIGHT_SHIFT } from "./histories.ts";
import { keysOf } from "./move_keys.ts";
import type { LearningFrame } from "./frame.ts";
import { L } from "./params.ts";
import { ABOUT_ANSWER, ABOUT_MOVE, ABOUT_PREVIOUS } from "./table.ts";

/** A full bonus or malus, in 1024ths. */
const FULL = 1024;
/** Shift for `L.swingFactor`, which is in 16ths. */
const SWING_SHIFT = 4;

/** The position that a lesson is about, and the tables that it changes. */
export interface Knowledge {
  readonly position: Position;
  readonly histories: Histories;
  readonly corrections: Corrections;
}

/**
 * Beta cutoff. The move that caused the cutoff gets a bonus; captures tried before it get a malus. If the move is
 * quiet, quiet moves tried before it also get a malus. If the score's lead over beta (`excess` centipawns) is large,
 * the cutoff counts as one ply deeper. The previous move gets a malus (`refutePriorMove`).
 *
 * Assumes: a move that refutes here refutes elsewhere. Wrong when: the position is an exception.
 * Worth: 50 ± 13 for butterfly history, which learns from four lessons; 76 ± 13 for the malus in all tables.
 */
export function learnCutoff(s: Knowledge, frame: LearningFrame, depth: number, best: number, excess: number): void {
  const counted = depth + (excess >= L.clearCutoffMargin ? 1 : 0);
  creditBest(s, frame, counted, best, FULL);
  refutePriorMove(s, frame, counted, L.priorEarlyMalusFactor);
}

/**
 * Exact score: a move raised alpha, and none reached beta. The bonus is smaller than for a cutoff.
 *
 * Assumes: the best move is also good elsewhere, although it does not refute. Wrong when: all moves are about equal.
 */
export function learnExact(s: Knowledge, frame: LearningFrame, depth: number, best: number): void {
  if (L.exactFactor !== 0) creditBest(s, frame, depth, best, L.exactFactor);
}

/** Gives the best move a share (1024ths) of the bonus at `depth`, and other tried moves the same share of the malus. */
function creditBest(s: Knowledge, frame: LearningFrame, depth: number, best: number, share: number): void {
  const { position, histories } = s;
  const { tried } = frame;
  if (position.isNoisy(best)) {
    const bonus = Math.min(L.captureBonusSlope * depth - L.captureBonusOffset, L.captureBonusMax);
    histories.learnCapture(position, best, bonus * share >> WEIGHT_SHIFT);
  } else {
    histories.learn(ABOUT_MOVE, frame, keysOf(position, best), quietBonus(depth) * share >> WEIGHT_SHIFT);
    if (L.useMalus !== 0) {
      const malus = quietMalus(depth) * share >> WEIGHT_SHIFT;
      for (let i = 0; i < tried.quietCount; i++) {
        if (tried.quiets[i] !== best) histories.learn(ABOUT_MOVE, frame, keysOf(position, tried.quiets[i]), -malus);
      }
    }
  }
  if (L.useMalus !== 0) {
    const malus = Math.min(L.captureMalusSlope * depth - L.captureMalusOffset, L.captureMalusMax) * share >>
      WEIGHT_SHIFT;
    for (let i = 0; i < tried.captureCount; i++) {
      if (tried.captures[i] !== best) histories.learnCapture(position, tried.captures[i], -malus);
    }
  }
}

/**
 * Cutoff by the transposition table (TT). The TT move, if it is quiet and legal here, gets a share of a bonus, although
 * nothing was searched. The previous move gets a malus (`refutePriorMove`).
 *
 * Assumes: a move that once caused a cutoff should be tried early elsewhere, too. Wrong when: the result in the TT is
 * out of date. Worth: 2 ± 13.
 */
export function learnTtCutoff(s: Knowledge, frame: LearningFrame, depth: number, move: number): void {
  const { position, histories } = s;
  refutePriorMove(s, frame, depth, L.priorTtMalusFactor);
  if (L.ttCreditFactor === 0 || position.isNoisy(move) || !isLegal(position, move)) return;
  // A node that ends this early has not yet located its rows and threats.
  histories.locate(position, frame);
  histories.learn(ABOUT_MOVE, frame, keysOf(position, move), quietBonus(depth) * L.ttCreditFactor >> WEIGHT_SHIFT);
}

/**
 * Search after a reduction. A quiet move beat alpha in a reduced search, so it was searched again to `depth` plies. In
 * continuation history, it gets a bonus if it then reached beta, and a malus if it failed low.
 *
 * Assumes: the second search is better evidence about the move than the first.
 * Wrong when: the score is within the window; in that case, nothing is learned. Worth: 18 ± 12.
 */
export function learnReSearch(s: Knowledge, frame: LearningFrame, depth: number, isSuccess: boolean): void {
  const factor = isSuccess ? L.reSearchBonusFactor : -L.reSearchMalusFactor;
  learnPrevious(s, frame, ABOUT_ANSWER, quietBonus(depth) * factor >> WEIGHT_SHIFT);
}

/**
 * Swing of the evaluation. A quiet move that worsened the opponent's evaluation gets a bonus immediately. A quiet move
 * that improved that evaluation by more than a few centipawns gets a malus. `frame` is the node after the move.
 *
 * Assumes: the evaluation right after a move is evidence about the move. Wrong when: only a deeper search sees the
 * point of the move. Limited by: the swing is bounded. Worth: 26 ± 12, because the lesson fills butterfly history even
 * in short searches.
 */
export function learnEvaluationSwing(s: Knowledge, frame: LearningFrame): void {
  const previous = frame.parent.staticEval;
  if (L.useEvaluationSwing === 0 || previous === NO_SCORE) return;
  const rise = 0 - previous - frame.staticEval;
  const swing = Math.max(-L.swingLossMax, Math.min(L.swingGainMax, rise * L.swingFactor >> SWING_SHIFT));
  learnPrevious(s, frame.parent, ABOUT_PREVIOUS, swing + L.swingOffset);
}

/**
 * Fail-low. No searched move beats alpha, so the opponent's previous move was good. If it is quiet, it gets a bonus.
 *
 * Assumes: a move that leaves no good answer is also good elsewhere.
 * Wrong when: the side to move was already lost, or the only good answer was excluded. Worth: 10 ± 12.
 */
export function learnFailLow(s: Knowledge, { parent }: LearningFrame, depth: number): void {
  const bonus = quietBonus(depth);
  learnPrevious(s, parent, ABOUT_PREVIOUS, bonus * L.priorMoveFactor >> WEIGHT_SHIFT);
  learnPrevious(s, parent, ABOUT_ANSWER, bonus * L.priorMoveContinuationFactor >> WEIGHT_SHIFT);
}

/** If the previous move is quiet and was one of the first at its node, gives it a share (1024ths) of the malus. */
function refutePriorMove(s: Knowledge, frame: LearningFrame, depth: number, factor: number): void {
  const { ply, parent } = frame;
  if (factor === 0 || ply === 0 || parent.moveCount > L.priorEarlyMoves) return;
  learnPrevious(s, parent, ABOUT_ANSWER, -(quietMalus(depth) * factor >> WEIGHT_SHIFT));
}

/** Learns about the previous move, if it is quiet and not a null move. `frame` belongs to the node before that move. */
function learnPrevious({ position, histories }: Knowledge, frame: LearningFrame, lesson: number, bonus: number): void {
  const { lastMove, captured, top } = position;
  if (lastMove === NO_MOVE || captured !== EMPTY || moveKind(lastMove) === PROMOTION) return;
  histories.learn(lesson, frame, keysOf(position, lastMove, frame.pieceTo >> 6, top - STATE_SIZE), bonus);
}

/**
 * Correction of the evaluation. A node learns the difference between its score and its evaluation, but only if three
 * conditions hold: the score is not a certain win for either side; the best move, if there is one, is quiet; and a
 * score that is only a bound shows whether the true score is above or below the evaluation. `mayBeHigher` and
 * `mayBeLower` mark `score` as a lower or upper bound.
 *
 * Assumes: positions that share a feature share the error. Wrong when: the error has another cause, which is why the
 * corrections for several features are added up. Worth: 35 ± 11 for all tables together, at 10,000 nodes with network
 * 13. Without the last two conditions, the tables make the engine weaker by 90 ± 13.
 */
export function learnCorrection(
  s: Knowledge,
  frame: LearningFrame,
  depth: number,
  score: number,
  bestMove: number,
  mayBeHigher: boolean,
  mayBeLower: boolean,
): void {
  const { staticEval } = frame;
  if (isCertain(score)) return;
  if (L.useCorrectionConditions !== 0) {
    if (bestMove !== NO_MOVE && s.position.isNoisy(bestMove)) return;
    if (mayBeHigher && score <= staticEval) return;
    if (mayBeLower && score >= staticEval) return;
  }
  s.corrections.learn(frame, depth, score - staticEval);
}

/** The bonus that a quiet move gets for a cutoff at `depth`. */
function quietBonus(depth: number): number {
  return Math.min(L.quietBonusSlope * depth - L.quietBonusOffset, L.quietBonusMax);
}

/** The malus, as a positive number, for quiet moves that were tried before a cutoff at `depth`. */
function quietMalus(depth: number): number {
  return Math.min(L.quietMalusSlope * depth - L.quietMalusOffset, L.quietMalusMax);
}
