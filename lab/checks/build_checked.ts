/** Builds dist/hindsight-checked.js, an engine that checks its invariants and every array access. @module */

import { writeBundle } from "../../tools/build/bundle.ts";
import { projectPath } from "../../tools/paths.ts";
import { checkedSource, preludeOf } from "./checked_source.ts";

export function withInvariants(bundle: string): string {
  const text = bundle.replace(/\bCHECKED = false\b/, "CHECKED = true");
  if (text === bundle) throw new TypeError('Expected a bundle with "CHECKED = false", but it has none');
  return text;
}

/** Returns the number of checked accesses. */
export async function writeCheckedBundle(entry: string, output: string): Promise<number> {
  await writeBundle(projectPath(), entry, output);
  const checks = await Deno.readTextFile(projectPath("lab/checks/element_checks.ts"));
  const bundle = withInvariants(await Deno.readTextFile(output));
  const { text, accesses } = checkedSource(bundle);
  await Deno.writeTextFile(output, preludeOf(checks) + text);
  return accesses;
}

if (import.meta.main) {
  await Deno.mkdir(projectPath("dist"), { recursive: true });
  const output = "dist/hindsight-checked.js";
  console.log(`${output}: ${await writeCheckedBundle("main.ts", projectPath(output))} checks`);
}
