/**
 * What the threads of one search tell each other while they search: who is still wanted, and how many nodes there are.
 *
 * The threads search the same position side by side and share the transposition table; nothing else passes between
 * them (Lazy SMP, Daniel Homan, 2013). Thread 0 is the main thread: it alone reports, keeps the clock and decides when
 * the search is over. The others, the helpers, search on until it is.
 *
 * Searches are numbered. A helper searches while its number is the running one, so a helper that was late to notice the
 * end of a search is not misled by the beginning of the next. For the same reason each thread marks its count of nodes
 * with the number of the search it belongs to; counts of other searches are not added.
 *
 * @module
 */

/** Word of the shared control array: not 0 once the search must end. */
export const CONTROL_STOP = 0;
/** Word of the shared control array: not 0 while the search ponders, so that no clock ends it. */
export const CONTROL_PONDER = 1;
/** Word of the shared control array: number of the search that the helper threads take part in, 0 for none. */
export const CONTROL_RUNNING = 2;
/** Number of 32-bit words in the shared control array. */
export const CONTROL_WORDS = 3;

/** Most threads that a search can have. */
export const MAX_THREADS = 512;

/** Doubles between the counts of two threads: a cache line each, so that writing one does not slow the other down. */
const COUNT_STRIDE = 8;
/** In `counts`: nodes visited. */
const NODES = 0;
/** In `counts`: positions found in the endgame tables. */
const TABLE_HITS = 1;

/** Shared memory of a team; the views can be sent to other threads. */
export interface SharedState {
  /** The control words of limits.ts. */
  readonly control: Int32Array;
  /** Number of the search that each thread is in, `[thread]`. */
  readonly searches: Int32Array;
  /**
   * What each thread has counted in that search, `[thread * COUNT_STRIDE + count]`: nodes visited at `NODES`, positions
   * found in the endgame tables at `TABLE_HITS`. Each is written by one thread.
   */
  readonly counts: Float64Array;
}

/**
 * Memory for a team.
 *
 * @param control Control words that exist already; new ones by default.
 * @param threads Most threads that it is for.
 */
export function createSharedState(control: Int32Array = createControl(), threads: number = MAX_THREADS): SharedState {
  return {
    control,
    searches: new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT)),
    counts: new Float64Array(new SharedArrayBuffer(threads * COUNT_STRIDE * Float64Array.BYTES_PER_ELEMENT)),
  };
}

/** Control words that are all 0. */
export function createControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * Int32Array.BYTES_PER_ELEMENT));
}

/** One thread's place in a team. */
export class ThreadSlot {
  /** Whether this thread decides when the search is over. */
  readonly isMain: boolean;

  private readonly memory: SharedState;
  private readonly index: number;
  private search = 0;
  private threads = 1;

  /**
   * A place.
   *
   * @param memory Shared by the team.
   * @param index Number of the thread, from 0; 0 is the main thread.
   */
  constructor(memory: SharedState, index: number) {
    this.memory = memory;
    this.index = index;
    this.isMain = index === 0;
  }

  /**
   * Takes part in a search from now on.
   *
   * @param search Number of the search, not 0.
   * @param threads Threads that take part.
   */
  join(search: number, threads: number): void {
    this.search = search;
    this.threads = threads;
    this.publish(0, 0);
    // The counts must be there before they are marked as those of this search: an atomic access keeps that order.
    Atomics.store(this.memory.searches, this.index, search);
  }

  /** Lets the others know how many nodes this thread has visited, and how many positions the endgame tables knew. */
  publish(nodes: number, tableHits: number): void {
    const { counts } = this.memory;
    const at = this.index * COUNT_STRIDE;
    counts[at + NODES] = nodes;
    counts[at + TABLE_HITS] = tableHits;
  }

  /** Nodes of all threads, `own` of them by this one; those of the others may be a little late. */
  totalNodes(own: number): number {
    return this.total(NODES, own);
  }

  /** Positions that all threads found in the endgame tables, `own` of them by this one; as late as the nodes. */
  totalTablebaseHits(own: number): number {
    return this.total(TABLE_HITS, own);
  }

  private total(count: number, own: number): number {
    const { searches, counts } = this.memory;
    let total = own;
    for (let thread = 0; thread < this.threads; thread++) {
      if (thread !== this.index && searches[thread] === this.search) total += counts[thread * COUNT_STRIDE + count];
    }
    return total;
  }

  /** Whether the search that this thread joined is over. */
  isOver(): boolean {
    return Atomics.load(this.memory.control, CONTROL_RUNNING) !== this.search;
  }

  /** The main thread has finished: the others may stop. */
  finish(): void {
    if (this.isMain) Atomics.compareExchange(this.memory.control, CONTROL_RUNNING, this.search, 0);
  }
}
