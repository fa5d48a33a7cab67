/** A search of the library under way: its lines as they come, and its result. @module */

import { legalMoves } from "../core/movegen.ts";
import { formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { BOUND_EXACT } from "../search/bound.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchInfo, SearchResult } from "../search/info.ts";
import { EMPTY_LINE, type Line, lineOf } from "./line.ts";

/** How a search ended. */
export interface SearchOutcome {
  /** The move to play as UCI writes it; `null` if there is no legal move. */
  readonly move: string | null;
  /** The move in standard algebraic notation; `null` if there is no legal move. */
  readonly san: string | null;
  /** The reply to expect, as UCI writes it; `null` if it is not known. */
  readonly ponder: string | null;
  /** The best lines, the best one first and beginning with `move`; at least one. */
  readonly lines: readonly [Line, ...Line[]];
  /** Nodes visited. */
  readonly nodes: number;
  /** Last depth that was completed, plies. */
  readonly depth: number;
  /** Whether it was ended early, by `stop()`, `stopOn()`, the end of its loops or the limits of a pool. */
  readonly isStopped: boolean;
  /** Whether the move is one of the opening book's; it was then searched for a moment only. */
  readonly isBookMove: boolean;
}

/** What ends a search, for the engine that runs it. */
export interface SearchControl {
  /** Ends the search. */
  stop(): void;
  /** Lets its clock run. */
  ponderhit(): void;
}

/**
 * A search under way. Loop over it for its lines as they are found; await `result` for its end. Any number of loops may
 * read it, each from the first line on. When the last of them is left early, that ends the search.
 */
export class RunningSearch implements AsyncIterable<Line> {
  /**
   * How it ended. Rejects with an `EngineError` if it failed: if the engine was closed, or a worker died. The worker of
   * any thread counts, also where the others have found a move. Rejects with the reason of its `signal` if that was
   * aborted.
   */
  readonly result: Promise<SearchOutcome>;

  private readonly control: SearchControl;
  private readonly lines: Line[] = [];
  private readonly waiting: (() => void)[] = [];
  private readers = 0;
  private isOver = false;

  /**
   * A search that the engine runs.
   *
   * @param control Ends it.
   * @param run Runs it, and calls its parameter with each line.
   */
  constructor(control: SearchControl, run: (report: (line: Line) => void) => Promise<SearchOutcome>) {
    this.control = control;
    this.result = run((line) => {
      this.lines.push(line);
      this.wake();
    });
    const end = (): void => {
      this.isOver = true;
      this.wake();
    };
    // A program may await the result, or loop over the lines, or neither.
    this.result.then(end, end);
  }

  /** Ends the search early: the result is the best that was found. */
  stop(): void {
    this.control.stop();
  }

  /**
   * Ends the search early, with a result, when a signal is aborted. (The option `signal` gives the result up instead.)
   *
   * @returns This search.
   *
   * @example
   * ```ts
   * const { san } = await engine.analyse("startpos").stopOn(AbortSignal.timeout(500)).result;
   * ```
   */
  stopOn(signal: AbortSignal): this {
    const stop = (): void => this.stop();
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
    const end = (): void => signal.removeEventListener("abort", stop);
    this.result.then(end, end);
    return this;
  }

  /** After the expected move was played: the clock of a search that ponders counts from here. */
  ponderhit(): void {
    this.control.ponderhit();
  }

  /** The lines as they are found, from the first one on. Throws what `result` rejects with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    this.readers++;
    try {
      for (let next = 0;; next++) {
        while (next === this.lines.length && !this.isOver) {
          await new Promise<void>((resolve) => this.waiting.push(resolve));
        }
        if (next === this.lines.length) break;
        yield this.lines[next];
      }
      await this.result;
    } finally {
      this.readers--;
      if (!this.isOver && this.readers === 0) this.stop();
    }
  }

  /** Lets the readers of lines go on. */
  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/**
 * Runs a search unless a signal is aborted; the promise then rejects with the signal's reason, and `stop` ends the
 * search under way: nothing waits for its result.
 */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  stop: () => void,
  run: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return await run();
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort);
    run().then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Collects what a search reports, and makes its outcome of it. */
export class LineCollector {
  private found: SearchInfo[] = [];
  private latest: SearchInfo | null = null;

  /** Collects the `count` best lines of a search from a position, which is the same after each call. */
  constructor(private readonly position: Position, private readonly count: number) {}

  /** Adds a line that the search reported, and returns it as data. */
  add(info: SearchInfo): Line {
    this.latest = info;
    // Several lines are reported together at the end of a depth, as bounds where it was broken off. The lines of the
    // depth before may come again with another rank, so they are dropped. A single line is reported whenever its window
    // failed, too: that is not a score to keep.
    if (this.count > 1 && info.multipv === 1) this.found = [];
    if ((this.count > 1 || info.bound === BOUND_EXACT) && info.pv.length > 0) this.found[info.multipv - 1] = info;
    return lineOf(this.position, info);
  }

  /** What the search came to; `moves` are the only ones to consider, encoded, and empty for all. */
  outcome(result: SearchResult, isStopped: boolean, moves: readonly number[], isBookMove: boolean): SearchOutcome {
    const { position } = this;
    const legal = legalMoves(position).filter((move) => moves.length === 0 || moves.includes(move));
    const { nodes, score, depth, bestMove, ponderMove } = result;
    if (legal.length === 0) {
      const line = lineOf(position, this.latest ?? { ...EMPTY_LINE, depth: 0, seldepth: 0, score });
      return { move: null, san: null, ponder: null, lines: [line], nodes, depth, isStopped, isBookMove: false };
    }
    // A search that was stopped before it found anything has no move.
    const best = legal.includes(bestMove) ? bestMove : legal[0];
    const lines = this.ranked(best, result);
    const uci = (move: number): string => formatUci(move, position.chess960);
    return {
      move: uci(best),
      san: lines[0].san[0],
      ponder: best !== bestMove || ponderMove === NO_MOVE ? null : uci(ponderMove),
      lines,
      nodes,
      depth: Math.max(depth, lines[0].depth),
      isStopped,
      isBookMove,
    };
  }

  /** The lines, the best move's first. */
  private ranked(best: number, result: SearchResult): [Line, ...Line[]] {
    const found = this.found.filter((info) => info !== undefined);
    // A search that is broken off may prefer a move that no complete line starts with; so may another thread, and a
    // weaker player.
    const isAgreed = found.length > 0 && found[0].pv[0] === best;
    const first: SearchInfo = isAgreed ? found[0] : {
      ...(this.latest ?? EMPTY_LINE),
      score: result.score,
      bound: BOUND_EXACT,
      depth: Math.max(1, result.depth),
      pv: result.pv[0] === best ? result.pv : [best],
    };
    const others = isAgreed ? found.slice(1) : found.filter((info) => info.pv[0] !== best);
    const line = (info: SearchInfo, i: number): Line => lineOf(this.position, { ...info, multipv: i + 1 });
    const more = others.slice(0, this.count - 1).map((info, i) => line(info, i + 1));
    return [line({ ...first, nodes: result.nodes }, 0), ...more];
  }
}
