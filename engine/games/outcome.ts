/** Finds out whether a game is over, and why. @module */

import { hasLegalMove } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { FIFTY_MOVES_PLIES, isInsufficientMaterial, occurrences } from "../../core/draws.ts";
import { WHITE } from "../../core/types.ts";

/** Why a game is over. */
export type OutcomeCode =
  | "checkmate"
  | "stalemate"
  | "insufficient-material"
  | "fivefold-repetition"
  | "seventy-five-moves"
  | "threefold-repetition"
  | "fifty-moves";

/** How a game ended. The board may not show it: a player may have resigned, for example. */
export interface GameEnd {
  /** `1-0`, `0-1` or `1/2-1/2`. */
  readonly result: "1-0" | "0-1" | "1/2-1/2";
  /** Why, as a sentence without a full stop. */
  readonly reason: string;
  /** Whether no move can follow; false for a draw that a player may claim. */
  readonly isFinal: boolean;
}

/** The end of a game according to the position. */
export interface Outcome extends GameEnd {
  /** The winner, `null` for a draw. */
  readonly winner: "white" | "black" | null;
  /** Why, as a code for programs. */
  readonly code: OutcomeCode;
}

/** The end of the game at this position; `null` if it continues. */
export function outcomeOf(position: Position): Outcome | null {
  if (!hasLegalMove(position)) {
    if (!position.inCheck) return draw("stalemate", "Draw by stalemate", true);
    const isWhite = position.sideToMove !== WHITE;
    const reason = `${isWhite ? "White" : "Black"} wins by checkmate`;
    const [result, winner] = isWhite ? ["1-0", "white"] as const : ["0-1", "black"] as const;
    return { result, winner, code: "checkmate", reason, isFinal: true };
  }
  if (isInsufficientMaterial(position)) return draw("insufficient-material", "Draw: neither side can mate", true);
  const times = occurrences(position);
  if (times >= 5) return draw("fivefold-repetition", "Draw: the position has occurred five times", true);
  const plies = position.halfmoves;
  if (plies >= FIFTY_MOVES_PLIES * 3 / 2) {
    return draw("seventy-five-moves", "Draw: seventy-five moves without a capture or a pawn move", true);
  }
  if (times >= 3) return draw("threefold-repetition", "Draw: the position has occurred three times", false);
  if (plies < FIFTY_MOVES_PLIES) return null;
  return draw("fifty-moves", "Draw: fifty moves without a capture or a pawn move", false);
}

function draw(code: OutcomeCode, reason: string, isFinal: boolean): Outcome {
  return { result: "1/2-1/2", winner: null, code, reason, isFinal };
}
