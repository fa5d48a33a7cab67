// deno-lint-ignore-file hindsight/max-file-lines -- one browser, one server and their steps
/**
 * What the tests of the page share: one browser, the built page on a static server, and steps that users take.
 *
 * @module
 */

import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { assert, assertEquals } from "@std/assert";
import { LEARN_DEPTH } from "../../search/experience.ts";
import { buildWeb } from "../../tools/build/build_web.ts";
import { digestOf, makeOnce } from "../kept.ts";
import { findBrowser, IS_FIREFOX } from "./find_browser.ts";

/** The browser, `null` where there is none. */
export const CHROMIUM: string | null = findBrowser();

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
  bin: "application/octet-stream",
  txt: "text/plain; charset=utf-8",
};

/** Where the built page lies, once `buildOnce()` has made it. */
export let webFolder = "";
/** What the page is built from. */
const PAGE_SOURCES = [
  ...["core", "nnue", "tablebase", "book", "learning", "experience", "search", "engine", "web", "tools/build"],
  ...["deno.json", "deno.lock", "LICENSE"],
];

/** Milliseconds that a step may take: the machine may be busy. */
const PATIENCE_MS = 200_000;

/** What runs before the scripts of a page that may become isolated: a slow clock, for which a busy machine is fast enough. */
const SLOW_CLOCK = "{ const now = performance.now.bind(performance); performance.now = () => now() / 100; }";
/** What runs before the scripts of any other page with a service worker: the reload has been. */
const RELOADED = 'if (location.protocol === "http:") sessionStorage.setItem("hindsight.reloaded", "yes");';

/** Depth to which pages search at most, plies: most tests need a result, whatever it is, and some what is kept of it. */
export const BRIEF_DEPTH: number = LEARN_DEPTH;
/** The depth of searches without end. */
export const ENDLESS = 99;
/** What comes before a search thread, which is to search little; a search without end waits for its end. */
const briefly = (depth: number): string =>
  `addEventListener("message", ({ data: { request } }) => {
  if (request.kind !== "search") return;
  request.limits.depth = Math.min(request.limits.depth, ${depth});
  request.limits.nodes /= 8;
});`;

/** A static server for the built page. */
export class PageServer implements AsyncDisposable {
  /** Requests so far, as paths. */
  readonly requests: string[] = [];
  /** The paths of the files that were sent, without those that the browser has and that are still the same. */
  readonly sent: string[] = [];
  /** Text that comes before a script, by its path. */
  readonly prefixes: Map<string, string> = new Map();
  /** Files that are not sent before a promise is fulfilled, by their paths. */
  readonly holds: Map<string, Promise<void>> = new Map();
  /** Files of which the second half is not sent before a promise is fulfilled, by their paths. */
  readonly pauses: Map<string, Promise<void>> = new Map();
  /** How long browsers may keep files. */
  cacheControl = "no-store";
  /** Further headers of every answer. */
  headers: Readonly<Record<string, string>> = {};
  private readonly server: Deno.HttpServer<Deno.NetAddr>;
  /** The files that were asked for, by their names. */
  private readonly files: Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: number }> = new Map();
  /** Fulfilled at the end: nothing is held then. */
  private readonly closing = Promise.withResolvers<void>();

  /**
   * Starts a server.
   *
   * @param isIsolated Whether its pages may share memory between threads.
   * @param depth To which its pages search at most.
   */
  constructor(isIsolated: boolean, depth: number = BRIEF_DEPTH) {
    const isolation: [string, string][] = isIsolated
      ? [["Cross-Origin-Opener-Policy", "same-origin"], ["Cross-Origin-Embedder-Policy", "require-corp"]]
      : [];
    this.server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const path = request.url.replace(/^https?:\/\/[^/]*/, "").replace(/[?#].*$/, "");
      this.requests.push(path);
      await Promise.race([this.holds.get(path), this.closing.promise]);
      // The page can lie in a folder, too.
      const name = path.replace(/^\/folder\//, "/").replace(/^\/$/, "/index.html");
      const type = TYPES[name.split(".").pop() ?? ""] ?? "text/plain";
      try {
        const prefix = (this.prefixes.get(path) ?? "") + (name === "/worker.js" ? briefly(depth) : "");
        const file = this.files.get(name) ??
          { bytes: await Deno.readFile(`${webFolder}${name}`), tag: this.files.size };
        this.files.set(name, file);
        const content = new Blob([prefix, file.bytes]);
        const tag = `"${file.tag}-${encodeURIComponent(prefix)}"`;
        const headers = new Headers([
          ...isolation,
          ["content-type", type],
          ["cache-control", this.cacheControl],
          ["etag", tag],
          ...Object.entries(this.headers),
        ]);
        // The server marks the tag of a file that it has compressed.
        if (request.headers.get("if-none-match")?.endsWith(tag)) return new Response(null, { status: 304, headers });
        this.sent.push(path);
        const pause = this.pauses.get(path);
        if (pause === undefined) return new Response(content, { headers });
        headers.set("content-length", `${content.size}`);
        return new Response(inHalves(content, Promise.race([pause, this.closing.promise])), { headers });
      } catch {
        // A browser with a window asks for a picture of a page that names none.
        return new Response(null, { status: path === "/favicon.ico" ? 204 : 404 });
      }
    });
  }

  /** The address of the page. */
  get url(): string {
    return `http://127.0.0.1:${this.server.addr.port}/`;
  }

  /** Stops the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.closing.resolve();
    await this.server.shutdown();
  }
}

/** A file of which the second half comes later. */
function inHalves(content: Blob, pause: Promise<void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const middle = content.size >> 1;
  return new ReadableStream({
    async start(stream) {
      stream.enqueue(new Uint8Array(await content.slice(0, middle).arrayBuffer()));
      await pause;
      stream.enqueue(new Uint8Array(await content.slice(middle).arrayBuffer()));
      stream.close();
    },
  });
}

/** A test of the page in a browser. */
export type PageTest = (browser: Browser, server: PageServer, t: Deno.TestContext) => Promise<void>;

/** Starts the browser. */
export async function startBrowser(): Promise<Browser> {
  assert(CHROMIUM !== null);
  // At its start, playwright looks at files of the system that Deno guards even with `--allow-read`, to find out whether
  // it runs on Windows' subsystem for Linux. With this variable it does not.
  Deno.env.set("__IS_WSL_TEST__", "1");
  // Only where there is a browser: to load it takes a second.
  const { chromium, firefox } = await import("playwright-core");
  if (IS_FIREFOX) return await firefox.launch({ timeout: PATIENCE_MS });
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    timeout: PATIENCE_MS,
  });
}

/** A page with what went wrong in it. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page's scripts, and addresses outside it that it asked for. */
  readonly faults: string[];
  /** The addresses of the documents that the page has asked for, one after the other. */
  readonly loads: string[];
}

/** How a page is visited. */
export interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  readonly isPhone?: boolean;
  /** Whether the page may keep a service worker. */
  readonly serviceWorkers?: "allow" | "block";
  /** Whether the page reloads itself to become isolated, if nothing keeps it from that. */
  readonly isIsolating?: boolean;
  /** A script that runs before those of the page. */
  readonly script?: string;
  /** How many cores the page sees; by default those of the machine. */
  readonly cores?: number;
}

/** Opens the page of the engine in a fresh profile, and waits until its board is there. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const opened = await openPage(browser, url, options);
  await opened.page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
  return opened;
}

/** Opens a page in a fresh profile. */
export async function openPage(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? "light",
    locale: options.locale ?? "en-GB",
    hasTouch: options.isPhone ?? false,
    isMobile: options.isPhone ?? false,
    serviceWorkers: options.serviceWorkers ?? "block",
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const { cores } = options;
  if (cores !== undefined) {
    await context.addInitScript(`Object.defineProperty(navigator, "hardwareConcurrency", { value: ${cores} })`);
  }
  if (options.serviceWorkers === "allow") {
    await context.addInitScript(options.isIsolating === true ? SLOW_CLOCK : RELOADED);
  }
  if (options.script !== undefined) await context.addInitScript(options.script);
  const page = await context.newPage();
  const loads: string[] = [];
  // Not when they are complete: the page may be loaded again before.
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url());
  });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${error}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  const origin = new URL(url).origin;
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(url.split("/").slice(0, 3).join("/")) && !/^(blob|data):/.test(address)) {
      faults.push(`The page asks for ${address}, which is outside ${origin}`);
    }
  });
  await page.goto(url);
  return { page, context, faults, loads, [Symbol.asyncDispose]: () => context.close() };
}

/**
 * Waits until an expression is true in the page, whose policy allows no functions made of text. The page may be loaded
 * again meanwhile.
 */
export async function waitUntil(page: Page | Frame, expression: string): Promise<void> {
  const isTrue = async (): Promise<boolean> => await page.evaluate(expression).catch(() => false) === true;
  for (let i = 0; i < 2000 && !await isTrue(); i++) await page.waitForTimeout(100);
  assertEquals(await page.evaluate(expression), true, expression);
}

/** What axe-core reports, as far as it is read here. */
interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The serious faults of accessibility that axe-core finds in a page: what, and where. */
export async function seriousFaults(page: Page): Promise<[id: string, places: string[]][]> {
  await page.evaluate(await Deno.readTextFile(new URL("axe.min.js", import.meta.resolve("axe-core"))));
  const { violations } = await page.evaluate('axe.run({ resultTypes: ["violations"], preload: false })') as AxeReport;
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]);
}

/** Shows an address in a page that is open, as for a user who types it. The game is a new one, even if it is the same. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  for (const address of ["moves=a2a3", hash]) {
    // The page takes an address when its event comes; there is none if the address is the same.
    await page.evaluate(`new Promise((resolve) => {
      const before = location.href;
      addEventListener("hashchange", resolve, { once: true });
      location.hash = ${JSON.stringify(address)};
      if (location.href === before) resolve();
    })`);
    await drawn(page);
  }
}

/** The middle of a square on the page. */
export async function middleOf(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`#board [data-cell=${square}]`).boundingBox();
  assert(box !== null, square);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves a piece by two clicks. */
export async function clickMove(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) {
    const { x, y } = await middleOf(page, square);
    await page.mouse.click(x, y);
  }
}

/** Moves a piece by dragging it. */
export async function dragMove(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

/** Waits until the page has drawn what the last step changed: it draws before the next frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
}

/** The piece on a square as the page names it for screen readers. */
export async function pieceOn(page: Page, square: string): Promise<string> {
  await drawn(page);
  const label = await page.locator(`#board [data-cell=${square}]`).getAttribute("aria-label");
  return label?.split(", ")[1] ?? "";
}

/** The moves in the list. */
export async function movesOf(page: Page): Promise<string[]> {
  await drawn(page);
  return await page.locator(".moves .move-row button.move").allInnerTexts();
}

/** Builds the page, unless it was built from the same sources before, and sets `webFolder`. */
export async function buildOnce(): Promise<void> {
  webFolder = await makeOnce("web", await digestOf(PAGE_SOURCES), buildWeb);
}

/**
 * How a test with a browser is run: its process and its pipes belong to the library that drives it. On a busy machine a step
 * may come before the page is ready for it, so one that fails is tried again, and the summary counts it as flaky.
 */
export const BROWSER_TEST = {
  ignore: CHROMIUM === null,
  sanitizeOps: false,
  sanitizeResources: false,
  retry: 2,
} as const;

/** What the tests of the page use, `null` before the first one. */
let browser: Browser | null = null;
let server: PageServer | null = null;
/** Whether there are tests of the page, so that what they use is started and ended. */
let isPrepared = false;

/** Starts a browser and a server before the first test, and ends them behind the last one. */
function prepare(): void {
  if (isPrepared || CHROMIUM === null) return;
  isPrepared = true;
  Deno.test.beforeAll(async () => {
    await buildOnce();
    browser = await startBrowser();
    server = new PageServer(false);
  });
  Deno.test.afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });
}

/**
 * Tests of the page by name, with one browser and one server for all files that are loaded together. They are ignored
 * where there is no browser.
 */
export function testPage(tests: Readonly<Record<string, PageTest>>): void {
  prepare();
  for (const [name, test] of Object.entries(tests)) {
    Deno.test({
      name,
      ...BROWSER_TEST,
      fn: async (t) => {
        assert(browser !== null && server !== null);
        await test(browser, server, t);
      },
    });
  }
}

/**
 * Tests by name in a page that is opened once, which takes longer than many a test: each test shows its own address first.
 * One that fails takes the page with it.
 */
export function testInPage(
  tests: Readonly<Record<string, (page: Page) => Promise<void>>>,
  { depth, ...options }: VisitOptions & { readonly depth?: number } = {},
): void {
  let own: PageServer | null = null;
  let visited: Visit | null = null;
  const inPage = (test: (page: Page) => Promise<void>, isLast: boolean): PageTest => async (browser, server) => {
    if (depth !== undefined) own ??= new PageServer(false, depth);
    visited ??= await visit(browser, (own ?? server).url, options);
    let isOver = true;
    try {
      await test(visited.page);
      assertEquals(visited.faults, []);
      isOver = isLast;
    } finally {
      if (isOver) {
        await visited[Symbol.asyncDispose]();
        await own?.[Symbol.asyncDispose]();
        [visited, own] = [null, null];
      }
    }
  };
  testPage(
    Object.fromEntries(
      Object.entries(tests).map(([name, test], i, { length }) => [name, inPage(test, i === length - 1)]),
    ),
  );
}
