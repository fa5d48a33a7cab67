/**
 * Writes lines for the GUI, whole and at once.
 *
 * Writing is synchronous: a `bestmove` that waits in a buffer costs time on the clock, and lines of a later event
 * must not overtake it. If nobody reads any more there is nothing left to do, so the owner hears of it and ends the
 * process.
 *
 * @module
 */

/** Where bytes go: standard output. */
export interface ByteSink {
  /** Writes some of the bytes and says how many. */
  writeSync(bytes: Uint8Array): number;
}

/** Milliseconds between two attempts when a sink that does not block is full. */
const RETRY_MS = 1;

/** Writes lines to a sink. */
export class LineWriter {
  private readonly sink: ByteSink;
  private readonly onClosed: (error: unknown) => void;
  private readonly encoder: TextEncoder = new TextEncoder();

  /**
   * A writer that has written nothing.
   *
   * @param sink Where the bytes go.
   * @param onClosed Called with the error when the sink takes no more.
   */
  constructor(sink: ByteSink, onClosed: (error: unknown) => void) {
    this.sink = sink;
    this.onClosed = onClosed;
  }

  /** Writes one line, or several if the text has line breaks. */
  write(text: string): void {
    let bytes = this.encoder.encode(text + "\n");
    try {
      while (bytes.length > 0) bytes = bytes.subarray(this.writeSome(bytes));
    } catch (error) {
      this.onClosed(error);
    }
  }

  private writeSome(bytes: Uint8Array): number {
    try {
      return this.sink.writeSync(bytes);
    } catch (error) {
      // Whoever started the engine may have made the pipe non-blocking; a full one is then no failure.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      return 0;
    }
  }
}
