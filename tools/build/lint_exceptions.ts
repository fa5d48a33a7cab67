/**
 * Functions and files that the project's lint lets pass although they are too long or take too many parameters.
 *
 * `deno task check` fails if an entry is not needed, or its file is not there.
 *
 * @module
 */

/** A function of a file. */
export interface NamedFunction {
  /** Path of the file from the root. */
  readonly file: string;
  /** Its name; of a method, `Class.method`. */
  readonly name: string;
}

/** Functions with more than eight parameters. */
export const WIDE_FUNCTIONS: readonly NamedFunction[] = [
  // It describes a function of WebAssembly, which takes plain numbers only.
  { file: "nnue/wasm_kernel.ts", name: "Kernel.addSubSub" },
];

/** Functions of more than 100 lines. */
export const LONG_FUNCTIONS: readonly NamedFunction[] = [
  // The heart of the search, read from top to bottom as numbered steps.
  { file: "search/node.ts", name: "searchNode" },
];

/** Files of more than 400 lines, as paths from the root. */
export const LONG_FILES: readonly string[] = ["tests/layers_process_test.ts"];
