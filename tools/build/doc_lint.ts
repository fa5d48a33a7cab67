/** Checks with `deno doc --lint` that all exports of the engine have a docstring and an explicit type. @module */

import { filesBelow } from "../output.ts";
import { ENGINE_FOLDERS, projectPath } from "../paths.ts";

const FOLDERS = [...ENGINE_FOLDERS, "terminal", "shell"];
const EXCLUDED = ["nnue/kernel/kernel.ts"];

const MODULES = ["main.ts", ...FOLDERS.flatMap((folder) => filesBelow(folder, /\.ts$/))]
  .filter((path) => !EXCLUDED.includes(path));

/** Matches a complaint about a field in these folders, where the name may be clear enough without a docstring. */
const INNER_FIELD =
  /^error\[missing-jsdoc\].*\n.*[\\/](?:core|learning|nnue|search)[\\/][^]*\|  +(?:readonly )?\w+[!?]?(?::| =)/;

/** Private members need no docstring, and an explicit type for the tables in params.ts would repeat every name. */
function isTolerated(complaint: string): boolean {
  return /^error\[missing-(?:jsdoc|explicit-type|return-type)\][^]*\|\s+private\s/.test(complaint) ||
    INNER_FIELD.test(complaint) ||
    /^error\[private-type-ref\].*'TABLE'[^]*(?:search|learning)[\\/]params\.ts/.test(complaint);
}

const { success, stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", "--quiet", ...MODULES],
  cwd: projectPath(),
  env: { NO_COLOR: "1" },
  stdin: "null",
  stdout: "null",
}).output();
const output = new TextDecoder().decode(stderr);
const complaints = output.split(/^(?=error)/m).filter((text) => text.startsWith("error["));
const remaining = complaints.filter((complaint) => !isTolerated(complaint));
for (const complaint of remaining) console.error(complaint.trimEnd() + "\n");
if (!success && complaints.length === 0) console.error(output);
if (remaining.length > 0 || (!success && complaints.length === 0)) Deno.exit(1);
