/**
 * Where each thread's evaluation keeps its accumulators: areas of the network's memory, used again by later threads.
 *
 * A WebAssembly memory grows, but never shrinks, and a thread that dies or is ended cannot give anything back. So who
 * starts the threads reserves the areas and hands them out by the number of the thread: whoever takes a thread's place
 * gets its area as well. It starts when the one before has ended, see crew.ts. A worker that had to be terminated runs on
 * for some microseconds, its successor needs milliseconds to start; only if the system held the one back for longer than
 * that could both write to the area, and one evaluation be wrong.
 *
 * @module
 */

import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import type { Network } from "../../nnue/network.ts";

/** The areas of one pool of threads. */
export class AccumulatorSlots {
  /** Offsets by network, `[thread]`. */
  private readonly offsets: WeakMap<Network, number[]> = new WeakMap();

  /**
   * The area of a thread, reserved when it is first asked for.
   *
   * @param network What the thread evaluates with.
   * @param thread Number of the thread, from 0.
   * @returns Its offset in the network's memory.
   * @throws RangeError if that memory is used up.
   */
  of(network: Network, thread: number): number {
    const offsets = this.offsets.get(network) ?? [];
    this.offsets.set(network, offsets);
    return offsets[thread] ??= NetworkEvaluation.reserve(network);
  }
}
