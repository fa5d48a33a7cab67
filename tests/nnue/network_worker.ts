/** Shares a network with a worker, in one file for both threads, and prints what both evaluate. @module */

import { parseFen } from "../../core/fen.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import type { Network } from "../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../nnue/network_file.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { randomNetwork } from "./random_network.ts";

/** The worker's answer: evaluations, and the first weight after its change. */
type ScoresMessage = { scores: number[]; weight: number };

/** The network that both threads use, read from a file's bytes. */
export function createProgramNetwork(): Network {
  return parseNetwork(serialiseNetwork(randomNetwork({ hiddenSize: 256, isMirrored: true, kingBucketCount: 4 })));
}

/** Evaluates the bench positions with the same `NetworkEvaluation`. */
export function evaluateAll(network: Network): number[] {
  const evaluation = new NetworkEvaluation(network);
  return BENCH_POSITIONS.map((fen) => {
    const position = parseFen(fen);
    evaluation.attach(position);
    return evaluation.evaluate(position);
  });
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as Worker;
  scope.addEventListener("message", ({ data: network }: MessageEvent<Network>) => {
    const scores = evaluateAll(network);
    // Engines do not change a network in use. This change proves that both threads share one memory.
    network.featureWeights[0]++;
    scope.postMessage({ scores, weight: network.featureWeights[0] } satisfies ScoresMessage);
  });
} else if (import.meta.main) {
  const network = createProgramNetwork();
  const own = evaluateAll(network);
  const weight = network.featureWeights[0];
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<ScoresMessage>) => {
    const isShared = network.featureWeights[0] === weight + 1 && data.weight === weight + 1;
    const isEqual = own.join() === data.scores.join();
    console.log(`equal ${isEqual}, shared ${isShared}, sum ${own.reduce((sum, score) => sum + score, 0)}`);
    worker.terminate();
  });
  worker.postMessage(network);
}
