import { assertEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { createNetwork, type Network } from "../../nnue/network.ts";
import { referenceAccumulator, referenceEvaluate, referenceOutput } from "../../nnue/reference.ts";

/** White: Ka1, Pb2; Black: Kh8. Three pieces, output bucket 0. */
const PAWN_ENDING = "7k/8/8/8/8/8/1P6/K7";

function emptyNetwork(isMirrored = false): Network {
  return createNetwork({ hiddenSize: 32, isMirrored, qa: 255, qb: 64, scale: 400 }, "{}");
}

Deno.test("`referenceAccumulator()` is the bias plus the weights of the pieces as seen from each side", () => {
  const network = emptyNetwork();
  network.featureBias[3] = 5;
  // Own pawn on b2, another's pawn on b7, own king on a1, own king on h1.
  network.featureWeights[parseSquare("b2") * 32 + 3] = 100;
  network.featureWeights[(384 + parseSquare("b7")) * 32 + 3] = 20;
  network.featureWeights[(5 * 64 + parseSquare("a1")) * 32 + 3] = 1000;
  network.featureWeights[(5 * 64 + parseSquare("h1")) * 32 + 3] = -7000;
  const position = parseFen(`${PAWN_ENDING} w - - 0 1`);
  assertEquals(referenceAccumulator(network, position, WHITE)[3], 5 + 100 + 1000);
  assertEquals(referenceAccumulator(network, position, BLACK)[3], 5 + 20 - 7000);
  assertEquals(referenceAccumulator(network, position, WHITE)[2], 0);
});

Deno.test("`referenceAccumulator()` of a mirrored network takes a king on h8 for one on a1", () => {
  const network = emptyNetwork(true);
  network.featureWeights[(5 * 64 + parseSquare("a1")) * 32] = 11;
  network.featureWeights[(384 + parseSquare("g7")) * 32] = 31;
  const position = parseFen(`${PAWN_ENDING} w - - 0 1`);
  assertEquals(referenceAccumulator(network, position, WHITE)[0], 11);
  assertEquals(referenceAccumulator(network, position, BLACK)[0], 11 + 31);
});

Deno.test("`referenceAccumulator()` takes the weights of the king's bucket, for each side by its own king", () => {
  // The owner's first rank is bucket 0, the others are bucket 1.
  const kingBuckets = new Uint8Array(64).fill(1, 8);
  const shape = { hiddenSize: 32, isMirrored: false, kingBuckets, qa: 255, qb: 64, scale: 400 };
  const network = createNetwork(shape, "{}");
  const second = 768 * 32;
  network.featureWeights[parseSquare("b2") * 32] = 7;
  network.featureWeights[second + parseSquare("b2") * 32] = 8;
  network.featureWeights[(384 + parseSquare("b7")) * 32] = 100;
  network.featureWeights[second + (384 + parseSquare("b7")) * 32] = 200;
  const home = parseFen(`${PAWN_ENDING} w - - 0 1`);
  assertEquals([WHITE, BLACK].map((side) => referenceAccumulator(network, home, side)[0]), [7, 100]);
  const away = parseFen("8/7k/8/8/8/8/1P6/K7 w - - 0 1");
  assertEquals([WHITE, BLACK].map((side) => referenceAccumulator(network, away, side)[0]), [7, 200]);
  const both = parseFen("8/7k/8/8/8/K7/1P6/8 w - - 0 1");
  assertEquals([WHITE, BLACK].map((side) => referenceAccumulator(network, both, side)[0]), [8, 200]);
});

Deno.test("`referenceOutput()` clips, squares, weighs own before other, and scales to centipawns", () => {
  const network = emptyNetwork();
  const own = new Int16Array(32);
  const other = new Int16Array(32);
  own.set([255, 300, -4, 100]);
  other.set([10]);
  network.outputWeights.set([64, 64, 64, -32], 2 * 64);
  network.outputWeights.set([16], 2 * 64 + 32);
  network.outputBias[2] = 1000;
  // 2 · 255² · 64 − 100² · 32 + 10² · 16 = 8004800; / 255 = 31391.4; 31391 + 1000 = 32391; · 400 / 16320 = 793.9.
  assertEquals(referenceOutput(network, own, other, 2), 793);
});

Deno.test("`referenceOutput()` truncates both divisions towards zero", () => {
  const network = emptyNetwork();
  const own = new Int16Array(32);
  const other = new Int16Array(32);
  // −14² · 127 = −24892; / 255 = −97.6 → −97; · 400 / 16320 = −2.377 → −2. Rounded down, −98 would still give −2, so:
  own.set([14]);
  network.outputWeights.set([-127]);
  assertEquals(referenceOutput(network, own, other, 0), -2);
  // −97 − 25 = −122: −2.99 → −2; but −98 − 25 = −123: −3.01 → −3.
  network.outputBias[0] = -25;
  assertEquals(referenceOutput(network, own, other, 0), -2);
  network.outputBias[0] = -26;
  assertEquals(referenceOutput(network, own, other, 0), -3);
  // No negative zero.
  network.outputWeights.fill(0);
  network.outputBias[0] = -1;
  assertEquals(Object.is(referenceOutput(network, own, other, 0), 0), true);
});

Deno.test("`referenceEvaluate()` takes the side to move for own and the row of the number of pieces", () => {
  const network = emptyNetwork();
  network.featureWeights[parseSquare("b2") * 32] = 255;
  network.outputWeights[0] = 64;
  // A row of output weights further: positions of six to nine pieces.
  network.outputWeights[64] = 32;
  assertEquals(referenceEvaluate(network, parseFen(`${PAWN_ENDING} w - - 0 1`)), 400);
  assertEquals(referenceEvaluate(network, parseFen(`${PAWN_ENDING} b - - 0 1`)), 0);
  assertEquals(referenceEvaluate(network, parseFen("7k/ppp5/8/8/8/8/1P6/K7 w - - 0 1")), 200);
});
