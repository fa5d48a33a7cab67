/** Networks with random weights, which are the same for the same seed. @module */

import { createNetwork, KING_SQUARES, MAX_OUTPUT_WEIGHT, type Network } from "../../nnue/network.ts";
import { randomIntegers } from "../core/random_games.ts";

export interface RandomNetworkOptions {
  /** N; default 32, the smallest. */
  hiddenSize?: number;
  /** Default false. */
  isMirrored?: boolean;
  /** Number of king buckets; neighbouring squares in a half of the board have different buckets. Default 1. */
  kingBucketCount?: number;
  /** Largest magnitude of a feature weight; default 60, which leaves most neurons neither off nor clipped. */
  weight?: number;
  /** Whether it has small layers, most of whose neurons are neither off nor clipped; default false. */
  hasLayers?: boolean;
  /** Default 1. */
  seed?: number;
}

/** Fills a table with whole numbers within ±`bound`. */
export function fillRandomly(
  table: Int16Array | Int32Array,
  bound: number,
  random: (bound: number) => number,
  middle: number = 0,
): void {
  for (let i = 0; i < table.length; i++) table[i] = middle + random(2 * bound + 1) - bound;
}

/** Makes a network with random weights; its output is a few hundred centipawns. */
export function randomNetwork(options: RandomNetworkOptions = {}): Network {
  const { hiddenSize = 32, isMirrored = false, hasLayers = false, kingBucketCount = 1, weight = 60, seed = 1 } =
    options;
  const kingBuckets = Uint8Array.from({ length: KING_SQUARES }, (_, square) => {
    const file = Math.min(square & 7, square & 7 ^ 7);
    return ((square >> 3) * 4 + file) % kingBucketCount;
  });
  const shape = { hiddenSize, isMirrored, kingBuckets, hasLayers, qa: 255, qb: 64, scale: 400 };
  const network = createNetwork(shape, '{"made":"at random"}');
  const random = randomIntegers(seed);
  fillRandomly(network.featureWeights, weight, random);
  fillRandomly(network.featureBias, 100, random, 100);
  fillRandomly(network.outputWeights, MAX_OUTPUT_WEIGHT, random);
  fillRandomly(network.outputBias, hasLayers ? 1000000 : 5000, random);
  for (const layers of network.layers) {
    fillRandomly(layers.firstWeights, 20, random);
    fillRandomly(layers.firstBias, 4000, random, 4000);
    fillRandomly(layers.secondWeights, 400, random);
    fillRandomly(layers.secondBias, 2000000, random, 2000000);
    fillRandomly(layers.outputWeights, 1000, random);
  }
  return network;
}
