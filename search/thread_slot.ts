/**
 * The memory that the threads of one search share: the number of the running search, and each thread's node count.
 *
 * The threads search the same position side by side and share the transposition table and the correction histories
 * (Lazy SMP, Daniel Homan, 2013). Only the main thread, number 0, reports and decides when the search is over. All
 * other threads are helpers.
 *
 * Searches are numbered, so a helper that misses the end of its search does not take part in the next one. Each
 * thread's node count is marked with the number of the search to which it belongs.
 * @module
 */

/**
 * The 32-bit words of the control array. `CONTROL_STOP`: not 0 if the search must end. `CONTROL_PONDER`: not 0 while
 * the search is pondering. `CONTROL_RUNNING`: the number of the search in which helpers take part; 0 for none.
 */
export const CONTROL_STOP = 0, CONTROL_PONDER = 1, CONTROL_RUNNING = 2, CONTROL_WORDS = 3;

/** Maximum number of threads in a search. */
export const MAX_THREADS = 512;

/** Entries reserved for each thread's counts. Each thread gets its own cache line, which is faster. */
const COUNT_STRIDE = 8;
/** Indices of a thread's counts: nodes visited, and positions found in the tablebases. */
const NODES = 0, TABLE_HITS = 1;

/** Memory that the threads of a search share. These typed arrays can be sent to other threads. */
export interface SharedState {
  readonly control: Int32Array;
  /** For each thread, the number of the search in which it takes part. */
  readonly searches: Int32Array;
  /** The counts of each thread in that search, at index `thread * COUNT_STRIDE + count`. */
  readonly counts: Float64Array;
}

/** Creates memory for at most this many threads. It is shared if the control words are shared. */
export function createSharedState(control: Int32Array = createControl(), threads: number = MAX_THREADS): SharedState {
  const isShared = isInSharedMemory(control);
  return {
    control,
    searches: new Int32Array(allocate(threads * Int32Array.BYTES_PER_ELEMENT, isShared)),
    counts: new Float64Array(allocate(threads * COUNT_STRIDE * Float64Array.BYTES_PER_ELEMENT, isShared)),
  };
}

/** Control words that are all 0. By default they are in shared memory, if this is available. */
export function createControl(isShared: boolean = typeof SharedArrayBuffer === "function"): Int32Array {
  return new Int32Array(allocate(CONTROL_WORDS * Int32Array.BYTES_PER_ELEMENT, isShared));
}

/** Whether other threads can change these control words, so that a thread can sleep until they do. */
export function isInSharedMemory(control: Int32Array): boolean {
  // Compare the name, because the class `SharedArrayBuffer` is not defined on every page.
  return Object.prototype.toString.call(control.buffer) === "[object SharedArrayBuffer]";
}

function allocate(bytes: number, isShared: boolean): ArrayBufferLike {
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** One thread's slot in the memory that the threads of a search share. */
export class ThreadSlot {
  /** Whether this thread decides when the search is over. */
  readonly isMain: boolean;

  private search = 0;
  private threads = 1;

  /** `index` is the number of the thread; 0 is the main thread. */
  constructor(private readonly memory: SharedState, private readonly index: number) {
    this.isMain = index === 0;
  }

  /** Joins the search with the number `search` (not 0), in which this many threads take part. */
  join(search: number, threads: number): void {
    this.search = search;
    this.threads = threads;
    this.publish(0, 0);
    // The counts must be written before they are marked as valid: an atomic access keeps that order.
    Atomics.store(this.memory.searches, this.index, search);
    // In shared memory, the pool has already set the word, and may even have ended the search.
    if (!isInSharedMemory(this.memory.control)) this.memory.control[CONTROL_RUNNING] = search;
  }

  /** Publishes how many nodes this thread has visited, and how many positions it has found in the tablebases. */
  publish(nodes: number, tableHits: number): void {
    const { counts } = this.memory;
    const at = this.index * COUNT_STRIDE;
    counts[at + NODES] = nodes;
    counts[at + TABLE_HITS] = tableHits;
  }

  /** Nodes visited by all threads; `own` is this thread's exact count. */
  totalNodes(own: number): number {
    return this.total(NODES, own);
  }

  /** Positions that all threads have found in the tablebases; `own` is this thread's exact count. */
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

  /** Whether a later search has begun. */
  isReplaced(): boolean {
    const running = Atomics.load(this.memory.control, CONTROL_RUNNING);
    return running !== 0 && running !== this.search;
  }

  /** Ends the search for all threads, if this is the main thread. */
  finish(): void {
    if (this.isMain) Atomics.compareExchange(this.memory.control, CONTROL_RUNNING, this.search, 0);
  }
}
