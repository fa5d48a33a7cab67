/** The npm package from JavaScript, TypeScript, the command line and Deno. Most tests need Node. @module */

import { gzipSync } from "node:zlib";
import { assert, assertEquals, assertFalse, assertGreater, assertLess, assertMatch } from "@std/assert";
import { assertStringIncludes } from "@std/assert";
import ts from "typescript";
import { ENGINE_VERSION } from "../../../engine/version.ts";
import { addressFields } from "../../../tools/build/build_npm.ts";
import { PACKAGE } from "../../../tools/build/build_jsr.ts";
import { resolveSpecifier } from "../../../tools/build/source_imports.ts";
import { withFolder } from "../../folder.ts";
import { buildPackage } from "./npm_package.ts";
import { findProgram, outputOf, runProgram } from "../../program.ts";
import { defaultOf } from "./run_module.ts";

const NODE = findProgram("node");
if (NODE === null) console.log("There is no Node here: most tests of the npm package are skipped");

/** The last line that every program of these tests prints. */
const EXPECTED = "e2e4|Ra6|mate 2|true|closed";

const PROGRAM = `
import { Engine, EngineClosedError, Game } from "@hindsight/engine";

const engine = await Engine.start({ hash: 1, threads: 2 });
const game = new Game();
const first = await engine.analyse(game, { searchMoves: ["e4"], depth: 4 }).result;
const mate = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
const controller = new AbortController();
const endless = engine.analyse("startpos").stopOn(controller.signal);
for await (const line of endless) if (line.depth > 4) controller.abort();
const { isStopped } = await endless.result;
engine.close();
let code = "";
try {
  engine.analyse("startpos");
} catch (error) {
  if (error instanceof EngineClosedError) code = error.code;
}
const { score } = mate.lines[0];
console.log([first.move, mate.san, score.type + " " + score.value, isStopped, code].join("|"));
`;

/** The program with types, which a strict compiler must accept. */
const TYPED_PROGRAM = `
import { type AnalyseOptions, EnginePool, type EngineOptions, type Line, type PlayOptions } from "@hindsight/engine";
import { type PoolOptions, type SearchOutcome } from "@hindsight/engine";
import { Game as GameOfRules, Position } from "@hindsight/engine/rules";
import { describeHistories, drawHeatMap, type HistoriesReport } from "@hindsight/engine/view";
export const options: EngineOptions = { threads: 1, hash: undefined, strength: undefined };
export const poolOptions: PoolOptions = { size: 1, limits: { depth: undefined }, turn: undefined };
export function best(outcome: SearchOutcome): Line {
  // @ts-expect-error: a score is an object
  const wrong: number = outcome.lines[0].score;
  void wrong;
  return outcome.lines[0];
}
export async function use(engine: Engine, depth: number | undefined): Promise<HistoriesReport> {
  const analysis: AnalyseOptions = { depth, signal: undefined, searchMoves: undefined };
  const move: PlayOptions = { time: depth, level: undefined, ponder: undefined };
  for await (const { time } of engine.analyse(new GameOfRules(), analysis)) void time;
  await engine.play("startpos", move).result;
  const inspection = await engine.inspect("startpos");
  drawHeatMap({ position: new GameOfRules().position, butterfly: inspection.butterfly, depth: 1 });
  await using pool = await EnginePool.start(poolOptions);
  const { result } = pool.analyse("startpos", { depth: 1, user: undefined, latest: undefined });
  best(await result);
  return describeHistories(inspection, new Position());
}
${PROGRAM}`;

const STRICT: ts.CompilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noPropertyAccessFromIndexSignature: true, skipDefaultLibCheck: true, types: [] },
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
};

/** Maximum size in bytes of a page with the engine, gzipped, without its worker. */
const MAX_ENGINE = 60_000;
/** Maximum size in bytes of a page that uses one name of the rules, gzipped. */
const MAX_RULES = { Game: 18_000, Position: 13_500 };

Deno.test("the package has types, a program, a licence, an address, and the network once", async () => {
  const folder = await buildPackage();
  const json = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  assertEquals([json.name, json.version, json.type], ["@hindsight/engine", ENGINE_VERSION, "module"]);
  const { "./package.json": _, "./uci": uci, "./uci/hindsight-uci.js": file, ...entries } = json.exports;
  assertEquals(Object.keys(entries), [".", "./rules", "./view", "./worker"]);
  const files = Object.values(entries as Record<string, Record<string, string>>).flatMap((entry) => {
    assertEquals(Object.keys(entry), ["types", "default"], "bundlers take the first condition that they know");
    return Object.values(entry);
  });
  files.push(file, uci.types, uci.default, uci.require.types, uci.require.default);
  for (const path of [json.main, json.types, json.bin.hindsight, "LICENSE", "LICENSES.txt", "README.md", ...files]) {
    assert((await Deno.stat(`${folder}/${path}`)).isFile, path);
  }
  assertEquals([addressFields(""), addressFields("Anna/chess")], [{}, {
    homepage: "https://github.com/Anna/chess#readme",
    bugs: { url: "https://github.com/Anna/chess/issues" },
    repository: { type: "git", url: "git+https://github.com/Anna/chess.git" },
  }]);
  // npm publishes such files in addition to those that `files` names.
  const named = json.files.map((name: string) => new RegExp(`^${name.replace("*", ".+")}$`));
  const published = [...named, /^[A-Z]+(\.md)?$/];
  let networks = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    assert(name === "package.json" || published.some((pattern) => pattern.test(name)), name);
    if (!name.endsWith(".js")) continue;
    const code = await Deno.readTextFile(`${folder}/${name}`);
    networks += code.length > 1_000_000 ? 1 : 0;
    // Files that a browser loads do not import modules of Node.
    if (name !== "hindsight.js") assertFalse(/\bfrom\s*"node:/.test(code), name);
  }
  assertEquals(networks, 1);
  const classes = Object.entries(await import(`${folder}/mod.js`) as Record<string, { readonly name: string }>)
    .filter(([, value]) => String(value).startsWith("class "));
  assertGreater(classes.length, 10);
  const names = classes.map(([, value]) => value.name);
  assertEquals(names, classes.map(([name]) => name), "consoles show the names of classes");
});

/** Calls `body` with a folder in which the package is installed, and with the package's own folder. */
async function withProject(body: (project: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await buildPackage();
  await withFolder(async (project) => {
    await Deno.mkdir(`${project}/node_modules/@hindsight`, { recursive: true });
    await Deno.symlink(folder, `${project}/node_modules/@hindsight/engine`, { type: "junction" });
    await body(project, folder);
  });
}

/** Bundles a program into one minified file, without the worker, and returns its code. */
async function smallFile(folder: string, project: string, source: string): Promise<string> {
  const entries = /"@hindsight\/engine(?:\/(\w+))?"/g;
  const addressed = source.replaceAll(entries, (_, entry) => `"${folder}/${entry ?? "mod"}.js"`);
  await Deno.writeTextFile(`${project}/source.js`, addressed);
  const options = ["--quiet", "--minify", "--platform=browser", `--external=./worker.js`];
  return await outputOf(Deno.execPath(), ["bundle", ...options, "source.js"], project);
}

Deno.test("a page that needs only the rules loads them without the network, WebAssembly or a worker", async () => {
  const folder = await buildPackage();
  await withFolder(async (project) => {
    for (const [name, most] of Object.entries(MAX_RULES)) {
      const code = await smallFile(folder, project, `export { ${name} } from "@hindsight/engine/rules";`);
      assertFalse(/WebAssembly|Worker|atob/.test(code));
      assertLess(gzipSync(code, { level: 9 }).length, most, name);
    }
    const little = `import { START_FEN } from "@hindsight/engine/rules";\nconsole.log(START_FEN);`;
    assertLess((await smallFile(folder, project, little)).length, 4096);
  });
});

Deno.test("a page with the engine is small, and errors keep their names even if a bundler shortens class names", async () => {
  const folder = await buildPackage();
  await withFolder(async (project) => {
    const source =
      `import { Engine, EngineClosedError, EngineError, PositionError, WorkerDiedError } from "@hindsight/engine";
globalThis.start = () => Engine.start();
export default [new EngineClosedError(), new EngineError("busy", ""), new PositionError(""), new WorkerDiedError("")]
  .map(({ name, code }) => name + " " + code);`;
    const code = await smallFile(folder, project, source);
    assertLess(gzipSync(code, { level: 9 }).length, MAX_ENGINE);
    const names = ["EngineClosedError closed", "EngineError busy", "PositionError position", "WorkerDiedError worker"];
    assertEquals(await defaultOf(code), names);
  });
});

/** The optional properties of the public types that exclude `undefined`, and the number of all optional properties. */
function strictOptionals(program: ts.Program, entries: readonly string[]): { faults: string[]; count: number } {
  const checker = program.getTypeChecker();
  const faults: string[] = [];
  let count = 0;
  for (const entry of entries) {
    const file = checker.getSymbolAtLocation(program.getSourceFile(entry)!);
    for (const exported of checker.getExportsOfModule(file!)) {
      if ((exported.flags & ts.SymbolFlags.Alias) === 0) continue;
      const symbol = checker.getAliasedSymbol(exported);
      if ((symbol.flags & ts.SymbolFlags.Interface) === 0) continue;
      for (const property of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
        if ((property.flags & ts.SymbolFlags.Optional) === 0) continue;
        count++;
        const text = property.valueDeclaration?.getText() ?? "";
        if (!/\bundefined;?$/.test(text)) faults.push(`${exported.name}: ${text}`);
      }
    }
  }
  return { faults, count };
}

Deno.test("a strict program compiles with the types, and every optional property of the public types may be undefined", async () => {
  await withProject(async (project, folder) => {
    await Deno.writeTextFile(`${project}/package.json`, JSON.stringify({ type: "module", private: true }));
    await Deno.writeTextFile(`${project}/typed.ts`, TYPED_PROGRAM);
    const program = ts.createProgram([`${project}/typed.ts`], STRICT);
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    assertEquals(messages.map((message) => ts.flattenDiagnosticMessageText(message, "\n")), []);
    const types = ["mod", "rules", "view"].map((name) => `${folder}/${name}.d.ts`);
    const { faults, count } = strictOptionals(program, types);
    assert(count > 30, `${count} properties`);
    assertEquals(faults, []);
  });
});

Deno.test("the types of the rules need neither a browser nor Node", async () => {
  await withProject(async (project) => {
    await Deno.writeTextFile(`${project}/package.json`, JSON.stringify({ type: "module", private: true }));
    const text =
      'import { Game, readGames } from "@hindsight/engine/rules";\nexport const parts = [new Game(), readGames];\n';
    await Deno.writeTextFile(`${project}/rules.ts`, text);
    const options = { ...STRICT, lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts"], skipLibCheck: false };
    const program = ts.createProgram([`${project}/rules.ts`], options);
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    assertEquals(messages.map((message) => ts.flattenDiagnosticMessageText(message, "\n")), []);
  });
});

Deno.test("Deno finds the types of every entry point, and runs the package without permissions", async () => {
  await withProject(async (project, folder) => {
    const found = new Set(["mod.js", "rules.js", "view.js"]);
    for (const name of found) {
      const text = await Deno.readTextFile(`${folder}/${name}`);
      const imports = name.endsWith(".js") ? /^\/\/ @ts-self-types="(.+)"/g : /\b(?:from|import)[ (]"(\..+?)"/g;
      for (const [, path] of text.matchAll(imports)) found.add(resolveSpecifier(name, path));
    }
    assertGreater(found.size, 20);
    await Deno.writeTextFile(`${project}/deno.json`, JSON.stringify({ imports: { [PACKAGE]: `${folder}/mod.js` } }));
    await Deno.writeTextFile(`${project}/program.js`, PROGRAM);
    // Without the permission to read its file, the worker starts from its source text, without a message.
    const { stdout, stderr } = await runProgram(Deno.execPath(), ["run", "--no-prompt", "program.js"], project);
    assertEquals([stdout.trim(), stderr], [EXPECTED, ""]);
  });
});

Deno.test("Node runs the package, and its UCI program", { ignore: NODE === null }, async () => {
  await withProject(async (project, folder) => {
    await Deno.writeTextFile(`${project}/program.mjs`, PROGRAM);
    assertEquals((await outputOf(`${NODE}`, ["program.mjs"], project)).trim(), EXPECTED);
    const commands = ["uci", "help", "isready", "position startpos", "perft 3", "go depth 6", "compiler"];
    const answers = await outputOf(`${NODE}`, [`${folder}/hindsight.js`, ...commands], project);
    assertStringIncludes(answers, `id name Hindsight ${ENGINE_VERSION}\n`);
    assertMatch(answers, /\nuciok\n[^]*\nperft [^]*readyok\n[^]*Nodes searched: 8902\n/);
    // The package has only the engine.
    assertFalse(/hindsight (play|analyse|histories)/.test(answers), answers);
    assertMatch(answers, /\nbestmove [a-h][1-8][a-h][1-8]/);
    assertStringIncludes(answers, "TypeScript on Node ");
  });
});

Deno.test({
  name: "the entry `uci` gives the engine in one file to `import` and to `require`, with types",
  ignore: NODE === null,
  fn: () =>
    withProject(async (project) => {
      const use = (make: string) =>
        `${make}\nengine.onmessage = (line) => line.startsWith("bestmove") && (console.log(line), engine.terminate());\n` +
        'engine.postMessage("go depth 3");\n';
      const programs = {
        "import.mts": use('import Hindsight from "@hindsight/engine/uci";\nconst engine = await Hindsight();'),
        "require.cts": use('import Hindsight = require("@hindsight/engine/uci");\nconst engine = new Hindsight();'),
      };
      for (const [name, text] of Object.entries(programs)) await Deno.writeTextFile(`${project}/${name}`, text);
      const paths = Object.keys(programs).map((name) => `${project}/${name}`);
      const program = ts.createProgram(paths, { ...STRICT, module: ts.ModuleKind.NodeNext });
      assertEquals(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText), []);
      program.emit();
      for (const path of paths) assertMatch(await outputOf(NODE!, [path.replace(/ts$/, "js")], project), /^bestmove /);
    }),
});
