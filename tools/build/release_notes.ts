/** Prints CHANGELOG.md's section on the current version. Fails if a given tag names another version. @module */

import { ENGINE_VERSION } from "../../engine/version.ts";
import { projectPath } from "../paths.ts";
import { runTool } from "../usage.ts";

const USAGE = "Usage: deno run --allow-read=. tools/build/release_notes.ts [tag]";

/** The text below a heading such as `## 1.2.0` or `## 1.2.0 (2026-01-31)`. Throws a RangeError if it is missing or empty. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.replaceAll("\r\n", "\n").split(/^## +/m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  const body = section?.slice(section.indexOf("\n")).trim() ?? "";
  if (body === "") {
    throw new RangeError(`Expected CHANGELOG.md to have a section "## ${version}" with text, but it has none`);
  }
  return body;
}

export function expectTag(tag: string, version: string): void {
  if (tag !== `v${version}`) {
    throw new RangeError(`Expected the tag v${version}, as in engine/version.ts, but got "${tag}"`);
  }
}

function readTag(args: readonly string[]): string | undefined {
  if (args.length > 1) throw new RangeError(`Expected one tag, but got ${args.join(" ")}`);
  return args[0];
}

async function run(tag: string | undefined): Promise<void> {
  if (tag !== undefined) expectTag(tag, ENGINE_VERSION);
  console.log(sectionOf(await Deno.readTextFile(projectPath("CHANGELOG.md")), ENGINE_VERSION));
}

if (import.meta.main) await runTool(USAGE, readTag, run);
