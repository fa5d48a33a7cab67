/** CRC-32 (IEEE 802.3, reflected), as in gzip and PNG: a checksum that reveals damaged files. @module */

const POLYNOMIAL = 0xedb88320;

/** How each byte value changes the register. */
const TABLE: Uint32Array = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let register = byte;
  for (let bit = 0; bit < 8; bit++) register = register >>> 1 ^ ((register & 1) !== 0 ? POLYNOMIAL : 0);
  TABLE[byte] = register;
}

/** The checksum of `bytes`, 0 … 2^32 − 1. To continue, pass the checksum of the earlier bytes as `before`. */
export function crc32(bytes: Uint8Array, before: number = 0): number {
  let register = ~before;
  for (let i = 0; i < bytes.length; i++) register = TABLE[(register ^ bytes[i]) & 255] ^ register >>> 8;
  return ~register >>> 0;
}
