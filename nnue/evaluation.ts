/** The network's evaluation of a position. Each object belongs to one thread and follows one position. @module */

import { popcount } from "../core/bitboard.ts";
import type { Position } from "../core/position.ts";
import { AccumulatorStack } from "./accumulator.ts";
import { outputBucket } from "./features.ts";
import { LAYERS_OUTPUT_UNIT, placesAt } from "./layers.ts";
import { type Kernel, kernelOf } from "./wasm_kernel.ts";
import type { Network } from "./network.ts";

/** Evaluates the positions of one thread. */
export class NetworkEvaluation {
  readonly accumulators: AccumulatorStack;
  private readonly kernel: Kernel;
  private readonly outputBias: Int32Array;
  private readonly outputWeightsAt: number; // offset of output bucket 0's weights or small layers
  private readonly outputBytes: number; // bytes that each output bucket takes
  private readonly hasLayers: boolean;
  /** Offsets of the kernel's `places` and `work`, for small layers. */
  private readonly placesAt: number;
  private readonly workAt: number;
  private readonly rowBytes: number;
  private readonly qa: number;
  private readonly scale: number;
  /** The integer that stands for an output of 1. */
  private readonly outputUnit: number;
  private position: Position | null = null;

  /** Creates an evaluator with no position attached. `area` must be an unused area from `AccumulatorStack.reserve`. */
  constructor(network: Network, area: number = AccumulatorStack.reserve(network)) {
    this.kernel = kernelOf(network);
    this.accumulators = new AccumulatorStack(network, this.kernel, area);
    this.outputBias = network.outputBias;
    this.rowBytes = network.hiddenSize * 2;
    const { layers } = network;
    this.hasLayers = layers.length > 0;
    this.outputWeightsAt = this.hasLayers ? layers[0].firstWeights.byteOffset : network.outputWeights.byteOffset;
    this.outputBytes = this.hasLayers ? layers[1].firstWeights.byteOffset - this.outputWeightsAt : this.rowBytes * 2;
    this.placesAt = this.hasLayers ? placesAt(layers) : 0;
    this.workAt = area + AccumulatorStack.areaBytes(network);
    this.qa = network.qa;
    this.scale = network.scale;
    this.outputUnit = this.hasLayers ? LAYERS_OUTPUT_UNIT : network.qa * network.qb;
  }

  /** Follows `position` instead of the previous one, and becomes its only listener. */
  attach(position: Position): void {
    if (this.position !== null && this.position.listener === this.accumulators) this.position.listener = null;
    this.position = position;
    position.listener = this.accumulators;
    this.accumulators.loaded(position);
  }

  /** The score in centipawns for the side to move. Throws a TypeError unless `position` is attached. */
  evaluate(position: Position): number {
    if (position.listener !== this.accumulators) {
      throw new TypeError("Expected the attached position, but got another position");
    }
    const bytes = this.rowBytes;
    const white = this.accumulators.update();
    // Black's accumulator follows White's.
    const own = white + Math.imul(position.sideToMove, bytes);
    const other = white + bytes - Math.imul(position.sideToMove, bytes);
    const bucket = outputBucket(popcount(position.occupiedLo) + popcount(position.occupiedHi));
    const weights = this.outputWeightsAt + Math.imul(bucket, this.outputBytes);
    if (this.hasLayers) {
      const sum = this.kernel.layeredOutput(own, other, weights, this.workAt, this.placesAt, bytes);
      return (sum + this.outputBias[bucket]) * this.scale / this.outputUnit | 0;
    }
    const sum = this.kernel.output(own, other, weights, this.qa, bytes);
    // All numbers are exact integers (see bounds.ts). `| 0` truncates towards zero.
    const hidden = Math.trunc(sum / this.qa) + this.outputBias[bucket];
    return hidden * this.scale / this.outputUnit | 0;
  }
}
