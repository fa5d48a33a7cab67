/**
 * Times the network: its inner loops, compared with the scalar definition, and whole evaluations in random games. All
 * loops use one kernel, because calls are slower in a thread that has several kernels. Random rows of
 * weights make the caches behave as in a search.
 *
 * @module
 */

import { parseFen, START_FEN } from "../core/fen.ts";
import { ALL, generate } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { MAX_MOVES } from "../core/types.ts";
import { randomStream } from "../core/zobrist.ts";
import { NetworkEvaluation } from "../nnue/evaluation.ts";
import { FEATURES } from "../nnue/features.ts";
import { kernelOf } from "../nnue/wasm_kernel.ts";
import { createNetwork, type Network, reserveArea } from "../nnue/network.ts";
import { referenceEvaluate, referenceOutput } from "../nnue/reference.ts";

const HIDDEN_SIZE = 512;
/** The loops write this many accumulator pairs, a power of two, in turn. */
const PLIES = 32;
/** A power of two. */
const CHOICES = 4096;
const GAMES = 20, GAME_PLIES = 120;

const next = randomStream(2024);
const random = (bound: number) => (next() >>> 0) % bound;

function randomNetwork(isMirrored: boolean): Network {
  const network = createNetwork({ hiddenSize: HIDDEN_SIZE, isMirrored, qa: 255, qb: 64, scale: 400 }, "{}");
  for (let i = 0; i < network.featureWeights.length; i++) network.featureWeights[i] = random(121) - 60;
  for (let i = 0; i < network.featureBias.length; i++) network.featureBias[i] = random(201);
  for (let i = 0; i < network.outputWeights.length; i++) network.outputWeights[i] = random(255) - 127;
  return network;
}

const network = randomNetwork(true);
const kernel = kernelOf(network);
const words = new Int16Array(PLIES * 2 * HIDDEN_SIZE);
const start = reserveArea(network, words.byteLength);
const accumulators = new Int16Array(network.memory.buffer, start, words.length);
for (let i = 0; i < accumulators.length; i++) accumulators[i] = random(300) - 50;

const choices = new Int32Array(CHOICES);
for (let i = 0; i < CHOICES; i++) choices[i] = random(FEATURES);

/** The results are used, so that the compiler does not drop the work. */
let results = 0;

for (const hiddenSize of [256, 512]) {
  const bytes = hiddenSize * 2;
  const offsetOf = (turn: number) => start + (turn & (PLIES - 1)) * 2 * bytes;
  const rowOf = (i: number) => choices[i & (CHOICES - 1)] * bytes;
  let turn = 0;
  const row = (factor: number) => rowOf(factor * turn);

  Deno.bench(`move of a piece, N = ${hiddenSize}: kernel`, { group: `move ${hiddenSize}` }, () => {
    turn++;
    kernel.addSub(offsetOf(turn), offsetOf(turn - 1), row(1), row(3), row(5), row(7), bytes);
  });

  Deno.bench(`move of a piece, N = ${hiddenSize}: scalar`, { group: `move ${hiddenSize}`, baseline: true }, () => {
    turn++;
    for (let side = 0; side < 2; side++) {
      const to = (offsetOf(turn) - start) / 2 + side * hiddenSize;
      const from = (offsetOf(turn - 1) - start) / 2 + side * hiddenSize;
      const [added, removed] = [rowOf(turn + side) / 2, rowOf(3 * turn + side) / 2];
      const weights = network.featureWeights;
      for (let i = 0; i < hiddenSize; i++) {
        accumulators[to + i] = accumulators[from + i] + weights[added + i] - weights[removed + i];
      }
    }
  });

  Deno.bench(`capture, N = ${hiddenSize}: kernel`, () => {
    turn++;
    kernel.addSubSub(offsetOf(turn), offsetOf(turn - 1), row(1), row(3), row(5), row(7), row(9), row(11), bytes);
  });

  Deno.bench(`output, N = ${hiddenSize}: kernel`, { group: `output ${hiddenSize}` }, () => {
    turn++;
    const own = offsetOf(turn);
    const weights = network.outputWeights.byteOffset + (turn & 7) * 2 * bytes;
    results += kernel.output(own, own + bytes, weights, network.qa, bytes);
  });

  const sized: Network = { ...network, hiddenSize };
  const own = accumulators.subarray(0, hiddenSize);
  const other = accumulators.subarray(hiddenSize, 2 * hiddenSize);
  Deno.bench(`output, N = ${hiddenSize}: scalar`, { group: `output ${hiddenSize}`, baseline: true }, () => {
    results += referenceOutput(sized, own, other, ++turn & 7);
  });
}

function randomGame(): { readonly moves: Int32Array; readonly position: Position } {
  const position = parseFen(START_FEN);
  const moves = new Int32Array(MAX_MOVES);
  const played: number[] = [];
  while (played.length < GAME_PLIES) {
    const count = generate(position, moves, 0, ALL);
    if (count === 0) break;
    const move = moves[random(count)];
    played.push(move);
    position.make(move);
  }
  return { moves: Int32Array.from(played), position: parseFen(START_FEN) };
}

/** Returns a function that makes one move of a random game per call. At the end of a game, it takes all moves back. */
function walk(evaluation: NetworkEvaluation | null): () => Position {
  const games = Array.from({ length: GAMES }, randomGame);
  let [game, ply] = [0, 0];
  evaluation?.attach(games[0].position);
  return () => {
    if (ply === games[game].moves.length) {
      for (; ply > 0; ply--) games[game].position.undo();
      game = (game + 1) % GAMES;
      evaluation?.attach(games[game].position);
    }
    const { moves, position } = games[game];
    position.make(moves[ply++]);
    return position;
  };
}

const evaluation = new NetworkEvaluation(network);
const alone = walk(null);
const followed = walk(new NetworkEvaluation(network));
const judged = walk(evaluation);
const defined = walk(null);

Deno.bench("a move made and taken back", { group: "game" }, () => {
  alone();
});

Deno.bench(`the same, followed by a network with N = ${HIDDEN_SIZE}, mirrored`, { group: "game" }, () => {
  followed();
});

Deno.bench("the same, followed and evaluated: kernel", { group: "game" }, () => {
  results += evaluation.evaluate(judged());
});

Deno.bench("the same, evaluated from scratch: scalar", { group: "game", baseline: true }, () => {
  results += referenceEvaluate(network, defined());
});

globalThis.addEventListener("unload", () => {
  if (!Number.isSafeInteger(results)) {
    throw new Error(`Expected results that are whole numbers, but they add up to ${results}`);
  }
});
