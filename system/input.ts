/** Reads lines as they arrive. @module */

/** A stream such as standard input. `read` returns `null` at its end. */
export type ByteStream = { read(buffer: Uint8Array): Promise<number | null> };

const BUFFER_BYTES = 65536;
/** Maximum number of characters in a line. A `position` with a thousand moves has about 5,000. */
export const MAX_LINE_LENGTH: number = 1024 * 1024;

/**
 * The lines of a stream, in groups that arrived together. The last line needs no line feed. A read error counts as the
 * end of the stream. Very long lines are dropped, because they could fill the memory; `onLongLine` is called for each
 * of them.
 */
export async function* readLines(stream: ByteStream, onLongLine: () => void = () => {}): AsyncGenerator<string[]> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  const decoder = new TextDecoder();
  // The pieces of an incomplete line. Joining them only once avoids copying a long line many times.
  let pieces: string[] = [];
  let length = 0;
  let isTooLong = false;
  while (true) {
    let count: number | null;
    try {
      count = await stream.read(buffer);
    } catch {
      count = null;
    }
    if (count === null) break;
    const lines = decoder.decode(buffer.subarray(0, count), { stream: true }).split("\n");
    length += lines[0].length;
    if (length > MAX_LINE_LENGTH) {
      if (!isTooLong) onLongLine();
      isTooLong = true;
      pieces = [];
    } else pieces.push(lines[0]);
    if (lines.length === 1) continue;
    if (isTooLong) lines.shift();
    else lines[0] = pieces.join("");
    isTooLong = false;
    const rest = lines.pop() ?? "";
    pieces = [rest];
    length = rest.length;
    if (lines.length > 0) yield lines;
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield [last];
}
