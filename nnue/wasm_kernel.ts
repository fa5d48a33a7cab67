/**
 * Loads the kernel: the network's inner loops in WebAssembly, which work on a network's memory.
 *
 * Each thread makes its own instance. Most parameters are byte offsets into the memory; `bytes` is the length of an
 * accumulator. The kernel checks nothing. `reference.ts` is the scalar definition of the results; `kernel/kernel.ts`
 * describes functions, shapes and bounds.
 * @module
 */

import bytes from "./kernel/kernel.wasm" with { type: "bytes" };
import type { Network } from "./network.ts";

/** The kernel's functions (see `kernel/kernel.ts`). */
export interface Kernel {
  /** Updates both accumulators when a piece moves: `to = from + added - removed`. */
  addSub(
    to: number,
    from: number,
    whiteAdded: number,
    whiteRemoved: number,
    blackAdded: number,
    blackRemoved: number,
    bytes: number,
  ): void;
  /** Updates both accumulators when a piece takes another: `to = from + added - removed - taken`. */
  // deno-lint-ignore hindsight/max-parameters -- WebAssembly takes plain numbers only
  addSubSub(
    to: number,
    from: number,
    whiteAdded: number,
    whiteRemoved: number,
    whiteTaken: number,
    blackAdded: number,
    blackRemoved: number,
    blackTaken: number,
    bytes: number,
  ): void;
  /** Updates one accumulator: `to = also = from + the first rows of list - its other rows`. */
  apply(to: number, also: number, from: number, list: number, adds: number, subs: number, bytes: number): void;
  /** The sum of `clamp(x, 0, qa)² · weight` over both accumulators. */
  output(own: number, other: number, weights: number, qa: number, bytes: number): number;
  /** The result of `referenceLayers`; `work` must be `layersWorkBytes` long. */
  layeredOutput(own: number, other: number, layers: number, work: number, places: number, bytes: number): number;
}

/** This thread's instances, keyed by their memory. */
const INSTANCES: WeakMap<WebAssembly.Memory, Kernel> = new WeakMap();

/**
 * The kernel that works on the memory of a network. There is one instance for each network and thread: a call costs 2
 * ns if its target is always the same function, and about 10 ns if the target varies.
 */
export function kernelOf(network: Network): Kernel {
  let kernel = INSTANCES.get(network.memory);
  if (kernel === undefined) {
    // Compile only when needed, because a page's policy may forbid it in a thread that never evaluates.
    const module = new WebAssembly.Module(bytes);
    const instance = new WebAssembly.Instance(module, { env: { memory: network.memory } });
    kernel = instance.exports as unknown as Kernel;
    INSTANCES.set(network.memory, kernel);
  }
  return kernel;
}
