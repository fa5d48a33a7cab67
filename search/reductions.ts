/**
 * Late move reductions: how much shallower a late move is searched, term by term, in 1024ths of a ply.
 *
 * @module
 */

import { MAX_MOVES } from "../core/types.ts";
import { MAX_PLY } from "./limits.ts";
import { P } from "./params.ts";

/** One ply, the unit in which reductions are summed. */
export const ONE_PLY = 1024;

const LOGS = new Float64Array(Math.max(MAX_PLY + 1, MAX_MOVES + 1)).map((_, i) => Math.log(Math.max(i, 1)));

/**
 * The part of a reduction that depends only on how deep and how late: grows with the logarithm of both.
 *
 * @param depth Remaining depth, plies.
 * @param moveCount Rank of the move, from 1.
 * @returns 1024ths of a ply.
 */
export function baseReduction(depth: number, moveCount: number): number {
  return P.lmrBase + Math.trunc(LOGS[depth] * LOGS[moveCount] * P.lmrFactor);
}
