/**
 * Compresses the values of a table for tablebase/pairs.ts to read: it repeatedly replaces the most frequent pair of
 * neighbours with a new symbol. The final symbols get codes: the more frequent a symbol, the shorter its code.
 *
 * @module
 */

/** Flag: there is only one value. */
const SINGLE_VALUE = 0x80;
/** The right half of a symbol that is a single value. */
const LEAF = 0xfff;
const MAX_SYMBOL_VALUES = 256;
/** Maximum number of values in a block: their number minus one has 16 bits. */
const MAX_BLOCK_VALUES = 65536;
/** A pair is joined only if it occurs more often than this. Otherwise its symbol costs more than joining saves. */
const MIN_PAIRS = 32;

export interface PairOptions {
  /** Maximum number of symbols, single values included. Up to the number of values, nothing is paired. */
  symbols: number;
  /** The number of bytes in a block, log2. */
  blockBits: number;
  /** The number of values between two entries of the sparse index, log2. */
  spanBits: number;
}

/** The parts of a file that hold compressed values. */
export interface Compressed {
  /** The contents of the file's header. */
  header: number[];
  sparse: number[];
  /** The number of values in each block, minus one. */
  lengths: number[];
  blocks: number[];
}

/** A value, or two symbols side by side. */
interface PairSymbol {
  /** The value; −1 for a pair. */
  value: number;
  halves: readonly PairSymbol[];
  /** The number of values in the symbol. */
  size: number;
  /** How often the symbol occurs in the sequence. */
  uses: number;
  code: number;
  /** Length of the code; 0 for symbols that do not occur. */
  bits: number;
  /** The symbol's number in the file. */
  number: number;
}

/** Compresses one value for all placements. */
export function compressConstant(flags: number, value: number): Compressed {
  return { header: [flags | SINGLE_VALUE, value], sparse: [], lengths: [], blocks: [] };
}

/**
 * Compresses values below 4095.
 *
 * @param flags The flags of the table, without `SINGLE_VALUE`, which is set here if there is only one value.
 */
export function compress(flags: number, values: Uint16Array, options: Partial<PairOptions> = {}): Compressed {
  if (values.every((value) => value === values[0])) return compressConstant(flags, values[0]);
  const { symbols: most = 48, blockBits = 8, spanBits = 10 } = options;
  const { symbols, sequence } = joinPairs(values, most);
  setCodeLengths(symbols.filter(({ uses }) => uses > 0));
  const order = symbols.toSorted((a, b) => b.bits - a.bits);
  const firstSymbol = assignCodes(order);
  const { starts, blocks } = writeBlocks(sequence, symbols, blockBits);
  // An empty block follows the values, because the middle of the last stretch may be there.
  starts.push(values.length);
  const lengths = starts.map((start, i) => (starts[i + 1] ?? start + 1) - start - 1);
  const header = [flags, blockBits, spanBits, 1, ...uint32(starts.length - 1), order[0].bits];
  header.push(order[0].bits - firstSymbol.length + 1, ...firstSymbol.flatMap(uint16), ...uint16(order.length));
  for (const { value, halves: [left, right] } of order) {
    const halves = value >= 0 ? value | LEAF << 12 : left.number | right.number << 12;
    header.push(...uint16(halves), halves >> 16);
  }
  if (order.length % 2 === 1) header.push(0);
  return { header, sparse: sparseIndex(starts, spanBits), lengths: lengths.flatMap(uint16), blocks };
}

/** The symbols, and the sequence of values as indices into the list of symbols. */
function joinPairs(values: Uint16Array, most: number): { symbols: PairSymbol[]; sequence: Uint16Array } {
  const unused = { uses: 0, code: 0, bits: 0, number: 0 };
  const symbols = Array.from(new Set(values), (value): PairSymbol => ({ value, halves: [], size: 1, ...unused }));
  const places = new Uint16Array(0x10000);
  for (const [place, { value }] of symbols.entries()) places[value] = place;
  let sequence = values.map((value) => places[value]);
  while (symbols.length < most) {
    const pair = mostFrequentPair(sequence, symbols);
    if (pair === null) break;
    const [a, b] = pair;
    let length = 0;
    for (let i = 0; i < sequence.length; i++) {
      const isPair = sequence[i] === a && sequence[i + 1] === b;
      sequence[length++] = isPair ? symbols.length : sequence[i];
      if (isPair) i++;
    }
    sequence = sequence.subarray(0, length);
    const halves = [symbols[a], symbols[b]];
    symbols.push({ value: -1, halves, size: halves[0].size + halves[1].size, ...unused });
  }
  for (const place of sequence) symbols[place].uses++;
  return { symbols, sequence };
}

/** The pair of neighbours that occurs most often; `null` if joining none saves anything. */
function mostFrequentPair(sequence: Uint16Array, symbols: readonly PairSymbol[]): [number, number] | null {
  const count = symbols.length;
  const found = new Int32Array(count * count);
  for (let i = 1; i < sequence.length; i++) found[sequence[i - 1] * count + sequence[i]]++;
  let best: [number, number] | null = null;
  let most = MIN_PAIRS;
  for (let pair = 0; pair < found.length; pair++) {
    const [a, b] = [Math.floor(pair / count), pair % count];
    if (found[pair] <= most || symbols[a].size + symbols[b].size > MAX_SYMBOL_VALUES) continue;
    best = [a, b];
    most = found[pair];
  }
  return best;
}

/** Sets the length of each symbol's code by Huffman's algorithm. */
function setCodeLengths(used: readonly PairSymbol[]): void {
  // A single symbol also needs a bit.
  if (used.length === 1) used[0].bits = 1;
  const trees = used.map((symbol) => ({ weight: symbol.uses, leaves: [symbol] }));
  while (trees.length > 1) {
    trees.sort((a, b) => a.weight - b.weight);
    const [a, b] = trees.splice(0, 2);
    const leaves = [...a.leaves, ...b.leaves];
    for (const leaf of leaves) leaf.bits++;
    trees.push({ weight: a.weight + b.weight, leaves });
  }
}

/**
 * Gives each symbol its number and its code: codes of a length are consecutive, and longer codes lie below shorter
 * codes. For each length, the shortest first, returns the number of the first symbol with a code of that length.
 *
 * @param order Symbols with longer codes first, symbols without a code last.
 */
function assignCodes(order: readonly PairSymbol[]): number[] {
  const firstSymbol: number[] = [];
  let next = 0;
  let bits = order[0].bits;
  for (const [number, symbol] of order.entries()) {
    symbol.number = number;
    if (symbol.bits === 0) continue;
    for (; bits > symbol.bits; bits--) {
      firstSymbol.unshift(number);
      next /= 2;
    }
    symbol.code = next++;
  }
  // The longest codes begin with the first symbol. A length without codes has the first symbol with a shorter code.
  return [...firstSymbol, 0];
}

/** Writes codes into blocks of equal size, and returns the index of the first value in each block. */
function writeBlocks(sequence: Uint16Array, symbols: readonly PairSymbol[], blockBits: number) {
  const starts: number[] = [];
  const blocks: number[] = [];
  let values = 0;
  let bit = 0;
  for (const place of sequence) {
    const { code, bits, size } = symbols[place];
    // A code that does not fit starts a new block.
    if (bit + bits > 8 * blocks.length || values + size - starts[starts.length - 1] > MAX_BLOCK_VALUES) {
      bit = 8 * blocks.length;
      for (let i = 0; i < 2 ** blockBits; i++) blocks.push(0);
      starts.push(values);
    }
    for (let i = bits - 1; i >= 0; i--, bit++) blocks[bit >> 3] |= (code >>> i & 1) << (7 - (bit & 7));
    values += size;
  }
  return { starts, blocks };
}

/** For each stretch of values, the block of its middle value, and the place of that value in the block. */
function sparseIndex(starts: readonly number[], spanBits: number): number[] {
  const half = 2 ** spanBits / 2;
  const sparse: number[] = [];
  let block = 0;
  for (let middle = half; middle - half < starts[starts.length - 1]; middle += 2 * half) {
    while (starts[block + 1] <= middle) block++;
    sparse.push(...uint32(block), ...uint16(middle - starts[block]));
  }
  return sparse;
}

/** A number of two bytes, the lower first. */
export function uint16(value: number): number[] {
  return [value & 255, value >> 8 & 255];
}

function uint32(value: number): number[] {
  return [...uint16(value), ...uint16(value >>> 16)];
}
