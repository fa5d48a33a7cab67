/**
 * Unpacks text while reading it: gzip (RFC 1952) and Zstandard (RFC 8878), the formats of public game databases.
 *
 * The runtime unpacks only the first frame of a Zstandard file, and does not notice if that frame is incomplete. So
 * this module finds the frames, and starts an unpacker for each.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { KIND_BYTES, packingOf } from "../../engine/file_kind.ts";
import { joined } from "../../engine/games/pgn_lines.ts";
import { nodeModule } from "../../engine/runtime.ts";

type Pieces = AsyncIterable<Uint8Array>;

type Unpackers = Record<"createGunzip" | "createZstdDecompress", () => Pieces>;
type Streams = { pipeline(bytes: Pieces, unpacker: Pieces, end: (error?: Error) => void): void };

/** The magic numbers at the start of frames. For a skippable frame, the last hexadecimal digit may vary. */
const FRAME = 0xfd2fb528;
const PASSED_FRAME = 0x184d2a5;
/** Possible lengths in bytes of a frame's dictionary ID and content size. The header's first byte selects both. */
const DICTIONARY_BYTES = [0, 1, 2, 4];
const SIZE_BYTES = [0, 2, 4, 8];
/** Block types: a repeated byte, and the reserved type. */
const REPEATED = 1;
const RESERVED = 3;

/** A file's text, unpacked if necessary. Throws an Error if it is not text, is damaged, or ends early. */
export async function* unpacked(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new PieceReader(file);
  try {
    const packing = packingOf(await reader.peek(KIND_BYTES));
    if (packing === null) return yield* reader.part();
    yield* unpacked(packing === "gzip" ? through("createGunzip", reader.part()) : framesOf(reader));
  } finally {
    await reader.close();
  }
}

/** Unpacks bytes with one of the runtime's unpackers. */
async function* through(name: keyof Unpackers, bytes: Pieces): AsyncGenerator<Uint8Array> {
  const { pipeline } = nodeModule<Streams>("stream");
  const unpacker = nodeModule<Unpackers>("zlib")[name]();
  // An error in the reader or the unpacker stops both. The unpacker may finish before the reader notices that bytes are
  // missing.
  const ended = new Promise<void>((resolve, reject) =>
    pipeline(bytes, unpacker, (error) => error ? reject(error) : resolve())
  );
  ended.catch(() => {});
  try {
    yield* unpacker;
    await ended;
  } catch (error) {
    throw new Error(`it cannot be unpacked: ${messageOf(error)}`);
  }
}

async function* framesOf(reader: PieceReader): AsyncGenerator<Uint8Array> {
  while ((await reader.peek(1)).length > 0) {
    const magic = numberIn(await reader.peek(4));
    if (magic === FRAME) yield* through("createZstdDecompress", frameOf(reader));
    else if (magic >>> 4 !== PASSED_FRAME) throw new Error("unpacked data follows the packed data");
    else {
      await reader.take(4);
      for await (const _ of reader.part(numberIn(await reader.take(4)))) { /* This frame is for other programs. */ }
    }
  }
}

async function* frameOf(reader: PieceReader): AsyncGenerator<Uint8Array> {
  const start = await reader.take(5);
  yield start;
  const flags = start[4];
  const isSingle = (flags & 0x20) !== 0;
  const sizeBytes = SIZE_BYTES[flags >> 6] || (isSingle ? 1 : 0);
  yield await reader.take((isSingle ? 0 : 1) + DICTIONARY_BYTES[flags & 3] + sizeBytes);
  for (let isLast = false; !isLast;) {
    const head = await reader.take(3);
    yield head;
    const block = numberIn(head);
    const kind = block >> 1 & 3;
    if (kind === RESERVED) throw new Error("it is damaged");
    yield* reader.part(kind === REPEATED ? 1 : block >> 3);
    isLast = (block & 1) !== 0;
  }
  if ((flags & 4) !== 0) yield await reader.take(4);
}

/** Up to four bytes as a number, the lowest byte first. */
function numberIn(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

class PieceReader {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(pieces: Pieces) {
    this.pieces = pieces[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes without taking them. Near the end, there may be fewer. */
  async peek(length: number): Promise<Uint8Array> {
    while (this.rest.length < length && await this.more());
    return this.rest.subarray(0, length);
  }

  /** Takes the next `length` bytes. Throws an Error if there are fewer. */
  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw new Error("it ends early");
    this.rest = this.rest.subarray(length);
    return bytes;
  }

  /** Takes the next bytes in pieces, by default all of them. Throws an Error if there are fewer than `length`. */
  async *part(length = Infinity): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      if (this.rest.length === 0 && !await this.more()) {
        if (left < Infinity) throw new Error("it ends early");
        return;
      }
      const bytes = this.rest.subarray(0, Math.min(left, this.rest.length));
      this.rest = this.rest.subarray(bytes.length);
      left -= bytes.length;
      yield bytes;
    }
  }

  async close(): Promise<void> {
    await this.pieces.return?.();
  }

  /** Reads the next piece. Returns `false` at the end. */
  private async more(): Promise<boolean> {
    const { done, value } = await this.pieces.next();
    if (done === true) return false;
    this.rest = joined(this.rest, value);
    return true;
  }
}
