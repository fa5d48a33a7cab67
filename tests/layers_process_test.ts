// deno-lint-ignore-file hindsight/max-file-lines -- one list of all arrows
/**
 * The allowed imports between the folders (the arrows), and other rules for every source file.
 *
 * Deno lists the imports of each file, including those of types. Identifiers are searched for in the text without
 * comments and strings. This is enough for this code: tests below show that the checker finds violations.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { ENGINE_FOLDERS, projectPath } from "../tools/paths.ts";
import { runProgram } from "./program.ts";

const ROOT = new URL("..", import.meta.url);
/** The library may contain, read and explain a network, but not evaluate one. */
const NETWORK_FILES = ["crc32", "embedded", "explain", "network", "network_file"].map((name) => `nnue/${name}.ts`);
/** The folders of the library that code above it may import. */
const LIBRARY = ["engine", "engine/games", "engine/view", "search", "learning", "core"];
/** The engine without its programs, for code that may use all of it. */
const PARTS = [...LIBRARY, "search/threads", "experience", "nnue", "tablebase", "uci", "system"];
/** Folders that every program of the lab may import: the engine, and the helpers of the tools. */
const LAB = ["lab", "tools", "tools/build", "terminal", ...PARTS];
/** Folders that every program in `shell/` may import. */
const SHELL = ["shell/arguments.ts", "terminal", "system", ...LIBRARY];
/** The parts of the library that the page may import, and the helpers that every part of the page may import. */
const PAGE_LIBRARY = ["engine/rules.ts", "engine/mod.ts", "engine", "engine/games", "engine/view"];
const PAGE_HELPERS = ["web/observed.ts", "web/pause.ts"];
/** What both the page's controls and its views may import. */
const PAGE_PARTS = ["web/store.ts", "web/state", "web/engine", "web/text", ...PAGE_HELPERS, ...PAGE_LIBRARY];
/** A folder or a file → the folders and files that it may import; `null` allows everything. */
const ARROWS: Record<string, readonly string[] | null> = {
  "core": ["core"],
  "nnue": ["nnue", "core"],
  "tablebase": ["tablebase", "core"],
  "book": ["book", "core"],
  "learning": ["learning", "core"],
  "experience": ["experience", "learning", "core", "nnue/crc32.ts"],
  "search/endings": ["search/endings", "core"],
  "search": ["search", "search/endings", "experience", "learning", "core", "nnue", "tablebase"],
  "search/threads": ["search/threads", "search", "experience", "learning", "core", "nnue", "tablebase"],
  "engine": ["engine", "search/threads", "search", "experience", "core", "tablebase", "book", ...NETWORK_FILES],
  "engine/mistakes": ["engine/mistakes", "engine", "core"],
  "engine/games": ["engine/games", "engine/mistakes", "engine", "search", "core"],
  "engine/view": ["engine/view", "engine/games", "engine", "search", "learning", "core", "nnue/explain.ts"],
  // The entry points for other programs: the rules, the engine with the rules, and the pictures (engine/view/mod.ts).
  "engine/rules.ts": ["engine", "engine/games", "core"],
  "engine/mod.ts": ["engine", "engine/games", "engine/rules.ts", "search", "search/threads"],
  "system": ["system", "engine", "experience", "core", "tablebase"],
  "uci": ["uci", "system", ...LIBRARY, "search/threads", "tablebase", "book", ...NETWORK_FILES],
  // Programs for people, which use the engine as a library.
  "terminal": ["terminal", "system"],
  "shell/arguments.ts": ["terminal", "core", "engine", "search"],
  "shell": ["shell", "shell/analyse", "shell/play", "shell/puzzle", ...SHELL, "uci", "book"],
  "shell/analyse": ["shell/analyse", ...SHELL, "web/report", "web/style"],
  "shell/puzzle": ["shell/puzzle", "shell/play", "shell/analyse", ...SHELL],
  "shell/play": ["shell/play", "shell/analyse", ...SHELL, "book"],
  // Texts that a report contains: style sheets, symbols, and a script without imports.
  "web/report": [],
  "web/style": [],
  // The page uses only the library. Its state imports no store, its store no controls, its controls no views.
  "web/observed.ts": [],
  "web/pause.ts": [],
  "web/text": [],
  "web/state": ["web/state", ...PAGE_LIBRARY],
  "web/engine": ["web/engine", "web/observed.ts", ...PAGE_LIBRARY],
  "web/store.ts": ["web/state", "web/engine", "web/observed.ts", ...PAGE_LIBRARY],
  "web/control": ["web/control", ...PAGE_PARTS],
  "web/views": ["web/views", "web/control", ...PAGE_PARTS],
  "web": [
    "web",
    "web/control",
    "web/engine",
    "web/state",
    "web/store.ts",
    "web/views",
    ...PAGE_HELPERS,
    ...PAGE_LIBRARY,
  ],
  // The same file runs as the main thread and as a search worker.
  "main.ts": ["uci", "system", "shell", "search/threads/search_thread.ts"],
  "bench": ["bench", "core", "nnue", "search"],
  "tools": ["tools", "core", "system", "terminal"],
  "tools/build": ["tools/build", "tools", "terminal", ...PARTS],
  // The docs: pictures that the library draws, and tables made from the code.
  "tools/docs": ["tools/docs", "tools", "terminal", "engine/mod.ts", ...LIBRARY, "uci"],
  // The lab: games, matches, trials and checks of the engine.
  "lab": ["lab", "tools", "terminal", "core", "system", "search/thread_slot.ts"],
  "lab/checks": ["lab/checks", ...LAB],
  "lab/games": ["lab/games", ...LAB],
  "lab/recipes": ["lab/recipes", "lab/games", ...LAB],
  "lab/matches": ["lab/matches", "lab/games", ...LAB],
  "lab/matches/tuning": ["lab/matches/tuning", "lab/matches", "lab/games", ...LAB],
  "lab/matches/factorial": ["lab/matches/factorial", "lab/matches/tuning", "lab/matches", "lab/games", ...LAB],
  // A network trained from nothing: games, training, matches, and a report with the board of `analyse`.
  "lab/from_zero": ["lab/from_zero", "lab/matches", "lab/games", "search/threads", "shell/analyse", ...LAB],
  // Trials of the whole engine: they may import any part of it.
  "lab/trials": ["lab/trials", "lab/matches", "lab/games", "book", ...LAB],
  "lab/tests": null,
  // Users' programs, which import the library by its name.
  "examples": [],
  // A server uses Deno's own API to listen.
  "examples/analysis_server.ts": [],
  "tests": null,
};

/** The folders of the engine, which has no dependencies. */
const ENGINE = [...ENGINE_FOLDERS, "main.ts"];
/** The folders of programs that may import dependencies, and the dependencies of each. */
const PROGRAMS = ["terminal", "shell", "web"];
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  "terminal": ["@std/cli"],
  "shell": ["@std/cli"],
  "web": ["@preact/signals", "cm-chessboard", "modern-gif", "preact", "preact/hooks", "preact/jsx-runtime"],
};
/** The folders that may use Deno's API. */
const WITH_DENO = [..."system terminal shell main.ts bench tools lab tests".split(" "), "examples/analysis_server.ts"];
/** The folders of tests, whose files need no description. */
const TESTS = ["tests", "lab/tests"];
/** The folders that report through a callback instead of printing. */
const SILENT = [...ENGINE_FOLDERS.filter((each) => each !== "system" && each !== "uci"), "web"];

/** The longest key of `ARROWS` that is the path or a folder above it, or ""; inner folders need their own rows. */
function folderOf(path: string): string {
  for (let folder = path; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    if (folder in ARROWS) return folder;
  }
  return "";
}

/** Whether a folder is in this list, or inside a folder of the list. */
function isIn(folder: string, folders: readonly string[]): boolean {
  return folders.some((outer) => folder === outer || folder.startsWith(outer + "/"));
}

/** The file that a relative specifier in the file at `path` names, as a path from the root. */
function targetOf(path: string, specifier: string): string {
  return new URL(specifier, new URL(path, "file:///")).href.slice("file:///".length);
}

/**
 * Blanks out comments and strings; line breaks stay.
 *
 * A string in single or double quotes ends with its line at the latest. So a quote in a regular expression hides no
 * other line.
 */
function mask(source: string): string {
  const pattern = /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/g;
  // Code inside `${…}` counts as code: a template that contains code is not removed.
  const isCode = (found: string): boolean => found.startsWith("`") && found.includes("${");
  return source.replace(pattern, (found) => isCode(found) ? found : found.replace(/[^\n]/g, " "));
}

/** The imports of a file, as their specifiers are written. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The imports of every file in the project: path → specifiers. They are read once, because that takes seconds. */
let imports: Promise<Imports> | null = null;
function readImports(): Promise<Imports> {
  return imports ??= listImports();
}

async function listImports(): Promise<Imports> {
  const folder = await Deno.makeTempDir();
  try {
    const paths = Array.from((await readSources()).keys());
    await Deno.writeTextFile(`${folder}/all.ts`, paths.map((path) => `import "${new URL(path, ROOT)}";\n`).join(""));
    const args = ["info", "--json", "--config", projectPath("deno.json"), `${folder}/all.ts`];
    return importsIn(JSON.parse((await runProgram(Deno.execPath(), args)).stdout), new Set(paths));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The imports of these files, from the output of `deno info --json`. */
function importsIn(
  { modules }: { modules: { specifier: string; dependencies?: { specifier: string }[] }[] },
  paths: ReadonlySet<string>,
): Imports {
  const imports = new Map<string, string[]>();
  for (const { specifier, dependencies = [] } of modules) {
    const path = specifier.startsWith(ROOT.href) ? specifier.slice(ROOT.href.length) : "";
    if (paths.has(path)) imports.set(path, dependencies.map(({ specifier }) => specifier));
  }
  // A checker that reads nothing would find nothing.
  assertEquals(imports.size, paths.size);
  return imports;
}

/** The files that the file at `path` imports. */
function targetsOf(imports: Imports, path: string): string[] {
  const relative = (imports.get(path) ?? []).filter((specifier) => specifier.startsWith("."));
  return relative.map((specifier) => targetOf(path, specifier));
}

/** The faults in the imports of the file at `path`, one sentence each. */
function importFaults(path: string, specifiers: readonly string[]): string[] {
  const folder = folderOf(path);
  if (folder === "") return [`${path} is in no known folder`];
  const allowed = ARROWS[folder];
  const faults: string[] = [];
  for (const specifier of specifiers) {
    if (!specifier.startsWith(".")) {
      if (isIn(folder, ENGINE)) faults.push(`${path} imports "${specifier}": the engine has no dependencies`);
      const allowed = DEPENDENCIES[PROGRAMS.find((program) => isIn(folder, [program])) ?? ""] ?? [specifier];
      if (!allowed.includes(specifier)) {
        faults.push(`${path} imports "${specifier}": "${folder}" depends on ${allowed.join(", ")} alone`);
      }
      continue;
    }
    const target = targetOf(path, specifier);
    if (allowed === null || allowed.includes(target) || allowed.includes(folderOf(target))) continue;
    faults.push(`${path} imports ${target}: "${folder}" may import ${allowed.join(", ") || "nothing"}`);
  }
  return faults;
}

/**
 * Returns, sorted, the nodes of a graph that are on cycles, or on a path from one cycle to another. To find them, it
 * removes nodes without an incoming or an outgoing arrow until no such node is left.
 *
 * @param arrows Node → the nodes that it points to.
 */
function circlesOf(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  let left = new Map(arrows);
  for (let size = Infinity; left.size < size;) {
    size = left.size;
    const targets = new Set(Array.from(left.values()).flat());
    left = new Map(left.entries().filter(([node, to]) => targets.has(node) && to.some((target) => left.has(target))));
  }
  return Array.from(left.keys()).sort();
}

/** The files that import each other in a cycle, including imports of types. */
function importCircles(imports: Imports): string[] {
  return circlesOf(new Map(imports.keys().map((path) => [path, targetsOf(imports, path)])));
}

/** The faults in the names that the file at `path` uses. */
function nameFaults(path: string, source: string): string[] {
  const folder = folderOf(path);
  const code = mask(source);
  const faults: string[] = [];
  if (!isIn(folder, WITH_DENO) && /\bDeno\b/.test(code)) faults.push(`${path} uses the Deno namespace`);
  if (isIn(folder, SILENT) && /\bconsole\b/.test(code)) faults.push(`${path} prints`);
  return faults;
}

/** What the name of a test file must contain if the file, or a test file that it imports, uses the second pattern. */
const TIERS: readonly (readonly [tier: RegExp, use: RegExp])[] = [
  [/_(browser|nightly)_test\.ts$/, /\bstartBrowser\(/],
  [
    /_(process|browser|nightly)_test\.ts$/,
    /\bnew Deno\.Command\b|\bDeno\.(serve|listen|connect)\b|\bstartEngineWorker\b/,
  ],
];

/** The test files that start programs, threads of the engine or a browser although their names do not say so. */
function tierFaults(imports: Imports, sources: ReadonlyMap<string, string>): string[] {
  const code = new Map(Array.from(sources, ([path, source]) => [path, mask(source)]));
  const faults: string[] = [];
  for (const path of sources.keys()) {
    if (!path.endsWith("_test.ts")) continue;
    const reached = new Set([path]);
    // A loop over a set also visits elements that are added during the loop.
    for (const file of reached) {
      for (const target of targetsOf(imports, file)) if (isIn(folderOf(target), TESTS)) reached.add(target);
    }
    for (const [tier, use] of TIERS) {
      const user = Array.from(reached).find((file) => use.test(code.get(file) ?? ""));
      if (!tier.test(path) && user !== undefined) faults.push(`${path} reaches ${use} in ${user}`);
    }
  }
  return faults;
}

/** The faults in the form of the file at `path`, except its length, which the linter checks. */
function formFaults(path: string, source: string): string[] {
  const folder = folderOf(path);
  const faults: string[] = [];
  const head = /^(?:#![^\n]*\n)?\/\*\*[^]*?\*\//.exec(source);
  if (!isIn(folder, TESTS) && !head?.[0].includes("@module")) faults.push(`${path} has no head comment with @module`);
  if (/^(?:<{7}|>{7}) /m.test(source)) faults.push(`${path} has merge conflict markers`);
  return faults;
}

/** Every TypeScript file of the project: path from the root → text. Read once. */
let sources: Promise<Map<string, string>> | null = null;
function readSources(): Promise<Map<string, string>> {
  return sources ??= listSources();
}

async function listSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const visit = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
      if (entry.name.startsWith(".") || entry.name === "dist" || entry.name === "node_modules") continue;
      const path = folder + entry.name;
      if (entry.isDirectory) await visit(path + "/");
      else if (entry.isFile && /\.tsx?$/.test(path)) sources.set(path, await Deno.readTextFile(new URL(path, ROOT)));
    }
  };
  await visit("");
  return sources;
}

Deno.test("the layer checker rejects an import against the arrows, and accepts an import along them", () => {
  const rejected = [
    "core/see.ts ../search/params.ts",
    "core/see.ts ../nnue/wasm_kernel.ts",
    "nnue/wasm_kernel.ts ../search/params.ts",
    "tablebase/prober.ts ../nnue/wasm_kernel.ts",
    "search/search.ts ../uci/report.ts",
    "uci/uci.ts ../main.ts",
    "uci/uci.ts ../shell/shell.ts",
    "uci/uci.ts ../nnue/wasm_kernel.ts",
    "uci/uci.ts ../tools/perft.ts",
    "book/polyglot_book.ts ../search/params.ts",
    "shell/shell.ts ../tools/usage.ts",
    "web/app.tsx ../core/position.ts",
    "web/app.tsx ../search/search.ts",
    "web/state/address.ts ../store.ts",
    "web/store.ts ./control/controls.ts",
    "web/control/controls.ts ../views/page.tsx",
    "main.ts ./core/position.ts",
    "bench/rules_bench.ts ../tools/perft.ts",
    "tools/perft.ts ../tests/core/perft_test.ts",
    // Packages.
    "core/see.ts @std/cli",
    "uci/uci.ts node:process",
    "shell/shell.ts node:process",
    "shell/shell.ts cm-chessboard",
    "web/app.tsx @std/cli",
    // Files in no known folder.
    "elsewhere/file.ts ./other.ts",
    "stray.ts ./main.ts",
    "benchmark/file.ts ./other.ts",
  ];
  const accepted = [
    "core/see.ts ./position.ts",
    "search/search.ts ../nnue/wasm_kernel.ts",
    "uci/uci.ts ../search/threads/thread_pool.ts",
    "main.ts ./search/threads/search_thread.ts",
    "shell/shell.ts ../system/output.ts",
    "shell/shell.ts @std/cli",
    "web/control/analysis_control.ts ../../engine/games/analysis.ts",
    "web/views/board_view.ts cm-chessboard",
    "tests/core/see_test.ts ../../core/see.ts",
    "tools/perft.ts @std/cli",
  ];
  for (const arrow of [...rejected, ...accepted]) {
    const [path, specifier] = arrow.split(" ");
    assertEquals(importFaults(path, [specifier]).length, rejected.includes(arrow) ? 1 : 0, arrow);
  }
});

Deno.test("the layer checker finds a cycle of imports", () => {
  const imports = new Map([
    ["core/a.ts", ["./b.ts"]],
    ["core/b.ts", ["./deep/c.ts", "@std/assert"]],
    ["core/deep/c.ts", ["../a.ts"]],
    ["core/d.ts", ["./a.ts"]],
  ]);
  assertEquals(importCircles(imports), ["core/a.ts", "core/b.ts", "core/deep/c.ts"]);
  imports.set("core/deep/c.ts", ["../e.ts"]);
  assertEquals(importCircles(imports), []);
});

Deno.test("the imports of a file are those that `deno info` lists, including types and modules that are loaded later", async () => {
  const imports = await readImports();
  assert(imports.get("tests/layers_process_test.ts")?.includes("@std/assert"));
  assert(imports.get("learning/corrections.ts")?.includes("./frame.ts"), "a type");
  assert(imports.get("tests/nnue/wasm_kernel_test.ts")?.includes("../../tools/build/build_kernel.ts"), "loaded later");
});

Deno.test("the layer checker finds `Deno` and `console` in code, and only there", () => {
  const cases: [path: string, source: string, faults: string[]][] = [
    ["core/fen.ts", "Deno.exit(1);", ["core/fen.ts uses the Deno namespace"]],
    ["search/search.ts", "const x = `${Deno.pid}`;", ["search/search.ts uses the Deno namespace"]],
    ["search/search.ts", "console.log(1);", ["search/search.ts prints"]],
    ["core/fen.ts", `// Deno\nconst a = "Deno console"; /* console */`, []],
    ["system/input.ts", "Deno.exit(0); console.log(1);", []],
  ];
  for (const [path, source, faults] of cases) assertEquals(nameFaults(path, source), faults, source);
});

Deno.test("the layer checker finds a missing head and merge conflict markers", () => {
  const head = "/**\n * What it is.\n *\n * @module\n */\n";
  const merged = head.replace(" * What", ` * a\n${"<".repeat(7)} HEAD\n * b\n * What`);
  const cases: [source: string, faults: string[]][] = [
    [head, []],
    ["#!/usr/bin/env -S deno run\n" + head, []],
    ["/** What it is. */\n", ["core/fen.ts has no head comment with @module"]],
    ['import "./a.ts";\n' + head, ["core/fen.ts has no head comment with @module"]],
    [merged, ["core/fen.ts has merge conflict markers"]],
  ];
  for (const [source, faults] of cases) assertEquals(formFaults("core/fen.ts", source), faults, source);
});

Deno.test("imports point one way", async () => {
  const faults = Array.from(await readImports(), ([path, specifiers]) => importFaults(path, specifiers)).flat();
  assertEquals(faults, []);
});

Deno.test("no file and no folder imports itself through others", async () => {
  assertEquals(importCircles(await readImports()), []);
  const folders = Object.entries(ARROWS).map(([folder, allowed]): [string, string[]] => [
    folder,
    (allowed ?? []).map(folderOf).filter((target) => target !== folder),
  ]);
  assertEquals(circlesOf(new Map(folders)), []);
});

Deno.test("the name of a test file says whether it starts programs, threads of the engine or a browser", async () => {
  const imports = new Map(["a_test.ts", "c_process_test.ts"].map((name) => [`tests/${name}`, ["./b.ts"]]));
  imports.set("tests/b.ts", []);
  const textOf = (path: string) => path.endsWith("b.ts") ? "new Deno.Command(x)" : "";
  const sources = new Map(Array.from(imports.keys(), (path) => [path, textOf(path)]));
  assertEquals(tierFaults(imports, sources).map((fault) => fault.slice(0, 16)), ["tests/a_test.ts "]);
  assertEquals(tierFaults(await readImports(), await readSources()), []);
});

Deno.test("every file begins with a description, only some folders use Deno's API, and nothing below `uci/` prints", async () => {
  const sources = await readSources();
  // A checker that reads nothing would find nothing.
  assertGreater(sources.size, 10);
  for (const check of [formFaults, nameFaults]) {
    assertEquals(sources.entries().flatMap(([path, source]) => check(path, source)).toArray().sort(), []);
  }
});
