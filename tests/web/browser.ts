/** What the tests of the page share: one browser, its pages, and functions that wait for them. @module */

import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { assert, assertEquals } from "@std/assert";
import { findBrowser, IS_FIREFOX } from "./find_browser.ts";
import { buildOnce, PageServer } from "./page_server.ts";
import { SLOW_BROWSER } from "./slow_page.ts";

/** The path of the browser; `null` if there is none. */
export const CHROMIUM: string | null = findBrowser();
/** Milliseconds that a step may take, even on a busy machine. */
const PATIENCE_MS = 200_000;
/** Runs first in a page that may become isolated: slows its clock, so that a busy machine meets its time limit. */
const SLOW_CLOCK = "{ const now = performance.now.bind(performance); performance.now = () => now() / 100; }";
/** Runs first in any other page with a service worker, which behaves as if it had already been reloaded. */
const RELOADED = 'if (location.protocol === "http:") sessionStorage.setItem("hindsight.reloaded", "yes");';

export type PageTest = (browser: Browser, server: PageServer, t: Deno.TestContext) => Promise<void>;

export async function startBrowser(): Promise<Browser> {
  assert(CHROMIUM !== null);
  // With this variable, playwright reads no files of the system that Deno guards even with `--allow-read`.
  Deno.env.set("__IS_WSL_TEST__", "1");
  // The library is loaded only if there is a browser, because loading takes a second.
  const { chromium, firefox } = await import("playwright-core");
  if (IS_FIREFOX) return await firefox.launch({ timeout: PATIENCE_MS });
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    timeout: PATIENCE_MS,
  });
}

/** A page, and the errors in it. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page's scripts, and requests for addresses outside the page. */
  readonly faults: string[];
  /** The addresses of the documents that the page has requested, in order. */
  readonly loads: string[];
}

export interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  readonly isPhone?: boolean;
  /** Whether the page may keep a service worker. */
  readonly serviceWorkers?: "allow" | "block";
  /** Whether the page may reload itself to become isolated. */
  readonly isIsolating?: boolean;
  /** A script that runs before the page's scripts. */
  readonly script?: string;
  /** The number of cores that the page sees; by default that of the machine. */
  readonly cores?: number;
}

/** Opens the page of the engine in a new profile, and waits until its board is completely drawn. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const opened = await openPage(browser, url, options);
  await opened.page.locator("#board:not(.waiting) [data-cell=e4]").waitFor({ state: "attached" });
  return opened;
}

/** Opens a page in a new profile. */
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
  if (SLOW_BROWSER !== "") await context.addInitScript(SLOW_BROWSER);
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
  // Counts requests rather than complete loads, because the page may reload itself before it is complete.
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

/** Waits until an expression is true in a page whose policy allows no functions made from text, or that reloads. */
export async function waitUntil(page: Page | Frame, expression: string): Promise<void> {
  const value = (): Promise<unknown> => page.evaluate(expression).catch((error: unknown) => error);
  let last = await value();
  // Do not evaluate the expression again after the loop: by then it may be false.
  for (let i = 0; i < 2000 && last !== true; i++) {
    await page.waitForTimeout(100);
    last = await value();
  }
  assertEquals(last, true, expression);
}

/** The parts of axe-core's report that are read here. */
interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The serious faults of accessibility that axe-core finds in a page, and their elements. */
export async function seriousFaults(page: Page): Promise<[id: string, places: string[]][]> {
  await page.evaluate(await Deno.readTextFile(new URL("axe.min.js", import.meta.resolve("axe-core"))));
  const { violations } = await page.evaluate('axe.run({ resultTypes: ["violations"], preload: false })') as AxeReport;
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]);
}

/** Changes the size of the window, and waits until the page is laid out again. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await waitUntil(page, `innerWidth === ${width} && innerHeight === ${height}`);
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
}

/** Shows an address in an open page, as if a user typed it. The game is always new, even if it has the same moves. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  for (const address of ["moves=a2a3", hash]) {
    // The page reads an address when it receives the event. There is no event if the address does not change.
    await page.evaluate(`new Promise((resolve) => {
      const before = location.href;
      addEventListener("hashchange", resolve, { once: true });
      location.hash = ${JSON.stringify(address)};
      if (location.href === before) resolve();
    })`);
  }
}

/** Whether the pieces are where they should be. The board's library moves and turns them during several frames. */
const IS_STILL = `(() => {
  const squares = [...document.querySelectorAll("#board [data-cell]")];
  const isThere = ({ dataset: { cell }, ariaLabel }) => {
    const [, name] = ariaLabel.split(", ");
    const letter = name.endsWith("knight") ? "n" : name.split(" ").at(-1)[0];
    const pieces = [...document.querySelectorAll("#board [data-piece][data-square=" + cell + "]")];
    return pieces.map((piece) => piece.dataset.piece).join() === (name === "empty" ? "" : name[0] + letter);
  };
  const left = (selector) => document.querySelector("#board " + selector)?.getBoundingClientRect().left ?? 0;
  const isMoving = document.querySelector("#board [data-piece][visibility=hidden]") !== null;
  return squares.length === 64 && !isMoving && squares.every(isThere) && Math.abs(left("[data-cell=a1]") - left("[data-square=a1]")) < 2;
})()`;

/** The middle of a square on the page. Waits until no piece on the board is moving. */
export async function middleOf(page: Page, square: string): Promise<{ x: number; y: number }> {
  await waitUntil(page, IS_STILL);
  const box = await page.locator(`#board [data-cell=${square}]`).boundingBox();
  assert(box !== null, square);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves a piece with two clicks. */
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

/** The name that the page gives screen readers for the piece on a square. */
export async function pieceOn(page: Page, square: string): Promise<string> {
  const label = await page.locator(`#board [data-cell=${square}]`).getAttribute("aria-label");
  return label?.split(", ")[1] ?? "";
}

export async function movesOf(page: Page): Promise<string[]> {
  return await page.locator(".moves .move-row button.move").allTextContents();
}

/** Options for a test with a browser: Deno must not check playwright's process and pipes. */
export const BROWSER_TEST = { ignore: CHROMIUM === null, sanitizeOps: false, sanitizeResources: false } as const;
/** What the tests of the page use, `null` before the first test. */
let browser: Browser | null = null;
let server: PageServer | null = null;
/** Whether `prepare` has registered the start of the browser and the server. */
let isPrepared = false;

/** Registers the start of a browser and a server before the first test, and their end after the last test. */
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

/** Registers tests by name; all files share a browser and a server. Without a browser, they are ignored. */
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

/** Options for a test in a new page. With one of the first three, the page has a server of its own. */
interface OwnPage extends VisitOptions {
  /** Whether the server isolates its pages. */
  readonly isIsolated?: boolean;
  /** Maximum depth to which the page searches. */
  readonly depth?: number;
  /** Text that the server puts before a script, by the script's path. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** The address of the page, after that of the server. */
  readonly at?: string;
  /** Whether the page may have errors. */
  readonly mayFail?: boolean;
}

/** A test in a new page, in which there must be no errors in the end. */
export function onPage(
  test: (page: Page, all: Visit & { readonly browser: Browser; readonly server: PageServer }) => Promise<void>,
  { isIsolated, depth, prefixes, at = "", mayFail = false, ...options }: OwnPage = {},
): PageTest {
  const hasOwn = isIsolated !== undefined || depth !== undefined || prefixes !== undefined;
  return async (browser, shared) => {
    await using own = hasOwn ? new PageServer(isIsolated === true, depth) : null;
    const server = own ?? shared;
    for (const [path, text] of Object.entries(prefixes ?? {})) server.prefixes.set(path, text);
    await using visited = await visit(browser, server.url + at, options);
    await test(visited.page, { ...visited, browser, server });
    if (!mayFail) assertEquals(visited.faults, []);
  };
}

/** Tests in one page, which saves time. Each first shows its own address; after a failed test a new page opens. */
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
