/**
 * The engine without its two front ends: the library (engine.ts) and the protocol (uci/session.ts). A front end turns
 * input into settings and orders, and reports results.
 *
 * The engine owns the search threads, the settings, the learner, and one queue of searches and changes. When a search
 * is over, the engine learns from its results in the background. The next search does not wait for this, but a change
 * that affects the threads does.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { GameRecord } from "../core/game_record.ts";
import { settlesWithin } from "../core/patience.ts";
import { Turns } from "../core/turns.ts";
import type { Inspection } from "../search/inspect.ts";
import { releaseSharedMemory } from "../search/threads/memory.ts";
import { ThreadPool } from "../search/threads/thread_pool.ts";
import type { ThreadPoolOptions } from "../search/threads/thread_pool_options.ts";
import type { Learner } from "./learner.ts";
import { limitsOf, type SearchOrder } from "./search_order.ts";
import { type SearchEnd, type SearchListener, SearchTask } from "./search_task.ts";
import type { Settings } from "./settings.ts";

/** Options of `Core`. */
export interface CoreOptions
  extends Pick<ThreadPoolOptions, "startWorker" | "sharesMemory" | "parameters" | "warmUp" | "onNotice"> {
  /** The initial settings. The engine changes this object. */
  readonly settings: Settings;
  /**
   * Called when a thread fails while no request is waiting for it. If this function is missing, the current call
   * rejects with the fault, and a change to the number of threads waits until the new threads have started.
   */
  readonly onFault?: (message: string) => void;
}

/** A search without a clock waits at most this long for the learning file and the previous search's results. */
const LEARNED_PATIENCE_MS = 20;
/** The wait is also limited to this share of the search's own time. */
const LEARNED_SHARE = 0.1;

/** The settings that affect the threads, in the order in which they are applied. If one fails, no setting changes. */
const EFFECTS: { readonly [Key in keyof Settings]?: (engine: Core, value: Settings[Key]) => void | Promise<void> } = {
  threads: (core, count) => core.startThreads(count),
  hashMegabytes: ({ pool }, megabytes) => pool.resize(megabytes),
  network: ({ pool }, network) => pool.setNetwork(network),
  tables: ({ pool }, tables) => pool.setTablebases(tables),
};

/** An engine without a front end. */
export class Core {
  /** The search threads. */
  readonly pool: ThreadPool;
  private readonly current: Settings;
  /** Whether calls wait until all threads are ready, and reject if one of them fails. */
  private readonly isPatient: boolean;
  /** Called with notices and with errors that no call can report. */
  readonly onNotice: (message: string) => void;
  /** Thread faults since the current turn began. */
  private readonly faults: string[] = [];
  /** Number of queued changes. A new change waits for them. */
  private changes = 0;
  private readonly tasks: Set<SearchTask> = new Set();
  private readonly turns: Turns = new Turns();
  private readonly lessons: Turns = new Turns();
  /** The queue for reading and writing learned data. */
  readonly writes: Turns = new Turns();
  private ownLearner: Learner | null = null;
  private isClosed = false;

  /** Starts the first thread. Throws a RangeError if there is no memory. */
  constructor({ settings, onFault, onNotice = () => {}, ...options }: CoreOptions) {
    this.current = settings;
    this.isPatient = onFault === undefined;
    this.onNotice = onNotice;
    this.pool = new ThreadPool({
      ...options,
      megabytes: settings.hashMegabytes,
      network: settings.network,
      onFault: (fault) => onFault === undefined ? this.faults.push(fault) : onFault(fault),
      onNotice,
    });
    if (settings.tables.length > 0) this.pool.setTablebases(settings.tables);
  }

  /** The current settings. */
  get settings(): Readonly<Settings> {
    return this.current;
  }

  /** The settings whose values would change, in the order of `keys`. */
  changed(changes: Partial<Settings>, keys = Object.keys(changes) as (keyof Settings)[]): (keyof Settings)[] {
    return keys.filter((key) => changes[key] !== undefined && changes[key] !== this.current[key]);
  }

  /** Whether these changes must wait until a running search has ended. */
  disturbs(changes: Partial<Settings>): boolean {
    return this.effectsOf(changes).length > 0;
  }

  /**
   * Changes settings. If any of them affects the threads, all changes wait until earlier work is done; otherwise they
   * apply immediately, to all later orders. If one fails, no setting changes. Rejects with a RangeError or SyntaxError
   * if a setting fails.
   */
  async configure(changes: Partial<Settings>): Promise<void> {
    if (this.changes === 0 && !this.disturbs(changes)) return void Object.assign(this.current, changes);
    this.changes++;
    await this.turn(() => this.change(changes)).finally(() => this.changes--);
  }

  /** Starts a search as soon as all earlier work is done. */
  search(order: SearchOrder, listener: SearchListener): SearchTask {
    const task = new SearchTask(order, this.pool, listener, (task) => this.enqueue(() => this.run(task)));
    this.tasks.add(task);
    const end = (): void => void this.tasks.delete(task);
    task.finished.then(end, end);
    return task;
  }

  /** Looks up what the searches have learned about the last position of a game. */
  inspect(game: GameRecord): Promise<Inspection> {
    return this.turn(() => this.pool.inspect(game));
  }

  /** Forgets the previous game. */
  newGame(): Promise<void> {
    return this.turn(async () => {
      await (this.ownLearner ?? this.pool).newGame();
      if (this.isPatient) await this.pool.settled();
    });
  }

  /** The learner; `null` for none. */
  get learner(): Learner | null {
    return this.ownLearner;
  }

  /** Replaces the learner. The previous learner still writes its results. */
  useLearner(learner: Learner | null): Promise<void> {
    return this.turn(async () => {
      void this.ownLearner?.close().catch(() => {});
      this.ownLearner = learner;
      await learner?.useNetwork();
    });
  }

  /** Settles when all work is done and its results have been learned and written. */
  async finish(): Promise<void> {
    await this.settled();
    await this.ownLearner?.close();
    await this.writes.over();
  }

  /** Settles when all work is done and its results have been learned. */
  settled(): Promise<void> {
    return this.turn(() => {});
  }

  /** Runs a function that uses the threads, after all earlier work is done and its results have been learned. */
  turn<T>(run: () => T | Promise<T>): Promise<T> {
    return this.enqueue(async () => {
      await this.lessons.over();
      return await run();
    });
  }

  /** Settles when all work is done; never rejects. */
  idle(): Promise<void> {
    return this.turns.over();
  }

  /** Ends the engine immediately, and frees its shared memory. Pending calls reject. */
  close(): void {
    this.isClosed = true;
    void this.ownLearner?.keep();
    this.pool.close();
    for (const task of this.tasks) task.stop();
    releaseSharedMemory();
  }

  /** Starts or ends threads. */
  async startThreads(count: number): Promise<void> {
    const { current, pool } = this;
    const started = pool.setThreads(count);
    if (this.isPatient) {
      await started.catch(async (error) => {
        await pool.setThreads(current.threads);
        throw error;
      });
      return await pool.settled();
    }
    started.catch((error) => {
      current.threads = pool.threadCount;
      this.onNotice(messageOf(error));
    });
  }

  private enqueue<T>(run: () => Promise<T>): Promise<T> {
    return this.turns.take(async () => {
      if (this.isClosed) throw new Error("The engine was closed");
      // The next request restarts a dead worker, so earlier faults no longer matter.
      this.faults.length = 0;
      const result = await run();
      this.expectNoFault();
      return result;
    });
  }

  /** Runs a search. If it is aborted, nothing is learned. */
  private async run(task: SearchTask): Promise<SearchEnd> {
    const { order, order: { game, signal } } = task;
    signal?.throwIfAborted();
    const stop = (): void => task.stop();
    signal?.addEventListener("abort", stop);
    const limits = limitsOf(order, this.pool.delayMs);
    const { ownLearner: learner, lessons } = this;
    if (learner !== null && !limits.isOnClock) {
      const patience = Math.min(LEARNED_PATIENCE_MS, limits.hardMs * LEARNED_SHARE);
      await settlesWithin(Promise.allSettled([lessons.over(), learner.opened]), patience);
    }
    const around = (): Int32Array | null => learner?.around(game.position, limits) ?? null;
    // On a clock, start the search immediately, and add the known results while it runs.
    const isLater = limits.isOnClock && this.pool.hasSharedTable;
    const running = task.run(limits, isLater ? null : around());
    const later = isLater ? around() : null;
    if (later !== null) this.pool.plant(later);
    const end = await running.finally(() => signal?.removeEventListener("abort", stop));
    if (learner !== null && end.result !== null && !signal?.aborted) {
      // The next search has not started, so these results still belong to the current network.
      const learning = learner.learn(game.record, limits, end.result).catch((error) => {
        if (!this.isClosed) this.onNotice(`Nothing was learned from the search. ${messageOf(error)}`);
      });
      void lessons.take(() => learning);
    }
    return end;
  }

  private effectsOf(changes: Partial<Settings>): (keyof Settings)[] {
    return this.changed(changes, Object.keys(EFFECTS) as (keyof Settings)[]);
  }

  /** Changes settings. If one of them fails, restores all the old values. */
  private async change(changes: Partial<Settings>): Promise<void> {
    const { ownLearner: learner, current, pool } = this;
    const keys = this.effectsOf(changes);
    if (keys.includes("network")) await learner?.keepHistories();
    const done: (keyof Settings)[] = [];
    try {
      for (const key of keys) {
        await this.apply(key, changes);
        done.unshift(key);
        this.expectNoFault();
      }
    } catch (error) {
      for (const key of done) await this.apply(key, current);
      learner?.learning.settle();
      throw error;
    }
    Object.assign(current, changes, { threads: pool.threadCount, hashMegabytes: pool.hashMegabytes });
    if (keys.includes("network")) await learner?.useNetwork();
    else if (keys.includes("hashMegabytes")) learner?.learning.settle();
  }

  private async apply<Key extends keyof Settings>(key: Key, values: Partial<Settings>): Promise<void> {
    const value = values[key];
    if (value !== undefined) await EFFECTS[key]?.(this, value as Settings[Key]);
  }

  private expectNoFault(): void {
    if (this.faults.length > 0) throw new Error(this.faults[0]);
  }
}
