/**
 * Builds the npm package: dist/npm/.
 *
 *     deno task build:npm
 *
 * Three bundles, each complete in itself, because the constants of the hot code must be in the file that uses them:
 * `mod.js` for other programs, `worker.js` for search threads, `hindsight.js` as the UCI program of Node. Only the
 * network is shared: it is cut out of the bundles into `network.js`, so that the package carries it once.
 *
 * The types are made by TypeScript, a development dependency for this tool alone: Deno's own `bundle --declaration`
 * fails on files that are imported as bytes.
 *
 * @module
 */

import ts from "typescript";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { projectPath } from "../paths.ts";
import { buildJsr, PACKAGE } from "./build_jsr.ts";
import { NETWORK_TEXT, writeBundle } from "./bundle.ts";
import { SOURCE_IMPORTS } from "./source_imports.ts";

/** Where the package is written. */
const FOLDER = projectPath("dist/npm");
/** The bundles: name of the file and source. */
const BUNDLES: readonly (readonly [name: string, source: string])[] = [
  ["mod", "engine/mod.ts"],
  ["worker", "engine/worker.ts"],
  ["hindsight", "tools/build/npm_program.ts"],
];
/** The bundle that is a program. */
const PROGRAM = "hindsight";
/** The file that holds the network, as base64. */
const NETWORK_FILE = "network.js";

/** The fields of package.json. */
function packageJson(): Record<string, unknown> {
  return {
    name: PACKAGE,
    version: ENGINE_VERSION,
    description: "A chess engine that learns from its own search, and the rules of chess",
    keywords: ["chess", "engine", "uci", "pgn", "fen", "nnue"],
    license: "MIT",
    type: "module",
    exports: {
      ".": { types: "./types/engine/mod.d.ts", default: "./mod.js" },
      "./worker": "./worker.js",
      "./package.json": "./package.json",
    },
    types: "./types/engine/mod.d.ts",
    bin: { hindsight: "hindsight.js" },
    files: ["*.js", "*.map", "types"],
    engines: { node: ">=22.3" },
    sideEffects: ["./worker.js", "./hindsight.js"],
  };
}

/** Bundles a source into one file with a source map. */
async function bundle(name: string, source: string): Promise<void> {
  const options = ["--platform=browser", "--sourcemap=linked"];
  await writeBundle(projectPath(), source, `${FOLDER}/${name}.js`, options);
}

/** Cuts the network out of a bundle, which imports it then, and returns it as base64. */
async function cutNetwork(name: string): Promise<string> {
  const path = `${FOLDER}/${name}.js`;
  const code = await Deno.readTextFile(path);
  const found = Array.from(code.matchAll(NETWORK_TEXT));
  if (found.length !== 1) throw new Error(`Expected one network in '${path}', but found ${found.length}`);
  // All in the first line, so that the lines of the source map stay true.
  const head = `import embeddedNetworkText from "./${NETWORK_FILE}"; `;
  const [[literal, , text]] = found;
  const body = code.replace(literal, "embeddedNetworkText");
  await Deno.writeTextFile(path, (name === PROGRAM ? "#!/usr/bin/env node\n" : "") + head + body);
  return text;
}

/** Drops the data from the source map of a bundle; the text of the sources stays. */
async function trimMap(name: string): Promise<void> {
  const path = `${FOLDER}/${name}.js.map`;
  const map = JSON.parse(await Deno.readTextFile(path));
  map.sourcesContent = map.sources.map((source: string, i: number) =>
    source.endsWith(".ts") ? map.sourcesContent?.[i] ?? null : null
  );
  // The line that starts the program in Node comes before everything else.
  if (name === PROGRAM) map.mappings = `;${map.mappings}`;
  await Deno.writeTextFile(path, JSON.stringify(map));
}

/** Writes the types of the library, of all its sources. They are made from the package for JSR: it imports no bytes. */
async function writeTypes(): Promise<void> {
  await buildJsr();
  const root = projectPath("dist/jsr");
  const program = ts.createProgram([`${root}/engine/mod.ts`], {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: root,
    outDir: `${FOLDER}/types`,
  });
  const { emitSkipped } = program.emit(undefined, (path, text) => {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text.replace(SOURCE_IMPORTS, '$1"$2.js"'));
  });
  if (emitSkipped) throw new Error("Cannot make the types of the library");
}

/** Builds the package. */
export async function buildNpm(): Promise<void> {
  await Deno.remove(FOLDER, { recursive: true }).catch(() => {});
  await Deno.mkdir(FOLDER, { recursive: true });
  const networks = new Set<string>();
  for (const [name, source] of BUNDLES) {
    await bundle(name, source);
    networks.add(await cutNetwork(name));
    await trimMap(name);
  }
  if (networks.size !== 1) throw new Error("Expected the same network in every bundle");
  await Deno.writeTextFile(`${FOLDER}/${NETWORK_FILE}`, `export default "${[...networks][0]}";\n`);
  await writeTypes();
  await Deno.writeTextFile(`${FOLDER}/package.json`, JSON.stringify(packageJson(), null, 2) + "\n");
  await Deno.copyFile(projectPath("tools/build/npm_readme.md"), `${FOLDER}/README.md`);
  await Deno.copyFile(projectPath("LICENSE"), `${FOLDER}/LICENSE`);
  if (Deno.build.os !== "windows") await Deno.chmod(`${FOLDER}/hindsight.js`, 0o755);
}

if (import.meta.main) await buildNpm();
