/** Judges a move by the results of two searches, one before the move and one after it. @module */

import { WHITE } from "../../core/types.ts";
import { expect } from "../arguments.ts";
import { type MoveInput, type PositionInput, readMove, readPosition } from "../position_input.ts";
import { evaluateEnd } from "./analysis.ts";
import { evaluationOf } from "./evaluation.ts";
import { MISTAKE_LINES, type MistakeLines } from "./explain_mistake.ts";
import { givesPiece, judge, type JudgedMove } from "./judgement.ts";

/**
 * Judges a move from the lines of a search: how much it lowers the chance to win, and whether it is an error.
 *
 * @param position The position before the move.
 * @param move The move that was played.
 * @param lines The best line before the move and the best answer to the move, as for `explainMistake`.
 * @returns The loss, the accuracy and the kind of error. `judgement` is `null` if the move is not an error or is the
 * best move.
 * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
 * @throws {TypeError} If `lines` is not a `MistakeLines` object, or has no answer although the game continues.
 *
 * @example
 * ```ts
 * import { Engine, judgeMove } from "@hindsight/engine";
 *
 * await using engine = await Engine.start();
 * const moves = ["e4", "e5", "Nf3"];
 * const { lines: [best] } = await engine.analyse({ moves }, { depth: 12 }).result;
 * const { lines: [answer] } = await engine.analyse({ moves: [...moves, "f6"] }, { depth: 12 }).result;
 * const { judgement, loss } = judgeMove({ moves }, "f6", { best, answer });
 * console.log(judgement, loss); // for example: mistake 11.3
 * ```
 */
export function judgeMove(position: PositionInput, move: MoveInput, lines: MistakeLines): JudgedMove {
  expect(lines, MISTAKE_LINES);
  const { position: board } = readPosition(position, false);
  const played = readMove(board, move);
  const { best, answer } = lines;
  const isWhite = board.sideToMove === WHITE;
  const isBest = readMove(board, best.moves[0]) === played;
  const isGiven = givesPiece(board, played, answer?.moves[0]);
  board.make(played);
  const end = evaluateEnd(board, answer === null)?.evaluation;
  const after = end ?? (answer === null ? undefined : evaluationOf(answer.score, !isWhite));
  if (after === undefined) throw new TypeError("Expected the best answer, since the game continues after the move");
  return judge(evaluationOf(best.score, isWhite), after, isWhite, isBest, isGiven);
}
