import { assertEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { createNetwork, type Network } from "../../nnue/network.ts";
import { referenceAccumulator, referenceEvaluate, referenceOutput } from "../../nnue/reference.ts";

/** White: Ka1, Pb2; Black: Kh8. With three pieces, the output bucket is 0. */
const PAWN_ENDING = "7k/8/8/8/8/8/1P6/K7";

function emptyNetwork(isMirrored = false, kingBuckets?: Uint8Array): Network {
  return createNetwork({ hiddenSize: 32, isMirrored, kingBuckets, qa: 255, qb: 64, scale: 400 }, "{}");
}

/** A neuron of both sides' accumulators, White's first. */
function neurons(network: Network, board: string, neuron = 0): number[] {
  const position = parseFen(`${board} w - - 0 1`);
  return [WHITE, BLACK].map((side) => referenceAccumulator(network, position, side)[neuron]);
}

Deno.test("`referenceAccumulator()` is the bias plus the weights of the pieces as seen from each side", () => {
  const network = emptyNetwork();
  network.featureBias[3] = 5;
  // Own pawn on b2, opponent's pawn on b7, own king on a1, own king on h1.
  network.featureWeights[parseSquare("b2") * 32 + 3] = 100;
  network.featureWeights[(384 + parseSquare("b7")) * 32 + 3] = 20;
  network.featureWeights[(5 * 64 + parseSquare("a1")) * 32 + 3] = 1000;
  network.featureWeights[(5 * 64 + parseSquare("h1")) * 32 + 3] = -7000;
  assertEquals(neurons(network, PAWN_ENDING, 3), [5 + 100 + 1000, 5 + 20 - 7000]);
  assertEquals(neurons(network, PAWN_ENDING, 2), [0, 0]);
});

Deno.test("`referenceAccumulator()` of a mirrored network treats a king on h8 like a king on a1", () => {
  const network = emptyNetwork(true);
  network.featureWeights[(5 * 64 + parseSquare("a1")) * 32] = 11;
  network.featureWeights[(384 + parseSquare("g7")) * 32] = 31;
  assertEquals(neurons(network, PAWN_ENDING), [11, 11 + 31]);
});

Deno.test("`referenceAccumulator()` takes the weights of the king's bucket, for each side the bucket of its own king", () => {
  // The owner's first rank is bucket 0, the others are bucket 1.
  const network = emptyNetwork(false, new Uint8Array(64).fill(1, 8));
  const second = 768 * 32;
  network.featureWeights[parseSquare("b2") * 32] = 7;
  network.featureWeights[second + parseSquare("b2") * 32] = 8;
  network.featureWeights[(384 + parseSquare("b7")) * 32] = 100;
  network.featureWeights[second + (384 + parseSquare("b7")) * 32] = 200;
  assertEquals(neurons(network, PAWN_ENDING), [7, 100]);
  assertEquals(neurons(network, "8/7k/8/8/8/8/1P6/K7"), [7, 200]);
  assertEquals(neurons(network, "8/7k/8/8/8/K7/1P6/8"), [8, 200]);
});

Deno.test("`referenceOutput()` clips and squares neurons, takes the own ones first, and scales to centipawns", () => {
  const network = emptyNetwork();
  const [own, other] = [new Int16Array(32), new Int16Array(32)];
  own.set([255, 300, -4, 100]);
  other.set([10]);
  network.outputWeights.set([64, 64, 64, -32], 2 * 64);
  network.outputWeights.set([16], 2 * 64 + 32);
  network.outputBias[2] = 1000;
  // The sum is 2 · 255² · 64 − 100² · 32 + 10² · 16 = 8004800, / 255 = 31391.4; (31391 + 1000) · 400 / 16320 = 793.9.
  assertEquals(referenceOutput(network, own, other, 2), 793);
});

Deno.test("`referenceOutput()` truncates both divisions towards zero", () => {
  const network = emptyNetwork();
  const own = new Int16Array(32);
  const output = (bias: number) => {
    network.outputBias[0] = bias;
    return referenceOutput(network, own, new Int16Array(32), 0);
  };
  // The sum is −14² · 127 = −24892, / 255 = −97.6, truncated to −97; −97 · 400 / 16320 = −2.4 is truncated to −2.
  own.set([14]);
  network.outputWeights.set([-127]);
  // With a bias of −25, −122 gives −2.99, truncated to −2. With −97.6 rounded down to −98, it would be −3.01.
  assertEquals([output(0), output(-25), output(-26)], [-2, -2, -3]);
  // No negative zero.
  network.outputWeights.fill(0);
  assertEquals(Object.is(output(-1), 0), true);
});

Deno.test("`referenceEvaluate()` takes the side to move as own side, and the row for the number of pieces", () => {
  const network = emptyNetwork();
  network.featureWeights[parseSquare("b2") * 32] = 255;
  network.outputWeights[0] = 64;
  // The next row of output weights: positions with six to nine pieces.
  network.outputWeights[64] = 32;
  const positions = [`${PAWN_ENDING} w`, `${PAWN_ENDING} b`, "7k/ppp5/8/8/8/8/1P6/K7 w"];
  assertEquals(positions.map((text) => referenceEvaluate(network, parseFen(`${text} - - 0 1`))), [400, 0, 200]);
});
