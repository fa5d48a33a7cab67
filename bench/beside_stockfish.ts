/**
 * Compares `hindsight-uci.js` with Stockfish's npm package in a Chromium page that is 390 pixels wide. It measures the
 * size in bytes, the nodes per second, and, on Linux, the memory that an engine with 16 MB of hash adds to the page. It
 * also measures the time in milliseconds from `new Worker` to `readyok`, from `new Worker` to the end of `go depth 10`,
 * and from `stop` to `bestmove`.
 *
 *     npm install --prefix=FOLDER stockfish@19
 *     deno task build:uci
 *     deno task bench:uci FOLDER/node_modules/stockfish/bin CHROMIUM
 *
 * Run it on an otherwise idle machine. The page itself sends its measurements, because a debugger would pause every
 * new worker.
 *
 * @module
 */

const ROUNDS = 5;
const isLinux = Deno.build.os === "linux";
/** The other files that each engine loads, keyed by the file that the page starts. */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  "hindsight-uci.js": [],
  "stockfish-19-lite-single.js": ["stockfish-19-lite-single.wasm"],
};
const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
/** The page sends an empty report before it starts the engine, and its measurements at the end. */
const PAGE = (file: string) =>
  `<!doctype html><title>-</title><script type="module">
  const report = (values) => fetch("report", { method: "POST", body: JSON.stringify(values) });
  await report({});
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
  await report({ ready, depth10, nps, stop: performance.now() - sent });
</script>`;

async function gzip(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(await Deno.readFile(path));
  return new Uint8Array(await new Response(body!.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}

function processesFrom(id: number): number[] {
  const parents = new Map<number, number>();
  for (const { name } of isLinux ? Deno.readDirSync("/proc") : []) {
    const parent = read(`/proc/${name}/stat`).match(/.*\) \S+ (\d+)/)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isFrom = (other: number): boolean => other === id || (parents.has(other) && isFrom(parents.get(other)!));
  return isLinux ? Array.from(parents.keys()).filter(isFrom) : [id];
}

/** Private memory of the browser's largest page process; 0 if there is no /proc. */
function pageMegabytes(browser: number): number {
  const pages = processesFrom(browser).filter((id) => read(`/proc/${id}/cmdline`).includes("--type=renderer"));
  const sizes = pages.map((id) => {
    const parts = read(`/proc/${id}/smaps_rollup`).matchAll(/^Private_(?:Clean|Dirty): +(\d+)/gm);
    return Array.from(parts, ([, size]) => Number(size)).reduce((sum, each) => sum + each, 0) / 1024;
  });
  return Math.max(0, ...sizes);
}

/** Returns "" if the process has ended. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

async function measure(url: string): Promise<Record<string, number>> {
  const profile = await Deno.makeTempDir();
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=390,844"];
  // Without a port, the browser would print the page and exit.
  args.push("--remote-debugging-port=0", `--user-data-dir=${profile}`, url);
  const browser = new Deno.Command(executablePath, { args, stdout: "null", stderr: "piped" }).spawn();
  let before = 0;
  const times = await new Promise<Record<string, number>>((resolve) => {
    // The page does not start the engine until its first report has been answered.
    onReport = (values) => values.ready === undefined ? before = pageMegabytes(browser.pid) : resolve(values);
  });
  const megabytes = pageMegabytes(browser.pid) - before;
  // The process may be a script that started the browser.
  const isMain = (id: number): boolean => !isLinux || /--headless(?!.*--type=)/.test(read(`/proc/${id}/cmdline`));
  for (const id of processesFrom(browser.pid).filter(isMain)) Deno.kill(id);
  // This stream ends when all of the browser's processes have ended.
  await browser.stderr.pipeTo(new WritableStream());
  await browser.status;
  await Deno.remove(profile, { recursive: true });
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
let onReport: (values: Record<string, number>) => unknown = () => {};
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  const { pathname, search } = new URL(request.url);
  const name = pathname.slice(1);
  if (name === "report") onReport(await request.json());
  const type = name.endsWith(".wasm") ? "application/wasm" : name.endsWith(".js") ? "text/javascript" : "text/html";
  const encoding = files.has(name) ? { "content-encoding": "gzip" } : undefined;
  return new Response(files.get(name) ?? PAGE(search.slice(1)), { headers: { "content-type": type, ...encoding } });
});
const rounds = Object.fromEntries(Object.keys(ENGINES).map((name) => [name, [] as Record<string, number>[]]));
for (let i = 0; i < ROUNDS; i++) {
  for (const name of Object.keys(ENGINES)) {
    rounds[name].push(await measure(`http://127.0.0.1:${server.addr.port}/page?${name}`));
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
