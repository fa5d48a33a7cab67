/**
 * The learner gives known results to the search threads, and writes their new results to a journal.
 *
 * When a search is over, the learner takes the results that are worth keeping from the shared table. If there is no
 * shared table, it asks the threads. They handle messages in order, so they answer before the network can change.
 * Results are written in a separate queue, so no search waits for a disk.
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

/** Milliseconds to wait after an answer before writing, so as not to disturb a search that follows immediately. */
const KEEP_AFTER_MS = 100;

/** The report if results could not be written before the engine closed. */
export const LOST = "The latest lessons are lost: they could not be written to the learning file";

/** Whether a search's result is valid for the position: it must be at full strength and consider all moves. */
function judgesPosition({ weakness, searchMoves }: SearchLimits): boolean {
  return weakness === null && searchMoves.length === 0;
}

/** A store for a journal. Without `append`, the journal is only read. */
export type LearningSource = Pick<LearningStore, "read"> & Partial<LearningStore>;

/** The options of a learner. */
export interface LearnerOptions {
  /** Whether searches also add results; true by default. If not, they only use known ones. */
  readonly learns?: boolean;
  /** Called with errors that no call can report. */
  readonly report?: ((text: string) => void) | undefined;
}

/** Connects the search threads with learned results and their store. */
export class Learner {
  /** The results. */
  readonly learning: Learning = new Learning();
  /**
   * Resolves with notices, one sentence each, when the source has been read. Rejects with an Error if the source cannot
   * be used; in that case, nothing is written to it.
   */
  opened: Promise<readonly string[]> = Promise.resolve([]);
  /** Why the last write failed; "" if it succeeded. */
  private fault = "";
  private soon: ReturnType<typeof setTimeout> | undefined;

  /** Makes a learner, which starts empty if there is no source. Call `useNetwork` before anything else. */
  constructor(
    private readonly engine: { readonly pool: ThreadPool; readonly writes: Turns },
    private readonly source: LearningSource | null,
    private readonly options: LearnerOptions = {},
  ) {}

  /** Starts reading the source's results for a new network. */
  async useNetwork(): Promise<void> {
    this.learning.useNetwork((await this.engine.pool.harvest(null, false)).network);
    this.opened = this.engine.writes.take(async () => {
      const bytes = this.source === null ? new Uint8Array(0) : await this.source.read();
      expect(bytes, BYTES, "learned");
      return await this.learning.load(bytes);
    });
    // The caller that awaits `opened` reports the fault.
    this.opened.catch(() => {});
    // Write what is still pending; it may belong to another network.
    void this.keep();
  }

  /** The known results for a search that is about to begin; `null` for none. */
  around(position: Position, limits: SearchLimits): Int32Array | null {
    if (limits.weakness !== null) return null;
    const { records, snapshot } = this.learning.around(position, limits);
    if (snapshot !== null) this.engine.pool.recall(snapshot);
    return records;
  }

  /** Learns from a search that has ended. Call this before the threads get other work. */
  async learn(game: GameRecord, limits: SearchLimits, result: SearchResult): Promise<void> {
    if (this.options.learns === false || result.bestMove === NO_MOVE || !judgesPosition(limits)) return;
    const searched = { game, result };
    const records = this.engine.pool.found(searched);
    // Do not save the histories here. They take megabytes, and another search may follow immediately.
    if (records === null) return await this.harvest(searched, false);
    this.take({ records, snapshot: null, network: this.learning.network });
  }

  /** Begins another game in the learner and in the threads. Call this instead of `ThreadPool.newGame`. */
  async newGame(): Promise<void> {
    const kept = this.keepHistories();
    this.engine.pool.newGame();
    await kept;
    this.learning.newGame();
  }

  /** Saves the current histories if they come from an analysis and are not saved yet. */
  async keepHistories(): Promise<void> {
    if (this.options.learns !== false && this.learning.wantsSnapshot) await this.harvest(null, true);
  }

  /** Saves the histories and writes the pending results. If that fails, reports that they are lost. */
  async close(): Promise<void> {
    await this.keepHistories();
    await this.keep("end");
  }

  /**
   * Writes the pending results if the source could be read. Repeated failures with the same message are reported once.
   * With `awaited`, a failure only rejects the promise. With `end`, the report adds that results are lost.
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

  private take(harvest: Harvest): void {
    this.learning.learn(harvest);
    this.soon ??= setTimeout(() => this.keep(), KEEP_AFTER_MS);
  }
}
