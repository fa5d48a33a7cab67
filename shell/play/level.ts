/**
 * How strong the engine plays against a person.
 *
 * The levels below the highest are steps of equal size on the scale of `UCI_Elo`; how the engine plays weaker is in
 * weaker_play.ts. What bounds such a search is a number of nodes, so a level means the same on every machine.
 *
 * @module
 */

import { ELO_MAX, ELO_MIN, FULL_LEVEL, levelOfElo } from "../../search/weaker_play.ts";

/** The highest level: everything the engine has. The lowest is 1. */
export const MAX_LEVEL = 10;
/** The level where nobody asks for another one. */
export const DEFAULT_LEVEL = 5;

/**
 * What the engine calls a level: 0, a beginner, up to `FULL_LEVEL`.
 *
 * @param level 1 … `MAX_LEVEL`.
 */
export function skillOfLevel(level: number): number {
  if (level >= MAX_LEVEL) return FULL_LEVEL;
  const steps = MAX_LEVEL - 2;
  return levelOfElo(ELO_MIN + (ELO_MAX - ELO_MIN) * (level - 1) / steps);
}
