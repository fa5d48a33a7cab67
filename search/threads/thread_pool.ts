/**
 * The search threads as seen from outside: hands out work, stops it, and keeps what the threads share.
 *
 * How threads come and go is in crew.ts. Stopping goes through shared memory and takes effect within a millisecond;
 * everything else is a message. At most one job, a search, a perft or an inspection, runs at a time. All threads take
 * part in a search, see team.ts, one that is started meanwhile too; the other jobs are for the main thread.
 *
 * A worker that dies of an uncaught error fails its open requests and is replaced, so one broken search does not end
 * the game. A helper that dies only does not vote.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { messageOf } from "../../core/errors.ts";
import { NO_MOVE } from "../../core/types.ts";
import type { Network } from "../../nnue/network.ts";
import type { TableFiles } from "../../tablebase/catalog.ts";
import { AccumulatorSlots } from "./accumulator_slots.ts";
import { WorkerSet } from "./workers.ts";
import type { RootMoveListener, SearchInfo, SearchResult } from "../info.ts";
import type { Inspection } from "../inspect.ts";
import { type SearchLimits, threadsFor } from "../limits.ts";
import type { Parameters, SearchRequest, WorkerRequest } from "./messages.ts";
import { releaseSharedMemory } from "./memory.ts";
import { CONTROL_PONDER, CONTROL_RUNNING, CONTROL_STOP, createSharedState, type SharedState } from "../thread_slot.ts";
import type { ThreadHandle, WorkerFactory } from "./thread_handle.ts";
import { TranspositionTable } from "../transposition.ts";
import { elect, isElective } from "./vote.ts";

export type { WorkerFactory } from "./thread_handle.ts";

/**
 * Tables of this size and more are replaced rather than cleared: writing gigabytes takes seconds, new memory is zero.
 */
const FRESH_TABLE_MEGABYTES = 256;
/** Searches are numbered up to this, then from 1 again. */
const SEARCH_NUMBERS = 0x40000000;

/** What a pool is made of. */
export interface ThreadPoolOptions {
  /** Starts a worker that calls `serveSearch`. */
  startWorker: WorkerFactory;
  /** Size of the transposition table in MiB. */
  megabytes: number;
  /** What the threads evaluate with. */
  network: Network;
  /** Whether the threads warm up; see warm_up.ts. */
  warmUp: boolean;
  /** What every search request carries along, read anew each time; by default nothing. */
  parameters?: Parameters | null;
  /** Hears what failed without anybody who waits for it: start, resize, newGame, another network, a helper's search. */
  onFault: (message: string) => void;
  /** Hears in a sentence, once for a set of tables, what went wrong in a search that goes on; by default nobody does. */
  onNotice?: (message: string) => void;
}

/** A search that helpers can take part in. */
interface TeamSearch {
  /** What they are told. */
  request: SearchRequest;
  /** The latest that each of them has found. */
  votes: Map<ThreadHandle, SearchResult>;
}

/** The search threads of an engine and what they share. */
export class ThreadPool {
  private readonly team: SharedState = createSharedState();
  private readonly crew: WorkerSet;
  private readonly parameters: Parameters | null;
  private readonly onNotice: (message: string) => void;
  /** What `onNotice` was told: each thread would say it again. */
  private readonly told: Set<string> = new Set();
  private readonly warmsUp: boolean;
  private readonly areas: AccumulatorSlots = new AccumulatorSlots();
  private table: SharedArrayBuffer;
  private megabytes: number;
  private network: Network;
  private tables: readonly TableFiles[] = [];
  /** Searches that have written to the table since it was empty. */
  private tableSearches = 0;
  private lastSearch = 0;
  private isBusy = false;
  /** The search under way that is for several threads. */
  private teamSearch: TeamSearch | null = null;

  /**
   * Starts the main thread.
   *
   * @throws RangeError if the system does not grant the memory for the transposition table.
   */
  constructor(options: ThreadPoolOptions) {
    this.megabytes = options.megabytes;
    this.table = TranspositionTable.allocate(options.megabytes);
    this.network = options.network;
    this.parameters = options.parameters ?? null;
    this.onNotice = options.onNotice ?? (() => {});
    this.warmsUp = options.warmUp;
    this.crew = new WorkerSet({
      startWorker: options.startWorker,
      setUp: (thread, warmUp) => this.setUpRequests(thread, warmUp),
      onHelper: (helper, thread) => this.callIn(helper, thread),
      onFault: options.onFault,
    });
  }

  /** Number of search threads, those included that are still being started. */
  get threadCount(): number {
    return this.crew.count;
  }

  /**
   * Starts threads or ends some, so that there are as many as asked for. Jobs need not wait for those that start.
   *
   * @param count 1 … `MAX_THREADS`.
   * @returns Settles when they are started. Rejects with a RangeError if the system does not start that many; those
   *   that it started stay.
   * @throws TypeError if a job is running: stop it and await its end first.
   */
  setThreads(count: number): Promise<void> {
    this.expectIdle();
    return this.crew.setCount(count);
  }

  /** Starts no more threads: those that there are will do. */
  endGrowth(): void {
    this.crew.endGrowth();
  }

  /** Size of the transposition table in MiB. */
  get hashMegabytes(): number {
    return this.megabytes;
  }

  /** Ends the warm-up early. */
  endWarmUp(): void {
    this.crew.endWarmUp();
  }

  /** Settles when everything asked for, except searches and perfts, is done. The warm-up counts. */
  settled(): Promise<void> {
    return this.crew.settled();
  }

  /**
   * Replaces the transposition table by an empty one.
   *
   * @param megabytes New size in MiB.
   * @throws RangeError if the system does not grant the memory; the old table stays.
   * @throws TypeError if a job is running: stop it and await its end first.
   */
  resize(megabytes: number): void {
    this.expectIdle();
    let table: SharedArrayBuffer;
    try {
      table = TranspositionTable.allocate(megabytes);
    } catch (error) {
      const reason = messageOf(error);
      throw new RangeError(`${reason}; it stays at ${this.megabytes} MB`);
    }
    this.table = table;
    this.megabytes = megabytes;
    this.tableSearches = 0;
    releaseSharedMemory();
    this.crew.tellAll({ kind: "table", table });
  }

  /**
   * Uses other endgame tables from the next search on.
   *
   * @param tables The tables; empty for none.
   */
  setTablebases(tables: readonly TableFiles[]): void {
    this.tables = tables;
    this.told.clear();
    this.crew.tellAll({ kind: "tablebases", tables });
  }

  /**
   * Evaluates with another network from now on, and forgets everything that was found with the one before.
   *
   * @throws RangeError if the network's memory is used up; everything stays as it was.
   * @throws TypeError if a job is running: stop it and await its end first.
   */
  setNetwork(network: Network): void {
    this.expectIdle();
    const { threads } = this.crew;
    const areas = threads.map((_, thread) => this.areas.of(network, thread));
    this.network = network;
    threads.forEach((thread, i) => this.crew.tell(thread, { kind: "network", network, area: areas[i] }));
    this.newGame();
  }

  /**
   * Forgets the game before: empties the table and what the threads learned.
   *
   * @throws TypeError if a job is running: stop it and await its end first.
   */
  newGame(): void {
    this.expectIdle();
    if (this.megabytes >= FRESH_TABLE_MEGABYTES) this.replaceTable();
    // The system provides the memory of a table when it is written to, so clearing an unused one would be slow.
    const tableParts = this.tableSearches === 0 ? 0 : this.crew.threads.length;
    this.tableSearches = 0;
    this.crew.tellAll({ kind: "newGame", tableParts });
  }

  /** Empties a used table by taking a new one of the same size, if the system grants it. */
  private replaceTable(): void {
    if (this.tableSearches === 0) return;
    try {
      this.resize(this.megabytes);
    } catch (error) {
      // Without room for both, the old one is cleared, which only takes longer.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  /**
   * Searches. Rejects with an Error if the main thread's search fails.
   *
   * @param game Where to search.
   * @param limits What bounds the search.
   * @param ponder Whether bounds of time do not count until `ponderhit`.
   * @param onInfo Called with each line that the search reports.
   * @param onRootMove Called, once the search takes long, with the root moves that it comes to.
   * @throws TypeError if a job is still running.
   */
  async search(
    game: GameRecord,
    limits: SearchLimits,
    ponder: boolean,
    onInfo: (info: SearchInfo) => void,
    onRootMove: RootMoveListener = () => {},
  ): Promise<SearchResult> {
    const request = this.searchRequest(game, limits);
    const votes = new Map<ThreadHandle, SearchResult>();
    return await this.asJob(ponder, async () => {
      const { threads } = this.crew;
      const main = threads[0].send(request, (answer) => {
        if (answer.kind === "info") onInfo(answer.info);
        else if (answer.kind === "rootMove") onRootMove(answer.depth, answer.move, answer.number);
        else if (answer.kind === "notice") this.tellOnce(answer.message);
      });
      this.teamSearch = { request, votes };
      for (let i = 1; i < threads.length; i++) this.callIn(threads[i], i);
      const result = await main;
      if (result === null) throw new TypeError("Expected a search to end with a result, but it has none");
      return isElective(limits) ? { ...elect([result, ...votes.values()]), nodes: result.nodes } : result;
    }, request.search);
  }

  /**
   * Counts the leaves of the game tree; `stop` ends it early. Rejects with an Error if it fails.
   *
   * @param game Where to count.
   * @param depth Depth in plies, at least 1.
   * @param onMove Called for each legal move with the number of leaves behind it.
   * @throws TypeError if a job is still running.
   */
  async perft(game: GameRecord, depth: number, onMove: (move: number, nodes: number) => void): Promise<void> {
    await this.asJob(false, () =>
      this.crew.threads[0].send({ kind: "perft", game, depth }, (answer) => {
        if (answer.kind === "perftMove") onMove(answer.move, answer.nodes);
      }));
  }

  /**
   * Tells what the searches so far have learned about a position. Rejects with an Error if it fails.
   *
   * @param game The position, with the moves before it.
   * @throws TypeError if a job is still running.
   */
  async inspect(game: GameRecord): Promise<Inspection> {
    let inspection: Inspection | null = null;
    await this.asJob(false, () =>
      this.crew.threads[0].send({ kind: "inspect", game }, (answer) => {
        if (answer.kind === "inspection") inspection = answer.inspection;
      }));
    if (inspection === null) throw new TypeError("Expected an inspection to end with a result, but it has none");
    return inspection;
  }

  /** Tells the running job to end; without one it does nothing. */
  stop(): void {
    raise(this.team.control, CONTROL_STOP);
  }

  /** Tells a pondering search that the expected move was played: from now on its bounds of time count. */
  ponderhit(): void {
    const { control } = this.team;
    Atomics.store(control, CONTROL_PONDER, 0);
    Atomics.notify(control, CONTROL_PONDER);
    // A finished search may sleep on the other word until it may answer.
    Atomics.notify(control, CONTROL_STOP);
  }

  /** Ends the threads. Open requests fail. */
  close(): void {
    this.stop();
    this.crew.close();
  }

  /** What tells a new thread all that the others have been told. */
  private setUpRequests(thread: number, warmUp: Int32Array | null): WorkerRequest[] {
    const { table, team, network, tables } = this;
    const area = this.areas.of(network, thread);
    // While somebody waits for an answer, a thread that can start at once is worth more than a warm one.
    const ownWarmUp = this.warmsUp && !this.isBusy ? warmUp : null;
    const start: WorkerRequest = { kind: "start", table, team, thread, network, area, warmUp: ownWarmUp };
    return tables.length === 0 ? [start] : [start, { kind: "tablebases", tables }];
  }

  private searchRequest(game: GameRecord, limits: SearchLimits): SearchRequest {
    this.expectIdle();
    this.lastSearch = this.lastSearch % SEARCH_NUMBERS + 1;
    return {
      kind: "search",
      game,
      limits,
      search: this.lastSearch,
      threads: Math.min(threadsFor(limits), this.crew.count),
      searchesBefore: this.tableSearches++,
      parameters: this.parameters,
    };
  }

  private tellOnce(message: string): void {
    if (!this.told.has(message)) this.onNotice(message);
    this.told.add(message);
  }

  /**
   * Lets a helper take part in the search under way, if that is for so many threads. Its vote is what it has told last:
   * nobody waits for a helper.
   */
  private callIn(helper: ThreadHandle, thread: number): void {
    if (this.teamSearch === null || thread >= this.teamSearch.request.threads) return;
    const { request, votes } = this.teamSearch;
    const run = helper.send(request, (answer) => {
      if (answer.kind === "notice") this.tellOnce(answer.message);
      if (answer.kind !== "info") return;
      const { pv, nodes, score, depth } = answer.info;
      votes.set(helper, { bestMove: pv[0] ?? NO_MOVE, ponderMove: pv[1] ?? NO_MOVE, nodes, score, depth, pv });
    });
    run.catch((error) => this.crew.reportFault(helper, error));
  }

  /**
   * Runs a job. While it runs no other can, and the words that stop it are its own.
   *
   * @param search Number of the search that helpers are to join; 0 if the main thread is alone.
   */
  private async asJob<T>(ponder: boolean, run: () => Promise<T>, search: number = 0): Promise<T> {
    this.expectIdle();
    this.isBusy = true;
    this.endWarmUp();
    const { control } = this.team;
    // Nothing else reads these words now, but for late helpers of an earlier search, which look at its number.
    Atomics.store(control, CONTROL_PONDER, ponder ? 1 : 0);
    Atomics.store(control, CONTROL_STOP, 0);
    Atomics.store(control, CONTROL_RUNNING, search);
    try {
      return await run();
    } finally {
      // The main thread has done so itself, unless it is dead.
      Atomics.store(control, CONTROL_RUNNING, 0);
      this.isBusy = false;
      this.teamSearch = null;
    }
  }

  private expectIdle(): void {
    if (this.isBusy) throw new TypeError("Expected no search, perft or inspection to be running");
  }
}

function raise(control: Int32Array, word: number): void {
  Atomics.store(control, word, 1);
  Atomics.notify(control, word);
}
