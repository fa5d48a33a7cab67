import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import type { Network } from "../../nnue/network.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { createSearch, run } from "./fixtures.ts";
import { correctEval, dampEval, Evaluator, isBetterEstimate } from "../../search/evaluate.ts";
import { CERTAIN_WIN, MAX_EVAL, NO_SCORE } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import { knownScore } from "../../search/endings/known_endings.ts";

const TWO_QUEENS = "4k3/7p/8/8/8/8/PPPP4/QQ2K3 w - -";

/** A random network with this output bias. If it is far above or below 0, every score is a win or a loss. */
function biasedNetwork(outputBias: number): Network {
  const network = randomNetwork();
  network.outputBias.fill(outputBias);
  return network;
}

/** The evaluation of the queens' position after this many half-moves without progress. */
function scoreAfter(network: Network, halfmoves: number): number {
  const position = parseFen(`${TWO_QUEENS} ${halfmoves} 300`);
  const evaluator = new Evaluator(network);
  evaluator.attach(position);
  return evaluator.evaluate(position);
}

Deno.test("`evaluate()` damps the score in proportion to the half-moves without progress, down to zero at 200", () => {
  for (const [outputBias, sign] of [[20_000, 1], [-20_000, -1]]) {
    const network = biasedNetwork(outputBias);
    const whole = referenceEvaluate(network, parseFen(`${TWO_QUEENS} 0 300`));
    assertGreater(sign * whole, 100);
    const scores = [0, 100, 150, 200, 201, 600].map((halfmoves) => scoreAfter(network, halfmoves));
    // No score changes its sign, even in a game that makes no progress for very long.
    assertEquals(scores, [whole, Math.trunc(whole / 2), Math.trunc(whole / 4), 0, 0, 0]);
  }
  // Scores never reach the range of mates.
  assertEquals([0, 150].map((halfmoves) => scoreAfter(biasedNetwork(1e7), halfmoves)), [MAX_EVAL, MAX_EVAL]);
  assertEquals(scoreAfter(biasedNetwork(-1e7), 0), 0 - MAX_EVAL);
});

Deno.test("`evaluate()` uses the known score of an ending, with any network and after any number of moves", () => {
  const evaluator = new Evaluator(biasedNetwork(-20_000));
  for (const halfmoves of [0, 40]) {
    const position = parseFen(`8/8/8/3k4/8/3K4/8/7R w - - ${halfmoves} 60`);
    evaluator.attach(position);
    assertEquals(evaluator.evaluate(position), knownScore(position));
    assertGreater(evaluator.evaluate(position), 1000);
  }
});

Deno.test("`isBetterEstimate()` accepts a score that bounds the evaluation from the right side and is not certain", () => {
  const evaluation = 50;
  const better = [BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT].map((bound) =>
    [20, 80, CERTAIN_WIN, -CERTAIN_WIN].map((score) => isBetterEstimate(bound, score, evaluation))
  );
  const [below, above] = [[true, false, false, false], [false, true, false, false]];
  assertEquals(better, [[false, false, false, false], above, below, [true, true, false, false]]);
});

Deno.test("`correctEval()` adds the correction, but never reaches a mate score", () => {
  const corrected = [[10, -25], [MAX_EVAL - 5, 50], [5 - MAX_EVAL, -50]].map(([score, by]) => correctEval(score, by));
  assertEquals(corrected, [-15, MAX_EVAL, 0 - MAX_EVAL]);
});

/** Both kinds of networks. */
const NETWORKS: readonly [name: string, network: Network][] = [
  ["plain", randomNetwork({ hiddenSize: 64 })],
  ["mirrored", randomNetwork({ hiddenSize: 32, isMirrored: true, seed: 3 })],
];

/** Ordinary positions and positions of Chess960, in which both sides can still castle. */
const SEARCHED: readonly string[] = [
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
  "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
  "8/1P3k2/4p1p1/3pPp1p/1p1P1P1P/p3K1P1/P7/8 w - - 60 40",
  "r3k3/1P6/8/8/8/8/6p1/4K2R b Kq - 3 20",
];

for (const [name, network] of NETWORKS) {
  Deno.test(`a search evaluates every node as if from scratch: ${name}`, () => {
    const evaluator = new Evaluator(network);
    const expected = (position: Position): number => {
      const known = knownScore(position);
      return known !== NO_SCORE ? known : dampEval(referenceEvaluate(network, position), position.halfmoves);
    };
    const { search } = createSearch(1, evaluator);
    const evaluate = evaluator.evaluate.bind(evaluator);
    let evaluations = 0;
    evaluator.evaluate = (position) => {
      const score = evaluate(position);
      const reference = expected(position);
      if (score !== reference) assertEquals(score, reference, formatFen(position));
      evaluations++;
      return score;
    };
    for (const fen of SEARCHED) {
      const position = parseFen(fen);
      // Play some moves of a game, with a search before each: the evaluation must follow the root.
      for (let ply = 0; ply < 6; ply++) position.make(run(search, position, { nodes: 600 }).bestMove);
      assertEquals(evaluate(position), expected(position));
    }
    assertGreater(evaluations, 2000);
  });
}

Deno.test("`setNetwork()` takes effect for the next attached position", () => {
  const position = parseFen(SEARCHED[0]);
  const evaluator = new Evaluator(NETWORKS[1][1]);
  for (const [, network] of NETWORKS) {
    evaluator.setNetwork(network);
    assertThrows(() => evaluator.evaluate(position), TypeError, "the attached position");
    evaluator.attach(position);
    assertEquals(evaluator.evaluate(position), referenceEvaluate(network, position));
  }
});
