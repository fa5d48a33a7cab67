/**
 * Explains an evaluation in two ways: by the score that each of the eight rows of output weights gives, and by each
 * piece's value. The number of pieces selects the row that is used. A piece's value is the amount by which the
 * evaluation falls if that piece is removed but the row stays the same.
 * @module
 */

import type { Position } from "../core/position.ts";
import { BLACK, EMPTY, KING, WHITE } from "../core/types.ts";
import { OUTPUT_BUCKETS, outputBucket } from "./features.ts";
import type { Network } from "./network.ts";
import { featureStart, referenceAccumulator, referenceBucket, referenceOutput } from "./reference.ts";

/** An explained evaluation. All scores are in the network's own centipawns, from White's point of view. */
export interface NetworkExplanation {
  /** The score with each row of output weights, `[bucket]`. */
  readonly buckets: readonly number[];
  readonly bucket: number;
  /** The value of the piece on each square, `[square]`; 0 for kings and empty squares. */
  readonly pieceValues: readonly number[];
}

/** The range of piece counts for each row of output weights, such as `2-5`, `[bucket]`. */
export function bucketNames(): string[] {
  const all = Array.from({ length: 31 }, (_, i) => i + 2);
  return Array.from({ length: OUTPUT_BUCKETS }, (_, bucket) => {
    const counts = all.filter((count) => outputBucket(count) === bucket);
    return `${counts[0]}-${counts.at(-1)}`;
  });
}

/** Explains the evaluation of a position. */
export function explainNetwork(network: Network, position: Position): NetworkExplanation {
  const us = position.sideToMove;
  const sign = us === WHITE ? 1 : -1;
  const accumulators = [referenceAccumulator(network, position, WHITE), referenceAccumulator(network, position, BLACK)];
  const bucket = referenceBucket(position);
  const judge = (row: number): number => sign * referenceOutput(network, accumulators[us], accumulators[us ^ 1], row);
  const buckets = Array.from({ length: OUTPUT_BUCKETS }, (_, row) => judge(row));
  const pieceValues = Array.from(position.mailbox, (piece, square) => {
    if (piece === EMPTY || (piece & 7) === KING) return 0;
    addPiece(network, position, accumulators, piece, square, -1);
    const without = judge(bucket);
    addPiece(network, position, accumulators, piece, square, 1);
    return buckets[bucket] - without;
  });
  return { buckets, bucket, pieceValues };
}

/** Switches the features of a piece on (`sign` 1) or off (-1) in the accumulators of both sides, `[perspective]`. */
function addPiece(
  network: Network,
  position: Position,
  accumulators: readonly Int16Array[],
  piece: number,
  square: number,
  sign: number,
): void {
  const { hiddenSize, featureWeights } = network;
  accumulators.forEach((accumulator, perspective) => {
    const row = featureStart(network, position, perspective, piece, square);
    for (let i = 0; i < hiddenSize; i++) accumulator[i] += sign * featureWeights[row + i];
  });
}
