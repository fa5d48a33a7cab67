/**
 * Keeps the requested number of workers, all with the same settings.
 *
 * Starting a worker takes about ten milliseconds and blocks the caller. So workers are started one at a time, and the
 * event loop runs in between: `stop` and `quit` take effect between starts, and a search begins with the threads that
 * have started. On a busy machine, starting a worker takes seconds, so none is started near the end of a search.
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import type { Network } from "../../nnue/network.ts";
import type { SearchResult } from "../info.ts";
import type { WorkerRequest } from "./messages.ts";
import { CONTROL_STOP, createControl, MAX_THREADS } from "../thread_slot.ts";
import { ignoreProgress, ThreadHandle, WorkerStopped } from "./thread_handle.ts";
import type { ThreadPoolOptions } from "./thread_pool_options.ts";

/** Milliseconds between two starts. With 0, the event loop would start all workers before it reads waiting input. */
const PAUSE_MS = 5;
/** Milliseconds until the next check, while a search leaves no time for starting a worker. */
const SPARE_PAUSE_MS = 50;
/** A thread is started only if the spare time is at least this multiple of the time that the latest start took. */
const SPARE_FACTOR = 8;

/** The options of a set of workers. */
export interface WorkerSetOptions extends Pick<ThreadPoolOptions, "startWorker" | "onFault"> {
  /** Returns one or more requests that give a new thread the others' settings. `warmUp` holds warm-up control words. */
  setUp: (thread: number, warmUp: Int32Array | null) => WorkerRequest[];
  /** Milliseconds that the running search leaves for other work; `Infinity` if no search is running. */
  spareMs: () => number;
  /** Called with each helper that has started; it may take part in the current search. */
  onHelper: (helper: ThreadHandle, thread: number) => void;
}

/** The threads: the main thread first, then the helpers. */
export class WorkerSet {
  /** The threads that have started, the main thread first. */
  readonly threads: ThreadHandle[] = [];
  /** Number of threads, including threads that must still be started. */
  count = 1;
  /** Threads that are ending, each with a promise that settles when the thread has ended. */
  private readonly leaving: Map<ThreadHandle, Promise<void>> = new Map();
  /** Milliseconds for which the latest start blocked the caller. */
  private startMs = 0;
  private isClosed = false;
  private warmUpControl: Int32Array = createControl();
  /** Settles when the requested threads have started, or when the system cannot start more; never rejects. */
  private growth: Promise<void> = Promise.resolve();
  /** Settles when all requests except searches, perfts and inspections are done; never rejects. */
  private chores: Promise<void> = Promise.resolve();

  /** Starts the main thread. */
  constructor(private readonly options: WorkerSetOptions) {
    this.addThread();
  }

  /**
   * Ends or starts threads until there are `count`, 1 to `MAX_THREADS`. Settles when all are started. Rejects with a
   * RangeError if the system cannot start that many; the threads that have started keep running.
   */
  setCount(count: number): Promise<void> {
    this.count = Math.max(1, Math.min(count, MAX_THREADS));
    for (const thread of this.threads.splice(this.count)) {
      this.leaving.set(thread, thread.retire().then(() => void this.leaving.delete(thread)));
    }
    const run = this.growth.then(() => this.grow());
    this.growth = run.catch(() => {});
    this.addChore(this.growth);
    return run;
  }

  /** Prevents further threads from being started. */
  endGrowth(): void {
    this.count = this.threads.length;
  }

  /** Sends a chore (a request without a result) to all threads. */
  sendToAll(request: WorkerRequest): void {
    for (const thread of this.threads) this.sendTo(thread, request);
  }

  /** Sends a chore (a request without a result) to one thread. */
  sendTo(thread: ThreadHandle, request: WorkerRequest): void {
    this.track(thread, thread.send(request, ignoreProgress));
  }

  /** Makes the first thread report its network. The other threads start afterwards. */
  shareNetwork(use: (network: Network) => void): void {
    const [first] = this.threads;
    const run = first.send({ kind: "shareNetwork" }, (answer) => {
      if (answer.kind === "network") use(answer.network);
    });
    this.track(first, run);
    const { chores } = this;
    this.growth = this.growth.then(() => chores);
  }

  /** Settles when all threads are started and all chores are done, including the warm-up. */
  async settled(): Promise<void> {
    let awaited: Promise<unknown>;
    do {
      awaited = this.chores;
      await awaited;
      // Threads that have started in the meantime have added chores.
    } while (awaited !== this.chores);
  }

  /** Ends the warm-up early. */
  endWarmUp(): void {
    Atomics.store(this.warmUpControl, CONTROL_STOP, 1);
  }

  /** Reports a failure, unless the thread was closed or its worker was stopped on purpose. */
  reportFault(thread: ThreadHandle, error: unknown): void {
    if (!thread.isClosed && !(error instanceof WorkerStopped)) this.options.onFault(messageOf(error));
  }

  /** Ends the threads, and starts no more. Open requests fail. */
  close(): void {
    this.isClosed = true;
    this.endWarmUp();
    for (const thread of [...this.threads, ...this.leaving.keys()]) thread.close();
  }

  /** Starts the threads that are missing. */
  private async grow(): Promise<void> {
    for (let pauseMs = PAUSE_MS; this.isShort();) {
      await new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
      const hasTime = this.options.spareMs() >= SPARE_FACTOR * this.startMs;
      pauseMs = hasTime ? PAUSE_MS : SPARE_PAUSE_MS;
      if (!hasTime) continue;
      // A new thread uses the accumulators of the thread that had its number before (see pool_memory.ts).
      await Promise.all(this.leaving.values());
      // The caller may have requested fewer threads in the meantime.
      if (!this.isShort()) return;
      try {
        this.addThread();
      } catch (error) {
        const [asked, started] = [this.count, this.threads.length];
        this.count = started;
        const what = `The system does not start ${asked} threads; the engine stays at ${started}`;
        throw new RangeError(`${what}. ${messageOf(error)}`);
      }
    }
  }

  private isShort(): boolean {
    return !this.isClosed && this.threads.length < this.count;
  }

  private addThread(): void {
    // If the warm-up of the other threads has been stopped, this thread needs new control words.
    if (Atomics.load(this.warmUpControl, CONTROL_STOP) !== 0) this.warmUpControl = createControl();
    const { startWorker, setUp, onHelper } = this.options;
    const index = this.threads.length;
    const thread = new ThreadHandle(startWorker, () => setUp(index, null));
    const [start, ...others] = setUp(index, this.warmUpControl);
    const startedAt = performance.now();
    const started = thread.start(start);
    this.startMs = performance.now() - startedAt;
    this.threads.push(thread);
    this.track(thread, started);
    for (const request of others) this.sendTo(thread, request);
    if (index > 0) onHelper(thread, index);
  }

  private track(thread: ThreadHandle, run: Promise<SearchResult | null>): void {
    this.addChore(run.then(() => {}, (error) => this.reportFault(thread, error)));
  }

  /** Makes `settled` wait for a promise. */
  private addChore(chore: Promise<void>): void {
    const before = this.chores;
    this.chores = chore.then(() => before);
  }
}
