/**
 * `hindsight-uci.js` beside the file of Stockfish's package on npm, in a page of Chromium that is 390 pixels wide: bytes,
 * milliseconds from `new Worker` to `readyok` and to the end of `go depth 10`, nodes a second, milliseconds of a `stop`, and
 * megabytes that the page has more with 16 MB of hash (on Linux).
 *
 *     npm install --prefix=FOLDER stockfish@19
 *     deno task build:uci
 *     deno task bench:uci FOLDER/node_modules/stockfish/bin CHROMIUM
 *
 * Each round starts a new browser for either, in turn; the medians are printed. It needs a machine without other work.
 *
 * @module
 */

import { type Browser, chromium } from "playwright-core";

const ROUNDS = 5;
/** The file that a page starts, and what that file loads. */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  "hindsight-uci.js": [],
  "stockfish-19-lite-single.js": ["stockfish-19-lite-single.wasm"],
};
const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
/** Runs an engine in the page; returns the measured values by their names. */
const SCRIPT = (file: string) =>
  `(async () => {
  const start = performance.now();
  const worker = new Worker("${file}");
  const ask = (commands, end) => new Promise((resolve, reject) => {
    const lines = [];
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      lines.push(data);
      if (data.startsWith(end)) resolve(lines);
    };
    for (const command of commands) worker.postMessage(command);
  });
  await ask(["uci", "setoption name Hash value 16", "isready"], "readyok");
  const ready = performance.now() - start;
  await ask(["position startpos", "go depth 10"], "bestmove");
  const depth10 = performance.now() - start;
  const lines = await ask(["position fen ${MIDDLEGAME}", "go movetime 3000"], "bestmove");
  const nps = Number(/ nps (\\d+)/.exec(lines.filter((line) => / nps /.test(line)).at(-1))[1]);
  await ask(["go infinite"], "info depth 12 ");
  const sent = performance.now();
  await ask(["stop"], "bestmove");
  globalThis.keep = worker;
  return { ready, depth10, nps, stop: performance.now() - sent };
})()`;

async function gzip(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(await Deno.readFile(path));
  return new Uint8Array(await new Response(body!.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}

/** Megabytes that the largest page's process has alone; 0 where the system does not say. */
async function pageMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    try {
      const text = Deno.readTextFileSync(`/proc/${id}/smaps_rollup`);
      const kilobytes = Array.from(text.matchAll(/^Private_(?:Clean|Dirty): +(\d+)/gm), ([, size]) => Number(size));
      return kilobytes.reduce((sum, each) => sum + each) / 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...sizes);
}

async function measure(executablePath: string, url: string, file: string): Promise<Record<string, number>> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(url);
  const before = await pageMegabytes(browser);
  const times = await page.evaluate<Record<string, number>>(SCRIPT(file));
  const megabytes = await pageMegabytes(browser) - before;
  await browser.close();
  return { ...times, megabytes };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

const [folder, executablePath] = Deno.args;
if (executablePath === undefined) throw new TypeError("Expected the folder of Stockfish's files, and Chromium's path");
const files = new Map<string, Uint8Array<ArrayBuffer>>();
for (const [name, others] of Object.entries(ENGINES)) {
  for (const each of [name, ...others]) files.set(each, await gzip(`${others.length === 0 ? "dist" : folder}/${each}`));
}
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
  const name = new URL(request.url).pathname.slice(1);
  const type = name.endsWith(".wasm") ? "application/wasm" : name.endsWith(".js") ? "text/javascript" : "text/html";
  const encoding = files.has(name) ? { "content-encoding": "gzip" } : undefined;
  return new Response(files.get(name) ?? "<!doctype html><title>-</title>", {
    headers: { "content-type": type, ...encoding },
  });
});
const rounds = Object.fromEntries(Object.keys(ENGINES).map((name) => [name, [] as Record<string, number>[]]));
for (let i = 0; i < ROUNDS; i++) {
  for (const name of Object.keys(ENGINES)) {
    rounds[name].push(await measure(executablePath, `http://127.0.0.1:${server.addr.port}/`, name));
  }
}
for (const [name, others] of Object.entries(ENGINES)) {
  const bytes = [name, ...others].reduce((sum, each) => sum + files.get(each)!.length, 0);
  const medians = Object.keys(rounds[name][0]).map((key) =>
    `${key} ${median(rounds[name].map((r) => r[key])).toFixed()}`
  );
  console.log(`${name}: ${(bytes / 1000).toFixed()} KB, ${medians.join(", ")}`);
}
await server.shutdown();
