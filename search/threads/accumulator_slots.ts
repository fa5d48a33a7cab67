/**
 * Where each thread's evaluation keeps its accumulators: slots in the shared memory of a network.
 *
 * A WebAssembly memory grows but never shrinks, and a thread that ended cannot give its part back. So the pool reserves
 * one slot for each thread number and uses it again for the next thread of that number, which starts when the one
 * before has ended, see worker_set.ts. A worker that had to be terminated may run on for some microseconds, and its
 * successor needs milliseconds to start: only if the system delayed the old worker for longer than that could both
 * write to the slot, and one evaluation be wrong.
 *
 * @module
 */

import { AccumulatorStack } from "../../nnue/accumulator.ts";
import { type Network, reserveArea } from "../../nnue/network.ts";

/** The slots of one pool of threads. */
export class AccumulatorSlots {
  /** Offsets by network, `[thread]`. */
  private readonly offsets: WeakMap<Network, number[]> = new WeakMap();

  /**
   * The slot of a thread, reserved at the first call.
   *
   * @param network What the thread evaluates with.
   * @param thread Number of the thread, from 0.
   * @returns Its offset in the network's memory.
   * @throws RangeError if that memory is used up.
   */
  of(network: Network, thread: number): number {
    const offsets = this.offsets.get(network) ?? [];
    this.offsets.set(network, offsets);
    return offsets[thread] ??= reserveArea(network, AccumulatorStack.areaBytes(network));
  }
}
