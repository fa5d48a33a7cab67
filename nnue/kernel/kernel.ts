/**
 * The inner loops of the evaluation network, for WebAssembly with 128-bit vectors.
 *
 * This file is AssemblyScript: TypeScript's syntax, but `usize` is an address and an operation is a machine instruction.
 * `deno task build:kernel` turns it into `kernel.wasm`, and a test keeps the two in step. The caller passes byte offsets
 * into the one memory that the module imports.
 *
 * Shapes: an accumulator, a row of feature weights and half a row of output weights are `bytes` long, elements are int16,
 * and `bytes` is a multiple of 64 since the hidden size is a multiple of 32. A round of a loop does 64 bytes, four vectors,
 * written out because the constant part of an address (16, 32, 48) costs nothing.
 *
 * Additions wrap modulo 2^16, as they do in the scalar definition (`nnue/reference.ts`). So their order cannot matter:
 * whatever path led to a position, its accumulator is the same bit for bit.
 * @module
 */

/** Bytes of a round. */
const ROUND: usize = 64;

/**
 * A piece moves, seen from both sides: `to = from + added - removed`, which are pairs of accumulators, White's and then
 * Black's: one call is cheaper than two.
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

/** A piece takes another, seen from both sides: `to = from + added - removed - taken`, pairs as for `addSub`. */
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
 * Any number of pieces come and go, seen from one side: `to = also = from + the first rows of list - the rows after them`.
 *
 * `list` has the offsets of the `adds` rows to add, then of the `subs` rows to subtract, as uint32. Sums stay in registers
 * over the whole list, so every row is read once. Any of `to`, `also` and `from` may be the same.
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
 * The output neuron before its quantisation is undone: the sum of `clamp(x, 0, qa)² · weight` over both accumulators.
 *
 * The square is never formed. With |weight| ≤ 127 and QA ≤ 255, `clamp(x) · weight` is within ±32,385 and fits int16; to
 * multiply that by `clamp(x)` and add neighbours as int32 is one instruction.
 *
 * No sum overflows. A term is within ±255² · 127 = ±8,258,175. A vector has two terms for each of four int32 lanes, and
 * vectors go in turn to four sums; so of 2N terms a lane gets N / 8, at most 128 (N ≤ 1024), and
 * 128 · 8,258,175 = 1,057,046,400 < 2^31. The sixteen lanes are then added as int64.
 *
 * @param weights A whole row of output weights, `2 * bytes` long: first those of `own`, then those of `other`.
 * @param qa QA, how many steps are 1 in an accumulator: 1 to 255.
 * @returns A whole number below 2^35 in magnitude, so exact.
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
