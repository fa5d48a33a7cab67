/**
 * Checks that a network's weights are small enough that no computation can overflow. This needs three bounds.
 *
 * 1. **Hidden layer, int16.** A position has at most 32 pieces, so a neuron is its bias plus at most 32 different
 *    weights from its column in one king bucket's table. The bias plus the 32 largest positive weights must fit in
 *    int16, and so must the bias plus the 32 negative weights that are furthest from 0. Between two positions, a sum
 *    may briefly leave the int16 range: it wraps around, and later wraps back.
 * 2. **Output weights.** If they are within ±127, and QA ≤ 255 (`network.ts`), `clamp(x) · weight` fits in int16, and
 *    no int32 sum of the kernel overflows. The proof is next to the loop, in `kernel/kernel.ts`.
 * 3. **Result, int32.** The sum over 2N neurons is within 2N · QA² · 127, and division by QA leaves 2N · QA · 127;
 *    after adding the bias, multiplying by SCALE and dividing by QA · QB, the result must fit in int32. All
 *    intermediate results are integers, which a double holds exactly: they are below (2 · 1024 · 255 · 127 + 2^31) ·
 *    65535 < 1.5 · 10^14 < 2^53.
 *
 * A network with small layers needs the first bound and the bounds of `checkLayers`: its result is within (2^31 + 32 ·
 * 4096 · 2047) · 65535 / 2^22, which fits in int32. Every network from the trainer passes, because training clips
 * weights to ±505.
 * @module
 */

import { FEATURES, OUTPUT_BUCKETS } from "./features.ts";
import { checkLayers } from "./layers.ts";
import { MAX_OUTPUT_WEIGHT, type Network } from "./network.ts";

const MAX_PIECES = 32;
const INT16_MIN = -32768, INT16_MAX = 32767, INT32_MAX = 2147483647;

/** Throws a RangeError that names the weight if one of the network's weights is too large. */
export function checkBounds(network: Network): void {
  if (network.layers.length > 0) checkLayers(network.layers);
  else checkOutputLayer(network);
  const { hiddenSize, featureWeights, featureBias, kingBucketCount } = network;
  // Try a cheap bound first: no weight of a trained network is large.
  let largest = 0;
  for (let i = 0; i < featureWeights.length; i++) largest = Math.max(largest, Math.abs(featureWeights[i]));
  if (featureBias.every((bias) => Math.abs(bias) + MAX_PIECES * largest <= INT16_MAX)) return;
  for (let neuron = 0; neuron < hiddenSize; neuron++) {
    for (let bucket = 0; bucket < kingBucketCount; bucket++) checkColumn(network, neuron, bucket);
  }
}

/** Checks the exact bound for a neuron in one king bucket's table. */
function checkColumn(network: Network, neuron: number, bucket: number): void {
  const { hiddenSize, featureWeights, featureBias } = network;
  const column = new Int16Array(FEATURES);
  const start = bucket * FEATURES * hiddenSize + neuron;
  for (let feature = 0; feature < FEATURES; feature++) column[feature] = featureWeights[start + feature * hiddenSize];
  column.sort();
  let least = featureBias[neuron];
  let most = featureBias[neuron];
  for (let i = 0; i < MAX_PIECES; i++) {
    least += Math.min(0, column[i]);
    most += Math.max(0, column[FEATURES - 1 - i]);
  }
  if (least < INT16_MIN || most > INT16_MAX) {
    throw new RangeError(
      `Neuron ${neuron} of a network must stay within int16 with ${MAX_PIECES} pieces, not reach ${least} to ${most}`,
    );
  }
}

function checkOutputLayer(network: Network): void {
  const { hiddenSize, outputWeights, outputBias, qa, qb, scale } = network;
  for (let i = 0; i < outputWeights.length; i++) {
    if (Math.abs(outputWeights[i]) <= MAX_OUTPUT_WEIGHT) continue;
    const bucket = Math.floor(i / (2 * hiddenSize));
    throw new RangeError(
      `Output weights of a network must be within ±${MAX_OUTPUT_WEIGHT}, not ${outputWeights[i]} (bucket ${bucket})`,
    );
  }
  for (let bucket = 0; bucket < OUTPUT_BUCKETS; bucket++) {
    const sum = 2 * hiddenSize * qa * MAX_OUTPUT_WEIGHT + Math.abs(outputBias[bucket]);
    const result = Math.ceil(sum * scale / (qa * qb));
    if (result > INT32_MAX) {
      throw new RangeError(`Results of a network must fit int32, not reach ${result} centipawns (bucket ${bucket})`);
    }
  }
}
