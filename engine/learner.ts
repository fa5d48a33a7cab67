/**
 * The learner gives known results to the search threads and writes their new results to a journal. The protocol, the
 * library and the programs all use it.
 *
 * Before a search, the learner gives the threads the known results. After the answer, it takes the results that are
 * worth keeping from the shared table; without a shared table, the threads report them, in the order of their messages.
 * So the results are always stored for the network that the search used. A separate queue writes them: no search waits
 * for a disk, and the only command that does is the one that ends the program.
 *
 * @module
 */

import type { GameRecord } from "../core/game_record.ts";
import { messageOf } from "../core/errors.ts";
import type { Position } from "../core/position.ts";
import type { Turns } from "../core/turns.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchResult } from "../search/info.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { Harvest, Searched } from "../search/threads/messages.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { BYTES, expect } from "./arguments.ts";
import { Learning } from "./learning.ts";
import type { LearningStore } from "./learning_store.ts";

/**
 * Milliseconds between an answer and the write, because on a clock the next search may begin immediately. A search
 * should be in the journal within a second, and a busy machine needs most of that time.
 */
const KEEP_AFTER_MS = 100;

/** The message at the end of the program if something could not be written. */
export const LOST = "The latest lessons are lost: they could not be written to the learning file";

/** Whether a search finds the value of the position. A search of selected moves or with limited strength does not. */
export function judgesPosition({ weakness, searchMoves }: SearchLimits): boolean {
  return weakness === null && searchMoves.length === 0;
}

/** The source of a learner: a store for a journal, or a journal that can only be read. */
export type LearningSource = Pick<LearningStore, "read"> & Partial<LearningStore>;

/** The options of a learner. */
export interface LearnerOptions {
  /** Whether it learns; otherwise searches only get the known results. True by default. */
  readonly learns?: boolean;
  /** Called with faults that no caller waits for. */
  readonly report?: ((text: string) => void) | undefined;
}

/** Connects the search threads with the learned results and with their store. */
export class Learner {
  /** The learned results. */
  readonly learning: Learning = new Learning();
  /**
   * Settles when the source is read, with notices about it, one sentence each. Rejects with an Error if the source
   * cannot be used; in that case nothing is known from it, and nothing is written.
   */
  opened: Promise<readonly string[]> = Promise.resolve([]);
  /** Why the last write failed; "" if it succeeded. */
  private fault = "";
  /** The timer that soon writes the pending results; `undefined` if there are none. */
  private soon: ReturnType<typeof setTimeout> | undefined;

  /**
   * Makes a learner for an engine. If the source is `null`, the learner begins empty. Call `useNetwork` before anything
   * else.
   */
  constructor(
    private readonly engine: { readonly pool: ThreadPool; readonly writes: Turns },
    private readonly source: LearningSource | null,
    private readonly options: LearnerOptions = {},
  ) {}

  /** Called when the network is known or has changed. Reads the source's results for this network in the background. */
  async useNetwork(): Promise<void> {
    this.learning.useNetwork((await this.engine.pool.harvest(null, false)).network);
    this.opened = this.engine.writes.take(async () => {
      const bytes = this.source === null ? new Uint8Array(0) : await this.source.read();
      expect(bytes, BYTES, "learned");
      return await this.learning.load(bytes);
    });
    // The caller that awaits `opened` reports the fault.
    this.opened.catch(() => {});
    // Earlier results may still be pending, perhaps for another network.
    void this.keep();
  }

  /** The known results for a search, `null` for none. Call this when the search begins. */
  around(position: Position, limits: SearchLimits): Int32Array | null {
    if (limits.weakness !== null) return null;
    const { records, snapshot } = this.learning.around(position, limits);
    if (snapshot !== null) this.engine.pool.recall(snapshot);
    return records;
  }

  /** Learns from a search that has ended; its results are written soon. Call this before the threads get other work. */
  async learn(game: GameRecord, limits: SearchLimits, result: SearchResult): Promise<void> {
    if (this.options.learns === false || result.bestMove === NO_MOVE || !judgesPosition(limits)) return;
    const searched = { game, result };
    const records = this.engine.pool.found(searched);
    // The histories take megabytes, so they are saved only when no search follows immediately.
    if (records === null) return await this.harvest(searched, false);
    this.take({ records, snapshot: null, network: this.learning.network });
  }

  /** Begins another game. Call this instead of `ThreadPool.newGame`. */
  async newGame(): Promise<void> {
    const kept = this.keepHistories();
    this.engine.pool.newGame();
    await kept;
    this.learning.newGame();
  }

  /** Saves the current histories, if they are worth keeping. */
  async keepHistories(): Promise<void> {
    if (this.options.learns !== false && this.learning.wantsSnapshot) await this.harvest(null, true);
  }

  /** Writes the pending results at the end. If that fails, a message says so. */
  async close(): Promise<void> {
    await this.keepHistories();
    await this.keep("end");
  }

  /**
   * Writes the pending results, if the source could be read. A failure is reported once. After a failure, the promise
   * rejects if `why` is `awaited`; if it is `end`, the report says that results are lost.
   */
  keep(why: "search" | "awaited" | "end" = "search"): Promise<void> {
    const { opened, learning, source, options } = this;
    clearTimeout(this.soon);
    this.soon = undefined;
    return this.engine.writes.take(async () => {
      const isOpen = await opened.then(() => true, () => false);
      if (!isOpen || source?.append === undefined) return;
      try {
        const pending = await learning.pending();
        if (pending === null) return;
        const added = await source.append(pending.blocks, pending.head);
        learning.commit(pending.token);
        await learning.takeOver(added);
        this.fault = "";
      } catch (error) {
        if (why === "awaited") throw error;
        const fault = messageOf(error);
        if (fault !== this.fault) options.report?.(fault);
        this.fault = fault;
        if (why === "end") options.report?.(LOST);
      }
    });
  }

  private async harvest(searched: Searched | null, withSnapshot: boolean): Promise<void> {
    this.take(await this.engine.pool.harvest(searched, withSnapshot));
  }

  /** Stores the results of the threads, and starts the timer that writes them. */
  private take(harvest: Harvest): void {
    this.learning.learn(harvest);
    this.soon ??= setTimeout(() => this.keep(), KEEP_AFTER_MS);
  }
}
