/**
 * How strong the engine plays against a person.
 *
 * The levels are steps of equal size on the scale of `UCI_Elo`, which ends with full strength; weaker_play.ts describes
 * how the engine plays weaker. Such a search is limited by nodes, so a level has the same strength on every machine.
 *
 * @module
 */

import { ELO_MAX, ELO_MIN } from "../../search/weaker_play.ts";

/** The highest level: full strength. The lowest is 1. */
export const MAX_LEVEL = 10;
/** The level unless another one is given. */
export const DEFAULT_LEVEL = 5;

/** The strength of a level, 1 … `MAX_LEVEL`, in Elo; `undefined` for full strength. */
export function eloOfLevel(level: number): number | undefined {
  if (level >= MAX_LEVEL) return undefined;
  const steps = MAX_LEVEL - 1;
  return Math.round(ELO_MIN + (ELO_MAX - ELO_MIN) * (level - 1) / steps);
}
