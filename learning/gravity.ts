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

/**
 * An entry moved by `bonus`, less the closer it is to the bound in that direction.
 *
 * @param bonus At most `bound`, at least `-bound`.
 */
export function movedByGravity(entry: number, bonus: number, bound: number): number {
  return entry + bonus - (entry * Math.abs(bonus) / bound | 0);
}

/** Moves an entry of a table by gravity; a bonus beyond the bound counts as the bound. */
export function addGravity(table: Int16Array, index: number, bonus: number, bound: number): void {
  const clamped = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  table[index] = movedByGravity(table[index], clamped, bound);
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
