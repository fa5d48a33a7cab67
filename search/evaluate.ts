/**
 * Computes the static evaluation for the search. Known endings are scored without the network (known_endings.ts). Any
 * other position gets the network's score, which shrinks as the fifty-move draw approaches. The correction histories
 * correct the result.
 *
 * A thread has one `Evaluator`, which all its searches use: the network's accumulators take a lot of memory, and V8
 * generates faster code if there is only one such object.
 * @module
 */

import type { Position } from "../core/position.ts";
import { NetworkEvaluation } from "../nnue/evaluation.ts";
import type { Network } from "../nnue/network.ts";
import { isCertain, MAX_EVAL, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { type Knowledge, learnEvaluationSwing } from "../learning/lessons.ts";
import { BOUND_NONE, boundDecides } from "./bound.ts";
import { knownScore } from "./endings/known_endings.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";
import type { TranspositionTable } from "./transposition.ts";

/** Evaluates positions for one search thread. */
export class Evaluator {
  private network: NetworkEvaluation;

  /** Creates an evaluator with no position attached. Parameters and errors are those of `NetworkEvaluation`. */
  constructor(network: Network, area?: number) {
    this.network = new NetworkEvaluation(network, area);
  }

  /** Sets the network that the next `attach` will use. If this throws, nothing changes. */
  setNetwork(network: Network, area?: number): void {
    this.network = new NetworkEvaluation(network, area);
  }

  /** Makes a position report every move to the network. From then on, only this position can be evaluated. */
  attach(position: Position): void {
    this.network.attach(position);
  }

  /**
   * The uncorrected score in centipawns, from the point of view of the side to move, which must not be in check. Throws
   * a TypeError unless `position` is the attached position.
   */
  evaluate(position: Position): number {
    const known = knownScore(position);
    return known !== NO_SCORE ? known : dampEval(this.network.evaluate(position), position.halfmoves);
  }
}

/** Moves a network's score towards 0 as a draw by the fifty-move rule approaches. The result is never a mate score. */
export function dampEval(score: number, halfmoves: number): number {
  // In the search, the half-move clock may pass the rule's limit. Even then, the score must keep its sign.
  const left = Math.max(0, P.fiftyMoveScale - halfmoves);
  return clampEval(score * left / P.fiftyMoveScale | 0);
}

/** A raw score plus its correction. */
export function correctEval(rawEval: number, correction: number): number {
  return clampEval(rawEval + correction);
}

/**
 * Whether a score from the transposition table (TT) is a better estimate than an evaluation. Its bound must show
 * whether the true score is above or below the evaluation. Scores of certain wins and losses are excluded.
 */
export function isBetterEstimate(bound: number, score: number, evaluation: number): boolean {
  return !isCertain(score) && boundDecides(bound, score, evaluation);
}

/** The fields of the search that are needed to evaluate a node. */
export interface NodeEvaluator extends Knowledge {
  readonly evaluator: Evaluator;
  readonly tt: TranspositionTable;
}

/**
 * Evaluates the position of a node: sets the fields of the frame that depend on the evaluation, and learns about the
 * previous move. If the frame has an excluded move, the enclosing node has already evaluated the position.
 */
export function evaluateNode(s: NodeEvaluator, frame: Frame): void {
  const { position } = s;
  const { ply, ttEntry, parent } = frame;
  const { inCheck } = position;
  const isEvaluated = frame.excluded !== NO_MOVE;
  if (isEvaluated) {
    frame.estimate = frame.staticEval;
    frame.correction = 0;
  } else if (inCheck) {
    frame.staticEval = NO_SCORE;
    frame.estimate = NO_SCORE;
    frame.correction = 0;
  } else {
    if (frame.rawEval === NO_SCORE) {
      frame.rawEval = s.evaluator.evaluate(position);
      s.tt.store(position, ply, NO_MOVE, 0, frame.rawEval, 0, BOUND_NONE, frame.ttPv);
    }
    frame.correction = s.corrections.correction(position, frame);
    frame.staticEval = correctEval(frame.rawEval, frame.correction);
    frame.estimate = isBetterEstimate(ttEntry.bound, ttEntry.score, frame.staticEval)
      ? ttEntry.score
      : frame.staticEval;
  }
  const { staticEval } = frame;
  const previous = parent.staticEval;
  const back2 = parent.parent;
  const earlier = back2.staticEval !== NO_SCORE ? back2.staticEval : back2.parent.parent.staticEval;
  frame.isImproving = !inCheck && ply >= 2 && earlier !== NO_SCORE && staticEval > earlier + P.improvingMargin;
  frame.isOpponentWorsening = !inCheck && ply >= 1 && previous !== NO_SCORE &&
    staticEval > P.worseningMargin - previous;
  if (!inCheck && !isEvaluated && ply >= 1) learnEvaluationSwing(s, frame);
}

function clampEval(score: number): number {
  return score > MAX_EVAL ? MAX_EVAL : score < -MAX_EVAL ? -MAX_EVAL : score;
}
