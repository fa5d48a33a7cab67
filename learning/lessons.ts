/**
 * Lessons: every event from which the search learns. Each is one function, called where the event happens.
 *
 * | learned | when | kept in | used for |
 * |---|---|---|---|
 * | which moves refute, and which were tried in vain | beta cutoff: `learnCutoff` | all move histories | ordering, pruning, reductions |
 * | the table's quiet move refutes here | cutoff by the table: `creditTtMove` | quiet histories | the same |
 * | a reduced move was worth more depth, or was not | search after a reduction: `learnReSearch` | continuation history | the same |
 * | the last move bettered its side, or not | swing of the evaluation: `creditEvaluationSwing` | butterfly history | the same |
 * | the last move refuted every answer | fail-low: `creditPriorMove` | butterfly and continuation history | the same |
 * | the last capture refuted every answer | fail-low: `creditPriorMove` (share 0) | capture history | the same |
 * | an early move was refuted | cutoff: `learnCutoff`, `creditTtMove` | continuation history | the same |
 * | which move is best without a cutoff | exact score: `learnExact` | all move histories | the same |
 * | whether the table's move was the best | end of a node outside the PV: `learnTtMove` | table-move history (off) | margins of extensions |
 * | how far the static evaluation is wrong | score of a node is known: `learnCorrection` | correction histories | evaluation, margins, reductions |
 *
 * A share of 0 in params.ts means that the lesson is there for the tuner, and teaches nothing yet. A search that leaves
 * a move out (singular.ts) teaches about moves, too, and nothing about the evaluation.
 *
 * The docstrings give the bet of each lesson (what it takes for granted), when the bet fails, and, where it was
 * measured, its worth: what the engine gains by the lesson against an otherwise equal engine without it, in Elo with
 * the error of 95 %, at 4,000 nodes a move with network 11 (docs/histories.md says how, and has other measurements).
 *
 * @module
 */

import { CAPTURED, LAST_MOVE } from "../core/frame.ts";
import { isLegal } from "../core/legality.ts";
import type { Position } from "../core/position.ts";
import { BOUND_LOWER, BOUND_UPPER, isCertain, NO_SCORE } from "../core/score.ts";
import { EMPTY, moveKind, NO_MOVE, PROMOTION } from "../core/types.ts";
import type { Corrections } from "./corrections.ts";
import { captureBonus, captureMalus, quietBonus, quietMalus } from "./gravity.ts";
import type { Histories } from "./histories.ts";
import { L } from "./params.ts";
import { FACTOR_SHIFT, pieceToOf } from "./quiet_history.ts";
import { MARGIN, type SearchStack, type TriedMoves } from "./stack.ts";

/** The whole of a bonus or malus, 1024ths. */
const FULL = 1024;
/** The factor of the evaluation swing is in 16ths: shift by this. */
const SWING_SHIFT = 4;

/** What learns: the tables of a search thread, and the position and the stack that say which entries are meant. */
export interface Learner {
  /** The position of the node that learns. */
  readonly position: Position;
  /** The plies that led to it. */
  readonly stack: SearchStack;
  /** What is known about moves. */
  readonly histories: Histories;
  /** What is known about the static evaluation. */
  readonly corrections: Corrections;
}

/** The node that a lesson is about. */
export interface LessonNode {
  /** Distance from the root, plies. */
  readonly ply: number;
  /** Depth to which it was searched, plies. */
  readonly depth: number;
  /** Corrected static evaluation, `NO_SCORE` in check. */
  readonly staticEval: number;
  /** The moves that were searched. */
  readonly tried: TriedMoves;
}

/**
 * Beta cutoff. The move that cut gets a bonus. Captures tried before it get a malus, and if it is quiet, so do the
 * quiet moves tried before it: where a capture cut, the quiet moves are not at fault. A clear cutoff counts as one ply
 * deeper. The opponent's move that led here is refuted: if it is quiet and an early one, it gets a share of the malus.
 *
 * The bet: what refutes here refutes elsewhere. It fails where the position is the exception, and other cutoffs then
 * pull the entry back. Worth: butterfly history, which is filled mostly by this, 50 ± 13; the malus alone 76 ± 13.
 *
 * @param best The move that cut.
 * @param excess How far the score is above beta, centipawns.
 */
export function learnCutoff(s: Learner, node: LessonNode, best: number, excess: number): void {
  const depth = node.depth + (excess >= L.clearCutoffMargin ? 1 : 0);
  creditBest(s, node, best, depth, FULL);
  refutePriorMove(s, node.ply - 1, depth, L.priorEarlyMalusFactor);
}

/**
 * Exact score: a node of the principal variation has a best move, but no cutoff. It teaches a share of what a cutoff
 * does (`L.exactFactor`).
 *
 * The bet: what is best without refuting is good elsewhere, too. It fails where all moves are about equal.
 */
export function learnExact(s: Learner, node: LessonNode, best: number): void {
  if (L.exactFactor !== 0) creditBest(s, node, best, node.depth, L.exactFactor);
}

/** The best move of a node gets a share of the bonus at `depth`, the others that were tried the same of the malus. */
function creditBest(s: Learner, node: LessonNode, best: number, depth: number, share: number): void {
  const { position, stack, histories } = s;
  const { ply, tried } = node;
  if (position.isNoisy(best)) {
    histories.capture.update(position, best, captureBonus(depth) * share >> FACTOR_SHIFT);
  } else {
    const bonus = quietBonus(depth) * share >> FACTOR_SHIFT;
    histories.updateQuiet(position, stack, ply, best, pieceToOf(position, best), bonus);
    histories.updateCounterMove(position, stack, ply, best);
    if (L.useMalus !== 0) {
      const malus = quietMalus(depth) * share >> FACTOR_SHIFT;
      for (let i = 0; i < tried.quietCount; i++) {
        const move = tried.quiets[i];
        if (move !== best) histories.updateQuiet(position, stack, ply, move, pieceToOf(position, move), -malus);
      }
    }
  }
  if (L.useMalus !== 0) {
    const malus = captureMalus(depth) * share >> FACTOR_SHIFT;
    for (let i = 0; i < tried.captureCount; i++) {
      if (tried.captures[i] !== best) histories.capture.update(position, tried.captures[i], -malus);
    }
  }
}

/**
 * Cutoff by the transposition table. Its quiet move, if it is legal here, gets a share of a bonus
 * (`L.ttCreditFactor`) although nothing was searched. The move that led here is refuted as by a cutoff.
 *
 * The bet: what cut before deserves to be found early elsewhere, too. It fails where the table's result is old. Worth:
 * 2 ± 13.
 */
export function creditTtMove(s: Learner, node: LessonNode, move: number): void {
  const { position, stack, histories } = s;
  refutePriorMove(s, node.ply - 1, node.depth, L.priorTtMalusFactor);
  if (L.useTtCredit === 0 || position.isNoisy(move) || !isLegal(position, move)) return;
  // Butterfly history distinguishes moves by threats, and a node that ends this early has not found them.
  stack.threats.find(position, node.ply + MARGIN);
  const bonus = quietBonus(node.depth) * L.ttCreditFactor >> FACTOR_SHIFT;
  histories.updateQuiet(position, stack, node.ply, move, pieceToOf(position, move), bonus);
}

/**
 * Search after a reduction. A quiet move beat alpha in a reduced search and was, as a rule, searched again: as a
 * continuation of the moves before it, it gets a bonus if it beats beta and a malus if it fails low after all.
 *
 * The bet: the second search says more about the move than the first. It fails where the score lies within the window,
 * so that nothing is learned then. Worth: 18 ± 12.
 *
 * @param pieceTo The move, as `pieceToOf` encodes it.
 * @param depth Depth of the second search, plies.
 * @param isSuccess Whether the move beats beta.
 */
export function learnReSearch(s: Learner, ply: number, pieceTo: number, depth: number, isSuccess: boolean): void {
  if (L.usePostLmr === 0) return;
  const factor = isSuccess ? L.reSearchBonusFactor : -L.reSearchMalusFactor;
  s.histories.updateContinuation(s.stack, ply, pieceTo, quietBonus(depth) * factor >> FACTOR_SHIFT);
}

/**
 * Swing of the evaluation. A quiet move that worsened the opponent's evaluation gets a bonus at once, without waiting
 * for a cutoff; one that bettered it gets a malus.
 *
 * The bet: the evaluation right after a move says something of the move. It fails where the point of the move lies
 * deeper; the bound keeps that small. Worth: 26 ± 12, since it says something of every quiet move, and so fills the
 * tables where nodes are few.
 */
export function creditEvaluationSwing(s: Learner, node: LessonNode): void {
  const { position, stack, histories } = s;
  const at = node.ply - 1 + MARGIN;
  const before = stack.staticEval[at];
  if (L.useEvaluationSwing === 0 || before === NO_SCORE || !isPriorMoveQuiet(position)) return;
  const rise = 0 - before - node.staticEval;
  const swing = Math.max(-L.swingLossMax, Math.min(L.swingGainMax, rise * L.swingFactor >> SWING_SHIFT));
  histories.updatePlayed(position.sideToMove ^ 1, stack, node.ply - 1, swing + L.swingOffset);
}

/**
 * Fail-low. No move beats alpha, so the opponent's move that led here was good: if it is quiet, it gets a share of a
 * bonus, and more if that was a surprise; if it is a capture, a share of a capture's bonus.
 *
 * The bet: a move that leaves no good answer is good elsewhere, too. It fails where the side to move was lost before.
 * Worth: 10 ± 12.
 *
 * @param score The node's score.
 */
export function creditPriorMove(s: Learner, node: LessonNode, score: number): void {
  const { position, stack, histories } = s;
  const ply = node.ply - 1;
  if (L.usePriorMove === 0) return;
  if (!isPriorMoveQuiet(position)) {
    if (L.priorCaptureFactor !== 0) creditPriorCapture(s, node.depth);
    return;
  }
  const bonus = quietBonus(node.depth);
  const more = surpriseOf(s, node, score);
  histories.updatePlayed(position.sideToMove ^ 1, stack, ply, bonus * (L.priorMoveFactor + more) >> FACTOR_SHIFT);
  const continuationBonus = bonus * (L.priorMoveContinuationFactor + more) >> FACTOR_SHIFT;
  histories.updateContinuation(stack, ply, stack.pieceTo[ply + MARGIN], continuationBonus);
}

/** What a fail-low adds to the share of the move before it: the more, the less it was expected (1024ths). */
function surpriseOf({ stack }: Learner, { ply, staticEval }: LessonNode, score: number): number {
  const before = stack.staticEval[ply - 1 + MARGIN];
  let share = stack.moveCount[ply - 1 + MARGIN] > L.priorLateMoves ? L.priorMoveLate : 0;
  if (staticEval !== NO_SCORE && score <= staticEval - L.priorMoveMargin) share += L.priorMoveBelowEval;
  if (before !== NO_SCORE && score <= 0 - before - L.priorMoveMargin) share += L.priorMoveBelowPrior;
  return share;
}

/** The capture that led here gets a share of its bonus. */
function creditPriorCapture({ position, histories }: Learner, depth: number): void {
  const { states, top } = position;
  const move = states[top + LAST_MOVE];
  const captured = states[top + CAPTURED];
  if (move === NO_MOVE || captured === EMPTY || moveKind(move) === PROMOTION) return;
  const bonus = captureBonus(depth) * L.priorCaptureFactor >> FACTOR_SHIFT;
  histories.capture.updatePlayed(position, move, captured, bonus);
}

/** The move that led here, if it is quiet and among the first of its node, gets a share of the malus: it is refuted. */
function refutePriorMove({ position, stack, histories }: Learner, ply: number, depth: number, factor: number): void {
  if (factor === 0 || ply < 0 || stack.moveCount[ply + MARGIN] > L.priorEarlyMoves || !isPriorMoveQuiet(position)) {
    return;
  }
  const malus = quietMalus(depth) * factor >> FACTOR_SHIFT;
  histories.updateContinuation(stack, ply, stack.pieceTo[ply + MARGIN], -malus);
}

/**
 * Correction of the evaluation. A node that is not in check remembers by how much its score differs from its
 * evaluation, if the score says something of the evaluation: the best move is none or quiet (a capture changes the
 * material that was judged), a lower bound counts only above and an upper bound only below the evaluation, and no side
 * wins for certain.
 *
 * The bet: positions that share a feature share the error. It fails where the error has another cause; several features
 * are weighed and added. Worth: the conditions on move and bound 90 ± 13; all tables together 35 ± 11 at 10,000 nodes
 * with network 13.
 *
 * @param bound Bound of `score`.
 * @param bestMove The best move, `NO_MOVE` if all fail low.
 */
export function learnCorrection(s: Learner, node: LessonNode, score: number, bound: number, bestMove: number): void {
  const { ply, depth, staticEval } = node;
  if (isCertain(score)) return;
  if (L.useCorrectionConditions !== 0) {
    if (bestMove !== NO_MOVE && s.position.isNoisy(bestMove)) return;
    if (bound === BOUND_LOWER && score <= staticEval) return;
    if (bound === BOUND_UPPER && score >= staticEval) return;
  }
  s.corrections.update(s.position, s.stack, ply, depth, score - staticEval);
}

/**
 * The table's move of a node was its best, or was not.
 *
 * The bet: where table moves are mostly the best, double and triple extensions need less proof. It fails where the tree
 * changes. Off: see learning/retired/table_move_history.ts.
 */
export function learnTtMove(s: Learner, wasBest: boolean): void {
  s.histories.tableMove.update(wasBest);
}

/** Whether the move that led to the current position was quiet (and not a null move). */
function isPriorMoveQuiet({ states, top }: Position): boolean {
  const move = states[top + LAST_MOVE];
  return move !== NO_MOVE && states[top + CAPTURED] === EMPTY && moveKind(move) !== PROMOTION;
}
