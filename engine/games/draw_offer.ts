/**
 * The engine's answer to an offer of a draw. The engine accepts unless its position is better. Early in the game, it
 * accepts only if it is clearly worse, and in the opening it never accepts. If few pieces are left, these two rules do
 * not apply.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { materialOf } from "../win_rate.ts";

/** Before this ply, the engine never accepts. */
const OPENING_PLIES = 20;
/** Before this ply, the engine accepts only if it is clearly worse. */
const EARLY_PLIES = 40;
/** If at most this much material is left, in points as in win_rate.ts, the number of plies does not matter. */
const FEW_POINTS = 30;
/** Disadvantage in hundredths of a pawn that counts as clearly worse. */
const CLEARLY_WORSE = 150;

/** The engine's answer to an offer after this many plies. `lead` is the engine's advantage in hundredths of a pawn. */
export function answerDrawOffer(position: Position, plies: number, lead: number): "accepted" | "better" | "early" {
  if (lead > 0) return "better";
  if (materialOf(position) <= FEW_POINTS) return "accepted";
  const isEarly = plies < EARLY_PLIES && lead > -CLEARLY_WORSE;
  return isEarly || plies < OPENING_PLIES ? "early" : "accepted";
}
