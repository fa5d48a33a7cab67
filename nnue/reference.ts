/**
 * The definition of the network's evaluation: scalar, from scratch, as short as possible. The kernel and the
 * accumulators must give the same numbers, bit for bit, and so must the trainer's integer evaluation.
 *
 *     hidden(c)[i] = bias[i] + Σ weights[feature][i]     over the features that the pieces switch on in c's
 *                                                        view, from the table of c's king bucket
 *     sum          = Σ clamp(own[i], 0, QA)² · w[i] + Σ clamp(other[i], 0, QA)² · w[N + i]
 *     result       = (sum / QA + b) · SCALE / (QA · QB)
 *
 * Here, own is hidden(side to move), other is hidden(opponent), and the number of pieces selects the row of output
 * weights w and the bias b. Both divisions truncate towards zero. In a network with small layers (`layers.ts`), the
 * result is (sum + b) · SCALE / 2^22.
 * @module
 */

import type { Position } from "../core/position.ts";
import { EMPTY } from "../core/types.ts";
import { featureIndex, FEATURES, kingBucket, orientation, outputBucket } from "./features.ts";
import { LAYERS_OUTPUT_UNIT, referenceLayers } from "./layers.ts";
import type { Network } from "./network.ts";

/** The index at which the feature weights of a piece begin for a perspective, `WHITE` or `BLACK`. */
export function featureStart(
  network: Network,
  position: Position,
  perspective: number,
  piece: number,
  square: number,
): number {
  const king = position.kings[perspective];
  const seenFrom = orientation(perspective, king, network.isMirrored);
  const table = kingBucket(network.kingBuckets, perspective, king) * FEATURES;
  return (table + featureIndex(perspective, piece, square, seenFrom)) * network.hiddenSize;
}

/** The hidden layer of a position for a perspective, `WHITE` or `BLACK`, `[neuron]`. Additions wrap modulo 2^16. */
export function referenceAccumulator(network: Network, position: Position, perspective: number): Int16Array {
  const { hiddenSize, featureWeights } = network;
  const neurons = new Int16Array(network.featureBias);
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square];
    if (piece === EMPTY) continue;
    const row = featureStart(network, position, perspective, piece, square);
    for (let i = 0; i < hiddenSize; i++) neurons[i] += featureWeights[row + i];
  }
  return neurons;
}

/** The output in centipawns, given the hidden layers of both sides and the row of output weights. */
export function referenceOutput(network: Network, own: Int16Array, other: Int16Array, bucket: number): number {
  const { hiddenSize, outputWeights, outputBias, qa, qb, scale, layers } = network;
  if (layers.length > 0) {
    const sum = referenceLayers(layers[bucket], own, other);
    return Math.trunc((sum + outputBias[bucket]) * scale / LAYERS_OUTPUT_UNIT) + 0;
  }
  const row = bucket * 2 * hiddenSize;
  let sum = 0;
  for (let i = 0; i < hiddenSize; i++) {
    sum += activate(own[i], qa) * outputWeights[row + i];
    sum += activate(other[i], qa) * outputWeights[row + hiddenSize + i];
  }
  // Adding 0 turns -0 into 0: the kernel's integers have no -0.
  return Math.trunc((Math.trunc(sum / qa) + outputBias[bucket]) * scale / (qa * qb)) + 0;
}

/** The squared clipped rectified linear unit, SCReLU. */
function activate(x: number, qa: number): number {
  const clipped = Math.max(0, Math.min(x, qa));
  return clipped * clipped;
}

/** The evaluation of a position from scratch, in centipawns from the side to move's point of view. */
export function referenceEvaluate(network: Network, position: Position): number {
  const us = position.sideToMove;
  const own = referenceAccumulator(network, position, us);
  const other = referenceAccumulator(network, position, us ^ 1);
  return referenceOutput(network, own, other, referenceBucket(position));
}

/** The row of output weights for a position, 0 … 7. */
export function referenceBucket(position: Position): number {
  return outputBucket(position.mailbox.reduce((count, piece) => piece === EMPTY ? count : count + 1, 0));
}
