/**
 * Reads the lines of a PGN file from bytes, in pieces of any size and in any encoding.
 *
 * UTF-16 is recognised by a byte order mark or by a first character with a zero byte. In any other file, each line is
 * read as UTF-8 if possible, otherwise as Latin-1, the encoding in the standard. A file that was joined from several
 * may contain both.
 *
 * @module
 */

import { BYTES, expect, TEXT } from "../arguments.ts";

/** A web stream, such as the body of a response. It is declared here for programs compiled without the web's types. */
export interface PgnStream {
  /** Gets a reader, which returns the pieces one by one. */
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: string | Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/** Text or bytes, whole or in pieces. */
export type PgnSource =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | PgnStream;

const LINE_FEED = 10;

/** Decodes the bytes of a file. */
export function decodePgn(bytes: Uint8Array): string {
  const decoder = new Decoder();
  return decoder.decode(bytes) + decoder.end();
}

class Decoder {
  /** The decoder for UTF-16; `null` for other encodings, `undefined` until enough bytes have arrived. */
  private wide: TextDecoder | null | undefined = undefined;
  private rest: Uint8Array = new Uint8Array();

  decode(chunk: Uint8Array): string {
    const bytes = joined(this.rest, chunk);
    this.rest = new Uint8Array();
    if (this.wide === undefined && bytes.length > 1) {
      const [first, second] = bytes;
      const isLittle = (first === 0xff && second === 0xfe) || second === 0;
      const isBig = (first === 0xfe && second === 0xff) || first === 0;
      this.wide = isLittle || isBig ? new TextDecoder(isLittle ? "utf-16le" : "utf-16be") : null;
    }
    if (this.wide) return this.wide.decode(bytes, { stream: true });
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    // The caller may reuse the memory of its chunk.
    this.rest = bytes.slice(end);
    return decodeLines(bytes.subarray(0, end));
  }

  end(): string {
    return this.wide ? this.wide.decode() : decodeLines(this.rest);
  }
}

/** Joins two byte arrays. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Decodes whole lines together or, if that fails, one by one. */
function decodeLines(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!text.includes("\ufffd")) return text;
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    parts.push(decodeLine(bytes.subarray(start, end)));
    start = end;
  }
  return parts.join("");
}

function decodeLine(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The lines of a text. */
export function linesOf(text: string): string[] {
  expect(text, TEXT);
  return text.split(/\r\n?|\n/);
}

/** The lines of a source, in groups. */
export async function* linesFrom(source: PgnSource): AsyncGenerator<string[]> {
  const decoder = new Decoder();
  let rest = "";
  for await (const piece of piecesOf(source)) {
    if (typeof piece !== "string") expect(piece, BYTES);
    const text = rest + (typeof piece === "string" ? piece : decoder.decode(piece));
    // A final carriage return may be the first half of a line break.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = linesOf(text.slice(0, end));
    rest = (lines.pop() ?? "") + text.slice(end);
    yield lines;
  }
  yield linesOf(rest + decoder.end());
}

function piecesOf(source: PgnSource): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> {
  if (typeof source === "string" || source instanceof Uint8Array) return [source];
  if (typeof source === "object" && source !== null && "getReader" in source) return readChunks(source);
  expect(source, {
    words: "text, bytes, or a stream or list of these",
    fits: (value) => Symbol.iterator in Object(value) || Symbol.asyncIterator in Object(value),
  });
  return source;
}

async function* readChunks(stream: PgnStream): AsyncGenerator<string | Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value ?? "";
  } finally {
    await reader.cancel();
  }
}

/** A place in a list of lines. Both numbers are indices. */
export type Place = { readonly line: number; readonly column: number };

/** The text between two places. */
export function textBetween(all: readonly string[], from: Place, to: Place): string {
  const lines = all.slice(from.line, to.line + 1);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, to.column);
  lines[0] = lines[0].slice(from.column);
  return lines.join("\n");
}
