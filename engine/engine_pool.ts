/**
 * Runs searches for many callers on several engines. A pool suits servers, and apps whose position changes quickly.
 *
 * Searches wait in one queue. A free engine takes the search with the highest priority; if several have it, the one
 * that has waited longest. The limits of the pool apply to each search. A search without limits of its own ends after
 * its turn if other searches are waiting; its results so far are kept.
 *
 * What an engine has learned belongs to the user of its latest search. The engine forgets it before it serves another
 * user. If the engine that last served a user is free, it takes the user's next search.
 *
 * @module
 */

import { ASYNC_DISPOSE, DISPOSE } from "./disposal.ts";
import { Engine } from "./engine.ts";
import * as known from "./engine_options.ts";
import type { AnalyseOptions, EngineChanges, PlayOptions, SearchBounds } from "./engine_options.ts";
import { EngineClosedError, EngineError } from "./errors.ts";
import type { Line } from "./line.ts";
import { POOL_OPTIONS, POOL_SEARCH_OPTIONS, type PoolOptions, type PoolSearchOptions } from "./pool_options.ts";
import { type PositionInput, readPosition } from "./position_input.ts";
import { RunningSearch, type SearchOutcome, unlessAborted } from "./running_search.ts";

interface Job {
  readonly priority: number;
  readonly user: string | undefined;
  readonly isOpen: boolean;
  readonly begin: (engine: Engine) => RunningSearch;
  readonly enter: (seat: Seat) => void;
  readonly refuse: (error: unknown) => void;
  search: RunningSearch | null;
  isStopped: boolean;
  /** The time (`performance.now()`) at which an engine started this job. */
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

type PoolLimits = { readonly queue: number; readonly turn: number; readonly limits: SearchBounds };

interface Seat {
  readonly engine: Engine;
  job: Job | null;
  /** The user of the engine's latest search; `undefined` for none. */
  user: string | undefined;
  hasLearned: boolean;
}

/**
 * Several engines that take their searches from one queue.
 *
 * @example
 * ```ts
 * import { EnginePool } from "@hindsight/engine";
 *
 * const pool = await EnginePool.start({ size: 2, queue: 100, limits: { time: 5000 } });
 * const { san } = await pool.analyse("startpos", { depth: 12, user: "anna" }).result;
 * pool.close();
 * ```
 */
export class EnginePool {
  readonly #seats: readonly Seat[];
  readonly #options: PoolLimits;
  readonly #waiting: Job[] = [];
  #isChess960: boolean;
  #isClosed = false;

  private constructor(engines: readonly Engine[], options: PoolLimits, isChess960: boolean) {
    if (!(engines?.[0] instanceof Engine)) {
      throw new TypeError("Expected EnginePool.start() instead of 'new'");
    }
    this.#seats = engines.map((engine): Seat => ({ engine, job: null, user: undefined, hasLearned: false }));
    this.#options = options;
    this.#isChess960 = isChess960;
  }

  /** Starts the engines of a pool. Throws the same errors as `Engine.start`. */
  static async start(options: PoolOptions = {}): Promise<EnginePool> {
    known.checkEngineOptions(options, POOL_OPTIONS);
    const { size = 1, queue = 1000, limits = { time: 10_000 }, turn = 100, ...engineOptions } = options;
    known.checkEngineOptions(limits, known.BOUNDS);
    const starts = await Promise.allSettled(Array.from({ length: size }, () => Engine.start(engineOptions)));
    const engines = starts.flatMap((start) => start.status === "fulfilled" ? [start.value] : []);
    const failed = starts.find((start) => start.status === "rejected");
    if (failed !== undefined) {
      for (const engine of engines) engine.close();
      throw failed.reason;
    }
    return new EnginePool(engines, { queue, limits, turn }, engineOptions.chess960 ?? false);
  }

  /** Number of engines. */
  get size(): number {
    return this.#seats.length;
  }

  /** Number of waiting searches. */
  get queued(): number {
    return this.#waiting.length;
  }

  /** Number of running searches. */
  get running(): number {
    return this.#seats.filter(({ job }) => job !== null).length;
  }

  /**
   * Works like `Engine.analyse`, within the pool's limits, but waits until an engine is free. The search rejects with
   * the code `busy` if too many searches are waiting.
   */
  analyse(position: PositionInput, options: AnalyseOptions & PoolSearchOptions = {}): RunningSearch {
    known.checkEngineOptions(options, { ...known.ANALYSE_OPTIONS, ...POOL_SEARCH_OPTIONS });
    const { priority, user, latest, ...search } = options;
    const isOpen = [search.depth, search.nodes, search.time, search.mate].every((bound) => bound === undefined);
    const bounds = this.#boundsOf(search);
    const { record } = readPosition(position, this.#isChess960);
    return this.#start(
      { priority, user, latest },
      isOpen,
      search.signal,
      (engine) => engine.analyse({ record }, { ...search, ...bounds }),
    );
  }

  /** Works like `Engine.play`, but waits until an engine is free. The clock starts when the search starts. */
  play(position: PositionInput, options: Omit<PlayOptions, "ponder"> & PoolSearchOptions): RunningSearch {
    known.checkEngineOptions(options, { ...known.POOL_PLAY_OPTIONS, ...POOL_SEARCH_OPTIONS });
    const { priority, user, latest, ...search } = options;
    const { depth, nodes, time } = this.#boundsOf(search);
    const { record } = readPosition(position, this.#isChess960);
    const isOnClock = search.time === undefined && (search.whiteTime ?? search.blackTime) !== undefined;
    return this.#start({ priority, user, latest }, false, search.signal, (engine) => {
      if (!isOnClock) return engine.play({ record }, { ...search, depth, nodes, time });
      const running = engine.play({ record }, { ...search, depth, nodes });
      return time === undefined ? running : running.stopOn(AbortSignal.timeout(time));
    });
  }

  /** Changes the options of each engine as soon as its current search is over; see `Engine.setOptions`. */
  async setOptions(options: EngineChanges): Promise<void> {
    known.checkEngineOptions(options, known.CHANGES);
    await Promise.all(this.#seats.map(({ engine }) => engine.setOptions(options)));
    this.#isChess960 = options.chess960 ?? this.#isChess960;
  }

  /** Ends all engines immediately. Running and waiting searches reject with an `EngineClosedError`. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.refuse(new EngineClosedError());
    for (const { engine } of this.#seats) engine.close();
  }

  /** Closes the pool when a variable declared with `using` goes out of scope. */
  [DISPOSE](): void {
    this.close();
  }

  /** Closes the pool when a variable declared with `await using` goes out of scope. */
  async [ASYNC_DISPOSE](): Promise<void> {
    this.close();
    await Promise.all(this.#seats.map(({ engine }) => engine[ASYNC_DISPOSE]()));
  }

  #boundsOf(own: SearchBounds): SearchBounds {
    const { limits } = this.#options;
    const least = (a: number | undefined, b: number | undefined): number | undefined =>
      a === undefined ? b : b === undefined ? a : Math.min(a, b);
    return {
      depth: least(own.depth, limits.depth),
      nodes: least(own.nodes, limits.nodes),
      time: least(own.time, limits.time),
    };
  }

  #start(
    { priority = 0, user, latest = false }: PoolSearchOptions,
    isOpen: boolean,
    signal: AbortSignal | undefined,
    begin: Job["begin"],
  ): RunningSearch {
    if (this.#isClosed) throw new EngineClosedError();
    if (latest && user === undefined) {
      throw new TypeError("Option 'latest' needs 'user': it replaces the earlier searches of that user");
    }
    if (latest) this.#replace(user);
    let [enter, refuse]: [Job["enter"], Job["refuse"]] = [() => {}, () => {}];
    const entered = new Promise<Seat>((resolve, reject) => [enter, refuse] = [resolve, reject]);
    const state = { search: null, isStopped: false, startedAt: 0, timer: undefined };
    const job: Job = { priority, user, isOpen, begin, enter, refuse, ...state };
    const abandon = (): void => {
      this.#stop(job);
      this.#leaveQueue(job);
    };
    const search = new RunningSearch(
      { stop: () => this.#stop(job), ponderhit: () => {} },
      (report) => unlessAborted(signal, async () => this.#run(job, await entered, report), abandon),
    );
    if (signal?.aborted !== true) this.#enqueue(job);
    return search;
  }

  #enqueue(job: Job): void {
    const { queue } = this.#options;
    this.#waiting.push(job);
    this.#dispatch();
    if (this.#waiting.length <= queue) return;
    this.#leaveQueue(job);
    job.refuse(new EngineError("busy", `Expected at most ${queue} searches to wait: try again later`));
  }

  /** Gives free engines to waiting searches. If some must still wait, schedules the end of searches without limits. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const job = this.#waiting.reduce((best, each) => each.priority > best.priority ? each : best);
      const seat = this.#seatFor(job.user);
      if (seat === null) break;
      this.#leaveQueue(job);
      seat.job = job;
      job.startedAt = performance.now();
      job.enter(seat);
    }
    const open = this.#seats.flatMap(({ job }) => job !== null && job.isOpen ? [job] : []);
    const staying = open.filter(({ timer, isStopped }) => timer === undefined && !isStopped)
      .sort((a, b) => a.startedAt - b.startedAt);
    const leaving = open.length - staying.length;
    for (const job of staying.slice(0, Math.max(0, this.#waiting.length - leaving))) this.#endTurn(job);
  }

  #endTurn(job: Job): void {
    job.timer = setTimeout(() => {
      job.timer = undefined;
      if (this.#waiting.length > 0) this.#stop(job);
    }, Math.max(0, job.startedAt + this.#options.turn - performance.now()));
  }

  /** A free engine, preferably one that last served this user, otherwise one without a user; `null` if none is free. */
  #seatFor(user: string | undefined): Seat | null {
    const free = this.#seats.filter(({ job }) => job === null);
    const own = user === undefined ? undefined : free.find((seat) => seat.user === user);
    return own ?? free.find((seat) => seat.user === undefined) ?? free[0] ?? null;
  }

  async #run(job: Job, seat: Seat, report: (line: Line) => void): Promise<SearchOutcome> {
    try {
      const knowsUser = job.user !== undefined && seat.user === job.user;
      if (seat.hasLearned && !knowsUser) await seat.engine.newGame();
      seat.user = job.user;
      seat.hasLearned = true;
      job.search = job.begin(seat.engine);
      if (job.isStopped) job.search.stop();
      for await (const line of job.search) report(line);
      const outcome = await job.search.result;
      return { ...outcome, isStopped: outcome.isStopped || job.isStopped };
    } finally {
      clearTimeout(job.timer);
      seat.job = null;
      this.#dispatch();
    }
  }

  /** Stops a search. A search that is still waiting stops as soon as an engine starts it. */
  #stop(job: Job): void {
    job.isStopped = true;
    job.search?.stop();
  }

  #leaveQueue(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #replace(user: string | undefined): void {
    for (const { job } of this.#seats) if (job !== null && job.user === user) this.#stop(job);
    for (const job of this.#waiting.filter((each) => each.user === user)) {
      this.#leaveQueue(job);
      job.refuse(new EngineError("replaced", "A later search by the same user replaced this one"));
    }
  }
}
