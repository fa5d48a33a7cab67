/**
 * What the threads of a pool work in: the transposition table, the network and the control words, in shared memory.
 *
 * Where memory cannot be shared, the one search thread has its own memory, and this class holds only its sizes.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { createSharedCorrections } from "../../learning/corrections.ts";
import type { Network } from "../../nnue/network.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { createControl, createSharedState, MAX_THREADS, type SharedState } from "../thread_slot.ts";
import { TranspositionTable } from "../transposition.ts";
import { AccumulatorSlots } from "./accumulator_slots.ts";
import { releaseSharedMemory } from "./memory.ts";
import { isNetwork, type NetworkRequest, type NetworkSource, type StartRequest, type TableMemory } from "./messages.ts";

/** Tables of this size and more are replaced, not cleared: writing gigabytes takes seconds, new memory is zero. */
const FRESH_TABLE_MEGABYTES = 256;

/** The memory of a pool of threads. */
export class PoolMemory {
  /** Whether the threads share it; else there is one thread. */
  readonly isShared: boolean;
  /** Control words and counters. */
  readonly state: SharedState;
  /** Searches that have written to the table since it was empty. */
  tableSearches = 0;
  /** Correction histories of all threads; `null` if they share no memory. */
  private readonly corrections: Int16Array | null;
  private readonly slots: AccumulatorSlots = new AccumulatorSlots();
  private network: NetworkSource;
  private tableMemory: TableMemory;
  private tableMegabytes: number;

  /**
   * Allocates the memory.
   *
   * @param isShared Whether the threads share it.
   * @param megabytes Size of the transposition table in MiB.
   * @param network What to evaluate with. Bytes are read by the first thread, which takes a while.
   * @throws RangeError if the system does not grant the memory.
   */
  constructor(isShared: boolean, megabytes: number, network: NetworkSource) {
    this.isShared = isShared;
    this.state = createSharedState(createControl(isShared), MAX_THREADS);
    this.corrections = isShared ? createSharedCorrections() : null;
    this.tableMegabytes = megabytes;
    this.tableMemory = isShared ? TranspositionTable.allocate(megabytes) : megabytes;
    this.network = network;
  }

  /** Memory of the transposition table, as requests carry it. */
  get table(): TableMemory {
    return this.tableMemory;
  }

  /** Size of the transposition table in MiB. */
  get megabytes(): number {
    return this.tableMegabytes;
  }

  /**
   * Takes new memory for the transposition table, which is empty then.
   *
   * @throws RangeError if the system does not grant the memory; the old table stays.
   */
  resize(megabytes: number): void {
    if (this.isShared) {
      try {
        this.tableMemory = TranspositionTable.allocate(megabytes);
      } catch (error) {
        throw new RangeError(`${messageOf(error)}; it stays at ${this.tableMegabytes} MB`);
      }
      releaseSharedMemory();
    } else {
      this.tableMemory = megabytes;
    }
    this.tableMegabytes = megabytes;
    this.tableSearches = 0;
  }

  /**
   * Takes new memory in place of a large table that was used, if the system grants it.
   *
   * @returns Whether the memory is another one now, and empty.
   */
  renewTable(): boolean {
    if (this.tableMegabytes < FRESH_TABLE_MEGABYTES || this.tableSearches === 0) return false;
    try {
      this.resize(this.tableMegabytes);
      return true;
    } catch (error) {
      // Without room for both, the old one is cleared, which only takes longer.
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /**
   * Uses another network.
   *
   * @param threads Number of threads.
   * @returns What to send to each of them, `[thread]`.
   * @throws RangeError if the network's memory is used up; everything stays as it was. SyntaxError if its bytes are no
   *   network file.
   */
  setNetwork(source: NetworkSource, threads: number): NetworkRequest[] {
    const network = this.loaded(source);
    const requests = Array.from({ length: threads }, (_, thread): NetworkRequest => ({
      kind: "network",
      network,
      accumulators: this.accumulatorsOf(network, thread),
    }));
    this.network = network;
    return requests;
  }

  /**
   * The first request to a thread.
   *
   * @param thread Its number, from 0.
   * @param warmUp Control words of its warm-up; `null` for none.
   */
  startRequest(thread: number, warmUp: Int32Array | null): StartRequest {
    const { table, state, corrections, network } = this;
    return {
      kind: "start",
      table,
      state,
      corrections,
      thread,
      network,
      accumulators: this.accumulatorsOf(network, thread),
      warmUp,
    };
  }

  /** Whether the first thread has to report its network: it reads it for all, from its bytes or the worker's file. */
  get isNetworkMissing(): boolean {
    return this.isShared && !isNetwork(this.network);
  }

  /** Lets the threads to come share a network that a thread has read. */
  shareNetwork(network: Network): void {
    if (this.isNetworkMissing) this.network = network;
  }

  /** Threads share a network that was read here; a thread with its own memory reads it itself. */
  private loaded(source: NetworkSource): NetworkSource {
    if (!this.isShared) {
      // A faulty file fails here, in the caller, and not later in the thread.
      if (source instanceof Uint8Array) parseNetwork(source);
      return source;
    }
    return source instanceof Uint8Array ? parseNetwork(source) : source;
  }

  private accumulatorsOf(network: NetworkSource, thread: number): number {
    return isNetwork(network) && this.isShared ? this.slots.of(network, thread) : 0;
  }
}
