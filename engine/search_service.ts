/**
 * The search threads with the settings of an engine: what the library and the UCI protocol both build on.
 *
 * It reports what the search reports, in its own units and with encoded moves. The library (engine.ts) turns that into
 * data for other programs, the protocol (uci/) into lines of text.
 *
 * @module
 */

import type { GameRecord } from "../core/game_record.ts";
import type { Snapshot } from "../experience/snapshot.ts";
import type { Network } from "../nnue/network.ts";
import type { RootMoveListener, SearchInfo, SearchResult } from "../search/info.ts";
import type { Inspection, LearningWatch } from "../search/inspect.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { Harvest, NetworkSource, Searched } from "../search/threads/messages.ts";
import { ThreadPool } from "../search/threads/thread_pool.ts";
import type { ThreadPoolOptions } from "../search/threads/thread_pool_options.ts";
import type { TableFiles } from "../tablebase/catalog.ts";

export type { Parameters } from "../search/threads/messages.ts";
export type { SearchWorker, WorkerError, WorkerFactory } from "../search/threads/thread_handle.ts";
export type {
  CorrectionInspection,
  EvaluationInspection,
  Inspection,
  NoisyInspection,
  QuietInspection,
  QuietTable,
  TableFill,
} from "../search/inspect.ts";

/** What a service is made of: a pool of search threads; the network is by default the embedded one. */
export interface SearchServiceOptions extends Omit<ThreadPoolOptions, "megabytes" | "network"> {
  /** Size of the transposition table in MiB. */
  readonly hashMegabytes: number;
  /** What to evaluate with: a network or the bytes of a network file. */
  readonly network?: NetworkSource;
}

/** Called while a search runs. */
export interface SearchListeners {
  /** Called with each line that the search reports. */
  onInfo: (info: SearchInfo) => void;
  /** Called, once the search takes long, with the moves of the root that it comes to. */
  onRootMove?: RootMoveListener;
  /** How to see what is learned meanwhile. */
  watch?: LearningWatch;
  /** What experience knows around the root, see search/experience.ts; by default it is not used. */
  known?: Int32Array | null;
}

/**
 * Searches, one after the other. Methods that change something throw a TypeError while a search, perft or inspection
 * runs: stop it and wait for its end first. To be closed. What the methods throw is what those of `ThreadPool` throw.
 */
export class SearchService {
  private readonly pool: ThreadPool;

  /** Starts the first search thread. Throws a RangeError if the system does not grant the memory. */
  constructor(options: SearchServiceOptions) {
    const { hashMegabytes, network = null, ...others } = options;
    this.pool = new ThreadPool({ ...others, megabytes: hashMegabytes, network });
  }

  /** Number of search threads, including those that are still starting. */
  get threads(): number {
    return this.pool.threadCount;
  }

  /** Size of the transposition table in MiB. */
  get hashMegabytes(): number {
    return this.pool.hashMegabytes;
  }

  /** Settles when everything asked for, except searches, is done. The warm-up counts. */
  ready(): Promise<void> {
    return this.pool.settled();
  }

  /** Ends the warm-up early. */
  endWarmUp(): void {
    this.pool.endWarmUp();
  }

  /** Searches within limits. With `ponder`, bounds of time do not count until `ponderhit`. Rejects if it fails. */
  search(
    game: GameRecord,
    limits: SearchLimits,
    ponder: boolean = false,
    { onInfo, onRootMove, watch, known }: SearchListeners = { onInfo: () => {} },
  ): Promise<SearchResult> {
    return this.pool.search(game, limits, ponder, onInfo, onRootMove, watch, known);
  }

  /**
   * Counts the leaves of the game tree at a depth of at least 1; `stop` ends it early. `onMove` is called for each legal
   * move with the number of leaves behind it. Rejects if it fails.
   */
  perft(game: GameRecord, depth: number, onMove: (move: number, nodes: number) => void): Promise<void> {
    return this.pool.perft(game, depth, onMove);
  }

  /** Looks up what the searches so far have learned about a position. Rejects if it fails. */
  inspect(game: GameRecord): Promise<Inspection> {
    return this.pool.inspect(game);
  }

  /** Reports what is worth keeping of what a search found, and of the histories if they are wanted. Rejects if it fails. */
  harvest(searched: Searched | null, withSnapshot: boolean): Promise<Harvest> {
    return this.pool.harvest({ searched, withSnapshot });
  }

  /** Begins with histories of an earlier process. */
  recall(snapshot: Snapshot): void {
    this.pool.recall(snapshot);
  }

  /** Whether a search is under way, and not only held back until it may answer. */
  get isSearching(): boolean {
    return this.pool.isSearching;
  }

  /** Ends the running search, perft or inspection; without one it does nothing. */
  stop(): void {
    this.pool.stop();
  }

  /** Ends the pondering of a search: its bounds of time hold from here on, and the time so far counts. */
  ponderhit(): void {
    this.pool.ponderhit();
  }

  /** Forgets the game before: empties the table and what the threads learned. */
  newGame(): void {
    this.pool.newGame();
  }

  /** Starts threads or ends some. Settles when they are started; searches need not wait for that. */
  setThreads(count: number): Promise<void> {
    return this.pool.setThreads(count);
  }

  /** Starts no more threads. */
  endGrowth(): void {
    this.pool.endGrowth();
  }

  /** Replaces the transposition table by an empty one, if it is to have another size. */
  setHash(megabytes: number): void {
    if (megabytes !== this.pool.hashMegabytes) this.pool.resize(megabytes);
  }

  /** Evaluates with another network, and forgets everything that was found with the previous one. */
  setNetwork(network: Network | Uint8Array<ArrayBuffer>): void {
    this.pool.setNetwork(network);
  }

  /** Uses other tablebases from the next search on; an empty list for none. */
  setTablebases(tables: readonly TableFiles[]): void {
    this.pool.setTablebases(tables);
  }

  /** Ends the threads. What runs fails. */
  close(): void {
    this.pool.close();
  }
}
