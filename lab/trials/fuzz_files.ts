/** Fuzzing of what is bytes: opening books, networks, tablebases. @module */

import * as fc from "fast-check";
import { pickBookMove, PolyglotBook } from "../../book/polyglot_book.ts";
import { polyglotKey } from "../../book/polyglot_key.ts";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { Random } from "../../core/random.ts";
import { NO_MOVE } from "../../core/types.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { createNetwork, KING_SQUARES } from "../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../nnue/network_file.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { createCatalog, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import { menOfName } from "../../tablebase/material.ts";
import { Prober, UNKNOWN } from "../../tablebase/prober.ts";
import type { ByteSource } from "../../tablebase/source.ts";
import { randomPosition } from "./random_position.ts";
import {
  applyDamage,
  damages,
  expectClearMessage,
  expectSame,
  type FuzzTarget,
  readOrRefuse,
  syncTarget,
} from "./fuzz_target.ts";
import { PLAYED_POSITIONS } from "./fuzz_text.ts";

const BOOK_ENTRY_BYTES = 16;

/** An entry of a book: whether it is for the position that is looked up, a move code, and a weight. */
const BOOK_ENTRIES = fc.array(
  fc.record({
    isForPosition: fc.boolean(),
    key: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    move: fc.nat({ max: 0xffff }),
    weight: fc.oneof(fc.constant(0), fc.nat({ max: 0xffff })),
  }),
  { maxLength: 12 },
);

/** Polyglot books: legal moves with weights, or a clear error. */
export const BOOK_TARGET: FuzzTarget = syncTarget(
  { name: "book", title: "a Polyglot book has legal moves or is refused with a clear error", share: 12 },
  fc.tuple(PLAYED_POSITIONS.map(formatFen), BOOK_ENTRIES, fc.boolean(), damages(64)),
  ([fen, entries, isSorted, damage]) => {
    const position = parseFen(fen);
    const before = formatFen(position);
    const own = polyglotKey(position, NO_MOVE);
    const legal = legalMoves(position);
    const keyed = entries.map((entry) => ({ ...entry, key: entry.isForPosition ? own : entry.key }));
    if (isSorted) keyed.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    const file = new Uint8Array(keyed.length * BOOK_ENTRY_BYTES);
    const view = new DataView(file.buffer);
    keyed.forEach(({ key, move, weight }, index) => {
      const at = index * BOOK_ENTRY_BYTES;
      view.setBigUint64(at, key);
      // Half of the codes are those of a legal move, which a random number would rarely be.
      view.setUint16(at + 8, (move & 1) === 1 && legal.length > 0 ? legal[move % legal.length] & 0xfff : move);
      view.setUint16(at + 10, weight);
    });
    const book = readOrRefuse(() => new PolyglotBook(applyDamage(file, damage)));
    if (book === null) return;
    const moves = book.movesFor(position);
    for (const { move, weight } of moves) {
      if (!legal.includes(move) || !(weight > 0)) {
        throw new Error(`Expected a legal move with a weight, but got ${move}`);
      }
    }
    for (const share of [0, 0.5, 1 - 2 ** -52]) {
      const move = pickBookMove(moves, share);
      const isKnown = moves.length === 0 ? move === NO_MOVE : moves.some((known) => known.move === move);
      if (!isKnown) throw new Error(`Expected a move of the book, but got ${move}`);
    }
    expectSame(formatFen(position), before, "The position after it was looked up");
  },
);

/** Files of the smallest networks: one of version 1, and one of version 2 with two king buckets. */
function networkSeeds(): Uint8Array[] {
  const random = new Random(7n);
  return [undefined, Uint8Array.from({ length: KING_SQUARES }, (_, square) => square >> 5)].map((kingBuckets) => {
    const shape = { hiddenSize: 32, isMirrored: kingBuckets !== undefined, kingBuckets, qa: 255, qb: 64, scale: 400 };
    const network = createNetwork(shape, '{"net":"for trials"}');
    for (const table of [network.featureWeights, network.featureBias, network.outputWeights]) {
      for (let i = 0; i < table.length; i++) table[i] = random.below(121) - 60;
    }
    return serialiseNetwork(network);
  });
}

const NETWORKS = networkSeeds();
const CHECKSUM_BYTES = 4;

/** Networks: one that evaluates and can be written and read again, or a clear error. */
export const NETWORK_TARGET: FuzzTarget = syncTarget(
  { name: "network", title: "a network file evaluates positions or is refused with a clear error", share: 2 },
  fc.tuple(fc.nat({ max: NETWORKS.length - 1 }), damages(130), fc.boolean()),
  ([index, damage, isSigned]) => {
    const file = applyDamage(NETWORKS[index], damage);
    // With the right checksum, the checks behind it are reached.
    if (isSigned && file.length > CHECKSUM_BYTES) {
      const end = file.length - CHECKSUM_BYTES;
      new DataView(file.buffer).setUint32(end, crc32(file.subarray(0, end)), true);
    }
    const network = readOrRefuse(() => parseNetwork(file));
    if (network === null) return;
    const score = referenceEvaluate(network, parseFen(START_FEN));
    if (!Number.isInteger(score)) throw new Error(`Expected a whole number of centipawns, but got ${score}`);
    const written = serialiseNetwork(network);
    const again = serialiseNetwork(parseNetwork(written));
    expectSame(crc32(again), crc32(written), "The network written, read and written again");
  },
);

/** A table's name, and how its file begins. */
interface TableKind {
  readonly name: string;
  readonly suffix: string;
  readonly magic: readonly number[];
}

const TABLE_NAMES = ["KRvK", "KPvK", "KQvKR", "KRvKR", "KPvKP", "KBNvK"];
const TABLE_KINDS: readonly TableKind[] = TABLE_NAMES.flatMap((name) => [
  { name, suffix: ".rtbw", magic: [0x71, 0xe8, 0x23, 0x5d] },
  { name, suffix: ".rtbz", magic: [0xd7, 0x66, 0x0c, 0xa5] },
]);
const PAWN_CODE = 1;
const SINGLE_VALUE = 0x80;

/** The values of a part: one for all positions, or codes in blocks. */
const TABLE_PARTS = fc.record({
  flags: fc.nat({ max: 31 }),
  isSingle: fc.boolean(),
  value: fc.nat({ max: 7 }),
  blockBits: fc.integer({ min: 2, max: 8 }),
  spanBits: fc.integer({ min: 1, max: 20 }),
  blocks: fc.nat({ max: 4 }),
  padding: fc.nat({ max: 2 }),
  minBits: fc.nat({ max: 4 }),
  firstSymbols: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 }),
  symbols: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.oneof(fc.constant(0xfff), fc.nat({ max: 7 }))), {
    minLength: 1,
    maxLength: 8,
  }),
});

type TablePart = typeof TABLE_PARTS extends fc.Arbitrary<infer Part> ? Part : never;

/** The part of a table in which every position is won. */
const ALL_WON: TablePart = {
  ...{ flags: 0, isSingle: true, value: 4, blockBits: 2, spanBits: 1, blocks: 0, padding: 0, minBits: 0 },
  ...{ firstSymbols: [], symbols: [] },
};

function partHeader(part: TablePart): number[] {
  if (part.isSingle) return [SINGLE_VALUE | part.flags, part.value];
  const { flags, blockBits, spanBits, padding, blocks, minBits, firstSymbols, symbols } = part;
  const bytes = [flags, blockBits, spanBits, padding, blocks, 0, 0, 0, minBits + firstSymbols.length - 1, minBits];
  for (const symbol of firstSymbols) bytes.push(symbol, 0);
  bytes.push(symbols.length, 0);
  for (const [left, right] of symbols) bytes.push(left, right << 4 & 0xf0, right >> 4);
  if (symbols.length % 2 === 1) bytes.push(0);
  return bytes;
}

/**
 * A file that begins as a table does. What follows the headers is noise; its length is often the one that the
 * headers ask for.
 */
function tableFile(kind: TableKind, parts: readonly TablePart[], noise: Uint8Array, blocks: number): Uint8Array {
  const men = menOfName(kind.name)!;
  const pawns = new Set(men.filter((piece) => (piece & 7) === PAWN_CODE));
  const ordered = men.toSorted((a, b) => Number((b & 7) === PAWN_CODE) - Number((a & 7) === PAWN_CODE));
  const [white, black] = [0, 8].map((colour) => men.filter((piece) => (piece & 8) === colour).map((p) => p & 7).join());
  const isSymmetric = white === black;
  const isTwoSided = kind.suffix === ".rtbw" && !isSymmetric;
  const bytes = [...kind.magic, (isSymmetric ? 0 : 1) | (pawns.size > 0 ? 2 : 0)];
  const files = pawns.size > 0 ? 4 : 1;
  for (let file = 0; file < files; file++) {
    bytes.push(0, ...(pawns.size === 2 ? [0x11] : []), ...ordered.map((piece) => piece << 4 | piece));
  }
  if (bytes.length % 2 === 1) bytes.push(0);
  for (let i = 0; i < files * (isTwoSided ? 2 : 1); i++) bytes.push(...partHeader(parts[i % parts.length]));
  const size = (Math.ceil(bytes.length / 64) + blocks) * 64 + 16;
  const file = new Uint8Array(size);
  for (let i = 0; i < size; i++) file[i] = noise.length === 0 ? 0 : noise[i % noise.length];
  file.set(bytes);
  return file;
}

class MemoryFile implements ByteSource {
  readonly size: number;

  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }

  read(offset: number, into: Uint8Array): void {
    if (offset + into.length > this.size) throw new RangeError("Expected a read within the file");
    into.set(this.bytes.subarray(offset, offset + into.length));
  }

  close(): void {}
}

/** Positions that are looked up in each table. */
const PROBES = 4;

/** Checks that tables give answers that exist, and the same ones twice, or are reported once each and then missing. */
function expectSoundTables(name: string, files: ReadonlyMap<string, Uint8Array>, seed: bigint): void {
  const faults: string[] = [];
  const opener = (path: string) => new MemoryFile(files.get(path)!);
  const prober = new Prober(createCatalog(files.keys()), opener, (fault) => faults.push(fault), { pages: 16 });
  const random = new Random(seed);
  for (let i = 0; i < PROBES; i++) {
    const position = randomPosition(name, random);
    const before = formatFen(position);
    const result = prober.result(position);
    if (result !== UNKNOWN && !(Number.isInteger(result) && Math.abs(result) <= 2)) {
      throw new Error(`Expected a result of −2 to 2, but got ${result}`);
    }
    const distance = prober.distance(position);
    if (!Number.isInteger(distance)) throw new Error(`Expected a whole number of plies, but got ${distance}`);
    // A fault that was found in between makes the table a missing one.
    if (faults.length === 0) expectSame(prober.result(position), result, "The result asked for twice");
    expectSame(formatFen(position), before, "The position after it was looked up");
  }
  if (faults.length > files.size) throw new Error(`Expected one report of each file, but got ${faults.join("; ")}`);
  for (const fault of faults) {
    if (!/^The tablebase file \S+ is not usable: Expected /.test(fault)) throw new Error(`Unclear report: ${fault}`);
    expectClearMessage(fault);
  }
}

/** Tables: answers that exist, or one clear report. */
export const TABLE_TARGET: FuzzTarget = syncTarget(
  { name: "tables", title: "a tablebase file has answers that exist or is reported once as unusable", share: 12 },
  fc.tuple(
    fc.constantFrom(...TABLE_KINDS),
    fc.array(TABLE_PARTS, { minLength: 1, maxLength: 2 }),
    fc.uint8Array({ maxLength: 40 }),
    fc.nat({ max: 12 }),
    damages(60),
    fc.nat(),
  ),
  ([kind, parts, noise, blocks, damage, seed]) => {
    const files = new Map<string, Uint8Array>([[
      kind.name + kind.suffix,
      applyDamage(tableFile(kind, parts, noise, blocks), damage),
    ]]);
    // Distances are looked up only where there are results.
    const results = TABLE_KINDS.find(({ name, suffix }) => name === kind.name && suffix === WDL_SUFFIX)!;
    if (kind !== results) files.set(results.name + results.suffix, tableFile(results, [ALL_WON], noise, 0));
    expectSoundTables(kind.name, files, BigInt(seed));
  },
);
