/**
 * The engine's answer to an offer of a draw.
 *
 * It accepts unless it thinks that it is better. Early in the game, it accepts only if it thinks that it is clearly
 * worse, and in the opening never. With few pieces left, no game counts as early.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { materialOf } from "../win_rate.ts";

/** Plies from the start in which it never accepts, even with a bad score. */
const OPENING_PLIES = 20;
/** Plies from the start in which it does not accept in an even position. */
const EARLY_PLIES = 40;
/** Up to this many points of material (win_rate.ts), few pieces are left. */
const FEW_POINTS = 30;
/** Disadvantage, in hundredths of a pawn, from which the engine thinks that it is clearly worse. */
const CLEARLY_WORSE = 150;

/**
 * The answer: the engine accepts; it declines because it thinks that it is better; or it declines because the game has
 * only begun.
 */
export type DrawAnswer = "accepted" | "better" | "early";

/** The engine's answer after this many plies; `lead` is its advantage in its own view, in hundredths of a pawn. */
export function answerDrawOffer(position: Position, plies: number, lead: number): DrawAnswer {
  if (lead > 0) return "better";
  if (materialOf(position) <= FEW_POINTS) return "accepted";
  const isEarly = plies < EARLY_PLIES && lead > -CLEARLY_WORSE;
  return isEarly || plies < OPENING_PLIES ? "early" : "accepted";
}
