/**
 * One search of an engine, from the order to its answer.
 *
 * It waits for its turn and runs. With `infinite` or `ponder`, a finished answer is held back until `stop` or
 * `ponderhit`. The answer is a legal move even if the search thread fails.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import type { RootMoveListener, SearchInfo, SearchResult } from "../search/info.ts";
import type { LearningWatch } from "../search/inspect.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { type Answer, BestLines } from "./best_lines.ts";
import { isBounded, type SearchOrder } from "./search_order.ts";

/** How a search ended. */
export interface SearchEnd extends Answer {
  /** The answer of the search thread; `null` if the search failed. */
  readonly result: SearchResult | null;
}

/** The functions of a front end that receive the reports of a search. */
export interface SearchListener {
  /** Called when its turn has come. */
  onStart?(limits: SearchLimits): void;
  /** Called with each line. */
  onLine(info: SearchInfo): void;
  /** Called with each new root move, if the search takes long. */
  onRootMove?: RootMoveListener;
  /** Watches the learned data during the search; `null` for none. */
  readonly watch?: LearningWatch | null;
  /**
   * Called if the search fails or answers with an illegal move. There is an answer even in this case. Without this
   * function, the task rejects.
   */
  onFault?(message: string): void;
  /** Called with the result, before its lessons are learned. */
  onEnd?(end: SearchEnd): void;
}

/** A search that waits for its turn, runs, or has ended. */
export class SearchTask {
  /** Resolves when the search has ended; rejects if it failed and its listener has no `onFault`. */
  readonly finished: Promise<SearchEnd>;
  /** Whether it was ended early. */
  isStopped = false;
  private isPondering: boolean;
  private isRunning = false;
  /** Settles when the answer may be given. */
  private readonly released: Promise<void>;
  private release: () => void = () => {};

  /** A search that waits for its turn. `enqueue` runs it when the turn comes. */
  constructor(
    readonly order: SearchOrder,
    private readonly pool: ThreadPool,
    private readonly listener: SearchListener,
    enqueue: (task: SearchTask) => Promise<SearchEnd>,
  ) {
    const { infinite = false, ponder = false } = order;
    this.isPondering = ponder;
    this.released = new Promise<void>((resolve) => this.release = resolve);
    if (!infinite && !ponder) this.release();
    this.finished = enqueue(this);
  }

  /** Whether the answer waits for `stop` or `ponderhit`. */
  get isHeld(): boolean {
    return this.isPondering || (this.order.infinite === true && !this.isStopped);
  }

  /** Ends the search and lets it answer; if it still waits, it answers immediately when its turn comes. */
  stop(): void {
    this.isStopped = true;
    this.isPondering = false;
    this.release();
    if (this.isRunning) this.pool.stop();
  }

  /**
   * Called when the expected move was played. From now on the time limits apply, and the time so far counts as well.
   */
  ponderhit(): void {
    if (!this.isPondering || this.order.infinite) return;
    this.isPondering = false;
    // Without a limit the answer would never come.
    if (!isBounded(this.order)) return this.stop();
    this.release();
    if (this.isRunning) this.pool.ponderhit();
  }

  /**
   * Searches within limits when its turn has come. `known` has the records of experience around the root. If the task
   * was stopped while it waited, it answers immediately.
   */
  async run(asked: SearchLimits, known: Int32Array | null): Promise<SearchEnd> {
    const limits = this.isStopped ? { ...asked, infinite: false, nodes: 1 } : asked;
    const { order: { game, settings, searchMoves }, listener } = this;
    const onInfo = (info: SearchInfo): void => {
      lines.add(info);
      listener.onLine(info);
    };
    const onRootMove: RootMoveListener = (...at) => listener.onRootMove?.(...at);
    const extras = { onRootMove, watch: listener.watch, known };
    listener.onStart?.(limits);
    this.isRunning = true;
    const searching = this.pool.search(game.record, limits, this.isPondering, onInfo, extras);
    // While the thread starts the search, prepare everything for the answer.
    const lines = new BestLines(game.position, settings.multiPv, searchMoves, !limits.fullLines);
    let result: SearchResult | null = null;
    try {
      result = await searching;
    } catch (error) {
      if (listener.onFault === undefined) throw error;
      listener.onFault(`The search failed: ${messageOf(error)}`);
    } finally {
      this.isRunning = false;
    }
    if (this.isHeld) await this.released;
    const end = { ...lines.answer(result), result };
    const given = result?.bestMove ?? NO_MOVE;
    if (given !== NO_MOVE && given !== end.bestMove) {
      listener.onFault?.(`The search answered with ${formatUci(given, true)}, which is not legal`);
    }
    listener.onEnd?.(end);
    return end;
  }
}
