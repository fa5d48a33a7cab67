/**
 * The memory of the threads of a pool: the transposition table, the network and the control words, in shared memory.
 *
 * Without a shared table, the single search thread has its own memory, and this class holds only its sizes. The control
 * words are shared even then if memory can be shared, because in Deno terminating a worker does not end its search.
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

/**
 * Tables of this size or more are replaced instead of cleared: writing gigabytes takes seconds, but new memory is zero.
 */
const FRESH_TABLE_MEGABYTES = 256;

/** The memory of a pool of threads. */
export class PoolMemory {
  /** Whether the threads share it; otherwise there is one thread. */
  readonly isShared: boolean;
  /** Control words and counters. */
  readonly state: SharedState;
  /** Memory of the transposition table, as requests carry it. */
  table: TableMemory;
  /** Its size in MiB. */
  megabytes: number;
  /** Searches that have written to the table since it was empty. */
  tableSearches = 0;
  /** Correction histories of all threads; `null` if they share no memory. */
  private readonly corrections: Int16Array | null;
  /**
   * Where each thread's evaluation keeps its accumulators in the memory of a network, `[thread]`.
   *
   * A WebAssembly memory grows but never shrinks, and a thread that ended cannot return its part. So each thread number
   * has one place, which the next thread with this number uses again; it starts when the previous thread has ended, see
   * worker_set.ts. A worker that had to be terminated may continue for some microseconds, and its successor needs
   * milliseconds to start. Only if the system delays the old worker for longer than that, both could write to the
   * place, and one evaluation could be wrong.
   */
  private readonly accumulators: WeakMap<Network, number[]> = new WeakMap();

  /**
   * Allocates the memory, for a table of this many MiB; a RangeError if the system does not grant it. The bytes of a
   * network are read by the first thread, which takes a while.
   */
  constructor(isShared: boolean, megabytes: number, private network: NetworkSource) {
    this.isShared = isShared;
    this.state = createSharedState(createControl(isShared || canShareMemory()), MAX_THREADS);
    this.corrections = isShared ? createSharedCorrections() : null;
    this.megabytes = megabytes;
    this.table = isShared ? TranspositionTable.allocate(megabytes) : megabytes;
  }

  /** The table as the threads see it; `null` if they share no memory. */
  get view(): TranspositionTable | null {
    return typeof this.table === "number" ? null : new TranspositionTable(this.table);
  }

  /** Takes new memory for the table, which is empty then; a RangeError if there is none, and the old table stays. */
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

  /** Takes new memory instead of a large table that was used, if the system grants it; returns whether it has done so. */
  renewTable(): boolean {
    if (this.megabytes < FRESH_TABLE_MEGABYTES || this.tableSearches === 0) return false;
    try {
      this.resize(this.megabytes);
      return true;
    } catch (error) {
      // Without room for both tables, the old table is cleared, which only takes longer.
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /**
   * Uses another network from now on; returns what to send to this many threads, `[thread]`.
   *
   * @throws RangeError if the network's memory is used up; everything stays as it was. SyntaxError if its bytes are no
   *   network file.
   */
  setNetwork(source: NetworkSource, threads: number): EvaluatorMemory[] {
    // The file is checked here, so that a fault is reported to the caller, even if a thread with its own memory reads
    // the file again.
    const parsed = source instanceof Uint8Array ? parseNetwork(source) : source;
    const network = this.isShared || !(source instanceof Uint8Array) ? parsed : { checked: source };
    const requests = Array.from({ length: threads }, (_, thread) => this.evaluatorOf(network, thread));
    this.network = network;
    return requests;
  }

  /** The first request to a thread by its number, with control words of its warm-up; `null` for none. */
  startRequest(thread: number, warmUp: Int32Array | null): StartRequest {
    const { table, state, corrections, network } = this;
    return { kind: "start", table, state, corrections, thread, ...this.evaluatorOf(network, thread), warmUp };
  }

  /** Whether the first thread has to report its network: it reads it for all, from its bytes or the worker's file. */
  get isNetworkMissing(): boolean {
    return this.isShared && !isNetwork(this.network);
  }

  /** Lets later threads share a network that a thread has read. */
  shareNetwork(network: Network): void {
    if (this.isNetworkMissing) this.network = network;
  }

  private evaluatorOf(network: NetworkSource, thread: number): EvaluatorMemory {
    if (!isNetwork(network) || !this.isShared) return { network, accumulators: 0 };
    const places = this.accumulators.get(network) ?? [];
    this.accumulators.set(network, places);
    // The evaluation does not do this: the policy of a page may forbid loading its WebAssembly here.
    places[thread] ??= AccumulatorStack.reserve(network);
    return { network, accumulators: places[thread] };
  }
}
