/**
 * A search of the library under way: its lines as they come, and its result.
 *
 * @module
 */

import { legalMoves } from "../core/movegen.ts";
import { formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { BOUND_EXACT } from "../search/bound.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchInfo, SearchResult } from "../search/info.ts";
import { type Line, LineFormatter } from "./line.ts";

/** How a search ended. */
export interface SearchOutcome {
  /** The move to play as UCI writes it; `null` if there is no legal move. */
  readonly move: string | null;
  /** The move in standard algebraic notation; `null` if there is no legal move. */
  readonly san: string | null;
  /** The reply to expect, as UCI writes it; `null` if it is not known. */
  readonly ponder: string | null;
  /** The best lines, the best one first and beginning with `move`; at least one. */
  readonly lines: readonly Line[];
  /** Nodes visited. */
  readonly nodes: number;
  /** Last depth that was completed, plies. */
  readonly depth: number;
  /** Whether it was ended early, by `stop()`, a signal or the end of its loop. */
  readonly isStopped: boolean;
}

/** What ends a search, for the engine that runs it. */
export interface SearchControl {
  /** Ends the search. */
  stop(): void;
  /** Lets its clock run. */
  ponderhit(): void;
}

/**
 * A search under way. Loop over it for its lines as they are found; await `result` for its end. Leaving the loop early
 * ends the search.
 */
export class RunningSearch implements AsyncIterable<Line> {
  /**
   * How it ended. Rejects with an `EngineError` if it failed: if the engine was closed, or a worker died. The worker of
   * any thread counts, also where the others have found a move.
   */
  readonly result: Promise<SearchOutcome>;

  private readonly control: SearchControl;
  private readonly lines: Line[] = [];
  private wake: () => void = () => {};
  private isOver = false;
  private failure: unknown = null;

  /**
   * A search that the engine runs.
   *
   * @param control Ends it.
   * @param run Runs it, and calls its parameter with each line.
   */
  constructor(control: SearchControl, run: (report: (line: Line) => void) => Promise<SearchOutcome>) {
    this.control = control;
    const end = (): void => {
      this.isOver = true;
      this.wake();
    };
    this.result = run((line) => {
      this.lines.push(line);
      this.wake();
    });
    // A program may await the result, or loop over the lines, or neither.
    this.result.then(end, (error) => {
      this.failure = error;
      end();
    });
  }

  /** Ends the search early: the result is the best that was found. */
  stop(): void {
    this.control.stop();
  }

  /** After the expected move was played: the clock of a search that ponders counts from here. */
  ponderhit(): void {
    this.control.ponderhit();
  }

  /** The lines as they are found; each search has one such loop. Throws what `result` rejects with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    try {
      while (true) {
        for (let line = this.lines.shift(); line !== undefined; line = this.lines.shift()) yield line;
        if (this.isOver) break;
        await new Promise<void>((resolve) => this.wake = resolve);
      }
      if (this.failure !== null) throw this.failure;
    } finally {
      if (!this.isOver) this.stop();
    }
  }
}

/** Collects what a search reports, and makes its outcome of it. */
export class LineCollector {
  private readonly position: Position;
  private readonly formatter: LineFormatter;
  private readonly count: number;
  private found: SearchInfo[] = [];
  private latest: SearchInfo | null = null;

  /**
   * Collects the lines of a search.
   *
   * @param position Where it begins; kept, and the same after each call.
   * @param count How many best lines are asked for.
   */
  constructor(position: Position, count: number) {
    this.position = position;
    this.formatter = new LineFormatter(position);
    this.count = count;
  }

  /** Adds a line that the search reported, and returns it as data. */
  add(info: SearchInfo): Line {
    this.latest = info;
    // Several lines are reported together at the end of a depth, as bounds where it was broken off. The lines of the
    // depth before may come again with another rank, so they are dropped. A single line is reported whenever its window
    // failed, too: that is no score to keep.
    if (this.count > 1 && info.multipv === 1) this.found = [];
    if ((this.count > 1 || info.bound === BOUND_EXACT) && info.pv.length > 0) this.found[info.multipv - 1] = info;
    return this.formatter.format(info);
  }

  /**
   * What the search came to.
   *
   * @param result How it ended.
   * @param isStopped Whether it was ended early.
   * @param moves The only moves to consider, encoded; empty for all.
   */
  outcome(result: SearchResult, isStopped: boolean, moves: readonly number[]): SearchOutcome {
    const { position } = this;
    const legal = legalMoves(position).filter((move) => moves.length === 0 || moves.includes(move));
    if (legal.length === 0) return this.outcomeWithoutMove(result, isStopped);
    // A search that was stopped before it found anything has no move.
    const best = legal.includes(result.bestMove) ? result.bestMove : legal[0];
    const lines = this.ranked(best, result);
    const uci = (move: number): string => formatUci(move, position.chess960);
    const ponder = best === result.bestMove ? result.ponderMove : NO_MOVE;
    return {
      move: uci(best),
      san: lines[0].san[0],
      ponder: ponder === NO_MOVE ? null : uci(ponder),
      lines,
      nodes: result.nodes,
      depth: Math.max(result.depth, lines[0].depth),
      isStopped,
    };
  }

  private outcomeWithoutMove({ nodes, score, depth }: SearchResult, isStopped: boolean): SearchOutcome {
    const line = this.formatter.format(this.latest ?? { ...EMPTY_LINE, score });
    return { move: null, san: null, ponder: null, lines: [line], nodes, depth, isStopped };
  }

  /** The lines, the best move's first. */
  private ranked(best: number, result: SearchResult): Line[] {
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
    return [{ ...first, nodes: result.nodes }, ...others].slice(0, this.count)
      .map((info, i) => this.formatter.format({ ...info, multipv: i + 1 }));
  }
}

/** A line of a search that reported none. */
const EMPTY_LINE: SearchInfo = {
  depth: 0,
  seldepth: 0,
  multipv: 1,
  score: 0,
  bound: BOUND_EXACT,
  nodes: 0,
  timeMs: 0,
  hashfull: 0,
  tbhits: 0,
  pv: [],
};
