/**
 * What kind of file begins with some bytes: people also choose packed files, and files that hold no text at all.
 *
 * Kinds are told apart by the first bytes that their formats prescribe, not by names. Text in UTF-16 has a zero in one of
 * its first two bytes; any other text has none.
 *
 * @module
 */

/** How a text is packed. */
export type Packing = "gzip" | "zstd";

/** What packed texts begin with; the last is what `pzstd` and the public databases put first. */
const PACKED: readonly (readonly [packing: Packing, begins: RegExp])[] = [
  ["gzip", /^\x1f\x8b/],
  ["zstd", /^\x28\xb5\x2f\xfd/],
  ["zstd", /^[\x50-\x5f]\x2a\x4d\x18/],
];
/** What other files begin with. */
const OTHERS: readonly (readonly [kind: string, begins: RegExp])[] = [
  ["a ZIP archive", /^PK\x03\x04/],
  ["a 7z archive", /^7z\xbc\xaf\x27\x1c/],
  ["a RAR archive", /^Rar!\x1a\x07/],
  ["packed by bzip2", /^BZh[1-9]\x31\x41\x59/],
  ["packed by xz", /^\xfd7zXZ\x00/],
  ["packed by LZ4", /^\x04\x22\x4d\x18/],
  ["packed by compress", /^\x1f\x9d/],
  ["a PDF document", /^%PDF-/],
];
/** How many bytes are looked at, if there are as many. */
export const KIND_BYTES = 512;

/**
 * How the text of a file is packed, `null` if it is not.
 *
 * @param start The first bytes of the file.
 * @throws {TypeError} If it holds no text, or is packed in another way.
 */
export function packingOf(start: Uint8Array): Packing | null {
  const bytes = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  for (const [packing, begins] of PACKED) if (begins.test(bytes)) return packing;
  for (const [kind, begins] of OTHERS) {
    if (begins.test(bytes)) throw new TypeError(`Expected text, or text packed as .gz or .zst, but it is ${kind}`);
  }
  const isWide = /^(?:\xff\xfe|\xfe\xff|\x00[^\x00]|[^\x00]\x00)/.test(bytes);
  if (!isWide && bytes.includes("\0")) throw new TypeError("Expected text, but it has bytes that no text has");
  return null;
}
