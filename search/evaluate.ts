/**
 * The static evaluation as the search uses it: what is known of the ending, else the network's score, damped as the
 * fifty-move draw comes near and kept clear of mate scores.
 *
 * A thread has one `Evaluator`, and its searches use it in turn: the network's accumulators take much memory, and V8
 * makes faster code where it has seen only one of them.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { NetworkEvaluation } from "../nnue/evaluation.ts";
import type { Network } from "../nnue/network.ts";
import { boundDecides, isCertain, MAX_EVAL, NO_SCORE } from "../core/score.ts";
import { knownScore } from "./endings/known_endings.ts";
import { P } from "./params.ts";

/** Evaluates positions for one search thread. */
export class Evaluator {
  private network: NetworkEvaluation;

  /**
   * An evaluator that follows no position yet.
   *
   * @param network May be shared with other threads.
   * @param area Where the accumulators lie in its memory, see threads/accumulator_slots.ts; by default somewhere new.
   * @throws RangeError if the network's memory is used up.
   */
  constructor(network: Network, area?: number) {
    this.network = new NetworkEvaluation(network, area);
  }

  /**
   * Evaluates with another network from now on, after the next `attach`. Throws like the constructor, and then leaves
   * everything as it was.
   */
  setNetwork(network: Network, area?: number): void {
    this.network = new NetworkEvaluation(network, area);
  }

  /**
   * Follows a position from now on. No other one can be evaluated.
   *
   * @param position The position. It reports every move to the network until another one is attached.
   */
  attach(position: Position): void {
    this.network.attach(position);
  }

  /**
   * Raw score of a position that is not in check, in centipawns from the side to move.
   *
   * @param position The attached position.
   * @throws TypeError if it is another one.
   */
  evaluate(position: Position): number {
    const known = knownScore(position);
    return known !== NO_SCORE ? known : dampEval(this.network.evaluate(position), position.halfmoves);
  }
}

/**
 * A score as the search takes it: the closer the draw by the fifty-move rule, the less it is worth.
 *
 * @param score Centipawns.
 * @param halfmoves Plies since the last capture or pawn move.
 */
export function dampEval(score: number, halfmoves: number): number {
  // A line of moves may go on past every draw by the fifty-move rule; the score must not change sign there.
  const left = Math.max(0, P.fiftyMoveScale - halfmoves);
  return clampEval(score * left / P.fiftyMoveScale | 0);
}

/** A raw score shifted by what the correction histories learned. */
export function correctEval(rawEval: number, correction: number): number {
  return clampEval(rawEval + correction);
}

/**
 * Whether a score of the transposition table is a better estimate than an evaluation: it bounds it from the right side,
 * and is neither a mate nor a result of the endgame tables.
 *
 * @param bound What is known of `score`, `BOUND_NONE` for nothing.
 */
export function isBetterEstimate(bound: number, score: number, evaluation: number): boolean {
  return !isCertain(score) && boundDecides(bound, score, evaluation);
}

function clampEval(score: number): number {
  return score > MAX_EVAL ? MAX_EVAL : score < -MAX_EVAL ? -MAX_EVAL : score;
}
