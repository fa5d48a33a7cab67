/**
 * Late move reductions: how much shallower a late move is searched, in 1024ths of a ply.
 *
 * @module
 */

import { MAX_MOVES } from "../core/types.ts";
import { P } from "./params.ts";

/** One ply, the unit in which reductions are summed. */
export const ONE_PLY = 1024;

const LOGS = new Float64Array(MAX_MOVES + 1).map((_, i) => Math.log(Math.max(i, 1)));

/**
 * The part of a reduction that depends on depth, rank of the move, window and trend; node.ts adds what depends on the
 * node and the move.
 *
 * @param depth Remaining depth, plies, at most `MAX_MOVES`.
 * @param moveCount Rank of the move, from 1.
 * @param isImproving Whether the evaluation is better than two plies ago.
 * @param delta Width of the node's window.
 * @param rootDelta Width of the root's window.
 * @returns 1024ths of a ply, may be negative.
 */
export function lateMoveReduction(
  depth: number,
  moveCount: number,
  isImproving: boolean,
  delta: number,
  rootDelta: number,
): number {
  const product = LOGS[depth] * LOGS[moveCount];
  let reduction = P.lmrBase + (product * P.lmrFactor | 0);
  reduction -= delta * P.lmrDelta / rootDelta | 0;
  if (!isImproving) reduction += P.lmrNotImproving;
  return reduction;
}
