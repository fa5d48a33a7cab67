import { assertEquals, assertThrows } from "@std/assert";
import { lengthOfPacked, packWeights, unpackWeights } from "../../nnue/packed_weights.ts";

Deno.test("`packWeights()` writes small weights as bytes, and large weights after them", () => {
  const weights = Int16Array.of(0, 1, -1, 127, 128, -127, -128, 32767, -32768);
  const expected = [0, 1, 255, 127, 128, 129, 128, 128, 128, ...[128, 0], ...[128, 255], ...[255, 127], ...[0, 128]];
  assertEquals(Array.from(packWeights(weights, weights.length)), expected);
});

Deno.test("`packWeights()` writes the tables after the first as differences from the first", () => {
  const weights = Int16Array.of(100, -100, 32767, 101, 100, -32768, 90, -101, 32766);
  // The difference −65535 wraps to 1.
  const expected = [100, 156, 128, 1, 128, 1, 246, 255, 255, ...[255, 127], ...[200, 0]];
  assertEquals(Array.from(packWeights(weights, 3)), expected);
});

Deno.test("`unpackWeights()` reads every int16 and every difference as it was written", () => {
  for (const tableSize of [65536, 32768, 3 * 1024, 1]) {
    const weights = Int16Array.from({ length: 65536 }, (_, i) => Math.imul(i, 40503));
    const packed = packWeights(weights, tableSize);
    const shifted = new Uint8Array(packed.length + 3);
    shifted.set(packed, 3);
    assertEquals(lengthOfPacked(packed.subarray(0, weights.length)), packed.length);
    const read = new Int16Array(weights.length);
    unpackWeights(shifted.subarray(3), read, tableSize);
    assertEquals(read, weights);
  }
  // It does not read beyond its bytes.
  assertThrows(() => unpackWeights(Uint8Array.of(1, 128, 5), new Int16Array(2), 2), RangeError);
});
