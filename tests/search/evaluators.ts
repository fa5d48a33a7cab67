/**
 * Evaluations for the tests of the search: the engine's evaluation, and evaluations that a test states. A test that
 * depends on what certain positions are worth states its evaluation, because the engine's network changes.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { EMPTY, WHITE } from "../../core/types.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { AccumulatorStack } from "../../nnue/accumulator.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";

/** The network that the engine carries. */
export const NETWORK: Network = embeddedNetwork();
/** The engine's own evaluation, for one search at a time. A search inside another needs its own evaluator. */
export const EVALUATOR: Evaluator = new Evaluator(NETWORK);
/** The area of accumulators for evaluators that never compute any. */
const UNUSED_AREA = AccumulatorStack.reserve(NETWORK);

/** An evaluator that calls a test's function, for any position, attached or not. */
export class StatedEvaluator extends Evaluator {
  /** @param judge Returns centipawns from the point of view of the side to move. */
  constructor(private readonly judge: (position: Position) => number) {
    super(NETWORK, UNUSED_AREA);
  }

  override attach(): void {}

  override evaluate(position: Position): number {
    return this.judge(position);
  }
}

/**
 * The evaluation of a beginner, by the worth of the pieces and by their squares. To make positions differ, a piece is
 * worth a centipawn more for each rank that it has advanced, and for each file to the right.
 *
 * @returns Centipawns from the point of view of the side to move.
 */
function judgeSimply({ mailbox, sideToMove }: Position): number {
  let white = 0;
  for (let square = 0; square < 64; square++) {
    const piece = mailbox[square];
    if (piece === EMPTY) continue;
    const isWhite = piece >> 3 === WHITE;
    const rank = isWhite ? square >> 3 : 7 - (square >> 3);
    const worth = SEE_VALUES[piece] + rank + (square & 7);
    white += isWhite ? worth : -worth;
  }
  return sideToMove === WHITE ? white : 0 - white;
}

/** An evaluation that no new network changes. */
export const SIMPLE: Evaluator = new StatedEvaluator(judgeSimply);
