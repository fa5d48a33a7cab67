/** Uses a file's first bytes to find out how it is compressed, and whether it is text. @module */

export type Packing = "gzip" | "zstd";

const PACKED: readonly (readonly [packing: Packing, start: string])[] = [
  ["gzip", "\x1f\x8b"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  // Files from `pzstd` and from public databases begin with a skippable frame, which has one of 16 magic numbers.
  ...Array.from({ length: 16 }, (_, i) => ["zstd", `${String.fromCharCode(0x50 + i)}\x2a\x4d\x18`] as const),
];
const OTHERS: readonly (readonly [kind: string, start: string])[] = [
  ["a ZIP archive", "PK\x03\x04"],
  ["a 7z archive", "7z\xbc\xaf\x27\x1c"],
  ["a RAR archive", "Rar!\x1a\x07"],
  ["compressed with bzip2", "BZh"],
  ["compressed with xz", "\xfd7zXZ\0"],
  ["compressed with LZ4", "\x04\x22\x4d\x18"],
  ["compressed with compress", "\x1f\x9d"],
  ["a PDF document", "%PDF-"],
];
/** The byte order marks of UTF-16. */
const WIDE = ["\xff\xfe", "\xfe\xff"];
/** Number of bytes that are examined. */
export const KIND_BYTES = 512;

/** How a file is compressed, judging by its first bytes; `null` for text. Throws a TypeError for other files. */
export function packingOf(start: Uint8Array): Packing | null {
  const bytes = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  for (const [packing, begins] of PACKED) if (bytes.startsWith(begins)) return packing;
  for (const [kind, begins] of OTHERS) {
    if (bytes.startsWith(begins)) {
      throw new TypeError(`Expected text, or text compressed as .gz or .zst, but it is ${kind}`);
    }
  }
  // In UTF-16 text, one of the first two bytes is zero; in any other text, neither is.
  const isWide = WIDE.some((mark) => bytes.startsWith(mark)) || (bytes[0] === "\0") !== (bytes[1] === "\0");
  if (!isWide && bytes.includes("\0")) throw new TypeError("Expected text, but it has bytes that text cannot contain");
  return null;
}
