/**
 * Runs `deno doc --lint` over the engine: everything that is exported has a docstring and an explicit type. It is part of `deno task check`.
 *
 * Two kinds of complaint are ignored: about private members, which need a comment only if their name does not say
 * enough, and about the tables of `search/params.ts` and `learning/params.ts`, since an explicit type would repeat
 * every name.
 *
 * @module
 */

import { ENGINE_FOLDERS, projectPath } from "../paths.ts";

const ROOT = projectPath();
const FOLDERS = [...ENGINE_FOLDERS, "terminal", "shell"];
/** AssemblyScript, which is not TypeScript. */
const EXCLUDED = ["nnue/kernel/kernel.ts"];

/** Every module of the engine, as paths from the root. */
function engineModules(): string[] {
  const modules = ["main.ts"];
  const visit = (folder: string): void => {
    for (const { name, isFile, isDirectory } of Deno.readDirSync(`${ROOT}/${folder}`)) {
      const path = `${folder}/${name}`;
      if (isDirectory) visit(path);
      else if (isFile && name.endsWith(".ts") && !EXCLUDED.includes(path)) modules.push(path);
    }
  };
  for (const folder of FOLDERS) visit(folder);
  return modules.sort();
}

/** Whether a complaint, with the source line that it quotes, is ignored. */
function isTolerated(complaint: string): boolean {
  return /^error\[missing-(?:jsdoc|explicit-type|return-type)\][^]*\|\s+private\s/.test(complaint) ||
    /^error\[private-type-ref\].*'TABLE'[^]*(?:search|learning)[\\/]params\.ts/.test(complaint);
}

const { success, stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", "--quiet", ...engineModules()],
  cwd: ROOT,
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
