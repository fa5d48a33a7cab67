/**
 * Packs the tables of feature weights in a file, one for each king bucket, with one byte for each weight.
 *
 * Tables of different buckets are similar, so each table after the first has differences from the first. Most numbers
 * are small: a number from −127 to 127 is one byte. For any other number the byte is −128, and the values follow after
 * all bytes as int16, in the same order. Nothing is rounded.
 * @module
 */

/** The byte for a number that follows as int16. */
const WIDE = -128;
const WIDE_BYTES = 2;

/** Packs consecutive tables of `tableSize` weights. */
export function packWeights(weights: Int16Array, tableSize: number): Uint8Array<ArrayBuffer> {
  // Assigning to an Int16Array wraps the values.
  const numbers = weights.map((weight, i) => i < tableSize ? weight : weight - weights[i % tableSize]);
  const wide = numbers.filter((number) => number <= WIDE || number >= -WIDE);
  const bytes = new Uint8Array(numbers.length + WIDE_BYTES * wide.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => view.setInt8(i, number <= WIDE || number >= -WIDE ? WIDE : number));
  wide.forEach((number, i) => view.setInt16(numbers.length + WIDE_BYTES * i, number, true));
  return bytes;
}

/** The length in bytes of packed tables, of which these are the first bytes: one for each weight. */
export function lengthOfPacked(bytes: Uint8Array): number {
  let wide = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === (WIDE & 255)) wide++;
  return bytes.length + WIDE_BYTES * wide;
}

/** Unpacks tables of `tableSize` weights until `weights` is full. The source has the length from `lengthOfPacked`. */
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
