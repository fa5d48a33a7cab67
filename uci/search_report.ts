/**
 * The output of a search from `go` to `bestmove`.
 *
 * While the search runs, a short line is written at a steady pace. The protocol wants regular lines, and they also show
 * the engine when its GUI has ended: writing to a closed pipe fails. A search that has finished, but may not answer
 * yet, writes nothing. The times in the lines never decrease, although a search thread's line may arrive after a short
 * line with a later time.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import type { SearchEnd, SearchListener } from "../engine/search_task.ts";
import type { SearchInfo } from "../search/info.ts";
import type { SearchLimits } from "../search/limits.ts";
import { formatBestMove, formatInfo, formatMessage, formatRootMove, type ReportStyle, styleOf } from "./report.ts";

/** Milliseconds between two short lines that are written while the search has nothing else to report. */
const SIGN_OF_LIFE_MS = 250;

/** The environment of a report. */
export type ReportOptions = Readonly<{
  /** Whether scores are reported with the chances to win, draw and lose. */
  showWdl: boolean;
  /** Whether it is running, and not only held back until it may answer. */
  isSearching: () => boolean;
  /** Writes a line to the GUI. */
  write: (line: string) => void;
}>;

/** Writes the lines of a search: a line with a score, then exactly one `bestmove`, as the last. */
export class SearchReport implements SearchListener {
  private readonly style: ReportStyle;
  /** Greatest time in a line so far, milliseconds. */
  private latestMs = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The state of a search from a position. */
  constructor(position: Position, private readonly options: ReportOptions) {
    this.style = styleOf(position, options.showWdl);
  }

  /** The search begins. */
  onStart({ startedAt }: SearchLimits): void {
    this.timer = setInterval(() => this.giveSignOfLife(startedAt), SIGN_OF_LIFE_MS);
  }

  /** A line of analysis. */
  onLine(info: SearchInfo): void {
    this.options.write(formatInfo({ ...info, timeMs: this.timeAfter(info.timeMs) }, this.style));
  }

  /** The root move that is searched. */
  onRootMove(depth: number, move: number, number: number): void {
    this.options.write(formatRootMove(depth, move, number, this.style.chess960));
  }

  /** What went wrong. */
  onFault(message: string): void {
    this.options.write(formatMessage(message));
  }

  /** The answer. If no line of the first rank starts with the move, lines of all ranks come before. */
  onEnd({ bestMove, ponderMove, lines, isReported }: SearchEnd): void {
    clearInterval(this.timer);
    if (!isReported) lines.forEach((line, i) => this.onLine({ ...line, multipv: i + 1 }));
    this.options.write(formatBestMove(bestMove, ponderMove, this.style.chess960));
  }

  private giveSignOfLife(startedAt: number): void {
    const { isSearching, write } = this.options;
    if (!isSearching()) return;
    // Without a depth: programs expect a score in every line with one.
    write(`info time ${Math.round(this.timeAfter(performance.now() - startedAt))}`);
  }

  /** A time to write: no less than the times before. */
  private timeAfter(timeMs: number): number {
    return this.latestMs = Math.max(this.latestMs, timeMs);
  }
}
