/** Pages that report their results in their title: a static server, and a visit. @module */

import type { Browser } from "playwright-core";

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", html: "text/html" };
/** Milliseconds that a page may take, even on a busy machine. */
const PATIENCE_MS = 200_000;

/** A page's script after the import of `Engine`: a search, and a report. It also runs in Node. */
export const SEARCH_SCRIPT = `
const report = {};
try {
  const engine = await Engine.start({ hash: 1 });
  const { san, lines } = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
  report.san = san;
  report.mate = lines[0].score.value;
  engine.close();
} catch (error) {
  report.fault = error.name + ": " + error.message;
}
if (typeof document === "undefined") console.log(JSON.stringify(report));
else document.title = JSON.stringify(report);
`;

/** The script's report of success. */
export const SEARCH_REPORT = { san: "Ra6", mate: 2 };

/** A page whose only script has this address. */
export function pageOf(script: string): string {
  return `<!doctype html><meta charset="utf-8"><title>-</title><script type="module" src="${script}"></script>`;
}

/** Texts by name. */
type Texts = Readonly<Record<string, string>>;

/** Serves a folder and other files, the page `index.html` among them. The address ends with a slash. */
export function serveFolder(folder: string, files: Texts = {}, headers: Texts = {}): AsyncDisposable & { url: string } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const name = request.url.replace(/^https?:\/\/[^/]*\//, "").replace(/[?#].*$/, "") || "index.html";
    const type = TYPES[name.split(".").pop() ?? ""] ?? "application/octet-stream";
    const body = files[name] ?? await Deno.readFile(`${folder}/${name}`).catch(() => null);
    return new Response(body, { status: body === null ? 404 : 200, headers: { ...headers, "content-type": type } });
  });
  return { url: `http://127.0.0.1:${server.addr.port}/`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Opens a page and returns the JSON in its title. An error about a missing report lists the page's messages. */
export async function reportOf(browser: Browser, url: string): Promise<Record<string, unknown>> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`${error}`));
  page.on("console", (message) => complaints.push(message.text()));
  try {
    await page.goto(url, { timeout: PATIENCE_MS });
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      const title = await page.title();
      if (title.startsWith("{")) return JSON.parse(title);
      await page.waitForTimeout(50);
    }
    throw new Error(`The page ${url} reported nothing:\n${complaints.join("\n")}`);
  } finally {
    await page.close();
  }
}
