/**
 * The small layers of a network: their tables, memory layout and scalar definition.
 *
 *     products[j]  = clamp(x[j], 0, 255) · clamp(x[j + N/2], 0, 255) >> 9        0 … 127; own side's first, then the other's
 *     first[i]     = b1[i] + Σ w1[i][j] · products[j]                            16 neurons, 1 is 8128
 *     c[i]         = clamp(first[i], 0, 8128) · 33026 + 32768 >> 16              0 … 4096
 *     second[i]    = b2[i] + Σ w2[i][j] · c[j] + Σ w2[i][16 + j] · (c[j]² >> 12) 32 neurons, 1 is 2^22
 *     d[i]         = clamp(second[i] >> 10, 0, 4096)² >> 12                      0 … 4096
 *     sum          = Σ w3[i] · d[i]                                              1 is 2^22
 *
 * A network without small layers has a row of output weights for each range of piece counts (output bucket). With small
 * layers, each bucket has three layers of its own. Multiplying neurons in pairs (as a gate) makes most products 0, and
 * these cost the kernel nothing.
 *
 * The weights of two inputs are adjacent in memory, in the order in which the kernel multiplies them:
 * `[pair of inputs][neuron][2]`.
 * @module
 */

import { OUTPUT_BUCKETS } from "./features.ts";

/**
 * The numbers of neurons in the small layers. The inputs to the second layer are the first layer's clipped neurons and
 * their squares.
 */
export const FIRST_NEURONS = 16, SECOND_NEURONS = 32, SECOND_INPUTS = 2 * FIRST_NEURONS;
/** QA and QB of a network with layers: products must fit in seven bits. */
export const LAYERS_QA = 255, LAYERS_QB = 64;
/** The integer that stands for an output of 1. */
export const LAYERS_OUTPUT_UNIT = 1 << 22;
/** The largest magnitudes of the first layer's weights, of all other weights, and of biases. */
const MAX_FIRST_WEIGHT = 127, MAX_WEIGHT = 2047, MAX_BIAS = 1 << 30;
/** In the first layer's sums: the integer that stands for 1, and the factor and shift that turn it into 4096. */
const FIRST_ONE = 8128, FIRST_FACTOR = 33026, FIRST_SHIFT = 16;
/** The integer that stands for 1 in the neurons of the small layers, and its binary logarithm. */
const ONE = 4096, ONE_SHIFT = 12;
/** The shift that turns sums of the second layer into neurons. */
const SECOND_SHIFT = 10;
/** The shift for a product of two neurons. */
const PRODUCT_SHIFT = 9;

/** The number of bytes that follow the first layer's weights in each bucket. */
const REST_BYTES = 4 * FIRST_NEURONS + 2 * SECOND_INPUTS * SECOND_NEURONS + 4 * SECOND_NEURONS + 2 * SECOND_NEURONS;
/** How many values a byte can have, and the size in bytes of each value's list of bit positions. */
const PLACES = 256, PLACES_BYTES = 16;

/** The layers of one output bucket: views of the network's memory, which stores them in this order. */
export interface SmallLayers {
  /** Weights of the first layer, within ±127, `[pair of products][neuron][2]`, in units of 1/64. */
  readonly firstWeights: Int16Array;
  /** The biases of the first layer, in units of 1/8128.125. */
  readonly firstBias: Int32Array;
  /** Weights of the second layer, within ±2047, `[pair of inputs][neuron][2]`, in units of 1/1024. */
  readonly secondWeights: Int16Array;
  /** The biases of the second layer, in units of 1/2^22. */
  readonly secondBias: Int32Array;
  /** Weights of the output layer, within ±2047, in units of 1/1024. */
  readonly outputWeights: Int16Array;
}

/** All tables of one output bucket, in memory order. */
export function tablesOf(layers: SmallLayers): (Int16Array | Int32Array)[] {
  const { firstWeights, firstBias, secondWeights, secondBias, outputWeights } = layers;
  return [firstWeights, firstBias, secondWeights, secondBias, outputWeights];
}

/** The number of bytes that the layers of all buckets take, including the kernel's `places` after them. */
export function layersBytes(hiddenSize: number): number {
  return OUTPUT_BUCKETS * (2 * FIRST_NEURONS * hiddenSize + REST_BYTES) + PLACES * PLACES_BYTES;
}

/** Makes layers with zero weights, `[bucket]`, and fills the kernel's `places`. `start` must be a multiple of 64. */
export function createLayers(memory: WebAssembly.Memory, start: number, hiddenSize: number): SmallLayers[] {
  const { buffer } = memory;
  let at = start;
  const shorts = (length: number): Int16Array => new Int16Array(buffer, (at += 2 * length) - 2 * length, length);
  const words = (length: number): Int32Array => new Int32Array(buffer, (at += 4 * length) - 4 * length, length);
  const layers = Array.from({ length: OUTPUT_BUCKETS }, () => ({
    firstWeights: shorts(FIRST_NEURONS * hiddenSize),
    firstBias: words(FIRST_NEURONS),
    secondWeights: shorts(SECOND_INPUTS * SECOND_NEURONS),
    secondBias: words(SECOND_NEURONS),
    outputWeights: shorts(SECOND_NEURONS),
  }));
  const places = new Uint16Array(buffer, at, PLACES * PLACES_BYTES / 2);
  for (let set = 0; set < PLACES; set++) {
    let count = 0;
    for (let bit = 0; bit < 8; bit++) if ((set >> bit & 1) !== 0) places[8 * set + count++] = bit;
  }
  return layers;
}

/** The offset of the kernel's `places`, which list the positions of the 1 bits in each byte value. */
export function placesAt(layers: readonly SmallLayers[]): number {
  const last = layers[layers.length - 1].outputWeights;
  return last.byteOffset + last.byteLength;
}

/** The size in bytes of the kernel's work space: the products, the list of pairs, and the second layer's inputs. */
export function layersWorkBytes(hiddenSize: number): number {
  return 2 * hiddenSize + hiddenSize + 16 + 2 * SECOND_INPUTS;
}

/** The number of bytes that the layers take in a file. */
export function layersFileBytes(hiddenSize: number): number {
  return OUTPUT_BUCKETS * (FIRST_NEURONS * hiddenSize + REST_BYTES);
}

/** Reads the layers from offset `start` of a file, or writes them there; `network_file.ts` describes the format. */
export function transferLayers(
  layers: readonly SmallLayers[],
  file: DataView,
  start: number,
  isReading: boolean,
): void {
  let at = start;
  const move = (table: Int16Array | Int32Array, index: number, bytes: 1 | 2 | 4): void => {
    const kind = bytes === 1 ? "Int8" : bytes === 2 ? "Int16" : "Int32";
    if (isReading) table[index] = file[`get${kind}`](at, true);
    else file[`set${kind}`](at, table[index], true);
    at += bytes;
  };
  const rows = (tables: readonly Int16Array[], neurons: number, bytes: 1 | 2): void => {
    for (const table of tables) {
      for (let neuron = 0; neuron < neurons; neuron++) {
        for (let input = 0; input < table.length / neurons; input++) {
          move(table, weightAt(neurons, input, neuron), bytes);
        }
      }
    }
  };
  const numbers = (tables: readonly (Int16Array | Int32Array)[], bytes: 2 | 4): void => {
    for (const table of tables) table.forEach((_, index) => move(table, index, bytes));
  };
  rows(layers.map((each) => each.firstWeights), FIRST_NEURONS, 1);
  numbers(layers.map((each) => each.firstBias), 4);
  rows(layers.map((each) => each.secondWeights), SECOND_NEURONS, 2);
  numbers(layers.map((each) => each.secondBias), 4);
  numbers(layers.map((each) => each.outputWeights), 2);
}

/** Index of a neuron's weight for an input in a table `[pair of inputs][neuron][2]`. */
export function weightAt(neurons: number, input: number, neuron: number): number {
  return ((input >> 1) * neurons + neuron) * 2 + (input & 1);
}

/** The output before its bias is added, in units of 1/2^22, given the hidden layers of both sides. */
export function referenceLayers(layers: SmallLayers, own: Int16Array, other: Int16Array): number {
  const products = [own, other].flatMap((side) => {
    const half = side.length / 2;
    return Array.from({ length: half }, (_, j) => clip(side[j]) * clip(side[j + half]) >> PRODUCT_SHIFT);
  });
  const first = sumsOf(layers.firstWeights, layers.firstBias, products).map((sum) => {
    return Math.max(0, Math.min(sum, FIRST_ONE)) * FIRST_FACTOR + (1 << FIRST_SHIFT - 1) >> FIRST_SHIFT;
  });
  const seen = [...first, ...first.map(square)];
  return sumsOf(layers.secondWeights, layers.secondBias, seen)
    .map((sum) => square(Math.max(0, Math.min(sum >> SECOND_SHIFT, ONE))))
    .reduce((sum, neuron, i) => sum + neuron * layers.outputWeights[i], 0);
}

function clip(x: number): number {
  return Math.max(0, Math.min(x, LAYERS_QA));
}

function square(x: number): number {
  return x * x >> ONE_SHIFT;
}

function sumsOf(weights: Int16Array, bias: Int32Array, inputs: readonly number[]): number[] {
  return Array.from(bias, (start, neuron) => {
    return inputs.reduce((sum, input, j) => sum + input * weights[weightAt(bias.length, j, neuron)], start);
  });
}

/**
 * Throws a RangeError if a weight of the layers exceeds its bound. Within these bounds, no sum can overflow int32: N ·
 * 127 · 127 (N ≤ 1024), 32 · 4096 · 2047 and the largest bias are together below 2^31.
 */
export function checkLayers(layers: readonly SmallLayers[]): void {
  layers.forEach((each, bucket) => {
    for (const name of ["firstWeights", "firstBias", "secondWeights", "secondBias", "outputWeights"] as const) {
      const bound = name === "firstWeights" ? MAX_FIRST_WEIGHT : name.endsWith("Bias") ? MAX_BIAS : MAX_WEIGHT;
      const wrong = each[name].find((weight) => Math.abs(weight) > bound);
      if (wrong === undefined) continue;
      const where = `${name} of a network's small layers`;
      throw new RangeError(`Expected ${where} to be within ±${bound}, but got ${wrong} (bucket ${bucket})`);
    }
  });
}
