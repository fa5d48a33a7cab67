/** `hindsight-uci.js` in pages, in each way in which pages start such an engine. Needs a browser. @module */

import type { Browser } from "playwright-core";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { tries } from "../effort.ts";
import { withFolder } from "../folder.ts";
import { findProgram, outputOf } from "../program.ts";
import { assertLeast } from "../prompt.ts";
import { reportOf, serveFolder } from "../tools/build/served_page.ts";
import { testPage } from "../web/browser.ts";
import { buildUciOnce, expectedNodes, lastNodes, NODES_DEPTH } from "./single_file.ts";

/** Milliseconds that the fastest stop may take. */
const STOP_MS = 50;
/** Engines that one page starts, one after the other. */
const STARTS = tries(12, 1000);
/** Workers that one page starts and ends with `quit`. A fault would leave the threads of about every second worker. */
const QUITS = tries(12, 100);
/** Milliseconds for the last threads to end. */
const PATIENCE_MS = 20_000;
/** The program that lists the threads of processes, if the system has it. */
const PS = Deno.build.os === "linux" ? findProgram("ps") : null;
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
/** The policy of browser extensions. */
const STRICT = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };

/** Ways in which pages start an engine: scripts that define `engine` as `{ post, listen, end }`. */
const WAYS: Readonly<Record<string, string>> = {
  "a classic worker": 'ofWorker(new Worker("hindsight-uci.js"))',
  "a module worker": 'ofWorker(new Worker("hindsight-uci.js", { type: "module" }))',
  "a worker made from the fetched text, whose URL was revoked": `await (async () => {
    const address = URL.createObjectURL(new Blob([await (await fetch("hindsight-uci.js")).text()]));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    return ofWorker(worker);
  })()`,
  "`importScripts` in a worker of the page": 'ofWorker(new Worker("imports.js"))',
  "a worker of the page that calls `Hindsight()`": 'ofWorker(new Worker("calls.js"))',
  "a module worker that imports the file": 'ofWorker(new Worker("module.js", { type: "module" }))',
  "a script of the page, and `Hindsight()`": "ofHandle((await script(), Hindsight()))",
  "a script of the page, and `await new Hindsight()`": "ofHandle((await script(), await new Hindsight()))",
};

/** The files of the pages, in addition to the engine's file. */
const FILES: Readonly<Record<string, string>> = {
  "index.html": '<!doctype html><meta charset="utf-8"><title>-</title><script type="module" src="page.js"></script>',
  "imports.js": 'importScripts("hindsight-uci.js");',
  "module.js": 'import "./hindsight-uci.js";',
  "calls.js": `importScripts("hindsight-uci.js");
    const engine = Hindsight();
    onmessage = ({ data }) => engine.postMessage(data);
    engine.onmessage = (line) => postMessage(line);`,
};

/** Functions of the pages. */
const SHARED = `
const report = {};
const done = () => document.title = JSON.stringify(report);
addEventListener("error", ({ message }) => (report.fault = message, done()));
addEventListener("unhandledrejection", ({ reason }) => (report.fault = String(reason), done()));
const ofWorker = (worker) => {
  worker.onerror = ({ message }) => (report.fault = message, done());
  return {
    post: (text) => worker.postMessage(text),
    listen: (listener) => worker.onmessage = ({ data }) => listener(data),
    end: () => worker.terminate(),
  };
};
const ofHandle = (handle) => ({
  post: (text) => handle.postMessage(text),
  listen: (listener) => handle.onmessage = listener,
  end: () => handle.terminate(),
});
const script = () => new Promise((resolve) => {
  const element = document.createElement("script");
  element.src = "hindsight-uci.js";
  element.onload = resolve;
  document.head.append(element);
});
/** Sends commands, and waits for a line that matches; returns all lines up to it. */
const ask = (engine, text, pattern) => new Promise((resolve) => {
  const lines = [];
  engine.listen((line) => {
    lines.push(line);
    if (pattern.test(line)) resolve(lines);
  });
  engine.post(text);
});
`;

/** The actions of a page with an engine. */
const TALK = `
report.isolated = crossOriginIsolated;
// The engine keeps messages that come before it is ready. A message may have several lines.
engine.post("setoption name Contempt value 12\\nsetoption name threads value 4096");
report.first = await ask(engine, "uci\\r\\nisready", /^readyok/);
report.stopMs = [];
// Tries again if all attempts were late, because other processes may delay this process.
while (report.stopMs.length < 3 || report.stopMs.length < 30 && Math.min(...report.stopMs) >= ${STOP_MS}) {
  await ask(engine, "position startpos\\ngo infinite", /^info depth 6 /);
  const start = performance.now();
  report.answer = (await ask(engine, "stop", /^bestmove/)).at(-1);
  report.stopMs.push(performance.now() - start);
}
const twice = ask(engine, "go infinite\\ngo depth 2", /^bestmove/);
await twice;
report.second = (await ask(engine, "", /^bestmove/)).at(-1);
report.search = (await ask(engine, "ucinewgame\\ngo depth ${NODES_DEPTH}", /^bestmove/)).join("\\n");
report.evaluation = (await ask(engine, "eval", /^Final evaluation/)).at(-1);
engine.end();
done();
`;

/** Opens a page with this script; returns what it reports. */
type Visit = (script: string, headers?: Readonly<Record<string, string>>) => Promise<Record<string, unknown>>;

interface Talk {
  readonly isolated: boolean;
  readonly first: readonly string[];
  readonly stopMs: readonly number[];
  readonly answer: string;
  readonly second: string;
  readonly search: string;
  readonly evaluation: string;
}

/** The number of worker threads in all pages of a browser. */
async function workerThreads(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const processes = processInfo.map(({ id }) => id).join(",");
  const names = await outputOf(`${PS}`, ["-L", "-o", "comm=", "-p", processes], projectPath());
  return names.split("\n").filter((name) => name.startsWith("DedicatedWorker")).length;
}

async function checkTalk(visit: Visit, way: string, headers: Readonly<Record<string, string>>, nodes: number) {
  const report = await visit(`const engine = ${way};\n${TALK}`, headers);
  assertEquals(report.fault, undefined);
  const { isolated, first, stopMs, answer, second, search, evaluation } = report as unknown as Talk;
  assertEquals(isolated, headers === ISOLATED);
  const remarks = first.filter((line) => line.startsWith("info string"));
  assertEquals(remarks[0], "info string Unknown option 'Contempt'");
  assertMatch(
    remarks[1],
    isolated
      ? /'Threads' ranges from 1 to \d+, so 4096 counts as \d+\. The device has no more processors$/
      : /'Threads' ranges from 1 to 1, so 4096 counts as 1\. A page that is not cross-origin isolated has one search thread$/,
  );
  assertEquals([remarks.length, first.filter((line) => line === "uciok").length], [2, 1]);
  assertLeast(STOP_MS, stopMs);
  for (const line of [answer, second]) assertMatch(line, /^bestmove [a-h][1-8][a-h][1-8]/);
  // With several threads, the number of nodes varies.
  if (!isolated) assertEquals(lastNodes(search), nodes);
  assertMatch(evaluation, /^Final evaluation +[+-]?\d/);
}

testPage({
  "pages use `hindsight-uci.js`": async (browser, _, t) => {
    const folder = await buildUciOnce();
    const visit: Visit = async (script, headers = {}) => {
      await using server = serveFolder(folder, { ...FILES, "page.js": `${SHARED}\n${script}` }, headers);
      return await reportOf(browser, server.url);
    };
    const nodes = await expectedNodes();
    for (const [name, way] of Object.entries(WAYS)) {
      await t.step(name, () => checkTalk(visit, way, {}, nodes));
      await t.step(`${name}, isolated`, () => checkTalk(visit, way, ISOLATED, nodes));
      // In this way the page itself makes a `blob:` URL, which its policy forbids.
      if (!way.includes("createObjectURL")) {
        await t.step(`${name}, under a strict policy`, () => checkTalk(visit, way, STRICT, nodes));
      }
    }
    await t.step("a page opened from a disk", () =>
      withFolder(async (from) => {
        await Deno.copyFile(`${folder}/hindsight-uci.js`, `${from}/hindsight-uci.js`);
        const page = `<!doctype html><title>-</title><script>\n${SHARED}
          (async () => {
            const engine = ofHandle((await script(), Hindsight()));
            report.answer = (await ask(engine, "go depth 5", /^bestmove/)).at(-1);
            engine.end();
            done();
          })();
        </script>`;
        await Deno.writeTextFile(`${from}/index.html`, page);
        const { answer, fault } = await reportOf(browser, new URL(`file://${from}/index.html`).href);
        assertEquals(fault, undefined);
        assertMatch(`${answer}`, /^bestmove /);
      }));
    await t.step("one error says what the engine needs to start", async () => {
      const faults = `const faults = [];
const worker = new Worker("hindsight-uci.js");
worker.onerror = (event) => { event.preventDefault(); faults.push(event.message); setTimeout(() => document.title = JSON.stringify({ faults }), 200); };
worker.postMessage("uci");
worker.postMessage("go depth 5");`;
      const { faults: found } = await visit(faults, { "content-security-policy": "default-src 'self'" }) as {
        faults: string[];
      };
      assertEquals(found.length, 1);
      assertMatch(found[0], /WebAssembly/);
    });
    await t.step({
      name: "a worker that receives `quit` leaves no thread, even if the page then terminates the worker",
      ignore: PS === null,
      fn: async () => {
        await using server = serveFolder(folder, FILES);
        const page = await browser.newPage();
        await page.goto(server.url);
        await page.evaluate(`(async () => {
          for (let i = 0; i < ${QUITS}; i++) {
            const worker = new Worker("hindsight-uci.js");
            worker.postMessage("isready");
            await new Promise((ready) => worker.onmessage = ({ data }) => data === "readyok" && ready());
            worker.postMessage("quit");
            if (i % 2 === 0) worker.terminate();
          }
        })()`);
        const end = Date.now() + PATIENCE_MS;
        while (await workerThreads(browser) > 0 && Date.now() < end) await page.waitForTimeout(50);
        assertEquals(await workerThreads(browser), 0);
        await page.close();
      },
    });
    await t.step(
      "`quit` and `terminate()` end an engine at any moment; eight run at the same time, and many in turn",
      async () => {
        const script = `
await script();
const start = (i) => ofHandle(Hindsight());
const engines = Array.from({ length: 8 }, start);
const answers = await Promise.all(engines.map((engine) => ask(engine, "go depth 5", /^bestmove/)));
report.answers = answers.length;
for (const engine of engines) engine.end();
for (let i = 0; i < ${STARTS}; i++) {
  const engine = ofHandle(Hindsight());
  const commands = ["", "uci", "isready", "go infinite", "go depth 3", "go infinite\\nstop\\nquit", "quit"][i % 7];
  if (commands === "isready") await ask(engine, commands, /^readyok/);
  else engine.post(commands);
  if (i % 3 === 0) await new Promise((resolve) => setTimeout(resolve, i % 50));
  engine.end();
}
const last = ofHandle(Hindsight());
report.last = (await ask(last, "go depth 5", /^bestmove/)).at(-1);
last.end();
done();`;
        const { answers, last, fault } = await visit(script);
        assertEquals([answers, fault], [8, undefined]);
        assert(`${last}`.startsWith("bestmove"));
      },
    );
  },
});
