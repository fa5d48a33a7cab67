/**
 * The entry of `hindsight-uci.js`: decides what the file is where it is loaded. See uci/single_file/roles.ts for workers
 * and pages, and build_uci.ts for the names that the file has around this code.
 *
 * @module
 */

import { isNodeWorker } from "../../engine/runtime.ts";
import {
  beSearchThread,
  isSearchThread,
  provideFactory,
  serveNodeWorker,
  serveWorker,
  threadsOf,
} from "../../uci/single_file/roles.ts";
import { NO_EXTENSION } from "../../uci/extension.ts";
import { runEngine } from "../../uci/uci.ts";
import { provideDeno } from "./deno_on_node.ts";

/** What build_uci.ts puts around the bundle. */
declare const ownSource: () => string;
/** Whether this is the text that a search thread starts from. */
declare const isThreadSource: boolean;
/** The module of Node that the file is, and whether a program was started with it; `null` where it is no such module. */
declare const commonModule: { readonly module: { exports: unknown }; readonly isMain: boolean } | null;

interface Runtime {
  readonly Deno?: { readonly mainModule: string };
  readonly process?: { readonly argv: readonly string[]; getBuiltinModule?(name: string): unknown };
}

const { Deno: deno, process } = globalThis as unknown as Runtime;

/** The address of this file, from the stack trace of an error that is made here; `null` if the trace has none. */
function ownAddress(): string | null {
  return /(?:https?|file|[a-z-]+-extension|app|capacitor):\/\/[^\s()]+?(?=:\d+:\d+)/.exec(new Error().stack ?? "")
    ?.[0] ??
    null;
}

/** Whether a runtime was started with this file, as a program. */
function isProgram(): boolean {
  if (commonModule !== null) return commonModule.isMain;
  // If the file is an ECMAScript module, it can tell that only by its name.
  return /hindsight-uci[^/\\]*$/.test(deno?.mainModule ?? process?.argv[1] ?? "");
}

if (isThreadSource || isSearchThread()) {
  beSearchThread();
} else {
  const startWorker = threadsOf({ source: ownSource, address: ownAddress() });
  if ("WorkerGlobalScope" in globalThis) {
    if ("DedicatedWorkerGlobalScope" in globalThis) serveWorker(startWorker);
    else provideFactory(startWorker);
  } else {
    const factory = provideFactory(startWorker);
    if (commonModule !== null) commonModule.module.exports = factory;
    if (isNodeWorker() && isProgram()) serveNodeWorker(startWorker);
    else if (process !== undefined && isProgram()) {
      if (deno === undefined) provideDeno();
      runEngine(startWorker, { ...NO_EXTENSION, hasPrograms: false });
    }
  }
}
