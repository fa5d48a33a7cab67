import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { popcount } from "../../core/bitboard.ts";
import { CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, randomStream, SIDE_KEY } from "../../core/zobrist.ts";

/** All random numbers as pairs: pieces on squares, castling rights, en-passant files, side. */
function allKeys(): [number, number][] {
  const keys: [number, number][] = [[SIDE_KEY[0], SIDE_KEY[1]]];
  for (let piece = 0; piece < 16; piece++) {
    if ((piece & 7) < 1 || (piece & 7) > 6) continue;
    for (let i = 0; i < 64; i++) {
      const pair = (piece << 6 | i) << 1;
      keys.push([PIECE_KEYS[pair], PIECE_KEYS[pair | 1]]);
    }
  }
  for (let rights = 1; rights < 16; rights++) keys.push([CASTLING_KEYS[rights << 1], CASTLING_KEYS[rights << 1 | 1]]);
  for (let file = 0; file < 8; file++) {
    keys.push([EN_PASSANT_KEYS[40 + file << 1], EN_PASSANT_KEYS[40 + file << 1 | 1]]);
  }
  return keys;
}

Deno.test("the halves of all keys differ from each other and from zero, and their bits are balanced", () => {
  const keys = allKeys();
  assertEquals(keys.length, 1 + 12 * 64 + 15 + 8);
  for (const half of [0, 1]) {
    const values = keys.map((key) => key[half]);
    assertEquals(new Set(values).size, keys.length);
    assert(!values.includes(0));
    for (let bit = 0; bit < 32; bit++) {
      const ones = values.filter((value) => (value >>> bit & 1) === 1).length;
      // Six standard deviations of a fair coin.
      assert(Math.abs(ones - keys.length / 2) < 3 * Math.sqrt(keys.length), `Bit ${bit} is set ${ones} times`);
    }
    const mean = values.reduce((sum, value) => sum + popcount(value), 0) / values.length;
    assert(Math.abs(mean - 16) < 0.6, `A key has ${mean} bits on average`);
  }
});

Deno.test("no square, no rights and no en-passant square leave a key as it is", () => {
  assertEquals([CASTLING_KEYS[0], CASTLING_KEYS[1]], [0, 0]);
  assertEquals([EN_PASSANT_KEYS[128], EN_PASSANT_KEYS[129]], [0, 0]);
  assert(PIECE_KEYS.subarray(0, 128).every((key) => key === 0));
});

Deno.test("`randomStream()` repeats itself for the same seed only", () => {
  const draw = (seed: number) => Array.from({ length: 8 }, randomStream(seed));
  assertEquals(draw(5), draw(5));
  assertNotEquals(draw(5), draw(6));
  assertEquals(new Set(draw(0)).size, 8);
});
