/**
 * The inner loops of the evaluation network, for WebAssembly with 128-bit vectors.
 *
 * This file is AssemblyScript: TypeScript's syntax, but `usize` is an address and each operation is a machine
 * instruction. `deno task build:kernel` compiles it to `kernel.wasm`, and a test checks that the two files agree. The
 * caller passes byte offsets into the one memory that the module imports.
 *
 * Shapes: elements are int16. An accumulator, a row of feature weights and half a row of output weights are `bytes`
 * long, a multiple of 64, since the hidden size is a multiple of 32. Each round of a loop handles 64 bytes: four
 * vectors. All four are written out, because the constant part of an address (16, 32, 48) costs nothing.
 *
 * Additions wrap modulo 2^16, as in the scalar definition (`nnue/reference.ts`). So their order does not matter: the
 * accumulator of a position is the same, bit for bit, on every path to the position.
 * @module
 */

/** Number of bytes that a round handles. */
const ROUND: usize = 64;

/**
 * Updates both accumulators when a piece moves: `to = from + added - removed`. `to` and `from` are pairs, White's
 * accumulator and then Black's, since one call is cheaper than two.
 */
export function addSub(
  to: usize,
  from: usize,
  whiteAdded: usize,
  whiteRemoved: usize,
  blackAdded: usize,
  blackRemoved: usize,
  bytes: usize,
): void {
  addSubOne(to, from, whiteAdded, whiteRemoved, bytes);
  addSubOne(to + bytes, from + bytes, blackAdded, blackRemoved, bytes);
}

/** Updates both accumulators, as `addSub` does, when a piece takes another: `to = from + added - removed - taken`. */
export function addSubSub(
  to: usize,
  from: usize,
  whiteAdded: usize,
  whiteRemoved: usize,
  whiteTaken: usize,
  blackAdded: usize,
  blackRemoved: usize,
  blackTaken: usize,
  bytes: usize,
): void {
  addSubSubOne(to, from, whiteAdded, whiteRemoved, whiteTaken, bytes);
  addSubSubOne(to + bytes, from + bytes, blackAdded, blackRemoved, blackTaken, bytes);
}

@inline
function addSubOne(to: usize, from: usize, added: usize, removed: usize, bytes: usize): void {
  for (const end = to + bytes; to < end; to += ROUND) {
    v128.store(to, moved(v128.load(from), v128.load(added), v128.load(removed)));
    v128.store(to, moved(v128.load(from, 16), v128.load(added, 16), v128.load(removed, 16)), 16);
    v128.store(to, moved(v128.load(from, 32), v128.load(added, 32), v128.load(removed, 32)), 32);
    v128.store(to, moved(v128.load(from, 48), v128.load(added, 48), v128.load(removed, 48)), 48);
    from += ROUND;
    added += ROUND;
    removed += ROUND;
  }
}

@inline
function addSubSubOne(to: usize, from: usize, added: usize, removed: usize, taken: usize, bytes: usize): void {
  for (const end = to + bytes; to < end; to += ROUND) {
    const a = moved(v128.load(from), v128.load(added), v128.load(removed));
    const b = moved(v128.load(from, 16), v128.load(added, 16), v128.load(removed, 16));
    const c = moved(v128.load(from, 32), v128.load(added, 32), v128.load(removed, 32));
    const d = moved(v128.load(from, 48), v128.load(added, 48), v128.load(removed, 48));
    v128.store(to, i16x8.sub(a, v128.load(taken)));
    v128.store(to, i16x8.sub(b, v128.load(taken, 16)), 16);
    v128.store(to, i16x8.sub(c, v128.load(taken, 32)), 32);
    v128.store(to, i16x8.sub(d, v128.load(taken, 48)), 48);
    from += ROUND;
    added += ROUND;
    removed += ROUND;
    taken += ROUND;
  }
}

@inline
function moved(from: v128, added: v128, removed: v128): v128 {
  return i16x8.sub(i16x8.add(from, added), removed);
}

/**
 * Updates one accumulator for any number of changes: `to = also = from + the first rows of list - its other rows`.
 *
 * `list` has the offsets of the `adds` rows to add, then of the `subs` rows to subtract, as uint32. Sums stay in
 * registers over the whole list, so every row is read once. `to`, `also` and `from` may be equal.
 */
export function apply(to: usize, also: usize, from: usize, list: usize, adds: usize, subs: usize, bytes: usize): void {
  const middle = list + (adds << 2);
  const end = middle + (subs << 2);
  for (let at: usize = 0; at < bytes; at += ROUND) {
    let a = v128.load(from + at);
    let b = v128.load(from + at, 16);
    let c = v128.load(from + at, 32);
    let d = v128.load(from + at, 48);
    let item = list;
    for (; item < middle; item += 4) {
      const row = at + <usize>load<u32>(item);
      a = i16x8.add(a, v128.load(row));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    for (; item < end; item += 4) {
      const row = at + <usize>load<u32>(item);
      a = i16x8.sub(a, v128.load(row));
      b = i16x8.sub(b, v128.load(row, 16));
      c = i16x8.sub(c, v128.load(row, 32));
      d = i16x8.sub(d, v128.load(row, 48));
    }
    v128.store(to + at, a);
    v128.store(to + at, b, 16);
    v128.store(to + at, c, 32);
    v128.store(to + at, d, 48);
    v128.store(also + at, a);
    v128.store(also + at, b, 16);
    v128.store(also + at, c, 32);
    v128.store(also + at, d, 48);
  }
}

/**
 * The output neuron before dequantisation: the sum of `clamp(x, 0, qa)² · weight` over both accumulators.
 *
 * The square is never computed. With |weight| ≤ 127 and QA ≤ 255, `clamp(x) · weight` is within ±32,385 and fits int16;
 * one instruction multiplies this product by `clamp(x)` and adds adjacent results as int32.
 *
 * No sum overflows. A term is within ±255² · 127 = ±8,258,175. A vector has two terms for each of four int32 lanes, and
 * vectors are added to four sums in turn; so of 2N terms a lane gets N / 8, at most 128 (N ≤ 1024), and 128 · 8,258,175
 * = 1,057,046,400 < 2^31. The sixteen lanes are then added as int64.
 *
 * @param weights A whole row of output weights, `2 * bytes` long: first the weights of `own`, then the weights of
 *   `other`.
 * @param qa QA, the integer that stands for 1 in an accumulator: 1 to 255.
 * @returns A whole number below 2^35 in magnitude, which a double holds exactly.
 */
export function output(own: usize, other: usize, weights: usize, qa: i32, bytes: usize): f64 {
  const ones = i16x8.splat(<i16>qa);
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (const end = own + bytes; own < end; own += ROUND) {
    a = i32x4.add(a, activated(v128.load(own), v128.load(weights), ones));
    b = i32x4.add(b, activated(v128.load(own, 16), v128.load(weights, 16), ones));
    c = i32x4.add(c, activated(v128.load(own, 32), v128.load(weights, 32), ones));
    d = i32x4.add(d, activated(v128.load(own, 48), v128.load(weights, 48), ones));
    weights += ROUND;
  }
  for (const end = other + bytes; other < end; other += ROUND) {
    a = i32x4.add(a, activated(v128.load(other), v128.load(weights), ones));
    b = i32x4.add(b, activated(v128.load(other, 16), v128.load(weights, 16), ones));
    c = i32x4.add(c, activated(v128.load(other, 32), v128.load(weights, 32), ones));
    d = i32x4.add(d, activated(v128.load(other, 48), v128.load(weights, 48), ones));
    weights += ROUND;
  }
  const sum = i64x2.add(i64x2.add(widened(a), widened(b)), i64x2.add(widened(c), widened(d)));
  return <f64>(i64x2.extract_lane(sum, 0) + i64x2.extract_lane(sum, 1));
}

@inline
function activated(accumulator: v128, weights: v128, ones: v128): v128 {
  const x = i16x8.min_s(i16x8.max_s(accumulator, i16x8.splat(0)), ones);
  return i32x4.dot_i16x8_s(i16x8.mul(x, weights), x);
}

@inline
function widened(sums: v128): v128 {
  return i64x2.add(i64x2.extend_low_i32x4_s(sums), i64x2.extend_high_i32x4_s(sums));
}

/** Bytes of the weights for a pair of inputs of the second small layer: two int16 for each of 32 neurons. */
const SECOND_PAIR_BYTES: usize = 128;
/** Bytes of the weights for a pair of products: two int16 for each of sixteen neurons. */
const FIRST_PAIR_BYTES: usize = 64;
/** Bytes of the first small layer's bias, and of the second layer's weights and bias. */
const FIRST_BIAS_BYTES: usize = 64, SECOND_BYTES: usize = 16 * SECOND_PAIR_BYTES, SECOND_BIAS_BYTES: usize = 128;

/**
 * The output neuron of a network with small layers, before its bias is added.
 *
 * A product of two clipped neurons is 0 to 127, and most products are 0. So the kernel first lists the pairs of
 * products that are not both 0. This needs no branch: of every eight pairs, eight bits mark those to list, and `places`
 * has the list for each value of the bits. Then the kernel multiplies each listed pair by its weights: one instruction
 * handles two products for four neurons.
 *
 * No sum overflows, see `checkLayers` in `nnue/layers.ts`.
 *
 * @param layers The small layers of one output bucket, laid out as in `nnue/layers.ts`.
 * @param work Room for products (`bytes`), the list (`bytes / 2` and 16) and the inputs of the second layer (64), in
 * this order.
 * @param places For each value of eight bits, the positions of the bits that are 1, lowest first, as eight uint16.
 */
export function layeredOutput(own: usize, other: usize, layers: usize, work: usize, places: usize, bytes: usize): i32 {
  const list = work + bytes;
  const middle = multiplyPairs(own, work, list, places, bytes >> 1, 0);
  const end = multiplyPairs(other, work + (bytes >> 1), middle, places, bytes >> 1, bytes >> 3);
  const bias = layers + bytes * 16;
  let a = v128.load(bias);
  let b = v128.load(bias, 16);
  let c = v128.load(bias, 32);
  let d = v128.load(bias, 48);
  let item = list;
  // With two pairs in each round, the loop takes three quarters of the time.
  for (; item < end - 2; item += 4) {
    const pair = <usize>load<u16>(item);
    const next = <usize>load<u16>(item, 2);
    const products = v128.load_splat<u32>(work + (pair << 2));
    const others = v128.load_splat<u32>(work + (next << 2));
    const weights = layers + pair * FIRST_PAIR_BYTES;
    const more = layers + next * FIRST_PAIR_BYTES;
    a = i32x4.add(a, i32x4.add(dot(weights, products), dot(more, others)));
    b = i32x4.add(b, i32x4.add(dot(weights + 16, products), dot(more + 16, others)));
    c = i32x4.add(c, i32x4.add(dot(weights + 32, products), dot(more + 32, others)));
    d = i32x4.add(d, i32x4.add(dot(weights + 48, products), dot(more + 48, others)));
  }
  if (item < end) {
    const pair = <usize>load<u16>(item);
    const products = v128.load_splat<u32>(work + (pair << 2));
    const weights = layers + pair * FIRST_PAIR_BYTES;
    a = i32x4.add(a, dot(weights, products));
    b = i32x4.add(b, dot(weights + 16, products));
    c = i32x4.add(c, dot(weights + 32, products));
    d = i32x4.add(d, dot(weights + 48, products));
  }
  const seen = list + (bytes >> 1) + 16;
  a = clippedFirst(a);
  b = clippedFirst(b);
  c = clippedFirst(c);
  d = clippedFirst(d);
  v128.store(seen, i16x8.narrow_i32x4_s(a, b));
  v128.store(seen, i16x8.narrow_i32x4_s(c, d), 16);
  v128.store(seen, i16x8.narrow_i32x4_s(squared(a), squared(b)), 32);
  v128.store(seen, i16x8.narrow_i32x4_s(squared(c), squared(d)), 48);
  const second = bias + FIRST_BIAS_BYTES;
  const output = second + SECOND_BYTES + SECOND_BIAS_BYTES;
  const sum = i32x4.add(secondHalf(seen, second, output), secondHalf(seen, second + 64, output + 32));
  const folded = i32x4.add(sum, i8x16.shuffle(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(folded, 0) + i32x4.extract_lane(folded, 1);
}

/** For each of four neurons, the sum of the products of two inputs and their weights. */
@inline
function dot(weights: usize, inputs: v128): v128 {
  return i32x4.dot_i16x8_s(v128.load(weights), inputs);
}

/**
 * Computes one side's products, neuron i with neuron i + N / 2, and lists the pairs of products that are not both 0,
 * numbered from `first`. Returns the end of the list.
 */
@inline
function multiplyPairs(side: usize, to: usize, list: usize, places: usize, bytes: usize, first: usize): usize {
  let base = i16x8.splat(<i16>first);
  for (const end = side + bytes; side < end; side += 32) {
    // Narrowing to uint8 clips neurons to 0 … 255, and 255 · 255 fits uint16.
    const left = i8x16.narrow_i16x8_u(v128.load(side), v128.load(side, 16));
    const right = i8x16.narrow_i16x8_u(v128.load(side + bytes), v128.load(side + bytes, 16));
    const x = i16x8.shr_u(i16x8.extmul_low_i8x16_u(left, right), 9);
    const y = i16x8.shr_u(i16x8.extmul_high_i8x16_u(left, right), 9);
    v128.store(to, x);
    v128.store(to, y, 16);
    // One int16 for each pair of products. Narrowing turns no other value into 0.
    const zeros = i16x8.eq(i16x8.narrow_i32x4_s(x, y), i16x8.splat(0));
    const mask = i16x8.bitmask(zeros) ^ 255;
    v128.store(list, i16x8.add(v128.load(places + (<usize>mask << 4)), base));
    list += <usize>popcnt<i32>(mask) << 1;
    base = i16x8.add(base, i16x8.splat(8));
    to += 32;
  }
  return list;
}

/** Neurons of the first small layer: its sums clipped to 0 … 1, in units of 1/4096. */
@inline
function clippedFirst(sums: v128): v128 {
  const limited = i32x4.min_s(i32x4.max_s(sums, i32x4.splat(0)), i32x4.splat(8128));
  return i32x4.shr_s(i32x4.add(i32x4.mul(limited, i32x4.splat(33026)), i32x4.splat(32768)), 16);
}

/** Squares numbers in units of 1/4096. */
@inline
function squared(x: v128): v128 {
  return i32x4.shr_s(i32x4.mul(x, x), 12);
}

/** The sum that half of the second small layer adds to the output, as four partial sums. */
@inline
function secondHalf(seen: usize, weights: usize, output: usize): v128 {
  // The biases follow the weights of all pairs, and are laid out like one pair's weights, so `weights` and `bias`
  // select the same half.
  const bias = weights + SECOND_BYTES;
  let a = v128.load(bias);
  let b = v128.load(bias, 16);
  let c = v128.load(bias, 32);
  let d = v128.load(bias, 48);
  for (const end = seen + 64; seen < end; seen += 4) {
    const inputs = v128.load_splat<u32>(seen);
    a = i32x4.add(a, dot(weights, inputs));
    b = i32x4.add(b, dot(weights + 16, inputs));
    c = i32x4.add(c, dot(weights + 32, inputs));
    d = i32x4.add(d, dot(weights + 48, inputs));
    weights += SECOND_PAIR_BYTES;
  }
  const x = i16x8.narrow_i32x4_s(activatedSecond(a), activatedSecond(b));
  const y = i16x8.narrow_i32x4_s(activatedSecond(c), activatedSecond(d));
  return i32x4.add(i32x4.dot_i16x8_s(x, v128.load(output)), i32x4.dot_i16x8_s(y, v128.load(output, 16)));
}

@inline
function activatedSecond(sums: v128): v128 {
  return squared(i32x4.min_s(i32x4.max_s(i32x4.shr_s(sums, 10), i32x4.splat(0)), i32x4.splat(4096)));
}
