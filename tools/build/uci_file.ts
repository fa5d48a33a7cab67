/** The entry point of `hindsight-uci.js`. Its role depends on where it is loaded (uci/single_file/roles.ts). @module */

// This import must come first, because in a worker it already starts the first search thread.
import { isSearchThread, startThread } from "../../uci/single_file/threads.ts";
import { isNodeWorker } from "../../engine/runtime.ts";
import { beSearchThread, provideFactory, serveNodeWorker, serveWorker } from "../../uci/single_file/roles.ts";
import { NO_EXTENSION } from "../../uci/extension.ts";
import { runEngine } from "../../uci/uci.ts";
import { provideDeno } from "./deno_on_node.ts";

/** `null` if this file is not a CommonJS module. */
declare const commonModule: { readonly module: { exports: unknown }; readonly isMain: boolean } | null;

interface Runtime {
  readonly Deno?: { readonly mainModule: string };
  readonly process?: { readonly argv: readonly string[]; getBuiltinModule?(name: string): unknown };
}

const { Deno: deno, process } = globalThis as unknown as Runtime;

function isProgram(): boolean {
  if (commonModule !== null) return commonModule.isMain;
  // In an ECMAScript module, only the file's name shows whether it is the program.
  return /hindsight-uci[^/\\]*$/.test(deno?.mainModule ?? process?.argv[1] ?? "");
}

if (isSearchThread) {
  beSearchThread();
} else if ("WorkerGlobalScope" in globalThis) {
  if ("DedicatedWorkerGlobalScope" in globalThis) serveWorker(startThread);
  else provideFactory(startThread);
} else {
  const factory = provideFactory(startThread);
  if (commonModule !== null) commonModule.module.exports = factory;
  if (isNodeWorker() && isProgram()) serveNodeWorker(startThread);
  else if (process !== undefined && isProgram()) {
    if (deno === undefined) provideDeno();
    runEngine(startThread, { ...NO_EXTENSION, hasPrograms: false });
  }
}
