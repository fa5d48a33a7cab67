/**
 * The static evaluation as the search uses it: what is known about the ending, otherwise the network's score, damped as the
 * fifty-move draw comes near, kept clear of mate scores, and corrected by what was learned. And what a node concludes
 * from it before any move is searched.
 *
 * A thread has one `Evaluator`, and its searches use it in turn: the network's accumulators take much memory, and V8 makes
 * faster code if it has seen only one of them.
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

  /** An evaluator that follows no position yet; parameters and errors as of `NetworkEvaluation`. */
  constructor(network: Network, area?: number) {
    this.network = new NetworkEvaluation(network, area);
  }

  /** Evaluates with another network after the next `attach`. If it throws, everything stays as it was. */
  setNetwork(network: Network, area?: number): void {
    this.network = new NetworkEvaluation(network, area);
  }

  /** Follows a position from now on, which reports every move to the network. No other one can be evaluated. */
  attach(position: Position): void {
    this.network.attach(position);
  }

  /** Raw score of the attached position, not in check, centipawns from the side to move. TypeError for another one. */
  evaluate(position: Position): number {
    const known = knownScore(position);
    return known !== NO_SCORE ? known : dampEval(this.network.evaluate(position), position.halfmoves);
  }
}

/** A score as the search takes it: the closer the draw by the fifty-move rule, the less it is worth. */
export function dampEval(score: number, halfmoves: number): number {
  // A line of moves may continue past every draw by the fifty-move rule; the score must not change sign there.
  const left = Math.max(0, P.fiftyMoveScale - halfmoves);
  return clampEval(score * left / P.fiftyMoveScale | 0);
}

/** A raw score shifted by what the correction histories learned. */
export function correctEval(rawEval: number, correction: number): number {
  return clampEval(rawEval + correction);
}

/**
 * Whether a score of the transposition table (TT) is a better estimate than an evaluation: it bounds it from the right
 * side, and is neither a mate nor a result of the tablebases.
 */
export function isBetterEstimate(bound: number, score: number, evaluation: number): boolean {
  return !isCertain(score) && boundDecides(bound, score, evaluation);
}

/** What the evaluation of a node needs of the search. */
export interface NodeEvaluator extends Knowledge {
  /** The network. */
  readonly evaluator: Evaluator;
  /** Where an evaluation is kept. */
  readonly tt: TranspositionTable;
}

/**
 * Evaluates the position of a node: sets what the frame, which knows the TT entry, knows about its evaluation, and teaches
 * what that says about the previous move. If the frame has an excluded move, the enclosing node has done so already.
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
