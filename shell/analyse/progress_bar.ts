/**
 * A progress bar on standard error, if that is a terminal; nothing otherwise.
 *
 * It is made here, as the packages for that need modules of Node.js: every start of the engine and each of its threads
 * would load them, because all of them start from one bundled file.
 *
 * @module
 */

import { printable } from "../../system/output.ts";

/** Shows how far a long job is. To be closed. */
export interface ProgressBar {
  /** One more step is done. */
  step(): void;
  /** Shows what is worked on, without control characters. */
  describe(text: string): void;
  /** Takes the bar away. */
  close(): void;
}

/** Width of the bar itself. */
const BAR_CELLS = 24;
/** Columns where the terminal does not report them. */
const USUAL_COLUMNS = 80;

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Goes to the beginning of the line and clears it. */
const CLEAR_LINE = "\r\x1b[K";

/**
 * Shows a bar.
 *
 * @param total How many steps there are.
 */
export function showProgress(total: number): ProgressBar {
  if (!Deno.stderr.isTerminal() || total === 0) return { step: () => {}, describe: () => {}, close: () => {} };
  const start = performance.now();
  let value = 0;
  let what = "";
  const draw = (): void => {
    const full = Math.round(value / total * BAR_CELLS);
    const bar = "█".repeat(full) + "░".repeat(BAR_CELLS - full);
    const seconds = (performance.now() - start) / 1000 * (total / value - 1);
    const left = value > 0 ? `${formatSeconds(Math.ceil(seconds))} left` : "";
    const line = `${bar} ${Math.floor(100 * value / total)} %  ${value} of ${total} positions  ${left}  ${what}`;
    // A line that wraps could not be rewritten.
    write(`${CLEAR_LINE}${line.trimEnd().slice(0, terminalColumns() - 1)}`);
  };
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
    close: () => write(`${CLEAR_LINE}${SHOW_CURSOR}`),
  };
}

/** A duration in its largest units: `40 s`, `12 min`, `3 h 05 min`. */
function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Characters of a row of the terminal, or a usual number where it does not report them. */
export function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || USUAL_COLUMNS;
  } catch {
    // It asks standard output, which may be a pipe.
    return USUAL_COLUMNS;
  }
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
  } catch {
    // The terminal was closed. The work must go on to its end, and what was done must be written.
  }
}
