/**
 * Late move reductions (LMR): how much depth a late move loses, in 1024ths of a ply.
 *
 * The search adds up three parts and rounds once, so that terms of less than a ply also count. Romstad described the
 * idea ("An introduction to late move reductions", 2006); the logarithms of depth and rank come from Stockfish.
 * @module
 */

import { MAX_MOVES, NO_MOVE } from "../core/types.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";

/** Shift that turns 1024ths of a ply into whole plies; it rounds down. */
export const PLY_SHIFT = 10;
/** Shift for `P.deeperSlope`, which is in 16ths of a centipawn. */
export const DEEPER_SHIFT = 4;
/** Shift for the products of history scores and their factors. */
const HISTORY_SHIFT = 10;
/** Shift for the product of the correction and its factor. */
const CORRECTION_SHIFT = 3;

const LOGS = new Float64Array(MAX_MOVES + 1).map((_, i) => Math.log(Math.max(i, 1)));

/** The part of the reduction that depends on depth, window, the move's rank and `isImproving`. It may be negative. */
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

/** The fields of a frame that determine a reduction. */
export type ReductionFrame = Pick<Frame, "ttEntry" | "ttPv" | "isTtMoveNoisy" | "correction">;

/**
 * The part of the reduction that depends on the node: less if the node is important or uncertain, more if a refutation
 * is expected or known. `cutoffs` is `Search.cutoffs` one ply deeper.
 */
export function nodeTerms(
  frame: ReductionFrame,
  depth: number,
  isPv: boolean,
  cutNode: boolean,
  isTtAbove: boolean,
  cutoffs: number,
): number {
  const { ttEntry } = frame;
  // A node that expects no cutoff and is not in the principal variation.
  let reduction = !isPv && !cutNode ? P.lmrAllNode : 0;
  // A node that was once in the principal variation may return there, especially if its score beats alpha.
  if (frame.ttPv) {
    reduction -= P.lmrWasPv + (isTtAbove ? P.lmrTableAbove : 0) + (ttEntry.depth >= depth ? P.lmrTtDeep : 0);
  }
  // One good move is enough for the expected cutoff. It probably comes early, especially if there is a TT move.
  if (cutNode) reduction += P.lmrCutNode + (ttEntry.move !== NO_MOVE ? 0 : P.lmrNoTtMove);
  // If a capture is best, quiet moves are rarely better.
  if (frame.isTtMoveNoisy) reduction += P.lmrNoisyTtMove;
  // The moves of this node and of its siblings have been easy to refute.
  if (cutoffs > P.lmrCutoffs) reduction += P.lmrManyCutoffs;
  // If the evaluation needed a large correction, reduce less.
  return reduction - (P.lmrCorrection * Math.abs(frame.correction) >> CORRECTION_SHIFT);
}

/** The part of the reduction that depends on the move: less for a check and for a good history. */
export function moveTerms(isQuiet: boolean, isCheck: boolean, history: number): number {
  const byHistory = (isQuiet ? P.lmrHistory : P.lmrCaptureHistory) * history >> HISTORY_SHIFT;
  return (isCheck ? 0 - P.lmrCheck : 0) - byHistory;
}
