/** Recognises packed files and files without text from their first bytes. @module */

export type Packing = "gzip" | "zstd";

const PACKED: readonly (readonly [packing: Packing, start: string])[] = [
  ["gzip", "\x1f\x8b"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  // Files of `pzstd` and public databases begin with a skippable frame, with one of 16 numbers.
  ...Array.from({ length: 16 }, (_, i) => ["zstd", `${String.fromCharCode(0x50 + i)}\x2a\x4d\x18`] as const),
];
const OTHERS: readonly (readonly [kind: string, start: string])[] = [
  ["a ZIP archive", "PK\x03\x04"],
  ["a 7z archive", "7z\xbc\xaf\x27\x1c"],
  ["a RAR archive", "Rar!\x1a\x07"],
  ["packed by bzip2", "BZh"],
  ["packed by xz", "\xfd7zXZ\0"],
  ["packed by LZ4", "\x04\x22\x4d\x18"],
  ["packed by compress", "\x1f\x9d"],
  ["a PDF document", "%PDF-"],
];
/** The marks of UTF-16. */
const WIDE = ["\xff\xfe", "\xfe\xff"];
/** Number of bytes that decide. */
export const KIND_BYTES = 512;

/** The packing of a file, by its first bytes; `null` for none. Throws a TypeError if it has no text. */
export function packingOf(start: Uint8Array): Packing | null {
  const bytes = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  for (const [packing, begins] of PACKED) if (bytes.startsWith(begins)) return packing;
  for (const [kind, begins] of OTHERS) {
    if (bytes.startsWith(begins)) {
      throw new TypeError(`Expected text, or text packed as .gz or .zst, but it is ${kind}`);
    }
  }
  // Text in UTF-16 has one zero in its first two bytes, any other text has none.
  const isWide = WIDE.some((mark) => bytes.startsWith(mark)) || (bytes[0] === "\0") !== (bytes[1] === "\0");
  if (!isWide && bytes.includes("\0")) throw new TypeError("Expected text, but it has bytes that text cannot contain");
  return null;
}
