/**
 * How strong the engine plays against a person.
 *
 * @module
 */

import { MAX_PLY } from "../search/limits.ts";
import type { Effort } from "./thinker.ts";

/** The highest level: all the time there is. The lowest is 1. */
export const MAX_LEVEL = 10;
/** The level where nobody asks for another one. */
export const DEFAULT_LEVEL = 5;

/** Nodes of level 1. */
const FEWEST_NODES = 40;
/** Each level visits so many times the nodes of the one below. */
const GROWTH = 3;

/**
 * What a level may spend on a move. Below the highest, a number of nodes bounds the search, so that the level means the
 * same on every machine.
 *
 * @param level 1 … `MAX_LEVEL`.
 * @param ms Milliseconds that no level exceeds.
 */
export function effortOfLevel(level: number, ms: number): Effort {
  const nodes = level >= MAX_LEVEL ? Infinity : FEWEST_NODES * GROWTH ** (level - 1);
  return { nodes, depth: MAX_PLY, ms };
}
