/**
 * Recognises the kind of a file from its first bytes, since people also choose packed files and files that are not
 * text.
 *
 * The signatures of the formats decide, not the file names. Text in UTF-16 has a zero in one of its first two bytes;
 * any other text has none.
 *
 * @module
 */

/** The way in which a text file is packed. */
export type Packing = "gzip" | "zstd";

/** The first bytes of packed text files. */
const PACKED: readonly (readonly [packing: Packing, start: string])[] = [
  ["gzip", "\x1f\x8b"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  // Files from `pzstd` and from public databases begin with a skippable frame, whose number is one of 16.
  ...Array.from({ length: 16 }, (_, i) => ["zstd", `${String.fromCharCode(0x50 + i)}\x2a\x4d\x18`] as const),
];
/** The first bytes of other files. */
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
/** The mark of text in UTF-16. */
const WIDE = ["\xff\xfe", "\xfe\xff"];
/** Number of bytes to examine, if the file has that many. */
export const KIND_BYTES = 512;

/**
 * The way in which a file's text is packed; `null` if it is not packed.
 *
 * @param start The first bytes of the file.
 * @throws {TypeError} If the file holds no text, or is packed in another way.
 */
export function packingOf(start: Uint8Array): Packing | null {
  const bytes = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  for (const [packing, begins] of PACKED) if (bytes.startsWith(begins)) return packing;
  for (const [kind, begins] of OTHERS) {
    if (bytes.startsWith(begins)) {
      throw new TypeError(`Expected text, or text packed as .gz or .zst, but it is ${kind}`);
    }
  }
  const isWide = WIDE.some((mark) => bytes.startsWith(mark)) || (bytes[0] === "\0") !== (bytes[1] === "\0");
  if (!isWide && bytes.includes("\0")) throw new TypeError("Expected text, but it has bytes that text cannot contain");
  return null;
}
