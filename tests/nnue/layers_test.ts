import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { checkBounds } from "../../nnue/bounds.ts";
import { layersWorkBytes, placesAt, referenceLayers, type SmallLayers, weightAt } from "../../nnue/layers.ts";
import { createNetwork, type Network, networkChecksum, reserveArea } from "../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../nnue/network_file.ts";
import { kernelOf } from "../../nnue/wasm_kernel.ts";
import { randomIntegers } from "../core/random_games.ts";
import { fillRandomly, randomNetwork } from "./random_network.ts";

/** A network with layers whose weights are 0. */
function emptyNetwork(hiddenSize = 64): Network {
  const shape = { hiddenSize, isMirrored: true, hasLayers: true, qa: 255, qb: 64, scale: 400 };
  return createNetwork(shape, '{"a":1}');
}

/** The scalar sum and the kernel's sum for accumulators that `fill` fills: `[bucket][scalar, kernel]`. */
function sumsOf(network: Network, fill: (table: Int16Array) => void): [scalar: number, kernel: number][] {
  const { memory, hiddenSize, layers } = network;
  const bytes = 2 * hiddenSize;
  const at = reserveArea(network, 2 * bytes + layersWorkBytes(hiddenSize));
  const [own, other] = [at, at + bytes].map((start) => new Int16Array(memory.buffer, start, hiddenSize));
  fill(own);
  fill(other);
  const kernel = kernelOf(network);
  return layers.map((each) => [
    referenceLayers(each, own, other),
    kernel.layeredOutput(at, at + bytes, each.firstWeights.byteOffset, at + 2 * bytes, placesAt(layers), bytes),
  ]);
}

Deno.test("`layeredOutput()` equals the scalar sum for every size, with accumulators anywhere in int16", () => {
  for (const hiddenSize of [64, 128, 192, 512, 1024]) {
    const network = randomNetwork({ hiddenSize, hasLayers: true, seed: hiddenSize });
    const random = randomIntegers(hiddenSize);
    const seen = new Set<number>();
    for (const [bound, middle] of [[32767, 0], [255, 0], [300, 200], [0, -1], [0, 0], [0, 32767]]) {
      for (const [scalar, kernel] of sumsOf(network, (table) => fillRandomly(table, bound, random, middle))) {
        assertEquals(kernel, scalar);
        seen.add(scalar);
      }
    }
    assertGreater(seen.size, 30);
  }
});

Deno.test("`layeredOutput()` uses each product that is not 0 exactly once, wherever it is", () => {
  const network = emptyNetwork(128);
  const [layers] = network.layers;
  // Only one neuron of each layer has weights. Those of the first layer depend on the input.
  for (let input = 0; input < 128; input++) layers.firstWeights[weightAt(16, input, 0)] = 1 + input % 50;
  layers.secondWeights[weightAt(32, 0, 31)] = 2000;
  layers.outputWeights[31] = 1;
  for (let product = 0; product < 128; product++) {
    const neuron = product % 64;
    let side = 0;
    const [[scalar, kernel]] = sumsOf(network, (table) => {
      table.fill(0);
      if (side++ === product >> 6) table[neuron] = table[neuron + 64] = 255;
    });
    const clipped = Math.min(8128, 127 * (1 + product % 50)) * 33026 + 32768 >> 16;
    const second = Math.min(4096, clipped * 2000 >> 10);
    assertEquals([scalar, kernel], [second * second >> 12, second * second >> 12]);
  }
});

Deno.test("`layeredOutput()` does not overflow with the largest possible weights", () => {
  for (const sign of [1, -1]) {
    const network = emptyNetwork(1024);
    for (const layers of network.layers) {
      layers.firstWeights.fill(sign * 127);
      layers.firstBias.fill(sign * 2 ** 30);
      layers.secondWeights.fill(2047);
      layers.secondBias.fill(sign * 2 ** 30);
      layers.outputWeights.fill(sign * 2047);
    }
    network.outputBias.fill(2147483647);
    checkBounds(network);
    const expected = sign === 1 ? 32 * 4096 * 2047 : 0;
    for (const sums of sumsOf(network, (table) => table.fill(32767))) assertEquals(sums, [expected, expected]);
  }
});

Deno.test("`checkBounds()` refuses small layers with a weight that is too large", () => {
  const cases: [keyof SmallLayers, value: number, bound: number][] = [
    ["firstWeights", -128, 127],
    ["firstBias", 2 ** 30 + 1, 2 ** 30],
    ["secondWeights", 2048, 2047],
    ["secondBias", -(2 ** 30) - 1, 2 ** 30],
    ["outputWeights", -2048, 2047],
  ];
  for (const [name, value, bound] of cases) {
    const network = emptyNetwork();
    network.layers[3][name][5] = Math.sign(value) * bound;
    checkBounds(network);
    network.layers[3][name][5] = value;
    const message = `Expected ${name} of a network's small layers to be within ±${bound}, but got ${value} (bucket 3)`;
    assertThrows(() => checkBounds(network), RangeError, message);
  }
});

Deno.test("a file of a network with layers is read as it was written, and has the layout of version 3", () => {
  for (const [hiddenSize, kingBucketCount] of [[64, 1], [192, 4], [1024, 1]]) {
    const network = randomNetwork({ hiddenSize, kingBucketCount, isMirrored: true, hasLayers: true, seed: hiddenSize });
    const read = parseNetwork(serialiseNetwork(network));
    assertEquals(read.layers, network.layers);
    assertEquals([read.hiddenSize, read.kingBucketCount, read.layers.length], [hiddenSize, kingBucketCount, 8]);
    assertEquals(networkChecksum(read), networkChecksum(network));
    read.layers[7].secondBias[31]++;
    assertGreater(Math.abs(networkChecksum(read) - networkChecksum(network)), 0);
  }
  const network = emptyNetwork();
  network.layers[1].firstWeights[weightAt(16, 3, 2)] = -2;
  network.layers[2].firstBias[1] = 0x01020304;
  network.layers[7].secondWeights[weightAt(32, 31, 30)] = 0x0102;
  network.layers[0].secondBias[0] = -1;
  network.layers[7].outputWeights[31] = 7;
  const bytes = serialiseNetwork(network);
  const firstAt = 64 + 64 + 768 * 64 + 128;
  const [firstBiasAt, secondAt] = [firstAt + 8 * 16 * 64, firstAt + 8 * 16 * 64 + 8 * 64];
  const [secondBiasAt, outputAt] = [secondAt + 8 * 2048, secondAt + 8 * 2048 + 8 * 128];
  assertEquals([bytes.length, bytes[8]], [outputAt + 8 * 64 + 8 * 4 + 4, 3]);
  assertEquals(bytes[firstAt + (16 + 2) * 64 + 3], 0xfe);
  assertEquals(Array.from(bytes.subarray(firstBiasAt + 2 * 64 + 4, firstBiasAt + 2 * 64 + 8)), [4, 3, 2, 1]);
  const last = secondAt + 7 * 2048 + (30 * 32 + 31) * 2;
  assertEquals([bytes[last], bytes[last + 1], bytes[secondBiasAt], bytes[outputAt + 8 * 64 - 2]], [2, 1, 0xff, 7]);
});

Deno.test("a network with layers has fixed values of QA and QB, and a multiple of 64 neurons", () => {
  const shape = { hiddenSize: 64, isMirrored: true, hasLayers: true, qa: 255, qb: 64, scale: 400 };
  const cases: [changes: object, message: string][] = [
    [{ qa: 254 }, "QA and QB of a network with layers must be 255 and 64, not 254 and 64"],
    [{ qb: 32 }, "QA and QB of a network with layers must be 255 and 64, not 255 and 32"],
    [{ hiddenSize: 96 }, "Hidden size of a network must be a multiple of 64 from 64 to 1024, not 96"],
  ];
  for (const [changes, message] of cases) {
    const thrown = assertThrows(() => createNetwork({ ...shape, ...changes }, "{}"), RangeError);
    assertEquals((thrown as Error).message, message);
  }
});
