/**
 * Completes a principal variation from the transposition table (TT).
 *
 * A line may end too early: at a draw, at a score from the TT, or because the window failed. The TT often contains the
 * next moves, and a GUI needs a reply to ponder on. Each move from the TT is checked, because it may belong to another
 * position and be illegal here.
 * @module
 */

import { hasLegalMove, isLegal } from "../core/legality.ts";
import type { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { NO_MOVE } from "../core/types.ts";
import { isMateScore, MATE, MAX_PLY } from "../core/score.ts";
import { type TranspositionTable, TtEntry } from "./transposition.ts";

/**
 * Continues a line of legal moves to at most `length` moves. A line with a mate score must end in mate; if the moves
 * from the TT do not lead to the mate, the line does not change.
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
  const isMate = moves.length === plies && position.inCheck && !hasLegalMove(position);
  for (let i = 0; i < moves.length; i++) position.undo();
  return isMate || !isMateScore(score) ? moves : Array.from(line);
}
