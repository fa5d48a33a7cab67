/**
 * One search of an engine, from the moment it is asked for to its answer.
 *
 * It waits for its turn, runs, and may have an answer before it may give it: with `infinite` or `ponder` that waits for
 * `stop` or `ponderhit`. Whatever happens to the search thread, its answer is legal.
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
  /** What the search thread answered; `null` if the search failed. */
  readonly result: SearchResult | null;
}

/** What a front does with what a search reports. */
export interface SearchListener {
  /** Called when its turn has come. */
  onStart?(limits: SearchLimits): void;
  /** Called with each line. */
  onLine(info: SearchInfo): void;
  /** Called, once the search takes long, with the root moves that it comes to. */
  onRootMove?: RootMoveListener;
  /** How to see what is learned meanwhile; `null` for not at all. */
  readonly watch?: LearningWatch | null;
  /** Called if the search fails, or answers with no legal move. It has an answer anyway; without this one it rejects. */
  onFault?(message: string): void;
  /** Called with its end, before anything is learned from it. */
  onEnd?(end: SearchEnd): void;
}

/** A search that waits for its turn, runs, or has ended. */
export class SearchTask {
  /** Settles with its end; rejects if it failed and its listener has no `onFault`. */
  readonly finished: Promise<SearchEnd>;
  /** Whether it was ended early. */
  isStopped = false;
  private isPondering: boolean;
  private isRunning = false;
  /** Settles when the answer may be given. */
  private readonly released: Promise<void>;
  private release: () => void = () => {};

  /** A search that waits for its turn; `enqueue` lets it run when that comes. */
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

  /** Ends it and lets it answer, immediately when its turn comes. */
  stop(): void {
    this.isStopped = true;
    this.isPondering = false;
    this.release();
    if (this.isRunning) this.pool.stop();
  }

  /** The expected move was played. The bounds of time hold from here on; the time so far counts. */
  ponderhit(): void {
    if (!this.isPondering || this.order.infinite) return;
    this.isPondering = false;
    // Without any bound the answer would never come.
    if (!isBounded(this.order)) return this.stop();
    this.release();
    if (this.isRunning) this.pool.ponderhit();
  }

  /**
   * Searches, when the turn has come, within limits; `known` is what experience knows around the root. A stop while it waited
   * asks for an answer immediately.
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
    // The thread has its request: what the answer needs is made ready meanwhile.
    const lines = new BestLines(game.position, settings.multiPv, searchMoves);
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
