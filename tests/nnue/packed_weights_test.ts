import { assertEquals } from "@std/assert";
import { lengthOfPacked, packedBytes, packWeights, unpackWeights } from "../../nnue/packed_weights.ts";

Deno.test("`packWeights()` writes small weights as bytes, and large ones behind them", () => {
  const weights = Int16Array.of(0, 1, -1, 127, 128, -127, -128, 32767, -32768);
  const packed = new Uint8Array(packedBytes(weights));
  assertEquals(packed.length, 9 + 4 * 2);
  packWeights(weights, packed);
  assertEquals(
    Array.from(packed),
    [0, 1, 255, 127, 128, 129, 128, 128, 128, ...[128, 0], ...[128, 255], ...[255, 127], ...[0, 128]],
  );
});

Deno.test("`unpackWeights()` reads every int16 as it was written", () => {
  const weights = Int16Array.from({ length: 65536 }, (_, i) => i);
  const packed = new Uint8Array(packedBytes(weights) + 3).subarray(3);
  packWeights(weights, packed);
  assertEquals(lengthOfPacked(packed.subarray(0, weights.length)), packed.length);
  const read = new Int16Array(weights.length);
  unpackWeights(packed, read);
  assertEquals(read, weights);
});
