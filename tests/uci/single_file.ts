/** `hindsight-uci.js`, built once for the tests that load it. @module */

import { buildUci, UCI_FILE } from "../../tools/build/build_uci.ts";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS, ENGINE_BUNDLE, ENGINE_SOURCES } from "../engine_bundle.ts";
import { digestOf, makeOnce } from "../kept.ts";
import { outputOf } from "../program.ts";

/** The depth of the search whose nodes are compared with the program's. */
export const NODES_DEPTH = 9;

/** Builds the file, unless it was built from the same sources before; returns its folder. */
export async function buildUciOnce(): Promise<string> {
  const digest = await digestOf([...ENGINE_SOURCES, "tools"]);
  return await makeOnce("uci", digest, (folder) => buildUci(`${folder}/${UCI_FILE}`));
}

/** The number of nodes that the program visits in a search to this depth. */
export async function expectedNodes(): Promise<number> {
  const args = ["run", "--no-prompt", ...BRIEF_OPTIONS, "--allow-read", ENGINE_BUNDLE, `go depth ${NODES_DEPTH}`];
  return lastNodes(await outputOf(Deno.execPath(), args, projectPath()));
}

/** The nodes in the last line of analysis in some output of the engine; NaN if there is none. */
export function lastNodes(output: string): number {
  return Number(Array.from(output.matchAll(/^info depth .* nodes (\d+)/gm)).at(-1)?.[1]);
}
