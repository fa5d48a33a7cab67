/**
 * The strength of the engine against a human player.
 *
 * The levels are equal steps on the scale of `UCI_Elo`, and the highest is full strength. weaker_play.ts describes what
 * makes the engine weaker. Below full strength, a number of nodes limits the search, so a level is equally strong on
 * every machine.
 *
 * @module
 */

import { ELO_MAX, ELO_MIN } from "../../search/weaker_play.ts";

/** The highest level: full strength. The lowest is 1. */
export const MAX_LEVEL = 10;
/** The default level. */
export const DEFAULT_LEVEL = 5;

/** The strength of a level, 1 … `MAX_LEVEL`, in Elo; `undefined` for full strength. */
export function eloOfLevel(level: number): number | undefined {
  if (level >= MAX_LEVEL) return undefined;
  const steps = MAX_LEVEL - 1;
  return Math.round(ELO_MIN + (ELO_MAX - ELO_MIN) * (level - 1) / steps);
}
