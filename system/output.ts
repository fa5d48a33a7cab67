/** Writes whole lines immediately, because a `bestmove` that stays in a buffer would cost time on the clock. @module */

/** A sink such as standard output. It may write only some of the bytes. */
export type ByteSink = { writeSync(bytes: Uint8Array): number };

/** Milliseconds between two attempts to write to a full pipe. */
const RETRY_MS = 1;
/** Maximum number of code units to encode at a time, so that a large text is not in memory twice. */
const MAX_PIECE = 1 << 20;

/** Writes lines to a sink. */
export class LineWriter {
  private readonly encoder: TextEncoder = new TextEncoder();

  /** `onClosed` is called with the error when nothing more can be written. */
  constructor(private readonly sink: ByteSink, private readonly onClosed: (error: unknown) => void) {}

  /** Writes one line, or several. */
  write(text: string): void {
    try {
      let start = 0;
      while (text.length - start > MAX_PIECE) {
        // Keep surrogate pairs together.
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
      // A non-blocking pipe may be full; if so, wait.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      return 0;
    }
  }
}

/** Makes text safe to show in a terminal, by replacing control characters other than line breaks and tabs. */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex -- the pattern must match them
  return text.replace(/\r\n/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
