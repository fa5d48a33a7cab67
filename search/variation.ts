/**
 * Completes a principal variation from the transposition table (TT).
 *
 * The line of a search may end early: at a draw score, at a score from the TT, at a window that failed. The TT
 * often knows the next moves, and a GUI needs a reply to ponder on. What the TT has is not proven, so a move is
 * taken only if it is legal, and the line ends where the game would: at mate, stalemate and every kind of draw.
 *
 * @module
 */

import { hasLegalMove, isLegal } from "../core/legality.ts";
import type { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { NO_MOVE } from "../core/types.ts";
import { isMateScore, MATE, MAX_PLY } from "../core/score.ts";
import { type TranspositionTable, TtEntry } from "./transposition.ts";

/**
 * A line with what the TT knows behind it.
 *
 * @param position The root; it is as it was when this returns.
 * @param line Legal moves from there.
 * @param score Score of the line. The line of a mate must end with it: if the TT does not lead there, it stays as
 * it is.
 * @param length Most moves that the result may have.
 */
export function extendLine(
  position: Position,
  tt: TranspositionTable,
  line: readonly number[],
  score: number,
  length: number,
): number[] {
  const moves = Array.from(line);
  const entry = new TtEntry();
  const plies = isMateScore(score) ? MATE - Math.abs(score) : Math.min(length, MAX_PLY);
  if (moves.length >= plies) return moves;
  for (const move of moves) position.make(move);
  while (moves.length < plies && !isDrawn(position, moves.length)) {
    if (!tt.probe(position, moves.length, entry)) break;
    const { move } = entry;
    if (move === NO_MOVE || !isLegal(position, move)) break;
    moves.push(move);
    position.make(move);
  }
  const isComplete = !isMateScore(score) || (moves.length === plies && isMate(position));
  for (let i = 0; i < moves.length; i++) position.undo();
  return isComplete ? moves : Array.from(line);
}

function isMate(position: Position): boolean {
  return position.inCheck && !hasLegalMove(position);
}
