/**
 * The static evaluation as the search uses it: the hand-crafted score, damped as the fifty-move draw comes near, kept clear of
 * mate scores.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { HandCraftedEvaluation } from "./handcrafted.ts";
import { MAX_EVAL } from "./score.ts";
import { P } from "./params.ts";

/** Evaluates positions for one search thread. */
export class Evaluator {
  private readonly handCrafted = new HandCraftedEvaluation();

  /** Forgets what earlier evaluations left in caches. */
  clear(): void {
    this.handCrafted.clear();
  }

  /** Score of a position that is not in check, in centipawns from the side to move. */
  evaluate(position: Position): number {
    const score = this.handCrafted.evaluate(position);
    const damped = Math.trunc(score * (P.fiftyMoveScale - position.halfmoves) / P.fiftyMoveScale);
    return Math.max(-MAX_EVAL, Math.min(MAX_EVAL, damped));
  }
}
