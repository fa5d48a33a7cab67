/**
 * Late move reductions (LMR): how far the depth of a late move is lowered, in 1024ths of a ply.
 *
 * A reduction is the sum of three parts: by depth and rank of the move, by the node, and by the move itself. The search
 * adds them up and rounds once, so that terms of less than a ply also count. Romstad described the idea ("An
 * introduction to late move reductions", 2006); the logarithms of depth and rank are common since Stockfish.
 * @module
 */

import { MAX_MOVES, NO_MOVE } from "../core/types.ts";
import type { Frame } from "./frame.ts";
import { P } from "./params.ts";

/** From 1024ths of a ply to whole plies, rounding down: shift by this. */
export const PLY_SHIFT = 10;
/** `P.deeperSlope` is in 16ths of a centipawn: shift by this. */
export const DEEPER_SHIFT = 4;
/** Factors of history scores are in 1024ths of a ply for 1024 of history: shift by this. */
const HISTORY_SHIFT = 10;
/** The factor of the correction is in 1024ths of a ply for 8 centipawns: shift by this. */
const CORRECTION_SHIFT = 3;

const LOGS = new Float64Array(MAX_MOVES + 1).map((_, i) => Math.log(Math.max(i, 1)));

/**
 * The part of a reduction that depends on depth, rank of the move, trend, and the widths of the node's and the root's
 * window: 1024ths of a ply, may be negative.
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

/** The fields of a frame on which a reduction depends. */
export type ReductionFrame = Pick<Frame, "ttEntry" | "ttPv" | "isTtMoveNoisy" | "correction">;

/**
 * The part that depends on the node: less if the node matters much (the TT score is above alpha) or little is certain,
 * more if one refutation is enough or known. `cutoffs` is the count for one ply deeper, `Search.cutoffs`.
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
  // A node that was once in the principal variation may be there again, especially if its score beats alpha.
  if (frame.ttPv) {
    reduction -= P.lmrWasPv + (isTtAbove ? P.lmrTableAbove : 0) + (ttEntry.depth >= depth ? P.lmrTtDeep : 0);
  }
  // One good move is enough for the expected cutoff, and it comes early; without a TT move, reduce more.
  if (cutNode) reduction += P.lmrCutNode + (ttEntry.move !== NO_MOVE ? 0 : P.lmrNoTtMove);
  // If a capture is best, quiet moves are rarely better.
  if (frame.isTtMoveNoisy) reduction += P.lmrNoisyTtMove;
  // The moves of this node and of its siblings are easily refuted.
  if (cutoffs > P.lmrCutoffs) reduction += P.lmrManyCutoffs;
  // An evaluation that needed a large correction is no reason to save depth.
  return reduction - (P.lmrCorrection * Math.abs(frame.correction) >> CORRECTION_SHIFT);
}

/**
 * The part that depends on the move: less for a check and for a move that worked elsewhere, more for a move that
 * failed. The history is `Histories.pruningScore` for a quiet move, otherwise `Histories.captureScore`.
 */
export function moveTerms(isQuiet: boolean, isCheck: boolean, history: number): number {
  const byHistory = (isQuiet ? P.lmrHistory : P.lmrCaptureHistory) * history >> HISTORY_SHIFT;
  return (isCheck ? 0 - P.lmrCheck : 0) - byHistory;
}
