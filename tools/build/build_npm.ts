/**
 * Builds the npm package: dist/npm/.
 *
 * | file                            | what                                                                  |
 * | ------------------------------- | --------------------------------------------------------------------- |
 * | `mod.js`, `rules.js`, `view.js` | the three entry points; code that they share is in `chunk-….js`       |
 * | `worker.js`                     | the search worker with its network, one file that depends on no other |
 * | `hindsight.js`                  | the UCI program for Node, which takes the network from `worker.js`    |
 * | `uci.js`, `uci/…`               | the UCI engine in one file, which can replace `stockfish.js`          |
 *
 * `worker.js` is a script that can start as any kind of worker (see engine/packaged_worker.ts). TypeScript writes the
 * types, because `deno bundle --declaration` fails on files that are imported as bytes.
 *
 * @module
 */

import ts from "typescript";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { makeEmpty, writeWithFolders } from "../output.ts";
import { projectPath } from "../paths.ts";
import { addressOf, repositoryName } from "../repository.ts";
import { buildUci, UCI_FILE } from "./build_uci.ts";
import { buildJsr, copyTexts, ENTRY_POINTS, PACKAGE } from "./build_jsr.ts";
import { runBundler, withoutNetwork, writeBundle } from "./bundle.ts";
import { type Edit, withEdits } from "./assignments.ts";
import { withConstantBindings } from "./constant_bindings.ts";
import { resolveSpecifier, SOURCE_IMPORTS } from "./source_imports.ts";

const FOLDER = projectPath("dist/npm");
/** The name that replaces the network in a bundle. */
const NETWORK_NAME = "embeddedNetworkText";
/** Before a file imports the worker, it sets this object (see engine/packaged_worker.ts). */
const IMPORTED = 'globalThis[Symbol.for("@hindsight/engine/worker")]';
/** The worker's name in the sources, and in the package. */
const WORKER_NAMES = ['"./worker.ts"', '"./worker.js"'] as const;
/** Declares what the types need: `Symbol.dispose`, and a name that otherwise only browser types declare. */
const TYPE_LIBRARY = '/// <reference lib="esnext.disposable" />\n' +
  "declare global { namespace WebAssembly { interface Memory {} } }\n";

/** In the types' imports, TypeScript expects the name of a `.js` file, and Deno the name of a declaration file. */
const TYPE_TREES = [{ folder: "types", extension: ".js" }, { folder: "types/deno", extension: ".d.ts" }] as const;

/** Empty if the repository is unknown. */
export function addressFields(repository: string): Record<string, unknown> {
  const home = addressOf(repository);
  if (home === null) return {};
  return {
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    repository: { type: "git", url: `git+${home}.git` },
  };
}

function packageJson(): Record<string, unknown> {
  const entries = Object.entries(ENTRY_POINTS).map(([entry, { name }]) => [
    entry,
    { types: `./${name}.d.ts`, default: `./${name}.js` },
  ]);
  return {
    name: PACKAGE,
    version: ENGINE_VERSION,
    description: "A chess engine that learns from its own search, and the rules of chess",
    keywords: ["chess", "engine", "uci", "pgn", "fen", "nnue"],
    license: "MIT",
    ...addressFields(repositoryName()),
    type: "module",
    main: "./mod.js",
    types: "./mod.d.ts",
    exports: {
      ...Object.fromEntries(entries),
      "./uci": {
        require: { types: "./uci/hindsight-uci.d.ts", default: `./uci/${UCI_FILE}` },
        types: "./uci.d.ts",
        default: "./uci.js",
      },
      [`./uci/${UCI_FILE}`]: `./uci/${UCI_FILE}`,
      "./worker": { types: "./worker.d.ts", default: "./worker.js" },
      "./package.json": "./package.json",
    },
    bin: { hindsight: "hindsight.js" },
    files: ["*.js", "*.d.ts", "types", "uci", "LICENSES.txt"],
    engines: { node: ">=20.16" },
    sideEffects: ["./worker.js", "./hindsight.js", "./uci.js", `./uci/${UCI_FILE}`],
  };
}

async function writeEntryPoints(): Promise<void> {
  const importMap = `${FOLDER}/import_map.json`;
  const source = new URL("../../engine/default_worker.ts", import.meta.url);
  const packaged = new URL("../../engine/packaged_worker.ts", import.meta.url);
  await Deno.writeTextFile(importMap, JSON.stringify({ imports: { [source.href]: packaged.href } }));
  const entries = Object.values(ENTRY_POINTS).map(({ source }) => source);
  const options = ["--platform=browser", "--code-splitting", "--external=./worker.ts", `--import-map=${importMap}`];
  await runBundler([...options, `--outdir=${FOLDER}`, ...entries]);
  await Deno.remove(importMap);
  // The bundler keeps the folders of the entries, so view.js must be moved up.
  await Deno.rename(`${FOLDER}/view/mod.js`, `${FOLDER}/view.js`);
  await Deno.remove(`${FOLDER}/view`);
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name);
  let workers = 0;
  for (const name of names) {
    const parts = (await Deno.readTextFile(`${FOLDER}/${name}`)).split(WORKER_NAMES[0]);
    workers += parts.length - 1;
    let code = parts.join(WORKER_NAMES[1]);
    if (name === "view.js") code = code.replaceAll('"../chunk-', '"./chunk-');
    const entry = Object.values(ENTRY_POINTS).find((each) => name === `${each.name}.js`);
    const types = entry === undefined ? "" : `// @ts-self-types="./types/${entry.name}.deno.d.ts"\n`;
    await Deno.writeTextFile(`${FOLDER}/${name}`, types + withNumbersFirst(withConstantBindings(withClassNames(code))));
  }
  if (workers !== 2) throw new Error(`Expected the worker to be named twice in the entry points, but found ${workers}`);
}

/** Restores class names, which consoles show. The bundler renames a class that uses its own name, such as `Engine`. */
function withClassNames(code: string): string {
  const file = ts.createSourceFile("bundle.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isClassExpression(node) ? node.name?.text : undefined;
    if (name?.startsWith("_")) edits.push(...renamings(node, name, name.slice(1)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return withEdits(code, edits);
}

function renamings(node: ts.Node, from: string, to: string): Edit[] {
  if (ts.isIdentifier(node) && node.text === to) throw new Error(`Expected no other '${to}' in the class '${to}'`);
  if (ts.isIdentifier(node) && node.text === from) return [{ start: node.getStart(), end: node.end, text: to }];
  const edits: Edit[] = [];
  ts.forEachChild(node, (child) => void edits.push(...renamings(child, from, to)));
  return edits;
}

/**
 * Moves numeric constants to the beginning of a file, so that a user's bundler can inline them. `code` comes from
 * `withConstantBindings`, so the line of each constant ends with the `const` of the next one.
 */
function withNumbersFirst(code: string): string {
  const numbers: string[] = [];
  const rest = code.replace(/^ +(\w+ = -?\d+); const\n/gm, (_, number: string) => {
    numbers.push(number);
    return "";
  });
  return numbers.length === 0 ? rest : `const ${numbers.join(", ")};\n${rest}`;
}

async function bundleWithoutNetwork(name: string, source: string): Promise<{ code: string; literal: string }> {
  const path = `${FOLDER}/${name}.js`;
  await writeBundle(projectPath(), source, path, ["--platform=browser"]);
  return withoutNetwork(await Deno.readTextFile(path), NETWORK_NAME);
}

/** Writes the worker, and returns the network as a literal. */
async function writeWorker(): Promise<string> {
  const { code, literal } = await bundleWithoutNetwork("worker", "engine/worker.ts");
  if (/^(?:import|export)\b|\bimport\.meta\b/m.test(code)) throw new Error("Expected a worker that is not a module");
  await Deno.writeTextFile(
    `${FOLDER}/worker.js`,
    [
      "(function () {",
      `const network = ${literal};`,
      `const serve = function (${NETWORK_NAME}) {`,
      '"use strict";',
      code.trimEnd(),
      "};",
      `const imported = ${IMPORTED};`,
      "if (imported === undefined) serve(network);",
      "else {",
      "  imported.network = network;",
      '  imported.source = () => `(${serve})("${network}");`;',
      "}",
      "})();",
      "",
    ].join("\n"),
  );
  return literal;
}

async function writeProgram(network: string): Promise<void> {
  const program = await bundleWithoutNetwork("hindsight", "tools/build/npm_program.ts");
  if (program.literal !== network) throw new Error("Expected the same network in the program and in the worker");
  const path = `${FOLDER}/hindsight.js`;
  const head = `${IMPORTED} = {};\nawait import("./worker.js");\nconst ${NETWORK_NAME} = ${IMPORTED}.network;\n`;
  await Deno.writeTextFile(path, `#!/usr/bin/env node\n${head}${program.code}`);
  if (Deno.build.os !== "windows") await Deno.chmod(path, 0o755);
}

/**
 * Writes the UCI engine, with a package.json that marks it as CommonJS, so that `require` accepts it. `uci.js` exports
 * the global variable that the engine's file defines.
 */
async function writeUci(): Promise<void> {
  await Deno.mkdir(`${FOLDER}/uci`);
  await buildUci(`${FOLDER}/uci/${UCI_FILE}`);
  await Deno.writeTextFile(`${FOLDER}/uci/package.json`, '{ "type": "commonjs" }\n');
  await Deno.writeTextFile(`${FOLDER}/uci.js`, `import "./uci/${UCI_FILE}";\n\nexport default globalThis.Hindsight;\n`);
  const types = await Deno.readTextFile(projectPath("tools/build/uci_types.d.ts"));
  await Deno.writeTextFile(`${FOLDER}/uci.d.ts`, types);
  // A CommonJS module has a single export.
  const ofRequire = types.replace("export interface", "interface").replace("export default", "export =");
  await Deno.writeTextFile(`${FOLDER}/uci/hindsight-uci.d.ts`, ofRequire);
}

/** Makes the declarations from the JSR package, since its sources have no `with { type: "bytes" }` imports. */
async function declarationsOfSources(): Promise<Map<string, string>> {
  await buildJsr();
  const root = projectPath("dist/jsr");
  const program = ts.createProgram(Object.values(ENTRY_POINTS).map(({ source }) => `${root}/${source}`), {
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, lib: ["lib.esnext.d.ts"], types: [] },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, noCheck: true },
    ...{ declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: root },
  });
  const declarations = new Map<string, string>();
  const { emitSkipped } = program.emit(undefined, (path, text) => {
    declarations.set(path.slice(path.indexOf("dist/jsr/") + "dist/jsr/".length).replace(/d\.ts$/, "ts"), text);
  });
  if (emitSkipped) throw new Error("Cannot make the types of the library");
  return declarations;
}

async function writeTypes(): Promise<void> {
  const declarations = await declarationsOfSources();
  const written = new Set<string>();
  const write = async (source: string): Promise<void> => {
    if (written.has(source)) return;
    written.add(source);
    const text = declarations.get(source);
    if (text === undefined) throw new Error(`Expected types for ${source}, but there are none`);
    for (const { folder, extension } of TYPE_TREES) {
      const path = `${FOLDER}/${folder}/${source.replace(/ts$/, "d.ts")}`;
      await writeWithFolders(path, text.replace(SOURCE_IMPORTS, `$1"$2${extension}"`));
    }
    for (const [, , target] of text.matchAll(SOURCE_IMPORTS)) await write(resolveSpecifier(source, `${target}.ts`));
  };
  for (const { name, source } of Object.values(ENTRY_POINTS)) {
    await write(source);
    const [typeScript, deno] = TYPE_TREES.map(({ folder, extension }) => (from: string): string => {
      return `export * from "${from}${folder}/${source.replace(/\.ts$/, extension)}";\n`;
    });
    await Deno.writeTextFile(`${FOLDER}/${name}.d.ts`, TYPE_LIBRARY + typeScript("./"));
    await Deno.writeTextFile(`${FOLDER}/types/${name}.deno.d.ts`, deno("../"));
  }
  await Deno.writeTextFile(`${FOLDER}/worker.d.ts`, "export {};\n");
}

export async function buildNpm(): Promise<void> {
  await makeEmpty(FOLDER);
  await writeEntryPoints();
  await writeProgram(await writeWorker());
  await writeTypes();
  await writeUci();
  await Deno.writeTextFile(`${FOLDER}/package.json`, JSON.stringify(packageJson(), null, 2) + "\n");
  await copyTexts(FOLDER);
}

if (import.meta.main) await buildNpm();
