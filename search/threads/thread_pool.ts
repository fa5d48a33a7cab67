/**
 * The main thread's side of all search threads: the pool gives them jobs, stops the jobs, and keeps the settings.
 *
 * At most one job runs at a time: a search, a perft or an inspection. All threads take part in a search
 * (thread_slot.ts); the first thread does all other jobs. If a worker dies, another worker replaces it, so one broken
 * search does not end the game.
 *
 * If memory cannot be shared, there is only one thread, and a signal stops its job (stop_signal.ts). If signals do not
 * work, its worker is terminated. Then the search answers with its latest line, and its lessons are lost.
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import type { Snapshot } from "../../experience/snapshot.ts";
import type { TableFiles } from "../../tablebase/catalog.ts";
import { harvestFrom, plant } from "../experience.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import type { Inspection, LearningWatch } from "../inspect.ts";
import { type SearchLimits, threadsFor, timeLeft } from "../limits.ts";
import { CONTROL_PONDER, CONTROL_RUNNING, CONTROL_STOP, isInSharedMemory } from "../thread_slot.ts";
import { Deadline, DelayMeter, resultFromTable } from "./deadline.ts";
import { canShareMemory } from "./memory.ts";
import type { Harvest, NetworkSource, Searched, SearchRequest, WorkerAnswer, WorkerRequest } from "./messages.ts";
import { now } from "./moment.ts";
import { PoolMemory } from "./pool_memory.ts";
import { SIGNAL_PATIENCE_MS, SignalSender, STOP_PATIENCE_MS } from "./stop_signal.ts";
import { processorCount } from "./give_way.ts";
import { type ThreadHandle, WorkerStopped } from "./thread_handle.ts";
import type { SearchExtras, ThreadPoolOptions } from "./thread_pool_options.ts";
import { elect, isElective, resultOf } from "./vote.ts";
import { WorkerSet } from "./worker_set.ts";

/** The highest search number. */
const SEARCH_NUMBERS = 0x40000000;

/** A search request without the moment of sending, which differs between threads. */
type UnsentSearch = Omit<SearchRequest, "sentAt">;

/** A search, perft or inspection that is running. */
interface Job {
  /** The search request, so that helpers can join in; `null` if the job is not a search. */
  readonly order: UnsentSearch | null;
  readonly votes: Map<ThreadHandle, SearchResult>;
  /** Answers if the search is late; `null` if the job is not a search, or if nothing could end a late search. */
  readonly deadline: Deadline | null;
  /** Whether it is known that a signal can stop the job. */
  hasSignals: boolean;
}

/**
 * The search threads of an engine and their shared memory. Methods that start a job or change a setting throw a
 * TypeError while another job is running.
 */
export class ThreadPool {
  private readonly memory: PoolMemory;
  private readonly workers: WorkerSet;
  private readonly parameters: SearchRequest["parameters"];
  private readonly onNotice: (message: string) => void;
  /** The notices that the caller has received. Every thread reports each notice, but the caller gets it only once. */
  private readonly noticed: Set<string> = new Set();
  private readonly warmsUp: boolean;
  private tables: readonly TableFiles[] = [];
  private lastSearch = 0;
  private job: Job | null = null;
  private readonly signals: SignalSender = new SignalSender();
  private readonly delays: DelayMeter = new DelayMeter();

  /** Starts the main thread. Throws a RangeError if there is not enough memory for the transposition table. */
  constructor(options: ThreadPoolOptions) {
    this.memory = new PoolMemory(options.sharesMemory ?? canShareMemory(), options.megabytes, options.network ?? null);
    this.parameters = options.parameters ?? null;
    this.onNotice = options.onNotice ?? (() => {});
    this.warmsUp = options.warmUp;
    this.workers = new WorkerSet({
      startWorker: options.startWorker,
      setUp: (thread, warmUp) => this.setUpRequests(thread, warmUp),
      spareMs: () => this.job?.order ? timeLeft(this.job.order.limits) : Infinity,
      onHelper: (helper, thread) => this.startHelper(helper, thread),
      onFault: options.onFault,
    });
    if (this.memory.isNetworkMissing) this.workers.shareNetwork((network) => this.memory.shareNetwork(network));
  }

  /** Number of search threads, including threads that are still starting. */
  get threadCount(): number {
    return this.workers.count;
  }

  /**
   * Starts or ends threads until there are `count`, 1 to `MAX_THREADS`; without shared memory there is always one. A
   * job does not wait for threads that are starting. Settles when all have started. Rejects with a RangeError if the
   * system cannot start that many; the threads that have started keep running.
   */
  setThreads(count: number): Promise<void> {
    this.expectIdle();
    return this.workers.setCount(this.memory.isShared ? count : 1);
  }

  /** Prevents further threads from being started. */
  endGrowth(): void {
    this.workers.endGrowth();
  }

  /** The greatest recent delay of an answer in a timed search, in milliseconds. */
  get delayMs(): number {
    return this.delays.delayMs;
  }

  /** Size of the transposition table in MiB. */
  get hashMegabytes(): number {
    return this.memory.megabytes;
  }

  /** Ends the warm-up early. */
  endWarmUp(): void {
    this.workers.endWarmUp();
  }

  /** Settles when the warm-up and all requests other than jobs are done. */
  settled(): Promise<void> {
    return this.workers.settled();
  }

  /** Replaces the table if the size differs. If there is not enough memory, throws a RangeError and changes nothing. */
  resize(megabytes: number): void {
    if (megabytes === this.hashMegabytes) return;
    this.expectIdle();
    this.memory.resize(megabytes);
    this.workers.sendToAll({ kind: "table", table: this.memory.table });
  }

  /** Sets the tablebases for the next search and all later ones; an empty list means none. */
  setTablebases(tables: readonly TableFiles[]): void {
    this.tables = tables;
    this.noticed.clear();
    this.workers.sendToAll({ kind: "tablebases", tables });
  }

  /**
   * Sets the network for the next search and all later ones, and forgets all results. If the network is faulty, throws
   * and changes nothing.
   */
  setNetwork(network: NetworkSource): void {
    this.expectIdle();
    const { threads } = this.workers;
    const requests = this.memory.setNetwork(network, threads.length);
    threads.forEach((thread, i) => this.workers.sendTo(thread, { kind: "network", ...requests[i] }));
    this.newGame();
  }

  /** Forgets the previous game: clears the table and the lessons. A late helper may still write a few results. */
  newGame(): void {
    this.expectIdle();
    if (this.memory.renewTable()) this.workers.sendToAll({ kind: "table", table: this.memory.table });
    // A table gets its memory from the system at the first write, so clearing an unused table would be slow.
    const tableParts = this.memory.tableSearches === 0 ? 0 : this.workers.threads.length;
    this.memory.tableSearches = 0;
    this.workers.sendToAll({ kind: "newGame", tableParts });
  }

  /**
   * Runs a search. With `ponder`, time limits do not apply until `ponderhit`. Each reported line is passed to the
   * callback. Rejects with an Error if the main thread's search fails.
   */
  async search(
    game: GameRecord,
    limits: SearchLimits,
    ponder: boolean = false,
    onInfo: (info: SearchInfo) => void = () => {},
    { onRootMove = () => {}, watch = null, known = null }: SearchExtras = {},
  ): Promise<SearchResult> {
    const order = { ...this.orderOf(game, limits, ponder, watch), known };
    let latest: SearchInfo | null = null;
    return await this.runJob(order, ponder, async (job) => {
      const { threads } = this.workers;
      const { deadline } = job;
      if (!ponder) deadline?.start();
      const main = threads[0].send({ ...order, sentAt: now() }, (answer) => {
        // Ignore the answers of a late search: the deadline has already given the result.
        if (this.job !== job) return;
        if (answer.kind === "info") {
          if (answer.info.multipv === 1) latest = answer.info;
          deadline?.note(answer.info);
          onInfo(answer.info);
        } else if (answer.kind === "rootMove") onRootMove(answer.depth, answer.move, answer.number);
        else if (answer.kind === "inspection") watch?.onInspection(answer.inspection, answer.depth);
        else if (answer.kind === "notice") this.noticeOnce(answer.message);
        else if (answer.kind === "signals") job.hasSignals = answer.work;
      });
      for (let i = 1; i < threads.length; i++) this.startHelper(threads[i], i);
      const ended = main.catch((error) => {
        if (!(error instanceof WorkerStopped)) throw error;
        return resultOf(latest);
      });
      const result = await (deadline === null ? ended : Promise.race([ended, deadline.answer]));
      // If the deadline gave the result, no caller is waiting for the search, so report its fault here.
      main.catch((error) => this.job !== job && this.workers.reportFault(threads[0], error));
      if (result === null) throw new TypeError("Expected a search to end with a result, but it has none");
      return isElective(limits) ? { ...elect([result, ...job.votes.values()]), nodes: result.nodes } : result;
    });
  }

  /** Counts the leaves of the game tree after each legal move; `stop` ends the count early. Rejects if that fails. */
  async perft(game: GameRecord, depth: number, onMove: (move: number, nodes: number) => void): Promise<void> {
    await this.runJob(null, false, async () => {
      const run = this.workers.threads[0].send({ kind: "perft", game, depth }, (answer) => {
        if (answer.kind === "perftMove") onMove(answer.move, answer.nodes);
      });
      await run.catch((error) => {
        if (!(error instanceof WorkerStopped)) throw error;
      });
    });
  }

  /** Reports what the searches so far have learned about a position. Rejects with an Error if that fails. */
  inspect(game: GameRecord): Promise<Inspection> {
    const read = (answer: WorkerAnswer) => answer.kind === "inspection" ? answer.inspection : null;
    return this.runJob(null, false, () => this.ask({ kind: "inspect", game }, read));
  }

  /** Whether the threads share a transposition table, so that known results can be added during a search. */
  get hasSharedTable(): boolean {
    return this.memory.isShared;
  }

  /** Puts experience records into the shared table, if there is one, for the running search. */
  plant(known: Int32Array): void {
    const { view, tableSearches } = this.memory;
    if (view === null) return;
    view.continueAfter(tableSearches - 1);
    plant(view, known);
  }

  /** The results of a search that has just ended, read without waking a thread; `null` if there is no shared table. */
  found(searched: Searched): Int32Array | null {
    const { view } = this.memory;
    return view === null ? null : harvestFrom(view, searched);
  }

  /** When the running job has ended, reports the lessons that are worth keeping. Rejects if that fails. */
  harvest(searched: Searched | null, withSnapshot: boolean): Promise<Harvest> {
    const request = { kind: "harvest", searched, withSnapshot } as const;
    return this.ask(request, (answer) => answer.kind === "harvest" ? answer.harvest : null);
  }

  /** Sends a request to the main search thread, and returns what `read` finds in the answers. */
  private async ask<T>(request: WorkerRequest, read: (answer: WorkerAnswer) => T | null): Promise<T> {
    let found: T | null = null;
    await this.workers.threads[0].send(request, (answer) => found = read(answer) ?? found);
    if (found === null) throw new TypeError(`Expected an answer to '${request.kind}' before it was done`);
    return found;
  }

  /** Loads histories from an earlier process into all threads that have started. */
  recall(snapshot: Snapshot): void {
    this.workers.sendToAll({ kind: "recall", snapshot });
  }

  /** Whether a search is running. A finished search that is only waiting until it may answer does not count. */
  get isSearching(): boolean {
    return Atomics.load(this.memory.state.control, CONTROL_RUNNING) !== 0;
  }

  /** Ends the running job, if there is one. */
  stop(): void {
    const { control } = this.memory.state;
    Atomics.store(control, CONTROL_STOP, 1);
    Atomics.notify(control, CONTROL_STOP);
    const { job } = this;
    if (isInSharedMemory(control) || job === null) return;
    this.signals.sendStop();
    setTimeout(() => {
      if (job.hasSignals) setTimeout(() => this.terminate(job), SIGNAL_PATIENCE_MS);
      else this.terminate(job);
    }, STOP_PATIENCE_MS);
  }

  /** If this job is still running, ends its worker. */
  private terminate(job: Job): void {
    if (this.job !== job) return;
    // The next worker begins with an empty table.
    this.memory.tableSearches = 0;
    this.workers.threads[0].restart();
  }

  /** Ends a search's pondering: from now on its time limits apply, and they include the time spent so far. */
  ponderhit(): void {
    const { control } = this.memory.state;
    Atomics.store(control, CONTROL_PONDER, 0);
    Atomics.notify(control, CONTROL_PONDER);
    // A finished search may be sleeping on the stop word until it may answer.
    Atomics.notify(control, CONTROL_STOP);
    this.signals.sendPonderhit();
    this.job?.deadline?.start();
  }

  /** Ends the threads. Open requests fail. */
  close(): void {
    Atomics.store(this.memory.state.control, CONTROL_STOP, 1);
    Atomics.notify(this.memory.state.control, CONTROL_STOP);
    this.signals.close();
    this.workers.close();
  }

  /** The requests that give a new thread the other threads' settings. */
  private setUpRequests(thread: number, warmUp: Int32Array | null): WorkerRequest[] {
    // Skip the warm-up if a job is waiting for the thread, or if there are more threads than processors.
    const isWarm = this.warmsUp && this.job === null && thread < processorCount();
    const start = this.memory.startRequest(thread, isWarm ? warmUp : null);
    const { tables } = this;
    return tables.length === 0 ? [start] : [start, { kind: "tablebases", tables }];
  }

  private orderOf(game: GameRecord, limits: SearchLimits, ponder: boolean, watch: LearningWatch | null): UnsentSearch {
    this.expectIdle();
    this.lastSearch = this.lastSearch % SEARCH_NUMBERS + 1;
    return {
      kind: "search",
      game,
      limits,
      search: this.lastSearch,
      threads: Math.min(threadsFor(limits), this.workers.count),
      searchesBefore: this.memory.tableSearches++,
      parameters: this.parameters,
      inspectEveryMs: watch?.everyMs ?? 0,
      inspectDepths: watch?.afterDepths ?? false,
      known: null,
      signals: isInSharedMemory(this.memory.state.control) ? null : this.signals.next(ponder),
    };
  }

  private noticeOnce(message: string): void {
    if (!this.noticed.has(message)) this.onNotice(message);
    this.noticed.add(message);
  }

  /** Makes a helper join the current search, if it uses that many threads. The helper's latest line is its vote. */
  private startHelper(helper: ThreadHandle, thread: number): void {
    const { job } = this;
    const order = job?.order ?? null;
    if (job === null || order === null || thread >= order.threads) return;
    const run = helper.send({ ...order, sentAt: now() }, (answer) => {
      if (answer.kind === "notice") this.noticeOnce(answer.message);
      if (answer.kind === "info") job.votes.set(helper, resultOf(answer.info));
    });
    run.catch((error) => this.workers.reportFault(helper, error));
  }

  /** Runs a job. While it is running, all stop words and signals belong to it. */
  private async runJob<T>(order: UnsentSearch | null, ponder: boolean, run: (job: Job) => Promise<T>): Promise<T> {
    this.expectIdle();
    const { control } = this.memory.state;
    const deadline = order === null ? null : this.deadlineOf(order);
    const job: Job = { order, votes: new Map(), deadline, hasSignals: false };
    this.job = job;
    this.endWarmUp();
    // Only late threads of an earlier search can read these words now, and they check the search number.
    Atomics.store(control, CONTROL_PONDER, ponder ? 1 : 0);
    Atomics.store(control, CONTROL_STOP, 0);
    Atomics.store(control, CONTROL_RUNNING, order === null ? 0 : order.search);
    try {
      return await run(job);
    } finally {
      // The main search thread has already cleared this word, unless it is late or has died.
      Atomics.store(control, CONTROL_RUNNING, 0);
      const lateMs = deadline?.end() ?? null;
      if (lateMs !== null && !ponder) this.delays.note(lateMs);
      this.job = null;
      this.signals.sendPonderhit();
    }
  }

  /** The deadline of a search; `null` if memory is not shared, because then nothing could end a late search. */
  private deadlineOf({ game, limits }: UnsentSearch): Deadline | null {
    if (!isInSharedMemory(this.memory.state.control)) return null;
    return new Deadline(limits, () => {
      const { view } = this.memory;
      return view === null ? null : resultFromTable(view, game, limits.searchMoves);
    });
  }

  private expectIdle(): void {
    if (this.job !== null) throw new TypeError("Expected no search, perft or inspection to be running");
  }
}
