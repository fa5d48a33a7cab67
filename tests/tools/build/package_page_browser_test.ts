/** The npm package in pages: isolated or not, under a policy, from another host, in one file. @module */

import { assert, assertEquals, assertGreater, assertStringIncludes } from "@std/assert";
import { withFolder } from "../../folder.ts";
import { outputOf } from "../../program.ts";
import { assertLeast } from "../../prompt.ts";
import { testPage } from "../../web/browser.ts";
import { buildPackage } from "./npm_package.ts";
import { pageOf, reportOf, SEARCH_REPORT, SEARCH_SCRIPT, serveFolder } from "./served_page.ts";

/** The depth at which the page stops a search. */
const DEPTH = 5;
/** Milliseconds that the fastest stop may take. */
const STOP_MS = 50;

interface Report {
  readonly isolated: boolean;
  readonly threads: number;
  /** Milliseconds from each stop to its result. */
  readonly stopMs: readonly number[];
  /** Entries of the butterfly history after a search that was stopped. */
  readonly learned: number;
  /** Whether a search that pondered ended after its ponderhit, and not before. */
  readonly pondered: boolean;
}

const ISOLATION_SCRIPT = `
import { Engine } from "./mod.js";
const report = { isolated: crossOriginIsolated, stopMs: [] };
const engine = await Engine.start({ hash: 1, threads: 2 });
report.threads = engine.threads;
// Tries again if all attempts were late, because other processes may delay this process.
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
await new Promise((resolve) => setTimeout(resolve, 100));
report.pondered = !isDone;
ponder.ponderhit();
report.pondered &&= (await ponder.result).move !== null;
engine.close();
document.title = JSON.stringify(report);
`;

const STRICT_SCRIPT = `import { Engine } from "./mod.js";
import { Game } from "./rules.js";
const game = new Game();
game.move("e4");
const fault = await Engine.start().catch((error) => String(error));
document.title = JSON.stringify({ fen: game.fen, moves: game.moves().length, fault });`;

const STOP_SCRIPT = `import { Engine } from "./mod.js";
const engine = await Engine.start({ hash: 1 });
const endless = engine.analyse("startpos");
for await (const { depth } of endless) if (depth > 4) endless.stop();
const { isStopped } = await endless.result;
const { move } = await engine.analyse("startpos", { depth: 3 }).result;
document.title = JSON.stringify({ isStopped, isAnswered: move !== null });`;

const STEPS: Readonly<Record<string, (visit: Visit, folder: string) => Promise<void>>> = {
  "a page without isolation searches in its own memory, stops soon and keeps learned data": async (visit) => {
    const { isolated, threads } = await isolationReport(visit, {});
    assertEquals([isolated, threads], [false, 1]);
  },
  "a page with isolation gets the requested threads": async (visit) => {
    const headers = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
    const { isolated, threads } = await isolationReport(visit, headers);
    assertEquals([isolated, threads], [true, 2]);
  },
  "under the policy `default-src 'self'` the rules work, and the engine says what it lacks": async (visit) => {
    const { fen, moves, fault } = await visit(STRICT_SCRIPT, { "content-security-policy": "default-src 'self'" });
    assertEquals([fen, moves], ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 20]);
    assertStringIncludes(`${fault}`, "EngineError: The engine cannot start. ");
    assertStringIncludes(`${fault}`, "WebAssembly");
    const open = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };
    assertEquals(await visit(STOP_SCRIPT, open), { isStopped: true, isAnswered: true });
  },
  "a page loads the package from another host": async (visit, folder) => {
    await using host = serveFolder(folder, {}, { "access-control-allow-origin": "*" });
    const script = `import { Engine } from "./mod.js";
import { Engine as Hosted } from "${host.url}mod.js";
const mateOf = async (engine) => (await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result).san;
const mates = [await mateOf(await Hosted.start()), await mateOf(await Engine.start({ workerUrl: "${host.url}worker.js" }))];
document.title = JSON.stringify({ mates });`;
    assertEquals(await visit(script), { mates: ["Ra6", "Ra6"] });
  },
  "a page has everything in one minified file, including its worker": async (visit, folder) => {
    await withFolder(async (project) => {
      const source = `import { Engine } from ${JSON.stringify(`${folder}/mod.js`)};\n${SEARCH_SCRIPT}`;
      await Deno.writeTextFile(`${project}/source.js`, source);
      const args = ["bundle", "--quiet", "--minify", "--platform=browser", "source.js"];
      // The folder is empty, so the page finds no other file.
      assertEquals(await visit(await outputOf(Deno.execPath(), args, project), {}, project), SEARCH_REPORT);
    });
  },
};

/** Opens a page with this script and the files of a folder (by default the package); returns its report. */
type Visit = (script: string, headers?: Record<string, string>, folder?: string) => Promise<Record<string, unknown>>;

/** The report of a page with these headers, after the assertions that hold with and without isolation. */
async function isolationReport(visit: Visit, headers: Readonly<Record<string, string>>): Promise<Report> {
  const report = await visit(ISOLATION_SCRIPT, headers) as unknown as Report;
  assertLeast(STOP_MS, report.stopMs);
  assertGreater(report.learned, 0);
  assert(report.pondered);
  return report;
}

testPage({
  "pages use the package": async (browser, _, t) => {
    const folder = await buildPackage();
    const visit: Visit = async (script, headers = {}, from = folder) => {
      await using server = serveFolder(from, { "index.html": pageOf("script.js"), "script.js": script }, headers);
      return await reportOf(browser, server.url);
    };
    for (const [name, step] of Object.entries(STEPS)) await t.step(name, () => step(visit, folder));
  },
});
