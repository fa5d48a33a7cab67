/**
 * Shows the progress of a long job as a line that is rewritten in place, a bar, or several rows. It writes to standard
 * error, so that standard output contains only results.
 *
 * This is our own code because packages for it need modules of Node.js: every start of the engine and of each thread
 * would load these modules, since all start from one bundled file.
 *
 * @module
 */

import { printable } from "../system/output.ts";

/** Milliseconds between two lines if they cannot be rewritten. */
const LINE_INTERVAL_MS = 30_000;
/** Width of the bar itself. */
const BAR_CELLS = 24;
/** Number of columns for the percentage after the bar, and for the end of the line. */
const SHARE_COLUMNS = 8;
/** The number of columns that is assumed if the terminal does not report one. */
const USUAL_COLUMNS = 80;

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Escape sequences that turn line wrapping off and on. Only the terminal knows how wide letters are. */
const NO_WRAP = "\x1b[?7l";
const WRAP = "\x1b[?7h";
/** Escape sequence that goes to the beginning of the line and clears the line. */
const CLEAR_LINE = "\r\x1b[K";

/** A line that is rewritten in place on a terminal; elsewhere a new line appears every 30 seconds. */
export class Progress {
  private isShown = false;
  private nextLineAt = performance.now() + LINE_INTERVAL_MS;

  /** Shows this text as the line. */
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

/** A bar for a job of many steps. It must be closed. */
export interface ProgressBar {
  /** Reports that another step is done. */
  step(): void;
  /** Shows the current piece of work, without control characters. */
  describe(text: string): void;
  /** Removes the bar until the next step, so that other text can be written. */
  clear(): void;
  /** Removes the bar. */
  close(): void;
}

/** Shows a bar for this many positions, `null` if the number is not known; shows nothing if there is no terminal. */
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

/** A bar for `value` of `total` positions, with the remaining time. */
function barText(value: number, total: number | null, start: number, what: string): string {
  if (total === null) return `${value} positions  ${what}`;
  // On a narrow terminal there is room only for the percentage.
  const cells = Math.max(1, Math.min(BAR_CELLS, terminalColumns() - SHARE_COLUMNS));
  const full = Math.round(value / total * cells);
  const bar = "█".repeat(full) + "░".repeat(cells - full);
  const seconds = (performance.now() - start) / 1000 * (total / value - 1);
  const left = value > 0 ? `${formatDuration(seconds)} left` : "";
  return `${bar} ${Math.floor(100 * value / total)} %  ${value} of ${total} positions  ${left}  ${what}`.trimEnd();
}

/** Shows the current activity on a terminal; typed text follows it. Returns a function that removes it. */
export function showThinking(text: string): () => void {
  if (!Deno.stderr.isTerminal()) return () => {};
  const line = new Progress();
  line.show(`${text} `);
  return () => line.clear();
}

/** Overwrites the last `count` rows on a terminal with new rows. Rows that are too long are cut. */
export function rewriteRows(count: number, rows: readonly string[]): void {
  const up = count > 0 ? `\x1b[${count}A` : "";
  const cut = rows.map((row) => `${rewritten(printable(row))}\n`);
  write(`${up}${cut.join("")}${rows.length < count ? "\x1b[J" : ""}`);
}

/** A duration in its largest units: `40 s`, `12 min`, `3 h 05 min`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/**
 * Text that replaces the line of the cursor. Text that is too long is cut, because a wrapped line cannot be rewritten.
 */
function rewritten(text: string): string {
  return `${CLEAR_LINE}${NO_WRAP}${text.slice(0, terminalColumns() - 1)}${WRAP}`;
}

/** The number of columns of the terminal, or a usual number if it does not report one. */
function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || USUAL_COLUMNS;
  } catch {
    // This fails if standard output is a pipe.
    return USUAL_COLUMNS;
  }
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
  } catch {
    // The terminal was closed, but the work must continue and its results must be written.
  }
}
