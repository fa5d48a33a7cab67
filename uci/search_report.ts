/**
 * Writes the output of a search. At regular intervals it writes a short line, as the protocol asks. These lines also
 * let the engine notice that its GUI has exited, because writing to a closed pipe fails. The times in the lines never
 * decrease: if a line's own time is earlier than the latest time written, the latest time is written again.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import type { SearchEnd, SearchListener } from "../engine/search_task.ts";
import type { SearchInfo } from "../search/info.ts";
import type { SearchLimits } from "../search/limits.ts";
import { formatBestMove, formatInfo, formatMessage, formatRootMove, type ReportStyle, styleOf } from "./report.ts";

/** Milliseconds between two short lines. */
const SIGN_OF_LIFE_MS = 250;

/** What a report needs from its environment. */
export type ReportOptions = Readonly<{
  /** Whether to report the chances to win, draw and lose with each score. */
  showWdl: boolean;
  /** Whether the search is running, and is not just waiting to answer. */
  isSearching: () => boolean;
  write: (line: string) => void;
}>;

/** Writes the lines of a search. There is at least one line with a score, and a `bestmove` at the end. */
export class SearchReport implements SearchListener {
  private readonly style: ReportStyle;
  /** The latest time written so far, in milliseconds. */
  private latestMs = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Reports a search of a position. */
  constructor(position: Position, private readonly options: ReportOptions) {
    this.style = styleOf(position, options.showWdl);
  }

  /** Called when the search begins. */
  onStart({ startedAt }: SearchLimits): void {
    this.timer = setInterval(() => this.giveSignOfLife(startedAt), SIGN_OF_LIFE_MS);
  }

  /** Writes a line of analysis. */
  onLine(info: SearchInfo): void {
    this.options.write(formatInfo({ ...info, timeMs: this.timeAfter(info.timeMs) }, this.style));
  }

  /** Writes the root move that is being searched. */
  onRootMove(depth: number, move: number, number: number): void {
    this.options.write(formatRootMove(depth, move, number, this.style.chess960));
  }

  /** Writes a message about a fault. */
  onFault(message: string): void {
    this.options.write(formatMessage(message));
  }

  /** Writes the answer. If the best line reported does not begin with the best move, first writes all lines. */
  onEnd({ bestMove, ponderMove, lines, isReported }: SearchEnd): void {
    clearInterval(this.timer);
    if (!isReported) lines.forEach((line, i) => this.onLine({ ...line, multipv: i + 1 }));
    this.options.write(formatBestMove(bestMove, ponderMove, this.style.chess960));
  }

  private giveSignOfLife(startedAt: number): void {
    const { isSearching, write } = this.options;
    if (!isSearching()) return;
    // Do not write a depth, because programs expect a score with it.
    write(`info time ${Math.round(this.timeAfter(performance.now() - startedAt))}`);
  }

  private timeAfter(timeMs: number): number {
    return this.latestMs = Math.max(this.latestMs, timeMs);
  }
}
