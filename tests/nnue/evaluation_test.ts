import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { flip, parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { checkBounds } from "../../nnue/bounds.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { AccumulatorStack } from "../../nnue/accumulator.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import { createNetwork, MAX_OUTPUT_WEIGHT, type Network } from "../../nnue/network.ts";
import { referenceAccumulator, referenceEvaluate } from "../../nnue/reference.ts";
import { playBothKinds, positionOf } from "../core/random_games.ts";
import { randomNetwork } from "./random_network.ts";
import { tries } from "../effort.ts";

function freshScore(network: Network, position: Position): number {
  const evaluation = new NetworkEvaluation(network);
  evaluation.attach(position);
  return evaluation.evaluate(position);
}

/** Networks of every kind, and the engine's network. */
const NETWORKS: readonly [name: string, network: Network][] = [
  ...[32, 96, 256, 512, 1024].flatMap((hiddenSize) =>
    [false, true].map((isMirrored): [string, Network] => {
      const kingBucketCount = isMirrored ? 8 : 1;
      const network = randomNetwork({ hiddenSize, isMirrored, kingBucketCount, seed: hiddenSize });
      return [`N = ${hiddenSize}, ${isMirrored ? "mirrored" : "plain"}`, network];
    })
  ),
  ...[64, 192, 1024].map((hiddenSize): [string, Network] => {
    const options = { hiddenSize, isMirrored: true, kingBucketCount: hiddenSize === 192 ? 4 : 1, hasLayers: true };
    return [`N = ${hiddenSize}, small layers`, randomNetwork({ ...options, seed: hiddenSize })];
  }),
  ["the embedded network", embeddedNetwork()],
];

for (const [name, network] of NETWORKS) {
  Deno.test(`evaluate() equals the scalar reference, bit for bit, along random games: ${name}`, () => {
    const scores = new Set<number>();
    const evaluation = new NetworkEvaluation(network);
    let visited = 0;
    playBothKinds({ games: tries(1, 10), plies: 200, seed: 21, shuffling: 1 }, (position) => {
      if (position.top === 0) evaluation.attach(position);
      // Some plies are skipped, as in a search.
      if (++visited % 4 === 0) return;
      const score = evaluation.evaluate(position);
      assertEquals(score, referenceEvaluate(network, position));
      scores.add(score);
    });
    // A network that gives all positions the same score would prove nothing.
    assertGreater(scores.size, 100);
  });
}

Deno.test("evaluate() is the same with colours exchanged and, with a mirrored network, for the mirror image", () => {
  let differences = 0;
  for (const isMirrored of [false, true]) {
    const network = randomNetwork({ hiddenSize: 64, isMirrored, kingBucketCount: 4 });
    const evaluations = [0, 1, 2].map(() => new NetworkEvaluation(network));
    playBothKinds({ games: 2, plies: 120, seed: 31 }, (position) => {
      const { mailbox, sideToMove } = position;
      // Castling rights do not matter to the network.
      const image = positionOf(mailbox.map((_, square) => mailbox[square ^ 7]), sideToMove);
      const scores = [position, parseFen(flip(position)), image].map((each, i) => {
        evaluations[i].attach(each);
        return evaluations[i].evaluate(each);
      });
      assertEquals(scores[1], scores[0]);
      if (isMirrored) assertEquals(scores[2], scores[0]);
      else if (scores[2] !== scores[0]) differences++;
    });
  }
  assertGreater(differences, 100);
});

Deno.test("evaluate() with the largest possible weights equals the scalar reference and does not overflow", () => {
  const position = parseFen(START_FEN);
  for (const hiddenSize of [512, 1024]) {
    for (const sign of [1, -1]) {
      const network = createNetwork({ hiddenSize, isMirrored: true, qa: 255, qb: 64, scale: 400 }, "{}");
      // With the 32 pieces of the start position every neuron is 32 · 1023 + 31, the largest int16.
      network.featureWeights.fill(1023);
      network.featureBias.fill(31);
      network.outputWeights.fill(sign * MAX_OUTPUT_WEIGHT);
      network.outputBias.fill(sign * 2147483647);
      checkBounds(network);
      assertEquals(referenceAccumulator(network, position, WHITE)[0], 32767);
      const hidden = 2 * hiddenSize * 255 * MAX_OUTPUT_WEIGHT;
      const expected = sign * Math.floor((hidden + 2147483647) * 400 / (255 * 64));
      assertEquals([freshScore(network, position), referenceEvaluate(network, position)], [expected, expected]);
    }
  }
});

Deno.test("evaluate() reaches the ends of int32 if the network's numbers allow it", () => {
  const network = createNetwork({ hiddenSize: 32, isMirrored: false, qa: 1, qb: 1, scale: 1 }, "{}");
  const position = parseFen(START_FEN);
  network.outputWeights.fill(-127);
  network.featureBias.fill(1);
  // The output is the bias less 127 for each of the 64 neurons.
  network.outputBias.fill(-2147483647 + 64 * 127);
  checkBounds(network);
  assertEquals(freshScore(network, position), -2147483647);
  network.outputBias.fill(-2147483647 + 64 * 127 - 1);
  assertThrows(() => checkBounds(network), RangeError, "Results of a network must fit int32");
});

Deno.test("evaluate() refuses a position that is not attached, or no longer attached", () => {
  const network = randomNetwork();
  const evaluation = new NetworkEvaluation(network);
  const [first, second] = [parseFen(START_FEN), parseFen(START_FEN)];
  const message = "Expected the attached position, but got another position";
  assertThrows(() => evaluation.evaluate(first), TypeError, message);
  evaluation.attach(first);
  evaluation.evaluate(first);
  assertThrows(() => evaluation.evaluate(second), TypeError, message);
  evaluation.attach(second);
  assertThrows(() => evaluation.evaluate(first), TypeError, message);
  // Moves of a detached position must not change the evaluation.
  first.make(parseUci(first, "e2e4"));
  assertEquals(evaluation.evaluate(second), referenceEvaluate(network, second));
  // Another evaluation takes the position over.
  const rival = new NetworkEvaluation(network);
  rival.attach(second);
  assertThrows(() => evaluation.evaluate(second), TypeError, message);
  assertEquals(rival.evaluate(second), referenceEvaluate(network, second));
  evaluation.attach(first);
  assertEquals(rival.evaluate(second), referenceEvaluate(network, second));
  assertEquals(evaluation.evaluate(first), referenceEvaluate(network, first));
});

Deno.test("an evaluation in a used area computes the same as in a new area", () => {
  const network = randomNetwork({ isMirrored: true });
  const area = AccumulatorStack.reserve(network);
  const bytes = network.memory.buffer.byteLength;
  for (const moves of ["e2e4 e7e5 e1e2 e8e7", "d2d4 d7d5 e1d2 c8f5"]) {
    const evaluation = new NetworkEvaluation(network, area);
    const position = parseFen(START_FEN);
    evaluation.attach(position);
    for (const move of moves.split(" ")) {
      assertEquals(evaluation.evaluate(position), referenceEvaluate(network, position));
      position.make(parseUci(position, move));
    }
  }
  assertEquals(network.memory.buffer.byteLength, bytes);
});

Deno.test("a network whose memory is used up refuses another evaluation with a RangeError", () => {
  const network = randomNetwork();
  const memory = new WebAssembly.Memory({ initial: 17, maximum: 20, shared: true });
  const full = { ...network, memory };
  assertThrows(() => [1, 2, 3, 4].map(() => new NetworkEvaluation(full)), RangeError, "No memory for ");
});
