/**
 * Whether a game is over, and why.
 *
 * @module
 */

import { hasLegalMove } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/repetition.ts";
import { WHITE } from "../../core/types.ts";

/** The end of a game. */
export interface Outcome {
  /** `1-0`, `0-1` or `1/2-1/2`. */
  readonly result: string;
  /** Why, as a sentence without a full stop. */
  readonly reason: string;
  /** Whether no move can follow; else a draw that the rules let a player claim. */
  readonly isFinal: boolean;
}

/** How the game with this position on the board is over, `null` if it goes on. */
export function outcomeOf(position: Position): Outcome | null {
  if (!hasLegalMove(position)) {
    if (!position.inCheck) return { result: "1/2-1/2", reason: "Draw by stalemate", isFinal: true };
    return position.sideToMove === WHITE
      ? { result: "0-1", reason: "Black wins by checkmate", isFinal: true }
      : { result: "1-0", reason: "White wins by checkmate", isFinal: true };
  }
  const draw = (reason: string, isFinal: boolean): Outcome => ({ result: "1/2-1/2", reason, isFinal });
  if (isInsufficientMaterial(position)) return draw("Draw: neither side can mate", true);
  if (isThreefold(position)) return draw("Draw: the position has occurred three times", false);
  if (isFiftyMoves(position)) return draw("Draw: fifty moves without a capture or a pawn move", false);
  return null;
}
