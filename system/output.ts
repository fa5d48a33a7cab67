/**
 * Writes lines to a GUI, a terminal or a file, whole and immediately.
 *
 * Writing is synchronous: a `bestmove` that waits in a buffer costs time on the clock, and lines of a later event must
 * not overtake it. If the reader has closed the pipe, there is nothing left to do; then the owner's callback is called,
 * which ends the process.
 *
 * @module
 */

/** The target of bytes: standard output. */
export interface ByteSink {
  /** Writes some of the bytes and returns how many. */
  writeSync(bytes: Uint8Array): number;
}

/** Milliseconds between two attempts when a sink that does not block is full. */
const RETRY_MS = 1;
/** How many code units of a text are encoded in one step: a large text must not be in memory a second time as bytes. */
const MAX_PIECE = 1 << 20;

/** Writes lines to a sink. */
export class LineWriter {
  private readonly encoder: TextEncoder = new TextEncoder();

  /** A writer that has written nothing; `onClosed` is called with the error when the sink takes no more. */
  constructor(private readonly sink: ByteSink, private readonly onClosed: (error: unknown) => void) {}

  /** Writes one line, or several if the text has line breaks. */
  write(text: string): void {
    try {
      let start = 0;
      while (text.length - start > MAX_PIECE) {
        // The two halves of a large code point stay together.
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
      // The program that started the engine may have made the pipe non-blocking. Then a full pipe is not a failure.
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
  // deno-lint-ignore no-control-regex -- they are what is looked for
  return text.replace(/\r\n/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
