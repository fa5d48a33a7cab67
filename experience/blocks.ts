/**
 * The contents of a journal's blocks: position records, keys of removed positions, and snapshots of histories.
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { Pace } from "../core/pace.ts";
import { crc32 } from "../nnue/crc32.ts";
import { Experience, RECORD_WORDS } from "./experience.ts";
import {
  type Block,
  CORRECTIONS,
  encodeBlock,
  HISTORIES,
  identityOf,
  isHistory,
  type Journal,
  JOURNAL_MAX_BYTES,
  POSITIONS,
  REMOVED,
  removesAll,
  type Stamp,
} from "./journal.ts";
import { checkSnapshot, type Snapshot, SNAPSHOT_SIZES } from "./snapshot.ts";

/** Maximum number of records in a block. A block of this size takes a megabyte. */
const RECORDS_OF_BLOCK = 43_690;
/** Contents with fewer bytes are not compressed: they are quick to read, and compaction will soon rewrite them. */
const COMPRESSED_FROM = 4096;
const KEY_WORDS = 2;

/** The contents of blocks. */
export type Content = {
  readonly experience: Experience;
  /** The keys of removed positions, as low and high halves; empty if everything was removed. */
  readonly removed: readonly Int32Array[];
  readonly snapshot: Snapshot | null;
  readonly notices: readonly string[];
};

/**
 * Reads the blocks of one network, in slices. Skips blocks whose identities are in `known`, and adds the identities of
 * those that it reads. Ignores histories whose tables have another layout. Reserves room for `room` more records.
 */
export async function readContent(
  { blocks, lost }: Pick<Journal, "blocks" | "lost">,
  { network, tables }: Stamp,
  known: Set<number>,
  pace: Pace,
  room: number = 0,
): Promise<Content> {
  const experience = new Experience();
  experience.reserve(recordsIn(blocks) + room);
  const removed: Int32Array[] = [];
  let parts: { -readonly [Key in keyof Snapshot]?: Snapshot[Key] } = {};
  let snapshot: Snapshot | null = null;
  const others = new Set<number>();
  const faults: string[] = [];
  let [total, damaged, hasOldTables] = [0, lost, false];
  for (const block of blocks) {
    const { kind, size } = block;
    const identity = identityOf(block);
    if (block.network !== network && !removesAll(block)) others.add(block.network);
    else if (isHistory(block) && block.tables !== tables) hasOldTables = true;
    else if (kind <= REMOVED && !known.has(identity)) {
      try {
        // Only a file that was crafted to exhaust the memory exceeds this limit.
        if ((total += size) > 2 * JOURNAL_MAX_BYTES) throw new RangeError("Expected less after decompression");
        const raw = await contentOf(block);
        if (kind === POSITIONS) await experience.addMany(new Int32Array(raw), pace);
        else if (kind === REMOVED) {
          const keys = new Int32Array(raw);
          experience.removeAll(keys);
          removed.push(keys);
          // If a block was added again after this removal, it must be read again.
          known.clear();
          if (keys.length === 0) [parts, snapshot] = [{}, null];
          if (removesAll(block)) others.clear();
        } else {
          parts[kind === HISTORIES ? "histories" : "corrections"] = new Int16Array(raw);
          snapshot = snapshotOf(parts) ?? snapshot;
        }
        known.add(identity);
      } catch (error) {
        damaged += block.bytes.length;
        faults.push(messageOf(error));
      }
    }
    if (pace.isDue) await pace.rest();
  }
  const notices: string[] = [];
  if (damaged > 0) notices.push([`${damaged} bytes in it are damaged and ignored`, ...faults.slice(0, 1)].join(". "));
  if (others.size > 0) {
    const networks = [...others].map(hex).join(", ");
    notices.push(`Lessons of the network ${networks} are ignored, since the network ${hex(network)} is in use`);
  }
  if (hasOldTables) notices.push("Its histories are from another version and are ignored");
  return { experience, removed, snapshot, notices };
}

/** Encodes records as blocks. `number` is as in `encodeBlock`; by default it is a checksum of the contents. */
export async function encodeRecords(stamp: Stamp, records: Int32Array, number?: number): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  const step = RECORDS_OF_BLOCK * RECORD_WORDS;
  for (let at = 0; at < records.length; at += step) {
    blocks.push(await encode(POSITIONS, stamp, records.subarray(at, at + step), number));
  }
  return blocks;
}

/** Encodes the removal of the records with these keys; without keys, the removal of all records. */
export async function encodeRemoval(stamp: Stamp, keys: Int32Array): Promise<Uint8Array[]> {
  return [await encode(REMOVED, stamp, keys, newNumber())];
}

/** The number of records that the blocks claim to contain, but no more than will be read. */
function recordsIn(blocks: readonly Block[]): number {
  const bytes = blocks.reduce((sum, { kind, size }) => kind === POSITIONS ? sum + size : sum, 0);
  return Math.floor(Math.min(bytes, 2 * JOURNAL_MAX_BYTES) / (4 * RECORD_WORDS));
}

/** Encodes a snapshot as blocks. */
export async function encodeSnapshot(
  stamp: Stamp,
  { histories, corrections }: Snapshot,
  number?: number,
): Promise<Uint8Array[]> {
  const entries = [[HISTORIES, histories], [CORRECTIONS, corrections]] as const;
  return await Promise.all(entries.map(([kind, each]) => encode(kind, stamp, each, number)));
}

/** A random number for a new block. */
export function newNumber(): number {
  return Math.random() * 0x100000000 >>> 0;
}

async function encode(
  kind: number,
  stamp: Stamp,
  { buffer, byteOffset, byteLength }: Int32Array | Int16Array,
  number?: number,
): Promise<Uint8Array> {
  const raw = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  const isSmall = byteLength < COMPRESSED_FROM;
  const stored = isSmall ? raw : await throughStream(raw, new CompressionStream("deflate-raw"), Infinity);
  // If both lengths are equal, a reader assumes that the contents are not compressed.
  const { length } = raw;
  return encodeBlock({
    ...stamp,
    kind,
    size: length,
    stored: stored.length < length ? stored : raw,
    number: number ?? crc32(raw),
  });
}

/** The contents of a block. Throws a SyntaxError or a RangeError if they do not match its header. */
export async function contentOf({ kind, size, stored, isCompressed }: Block): Promise<ArrayBuffer> {
  const isSize = kind === HISTORIES
    ? size === 2 * SNAPSHOT_SIZES.histories
    : kind === CORRECTIONS
    ? size === 2 * SNAPSHOT_SIZES.corrections
    : kind === POSITIONS
    ? size <= JOURNAL_MAX_BYTES && size % (4 * RECORD_WORDS) === 0
    : size % (4 * KEY_WORDS) === 0;
  if (!isSize) throw new SyntaxError(`Expected another size of a block of kind ${kind}, but got ${size}`);
  const raw = isCompressed ? await throughStream(stored, new DecompressionStream("deflate-raw"), size) : stored.slice();
  if (raw.length !== size) throw new SyntaxError(`Expected ${size} bytes in a block, but got ${raw.length}`);
  return raw.buffer;
}

/** The snapshot, once both of its parts have been read. Throws a RangeError if an entry exceeds its bound. */
function snapshotOf({ histories, corrections }: Partial<Snapshot>): Snapshot | null {
  if (histories === undefined || corrections === undefined) return null;
  const snapshot = { histories, corrections };
  checkSnapshot(snapshot);
  return snapshot;
}

/** Sends bytes through a stream. Throws a RangeError if the output has more than `most` bytes. */
async function throughStream(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError(`Expected at most ${most} bytes in a block, but there are more`);
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function hex(value: number): string {
  return value.toString(16).padStart(8, "0");
}
