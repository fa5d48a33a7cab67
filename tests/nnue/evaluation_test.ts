import { assert, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { flip, parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { Position } from "../../core/position.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { checkBounds } from "../../nnue/bounds.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import { createNetwork, MAX_OUTPUT_WEIGHT, type Network } from "../../nnue/network.ts";
import { referenceAccumulator, referenceEvaluate } from "../../nnue/reference.ts";
import { playRandomGames } from "../core/random_games.ts";
import { mirror } from "./mirror.ts";
import { evaluateAll, type ScoresMessage } from "./network_worker.ts";
import { randomNetwork } from "./random_network.ts";
import { tries } from "../effort.ts";

/** Score of a position by an evaluation made for it. */
function freshScore(network: Network, position: Position): number {
  const evaluation = new NetworkEvaluation(network);
  evaluation.attach(position);
  return evaluation.evaluate(position);
}

for (const hiddenSize of [32, 96, 256, 512, 1024]) {
  Deno.test(`evaluate() with N = ${hiddenSize} is the scalar reference, bit for bit, along random games`, () => {
    const scores = new Set<number>();
    for (const isMirrored of [false, true]) {
      for (const chess960 of [false, true]) {
        const kingBucketCount = chess960 ? 8 : 1;
        const network = randomNetwork({ hiddenSize, isMirrored, kingBucketCount, seed: hiddenSize });
        const evaluation = new NetworkEvaluation(network);
        let current: Position | null = null;
        let visited = 0;
        playRandomGames({ games: tries(1, 3), plies: 200, seed: 21, chess960 }, (position) => {
          if (position !== current) evaluation.attach(position);
          current = position;
          // Some plies are skipped, as in a search.
          if (++visited % 4 === 0) return;
          const score = evaluation.evaluate(position);
          assertEquals(score, referenceEvaluate(network, position));
          scores.add(score);
        });
      }
    }
    // A network that answers the same everywhere would prove nothing.
    assertGreater(scores.size, 200);
  });
}

Deno.test("evaluate() judges a position and the same with colours exchanged alike", () => {
  for (const isMirrored of [false, true]) {
    const network = randomNetwork({ hiddenSize: 64, isMirrored, kingBucketCount: 4 });
    const [one, two] = [new NetworkEvaluation(network), new NetworkEvaluation(network)];
    playRandomGames({ games: 4, plies: 120, seed: 31 }, (position) => {
      const flipped = parseFen(flip(position));
      one.attach(position);
      two.attach(flipped);
      assertEquals(two.evaluate(flipped), one.evaluate(position));
    });
  }
});

Deno.test("evaluate() of a mirrored network judges a position and its mirror image alike, that of a plain one does not", () => {
  let differences = 0;
  for (const isMirrored of [false, true]) {
    const network = randomNetwork({ hiddenSize: 64, isMirrored, kingBucketCount: 4 });
    const [one, two] = [new NetworkEvaluation(network), new NetworkEvaluation(network)];
    playRandomGames({ games: 4, plies: 120, seed: 32, chess960: true }, (position) => {
      const image = mirror(position);
      one.attach(position);
      two.attach(image);
      const [score, other] = [one.evaluate(position), two.evaluate(image)];
      if (isMirrored) assertEquals(other, score);
      else if (other !== score) differences++;
    });
  }
  assertGreater(differences, 100);
});

Deno.test("evaluate() with the largest weights of all is the scalar reference and does not overflow", () => {
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
      assertEquals(freshScore(network, position), expected);
      assertEquals(referenceEvaluate(network, position), expected);
    }
  }
});

Deno.test("evaluate() reaches the ends of int32 where the network's numbers allow it", () => {
  const network = createNetwork({ hiddenSize: 32, isMirrored: false, qa: 1, qb: 1, scale: 1 }, "{}");
  const position = parseFen(START_FEN);
  network.outputWeights.fill(-127);
  network.featureBias.fill(1);
  // 64 neurons · 127 and the bias.
  network.outputBias.fill(-2147483647 + 64 * 127);
  checkBounds(network);
  assertEquals(freshScore(network, position), -2147483647);
  network.outputBias.fill(-2147483647 + 64 * 127 - 1);
  assertThrows(() => checkBounds(network), RangeError, "Results of a network must fit int32");
});

Deno.test("evaluate() takes the view of the side to move", () => {
  const network = randomNetwork({ hiddenSize: 64 });
  const evaluation = new NetworkEvaluation(network);
  const position = parseFen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  evaluation.attach(position);
  const scores = [WHITE, BLACK].map((side) => {
    assertEquals(position.sideToMove, side);
    const score = evaluation.evaluate(position);
    assertEquals(score, referenceEvaluate(network, position));
    position.makeNull();
    return score;
  });
  assert(scores[0] !== scores[1]);
});

Deno.test("evaluate() refuses a position that is not attached, or no longer", () => {
  const network = randomNetwork();
  const evaluation = new NetworkEvaluation(network);
  const [first, second] = [parseFen(START_FEN), parseFen(START_FEN)];
  const message = "Expected the position that is attached to the evaluation, but got another";
  assertThrows(() => evaluation.evaluate(first), TypeError, message);
  evaluation.attach(first);
  evaluation.evaluate(first);
  assertThrows(() => evaluation.evaluate(second), TypeError, message);
  evaluation.attach(second);
  assertThrows(() => evaluation.evaluate(first), TypeError, message);
  // Moves of a position that it has left must not reach it.
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

Deno.test("evaluations of one network do not disturb each other", () => {
  const network = randomNetwork({ isMirrored: true });
  const evaluations = Array.from({ length: 5 }, () => new NetworkEvaluation(network));
  const positions = evaluations.map((evaluation) => {
    const position = parseFen(START_FEN);
    evaluation.attach(position);
    return position;
  });
  const moves = ["e2e4 e7e5 e1e2", "d2d4 d7d5 e1d2", "g1f3 g8f6 h1g1", "a2a4 h7h5 a1a3", "b1c3 b8c6 c3d5"];
  for (let ply = 0; ply < 3; ply++) {
    positions.forEach((position, i) => position.make(parseUci(position, moves[i].split(" ")[ply])));
    evaluations.forEach((evaluation, i) => {
      assertEquals(evaluation.evaluate(positions[i]), referenceEvaluate(network, positions[i]));
    });
  }
});

Deno.test("an evaluation in the area of one that is gone computes as in a new one", () => {
  const network = randomNetwork({ isMirrored: true });
  const area = NetworkEvaluation.reserve(network);
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

Deno.test("a network posted to a worker is shared, not copied, and evaluates there as here", async () => {
  const network = randomNetwork({ hiddenSize: 128, isMirrored: true });
  const own = evaluateAll(network);
  const weight = network.featureWeights[0];
  const worker = new Worker(new URL("network_worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise<ScoresMessage>((resolve, reject) => {
      worker.addEventListener("message", (event) => resolve(event.data));
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
      worker.postMessage({ network });
    });
    assertEquals(answer.scores, own);
    assertEquals([network.featureWeights[0], answer.weight], [weight + 1, weight + 1]);
  } finally {
    worker.terminate();
  }
});

Deno.test("a network whose memory is used up refuses another evaluation with a RangeError", () => {
  const network = randomNetwork();
  const memory = new WebAssembly.Memory({ initial: 17, maximum: 20, shared: true });
  const full = { ...network, memory };
  const error = assertThrows(
    () => {
      for (let i = 0; i < 4; i++) new NetworkEvaluation(full);
    },
    RangeError,
    "No memory for ",
  );
  assert(error instanceof RangeError);
});
