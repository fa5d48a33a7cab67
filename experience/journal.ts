/**
 * The journal, the format of a learning file. New results are added at its end, so written data are never at risk, and
 * several programs can use one file.
 *
 * A file is a header, followed by blocks. All numbers are little-endian:
 *
 *     header "HSLEARN" 0x1a, version (16 bits), 0 (16), generation (32), base (32), engine (16 bytes of text), CRC-32
 *     block  kind (32), network (32), tables (32), size (32), stored size (32), number (32),
 *            CRC-32 of these six, CRC-32 of the stored bytes, the stored bytes
 *
 * "Network" is the checksum of the network, on which scores and corrections depend; "tables" is the signature of the
 * history tables' layout (`tablesSignature`). If "stored size" is smaller than "size", the contents are compressed with
 * DEFLATE. "Number" is random for a new block; two blocks with the same number and checksum count as one. "Generation"
 * changes whenever the file is rewritten; "base" is the size of the rewritten file in bytes.
 *
 * The reader checks sizes, checksums, compression and every number. It ignores damaged parts and uses all whole blocks.
 * The next block is written after the last whole block.
 *
 * In version 1, "network" and "tables" were in the header, and blocks had no number and were always compressed.
 *
 * @module
 */

import { Pace } from "../core/pace.ts";
import { crc32 } from "../nnue/crc32.ts";

const MAGIC = [0x48, 0x53, 0x4c, 0x45, 0x41, 0x52, 0x4e, 0x1a];
const FORMAT = 2;
/** Size of a file's header in bytes. */
export const HEAD_BYTES = 40;
const GENERATION_AT = 12;
const BASE_AT = 16;
const ENGINE_AT = 20;
const ENGINE_BYTES = 16;
const HEAD_SUM_AT = 36;
/** Size of a block's header in bytes. */
export const BLOCK_HEAD_BYTES = 32;
const BLOCK_HEAD_BYTES_1 = 20; // in version 1
/** Maximum size of a file in bytes. */
export const JOURNAL_MAX_BYTES: number = 64 * 1024 * 1024;
/** Number of bytes that are examined in one slice, which takes about a millisecond. */
const BYTES_AT_ONCE = 1 << 18;

/** Possible blocks are checked until their contents add up to this many times the size of the file. */
const SUMMED_MAX = 4;

/** Block kind: records. */
export const POSITIONS = 1;
/** Block kind: histories. */
export const HISTORIES = 2;
/** Block kind: corrections. */
export const CORRECTIONS = 3;
/** Block kind: keys of the records to remove from earlier blocks. */
export const REMOVED = 4;

/** The network and the tables to which a block belongs, as given by `networkChecksum` and `tablesSignature`. */
export type Stamp = { readonly network: number; readonly tables: number };

/** The stamp of a block that removes everything. */
export const ALL_NETWORKS: Stamp = { network: 0, tables: 0 };

/** A whole block. `stored` and `bytes` are views; `sum` is the checksum of `stored`. */
export type Block = Stamp & {
  readonly kind: number;
  /** Size of the contents in bytes, before compression. */
  readonly size: number;
  readonly stored: Uint8Array;
  readonly isCompressed: boolean;
  /** Together with `sum`, identifies the block. */
  readonly number: number;
  readonly sum: number;
  readonly bytes: Uint8Array;
};

/** The contents of a file. */
export type Journal = {
  readonly blocks: readonly Block[];
  /** Whether blocks can be added. If not, the file must be rewritten: it is empty, has version 1, or has no header. */
  readonly isCurrent: boolean;
  /** The end of the last whole block, where the next one is written. */
  readonly end: number;
  /** Number of bytes that belong to no whole block. */
  readonly lost: number;
  /** The file's size in bytes when it was last rewritten. */
  readonly base: number;
};

/** The version of a journal. In version 1, all blocks have one stamp. */
export type Format = { readonly version: 2 } | ({ readonly version: 1 } & Stamp);

/**
 * Reads a file, which may be empty, in slices. The journal contains views of these bytes.
 *
 * @throws {SyntaxError} If it is not a learning file, or the header is damaged and no block is whole.
 * @throws {RangeError} If it has another version, or is too large.
 */
export async function readJournal(bytes: Uint8Array, pace: Pace = new Pace()): Promise<Journal> {
  const head = headOf(bytes);
  if (head === null) return { blocks: [], isCurrent: false, end: 0, lost: bytes.length, base: 0 };
  const { format, base } = head;
  const { blocks, end, lost: behind } = await readBlocks(bytes, HEAD_BYTES, format, pace);
  const lost = base === null ? HEAD_BYTES + behind : behind;
  if (base === null && blocks.length === 0) throw new SyntaxError("The head of the learning file is damaged");
  return { blocks, end, lost, base: base ?? 0, isCurrent: format.version === FORMAT && base !== null };
}

/** Finds the whole blocks from byte `from` on, the end of the last one, and the number of all other bytes. */
export async function readBlocks(
  bytes: Uint8Array,
  from: number,
  format: Format = { version: FORMAT },
  pace: Pace = new Pace(),
): Promise<Pick<Journal, "blocks" | "end" | "lost">> {
  const blocks: Block[] = [];
  let [end, used, summed] = [from, 0, 0];
  for (let at = from; at < bytes.length;) {
    const block = blockAt(bytes, at, format);
    if (pace.isDue) await pace.rest();
    // A file with more contents than this was crafted to keep the reader busy.
    const isChecked = block !== null && (summed += block.stored.length) <= SUMMED_MAX * bytes.length;
    if (!isChecked || await sumOf(block.stored, pace) !== block.sum) {
      // After damage, a block may begin anywhere.
      at = nextPlace(bytes, at + 1);
      continue;
    }
    at += block.bytes.length;
    blocks.push(block);
    end = at;
    used += block.bytes.length;
  }
  return { blocks, end, lost: bytes.length - from - used };
}

/** Encodes the header of a file that contains these blocks. */
export function encodeHead(engine: string, blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint16(8, FORMAT, true);
  const generation = blocks.reduce((sum, block) => crc32(block.subarray(0, BLOCK_HEAD_BYTES), sum), 0);
  view.setUint32(GENERATION_AT, generation, true);
  view.setUint32(BASE_AT, blocks.reduce((sum, { length }) => sum + length, HEAD_BYTES), true);
  head.set(new TextEncoder().encode(engine).subarray(0, ENGINE_BYTES), ENGINE_AT);
  view.setUint32(HEAD_SUM_AT, crc32(head.subarray(0, HEAD_SUM_AT)), true);
  return head;
}

/** Whether two headers are equal, which means that the file was not rewritten between the two reads. */
export function isSameGeneration(head: Uint8Array, other: Uint8Array): boolean {
  return head.length >= HEAD_BYTES && other.length >= HEAD_BYTES &&
    head.subarray(0, HEAD_BYTES).every((byte, i) => other[i] === byte);
}

/** Encodes a block. */
export function encodeBlock(
  { kind, network, tables, size, stored, number }: Omit<Block, "bytes" | "sum" | "isCompressed">,
): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_HEAD_BYTES + stored.length);
  const view = new DataView(block.buffer);
  [kind, network, tables, size, stored.length, number].forEach((value, i) => view.setUint32(4 * i, value, true));
  view.setUint32(24, crc32(block.subarray(0, 24)), true);
  view.setUint32(28, crc32(stored), true);
  block.set(stored, BLOCK_HEAD_BYTES);
  return block;
}

/** Joins parts. */
export function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Reads a file's header. If the header is damaged, `base` is `null`. Returns `null` if the file was never written, as
 * can happen in a power cut. Throws the errors of `readJournal`.
 */
function headOf(bytes: Uint8Array): { readonly format: Format; readonly base: number | null } | null {
  if (bytes.length > JOURNAL_MAX_BYTES) {
    throw new RangeError(`Expected at most ${JOURNAL_MAX_BYTES} bytes, but there are ${bytes.length}`);
  }
  const isMagic = MAGIC.every((byte, i) => i >= bytes.length || bytes[i] === byte);
  if (isMagic ? bytes.length < HEAD_BYTES : areZeros(bytes)) return null;
  if (!isMagic) throw new SyntaxError("Expected a learning file, but it does not begin like one");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(HEAD_SUM_AT, true) !== crc32(bytes.subarray(0, HEAD_SUM_AT))) {
    return { format: { version: FORMAT }, base: null };
  }
  const version = view.getUint16(8, true);
  if (version === FORMAT) return { format: { version }, base: view.getUint32(BASE_AT, true) };
  if (version !== 1) throw new RangeError(`Expected format 1 or ${FORMAT} of learning files, but got ${version}`);
  return { format: { version, network: view.getUint32(12, true), tables: view.getUint32(16, true) }, base: 0 };
}

/** Whether a block contains histories or corrections. */
export function isHistory({ kind }: Pick<Block, "kind">): boolean {
  return kind === HISTORIES || kind === CORRECTIONS;
}

/** Whether a block removes everything before it. */
export function removesAll({ kind, network, size }: Block): boolean {
  return kind === REMOVED && network === ALL_NETWORKS.network && size === 0;
}

/** The identity of a block. */
export function identityOf({ number, sum }: Pick<Block, "number" | "sum">): number {
  // The identity has 53 bits, the most that a number can hold exactly.
  return number + (sum & 0x1fffff) * 0x100000000;
}

/** The identity of an encoded block. */
export function identityIn({ buffer, byteOffset }: Uint8Array): number {
  const head = new DataView(buffer, byteOffset, BLOCK_HEAD_BYTES);
  return identityOf({ number: head.getUint32(20, true), sum: head.getUint32(28, true) });
}

/** Reads the block at `at`, but does not check its contents; `null` if its header is wrong or its end is missing. */
function blockAt(bytes: Uint8Array, at: number, format: Format): Block | null {
  const headBytes = format.version === 1 ? BLOCK_HEAD_BYTES_1 : BLOCK_HEAD_BYTES;
  if (at + headBytes > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  const word = (index: number): number => view.getUint32(4 * index, true);
  const sums = headBytes / 4 - 2;
  if (word(sums) !== crc32(bytes.subarray(at, at + 4 * sums))) return null;
  const sum = word(sums + 1);
  const isFirst = format.version === 1;
  const [network, tables] = isFirst ? [format.network, format.tables] : [word(1), word(2)];
  const [size, length, number] = isFirst ? [word(1), word(2), sum] : [word(3), word(4), word(5)];
  const end = at + headBytes + length;
  if (end > bytes.length) return null;
  const stored = bytes.subarray(at + headBytes, end);
  const isCompressed = isFirst || length !== size;
  return { kind: word(0), network, tables, size, stored, isCompressed, number, sum, bytes: bytes.subarray(at, end) };
}

/** The next place where a block may begin (with a block kind and three zero bytes), or the end of the slice. */
function nextPlace(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length, from + BYTES_AT_ONCE);
  for (let at = from; at < end; at++) {
    const isKind = bytes[at] !== 0 && (bytes[at + 1] | bytes[at + 2] | bytes[at + 3]) === 0;
    if (isKind && bytes[at] <= REMOVED) return at;
  }
  return end;
}

function areZeros(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && bytes[at] === 0) at++;
  return at === bytes.length;
}

async function sumOf(bytes: Uint8Array, pace: Pace): Promise<number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    sum = crc32(bytes.subarray(at, at + BYTES_AT_ONCE), sum);
    if (pace.isDue) await pace.rest();
  }
  return sum;
}
