/** The networks before the first round: one with random weights, and one that counts material. @module */

import { BISHOP, BLACK, KNIGHT, makePiece, PAWN, QUEEN, ROOK, WHITE } from "../../core/types.ts";
import { Random } from "../../core/random.ts";
import { featureIndex, OUTPUT_BUCKETS } from "../../nnue/features.ts";
import { createNetwork, HIDDEN_STEP, type Network } from "../../nnue/network.ts";

/** The integers that stand for a weight of 1 in the hidden layer and in the output layer, as in the trainer. */
const QA = 255, QB = 64;
/** An output of 1 means this many centipawns. */
export const SCALE = 171;
/** The trainer uses the same range. */
const FEATURE_RANGE = 0.1;
const WEIGHT_STREAM = 2;

/** The weight of each type of piece in the hidden layer, in units of 1 / QA. */
const VALUES: readonly (readonly [type: number, value: number])[] = [
  ...[[PAWN, 3], [KNIGHT, 10], [BISHOP, 10], [ROOK, 16], [QUEEN, 29]] as const,
];
/** The output weight that makes a pawn worth about 100 centipawns. */
const MATERIAL_OUTPUT = 50;

export function randomNetwork(hiddenSize: number, seed: bigint): Network {
  const network = createNetwork({ hiddenSize, isMirrored: true, qa: QA, qb: QB, scale: SCALE }, "{}");
  const random = new Random(seed, WEIGHT_STREAM);
  const fill = (weights: Int16Array, range: number) => {
    for (let i = 0; i < weights.length; i++) weights[i] = Math.round((2 * random.next() / 0x100000000 - 1) * range);
  };
  fill(network.featureWeights, FEATURE_RANGE * QA);
  fill(network.outputWeights, (2 * hiddenSize) ** -0.5 * QB);
  return network;
}

/**
 * Returns a network that only counts material. Neurons square their inputs. Two of them get b + x and b − x, where x is
 * the material balance and b = ½. Since (b + x)² − (b − x)² = 2 x, the difference of their outputs gives the balance,
 * as long as |x| is below ½ (42 pawns).
 */
export function materialNetwork(): Network {
  const hiddenSize = HIDDEN_STEP;
  const network = createNetwork({ hiddenSize, isMirrored: false, qa: QA, qb: QB, scale: SCALE }, "{}");
  network.featureBias.fill(QA >> 1);
  for (const [type, value] of VALUES) {
    for (const colour of [WHITE, BLACK]) {
      for (let square = 0; square < 64; square++) {
        const row = featureIndex(WHITE, makePiece(colour, type), square, 0) * hiddenSize;
        const own = colour === WHITE ? value : -value;
        for (let i = 0; i < hiddenSize; i++) network.featureWeights[row + i] = i % 2 === 0 ? own : -own;
      }
    }
  }
  // The other side sees the balance with the opposite sign.
  for (let i = 0; i < 2 * hiddenSize * OUTPUT_BUCKETS; i++) {
    const isOwn = i % (2 * hiddenSize) < hiddenSize;
    network.outputWeights[i] = (i % 2 === 0) === isOwn ? MATERIAL_OUTPUT : -MATERIAL_OUTPUT;
  }
  return network;
}
