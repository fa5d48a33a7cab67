/**
 * The entry points of the npm package in pages: under a Content-Security-Policy, from another host, and bundled into one file.
 * Ignored where there is no Chromium.
 *
 * @module
 */

import type { Browser } from "playwright-core";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { withFolder } from "../../folder.ts";
import { BROWSER_TEST, startBrowser } from "../../web/browser.ts";
import { buildPackage } from "./npm_package.ts";
import { pageOf, reportOf, SEARCH_REPORT, SEARCH_SCRIPT, serveFolder } from "./served_page.ts";
import { runProgram } from "../../program.ts";

/** A test with a browser and the folder of the package. */
function testPackage(name: string, test: (browser: Browser, folder: string) => Promise<void>): void {
  Deno.test({
    name,
    ...BROWSER_TEST,
    fn: async () => {
      const browser = await startBrowser();
      try {
        await test(browser, await buildPackage());
      } finally {
        await browser.close();
      }
    },
  });
}

const RULES_SCRIPT = `import { Game } from "./rules.js";
const game = new Game();
game.move("e4");
document.title = JSON.stringify({ fen: game.fen, moves: game.moves().length });`;

const STOP_SCRIPT = `import { Engine } from "./mod.js";
const engine = await Engine.start({ hash: 4 });
const endless = engine.analyse("startpos");
for await (const { depth } of endless) if (depth > 4) endless.stop();
const { isStopped } = await endless.result;
const { move } = await engine.analyse("startpos", { depth: 3 }).result;
document.title = JSON.stringify({ isStopped, isAnswered: move !== null });`;

testPackage(
  "under the policy `default-src 'self'` the rules work, and the engine says why it does not",
  async (browser, folder) => {
    const files = {
      "index.html": pageOf("rules_script.js"),
      "rules_script.js": RULES_SCRIPT,
      "engine.html": pageOf("engine_script.js"),
      "engine_script.js": `import { Engine } from "./mod.js";\n${SEARCH_SCRIPT}`,
      "stop.html": pageOf("stop_script.js"),
      "stop_script.js": STOP_SCRIPT,
    };
    await using strict = serveFolder(folder, files, { "content-security-policy": "default-src 'self'" });
    const { fen, moves } = await reportOf(browser, strict.url);
    assertEquals([fen, moves], ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 20]);
    const { fault } = await reportOf(browser, `${strict.url}engine.html`);
    assertStringIncludes(`${fault}`, "EngineError: The engine cannot start. ");
    assertStringIncludes(`${fault}`, "WebAssembly");
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    await using open = serveFolder(folder, files, { "content-security-policy": policy });
    assertEquals(await reportOf(browser, `${open.url}engine.html`), SEARCH_REPORT);
    assertEquals(await reportOf(browser, `${open.url}stop.html`), { isStopped: true, isAnswered: true });
  },
);

testPackage("a page takes the package from another host", async (browser, folder) => {
  await using host = serveFolder(folder, {}, { "access-control-allow-origin": "*" });
  const script = `import { Engine } from "${host.url}mod.js";\n${SEARCH_SCRIPT}`;
  await using page = serveFolder(folder, { "index.html": pageOf("script.js"), "script.js": script });
  assertEquals(await reportOf(browser, page.url), SEARCH_REPORT);
  const workerUrl = JSON.stringify(`${host.url}worker.js`);
  const own = `import { Engine } from "./mod.js";\n${SEARCH_SCRIPT.replace("hash: 4", `workerUrl: ${workerUrl}`)}`;
  await using named = serveFolder(folder, { "index.html": pageOf("script.js"), "script.js": own });
  assertEquals(await reportOf(browser, named.url), SEARCH_REPORT);
});

testPackage("a page has everything in one minified file, its worker too", async (browser, folder) => {
  await withFolder(async (project) => {
    const source = `import { Engine } from ${JSON.stringify(`${folder}/mod.js`)};\n${SEARCH_SCRIPT}`;
    await Deno.writeTextFile(`${project}/source.js`, source);
    const args = ["bundle", "--quiet", "--minify", "--platform=browser", "source.js", "-o", "bundle.js"];
    const { code, stderr: errors } = await runProgram(Deno.execPath(), args, project);
    assert(code === 0, errors);
    await using server = serveFolder(project, { "index.html": pageOf("bundle.js") });
    assertEquals(await reportOf(browser, server.url), SEARCH_REPORT);
  });
});
