/**
 * Writes bytes as printable text, for a bundle that contains the network.
 *
 * Most bytes of a network are small. Base64 hides this from gzip, whose output is then a fifth larger. So here, a byte
 * from −45 to 45 becomes one letter, and any other byte becomes one of two marks and a letter. The letters are the
 * printable ASCII characters that need no escape in a string literal: all but the quotation mark and the backslash.
 * @module
 */

const FIRST = 0x20, LAST = 0x7e;
/** The quotation mark and the backslash. */
const EXCLUDED: readonly number[] = [0x22, 0x5c];
const LETTERS = Uint8Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i).filter((c) => !EXCLUDED.includes(c));
/** Largest magnitude of a byte that is written as one letter. */
const SMALL = 45;
/** Number of letters that stand for one byte each; the marks come after them. */
const SINGLES = 2 * SMALL + 1;

/** Writes bytes as text. */
export function toPrintable(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const single = byte + SMALL & 0xff;
    const other = single - SINGLES;
    const codes = other < 0 ? [single] : [SINGLES + Math.floor(other / LETTERS.length), other % LETTERS.length];
    text += String.fromCharCode(...codes.map((code) => LETTERS[code]));
  }
  return text;
}

/** Reads bytes back from text that `toPrintable` wrote. */
export function fromPrintable(text: string): Uint8Array<ArrayBuffer> {
  const codes = new Uint8Array(LAST + 1);
  LETTERS.forEach((letter, code) => codes[letter] = code);
  // Works on bytes, because reading a string letter by letter is slow when the engine has just started.
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    let code = codes[bytes[i]];
    if (code >= SINGLES) code = SINGLES + (code - SINGLES) * LETTERS.length + codes[bytes[++i]];
    bytes[length++] = code - SMALL & 0xff;
  }
  return bytes.slice(0, length);
}
