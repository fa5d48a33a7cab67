/**
 * The memory that the threads of a pool use: the transposition table, the network and the control words. The control
 * words are shared whenever possible, even if the table is not, because in Deno a search continues after its worker has
 * been terminated.
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { createSharedCorrections } from "../../learning/corrections.ts";
import { AccumulatorStack } from "../../nnue/accumulator.ts";
import type { Network } from "../../nnue/network.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { createControl, createSharedState, MAX_THREADS, type SharedState } from "../thread_slot.ts";
import { TranspositionTable } from "../transposition.ts";
import { canShareMemory, releaseSharedMemory } from "./memory.ts";
import type { EvaluatorMemory, NetworkSource, StartRequest, TableMemory } from "./messages.ts";
import { isNetwork } from "./messages.ts";

/** Tables of at least this size are replaced, not cleared: new memory is zero, and writing gigabytes takes seconds. */
const FRESH_TABLE_MEGABYTES = 256;

/** The memory that a pool of threads uses. */
export class PoolMemory {
  /** Whether the threads share memory; otherwise there is only one thread. */
  readonly isShared: boolean;
  readonly state: SharedState;
  /** Memory of the transposition table, in the form that requests use. */
  table: TableMemory;
  megabytes: number;
  /** Number of searches that have written to the table since it was empty. */
  tableSearches = 0;
  /** Correction histories of all threads; `null` if they share no memory. */
  private readonly corrections: Int16Array | null;
  /**
   * For each network, the offsets of the threads' accumulators in its memory, indexed by thread.
   *
   * A WebAssembly memory never shrinks, so the area belongs to the thread's number, and the next thread with this
   * number reuses it. That thread starts only after the previous one has ended (see worker_set.ts). A terminated worker
   * may continue for some microseconds, but its successor needs milliseconds to start.
   */
  private readonly accumulators: WeakMap<Network, number[]> = new WeakMap();

  /** Allocates memory for a table of this many MiB. Throws a RangeError if there is not enough memory. */
  constructor(isShared: boolean, megabytes: number, private network: NetworkSource) {
    this.isShared = isShared;
    this.state = createSharedState(createControl(isShared || canShareMemory()), MAX_THREADS);
    this.corrections = isShared ? createSharedCorrections() : null;
    this.megabytes = megabytes;
    this.table = isShared ? TranspositionTable.allocate(megabytes) : megabytes;
  }

  /** A view of the table; `null` if the threads share no memory. */
  get view(): TranspositionTable | null {
    return typeof this.table === "number" ? null : new TranspositionTable(this.table);
  }

  /** Replaces the table with an empty one. If there is not enough memory, throws a RangeError and changes nothing. */
  resize(megabytes: number): void {
    if (this.isShared) {
      try {
        this.table = TranspositionTable.allocate(megabytes);
      } catch (error) {
        throw new RangeError(`${messageOf(error)}; it stays at ${this.megabytes} MB`);
      }
      releaseSharedMemory();
    } else {
      this.table = megabytes;
    }
    this.megabytes = megabytes;
    this.tableSearches = 0;
  }

  /** Replaces a large table with new memory if a search has used it. Returns whether this was done. */
  renewTable(): boolean {
    if (this.megabytes < FRESH_TABLE_MEGABYTES || this.tableSearches === 0) return false;
    try {
      this.resize(this.megabytes);
      return true;
    } catch (error) {
      // There is no room for both tables. The caller clears the old one, which takes longer.
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /**
   * Switches to another network. Returns the data for each of the `threads` threads, in order.
   *
   * @throws RangeError if the network's memory is full, and SyntaxError if the bytes are not a network file. In both
   * cases nothing changes.
   */
  setNetwork(source: NetworkSource, threads: number): EvaluatorMemory[] {
    // Check the file here, so that the caller gets the error. A thread with its own memory reads the file again.
    const parsed = source instanceof Uint8Array ? parseNetwork(source) : source;
    const network = this.isShared || !(source instanceof Uint8Array) ? parsed : { checked: source };
    const requests = Array.from({ length: threads }, (_, thread) => this.evaluatorOf(network, thread));
    this.network = network;
    return requests;
  }

  /** The first request to a thread. `warmUp` holds the control words of its warm-up; `null` for no warm-up. */
  startRequest(thread: number, warmUp: Int32Array | null): StartRequest {
    const { table, state, corrections, network } = this;
    return { kind: "start", table, state, corrections, thread, ...this.evaluatorOf(network, thread), warmUp };
  }

  /** Whether the first thread must report its network, because it reads the network for all threads. */
  get isNetworkMissing(): boolean {
    return this.isShared && !isNetwork(this.network);
  }

  /** Makes later threads share the network that the first thread has read. */
  shareNetwork(network: Network): void {
    if (this.isNetworkMissing) this.network = network;
  }

  private evaluatorOf(network: NetworkSource, thread: number): EvaluatorMemory {
    if (!isNetwork(network) || !this.isShared) return { network, accumulators: 0 };
    const places = this.accumulators.get(network) ?? [];
    this.accumulators.set(network, places);
    // Reserve the area without creating an evaluation: a page's policy may forbid WebAssembly in this thread.
    places[thread] ??= AccumulatorStack.reserve(network);
    return { network, accumulators: places[thread] };
  }
}
