/**
 * The gravity update, by which all histories learn, and the amounts: bonus and malus by depth.
 *
 * An entry moves towards its bound by `bonus − entry · |bonus| / bound`. So it never leaves ± bound, and a surprise
 * moves it more than a confirmation. Chess programmers have used this form since the 2010s.
 *
 * @module
 */

import { L } from "./params.ts";

/** Bound of the entries of most histories. */
export const HISTORY_MAX = 8192;

/** Moves an entry by `bonus`, less the closer it is to the bound in that direction. */
export function addGravity(table: Int16Array, index: number, bonus: number, bound: number): void {
  const clamped = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  const entry = table[index];
  table[index] = entry + clamped - (entry * Math.abs(clamped) / bound | 0);
}

/** Bonus of a quiet move for a cutoff at `depth`. */
export function quietBonus(depth: number): number {
  return Math.min(L.quietBonusSlope * depth - L.quietBonusOffset, L.quietBonusMax);
}

/** Malus, as a positive number, of quiet moves tried before a cutoff at `depth`. */
export function quietMalus(depth: number): number {
  return Math.min(L.quietMalusSlope * depth - L.quietMalusOffset, L.quietMalusMax);
}

/** Bonus of a capture for a cutoff at `depth`. */
export function captureBonus(depth: number): number {
  return Math.min(L.captureBonusSlope * depth - L.captureBonusOffset, L.captureBonusMax);
}

/** Malus, as a positive number, of captures tried before a cutoff at `depth`. */
export function captureMalus(depth: number): number {
  return Math.min(L.captureMalusSlope * depth - L.captureMalusOffset, L.captureMalusMax);
}
