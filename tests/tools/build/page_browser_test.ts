/**
 * The npm package in a page, once without cross-origin isolation and once with. Deno runs the page's script with the
 * limits of a page, and where there is Chromium, that loads the page from a static server, too. The script reports what
 * it found.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { Engine } from "../../../engine/engine.ts";
import { assertLeast } from "../../prompt.ts";
import { withFolder } from "../../folder.ts";
import { projectPath } from "../../../tools/paths.ts";
import { findBrowser } from "../../web/find_browser.ts";
import { buildPackage } from "./npm_package.ts";
import { runProgram } from "../../program.ts";

const CHROMIUM = findBrowser();

/** Milliseconds that a page may take. */
const PATIENCE_MS = 300_000;

/** Depth of its searches. */
const DEPTH = 8;
/** Milliseconds that the fastest stop may take. */
const STOP_MS = 50;

/** What the page reports. */
interface Report {
  /** What went wrong, "" for nothing. */
  fault: string;
  isolated: boolean;
  threads: number;
  nodes: number;
  move: string;
  /** Milliseconds from each stop to its result. */
  stopMs: number[];
  /** Entries of the butterfly history after a search that was stopped. */
  learned: number;
  /** Whether a search that pondered ended after its ponderhit, and not before. */
  pondered: boolean;
}

/** The script of the page, without its first line, which imports the engine, and its last, which sends the report. */
const SCRIPT = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const report = { fault: "", isolated: crossOriginIsolated, stopMs: [] };
try {
  const engine = await Engine.start({ threads: 2 });
  report.threads = engine.threads;
  const { nodes, move } = await engine.analyse("startpos", { depth: ${DEPTH} }).result;
  Object.assign(report, { nodes, move });
  // Some more if all were late, because other processes may keep this one waiting.
  while (report.stopMs.length < 3 || report.stopMs.length < 30 && Math.min(...report.stopMs) >= ${STOP_MS}) {
    const controller = new AbortController();
    const analysis = engine.analyse("startpos").stopOn(controller.signal);
    let stopped = 0;
    for await (const { depth } of analysis) {
      if (depth < ${DEPTH} || stopped > 0) continue;
      stopped = performance.now();
      controller.abort();
    }
    await analysis.result;
    report.stopMs.push(performance.now() - stopped);
  }
  const { butterfly } = await engine.inspect("startpos");
  report.learned = butterfly.filter((value) => value !== 0).length;
  const ponder = engine.play("startpos", { time: 50, ponder: true });
  let isDone = false;
  ponder.result.then(() => isDone = true);
  await pause(100);
  report.pondered = !isDone;
  ponder.ponderhit();
  report.pondered &&= (await ponder.result).move !== null;
  engine.close();
} catch (error) {
  report.fault = String(error);
}
`;

const PAGE = `<!doctype html><meta charset="utf-8"><title>Hindsight</title><script type="module">
import { Engine } from "./mod.js";
${SCRIPT}
await fetch("./report", { method: "POST", body: JSON.stringify(report) });
</script>`;

/**
 * What a page that is not isolated has and lacks, for Deno: no shared memory, and synchronous requests for blob URLs. A
 * file says whether a URL was revoked.
 */
const LIMITS = `
delete globalThis.SharedArrayBuffer;
const fileOf = (url) => url.split("/").pop();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => {
  const url = createObjectURL(blob);
  Deno.writeTextFileSync(fileOf(url), "");
  return url;
};
URL.revokeObjectURL = (url) => {
  revokeObjectURL(url);
  try {
    Deno.removeSync(fileOf(url));
  } catch {
    // It was revoked before.
  }
};
globalThis.XMLHttpRequest = class {
  open(_method, url, isAsync) {
    if (isAsync !== false) throw new TypeError("Expected a synchronous request");
    this.url = url;
  }
  send() {
    Deno.statSync(fileOf(this.url));
  }
};
`;

/** Runs the page's script in Deno, and returns its report. */
async function runInDeno(isIsolated: boolean): Promise<Report> {
  const address = (name: string) => JSON.stringify(new URL(`../../../${name.replaceAll("\\", "/")}`, import.meta.url));
  const packageAddress = (await buildPackage()).slice(projectPath().length + 1);
  let report = "";
  await withFolder(async (folder) => {
    const limits = `globalThis.crossOriginIsolated = ${isIsolated};\n${isIsolated ? "" : LIMITS}`;
    await Deno.writeTextFile(`${folder}/limits.js`, limits);
    await Deno.writeTextFile(
      `${folder}/worker.js`,
      `import "./limits.js";\nimport ${address(`${packageAddress}/worker.js`)};\n`,
    );
    await Deno.writeTextFile(
      `${folder}/page.js`,
      `import "./limits.js";
import { Engine } from ${address(`${packageAddress}/mod.js`)};
const PlainWorker = Worker;
globalThis.Worker = class extends PlainWorker {
  constructor(_url, options) {
    super(new URL("./worker.js", import.meta.url), options);
  }
};
${SCRIPT}
console.log(JSON.stringify(report));
`,
    );
    const args = ["run", "--no-config", "--no-prompt", "--allow-read", "--allow-write=.", "page.js"];
    const { stdout: output, stderr: errors } = await runProgram(Deno.execPath(), args, folder);
    report = output === "" ? JSON.stringify({ fault: errors }) : output;
  });
  return JSON.parse(report);
}

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", map: "application/json", html: "text/html" };

/** Loads the page from a static server, and returns its report. */
async function runPage(isIsolated: boolean): Promise<Report> {
  const folder = await buildPackage();
  const isolation: [string, string][] = isIsolated
    ? [["Cross-Origin-Opener-Policy", "same-origin"], ["Cross-Origin-Embedder-Policy", "require-corp"]]
    : [];
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const pathname = request.url.replace(/^https?:\/\/[^/]*/, "");
    if (pathname === "/report") {
      resolve(await request.json());
      return new Response();
    }
    const headers = new Headers([...isolation, ["content-type", TYPES[pathname.split(".").pop() ?? ""] ?? TYPES.html]]);
    if (pathname === "/") return new Response(PAGE, { headers });
    try {
      return new Response(await Deno.readFile(`${folder}${pathname}`), { headers });
    } catch {
      return new Response("", { status: 404 });
    }
  });
  const timer = setTimeout(() => reject(new Error("The page reported nothing")), PATIENCE_MS);
  try {
    await withFolder(async (profile) => {
      const browser = new Deno.Command(`${CHROMIUM}`, {
        args: [
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          `--user-data-dir=${profile}`,
          `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}/`,
        ],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      try {
        await promise;
      } finally {
        browser.kill("SIGTERM");
        await browser.status;
      }
    });
    return await promise;
  } finally {
    clearTimeout(timer);
    await server.shutdown();
  }
}

/** What the script reports in every place where it can run. */
async function reports(isIsolated: boolean): Promise<Report[]> {
  const found = [await runInDeno(isIsolated)];
  if (CHROMIUM !== null) found.push(await runPage(isIsolated));
  return found;
}

Deno.test("a page without isolation searches in its own memory, stops within 50 ms and keeps what it learned", async () => {
  await using engine = await Engine.start();
  const expected = await engine.analyse("startpos", { depth: DEPTH }).result;
  for (const report of await reports(false)) {
    assertEquals([report.fault, report.isolated, report.threads], ["", false, 1]);
    assertEquals([report.nodes, report.move], [expected.nodes, expected.move]);
    assertLeast(STOP_MS, report.stopMs);
    assertGreater(report.learned, 0);
    assert(report.pondered);
  }
});

Deno.test("a page with isolation has the threads that it asks for", async () => {
  for (const report of await reports(true)) {
    assertEquals([report.fault, report.isolated, report.threads], ["", true, 2]);
    assertLeast(STOP_MS, report.stopMs);
    assertGreater(report.learned, 0);
    assert(report.pondered);
  }
});
