/**
 * The engine's answer to an offer of a draw.
 *
 * The engine accepts unless it thinks that it is better. Early in the game, it accepts only if it thinks that it is
 * clearly worse; in the opening it never accepts. With few pieces left, no game counts as early.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { materialOf } from "../win_rate.ts";

/** Number of plies from the start in which it never accepts, even with a bad score. */
const OPENING_PLIES = 20;
/** Number of plies from the start in which it does not accept in an even position. */
const EARLY_PLIES = 40;
/** With at most this many points of material (win_rate.ts), only few pieces are left. */
const FEW_POINTS = 30;
/** Disadvantage, in hundredths of a pawn, from which the engine thinks that it is clearly worse. */
const CLEARLY_WORSE = 150;

/**
 * The answer: the engine accepts; it declines because it thinks that it is better; or it declines because the game has
 * only begun.
 */
export type DrawAnswer = "accepted" | "better" | "early";

/**
 * The engine's answer after this many plies; `lead` is its advantage, in hundredths of a pawn, as it sees the position.
 */
export function answerDrawOffer(position: Position, plies: number, lead: number): DrawAnswer {
  if (lead > 0) return "better";
  if (materialOf(position) <= FEW_POINTS) return "accepted";
  const isEarly = plies < EARLY_PLIES && lead > -CLEARLY_WORSE;
  return isEarly || plies < OPENING_PLIES ? "early" : "accepted";
}
