import { assert, assertEquals } from "@std/assert";
import { type Kernel, kernelOf } from "../../nnue/wasm_kernel.ts";
import { createNetwork, HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, reserveArea } from "../../nnue/network.ts";
import { referenceOutput } from "../../nnue/reference.ts";
import { projectPath } from "../../tools/paths.ts";
import { digestOf, makeOnce } from "../kept.ts";
import { randomIntegers } from "../core/random_games.ts";
import { fillRandomly } from "./random_network.ts";

const INT16_MAX = 32767;
/** Rows of numbers in the workbench. */
const ROWS = 16;
/** Bytes between rows, as many as a vector has. They are compared too: a kernel must not write beyond its row. */
const GAP = 16;

/** A kernel with some memory to work on. */
interface Workbench {
  kernel: Kernel;
  /** Bytes of a row. */
  bytes: number;
  /** Offset of a row. */
  offset(row: number): number;
  /** What is in the memory now. */
  words: Int16Array;
  /** Index in `words` of a row. */
  index(row: number): number;
  /** Where a list of rows may be written. */
  list: Uint32Array;
}

/** Makes rows of `hiddenSize` numbers, filled at random up to `bound`. */
function workbench(hiddenSize: number, seed: number, bound = INT16_MAX): Workbench {
  const network = createNetwork({ hiddenSize, isMirrored: false, qa: 255, qb: 64, scale: 400 }, "{}");
  const bytes = hiddenSize * 2;
  const stride = bytes + GAP;
  const start = reserveArea(network, ROWS * stride + 256);
  const words = new Int16Array(network.memory.buffer, start, ROWS * stride / 2);
  fillRandomly(words, bound, randomIntegers(seed));
  return {
    kernel: kernelOf(network),
    bytes,
    offset: (row) => start + row * stride,
    words,
    index: (row) => row * stride / 2,
    list: new Uint32Array(network.memory.buffer, start + ROWS * stride, 64),
  };
}

/** Hidden sizes, the least and the greatest among them. */
const SIZES: readonly number[] = [HIDDEN_STEP, 2 * HIDDEN_STEP, 3 * HIDDEN_STEP, 512, MAX_HIDDEN];

Deno.test("`kernel.wasm` is what `kernel.ts` compiles to", async () => {
  const sources = ["nnue/kernel/kernel.ts", "tools/build/build_kernel.ts", "deno.lock"];
  const folder = await makeOnce("kernel", await digestOf(sources), async (folder) => {
    const { compileKernel } = await import("../../tools/build/build_kernel.ts");
    await Deno.writeFile(`${folder}/kernel.wasm`, await compileKernel());
  });
  const compiled = await Deno.readFile(`${folder}/kernel.wasm`);
  assertEquals(compiled, await Deno.readFile(projectPath("nnue/kernel/kernel.wasm")));
});

Deno.test("`kernelOf()` gives the evaluations of a network one kernel, and every network its own", () => {
  const shape = { hiddenSize: 32, isMirrored: false, qa: 255, qb: 64, scale: 400 };
  const [one, two] = [createNetwork(shape, "{}"), createNetwork(shape, "{}")];
  assert(kernelOf(one) === kernelOf({ ...one }));
  assert(kernelOf(one) !== kernelOf(two));
});

Deno.test("`apply()` adds and subtracts rows as scalar arithmetic does, at the ends of int16 too, for any size", () => {
  for (const hiddenSize of SIZES) {
    const bench = workbench(hiddenSize, hiddenSize);
    const added = [3, 4, 5, 3];
    const removed = [6, 7, 8];
    bench.list.set([...added, ...removed].map(bench.offset));
    const words = bench.words.slice();
    // Row 1 and row 9 are to be row 2 with these rows added and removed.
    for (let i = 0; i < hiddenSize; i++) {
      const sumOf = (rows: number[]) => rows.reduce((sum, row) => sum + words[bench.index(row) + i], 0);
      words[bench.index(1) + i] = words[bench.index(9) + i] = sumOf([2, ...added]) - sumOf(removed);
    }
    bench.kernel.apply(bench.offset(1), bench.offset(9), bench.offset(2), bench.list.byteOffset, 4, 3, bench.bytes);
    assertEquals(bench.words, words);
  }
});

Deno.test("`output()` is the scalar sum for every size, with accumulators anywhere in int16", () => {
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
        // The sum itself: undo the quantisation of a network in which it is the identity but for the division by QA.
        const reference = { ...network, qb: 1, scale: 1, qa };
        for (let bucket = 0; bucket < 8; bucket += 7) {
          const row = network.outputWeights.byteOffset + bucket * 2 * bytes;
          const sum = kernel.output(at, at + bytes, row, qa, bytes);
          assertEquals(sum, scalarSum(own, other, network.outputWeights.subarray(bucket * 2 * hiddenSize), qa));
          const output = referenceOutput(reference, own, other, bucket);
          assertEquals(Math.trunc(Math.trunc(sum / qa) / qa) + 0, output);
        }
      }
    }
  }
});

/** Σ clamp(x, 0, qa)² · weight over both accumulators. */
function scalarSum(own: Int16Array, other: Int16Array, weights: Int16Array, qa: number): number {
  return [...own, ...other].reduce((sum, value, i) => sum + Math.max(0, Math.min(value, qa)) ** 2 * weights[i], 0);
}
