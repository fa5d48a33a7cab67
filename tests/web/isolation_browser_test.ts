/** On a first visit, the page reloads itself once to become isolated, unless there is a reason not to. @module */

import { assert, assertEquals } from "@std/assert";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openPage, testPage, type Visit, visit, type VisitOptions, waitUntil } from "./browser.ts";
import { PageServer } from "./page_server.ts";
import { startGame, waitForMoves } from "./steps.ts";

/** A file that the service worker loads and the page does not. Without this file the worker does not become active. */
const LAST_FILE = "/icon-512.png";
/** Milliseconds after which a page that has not reloaded itself will not do so: reloads come immediately. */
const WHILE_MS = 300;
/** An expression: a promise that is fulfilled when the page has drawn another frame. */
const NEXT_FRAME = "new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))";
const IS_CONTROLLED = "navigator.serviceWorker.controller !== null";

/** Makes a service worker omit the headers that isolate pages. */
const NO_HEADERS = `{
  const set = Headers.prototype.set;
  Headers.prototype.set = function (name, value) {
    if (!name.startsWith("Cross-Origin")) set.call(this, name, value);
  };
}
`;

/** Makes the page's session storage inaccessible. */
const NO_NOTES = `Object.defineProperty(window, "sessionStorage", {
  get: () => { throw new DOMException("Access is denied", "SecurityError"); },
});`;

/** The first actions of users, each in its own tab. */
const ACTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "a press of the pointer": (page) => page.mouse.down(),
  "the wheel": (page) => page.mouse.wheel(0, 50),
  "another address": (page) => page.evaluate("location.hash = 'moves=d2d4'"),
};

/** Records the events that end the page's wait for the service worker. */
const NOTES_EVENTS = `globalThis.endings = [];
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (name, listener, options) {
  if (options?.signal !== undefined) endings.push(name);
  add.call(this, name, listener, options);
};`;
/** The expected events: actions by users or their assistive programs, and the page's own events. */
const ENDINGS = [
  ...["pointerdown", "click", "keydown", "input", "wheel", "dragenter", "drop", "paste", "focusin"],
  ...["scroll", "pagehide", "controllerchange"],
];

/** A page with a user's action. */
type Tab = Pick<Visit, "page" | "loads"> & { readonly act: string };

/** Keeps the service worker from becoming active; returns a function that releases it. */
function holdWorker(server: PageServer): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.holds.set(LAST_FILE, promise);
  return resolve;
}

/** Visits the page, which may become isolated. */
function firstVisit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  return visit(browser, url, { serviceWorkers: "allow", isIsolating: true, ...options });
}

/** Opens another page, and returns it with the addresses of the documents that it requests. */
async function openTab(context: BrowserContext, url: string): Promise<Pick<Visit, "page" | "loads">> {
  const page = await context.newPage();
  const loads: string[] = [];
  page.on("request", (request) => void (request.isNavigationRequest() && loads.push(request.url())));
  await page.goto(url);
  await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
  return { page, loads };
}

/** Lets the service worker become active, and asserts that the page does not reload itself. */
async function assertStays({ page, loads }: Visit, activate: () => void, what: string): Promise<void> {
  const before = loads.length;
  activate();
  await waitUntil(page, IS_CONTROLLED);
  await page.waitForTimeout(WHILE_MS);
  assertEquals([loads.length, await page.evaluate("crossOriginIsolated")], [before, false], what);
}

testPage({
  "on a first visit, one reload isolates the page, which keeps its address and offers threads": async (browser) => {
    await using server = new PageServer(false);
    const address = "?from=elsewhere#moves=e2e4,e7e5&ply=1&tab=analysis&view=black";
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url + address, { cores: 2 });
    const { page, loads } = visited;
    assertEquals(await page.evaluate("crossOriginIsolated"), false);
    activate();
    await waitUntil(page, "crossOriginIsolated");
    await page.waitForTimeout(WHILE_MS);
    assertEquals([loads.length, page.url()], [2, server.url + address]);
    assertEquals(await waitForMoves(page, 2), ["e4", "e5"]);
    assertEquals(await page.evaluate("document.activeElement === document.body"), true);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Search threads").selectOption("2");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".analysis .facts", { hasText: "2 threads" }).waitFor();
    // A change of the service worker, as in an update, causes no reload.
    await page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))");
    await page.waitForTimeout(WHILE_MS);
    assertEquals(loads.length, 2);
    assertEquals(visited.faults, []);
  },

  "a user who acts before the reload is not disturbed; the next visit is isolated": async (browser) => {
    await using server = new PageServer(false);
    const activate = holdWorker(server);
    await using first = await firstVisit(browser, server.url, { script: NOTES_EVENTS });
    assertEquals(await first.page.evaluate("endings"), ENDINGS);
    // There is a tab for each action; all tabs wait for the same service worker.
    const tabs: Tab[] = [];
    for (const [act, perform] of Object.entries(ACTS)) {
      const tab = tabs.length === 0 ? first : await openTab(first.context, server.url);
      await perform(tab.page);
      // The browser reports some actions, for example of the wheel, with its next frame.
      await tab.page.evaluate(NEXT_FRAME);
      tabs.push({ ...tab, act });
    }
    activate();
    for (const { page } of tabs) {
      await waitUntil(page, IS_CONTROLLED);
      await page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))");
    }
    await first.page.waitForTimeout(WHILE_MS);
    for (const { page, loads, act } of tabs) {
      assertEquals([loads.length, await page.evaluate("crossOriginIsolated")], [1, false], act);
    }
    await first.page.reload();
    await waitUntil(first.page, "crossOriginIsolated");
  },

  "a page that shows an error is not reloaded, nor is a page that is late": async (browser) => {
    await using server = new PageServer(false);
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, `${server.url}#moves=e2e5`);
    await assertStays(visited, activate, "an error");
    assertEquals(await visited.page.locator(".notice.error").count(), 1);
    const script = "{ const now = performance.now.bind(performance); performance.now = () => now() + 5000; }";
    const activateOther = holdWorker(server);
    await using other = await firstVisit(browser, server.url, { script });
    await assertStays(other, activateOther, "late");
  },

  "a page with a running game from an earlier visit is not reloaded": async (browser) => {
    await using server = new PageServer(false);
    server.prefixes.set("/service_worker.js", "throw new Error('Not yet');");
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url);
    const { page } = visited;
    await startGame(page);
    server.prefixes.clear();
    await page.reload();
    await page.getByRole("button", { name: "Resign" }).waitFor();
    await assertStays(visited, activate, "a game");
  },

  "if the browser does not isolate the page, it is reloaded only once": async (browser) => {
    await using server = new PageServer(false);
    server.prefixes.set("/service_worker.js", NO_HEADERS);
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url);
    const { page, context, loads } = visited;
    activate();
    for (let i = 0; i < 2000 && loads.length < 2; i++) await page.waitForTimeout(100);
    await page.waitForTimeout(WHILE_MS);
    assertEquals([loads.length, await page.evaluate("crossOriginIsolated")], [2, false]);
    // Another tab does not reload itself, because its document came from the worker.
    const other = await openTab(context, server.url);
    await waitUntil(other.page, IS_CONTROLLED);
    await other.page.waitForTimeout(WHILE_MS);
    assertEquals([other.loads.length, await other.page.evaluate("crossOriginIsolated")], [1, false]);
  },

  "a tab that was reloaded before, or that cannot store anything, is not reloaded": async (browser) => {
    await using server = new PageServer(false);
    for (const options of [{ isIsolating: false }, { script: NO_NOTES }]) {
      const activate = holdWorker(server);
      await using visited = await firstVisit(browser, server.url, options);
      await assertStays(visited, activate, JSON.stringify(options));
    }
  },

  "a page that its server isolates is not reloaded, nor is a page without a service worker": async (browser, plain) => {
    await using server = new PageServer(true);
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url);
    activate();
    await waitUntil(visited.page, IS_CONTROLLED);
    await visited.page.waitForTimeout(WHILE_MS);
    assertEquals([visited.loads.length, await visited.page.evaluate("crossOriginIsolated")], [1, true]);
    await using blocked = await visit(browser, plain.url, { serviceWorkers: "block" });
    await blocked.page.waitForTimeout(WHILE_MS);
    assertEquals([blocked.loads.length, await blocked.page.evaluate("crossOriginIsolated")], [1, false]);
    assertEquals([...visited.faults, ...blocked.faults], []);
  },

  "a page in a frame is not reloaded": async (browser) => {
    await using server = new PageServer(false);
    const activate = holdWorker(server);
    await using visited = await openPage(browser, `${server.url}LICENSES.txt`, {
      serviceWorkers: "allow",
      isIsolating: true,
    });
    const { page } = visited;
    await page.evaluate("document.body.append(Object.assign(document.createElement('iframe'), { src: '/' }))");
    await page.frameLocator("iframe").locator("#board [data-cell=e4]").waitFor({ state: "attached" });
    let loads = 0;
    page.on("framenavigated", () => loads++);
    activate();
    await waitUntil(page.frames()[1], IS_CONTROLLED);
    await page.waitForTimeout(WHILE_MS);
    assertEquals(loads, 0);
  },

  "two tabs that are opened at the same time both become isolated": async (browser) => {
    await using server = new PageServer(false);
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url);
    const { page, context } = visited;
    // By now the worker has the other files. The server sends the second tab's script when the worker is active.
    for (let i = 0; i < 2000 && !server.requests.includes(LAST_FILE); i++) await page.waitForTimeout(100);
    const { promise, resolve: sendScript } = Promise.withResolvers<void>();
    server.holds.set("/page.js", promise);
    const other = await context.newPage();
    let loads = 0;
    other.on("request", (request) => loads += Number(request.isNavigationRequest()));
    await other.goto(server.url, { waitUntil: "commit" });
    activate();
    await waitUntil(page, "crossOriginIsolated");
    await waitUntil(other, IS_CONTROLLED);
    sendScript();
    await waitUntil(other, "crossOriginIsolated");
    await page.waitForTimeout(WHILE_MS);
    assertEquals([visited.loads.length, loads], [2, 2]);
  },

  "the reload waits for a network that is being loaded, which is loaded only once": async (browser) => {
    await using server = new PageServer(false);
    server.cacheControl = "max-age=600";
    const activate = holdWorker(server);
    const { promise, resolve: sendRest } = Promise.withResolvers<void>();
    server.pauses.set("/network.bin", promise);
    await using visited = await firstVisit(browser, server.url);
    const { page, loads } = visited;
    // The service worker becomes active only after the page has begun to load the network.
    for (let i = 0; i < 2000 && !server.sent.includes("/network.bin"); i++) await page.waitForTimeout(100);
    activate();
    await waitUntil(page, IS_CONTROLLED);
    await page.waitForTimeout(WHILE_MS);
    assertEquals(loads.length, 1);
    sendRest();
    await waitUntil(page, "crossOriginIsolated");
    await waitUntil(page, "caches.match('./network.bin').then((found) => found !== undefined)");
    assertEquals(server.sent.filter((path) => path === "/network.bin").length, 1);
  },

  "a first visit loads each file once if the browser may keep files": async (browser) => {
    await using server = new PageServer(false);
    server.cacheControl = "max-age=600";
    const activate = holdWorker(server);
    await using visited = await firstVisit(browser, server.url);
    activate();
    await waitUntil(visited.page, "crossOriginIsolated");
    await waitUntil(visited.page, "caches.match('./network.bin').then((found) => found !== undefined)");
    for (const file of ["/page.js", "/worker.js", "/network.bin"]) {
      assertEquals(server.sent.filter((path) => path === file), [file]);
    }
    // The service worker has checked the files that it keeps, and keeps the network when the page requests it.
    assert(server.requests.filter((path) => path === "/page.js").length > 1);
    await waitUntil(visited.page, "caches.match('./network.bin').then((found) => found !== undefined)");
    const parts = server.sent.filter((path) => /part-\d+\.js$/.test(path));
    assertEquals(parts.length, new Set(parts).size, server.sent.join(" "));
  },
});
