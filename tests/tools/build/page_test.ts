/**
 * The npm package in a page: headless Chromium loads it from a static server, once without cross-origin isolation and
 * once with. The page reports what it found to the server. Ignored where there is no Chromium.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { Engine } from "../../../engine/engine.ts";
import { withFolder } from "../../folder.ts";
import { buildPackage, findProgram } from "./npm_package.ts";

const CHROMIUM = findProgram("chromium", "chromium-browser", "google-chrome");
if (CHROMIUM === null) console.log("There is no Chromium here: the package is not tested in a page");

/** Milliseconds that a page may take. */
const PATIENCE_MS = 120_000;

/** What the page reports. */
interface Report {
  /** What went wrong, "" for nothing. */
  fault: string;
  isolated: boolean;
  threads: number;
  nodes: number;
  move: string;
  /** Milliseconds from the start of the engine to the end of its first search, of depth 1. */
  startMs: number;
  /** Milliseconds from each stop to its result. */
  stopMs: number[];
  /** Entries of the butterfly history after a search that was stopped. */
  learned: number;
  /** Whether a search that pondered ended after its ponderhit, and not before. */
  pondered: boolean;
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Hindsight</title><script type="module">
import { Engine } from "./mod.js";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const report = { fault: "", isolated: crossOriginIsolated, stopMs: [] };
try {
  const start = performance.now();
  const engine = await Engine.start({ threads: 2 });
  await engine.analyse("startpos", { depth: 1 }).result;
  report.startMs = performance.now() - start;
  report.threads = engine.threads;
  await engine.newGame();
  const { nodes, move } = await engine.analyse("startpos", { depth: 9 }).result;
  Object.assign(report, { nodes, move });
  for (let i = 0; i < 5; i++) {
    const controller = new AbortController();
    const analysis = engine.analyse("startpos", { signal: controller.signal });
    await pause(400);
    const stopped = performance.now();
    controller.abort();
    await analysis.result;
    report.stopMs.push(performance.now() - stopped);
  }
  const { butterfly } = await engine.inspect("startpos");
  report.learned = butterfly.filter((value) => value !== 0).length;
  const ponder = engine.play("startpos", { moveTime: 50, ponder: true });
  let isDone = false;
  ponder.result.then(() => isDone = true);
  await pause(300);
  report.pondered = !isDone;
  ponder.ponderhit();
  report.pondered &&= (await ponder.result).move !== null;
  engine.close();
} catch (error) {
  report.fault = String(error);
}
await fetch("./report", { method: "POST", body: JSON.stringify(report) });
</script>`;

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

Deno.test({
  name: "a page without isolation searches in memory of its own, stops within 50 ms and keeps what it learned",
  ignore: CHROMIUM === null,
  fn: async () => {
    await using engine = await Engine.start();
    const expected = await engine.analyse("startpos", { depth: 9 }).result;
    const report = await runPage(false);
    assertEquals([report.fault, report.isolated, report.threads], ["", false, 1]);
    assertEquals([report.nodes, report.move], [expected.nodes, expected.move]);
    // The least, because other processes may keep the browser waiting.
    assertLess(Math.min(...report.stopMs), 50, `${report.stopMs}`);
    assertGreater(report.learned, 100);
    assert(report.pondered);
  },
});

Deno.test({
  name: "a page with isolation has the threads that it asks for",
  ignore: CHROMIUM === null,
  fn: async () => {
    const report = await runPage(true);
    assertEquals([report.fault, report.isolated, report.threads], ["", true, 2]);
    assertLess(Math.min(...report.stopMs), 50, `${report.stopMs}`);
    assertGreater(report.learned, 100);
    assert(report.pondered);
  },
});
