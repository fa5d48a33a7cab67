/**
 * Builds dist/jsr/, the package for JSR. JSR accepts no imports of bytes or text, so such files become modules.
 *
 * @module
 */

import { ENGINE_VERSION } from "../../engine/version.ts";
import { makeEmpty, writeWithFolders } from "../output.ts";
import { projectPath } from "../paths.ts";
import { licencesOf } from "./licences.ts";
import { resolveSpecifier, SOURCE_IMPORTS } from "./source_imports.ts";

export const PACKAGE = "@hindsight/engine";
const FOLDER = projectPath("dist/jsr");
/** Each entry point's name in the npm package and its source file, keyed by import specifier. */
export const ENTRY_POINTS: Readonly<Record<string, { readonly name: string; readonly source: string }>> = {
  ".": { name: "mod", source: "engine/mod.ts" },
  "./rules": { name: "rules", source: "engine/rules.ts" },
  "./view": { name: "view", source: "engine/view/mod.ts" },
};
const WORKER = "engine/worker.ts";
const DATA_IMPORT = /import (bytes|text) from "(\.[^"]+)" with \{ type: "\1" \};/g;

function write(path: string, text: string): Promise<void> {
  return writeWithFolders(`${FOLDER}/${path}`, text);
}

async function moduleOf(path: string, type: string): Promise<string> {
  const bytes = await Deno.readFile(projectPath(path));
  const value = type === "text" ? ["const text: string =", `  ${JSON.stringify(new TextDecoder().decode(bytes))};`] : [
    `const TEXT = atob("${bytes.toBase64()}");`,
    "const bytes: Uint8Array<ArrayBuffer> = new Uint8Array(TEXT.length);",
    "for (let i = 0; i < TEXT.length; i++) bytes[i] = TEXT.charCodeAt(i);",
  ];
  const head = `/** The ${type} of ${path.split("/").pop()}. @module */`;
  return [head, "", ...value, `export default ${type};`, ""].join("\n");
}

async function copySource(source: string, done: Set<string>): Promise<void> {
  if (done.has(source)) return;
  done.add(source);
  const text = await Deno.readTextFile(projectPath(source));
  for (const [, type, file] of text.matchAll(DATA_IMPORT)) {
    const path = resolveSpecifier(source, file);
    await write(`${path}.ts`, await moduleOf(path, type));
  }
  await write(source, text.replace(DATA_IMPORT, 'import $1 from "$2.ts";'));
  for (const [, , target] of text.matchAll(SOURCE_IMPORTS)) {
    await copySource(resolveSpecifier(source, `${target}.ts`), done);
  }
}

export async function buildJsr(): Promise<void> {
  await makeEmpty(FOLDER);
  const done = new Set<string>();
  const entries = Object.entries(ENTRY_POINTS).map(([entry, { source }]) => [entry, source]);
  for (const entry of [...entries.map(([, source]) => source), WORKER]) await copySource(entry, done);
  const config = {
    name: PACKAGE,
    version: ENGINE_VERSION,
    license: "MIT",
    exports: Object.fromEntries([...entries, ["./worker", WORKER]].map(([entry, source]) => [entry, `./${source}`])),
  };
  await write("deno.json", JSON.stringify(config, null, 2) + "\n");
  await copyTexts(FOLDER);
}

export async function copyTexts(folder: string): Promise<void> {
  await Deno.copyFile(projectPath("tools/build/npm_readme.md"), `${folder}/README.md`);
  await Deno.copyFile(projectPath("LICENSE"), `${folder}/LICENSE`);
  const entries = Object.values(ENTRY_POINTS).map(({ source }) => source);
  await Deno.writeTextFile(`${folder}/LICENSES.txt`, await licencesOf([...entries, WORKER]));
}

if (import.meta.main) await buildJsr();
