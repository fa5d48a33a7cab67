/**
 * A network: its shape, its weights, and their memory.
 *
 *     768 features, seen by each side → N neurons per side, clipped and squared → 1 number, by one of 8 rows of weights
 *     768 features, seen by each side → N neurons per side, clipped and multiplied in pairs → 16 → 32 → 1, by one of 8 sets of layers
 *
 * Networks of the second kind have small layers (see `layers.ts`).
 *
 * The layer of 2 × N neurons is "efficiently updatable" (NNUE, Yu Nasu 2018): a move switches only a few features on or
 * off, so the layer's sums are updated, not recomputed. All numbers are integers, so updated sums are exact.
 * First-layer weights are in units of 1/QA, and output weights in units of 1/QB.
 *
 * The weights are in a shared WebAssembly memory, because the kernel can use only such a memory. Each thread that
 * evaluates positions gets an area of its own after the weights.
 * @module
 */

import { crc32 } from "./crc32.ts";
import { FEATURES, MAX_KING_BUCKETS, OUTPUT_BUCKETS } from "./features.ts";
import { createLayers, LAYERS_QA, LAYERS_QB, layersBytes, type SmallLayers, tablesOf } from "./layers.ts";

/** The hidden size is a multiple of `HIDDEN_STEP` up to `MAX_HIDDEN`, so that no sum in the kernel can overflow. */
export const HIDDEN_STEP = 32, MAX_HIDDEN = 1024;
/** Largest QA: `QA · MAX_OUTPUT_WEIGHT` must fit in int16. */
const MAX_QA = 255;
/** Largest magnitude of an output weight. */
export const MAX_OUTPUT_WEIGHT = 127;
/** The largest value of QB and of SCALE for which a double can hold every intermediate result exactly. */
const MAX_FACTOR = 65535;

/** Size of a page of WebAssembly memory in bytes. */
const PAGE_BYTES = 65536;
/** A memory has at most this many pages: 1 GiB, enough for nine hundred threads with the largest network. */
const MAX_PAGES = 16384;
/** The number of squares on which a king can stand. */
export const KING_SQUARES = 64;

/** The weights begin at a multiple of the size of a cache line. */
const ALIGNMENT = 64;

/** The properties of a network, without its weights. */
export interface NetworkShape {
  /** N, the number of hidden neurons for each side: a multiple of 32 from 32 to 1024. */
  readonly hiddenSize: number;
  /** Whether a side with its king on the files e to h sees the board with left and right exchanged. */
  readonly isMirrored: boolean;
  /**
   * The bucket of a side's king on each square, seen from that side before mirroring, `[square]`: 0 to 15, without
   * gaps. A mirrored network has the same buckets on the left and on the right. Default: one bucket.
   */
  readonly kingBuckets?: Uint8Array;
  /** Whether there are small layers. If so, QA is 255, QB is 64, and N is a multiple of 64. False by default. */
  readonly hasLayers?: boolean;
  /** QA, the integer that stands for 1 in the hidden layer, 1 to 255. */
  readonly qa: number;
  /** QB, the integer that stands for an output weight of 1, 1 to 65535. */
  readonly qb: number;
  /** SCALE, the score in centipawns for an output of 1, 1 to 65535. */
  readonly scale: number;
}

/**
 * A network as plain data, so that it can be posted to a worker, which then shares its memory. The tables are views of
 * `memory`, and do not change once they are filled.
 */
export interface Network extends NetworkShape {
  readonly kingBuckets: Uint8Array;
  /** The number of king buckets, 1 to 16. */
  readonly kingBucketCount: number;
  /** How the network was trained: the text of a JSON object. */
  readonly summary: string;
  /** The memory that holds the weights, and an area for each `NetworkEvaluation`. */
  readonly memory: WebAssembly.Memory;
  /** Weights of the hidden layer, `[king bucket][feature][neuron]`, in units of 1/QA. */
  readonly featureWeights: Int16Array;
  /** The biases of the neurons, `[neuron]`, in units of 1/QA. */
  readonly featureBias: Int16Array;
  /** Weights of the output, `[bucket][own neurons, then the other side's]`, in units of 1/QB; empty with layers. */
  readonly outputWeights: Int16Array;
  /** The biases of the output, `[bucket]`, in units of 1/(QA · QB) or, with layers, of 1/2^22. */
  readonly outputBias: Int32Array;
  /** The small layers, `[bucket]`; empty in a network without layers. */
  readonly layers: readonly SmallLayers[];
}

/** `value`, rounded up to a multiple of `unit`. */
export function alignUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/**
 * Creates a network whose weights are all 0. `summary` says how it is trained, as the text of a JSON object. Throws a
 * RangeError if a number in the shape is not allowed, or if the memory cannot be allocated.
 */
export function createNetwork(shape: NetworkShape, summary: string): Network {
  const { hiddenSize, isMirrored, qa, qb, scale, hasLayers = false } = shape;
  checkHiddenSize(hiddenSize, hasLayers);
  checkNumber("QA", qa, MAX_QA);
  checkNumber("QB", qb, MAX_FACTOR);
  checkNumber("Scale", scale, MAX_FACTOR);
  if (hasLayers && (qa !== LAYERS_QA || qb !== LAYERS_QB)) {
    throw new RangeError(
      `QA and QB of a network with layers must be ${LAYERS_QA} and ${LAYERS_QB}, not ${qa} and ${qb}`,
    );
  }
  const kingBuckets = shape.kingBuckets?.slice() ?? new Uint8Array(KING_SQUARES);
  const kingBucketCount = checkKingBuckets(kingBuckets);
  if (isMirrored && kingBuckets.some((bucket, square) => bucket !== kingBuckets[square ^ 7])) {
    throw new RangeError("King buckets of a mirrored network must be alike on the left and on the right");
  }
  const biasAt = kingBucketCount * FEATURES * hiddenSize * 2;
  const outputAt = alignUp(biasAt + hiddenSize * 2, ALIGNMENT);
  const outputs = hasLayers ? 0 : OUTPUT_BUCKETS * hiddenSize * 2;
  const outputBiasAt = alignUp(outputAt + outputs * 2, ALIGNMENT);
  const layersAt = alignUp(outputBiasAt + OUTPUT_BUCKETS * 4, ALIGNMENT);
  const pages = Math.ceil((layersAt + (hasLayers ? layersBytes(hiddenSize) : 0)) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES, shared: true });
  return {
    ...shape,
    kingBuckets,
    kingBucketCount,
    summary,
    memory,
    featureWeights: new Int16Array(memory.buffer, 0, kingBucketCount * FEATURES * hiddenSize),
    featureBias: new Int16Array(memory.buffer, biasAt, hiddenSize),
    outputWeights: new Int16Array(memory.buffer, outputAt, outputs),
    outputBias: new Int32Array(memory.buffer, outputBiasAt, OUTPUT_BUCKETS),
    layers: hasLayers ? createLayers(memory, layersAt, hiddenSize) : [],
  };
}

function checkNumber(name: string, value: number, max: number): void {
  if (!isWithin(value, 1, max)) throw new RangeError(`${name} of a network must be 1 to ${max}, not ${value}`);
}

/** The number of king buckets in a table. Throws a RangeError unless it has 64 numbers from 0 to 15 without gaps. */
export function checkKingBuckets(kingBuckets: Uint8Array): number {
  if (kingBuckets.length !== KING_SQUARES) {
    throw new RangeError(`King buckets must be given for ${KING_SQUARES} squares, not ${kingBuckets.length}`);
  }
  const count = Math.max(...kingBuckets) + 1;
  if (count > MAX_KING_BUCKETS) {
    throw new RangeError(`King buckets of a network must be 0 to ${MAX_KING_BUCKETS - 1}, not ${count - 1}`);
  }
  for (let bucket = 0; bucket < count; bucket++) {
    if (!kingBuckets.includes(bucket)) {
      throw new RangeError(`King buckets of a network must have no gap, but ${bucket} of ${count} is missing`);
    }
  }
  return count;
}

/** Throws a RangeError unless the size is a multiple of 32 (with layers, of 64), above 0 and at most 1024. */
export function checkHiddenSize(hiddenSize: number, hasLayers: boolean): void {
  const step = hasLayers ? 2 * HIDDEN_STEP : HIDDEN_STEP;
  if (isWithin(hiddenSize, step, MAX_HIDDEN) && hiddenSize % step === 0) return;
  const range = `a multiple of ${step} from ${step} to ${MAX_HIDDEN}`;
  throw new RangeError(`Hidden size of a network must be ${range}, not ${hiddenSize}`);
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Enlarges the memory of a network. Returns the offset of the new area. Throws a RangeError if no memory is left. */
export function reserveArea(network: Network, bytes: number): number {
  try {
    // If two threads grow the memory at the same time, each gets its own pages.
    return network.memory.grow(Math.ceil(bytes / PAGE_BYTES)) * PAGE_BYTES;
  } catch {
    const megabytes = (network.memory.buffer.byteLength / 1048576).toFixed(0);
    throw new RangeError(`No memory for ${bytes} more bytes in a network that takes ${megabytes} MB`);
  }
}

/** A checksum of the weights: two networks with the same checksum give the same evaluations. */
export function networkChecksum({ featureWeights, featureBias, outputWeights, outputBias, layers }: Network): number {
  const tables = [featureWeights, featureBias, outputWeights, outputBias, ...layers.flatMap(tablesOf)];
  const parts = tables.map(({ buffer, byteOffset, byteLength }) =>
    crc32(new Uint8Array(buffer, byteOffset, byteLength))
  );
  return crc32(new Uint8Array(Uint32Array.from(parts).buffer));
}
