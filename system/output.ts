/**
 * Writes whole lines to a GUI, a terminal or a file immediately.
 *
 * Writing is synchronous: a `bestmove` that waits in a buffer costs time on the clock, and lines of a later event must
 * not overtake it. If the reader has closed the pipe, the owner's callback is called, which ends the process.
 *
 * @module
 */

/** The target of bytes: standard output. */
export interface ByteSink {
  /** Writes some of the bytes. Returns their number. */
  writeSync(bytes: Uint8Array): number;
}

/** Milliseconds between two attempts while a non-blocking sink is full. */
const RETRY_MS = 1;
/**
 * Number of code units that are encoded in one step, so that memory never holds a large text a second time, as bytes.
 */
const MAX_PIECE = 1 << 20;

/** Writes lines to a sink. */
export class LineWriter {
  private readonly encoder: TextEncoder = new TextEncoder();

  /** `onClosed` is called with the error when the sink accepts no more bytes. */
  constructor(private readonly sink: ByteSink, private readonly onClosed: (error: unknown) => void) {}

  /** Writes one line, or several if the text has line breaks. */
  write(text: string): void {
    try {
      let start = 0;
      while (text.length - start > MAX_PIECE) {
        // Keep the two halves of a surrogate pair together.
        const end = start + MAX_PIECE + (text.codePointAt(start + MAX_PIECE - 1)! > 0xffff ? 1 : 0);
        this.writeWhole(this.encoder.encode(text.slice(start, end)));
        start = end;
      }
      this.writeWhole(this.encoder.encode(text.slice(start) + "\n"));
    } catch (error) {
      this.onClosed(error);
    }
  }

  private writeWhole(piece: Uint8Array): void {
    for (let bytes = piece; bytes.length > 0;) bytes = bytes.subarray(this.writeSome(bytes));
  }

  private writeSome(bytes: Uint8Array): number {
    try {
      return this.sink.writeSync(bytes);
    } catch (error) {
      // The program that started the engine may have made the pipe non-blocking, so a full pipe is not a failure.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      return 0;
    }
  }
}

/**
 * A text that is safe to show on a terminal: control characters, which could move the cursor or change the title of the
 * window, become the replacement character. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex -- the pattern must match them
  return text.replace(/\r\n/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
