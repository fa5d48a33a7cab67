import { assert, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { flip, parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { Position } from "../../core/position.ts";
import { NO_SQUARE, WHITE } from "../../core/types.ts";
import { checkBounds } from "../../nnue/bounds.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import { createNetwork, MAX_OUTPUT_WEIGHT, type Network } from "../../nnue/network.ts";
import { referenceAccumulator, referenceEvaluate } from "../../nnue/reference.ts";
import { playRandomGames } from "../core/random_games.ts";
import { evaluateAll, type ScoresMessage } from "./network_worker.ts";
import { randomNetwork } from "./random_network.ts";
import { tries } from "../effort.ts";

/** Score of a position by an evaluation made for it. */
function freshScore(network: Network, position: Position): number {
  const evaluation = new NetworkEvaluation(network);
  evaluation.attach(position);
  return evaluation.evaluate(position);
}

/** Networks of every kind, and the one that the engine carries. */
const NETWORKS: readonly [name: string, network: Network][] = [
  ...[32, 96, 256, 512, 1024].flatMap((hiddenSize) =>
    [false, true].map((isMirrored): [string, Network] => {
      const kingBucketCount = isMirrored ? 8 : 1;
      const network = randomNetwork({ hiddenSize, isMirrored, kingBucketCount, seed: hiddenSize });
      return [`N = ${hiddenSize}, ${isMirrored ? "mirrored" : "plain"}`, network];
    })
  ),
  ["the embedded network", embeddedNetwork()],
];

for (const [name, network] of NETWORKS) {
  Deno.test(`evaluate() is the scalar reference, bit for bit, along random games: ${name}`, () => {
    const scores = new Set<number>();
    for (const chess960 of [false, true]) {
      const evaluation = new NetworkEvaluation(network);
      let current: Position | null = null;
      let visited = 0;
      playRandomGames({ games: tries(1, 10), plies: 200, seed: 21, chess960, shuffling: 1 }, (position) => {
        if (position !== current) evaluation.attach(position);
        current = position;
        // Some plies are skipped, as in a search.
        if (++visited % 4 === 0) return;
        const score = evaluation.evaluate(position);
        assertEquals(score, referenceEvaluate(network, position));
        scores.add(score);
      });
    }
    // A network that answers the same everywhere would prove nothing.
    assertGreater(scores.size, 100);
  });
}

/** The position with left and right exchanged; without castling rights, which the network does not see. */
function mirror(position: Position): Position {
  const mirrored = new Position();
  mirrored.load({
    board: Uint8Array.from(position.mailbox, (_, square) => position.mailbox[square ^ 7]),
    sideToMove: position.sideToMove,
    castlingRooks: new Uint8Array(4).fill(NO_SQUARE),
    enPassant: NO_SQUARE,
    halfmoves: 0,
    fullmoves: 1,
    chess960: false,
  });
  return mirrored;
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
