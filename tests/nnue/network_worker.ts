/**
 * A program that shares a network with a worker: one file for both threads, as the engine is.
 *
 * The main thread makes the network, evaluates, posts the network and prints what both threads found; the worker
 * evaluates with what it got. Run as a program or, from a test, as a worker.
 *
 * @module
 */

import { parseFen } from "../../core/fen.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import type { Network } from "../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../nnue/network_file.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { randomNetwork } from "./random_network.ts";

/** What the worker receives. */
export interface NetworkMessage {
  /** The network, whose memory is shared. */
  network: Network;
}

/** What the worker answers. */
export interface ScoresMessage {
  /** Evaluations of `BENCH_POSITIONS`. */
  scores: number[];
  /** The first weight, as the worker changed it. */
  weight: number;
}

/** The network of the program, as it is read from a file. */
export function createProgramNetwork(): Network {
  return parseNetwork(serialiseNetwork(randomNetwork({ hiddenSize: 256, isMirrored: true, kingBucketCount: 4 })));
}

/** Evaluates the bench positions with one evaluation. */
export function evaluateAll(network: Network): number[] {
  const evaluation = new NetworkEvaluation(network);
  return BENCH_POSITIONS.map((fen) => {
    const position = parseFen(fen);
    evaluation.attach(position);
    return evaluation.evaluate(position);
  });
}

interface WorkerScope {
  postMessage(message: ScoresMessage): void;
  addEventListener(type: "message", listener: (event: MessageEvent<NetworkMessage>) => void): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  scope.addEventListener("message", (event) => {
    const { network } = event.data;
    const scores = evaluateAll(network);
    // No engine changes a network in use; it shows that there is one memory, not two.
    network.featureWeights[0]++;
    scope.postMessage({ scores, weight: network.featureWeights[0] });
  });
} else if (import.meta.main) {
  const network = createProgramNetwork();
  const own = evaluateAll(network);
  const weight = network.featureWeights[0];
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.addEventListener("message", (event: MessageEvent<ScoresMessage>) => {
    const isShared = network.featureWeights[0] === weight + 1 && event.data.weight === weight + 1;
    const isEqual = own.join() === event.data.scores.join();
    console.log(`equal ${isEqual}, shared ${isShared}, sum ${own.reduce((sum, score) => sum + score, 0)}`);
    worker.terminate();
  });
  worker.postMessage({ network } satisfies NetworkMessage);
}
