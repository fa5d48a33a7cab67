/** One search of an engine, from its order to its answer. The answer is legal even if the search fails. @module */

import { messageOf } from "../core/errors.ts";
import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import type { RootMoveListener, SearchInfo, SearchResult } from "../search/info.ts";
import type { LearningWatch } from "../search/inspect.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { type Answer, BestLines } from "./best_lines.ts";
import { isBounded, type SearchOrder } from "./search_order.ts";

/** How a search ended: its answer, and the search thread's result, which is `null` if the search failed. */
export type SearchEnd = Answer & { readonly result: SearchResult | null };

/** Functions of a front end that receive a search's reports. */
export type SearchListener = {
  onStart?(limits: SearchLimits): void;
  onLine(info: SearchInfo): void;
  /** Called with each root move once the search has run for a while. */
  onRootMove?: RootMoveListener;
  readonly watch?: LearningWatch | null;
  /** Called if the search fails or answers with an illegal move. Without this function, the task rejects. */
  onFault?(message: string): void;
  /** Called with the result before it is learned. */
  onEnd?(end: SearchEnd): void;
};

/** A search. */
export class SearchTask {
  /** Resolves at the end; rejects if the search fails and there is no `onFault`. */
  readonly finished: Promise<SearchEnd>;
  /** Whether it was ended early. */
  isStopped = false;
  private isPondering: boolean;
  private isRunning = false;
  private readonly released: Promise<void>;
  private release: () => void = () => {};

  /** Makes a search. `enqueue` must put it into a queue and call `run` when its turn comes. */
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

  /** Whether the answer must wait for `stop` or `ponderhit`. */
  get isHeld(): boolean {
    return this.isPondering || (this.order.infinite === true && !this.isStopped);
  }

  /** Ends the search. If the search is still in the queue, it ends as soon as its turn comes. */
  stop(): void {
    this.isStopped = true;
    this.isPondering = false;
    this.release();
    if (this.isRunning) this.pool.stop();
  }

  /** Call this when the expected move has been played. Time limits then apply, and include the time so far. */
  ponderhit(): void {
    if (!this.isPondering || this.order.infinite) return;
    this.isPondering = false;
    // Without a limit, the search would never answer.
    if (!isBounded(this.order)) return this.stop();
    this.release();
    if (this.isRunning) this.pool.ponderhit();
  }

  /** Searches. `known` contains the records of known positions around the root. */
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
    // Prepare the answer while the thread starts the search.
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
