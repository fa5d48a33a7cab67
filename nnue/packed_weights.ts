/**
 * Feature weights in a file, one byte each: most are small, and a network with king buckets has millions of them.
 *
 * A weight from −127 to 127 is its own byte. Any other weight is the byte −128, and its value follows behind all bytes
 * as int16, in the same order. Nothing is rounded: what is read is what was written. What is left to gain, some 15 %,
 * is the business of whatever compresses the file on its way (gzip, Brotli).
 *
 * @module
 */

/** The byte of a weight whose value follows as int16. */
const WIDE = -128;
const WIDE_BYTES = 2;

/** Whether a weight needs more than its byte. */
function isWide(weight: number): boolean {
  return weight <= WIDE || weight >= -WIDE;
}

/** How many bytes `packWeights` writes. */
export function packedBytes(weights: Int16Array): number {
  return weights.length + WIDE_BYTES * weights.reduce((count, weight) => isWide(weight) ? count + 1 : count, 0);
}

/** How many bytes the packed weights take that begin with these bytes, one for each weight. */
export function lengthOfPacked(bytes: Uint8Array): number {
  return bytes.length + WIDE_BYTES * bytes.reduce((count, byte) => byte === (WIDE & 255) ? count + 1 : count, 0);
}

/** Writes weights to `target`, which has room for `packedBytes(weights)`. */
export function packWeights(weights: Int16Array, target: Uint8Array): void {
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  let wideAt = weights.length;
  for (let i = 0; i < weights.length; i++) {
    if (isWide(weights[i])) {
      view.setInt8(i, WIDE);
      view.setInt16(wideAt, weights[i], true);
      wideAt += WIDE_BYTES;
    } else {
      view.setInt8(i, weights[i]);
    }
  }
}

/** Reads weights from `source`, which has as many bytes as `lengthOfPacked` says. */
export function unpackWeights(source: Uint8Array, weights: Int16Array): void {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  let wideAt = weights.length;
  for (let i = 0; i < weights.length; i++) {
    const byte = view.getInt8(i);
    if (byte === WIDE) {
      weights[i] = view.getInt16(wideAt, true);
      wideAt += WIDE_BYTES;
    } else {
      weights[i] = byte;
    }
  }
}
