/**
 * Shows progress on standard error, as a line that is rewritten, a bar, or several rows. Packages for this need Node.js
 * modules, which the engine and each of its threads would then load, because they all start from the same file.
 *
 * @module
 */

import { printable } from "../system/output.ts";

const LINE_INTERVAL_MS = 30_000;
const BAR_CELLS = 24;
/** Columns for the percentage, which follows the bar, and for the end of the line. */
const SHARE_COLUMNS = 8;
/** The assumed width of a terminal that does not report its width. */
const USUAL_COLUMNS = 80;

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Turn line wrapping off and on: only the terminal knows how wide each letter is. */
const NO_WRAP = "\x1b[?7l";
const WRAP = "\x1b[?7h";
const CLEAR_LINE = "\r\x1b[K";

/** A progress line. A terminal rewrites it; elsewhere, a new line is written every 30 seconds. */
export class Progress {
  private isShown = false;
  private nextLineAt = performance.now() + LINE_INTERVAL_MS;

  /** Shows the line. */
  show(text: string): void {
    if (Deno.stderr.isTerminal()) {
      this.isShown = true;
      write(rewritten(text));
    } else if (performance.now() >= this.nextLineAt) {
      this.nextLineAt = performance.now() + LINE_INTERVAL_MS;
      write(text + "\n");
    }
  }

  /** Removes the line. */
  clear(): void {
    if (this.isShown) write(CLEAR_LINE);
    this.isShown = false;
  }
}

/** A progress bar, to be closed after the last step. */
export type ProgressBar = {
  step(): void;
  /** Shows the current work. */
  describe(text: string): void;
  /** Removes the bar until the next step, to make room for other text. */
  clear(): void;
  close(): void;
};

/** Shows a progress bar for `total` positions (`null` if unknown). Without a terminal, shows nothing. */
export function showProgress(total: number | null): ProgressBar {
  if (!Deno.stderr.isTerminal() || total === 0) {
    return { step: () => {}, describe: () => {}, clear: () => {}, close: () => {} };
  }
  const line = new Progress();
  const start = performance.now();
  let value = 0;
  let what = "";
  const draw = (): void => line.show(barText(value, total, start, what));
  write(HIDE_CURSOR);
  draw();
  return {
    step: () => {
      value++;
      draw();
    },
    describe: (text) => {
      what = printable(text);
      draw();
    },
    clear: () => line.clear(),
    close: () => {
      line.clear();
      write(SHOW_CURSOR);
    },
  };
}

function barText(value: number, total: number | null, start: number, what: string): string {
  if (total === null) return `${value} positions  ${what}`;
  // A narrow terminal has room only for the percentage.
  const cells = Math.max(1, Math.min(BAR_CELLS, terminalColumns() - SHARE_COLUMNS));
  const full = Math.round(value / total * cells);
  const bar = "█".repeat(full) + "░".repeat(cells - full);
  const seconds = (performance.now() - start) / 1000 * (total / value - 1);
  const left = value > 0 ? `${formatDuration(seconds)} left` : "";
  return `${bar} ${Math.floor(100 * value / total)} %  ${value} of ${total} positions  ${left}  ${what}`.trimEnd();
}

/** Shows on a terminal what the program is doing. Returns a function that removes the text. */
export function showThinking(text: string): () => void {
  if (!Deno.stderr.isTerminal()) return () => {};
  const line = new Progress();
  line.show(`${text} `);
  return () => line.clear();
}

/** Overwrites the terminal's last `count` rows with new rows, cut to its width. */
export function rewriteRows(count: number, rows: readonly string[]): void {
  const up = count > 0 ? `\x1b[${count}A` : "";
  const cut = rows.map((row) => `${rewritten(printable(row))}\n`);
  write(`${up}${cut.join("")}${rows.length < count ? "\x1b[J" : ""}`);
}

/** A duration: `40 s`, `12 min`, `3 h 05 min`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Replaces the current line with text, which is cut, because a wrapped line cannot be rewritten. */
function rewritten(text: string): string {
  return `${CLEAR_LINE}${NO_WRAP}${text.slice(0, terminalColumns() - 1)}${WRAP}`;
}

function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || USUAL_COLUMNS;
  } catch {
    // Standard output may be a pipe.
    return USUAL_COLUMNS;
  }
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
  } catch {
    // If standard error is closed, the work continues.
  }
}
