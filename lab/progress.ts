/**
 * A line that shows the progress of a long job: rewritten in place on a terminal, elsewhere a new line every 30
 * seconds.
 *
 * @module
 */

import { writeWhole } from "../system/files.ts";

/** Milliseconds between two lines where they cannot be rewritten. */
const LINE_INTERVAL_MS = 30_000;

/** The progress line. It goes to standard error, so that standard output has results only. */
export class Progress {
  private readonly isTerminal: boolean = Deno.stderr.isTerminal();
  private shown = "";
  private nextLineAt = performance.now() + LINE_INTERVAL_MS;

  /** Shows a text as the progress line. */
  show(text: string): void {
    if (this.isTerminal) {
      this.clear();
      // A line that is wrapped cannot be rewritten.
      this.shown = text.slice(0, terminalWidth() - 1);
      write(this.shown);
    } else if (performance.now() >= this.nextLineAt) {
      this.nextLineAt = performance.now() + LINE_INTERVAL_MS;
      write(text + "\n");
    }
  }

  /** Removes the progress line. */
  clear(): void {
    if (this.shown !== "") write("\r\x1b[K");
    this.shown = "";
  }
}

/** A duration in the largest two units: `3 h 05 min`, `12 min`, `40 s`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Characters in a line of the terminal; 80 where the terminal does not report it. */
function terminalWidth(): number {
  const { columns } = Deno.consoleSize();
  return columns > 0 ? columns : 80;
}

function write(text: string): void {
  writeWhole(Deno.stderr, new TextEncoder().encode(text));
}
