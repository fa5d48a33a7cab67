/**
 * The compressed values of a table: recursive pairing, followed by a canonical Huffman code.
 *
 * Pairs of values are joined into symbols, and pairs of symbols into larger ones, as long as that saves space (Larsson
 * and Moffat, "Off-line dictionary-based compression", 2000). The codes of the symbols are stored in blocks, which all
 * have the same number of bytes but different numbers of values. So there is a list of these numbers, and a sparse
 * index: the values are divided into stretches of equal length, and entry k says where to find the value in the middle
 * of stretch k. To read a value, `value` finds its block, decodes symbols up to the one that contains the value, and
 * descends the tree of that symbol.
 *
 * In a canonical code, codes of one length are consecutive numbers, so decoding needs only the first code of each
 * length. In this format, longer codes are smaller numbers.
 *
 * Nothing in a file is trusted: a number that leads outside the file or into an endless loop is an error.
 *
 * @module
 */

import type { PageCache, PagedFile } from "./source.ts";

/** Flag: all values are the same. */
const SINGLE_VALUE = 0x80;
/** The right half of a symbol that stands for a single value. */
const LEAF = 0xfff;
/** Limits: the bits in a code, and the base-2 logarithms of the bytes in a block and of the values in a stretch. */
const MAX_CODE_BITS = 32, MAX_BLOCK_BITS = 15, MAX_SPAN_BITS = 30;
const MAX_SYMBOL_VALUES = 256, MAX_BLOCK_VALUES = 65536;
/** Maximum number of blocks between an entry of the sparse index and a value. No valid table needs so many. */
const MAX_BLOCK_STEPS = 1 << 20;
/** Bytes in an entry of the sparse index: number of the block (4), number of the value in it (2). */
const SPARSE_BYTES = 6;

/** A sequence of compressed values. */
export class PairsData {
  /** First byte of the header. This class uses `SINGLE_VALUE`; the table uses the other bits. */
  readonly flags: number;
  /** The end of the header in the file. */
  readonly headerEnd: number;
  /** Approximate memory that the header takes, in bytes. */
  readonly memory: number;

  /** The value, if all values are the same; otherwise −1. */
  private readonly constant: number;
  private blockBits = 0;
  private spanBits = 0;
  private blocks = 0;
  private lengthCount = 0;
  private minBits = 0;
  /** Symbol with the lowest code of each length. */
  private firstSymbol: Uint16Array = new Uint16Array(0);
  /** Lowest code of each length, left-aligned in 32 bits. */
  private firstCode: Uint32Array = new Uint32Array(0);
  /** Halves of each symbol: `left | right << 12`. */
  private halves: Uint32Array = new Uint32Array(0);
  private counts: Uint16Array = new Uint16Array(0);
  private sparseAt = 0;
  private lengthsAt = 0;
  private blocksAt = 0;

  /** Reads the header at `at`, which must describe `size` values. Throws a RangeError if it is invalid. */
  constructor(
    private readonly cache: PageCache,
    private readonly file: PagedFile,
    at: number,
    private readonly size: number,
  ) {
    this.flags = cache.byte(file, at);
    this.constant = (this.flags & SINGLE_VALUE) !== 0 ? cache.byte(file, at + 1) : -1;
    this.headerEnd = this.constant >= 0 ? at + 2 : this.readHeader(at);
    this.memory = this.halves.byteLength + this.counts.byteLength + this.firstCode.byteLength * 2 + 256;
  }

  /** Places the sparse index. Returns its end. */
  placeSparseIndex(at: number): number {
    this.sparseAt = at;
    if (this.constant >= 0) return at;
    return at + Math.ceil(this.size / 2 ** this.spanBits) * SPARSE_BYTES;
  }

  /** Places the list of block lengths. Returns its end. */
  placeLengths(at: number): number {
    this.lengthsAt = at;
    return at + this.lengthCount * 2;
  }

  /** Places the blocks. Returns their end. */
  placeBlocks(at: number): number {
    this.blocksAt = at;
    return at + this.blocks * 2 ** this.blockBits;
  }

  /** The value at `index`. Throws a RangeError if the file is damaged, or an Error if it cannot be read. */
  value(index: number): number {
    if (this.constant >= 0) return this.constant;
    if (!(index >= 0 && index < this.size)) {
      throw new RangeError(`Expected an index below ${this.size}, but got ${index}`);
    }
    const { cache, file } = this;
    const span = 2 ** this.spanBits;
    const stretch = Math.floor(index / span);
    const entry = this.sparseAt + stretch * SPARSE_BYTES;
    let block = cache.uint32(file, entry);
    let offset = cache.uint16(file, entry + 4) + (index - stretch * span) - span / 2;
    let steps = 0;
    while (offset < 0) {
      offset += this.blockLength(--block);
      if (++steps > MAX_BLOCK_STEPS) throw damaged();
    }
    for (let length = this.blockLength(block); offset >= length; length = this.blockLength(++block)) {
      offset -= length;
      if (++steps > MAX_BLOCK_STEPS) throw damaged();
    }
    if (block >= this.blocks) throw damaged();
    this.expectSound(block);
    return this.descend(this.findSymbol(block, offset));
  }

  /** Checks once that a block's values fill the block. In a partly downloaded file, they do not. */
  private expectSound(block: number): void {
    // The last block need not be full.
    if (block === this.blocks - 1 || this.cache.isKnownSound(this.file, this.blockStart(block))) return;
    const values = this.blockLength(block);
    this.findSymbol(block, values - 1);
    const bitsLeft = 8 * 2 ** this.blockBits - this.bitsRead;
    // A block is full if another code would not fit, or if the number of its values would no longer fit in 16 bits.
    const isFull = bitsLeft <= MAX_CODE_BITS || values > MAX_BLOCK_VALUES - MAX_SYMBOL_VALUES;
    if (bitsLeft < 0 || !isFull) throw damaged();
    this.cache.markSound(this.file, this.blockStart(block));
  }

  private blockStart(block: number): number {
    return this.blocksAt + block * 2 ** this.blockBits;
  }

  private blockLength(block: number): number {
    if (!(block >= 0 && block < this.lengthCount)) throw damaged();
    return this.cache.uint16(this.file, this.lengthsAt + block * 2) + 1;
  }

  /** The results of the latest `findSymbol`. */
  private rest = 0; // the value's place within the symbol
  private bitsRead = 0;

  /** Decodes a block up to the symbol that contains the value at `offset`. */
  private findSymbol(block: number, offset: number): number {
    const start = this.blockStart(block);
    const end = start + 2 ** this.blockBits;
    let next = start + 8;
    let high = this.word(start, end);
    let low = this.word(start + 4, end);
    let shift = 0;
    while (true) {
      const window = (shift === 0 ? high : high << shift | low >>> (32 - shift)) >>> 0;
      let at = 0;
      while (window < this.firstCode[at]) at++;
      const bits = this.minBits + at;
      const symbol = this.firstSymbol[at] + (bits === 0 ? 0 : (window - this.firstCode[at]) >>> (32 - bits));
      if (symbol >= this.counts.length) throw damaged();
      if (offset < this.counts[symbol]) {
        this.rest = offset;
        this.bitsRead = (next - start - 8) * 8 + shift + bits;
        return symbol;
      }
      offset -= this.counts[symbol];
      shift += bits;
      if (shift >= 32) {
        shift -= 32;
        high = low;
        // The next code would start after the block.
        if (next - 4 >= end) throw damaged();
        low = this.word(next, end);
        next += 4;
      }
    }
  }

  /** Descends a symbol's tree to the value that `rest` selects. */
  private descend(symbol: number): number {
    const { halves, counts } = this;
    let rest = this.rest;
    while (halves[symbol] >>> 12 !== LEAF) {
      const left = halves[symbol] & 0xfff;
      if (rest < counts[left]) {
        symbol = left;
      } else {
        rest -= counts[left];
        symbol = halves[symbol] >>> 12;
      }
    }
    return halves[symbol] & 0xfff;
  }

  /** A big-endian word of a block; bytes after its end are zero. */
  private word(at: number, end: number): number {
    if (at >= end) return 0;
    const { cache, file } = this;
    return cache.byte(file, at) << 24 | cache.byte(file, at + 1) << 16 | cache.byte(file, at + 2) << 8 |
      cache.byte(file, at + 3);
  }

  private readHeader(at: number): number {
    const { cache, file } = this;
    this.blockBits = cache.byte(file, at + 1);
    this.spanBits = cache.byte(file, at + 2);
    this.blocks = cache.uint32(file, at + 4);
    this.lengthCount = this.blocks + cache.byte(file, at + 3);
    const maxBits = cache.byte(file, at + 8);
    this.minBits = cache.byte(file, at + 9);
    const lengths = maxBits - this.minBits + 1;
    if (
      this.blockBits < 2 || this.blockBits > MAX_BLOCK_BITS || this.spanBits < 1 || this.spanBits > MAX_SPAN_BITS ||
      lengths < 1 || maxBits > MAX_CODE_BITS || this.blocks * 2 ** this.blockBits > file.size
    ) {
      throw new RangeError(
        `Expected a header of compressed values at ${at}, but got blocks ${this.blocks} of 2^${this.blockBits} bytes, ` +
          `stretches of 2^${this.spanBits} values, codes of ${this.minBits} to ${maxBits} bits`,
      );
    }
    at += 10;
    this.firstSymbol = new Uint16Array(lengths);
    for (let i = 0; i < lengths; i++, at += 2) this.firstSymbol[i] = cache.uint16(file, at);
    this.firstCode = firstCodes(this.firstSymbol, this.minBits);
    const symbols = cache.uint16(file, at);
    at += 2;
    if (symbols === 0 || symbols > LEAF) throw new RangeError(`Expected 1 to ${LEAF} symbols, but got ${symbols}`);
    this.halves = new Uint32Array(symbols);
    for (let i = 0; i < symbols; i++, at += 3) {
      this.halves[i] = cache.uint16(file, at) | cache.byte(file, at + 2) << 16;
    }
    this.counts = countValues(this.halves);
    return at + (symbols & 1);
  }
}

/** The lowest code of each length, left-aligned. A bit pattern below it is the beginning of a longer code. */
function firstCodes(firstSymbol: Uint16Array, minBits: number): Uint32Array {
  const last = firstSymbol.length - 1;
  const codes = new Float64Array(last + 1);
  for (let i = last - 1; i >= 0; i--) {
    codes[i] = Math.floor((codes[i + 1] + firstSymbol[i] - firstSymbol[i + 1]) / 2);
  }
  const aligned = new Uint32Array(last + 1);
  for (let i = 0; i <= last; i++) {
    const code = codes[i] * 2 ** (32 - minBits - i);
    if (code < 0 || code > (i === 0 ? 0xffffffff : aligned[i - 1])) {
      throw new RangeError(`Expected the codes of ${minBits + i} bits to fit below the shorter ones`);
    }
    aligned[i] = code;
  }
  return aligned;
}

/** The number of values in each symbol. Throws a RangeError if a symbol contains itself, or too many values. */
function countValues(halves: Uint32Array): Uint16Array {
  const counts = new Uint16Array(halves.length);
  // A tree with 256 values is less than 256 levels deep. A deeper descent means that a symbol contains itself.
  const count = (symbol: number, depth: number): number => {
    if (symbol >= halves.length || depth > MAX_SYMBOL_VALUES) throw damagedSymbols();
    if (counts[symbol] !== 0) return counts[symbol];
    const right = halves[symbol] >>> 12;
    const sum = right === LEAF ? 1 : count(halves[symbol] & 0xfff, depth + 1) + count(right, depth + 1);
    if (sum > MAX_SYMBOL_VALUES) throw damagedSymbols();
    counts[symbol] = sum;
    return sum;
  };
  for (let symbol = 0; symbol < halves.length; symbol++) count(symbol, 0);
  return counts;
}

function damaged(): RangeError {
  return new RangeError("Expected a value in its blocks, but the index does not agree with their contents");
}

function damagedSymbols(): RangeError {
  return new RangeError(`Expected symbols that are made of up to ${MAX_SYMBOL_VALUES} values`);
}
