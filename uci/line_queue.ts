/**
 * The lines of input that wait while a command runs.
 *
 * A program may send faster than commands run: a script of a million lines after a `perft`, or a fault. So the queue
 * has a maximum size. When it is full, the reader waits until there is room, the pipe fills, and the sender waits, too;
 * no line is lost. The price: a `stop` or `quit` has an effect only after it was read. The size is so large that all
 * lines of a GUI are read immediately.
 *
 * @module
 */

/** Characters that wait in a full queue: sixteen times the longest line (`MAX_LINE_LENGTH` of system/input.ts). */
const FULL_SIZE = 16 * 1024 * 1024;
/** The additional count for each line, because a list of short lines takes memory as well. */
const LINE_SIZE = 64;
/** Lines that were taken are dropped when there are this many. */
const DROP_COUNT = 1024;

/** Lines in the order in which they arrived. */
export class LineQueue {
  private lines: string[] = [];
  /** Place of the first line that was not taken. */
  private first = 0;
  private size = 0;
  /** How many lines were ever added. */
  private added = 0;
  private readonly waiting: (() => void)[] = [];

  /** An empty queue. It is full from this many characters on, with 64 more for each line. */
  constructor(private readonly fullSize: number = FULL_SIZE) {}

  /** The first line; `undefined` if there is none. */
  get head(): string | undefined {
    return this.first < this.lines.length ? this.lines[this.first] : undefined;
  }

  /** How many lines wait. */
  get length(): number {
    return this.lines.length - this.first;
  }

  /** Place of the next line that is added, among all that ever were. */
  get end(): number {
    return this.added;
  }

  /** Whether the line at a place, see `end`, was not taken. */
  has(place: number): boolean {
    return place < this.added && place >= this.added - this.length;
  }

  /** Whether no more should be read. A line that was read is taken anyway. */
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
    // The list would keep its text in memory.
    this.lines[this.first++] = "";
    this.size -= line.length + LINE_SIZE;
    // Dropping the first element moves all others, so this many are dropped together.
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
