import { assertEquals, assertThrows } from "@std/assert";
import { checkBounds } from "../../nnue/bounds.ts";
import { createNetwork, type Network, type NetworkShape } from "../../nnue/network.ts";

function emptyNetwork(hiddenSize = 64, scale = 400, qa = 255, qb = 64): Network {
  return createNetwork({ hiddenSize, isMirrored: false, qa, qb, scale }, "{}");
}

/** Sets `count` weights of a neuron, spread over the features. */
function setColumn(network: Network, neuron: number, count: number, weight: number): void {
  for (let i = 0; i < count; i++) network.featureWeights[i * 7 * network.hiddenSize + neuron] = weight;
}

function assertRefused(network: Network, message: string): void {
  assertEquals((assertThrows(() => checkBounds(network), RangeError) as Error).message, message);
}

Deno.test("`checkBounds()` lets the 32 largest weights of a neuron and its bias reach the ends of int16, and no further", () => {
  const network = emptyNetwork();
  // More than 32 large weights: no position has more pieces.
  setColumn(network, 40, 100, 1023);
  network.featureBias[40] = 31;
  checkBounds(network);
  network.featureBias[40] = 32;
  assertRefused(network, "Neuron 40 of a network must stay within int16 with 32 pieces, not reach 32 to 32768");
  setColumn(network, 40, 100, -1024);
  network.featureBias[40] = 0;
  checkBounds(network);
  network.featureBias[40] = -1;
  assertRefused(network, "Neuron 40 of a network must stay within int16 with 32 pieces, not reach -32769 to -1");
});

Deno.test("`checkBounds()` counts a large weight once, and adds weights of one sign only", () => {
  const network = emptyNetwork();
  setColumn(network, 0, 20, 1500);
  for (let i = 0; i < 20; i++) network.featureWeights[(i * 7 + 3) * network.hiddenSize] = -1500;
  setColumn(network, 63, 1, 32767);
  checkBounds(network);
  setColumn(network, 63, 2, 32767);
  assertRefused(network, "Neuron 63 of a network must stay within int16 with 32 pieces, not reach 0 to 65534");
});

Deno.test("`checkBounds()` checks each king bucket separately", () => {
  const kingBuckets = new Uint8Array(64).fill(1, 8);
  const shape = { hiddenSize: 32, isMirrored: true, kingBuckets, qa: 255, qb: 64, scale: 400 };
  const network = createNetwork(shape, "{}");
  const second = 768 * 32;
  // Twenty large weights in each bucket are within int16; forty in one bucket are not.
  for (let i = 0; i < 20; i++) {
    network.featureWeights[i * 32 + 9] = 1100;
    network.featureWeights[second + (i + 20) * 32 + 9] = 1100;
  }
  checkBounds(network);
  for (let i = 0; i < 20; i++) network.featureWeights[second + i * 32 + 9] = 1100;
  assertRefused(network, "Neuron 9 of a network must stay within int16 with 32 pieces, not reach 0 to 35200");
});

Deno.test("`checkBounds()` keeps output weights within ±127, and results within int32", () => {
  const network = emptyNetwork();
  network.outputWeights.fill(127);
  network.outputWeights[5] = -127;
  checkBounds(network);
  network.outputBias.fill(-2147483648);
  checkBounds(network);
  for (const weight of [128, -32768]) {
    network.outputWeights[2 * 128 + 5] = weight;
    assertRefused(network, `Output weights of a network must be within ±127, not ${weight} (bucket 2)`);
  }
  // 2 · 1024 · 1 · 127 · 65535 = 17,045,391,360 is beyond 2^31.
  const steep = emptyNetwork(1024, 65535, 1, 1);
  assertRefused(steep, "Results of a network must fit int32, not reach 17045391360 centipawns (bucket 0)");
});

Deno.test("`createNetwork()` refuses numbers out of range", () => {
  const make = (changes: Partial<NetworkShape>) =>
    createNetwork({ hiddenSize: 32, isMirrored: false, qa: 255, qb: 64, scale: 400, ...changes }, "{}");
  const buckets = (of: (square: number) => number) => {
    return { kingBuckets: Uint8Array.from({ length: 64 }, (_, square) => of(square)) };
  };
  const unlike = "King buckets of a mirrored network must be alike on the left and on the right";
  const cases: [changes: Partial<NetworkShape>, message: string][] = [
    [{ hiddenSize: 48 }, "Hidden size of a network must be a multiple of 32 from 32 to 1024, not 48"],
    [{ kingBuckets: new Uint8Array(63) }, "King buckets must be given for 64 squares, not 63"],
    [buckets((square) => square === 63 ? 16 : square >> 2), "King buckets of a network must be 0 to 15, not 16"],
    [buckets((square) => square < 32 ? 0 : 2), "King buckets of a network must have no gap, but 1 of 3 is missing"],
    [{ ...buckets((square) => square < 2 ? 0 : 1), isMirrored: true }, unlike],
    [{ scale: 0.5 }, "Scale of a network must be 1 to 65535, not 0.5"],
    [{ qa: NaN }, "QA of a network must be 1 to 255, not NaN"],
    [{ qb: -64 }, "QB of a network must be 1 to 65535, not -64"],
  ];
  for (const [changes, message] of cases) {
    assertEquals((assertThrows(() => make(changes), RangeError) as Error).message, message);
  }
});
