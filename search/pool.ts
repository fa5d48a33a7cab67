/**
 * The search threads as seen from outside: starts them, hands out work, stops them.
 *
 * A thread is a worker that is started once and kept, because starting takes some ten milliseconds and terminated
 * workers leak memory. Stopping goes through shared memory and takes effect within a millisecond; everything else is
 * a message. At most one job, a search, a perft or an inspection, runs at a time.
 *
 * A worker that dies of an uncaught error fails its open requests and is replaced, so one broken search does not end
 * the game.
 *
 * @module
 */

import type { SearchInfo, SearchResult } from "./info.ts";
import type { Inspection } from "./inspect.ts";
import { CONTROL_PONDER, CONTROL_STOP, CONTROL_WORDS, type SearchLimits } from "./limits.ts";
import type { GameRecord, Parameters, RequestMessage, WorkerAnswer, WorkerRequest } from "./messages.ts";
import { releaseSharedMemory } from "./memory.ts";
import type { TableFiles } from "../tablebase/catalog.ts";
import { TranspositionTable } from "./transposition.ts";

/** Starts a worker that calls `serveSearch`. */
export type WorkerFactory = () => Worker;

/** Hears what a request reports before it is done. */
type ProgressListener = (answer: WorkerAnswer) => void;

/** A request that waits for its answer. */
interface OpenRequest {
  resolve(result: SearchResult | null): void;
  reject(error: Error): void;
  progress: ProgressListener;
}

/**
 * Tables of this size and more are replaced rather than cleared: writing gigabytes takes seconds, new memory is zero.
 */
const FRESH_TABLE_MEGABYTES = 256;
/** Milliseconds between the death of a worker and its funeral: its last messages travel apart from the error. */
const LAST_WORDS_MS = 10;

const ignoreProgress: ProgressListener = () => {};

/** What a pool is made of. */
export interface PoolOptions {
  /** Starts a worker that calls `serveSearch`. */
  startWorker: WorkerFactory;
  /** Size of the transposition table in MiB. */
  megabytes: number;
  /** Whether the threads warm up; see warm_up.ts. */
  warmUp: boolean;
  /** What every search request carries along, read anew each time; by default nothing. */
  parameters?: Parameters | null;
  /** Hears of requests without a result (start, resize, newGame) that failed. */
  onFault: (message: string) => void;
  /** Hears in a sentence of what went wrong in a search that goes on; by default nobody does. */
  onNotice?: (message: string) => void;
}

/** The search threads of an engine and what they share. */
export class SearchPool {
  private readonly control: Int32Array = sharedWords();
  private readonly warmUpControl: Int32Array = sharedWords();
  private readonly thread: ThreadHandle;
  private readonly parameters: Parameters | null;
  private readonly onFault: (message: string) => void;
  private readonly onNotice: (message: string) => void;
  private table: SharedArrayBuffer;
  private megabytes: number;
  private tables: readonly TableFiles[] = [];
  private isTableEmpty = true;
  private isBusy = false;
  private isClosed = false;
  /** Settles when every request that is no job is done; it never rejects. */
  private chores: Promise<void> = Promise.resolve();

  /**
   * Starts the threads.
   *
   * @throws RangeError if the system does not grant the memory for the transposition table.
   */
  constructor(options: PoolOptions) {
    this.megabytes = options.megabytes;
    this.table = TranspositionTable.allocate(options.megabytes);
    this.parameters = options.parameters ?? null;
    this.onFault = options.onFault;
    this.onNotice = options.onNotice ?? (() => {});
    this.thread = new ThreadHandle(options.startWorker, () => this.restartRequests());
    this.track(this.thread.start(this.startRequest(options.warmUp ? this.warmUpControl : null)));
  }

  /** Size of the transposition table in MiB. */
  get hashMegabytes(): number {
    return this.megabytes;
  }

  /** Ends the warm-up early. */
  endWarmUp(): void {
    raise(this.warmUpControl, CONTROL_STOP);
  }

  /** Settles when everything asked for so far, except searches and perfts, is done. The warm-up counts. */
  settled(): Promise<void> {
    return this.chores;
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
    } catch {
      throw new RangeError(`No memory for a hash table of ${megabytes} MB; it stays at ${this.megabytes} MB`);
    }
    this.table = table;
    this.megabytes = megabytes;
    this.isTableEmpty = true;
    releaseSharedMemory();
    this.track(this.thread.send({ kind: "table", table }, ignoreProgress));
  }

  /**
   * Uses other endgame tables from the next search on.
   *
   * @param tables The tables; empty for none.
   */
  setTablebases(tables: readonly TableFiles[]): void {
    this.tables = tables;
    this.track(this.thread.send({ kind: "tablebases", tables }, ignoreProgress));
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
    const clearTable = !this.isTableEmpty;
    this.isTableEmpty = true;
    this.track(this.thread.send({ kind: "newGame", clearTable }, ignoreProgress));
  }

  /** Empties a used table by taking a new one of the same size, if the system grants it. */
  private replaceTable(): void {
    if (this.isTableEmpty) return;
    try {
      this.resize(this.megabytes);
    } catch (error) {
      // Without room for both, the old one is cleared, which only takes longer.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  /**
   * Searches. Rejects with an Error if the search fails.
   *
   * @param game Where to search.
   * @param limits What bounds the search.
   * @param ponder Whether clocks do not count until `ponderhit`.
   * @param onInfo Called with each line that the search reports.
   * @throws TypeError if a job is still running.
   */
  search(
    game: GameRecord,
    limits: SearchLimits,
    ponder: boolean,
    onInfo: (info: SearchInfo) => void,
  ): Promise<SearchResult> {
    this.isTableEmpty = false;
    const run = this.startJob({ kind: "search", game, limits, parameters: this.parameters }, ponder, (answer) => {
      if (answer.kind === "info") onInfo(answer.info);
    });
    return run.then((result) => {
      if (result === null) throw new TypeError("Expected a search to end with a result, but it has none");
      return result;
    });
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
    await this.startJob({ kind: "perft", game, depth }, false, (answer) => {
      if (answer.kind === "perftMove") onMove(answer.move, answer.nodes);
    });
  }

  /**
   * Tells what the searches so far have learned about a position. Rejects with an Error if it fails.
   *
   * @param game The position, with the moves before it.
   * @throws TypeError if a job is still running.
   */
  async inspect(game: GameRecord): Promise<Inspection> {
    let inspection: Inspection | null = null;
    await this.startJob({ kind: "inspect", game }, false, (answer) => {
      if (answer.kind === "inspection") inspection = answer.inspection;
    });
    if (inspection === null) throw new TypeError("Expected an inspection to end with a result, but it has none");
    return inspection;
  }

  /** Tells the running job to end; without one it does nothing. */
  stop(): void {
    raise(this.control, CONTROL_STOP);
  }

  /** Tells a pondering search that the expected move was played: from now on its clock counts. */
  ponderhit(): void {
    Atomics.store(this.control, CONTROL_PONDER, 0);
    Atomics.notify(this.control, CONTROL_PONDER);
    // A finished search may sleep on the other word until it may answer.
    Atomics.notify(this.control, CONTROL_STOP);
  }

  /** Ends the threads. Open requests fail. */
  close(): void {
    this.isClosed = true;
    this.endWarmUp();
    this.stop();
    this.thread.close();
  }

  private startRequest(warmUp: Int32Array | null): WorkerRequest {
    return { kind: "start", table: this.table, control: this.control, warmUp };
  }

  private restartRequests(): WorkerRequest[] {
    const start = this.startRequest(null);
    return this.tables.length === 0 ? [start] : [start, { kind: "tablebases", tables: this.tables }];
  }

  private startJob(request: WorkerRequest, ponder: boolean, progress: ProgressListener): Promise<SearchResult | null> {
    this.expectIdle();
    this.isBusy = true;
    this.endWarmUp();
    // No job runs, so nothing else reads these words.
    Atomics.store(this.control, CONTROL_PONDER, ponder ? 1 : 0);
    Atomics.store(this.control, CONTROL_STOP, 0);
    const listener: ProgressListener = (answer) => {
      if (answer.kind === "notice") this.onNotice(answer.message);
      else progress(answer);
    };
    return this.thread.send(request, listener).finally(() => this.isBusy = false);
  }

  private expectIdle(): void {
    if (this.isBusy) throw new TypeError("Expected no search or perft to be running");
  }

  private track(run: Promise<SearchResult | null>): void {
    const before = this.chores;
    this.chores = run.then(() => before, (error: Error) => {
      if (!this.isClosed) this.onFault(error.message);
      return before;
    });
  }
}

/** One worker, its open requests, and its replacement if it dies. */
class ThreadHandle {
  private readonly startWorker: WorkerFactory;
  /** The requests that set a replacement up. */
  private readonly restartRequests: () => WorkerRequest[];
  private readonly open: Map<number, OpenRequest> = new Map();
  private worker: Worker | null = null;
  private nextTicket = 1;
  private closed = false;

  constructor(startWorker: WorkerFactory, restartRequests: () => WorkerRequest[]) {
    this.startWorker = startWorker;
    this.restartRequests = restartRequests;
  }

  /** Starts the worker with its first request. */
  start(request: WorkerRequest): Promise<SearchResult | null> {
    const worker = this.startWorker();
    worker.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => this.receive(event.data));
    worker.addEventListener("error", (event) => {
      // Else the error would end this thread too.
      event.preventDefault();
      // What the worker sent before it died comes first. The lines behind the first are a stack trace.
      setTimeout(() => {
        if (worker === this.worker) this.bury(event.message.split("\n")[0]);
      }, LAST_WORDS_MS);
    });
    this.worker = worker;
    return this.send(request, ignoreProgress);
  }

  /** Sends a request; the promise settles with its `done` or `failed`. A dead worker is replaced first. */
  send(request: WorkerRequest, progress: ProgressListener): Promise<SearchResult | null> {
    if (this.closed) return Promise.reject(new TypeError("Expected an open search thread, but it was closed"));
    // Its failure shows in the request that follows.
    if (this.worker === null) {
      const [first, ...others] = this.restartRequests();
      this.start(first).catch(() => {});
      for (const other of others) this.send(other, ignoreProgress).catch(() => {});
    }
    const ticket = this.nextTicket++;
    const message: RequestMessage = { ticket, request };
    return new Promise((resolve, reject) => {
      this.open.set(ticket, { resolve, reject, progress });
      this.worker?.postMessage(message);
    });
  }

  /** Ends the worker. */
  close(): void {
    this.closed = true;
    this.bury("The search thread was closed");
  }

  private receive(answer: WorkerAnswer): void {
    const request = this.open.get(answer.ticket);
    if (request === undefined) return;
    if (answer.kind !== "done" && answer.kind !== "failed") {
      request.progress(answer);
      return;
    }
    this.open.delete(answer.ticket);
    if (answer.kind === "done") request.resolve(answer.result);
    else request.reject(new Error(answer.message));
  }

  /** Lets the worker go and fails its open requests. */
  private bury(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    const orphans = Array.from(this.open.values());
    this.open.clear();
    for (const request of orphans) request.reject(new Error(reason));
  }
}

function sharedWords(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * Int32Array.BYTES_PER_ELEMENT));
}

function raise(control: Int32Array, word: number): void {
  Atomics.store(control, word, 1);
  Atomics.notify(control, word);
}
