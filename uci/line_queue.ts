/**
 * Keeps the lines of input that are waiting while a command is running.
 *
 * A program may send lines faster than commands run. When the queue is full, the reader waits, the pipe fills, and the
 * sender waits, so no line is lost. However, a `stop` or `quit` takes effect only after it has been read. The queue is
 * so large that a GUI never fills it.
 *
 * @module
 */

/** The queue is full at this many characters, sixteen times the longest line (`MAX_LINE_LENGTH` in system/input.ts). */
const FULL_SIZE = 16 * 1024 * 1024;
/** Each line counts as this many additional characters, because it needs memory for more than its text. */
const LINE_SIZE = 64;
/** Lines that were taken are removed from the list only when there are at least this many. */
const DROP_COUNT = 1024;

/** A queue of lines. */
export class LineQueue {
  private lines: string[] = [];
  /** Index of the first line that has not been taken. */
  private first = 0;
  private size = 0;
  private added = 0;
  private readonly waiting: (() => void)[] = [];

  /** Makes an empty queue. It is full at this many characters. */
  constructor(private readonly fullSize: number = FULL_SIZE) {}

  /** The first line, if any. */
  get head(): string | undefined {
    return this.first < this.lines.length ? this.lines[this.first] : undefined;
  }

  /** Number of waiting lines. */
  get length(): number {
    return this.lines.length - this.first;
  }

  /** The place of the next line to be added, counting all lines ever added. */
  get end(): number {
    return this.added;
  }

  /** Whether the line at this place is still in the queue. */
  has(place: number): boolean {
    return place < this.added && place >= this.added - this.length;
  }

  /** Whether the reader should wait. */
  get isFull(): boolean {
    return this.size >= this.fullSize;
  }

  /** Adds a line at the end. */
  push(line: string): void {
    this.lines.push(line);
    this.added++;
    this.size += line.length + LINE_SIZE;
  }

  /** Takes the first line, if any. */
  shift(): string | undefined {
    const line = this.head;
    if (line === undefined) return undefined;
    // Free the memory of the line's text.
    this.lines[this.first++] = "";
    this.size -= line.length + LINE_SIZE;
    // Removing an element moves all later ones, so remove many at a time.
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
