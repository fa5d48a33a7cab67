/**
 * Reads lines as they arrive.
 *
 * @module
 */

/** Bytes as they arrive: standard input. */
export interface ByteStream {
  /** Reads some bytes into the buffer and returns how many; `null` at the end. */
  read(buffer: Uint8Array): Promise<number | null>;
}

const BUFFER_BYTES = 65536;

/**
 * The lines of a stream, in groups that arrived together, without their line feeds.
 *
 * A last line without a line feed counts. A stream that fails has ended: what an engine can do about a broken input
 * is leave.
 */
export async function* readLines(stream: ByteStream): AsyncGenerator<string[]> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  const decoder = new TextDecoder();
  // The beginning of a line whose end has not arrived yet, in pieces so that a long one is not copied again and again.
  let pieces: string[] = [];
  while (true) {
    let count: number | null;
    try {
      count = await stream.read(buffer);
    } catch {
      count = null;
    }
    if (count === null) break;
    const lines = decoder.decode(buffer.subarray(0, count), { stream: true }).split("\n");
    pieces.push(lines[0]);
    if (lines.length === 1) continue;
    lines[0] = pieces.join("");
    pieces = [lines[lines.length - 1]];
    lines.pop();
    yield lines;
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield [last];
}
