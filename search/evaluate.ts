/**
 * The static evaluation as the search uses it: the hand-crafted score, damped as the fifty-move draw comes near, kept
 * clear of mate scores.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { WHITE } from "../core/types.ts";
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

  /** Raw score of a position that is not in check, in centipawns from the side to move. */
  evaluate(position: Position): number {
    const score = this.handCrafted.evaluate(position);
    // A line of moves may go on past every draw by the fifty-move rule; the score must not change sign there.
    const left = Math.max(0, P.fiftyMoveScale - position.halfmoves);
    const damped = score * left / P.fiftyMoveScale | 0;
    return clampEval(damped);
  }
}

/** A raw score shifted by what the correction histories learned. */
export function correctEval(rawEval: number, correction: number): number {
  return clampEval(rawEval + correction);
}

function clampEval(score: number): number {
  return score > MAX_EVAL ? MAX_EVAL : score < -MAX_EVAL ? -MAX_EVAL : score;
}

/**
 * The evaluation of a position as a table of its terms, for people.
 *
 * @returns Several lines of text, without a newline at the end.
 */
export function explainEvaluation(position: Position): string {
  if (position.inCheck) return "The side to move is in check: the search does not evaluate such positions";
  const rows = new HandCraftedEvaluation().trace(position);
  const cell = (value: number) => (value / 100).toFixed(2).padStart(7);
  const lines = [
    `${"term".padEnd(20)} |  white mg      eg |  black mg      eg`,
    ...rows.map((row) =>
      `${row.name.padEnd(20)} |  ${cell(row.whiteMiddlegame)} ${cell(row.whiteEndgame)} |  ${
        cell(row.blackMiddlegame)
      } ${cell(row.blackEndgame)}`
    ),
  ];
  const score = new Evaluator().evaluate(position) * (position.sideToMove === WHITE ? 1 : -1);
  lines.push("", `Evaluation ${score < 0 ? "" : "+"}${(score / 100).toFixed(2)} from White's side`);
  return lines.join("\n");
}
