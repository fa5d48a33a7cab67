import { assert, assertEquals } from "@std/assert";
import { kernelOf } from "../../nnue/wasm_kernel.ts";
import { createNetwork, HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, reserveArea } from "../../nnue/network.ts";
import { referenceOutput } from "../../nnue/reference.ts";
import { projectPath } from "../../tools/paths.ts";
import { digestOf, makeOnce } from "../kept.ts";
import { randomIntegers } from "../core/random_games.ts";
import { fillRandomly } from "./random_network.ts";

const INT16_MAX = 32767;
/** The number of rows in the workbench. */
const ROWS = 16;
/** Bytes between rows: a vector's length. They are compared too, since a kernel must not write beyond its row. */
const GAP = 16;

/** A kernel with rows of `hiddenSize` numbers to work on, filled at random, and a place for a list of rows. */
function workbench(hiddenSize: number) {
  const network = createNetwork({ hiddenSize, isMirrored: false, qa: 255, qb: 64, scale: 400 }, "{}");
  const stride = hiddenSize * 2 + GAP;
  const start = reserveArea(network, ROWS * stride + 256);
  const words = new Int16Array(network.memory.buffer, start, ROWS * stride / 2);
  fillRandomly(words, INT16_MAX, randomIntegers(hiddenSize));
  const list = new Uint32Array(network.memory.buffer, start + ROWS * stride, 64);
  const offset = (row: number) => start + row * stride;
  /** Index in `words` of a row. */
  const index = (row: number) => row * stride / 2;
  return { kernel: kernelOf(network), words, list, offset, index };
}

/** Hidden sizes, including the smallest and the largest. */
const SIZES: readonly number[] = [HIDDEN_STEP, 2 * HIDDEN_STEP, 3 * HIDDEN_STEP, 512, MAX_HIDDEN];

Deno.test("`kernel.wasm` is the compiled `kernel.ts`", async () => {
  const sources = ["nnue/kernel/kernel.ts", "tools/build/build_kernel.ts", "deno.lock"];
  const folder = await makeOnce("kernel", await digestOf(sources), async (folder) => {
    const { compileKernel } = await import("../../tools/build/build_kernel.ts");
    await Deno.writeFile(`${folder}/kernel.wasm`, await compileKernel());
  });
  const compiled = await Deno.readFile(`${folder}/kernel.wasm`);
  assertEquals(compiled, await Deno.readFile(projectPath("nnue/kernel/kernel.wasm")));
});

Deno.test("`kernelOf()` gives all evaluations by a network the same kernel, and each network its own", () => {
  const shape = { hiddenSize: 32, isMirrored: false, qa: 255, qb: 64, scale: 400 };
  const [one, two] = [createNetwork(shape, "{}"), createNetwork(shape, "{}")];
  assert(kernelOf(one) === kernelOf({ ...one }));
  assert(kernelOf(one) !== kernelOf(two));
});

Deno.test("`apply()` adds and subtracts rows like scalar arithmetic, even at the ends of int16, for any size", () => {
  for (const hiddenSize of SIZES) {
    const { kernel, words, list, offset, index } = workbench(hiddenSize);
    const added = [3, 4, 5, 3];
    const removed = [6, 7, 8];
    list.set([...added, ...removed].map(offset));
    const expected = words.slice();
    // Row 1 and row 9 should become row 2 with these rows added and removed.
    for (let i = 0; i < hiddenSize; i++) {
      const sumOf = (rows: number[]) => rows.reduce((sum, row) => sum + words[index(row) + i], 0);
      expected[index(1) + i] = expected[index(9) + i] = sumOf([2, ...added]) - sumOf(removed);
    }
    kernel.apply(offset(1), offset(9), offset(2), list.byteOffset, 4, 3, 2 * hiddenSize);
    assertEquals(words, expected);
  }
});

Deno.test("`output()` equals the scalar sum for every size, with accumulators anywhere in int16", () => {
  for (const hiddenSize of SIZES) {
    const network = createNetwork({ hiddenSize, isMirrored: false, qa: 1, qb: 1, scale: 1 }, "{}");
    const kernel = kernelOf(network);
    const bytes = hiddenSize * 2;
    const at = reserveArea(network, 2 * bytes);
    const own = new Int16Array(network.memory.buffer, at, hiddenSize);
    const other = new Int16Array(network.memory.buffer, at + bytes, hiddenSize);
    const random = randomIntegers(hiddenSize);
    for (const bound of [INT16_MAX, 500, 255]) {
      fillRandomly(own, bound, random);
      fillRandomly(other, bound, random);
      fillRandomly(network.outputWeights, MAX_OUTPUT_WEIGHT, random);
      for (const qa of [255, 200, 1]) {
        // The bare sum: this network's output is the sum divided by QA.
        const reference = { ...network, qb: 1, scale: 1, qa };
        for (let bucket = 0; bucket < 8; bucket += 7) {
          const sum = kernel.output(at, at + bytes, network.outputWeights.byteOffset + bucket * 2 * bytes, qa, bytes);
          // Σ clamp(x, 0, qa)² · weight over both accumulators.
          const weights = network.outputWeights.subarray(bucket * 2 * hiddenSize);
          const scalar = [...own, ...other].map((value, i) => Math.max(0, Math.min(value, qa)) ** 2 * weights[i]);
          assertEquals(sum, scalar.reduce((a, b) => a + b));
          assertEquals(Math.trunc(Math.trunc(sum / qa) / qa) + 0, referenceOutput(reference, own, other, bucket));
        }
      }
    }
  }
});
