/**
 * A progress bar on standard error, if that is a terminal; nothing otherwise.
 *
 * It is made here, as the packages for that need modules of Node.js: every start of the engine and each of its threads
 * would load them, because all of them start from one bundled file.
 *
 * @module
 */

import type { Engine } from "../../engine/engine.ts";
import type { SearchBounds } from "../../engine/engine_options.ts";
import { analyse, type Analysis } from "../../engine/games/analysis.ts";
import type { Replay } from "../../engine/games/replay.ts";
import { printable } from "../../system/output.ts";

/** Shows how far a long job is. To be closed. */
export interface ProgressBar {
  /** One more step is done. */
  step(): void;
  /** Shows what is worked on, without control characters. */
  describe(text: string): void;
  /** Takes the bar away until the next step, so that something else can be written. */
  clear(): void;
  /** Takes the bar away. */
  close(): void;
}

/** Width of the bar itself. */
const BAR_CELLS = 24;
/** Columns of the share behind it, and of the end of the line. */
const SHARE_COLUMNS = 8;
/** Columns where the terminal does not report them. */
const USUAL_COLUMNS = 80;

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Whether what does not fit into a line goes on in the next. Only the terminal knows how wide letters are. */
const NO_WRAP = "\x1b[?7l";
const WRAP = "\x1b[?7h";
/** Goes to the beginning of the line and clears it. */
const CLEAR_LINE = "\r\x1b[K";

/** Shows a bar for so many steps, `null` if that is not known. */
export function showProgress(total: number | null): ProgressBar {
  if (!Deno.stderr.isTerminal() || total === 0) {
    return { step: () => {}, describe: () => {}, clear: () => {}, close: () => {} };
  }
  const clear = (): void => write(CLEAR_LINE);
  const start = performance.now();
  let value = 0;
  let what = "";
  const draw = (): void => {
    if (total === null) return write(rewritten(`${value} positions  ${what}`));
    // On a narrow terminal there is room for the share.
    const cells = Math.max(1, Math.min(BAR_CELLS, terminalColumns() - SHARE_COLUMNS));
    const full = Math.round(value / total * cells);
    const bar = "█".repeat(full) + "░".repeat(cells - full);
    const seconds = (performance.now() - start) / 1000 * (total / value - 1);
    const left = value > 0 ? `${formatSeconds(Math.ceil(seconds))} left` : "";
    const line = `${bar} ${Math.floor(100 * value / total)} %  ${value} of ${total} positions  ${left}  ${what}`;
    write(rewritten(line.trimEnd()));
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
    clear,
    close: () => write(`${CLEAR_LINE}${SHOW_CURSOR}`),
  };
}

/** Analyses a game, with a bar for its positions behind which `what` stands. The signal ends it early. */
export async function analyseVisibly(
  replay: Replay,
  engine: Pick<Engine, "analyse" | "newGame">,
  bounds: SearchBounds,
  signal: AbortSignal,
  what: string = "",
): Promise<Analysis> {
  const bar = showProgress(replay.record.moves.length + 1);
  try {
    if (what !== "") bar.describe(what);
    return await analyse(replay, engine, bounds, signal, () => bar.step());
  } finally {
    bar.close();
  }
}

/** A duration in its largest units: `40 s`, `12 min`, `3 h 05 min`. */
function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Characters of a row of the terminal, or a usual number where it does not report them. */
function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || USUAL_COLUMNS;
  } catch {
    // It asks standard output, which may be a pipe.
    return USUAL_COLUMNS;
  }
}

/** Shows what is going on, on a terminal; what is typed meanwhile follows it. Returns what takes it away. */
export function showThinking(text: string): () => void {
  if (!Deno.stderr.isTerminal()) return () => {};
  write(rewritten(`${text} `));
  return () => write(CLEAR_LINE);
}

/** A text in place of the line of the cursor. Where it is longer, it is cut: one that wraps could not be rewritten. */
function rewritten(text: string): string {
  return `${CLEAR_LINE}${NO_WRAP}${text.slice(0, terminalColumns() - 1)}${WRAP}`;
}

/** Rewrites the rows on a terminal that were written last, `count` of them, in their place. Longer ones are cut. */
export function rewriteRows(count: number, rows: readonly string[]): void {
  const up = count > 0 ? `\x1b[${count}A` : "";
  const cut = rows.map((row) => `${rewritten(printable(row))}\n`);
  write(`${up}${cut.join("")}${rows.length < count ? "\x1b[J" : ""}`);
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
  } catch {
    // The terminal was closed. The work must go on to its end, and what was done must be written.
  }
}
