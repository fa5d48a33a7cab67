/**
 * Packs the feature weights of a network file, which has one table for each king bucket.
 *
 * The tables are similar, so each table after the first is stored as differences from the first. Most of these numbers
 * are small: a number from −127 to 127 takes one byte. For any other number, this byte is −128, and the number itself
 * is stored as int16 after the bytes of all tables. Nothing is rounded.
 * @module
 */

/** The byte that stands for a number stored as int16. */
const WIDE = -128;
const WIDE_BYTES = 2;

/** Packs consecutive tables of `tableSize` weights. */
export function packWeights(weights: Int16Array, tableSize: number): Uint8Array<ArrayBuffer> {
  // Differences wrap to int16; unpacking wraps them back.
  const numbers = weights.map((weight, i) => i < tableSize ? weight : weight - weights[i % tableSize]);
  const wide = numbers.filter((number) => number <= WIDE || number >= -WIDE);
  const bytes = new Uint8Array(numbers.length + WIDE_BYTES * wide.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => view.setInt8(i, number <= WIDE || number >= -WIDE ? WIDE : number));
  wide.forEach((number, i) => view.setInt16(numbers.length + WIDE_BYTES * i, number, true));
  return bytes;
}

/** The total length of packed tables in bytes. `bytes` is their first part, with one byte for each weight. */
export function lengthOfPacked(bytes: Uint8Array): number {
  let wide = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === (WIDE & 255)) wide++;
  return bytes.length + WIDE_BYTES * wide;
}

/** Fills `weights` with tables of `tableSize` weights. `source` must have the length that `lengthOfPacked` returns. */
export function unpackWeights(source: Uint8Array, weights: Int16Array, tableSize: number): void {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  let wideAt = weights.length;
  for (let i = 0; i < weights.length; i++) {
    let number = view.getInt8(i);
    if (number === WIDE) {
      number = view.getInt16(wideAt, true);
      wideAt += WIDE_BYTES;
    }
    weights[i] = i < tableSize ? number : number + weights[i % tableSize];
  }
}
