/**
 * Compiles nnue/kernel/kernel.wasm. It is committed, so that building the engine does not need the compiler.
 *
 * @module
 */

import { main } from "assemblyscript/asc";
import { projectPath } from "../paths.ts";

const FOLDER = projectPath("nnue/kernel");
const SOURCE = "kernel.ts";
export const KERNEL_FILE: string = `${FOLDER}/kernel.wasm`;

const OPTIONS: readonly string[] = [
  // The kernel has no heap, so it needs only a stub of the runtime.
  ...["--optimizeLevel=3", "--converge", "--runtime=stub", "--noAssert", "--enable=simd,threads"],
  ...["--importMemory", "--noExportMemory", "--sharedMemory"],
  // The most that the compiler allows, in pages of 64 KiB.
  "--maximumMemory=65536",
];

/** If the source does not compile, throws a SyntaxError with the compiler's output. */
export async function compileKernel(): Promise<Uint8Array<ArrayBuffer>> {
  const source = await Deno.readTextFile(`${FOLDER}/${SOURCE}`);
  const written: Uint8Array[] = [];
  const { error, stderr } = await main([SOURCE, "--outFile=kernel.wasm", ...OPTIONS], {
    readFile: (name) => name === SOURCE ? source : null,
    writeFile: (_name, contents) => {
      if (contents instanceof Uint8Array) written.push(contents);
    },
    listFiles: () => [],
  });
  if (error !== null) throw new SyntaxError(`Expected a source that compiles, but: ${stderr.toString()}`);
  if (written.length !== 1) throw new TypeError(`Expected one file from the compiler, but got ${written.length}`);
  return new Uint8Array(written[0]);
}

if (import.meta.main) {
  const bytes = await compileKernel();
  await Deno.writeFile(KERNEL_FILE, bytes);
  console.log(`nnue/kernel/kernel.wasm  ${bytes.length} bytes`);
}
