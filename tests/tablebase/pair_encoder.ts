/**
 * Compresses the values of a table: recursive pairing and a canonical Huffman code, as tablebase/pairs.ts reads them.
 *
 * Again and again the most frequent pair of neighbours becomes a symbol of its own. The symbols that are left get
 * codes: the more frequent a symbol, the shorter its code. Files of the same values by another program may differ,
 * since the format leaves the choice of pairs and the size of blocks free.
 *
 * @module
 */

/** Flag: there is one value only. */
const SINGLE_VALUE = 0x80;
/** Right half of a symbol that is a value. */
const LEAF = 0xfff;
/** Most values that a symbol contains. */
const MAX_SYMBOL_VALUES = 256;
/** Most values of a block: their number less one has 16 bits. */
const MAX_BLOCK_VALUES = 65536;

/** How values are compressed. */
export interface PairOptions {
  /** Most symbols, those for single values included; with as many as there are values, nothing is paired. */
  symbols: number;
  /** Bytes of a block, log2. */
  blockBits: number;
  /** Values between two entries of the sparse index, log2. */
  spanBits: number;
}

const DEFAULTS: PairOptions = { symbols: 48, blockBits: 8, spanBits: 10 };

/** The pieces of a file that hold compressed values. */
export interface Compressed {
  /** What is in the header of the file. */
  header: number[];
  /** Sparse index. */
  sparse: number[];
  /** Values of each block, less one. */
  lengths: number[];
  /** The blocks. */
  blocks: Uint8Array;
}

/** Symbols under construction. */
interface Symbols {
  /** Halves of each; a value has `LEAF` on the right. */
  left: number[];
  right: number[];
  /** Values that each contains. */
  counts: number[];
  /** The values as symbols. */
  sequence: Uint16Array;
}

/** One value for all placements. */
export function compressConstant(flags: number, value: number): Compressed {
  return { header: [flags | SINGLE_VALUE, value], sparse: [], lengths: [], blocks: new Uint8Array(0) };
}

/**
 * Compresses values below 4095.
 *
 * @param flags Those of the table; `SINGLE_VALUE` is set where it is right.
 */
export function compress(flags: number, values: Uint16Array, options: Partial<PairOptions> = {}): Compressed {
  const settings = { ...DEFAULTS, ...options };
  const distinct = distinctOf(values);
  if (distinct.length === 1) return compressConstant(flags, distinct[0]);
  const symbols = joinPairs(values, distinct, settings.symbols);
  const lengths = codeLengths(frequencies(symbols.sequence, symbols.counts.length));
  const { numbers, order, firstSymbol, minBits, maxBits } = numberSymbols(lengths);
  const codes = canonicalCodes(order, lengths, maxBits);
  const blocks = new BlockWriter(settings.blockBits);
  for (const symbol of symbols.sequence) blocks.add(codes[symbol], lengths[symbol], symbols.counts[symbol]);
  const { starts, bytes } = blocks.finish();
  const { sparse, padding } = sparseIndex(starts, values.length, settings.spanBits);
  const header = [flags, settings.blockBits, settings.spanBits, padding, ...uint32(starts.length), maxBits, minBits];
  for (const symbol of firstSymbol) header.push(...uint16(symbol));
  header.push(...uint16(order.length));
  for (const symbol of order) {
    const isValue = symbols.right[symbol] === LEAF;
    const left = isValue ? symbols.left[symbol] : numbers[symbols.left[symbol]];
    const halves = left | (isValue ? LEAF : numbers[symbols.right[symbol]]) << 12;
    header.push(halves & 255, halves >> 8 & 255, halves >> 16);
  }
  if (order.length % 2 === 1) header.push(0);
  const lengthsOfBlocks = starts.map((start, i) => (starts[i + 1] ?? values.length) - start - 1);
  for (let i = 0; i < padding; i++) lengthsOfBlocks.push(0);
  return { header, sparse, lengths: lengthsOfBlocks.flatMap(uint16), blocks: bytes };
}

/** The different values, in order. */
export function distinctOf(values: Uint16Array): number[] {
  const seen = new Uint8Array(0x10000);
  for (let i = 0; i < values.length; i++) seen[values[i]] = 1;
  return Array.from(seen.keys()).filter((value) => seen[value] !== 0);
}

/** Joins the most frequent pair of neighbours, until there are enough symbols or no pair occurs often. */
function joinPairs(values: Uint16Array, distinct: readonly number[], most: number): Symbols {
  const left = Array.from(distinct);
  const right = left.map(() => LEAF);
  const counts = left.map(() => 1);
  const symbolOf = new Uint16Array(0x10000);
  for (let symbol = 0; symbol < left.length; symbol++) symbolOf[left[symbol]] = symbol;
  let sequence = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) sequence[i] = symbolOf[values[i]];
  while (left.length < most) {
    const pair = mostFrequentPair(sequence, counts);
    if (pair === null) break;
    const [a, b] = pair;
    const joined = left.length;
    left.push(a);
    right.push(b);
    counts.push(counts[a] + counts[b]);
    let length = 0;
    for (let i = 0; i < sequence.length; i++) {
      if (sequence[i] === a && sequence[i + 1] === b) {
        sequence[length++] = joined;
        i++;
      } else {
        sequence[length++] = sequence[i];
      }
    }
    sequence = sequence.subarray(0, length);
  }
  return { left, right, counts, sequence };
}

/** The pair of neighbours that occurs most often; `null` if joining none saves a byte or two. */
function mostFrequentPair(sequence: Uint16Array, counts: readonly number[]): [number, number] | null {
  const symbols = counts.length;
  const found = new Int32Array(symbols * symbols);
  for (let i = 1; i < sequence.length; i++) found[sequence[i - 1] * symbols + sequence[i]]++;
  let best = -1;
  let most = 32;
  for (let pair = 0; pair < found.length; pair++) {
    if (found[pair] <= most || counts[Math.floor(pair / symbols)] + counts[pair % symbols] > MAX_SYMBOL_VALUES) {
      continue;
    }
    best = pair;
    most = found[pair];
  }
  return best < 0 ? null : [Math.floor(best / symbols), best % symbols];
}

function frequencies(sequence: Uint16Array, symbols: number): number[] {
  const found = new Array<number>(symbols).fill(0);
  for (const symbol of sequence) found[symbol]++;
  return found;
}

/** Length of each symbol's code by Huffman's algorithm; 0 for symbols that do not occur. */
function codeLengths(frequency: readonly number[]): number[] {
  const lengths = frequency.map(() => 0);
  let trees = frequency.flatMap((weight, symbol) => weight > 0 ? [{ weight, symbols: [symbol] }] : []);
  // One symbol needs a bit, too.
  if (trees.length === 1) lengths[trees[0].symbols[0]] = 1;
  while (trees.length > 1) {
    trees = trees.toSorted((a, b) => a.weight - b.weight);
    const [a, b, ...others] = trees;
    const joined = { weight: a.weight + b.weight, symbols: [...a.symbols, ...b.symbols] };
    for (const symbol of joined.symbols) lengths[symbol]++;
    trees = [joined, ...others];
  }
  return lengths;
}

/** Symbols in the order of the file: longer codes first, at the end symbols without a code. */
function numberSymbols(lengths: readonly number[]): {
  /** Number of each symbol in the file. */
  numbers: number[];
  /** Symbols by their number. */
  order: number[];
  /** The first number with a code of each length. */
  firstSymbol: number[];
  minBits: number;
  maxBits: number;
} {
  const order = lengths.map((_, symbol) => symbol).sort((a, b) => lengths[b] - lengths[a] || a - b);
  const numbers = lengths.map(() => 0);
  for (let i = 0; i < order.length; i++) numbers[order[i]] = i;
  const used = lengths.filter((bits) => bits > 0);
  const [minBits, maxBits] = [Math.min(...used), Math.max(...used)];
  const firstSymbol: number[] = [];
  for (let bits = minBits; bits <= maxBits; bits++) firstSymbol.push(used.filter((other) => other > bits).length);
  return { numbers, order, firstSymbol, minBits, maxBits };
}

/** The code of each symbol: those of a length are consecutive, and longer codes lie below the shorter ones. */
function canonicalCodes(order: readonly number[], lengths: readonly number[], maxBits: number): number[] {
  const codes = lengths.map(() => 0);
  let bits = maxBits;
  let next = 0;
  for (const symbol of order) {
    if (lengths[symbol] === 0) break;
    for (; bits > lengths[symbol]; bits--) next /= 2;
    codes[symbol] = next++;
  }
  return codes;
}

/** Writes codes into blocks of equal size. A code that does not fit starts a new block. */
class BlockWriter {
  private readonly blockBytes: number;
  private readonly blocks: Uint8Array[] = [];
  private readonly starts: number[] = [];
  private block: Uint8Array = new Uint8Array(0);
  private bits = 0;
  private values = 0;
  private blockValues = 0;

  constructor(blockBits: number) {
    this.blockBytes = 2 ** blockBits;
    this.bits = 8 * this.blockBytes;
  }

  /** Writes a code of so many bits, which covers so many values. */
  add(code: number, bits: number, values: number): void {
    if (this.bits + bits > 8 * this.blockBytes || this.blockValues + values > MAX_BLOCK_VALUES) {
      this.block = new Uint8Array(this.blockBytes);
      this.blocks.push(this.block);
      this.starts.push(this.values);
      this.bits = 0;
      this.blockValues = 0;
    }
    for (let bit = bits - 1; bit >= 0; bit--, this.bits++) {
      if ((code >>> bit & 1) !== 0) this.block[this.bits >> 3] |= 128 >> (this.bits & 7);
    }
    this.values += values;
    this.blockValues += values;
  }

  /** The blocks, and the index of the first value of each. */
  finish(): { starts: number[]; bytes: Uint8Array } {
    const bytes = new Uint8Array(this.blocks.length * this.blockBytes);
    this.blocks.forEach((block, i) => bytes.set(block, i * this.blockBytes));
    return { starts: this.starts, bytes };
  }
}

/**
 * For each stretch of values the block of the value in its middle, and its place there. Where the last middle is behind
 * the end of the values, it lies in a block that is not there: the list of lengths needs an entry more.
 */
function sparseIndex(starts: readonly number[], size: number, spanBits: number): { sparse: number[]; padding: number } {
  const span = 2 ** spanBits;
  const sparse: number[] = [];
  let block = 0;
  let padding = 0;
  for (let middle = span / 2; middle - span / 2 < size; middle += span) {
    while (block + 1 < starts.length && starts[block + 1] <= middle) block++;
    if (middle < size) sparse.push(...uint32(block), ...uint16(middle - starts[block]));
    else {
      sparse.push(...uint32(starts.length), ...uint16(middle - size));
      padding = 1;
    }
  }
  return { sparse, padding };
}

/** A number of two bytes, the lower first. */
export function uint16(value: number): number[] {
  return [value & 255, value >> 8 & 255];
}

/** A number of four bytes, the lower first. */
export function uint32(value: number): number[] {
  return [...uint16(value), ...uint16(value >>> 16)];
}
