/** A running search of the library. @module */

import { formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { expect, FUNCTION, SIGNAL } from "./arguments.ts";
import type { SearchInfo } from "../search/info.ts";
import { type Line, lineOf } from "./line.ts";
import type { SearchEnd } from "./search_task.ts";

/** The result of a search. */
export interface SearchOutcome {
  /** The move in UCI notation; `null` if none is legal. */
  readonly move: string | null;
  /** The move in standard algebraic notation; `null` if none is legal. */
  readonly san: string | null;
  /** The expected reply in UCI notation; `null` if unknown. */
  readonly ponder: string | null;
  /** The best lines, at least one. The first begins with `move`. */
  readonly lines: readonly [Line, ...Line[]];
  /** Nodes visited. */
  readonly nodes: number;
  /** Last completed depth in plies. */
  readonly depth: number;
  /**
   * Whether the search ended early: by `stop()`, `stopOn()` or a pool's limits, or because all loops over it were left.
   */
  readonly isStopped: boolean;
  /** Whether the move is from the book and was searched only briefly. */
  readonly isBookMove: boolean;
}

/** Controls a running search. */
export interface SearchControl {
  /** Ends the search. */
  stop(): void;
  /** Starts the clock of a pondering search. */
  ponderhit(): void;
}

/**
 * A running search. Loop over it to read its lines as they are found, or await its `result`. Several loops may read the
 * lines, and each begins with the first line. If all loops are left early, the search ends.
 */
export class RunningSearch implements AsyncIterable<Line> {
  /** The result. Rejects with an `EngineError`, or with the reason of an aborted `signal`. */
  readonly result: Promise<SearchOutcome>;

  private readonly control: SearchControl;
  private readonly lines: Line[] = [];
  private readonly waiting: (() => void)[] = [];
  private readers = 0;
  private isOver = false;

  /** Starts a search by calling `run`, which must call `report` with each line. */
  constructor(control: SearchControl, run: (report: (line: Line) => void) => Promise<SearchOutcome>) {
    expect(run, FUNCTION);
    this.control = control;
    this.result = Promise.resolve(run((line) => {
      this.lines.push(line);
      this.wake();
    }));
    const end = (): void => {
      this.isOver = true;
      this.wake();
    };
    // This also handles a rejection, because programs need not await the result.
    this.result.then(end, end);
  }

  /** Ends the search. The result is the best move so far. */
  stop(): void {
    this.control.stop();
  }

  /**
   * Ends the search when a signal is aborted, but keeps its result. Returns the search. If the signal is passed as the
   * option `signal` instead, there is no result.
   *
   * @example
   * ```ts
   * import { Engine } from "@hindsight/engine";
   *
   * const engine = await Engine.start();
   * const { san } = await engine.analyse("startpos").stopOn(AbortSignal.timeout(500)).result;
   * ```
   */
  stopOn(signal: AbortSignal): this {
    expect(signal, SIGNAL);
    const stop = (): void => this.stop();
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
    const end = (): void => signal.removeEventListener("abort", stop);
    this.result.then(end, end);
    return this;
  }

  /** Starts the clock of a pondering search. Call this when the opponent has played the expected move. */
  ponderhit(): void {
    this.control.ponderhit();
  }

  /** All lines, beginning with the first. Throws the error with which `result` rejects. */
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

  /** Lets the loops over the search continue. */
  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Runs a search. If the signal is aborted, calls `abandon` and rejects with the signal's reason. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
  abandon: () => void = () => {},
): Promise<T> {
  if (signal === undefined) return await run();
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      abandon();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort);
    run().then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Converts the end of a search to its result. */
export function outcomeOf(
  position: Position,
  { bestMove, ponderMove, lines: [best, ...others], result }: SearchEnd,
  { isStopped, isBookMove }: Pick<SearchOutcome, "isStopped" | "isBookMove">,
): SearchOutcome {
  const isMove = bestMove !== NO_MOVE;
  const nodes = result?.nodes ?? best.nodes;
  const line = (info: SearchInfo, i: number): Line => lineOf(position, isMove ? { ...info, multipv: i + 1 } : info);
  const first = line({ ...best, nodes }, 0);
  return {
    move: isMove ? formatUci(bestMove, position.chess960) : null,
    san: isMove ? first.san[0] : null,
    ponder: ponderMove === NO_MOVE ? null : formatUci(ponderMove, position.chess960),
    lines: [first, ...others.map((info, i) => line(info, i + 1))],
    nodes,
    depth: Math.max(result?.depth ?? 0, first.depth),
    isStopped,
    isBookMove: isMove && isBookMove,
  };
}
