import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { popcount } from "../../core/bitboard.ts";
import { CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, randomStream, SIDE_KEY } from "../../core/zobrist.ts";

/** All random numbers in use, as pairs: side, pieces on squares, castling rights, en-passant files. */
function allKeys(): number[][] {
  const tables = [SIDE_KEY, PIECE_KEYS, CASTLING_KEYS, EN_PASSANT_KEYS.subarray(80, 96)];
  const halves = tables.flatMap((table) => Array.from(table));
  const pairs = halves.flatMap((lo, i) => i % 2 === 0 ? [[lo, halves[i + 1]]] : []);
  return pairs.filter(([lo, hi]) => lo !== 0 || hi !== 0);
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
      // The tolerance is six standard deviations of a fair coin.
      assert(Math.abs(ones - keys.length / 2) < 3 * Math.sqrt(keys.length), `Bit ${bit} is set ${ones} times`);
    }
    const mean = values.reduce((sum, value) => sum + popcount(value), 0) / values.length;
    assert(Math.abs(mean - 16) < 0.6, `A key has ${mean} bits on average`);
  }
});

Deno.test("empty squares, missing castling rights and a missing en-passant square do not change a key", () => {
  assertEquals([CASTLING_KEYS[0], CASTLING_KEYS[1]], [0, 0]);
  assertEquals([EN_PASSANT_KEYS[128], EN_PASSANT_KEYS[129]], [0, 0]);
  assert(PIECE_KEYS.subarray(0, 128).every((key) => key === 0));
});

Deno.test("`randomStream()` gives the same numbers only for the same seed", () => {
  const draw = (seed: number) => Array.from({ length: 8 }, randomStream(seed));
  assertEquals(draw(5), draw(5));
  assertNotEquals(draw(5), draw(6));
  assertEquals(new Set(draw(0)).size, 8);
});
