/**
 * The lines of input that wait while a command runs.
 *
 * A program may send lines faster than commands run, for example a script with a million lines after a `perft`. So the
 * queue has a maximum size. When it is full, the reader waits until there is room; the pipe fills, and the sender
 * waits, too. No line is lost. The price is that a `stop` or `quit` takes effect only after it was read. The queue is
 * so large that all lines of a GUI are read immediately.
 *
 * @module
 */

/** Number of characters in a full queue: sixteen times the longest line (`MAX_LINE_LENGTH` in system/input.ts). */
const FULL_SIZE = 16 * 1024 * 1024;
/** Number of characters that each line counts in addition, because short lines take memory as well. */
const LINE_SIZE = 64;
/** Lines that were taken stay in the list until there are this many, and are then removed together. */
const DROP_COUNT = 1024;

/** Lines in the order in which they arrived. */
export class LineQueue {
  private lines: string[] = [];
  /** Index of the first line that was not taken. */
  private first = 0;
  private size = 0;
  /** The number of lines ever added. */
  private added = 0;
  private readonly waiting: (() => void)[] = [];

  /** An empty queue. The queue is full at `fullSize` characters; each line counts 64 characters more than it has. */
  constructor(private readonly fullSize: number = FULL_SIZE) {}

  /** The first line; `undefined` if there is none. */
  get head(): string | undefined {
    return this.first < this.lines.length ? this.lines[this.first] : undefined;
  }

  /** The number of waiting lines. */
  get length(): number {
    return this.lines.length - this.first;
  }

  /** The place of the next line to be added, counted over all lines ever added. */
  get end(): number {
    return this.added;
  }

  /** Whether the line at a place (see `end`) is still waiting. */
  has(place: number): boolean {
    return place < this.added && place >= this.added - this.length;
  }

  /** Whether the reader should pause. Even then, the queue takes lines that were already read. */
  get isFull(): boolean {
    return this.size >= this.fullSize;
  }

  /** Adds a line at the end. */
  push(line: string): void {
    this.lines.push(line);
    this.added++;
    this.size += line.length + LINE_SIZE;
  }

  /** Takes the first line; `undefined` if there is none. */
  shift(): string | undefined {
    const line = this.head;
    if (line === undefined) return undefined;
    // If the line stayed in the list, its text would stay in memory.
    this.lines[this.first++] = "";
    this.size -= line.length + LINE_SIZE;
    // Removing the first element moves all others, so remove many together.
    if (this.first >= DROP_COUNT && 2 * this.first >= this.lines.length) {
      this.lines = this.lines.slice(this.first);
      this.first = 0;
    }
    if (!this.isFull) { for (const wake of this.waiting.splice(0)) wake(); }
    return line;
  }

  /** Settles when the queue is not full. */
  async room(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
