/**
 * The file format of networks. The trainer writes them, and the engine reads them.
 *
 * All numbers are little-endian.
 *
 * | bytes | what |
 * |---|---|
 * | 0–7 | `HINDSNET` in ASCII |
 * | 8–11 | version of the format, uint32: 1 for one king bucket, 2 for more, 3 for small layers |
 * | 12–15 | N, uint32 |
 * | 16–19 | rows of output weights, uint32: 8 |
 * | 20–23 | flags, uint32: bit 0 for a mirrored network |
 * | 24–35 | QA, QB, SCALE, int32 each |
 * | 36–39 | length of the summary in bytes, uint32 |
 * | 40– | summary, a JSON object in UTF-8 that says how the network was trained; zeros up to a multiple of 64 |
 * | | version 1: feature weights, int16 `[768][N]` |
 * | | versions 2 and 3: bucket of a side's king on each square, seen from that side, uint8 `[64]` |
 * | | versions 2 and 3: feature weights `[king bucket][768][N]`, packed (`packed_weights.ts`) |
 * | | feature bias, int16 `[N]` |
 * | | version 3: weights of the first small layer, int8 `[8][16][N]`, and its bias, int32 `[8][16]` |
 * | | version 3: weights of the second small layer, int16 `[8][32][32]`, and its bias, int32 `[8][32]` |
 * | | output weights, int16 `[8][2N]`, in version 3 `[8][32]` |
 * | | output bias, int32 `[8]` |
 * | last 4 | CRC-32 of all previous bytes, uint32 |
 *
 * The reader trusts nothing: it checks lengths, then the checksum, then every number. If it accepts a file, no
 * computation with the network can go wrong. Otherwise it throws an error that says what is wrong.
 * @module
 */

import { checkBounds } from "./bounds.ts";
import { crc32 } from "./crc32.ts";
import { FEATURES, OUTPUT_BUCKETS } from "./features.ts";
import { layersFileBytes, transferLayers } from "./layers.ts";
import type { Network, NetworkShape } from "./network.ts";
import { alignUp, checkHiddenSize, checkKingBuckets, createNetwork, KING_SQUARES } from "./network.ts";
import { lengthOfPacked, packWeights, unpackWeights } from "./packed_weights.ts";

const MAGIC = "HINDSNET";
const PLAIN_VERSION = 1, BUCKETS_VERSION = 2, LAYERS_VERSION = 3;
const FLAG_MIRRORED = 1;
// Offsets of the numbers in the header, 4 bytes each.
const VERSION_AT = 8, HIDDEN_SIZE_AT = 12, BUCKETS_AT = 16, FLAGS_AT = 20, QA_AT = 24, QB_AT = 28, SCALE_AT = 32;
const SUMMARY_LENGTH_AT = 36, SUMMARY_AT = 40;
const ALIGNMENT = 64;
const CHECKSUM_BYTES = 4;

/**
 * Reads a network from the bytes of a file, and copies them. If `isChecked` is set, the checksum and the weights are
 * not checked again, which halves the reading time.
 *
 * @throws {SyntaxError} If the bytes are damaged, or not a network of a known version.
 * @throws {RangeError} If a number is outside its range, or if the memory cannot be allocated.
 */
export function parseNetwork(bytes: Uint8Array, isChecked = false): Network {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkHead(view);
  const hiddenSize = view.getUint32(HIDDEN_SIZE_AT, true);
  const summaryLength = view.getUint32(SUMMARY_LENGTH_AT, true);
  const weightsAt = alignUp(SUMMARY_AT + summaryLength, ALIGNMENT);
  const kingBuckets = readKingBuckets(bytes, view, weightsAt);
  const featuresAt = kingBuckets === undefined ? weightsAt : weightsAt + KING_SQUARES;
  const featureBytes = readFeatureBytes(bytes, featuresAt, hiddenSize, kingBuckets);
  const hasLayers = view.getUint32(VERSION_AT, true) === LAYERS_VERSION;
  const end = featuresAt + featureBytes + otherBytes(hiddenSize, hasLayers);
  if (bytes.length !== end + CHECKSUM_BYTES) {
    const due = `${end + CHECKSUM_BYTES} bytes (N = ${hiddenSize}, summary of ${summaryLength})`;
    throw new SyntaxError(`Network file must have ${due}, not ${bytes.length}`);
  }
  const checksum = view.getUint32(end, true);
  const actual = isChecked ? checksum : crc32(bytes.subarray(0, end));
  if (checksum !== actual) {
    throw new SyntaxError(`Network file is damaged: its checksum must be ${hex(actual)}, not ${hex(checksum)}`);
  }
  const summary = parseSummary(bytes.slice(SUMMARY_AT, SUMMARY_AT + summaryLength));
  if (bytes.subarray(SUMMARY_AT + summaryLength, weightsAt).some((byte) => byte !== 0)) {
    throw new SyntaxError("Network file must have zeros between its summary and its weights");
  }
  const network = createNetwork({ ...parseShape(view), kingBuckets, hasLayers }, summary);
  const features = bytes.subarray(featuresAt, featuresAt + featureBytes);
  if (kingBuckets === undefined) bytesOf(network.featureWeights).set(features);
  else unpackWeights(features, network.featureWeights, FEATURES * hiddenSize);
  // The tables are copied as bytes: WebAssembly memory is little-endian, as is every system that Deno runs on.
  for (const [at, table] of otherTables(network, featuresAt + featureBytes)) {
    bytesOf(table).set(bytes.subarray(at, at + table.byteLength));
  }
  transferLayers(network.layers, view, featuresAt + featureBytes + network.featureBias.byteLength, true);
  if (!isChecked) checkBounds(network);
  return network;
}

/** Writes a network as a file for `parseNetwork`. Throws a SyntaxError or a RangeError if the network is faulty. */
export function serialiseNetwork(network: Network): Uint8Array<ArrayBuffer> {
  const summary = new TextEncoder().encode(network.summary);
  parseSummary(summary);
  checkBounds(network);
  const hasBuckets = network.kingBucketCount > 1 || network.layers.length > 0;
  const weightsAt = alignUp(SUMMARY_AT + summary.length, ALIGNMENT);
  const featuresAt = hasBuckets ? weightsAt + KING_SQUARES : weightsAt;
  const { featureWeights, hiddenSize } = network;
  const features = hasBuckets ? packWeights(featureWeights, FEATURES * hiddenSize) : bytesOf(featureWeights);
  const hasLayers = network.layers.length > 0;
  const end = featuresAt + features.length + otherBytes(hiddenSize, hasLayers);
  const bytes = new Uint8Array(end + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  const version = hasLayers ? LAYERS_VERSION : hasBuckets ? BUCKETS_VERSION : PLAIN_VERSION;
  const flags = network.isMirrored ? FLAG_MIRRORED : 0;
  const head = [version, hiddenSize, OUTPUT_BUCKETS, flags, network.qa, network.qb, network.scale, summary.length];
  head.forEach((number, i) => view.setUint32(VERSION_AT + 4 * i, number, true));
  bytes.set(summary, SUMMARY_AT);
  if (hasBuckets) bytes.set(network.kingBuckets, weightsAt);
  bytes.set(features, featuresAt);
  for (const [at, table] of otherTables(network, featuresAt + features.length)) bytes.set(bytesOf(table), at);
  transferLayers(network.layers, view, featuresAt + features.length + network.featureBias.byteLength, false);
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}

/** Checks the header fields that determine the lengths of tables. */
function checkHead(view: DataView): void {
  if (view.byteLength < SUMMARY_AT + CHECKSUM_BYTES) {
    throw new SyntaxError(`Network file must have a header of ${SUMMARY_AT} bytes and more, not ${view.byteLength}`);
  }
  const magic = String.fromCharCode(...Array.from(MAGIC, (_, i) => view.getUint8(i)));
  if (magic !== MAGIC) throw new SyntaxError(`Network file must begin with ${MAGIC}, not ${JSON.stringify(magic)}`);
  const version = view.getUint32(VERSION_AT, true);
  if (version < PLAIN_VERSION || version > LAYERS_VERSION) {
    throw new SyntaxError(`Network file must have version ${PLAIN_VERSION} to ${LAYERS_VERSION}, not ${version}`);
  }
  checkHiddenSize(view.getUint32(HIDDEN_SIZE_AT, true), version === LAYERS_VERSION);
}

/** The king buckets at offset `at`; `undefined` in a file of version 1, which has none. */
function readKingBuckets(bytes: Uint8Array, view: DataView, at: number): Uint8Array | undefined {
  if (view.getUint32(VERSION_AT, true) === PLAIN_VERSION) return undefined;
  if (bytes.length < at + KING_SQUARES) {
    throw new SyntaxError(`Network file must have king buckets after byte ${at}, but ends at byte ${bytes.length}`);
  }
  const kingBuckets = bytes.slice(at, at + KING_SQUARES);
  if (checkKingBuckets(kingBuckets) === 1 && view.getUint32(VERSION_AT, true) === BUCKETS_VERSION) {
    throw new SyntaxError("Network file of version 2 must have two king buckets or more");
  }
  return kingBuckets;
}

/** The length in bytes of the feature weights that begin at `at`. */
function readFeatureBytes(bytes: Uint8Array, at: number, hiddenSize: number, kingBuckets?: Uint8Array): number {
  if (kingBuckets === undefined) return FEATURES * hiddenSize * 2;
  const end = at + checkKingBuckets(kingBuckets) * FEATURES * hiddenSize;
  if (bytes.length < end) {
    throw new SyntaxError(`Network file must have feature weights up to byte ${end}, but ends at byte ${bytes.length}`);
  }
  return lengthOfPacked(bytes.subarray(at, end));
}

function parseShape(view: DataView): NetworkShape {
  const buckets = view.getUint32(BUCKETS_AT, true);
  if (buckets !== OUTPUT_BUCKETS) {
    throw new RangeError(`Network must have ${OUTPUT_BUCKETS} rows of output weights, not ${buckets}`);
  }
  const flags = view.getUint32(FLAGS_AT, true);
  if ((flags & ~FLAG_MIRRORED) !== 0) {
    throw new RangeError(`Flags of a network must be 0 or ${FLAG_MIRRORED}, not ${flags}`);
  }
  return {
    hiddenSize: view.getUint32(HIDDEN_SIZE_AT, true),
    isMirrored: (flags & FLAG_MIRRORED) !== 0,
    qa: view.getInt32(QA_AT, true),
    qb: view.getInt32(QB_AT, true),
    scale: view.getInt32(SCALE_AT, true),
  };
}

/** The text of a summary, which must be a JSON object. */
function parseSummary(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SyntaxError("Summary of a network must be UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError(`Summary of a network must be JSON, not ${shorten(text)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SyntaxError(`Summary of a network must be a JSON object, not ${shorten(text)}`);
  }
  return text;
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Size of the tables that follow the feature weights, in bytes. */
function otherBytes(hiddenSize: number, hasLayers: boolean): number {
  const outputs = hasLayers ? layersFileBytes(hiddenSize) : 2 * OUTPUT_BUCKETS * 2 * hiddenSize;
  return 2 * hiddenSize + outputs + 4 * OUTPUT_BUCKETS;
}

/** The tables that follow the feature weights, except the small layers, each with its offset. */
function otherTables(network: Network, at: number): [at: number, table: Int16Array | Int32Array][] {
  const { featureBias, outputWeights, outputBias, layers, hiddenSize } = network;
  const weightsAt = at + featureBias.byteLength;
  const biasAt = weightsAt + (layers.length > 0 ? layersFileBytes(hiddenSize) : outputWeights.byteLength);
  return [[at, featureBias], [weightsAt, outputWeights], [biasAt, outputBias]];
}

function bytesOf(table: Int16Array | Int32Array): Uint8Array {
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}
