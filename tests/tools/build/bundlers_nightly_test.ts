/** The npm package in bundlers and checkers from the registry. Takes a quarter of an hour. @module */

import type { Browser } from "playwright-core";
import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { ENGINE_VERSION } from "../../../engine/version.ts";
import { projectPath } from "../../../tools/paths.ts";
import { BROWSER_TEST, CHROMIUM, startBrowser } from "../../web/browser.ts";
import { buildPackage } from "./npm_package.ts";
import { pageOf, reportOf, SEARCH_REPORT, SEARCH_SCRIPT, serveFolder } from "./served_page.ts";
import { findProgram, runProgram } from "../../program.ts";

const NPM = findProgram("npm");
const NODE = findProgram("node");
const CAN_RUN = NPM !== null && CHROMIUM !== null;
/** The package as npm packs it, and its maximum size: the worker and the UCI file each contain the network. */
const TARBALL = `hindsight-engine-${ENGINE_VERSION}.tgz`;
const MAX_BYTES = 2.9e6;

const TOOLS = [
  ...["esbuild@0.28", "webpack@5", "webpack-cli@7", "vite@8", "parcel@2", "next@16", "typescript@5.9"],
  ...["react@19", "react-dom@19", "react-chessboard@5", "@types/node@20", "@types/react@19", "@types/react-dom@19"],
  ...["publint@0.3", "@arethetypeswrong/cli@0.18", "typedoc@0.28"],
];

/** The search is in a function, because scripts that are not modules cannot await at their top level. */
const SEARCH = `(async () => {${SEARCH_SCRIPT}})();\n`;
const PROGRAM = `import { Engine } from "@hindsight/engine";\n${SEARCH}`;
/** The same search in a page and in a route of Next. */
const NEXT_PAGE = `"use client";
import { useEffect } from "react";
import { Engine } from "@hindsight/engine";
export default function Page() {
  useEffect(() => {
    const search = async () => {${SEARCH_SCRIPT}};
    search();
  }, []);
  return <p>A page</p>;
}
`;
const NEXT_ROUTE = `import { Engine } from "@hindsight/engine";
export const dynamic = "force-dynamic";
export async function GET() {
  ${SEARCH_SCRIPT.slice(0, SEARCH_SCRIPT.indexOf("if (typeof document"))}
  return Response.json(report);
}
`;
const NEXT_LAYOUT = "export default ({ children }) => <html><body>{children}</body></html>;\n";

/** A project with all packages installed, and functions that run programs in it. */
class Project {
  constructor(readonly folder: string, readonly browser: Browser) {}

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = `${this.folder}/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(path, text);
    }
  }

  /** Runs a program of an installed package, which must succeed, and returns its output. */
  async run(...words: string[]): Promise<string> {
    const args = ["exec", "--offline", "--", ...words];
    const { code, stdout: output, stderr: errors } = await runProgram(`${NPM}`, args, this.folder);
    assertEquals(code, 0, `${words.join(" ")}:\n${output}${errors}`);
    return output;
  }

  async node(path: string): Promise<unknown> {
    const { stdout: output, stderr: errors } = await runProgram(`${NODE}`, [path], this.folder);
    assertEquals(errors, "", path);
    return JSON.parse(output);
  }

  async page(folder: string, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
    await using server = serveFolder(`${this.folder}/${folder}`, files);
    return await reportOf(this.browser, server.url);
  }
}

const STEPS: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  "Node runs the installed package, and npm runs its UCI program": async (project) => {
    const { size } = await Deno.stat(`${project.folder}/${TARBALL}`);
    assertLess(size, MAX_BYTES);
    assertEquals(await project.node("page.js"), SEARCH_REPORT);
    const answers = await project.run("hindsight", "uci", "go depth 6");
    assertMatch(answers, new RegExp(`^id name Hindsight ${ENGINE_VERSION}$[^]*^bestmove [a-h][1-8]`, "m"));
  },
  "esbuild builds a page and programs for Node with the package, without any options": async (project) => {
    const bundle = ["esbuild", "page.js", "--bundle", "--minify"];
    await project.run(...bundle, "--outfile=esbuild/script.js");
    assertEquals(await project.page("esbuild", { "index.html": pageOf("script.js") }), SEARCH_REPORT);
    for (const format of ["cjs", "esm"]) {
      const name = `esbuild/program.${format === "cjs" ? "cjs" : "mjs"}`;
      await project.run(...bundle, "--platform=node", `--format=${format}`, `--outfile=${name}`);
      assertEquals(await project.node(name), SEARCH_REPORT, format);
    }
  },
  "webpack builds a page and a program for Node with the package, without any options": async (project) => {
    const build = ["webpack", "--mode=production", "--entry=./page.js"];
    await project.run(...build, "--output-path=webpack");
    const page = pageOf("main.js").replace(' type="module"', " defer");
    assertEquals(await project.page("webpack", { "index.html": page }), SEARCH_REPORT);
    await project.run(...build, "--target=node", "--output-path=webpack_node");
    await project.write({ "webpack_node/package.json": "{}" });
    assertEquals(await project.node("webpack_node/main.js"), SEARCH_REPORT);
  },
  "Vite builds and serves a page, and builds a program for Node, without any options": async (project) => {
    await project.run("vite", "build", "--outDir=vite");
    assertEquals(await project.page("vite"), SEARCH_REPORT);
    await project.run("vite", "build", "--ssr=page.js", "--outDir=vite_node");
    assertEquals(await project.node("vite_node/page.js"), SEARCH_REPORT);
    assertEquals(await served(project, ["vite", "--host=127.0.0.1"], reportOf), SEARCH_REPORT, "while developing");
  },
  "Parcel builds a page with the package, without any options": async (project) => {
    await project.run("parcel", "build", "index.html", "--dist-dir=parcel", "--no-cache");
    assertEquals(await project.page("parcel"), SEARCH_REPORT);
  },
  "Next builds a page and a route with the package, without any options": async (project) => {
    await project.write({ "app/layout.jsx": NEXT_LAYOUT, "app/page.jsx": NEXT_PAGE, "app/api/route.js": NEXT_ROUTE });
    await project.run("next", "build");
    await served(project, ["next", "start", "--hostname=127.0.0.1", "--port=0"], async (browser, url) => {
      assertEquals(await reportOf(browser, url), SEARCH_REPORT);
      assertEquals(await (await fetch(`${url}api`)).json(), SEARCH_REPORT);
    });
  },
  "a React board plays and analyses with only the package": async (project) => {
    const source = await Deno.readTextFile(projectPath("examples/react_board/board.tsx"));
    await project.write({ "react/board.tsx": source, "react/index.html": pageOf("board.tsx") });
    const modules = "--jsx react-jsx --module esnext --moduleResolution bundler".split(" ");
    await project.run(
      "tsc",
      ...STRICT,
      ...modules,
      "--lib",
      "es2022,dom,dom.iterable",
      "--types",
      "react",
      "react/board.tsx",
    );
    await project.run("vite", "build", "react", "--outDir=../react_built");
    await using server = serveFolder(`${project.folder}/react_built`);
    const page = await project.browser.newPage();
    await page.goto(server.url);
    const analysis = page.locator("#analysis");
    await analysis.filter({ hasText: /depth \d+/ }).waitFor();
    await page.locator("[data-square=e2]").click();
    await page.locator("[data-square=e4]").click();
    await page.locator("#moves").filter({ hasText: /^1\. e4 [a-hNBRQKO]\S* / }).waitFor();
    assertMatch(await analysis.innerText(), /^(cp|mate) -?\d+, depth \d+: \S+/);
    await page.close();
  },
  "a strict program for Node 20 needs no browser types": async (project) => {
    await project.write({ "typed.ts": TYPED });
    await project.run("tsc", ...STRICT, "--module", "nodenext", "--lib", "es2022", "--types", "node", "typed.ts");
  },
  "Deno checks and runs a program with an import map, as README says": async (project) => {
    const path = "./node_modules/@hindsight/engine/";
    const names = [["", "mod"], ["/rules", "rules"], ["/view", "view"]];
    const files = names.map(([entry, file]) => [`@hindsight/engine${entry}`, `${path}${file}.js`]);
    const imports = Object.fromEntries(files);
    const rules = 'import { Game } from "@hindsight/engine/rules";\nimport "@hindsight/engine/view";\nexport { Game };';
    const program = `${rules}\n${TYPED}engine.close();\n`;
    await project.write({ "imports.json": JSON.stringify({ imports }), "deno.ts": program });
    const options = ["--check", "--no-prompt", "--allow-read=node_modules", "--node-modules-dir=none"];
    const args = ["run", ...options, "--import-map=imports.json", "deno.ts"];
    const { code, stderr } = await runProgram(Deno.execPath(), args, project.folder);
    assertEquals(code, 0, stderr);
  },
  "publint and attw find no fault, and a CommonJS program can load the package": async (project) => {
    await project.run("publint", "--strict", "node_modules/@hindsight/engine");
    // The package consists of modules, which programs in CommonJS can load with `require` from Node 20.19 on.
    await project.run("attw", "--profile", "esm-only", TARBALL);
    await project.write({ "required.cjs": PROGRAM.replace(/^import (.*) from (.*);/, "const $1 = require($2);") });
    assertEquals(await project.node("required.cjs"), SEARCH_REPORT);
  },
  "TypeDoc documents the entry points without a warning": async (project) => {
    const entries = ["mod", "rules", "view"].map((entry) => `node_modules/@hindsight/engine/${entry}.d.ts`);
    await project.write({ "tsconfig.json": JSON.stringify({ compilerOptions: TYPEDOC_OPTIONS, files: entries }) });
    const options = ["--excludePrivate", "--excludeInternal", "--treatWarningsAsErrors", "--out", "typedoc"];
    await project.run("typedoc", ...options, ...entries.flatMap((entry) => ["--entryPoints", entry]));
  },
};

const STRICT = [
  ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"],
  ...["--skipLibCheck", "false", "--target", "es2022"],
];
const TYPED = `import { Engine } from "@hindsight/engine";
export const engine: Engine = await Engine.start({ threads: undefined });
const { lines } = await engine.analyse("startpos", { depth: 1, signal: AbortSignal.timeout(99_999) }).result;
export const type: "cp" | "mate" = lines[0].score.type;
`;
const TYPEDOC_OPTIONS = { target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: [] };

/** Starts the server of an installed package, calls `use` with its address, and stops the server. */
async function served<T>(project: Project, words: string[], use: (browser: Browser, url: string) => Promise<T>) {
  const [program, ...args] = words;
  const streams = { stdin: "null", stdout: "piped", stderr: "null" } as const;
  const options = { args, cwd: project.folder, env: { NO_COLOR: "1" }, ...streams };
  const server = new Deno.Command(`${project.folder}/node_modules/.bin/${program}`, options).spawn();
  try {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of server.stdout) {
      text += decoder.decode(chunk, { stream: true });
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address !== undefined) return await use(project.browser, `${address}/`);
    }
    throw new Error(`Expected ${words.join(" ")} to serve, but it printed: ${text}`);
  } finally {
    server.kill("SIGTERM");
    await server.status;
  }
}

let project: Project | null = null;

Deno.test.beforeAll(async () => {
  if (!CAN_RUN) return;
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "hindsight-test-" }));
  const npm = async (...args: string[]): Promise<void> => {
    const { code, stderr: errors } = await runProgram(`${NPM}`, args, folder);
    assertEquals(code, 0, errors);
  };
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify({ type: "module", private: true }));
  await npm("pack", "--silent", await buildPackage());
  await npm("install", "--silent", "--no-audit", "--no-fund", `./${TARBALL}`, ...TOOLS);
  project = new Project(folder, await startBrowser());
  await project.write({ "page.js": PROGRAM, "index.html": pageOf("./page.js") });
});

Deno.test.afterAll(async () => {
  await project?.browser.close();
  if (project !== null) await Deno.remove(project.folder, { recursive: true });
});

for (const [name, step] of Object.entries(STEPS)) {
  Deno.test(name, { ...BROWSER_TEST, ignore: !CAN_RUN }, async () => {
    assert(project !== null);
    await step(project);
  });
}
