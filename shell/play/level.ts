/** The engine's strength against a person: levels in equal steps of `UCI_Elo`. @module */

import { ELO_MAX, ELO_MIN } from "../../search/weaker_play.ts";

/** The highest level, which is full strength. The lowest is 1. */
export const MAX_LEVEL = 10;
/** The default level. */
export const DEFAULT_LEVEL = 5;

/** The strength of a level in Elo; `undefined` for full strength. */
export function eloOfLevel(level: number): number | undefined {
  if (level >= MAX_LEVEL) return undefined;
  const steps = MAX_LEVEL - 1;
  return Math.round(ELO_MIN + (ELO_MAX - ELO_MIN) * (level - 1) / steps);
}
