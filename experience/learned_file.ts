/**
 * The learning file: experience of positions, and a snapshot of the histories, as bytes.
 *
 * A head, then blocks, all numbers little-endian:
 *
 *     head   "HSLEARN" 0x1a, version (16 bits), 0 (16), network (32), tables (32), engine (16 bytes of text), CRC-32
 *     block  kind (32), size (32), stored size (32), CRC-32 of these three, CRC-32 of what is stored, what is stored
 *
 * "Network" is the checksum of the evaluation network, since scores and corrections are its own; "tables" the signature
 * of the tables. A block holds records of positions, histories or corrections, compressed by DEFLATE. Blocks can be
 * added at the end of a file without reading it. Records of later blocks are merged with those before; of several
 * blocks of histories the last counts.
 *
 * Reading trusts nothing: sizes first, then the checksum, then the compression, then every number. A last block that is
 * cut off is left out, as the end of a program that was killed while it wrote. Any other fault refuses the file.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { crc32 } from "../nnue/crc32.ts";
import { Experience, LEARNED_MAX_BYTES, RECORD_WORDS } from "./experience.ts";
import { checkSnapshot, type Snapshot, SNAPSHOT_SIZES, tablesSignature } from "./snapshot.ts";

const MAGIC = [0x48, 0x53, 0x4c, 0x45, 0x41, 0x52, 0x4e, 0x1a];
/** Version of the format. */
const FORMAT = 1;
/** Bytes of the head. */
export const HEAD_BYTES = 40;
const NETWORK_AT = 12;
const TABLES_AT = 16;
const ENGINE_AT = 20;
const ENGINE_BYTES = 16;
const HEAD_SUM_AT = 36;
/** Bytes before what a block stores. */
export const BLOCK_HEAD_BYTES = 20;
const BLOCK_HEAD_SUM_AT = 12;
const STORED_SUM_AT = 16;
/** Bytes of a record of a position. */
const RECORD_BYTES = 4 * RECORD_WORDS;

/** Kinds of blocks. */
const POSITIONS = 1;
const HISTORIES = 2;
const CORRECTIONS = 3;

/** What a learning file holds. */
export interface Learned {
  /** What is known of positions. */
  readonly experience: Experience;
  /** The histories; `null` if the file has none, or those of other tables. */
  readonly snapshot: Snapshot | null;
  /** What is to be known of the file, a sentence each; empty for nothing. */
  readonly notices: readonly string[];
}

/** Nothing. */
export function nothingLearned(): Learned {
  return { experience: new Experience(), snapshot: null, notices: [] };
}

/** The head of a file. */
export interface LearnedHead {
  /** Checksum of the network, see `networkChecksum`. */
  readonly network: number;
  /** Name and version of the engine that wrote it. */
  readonly engine: string;
}

/** The bytes of a file. */
export async function encodeLearned(
  head: LearnedHead,
  { experience, snapshot }: Omit<Learned, "notices">,
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = [encodeHead(head)];
  if (experience.size > 0) blocks.push(await encodeRecords(experience.records));
  if (snapshot !== null) {
    blocks.push(await encodeBlock(HISTORIES, bytesOf(snapshot.histories)));
    blocks.push(await encodeBlock(CORRECTIONS, bytesOf(snapshot.corrections)));
  }
  return bytesOfAll(blocks);
}

/** The head of a file, which is itself a file with nothing learned. */
export function encodeHead({ network, engine }: LearnedHead): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint16(8, FORMAT, true);
  view.setUint32(NETWORK_AT, network, true);
  view.setUint32(TABLES_AT, tablesSignature(), true);
  head.set(new TextEncoder().encode(engine).subarray(0, ENGINE_BYTES), ENGINE_AT);
  view.setUint32(HEAD_SUM_AT, crc32(head.subarray(0, HEAD_SUM_AT)), true);
  return head;
}

/** A block of records, to be added to a file. */
export function encodeRecords(records: Int32Array): Promise<Uint8Array<ArrayBuffer>> {
  return encodeBlock(POSITIONS, bytesOf(records));
}

/**
 * Reads a file; an empty one holds nothing.
 *
 * @param network Checksum of the network in use.
 * @throws {SyntaxError} If it is damaged, or no learning file.
 * @throws {RangeError} If it is of another version or network, too large, or has numbers outside their ranges.
 */
export async function decodeLearned(bytes: Uint8Array, network: number): Promise<Learned> {
  if (bytes.length === 0) return nothingLearned();
  if (bytes.length > LEARNED_MAX_BYTES) {
    throw new RangeError(`Expected at most ${LEARNED_MAX_BYTES} bytes, but there are ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const hasTables = checkHead(bytes, view, network);
  const experience = new Experience();
  const tables: { -readonly [Key in keyof Snapshot]?: Snapshot[Key] } = {};
  const notices: string[] = [];
  let total = 0;
  for (let at = HEAD_BYTES; at < bytes.length;) {
    const block = readBlockHead(bytes, view, at);
    if (block === null) {
      notices.push(`Its last ${bytes.length - at} bytes are cut off and left out`);
      break;
    }
    const { kind, size, end } = block;
    if ((total += size) > 2 * LEARNED_MAX_BYTES) throw new RangeError("Expected less behind the compression");
    const raw = await inflate(bytes.subarray(at + BLOCK_HEAD_BYTES, end), size);
    if (kind === POSITIONS) experience.addAll(new Int32Array(raw));
    else if (hasTables && kind === HISTORIES) tables.histories = new Int16Array(raw);
    else if (hasTables && kind === CORRECTIONS) tables.corrections = new Int16Array(raw);
    at = end;
  }
  if (!hasTables) notices.push("Its histories are those of another version and are left out");
  return { experience, snapshot: snapshotOf(tables), notices };
}

/**
 * Where a file of a size can be added to: the end of its last whole block, and how many there are. `null` if it does
 * not begin with this head, and cannot be added to. Blocks are not read, but for their heads.
 */
export function endOfBlocks(
  head: Uint8Array,
  size: number,
  read: (at: number, length: number) => Uint8Array<ArrayBuffer>,
): { readonly end: number; readonly blocks: number } | null {
  if (size < HEAD_BYTES) return null;
  const found = read(0, HEAD_BYTES);
  // The engine's name and the checksum behind it may differ.
  if (head.subarray(0, ENGINE_AT).some((byte, i) => found[i] !== byte)) return null;
  let end = HEAD_BYTES;
  let blocks = 0;
  while (end + BLOCK_HEAD_BYTES <= size) {
    const block = read(end, BLOCK_HEAD_BYTES);
    if (!isBlockHead(block)) return null;
    const stored = new DataView(block.buffer).getUint32(8, true);
    if (end + BLOCK_HEAD_BYTES + stored > size) break;
    end += BLOCK_HEAD_BYTES + stored;
    blocks++;
  }
  return { end, blocks };
}

/** Reads the head; whether the tables are those of this version. Throws like `decodeLearned`. */
function checkHead(bytes: Uint8Array, view: DataView, network: number): boolean {
  if (bytes.length < HEAD_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new SyntaxError("Expected a learning file, but it does not begin like one");
  }
  const format = view.getUint16(8, true);
  if (format !== FORMAT) throw new RangeError(`Expected format ${FORMAT} of learning files, but got ${format}`);
  if (view.getUint32(HEAD_SUM_AT, true) !== crc32(bytes.subarray(0, HEAD_SUM_AT))) {
    throw damage("the checksum of its head is another one");
  }
  const learnedWith = view.getUint32(NETWORK_AT, true);
  if (learnedWith !== network) {
    throw new RangeError(`It was learned with the network ${hex(learnedWith)}, but ${hex(network)} is in use`);
  }
  return view.getUint32(TABLES_AT, true) === tablesSignature();
}

/** What a block says of itself; `null` if it is cut off. Throws a SyntaxError if it is damaged. */
function readBlockHead(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { readonly kind: number; readonly size: number; readonly end: number } | null {
  if (at + BLOCK_HEAD_BYTES > bytes.length) return null;
  // Else a wrong size would look like a block that is cut off.
  if (!isBlockHead(bytes.subarray(at))) throw damage(`at byte ${at} there is no block`);
  const kind = view.getUint32(at, true);
  const size = view.getUint32(at + 4, true);
  const end = at + BLOCK_HEAD_BYTES + view.getUint32(at + 8, true);
  if (end > bytes.length) return null;
  if (view.getUint32(at + STORED_SUM_AT, true) !== crc32(bytes.subarray(at + BLOCK_HEAD_BYTES, end))) {
    throw damage(`the block at byte ${at} has another checksum`);
  }
  const unit = kind === POSITIONS ? RECORD_BYTES : 2;
  const isSize = kind === HISTORIES
    ? size === 2 * SNAPSHOT_SIZES.histories
    : kind === CORRECTIONS
    ? size === 2 * SNAPSHOT_SIZES.corrections
    : kind === POSITIONS && size <= LEARNED_MAX_BYTES;
  if (!isSize || size % unit !== 0) throw damage(`the block at byte ${at} of kind ${kind} has ${size} bytes`);
  return { kind, size, end };
}

function snapshotOf({ histories, corrections }: Partial<Snapshot>): Snapshot | null {
  if (histories === undefined || corrections === undefined) return null;
  const snapshot = { histories, corrections };
  checkSnapshot(snapshot);
  return snapshot;
}

async function encodeBlock(kind: number, raw: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await throughStream(raw, new CompressionStream("deflate-raw"), Infinity);
  const block = await bytesOfAll([new Uint8Array(BLOCK_HEAD_BYTES), ...stored]);
  const view = new DataView(block.buffer);
  view.setUint32(0, kind, true);
  view.setUint32(4, raw.length, true);
  view.setUint32(8, block.length - BLOCK_HEAD_BYTES, true);
  view.setUint32(BLOCK_HEAD_SUM_AT, crc32(block.subarray(0, BLOCK_HEAD_SUM_AT)), true);
  view.setUint32(STORED_SUM_AT, crc32(block.subarray(BLOCK_HEAD_BYTES)), true);
  return block;
}

/** Whether a block begins here: whether what it says of itself has its checksum. */
function isBlockHead(bytes: Uint8Array): boolean {
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(BLOCK_HEAD_SUM_AT, true);
  return sum === crc32(bytes.subarray(0, BLOCK_HEAD_SUM_AT));
}

/** What was compressed, `size` bytes. Throws a SyntaxError if it is something else. */
async function inflate(stored: Uint8Array, size: number): Promise<ArrayBuffer> {
  let raw: Uint8Array<ArrayBuffer>;
  try {
    raw = await bytesOfAll(await throughStream(stored, new DecompressionStream("deflate-raw"), size));
  } catch (error) {
    throw damage(`${messageOf(error)}`);
  }
  if (raw.length !== size) throw damage(`expected ${size} bytes in a block, but got ${raw.length}`);
  return raw.buffer;
}

/** Sends bytes through a stream; throws a RangeError where more than `most` come out. */
async function throughStream(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError(`more than ${most} bytes in a block`);
    }
    parts.push(part.value);
  }
  return parts;
}

async function bytesOfAll(parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Int16Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

function damage(what: string): SyntaxError {
  return new SyntaxError(`The learning file is damaged: ${what}`);
}

function hex(value: number): string {
  return value.toString(16).padStart(8, "0");
}
