/** What the engine has learned is kept for the next visit, in files, and beside a second window. @module */

import { Buffer } from "node:buffer";
import { assertEquals, assertGreater, assertMatch, assertStringIncludes } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { onPage, testPage } from "./browser.ts";
import { BRIEF_DEPTH, ENDLESS } from "./page_server.ts";

/** The depth of the analyses in plies: quickly reached, and deep enough for the engine to learn from. */
const DEPTH = BRIEF_DEPTH;
/** Settings with a depth at which the analysis ends. */
const SETTINGS = `localStorage["hindsight.settings"] ??= JSON.stringify({ depth: ${DEPTH}, hash: 16 });`;
/** Settings with which the analysis does not end. */
const WITHOUT_END = SETTINGS.replace(`${DEPTH}`, "null");
/** The text about a search whose last depth is already known from a learning file. */
const GOES_ON = new RegExp(`^Depth ${DEPTH}/\\d+ · 0 nodes`);

/** The part of the settings about learning files. */
async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Settings" }).click();
  return page.getByRole("region", { name: "What was learned" });
}

/** Waits until a file is kept, with a size other than `before`; closes the settings, and returns the size. */
async function waitUntilKept(page: Page, before: string = "-"): Promise<string> {
  const text = (await openSettings(page)).locator("p", { hasText: "KB saved.", hasNotText: `${before} KB` });
  await text.waitFor();
  const size = (await text.innerText()).split(" KB")[0];
  await page.keyboard.press("Escape");
  return size;
}

/** Waits until no file is kept, and closes the settings. */
async function waitUntilEmpty(page: Page, part: Locator): Promise<void> {
  await part.locator("p", { hasText: "Nothing saved yet." }).waitFor();
  await page.keyboard.press("Escape");
}

async function remember(page: Page): Promise<void> {
  await (await openSettings(page)).getByLabel("Remember what was learned on this device").check();
  await page.keyboard.press("Escape");
}

/** Starts the analysis, waits until it reaches its depth, and returns the text about it. */
async function analyse(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  const facts = page.locator(".analysis .facts", { hasText: `Depth ${DEPTH}/` });
  await facts.waitFor();
  return await facts.innerText();
}

/** A file for the page's file field. */
function fileOf(name: string, bytes: Uint8Array): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
}

testPage({
  "what was learned is kept if the user chooses so, and the next visit continues with it": onPage(async (page) => {
    assertGreater(nodesOf(await analyse(page)), 0);
    await waitUntilEmpty(page, await openSettings(page));
    // The engine that learns repeats the analysis that is shown.
    await remember(page);
    await waitUntilKept(page);
    await page.reload();
    assertMatch(await analyse(page), GOES_ON);
    await (await openSettings(page)).getByLabel("Remember what").uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    assertGreater(nodesOf(await analyse(page)), 0);
    await waitUntilKept(page);
  }, { at: "#tab=analysis", script: SETTINGS }),

  "learned data are exported, cleared and imported; another file gives a notice": onPage(async (page) => {
    await remember(page);
    await analyse(page);
    await waitUntilKept(page);
    let part = await openSettings(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      part.getByRole("button", { name: "Export" }).click(),
    ]);
    assertEquals(download.suggestedFilename(), "hindsight.learned");
    const learned = await Deno.readFile(await download.path());
    assertEquals(new TextDecoder().decode(learned.subarray(0, 7)), "HSLEARN");
    await part.getByRole("button", { name: "Clear" }).click();
    await waitUntilEmpty(page, part);
    assertGreater(nodesOf(await analyse(page)), 0);
    await waitUntilKept(page);
    part = await openSettings(page);
    await part.getByRole("button", { name: "Clear" }).click();
    // The file is added immediately after the click, but the data must be cleared before it is added.
    const torn = new Uint8Array([...learned, ...new Uint8Array(20)]);
    await part.getByLabel("Learning file").setInputFiles(fileOf("hindsight.learned", torn));
    const added = page.getByRole("dialog").locator(".notice", { hasText: "The file was added" });
    assertStringIncludes(await added.innerText(), "20 bytes in it are damaged and ignored.");
    await page.keyboard.press("Escape");
    const size = await waitUntilKept(page);

    const faults: [name: string, bytes: Uint8Array, reason: string][] = [
      ["damaged.learned", learned.with(20, learned[20] ^ 1).subarray(0, 70), "is damaged"],
      ["game.pgn", new TextEncoder().encode("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"), "does not begin like one"],
      ["empty.learned", new Uint8Array(0), "The file is empty"],
    ];
    for (const [name, bytes, reason] of faults) {
      await (await openSettings(page)).getByLabel("Learning file").setInputFiles(fileOf(name, bytes));
      const notice = page.getByRole("dialog").locator(".notice.error");
      await notice.waitFor();
      assertEquals(await notice.count(), 1);
      assertStringIncludes(await notice.innerText(), `'${name}' cannot be used as a learning file.`);
      assertStringIncludes(await notice.innerText(), reason);
      await notice.getByRole("button", { name: "Close" }).click();
      await page.keyboard.press("Escape");
    }
    assertEquals(await waitUntilKept(page), size);
    assertMatch(await analyse(page), GOES_ON);
    await page.reload();
    assertMatch(await analyse(page), GOES_ON);
  }, { at: "#tab=analysis", script: SETTINGS }),

  "two windows add to one file": onPage(async (page, { context, server }) => {
    await remember(page);
    const other = await context.newPage();
    await other.goto(`${server.url}#moves=d2d4&tab=analysis`);
    // The engine of the other window begins without data, before the first window has learned.
    if (other.workers().length === 0) await other.waitForEvent("worker");
    assertGreater(nodesOf(await analyse(page)), 0);
    const size = await waitUntilKept(page);
    assertGreater(nodesOf(await analyse(other)), 0);
    await waitUntilKept(other, size);
    for (const window of [page, other]) await window.close();
    for (const move of ["e2e4", "d2d4"]) {
      const next = await context.newPage();
      await next.goto(`${server.url}#moves=${move}&tab=analysis`);
      assertMatch(await analyse(next), GOES_ON);
      await next.close();
    }
  }, { at: "#moves=e2e4&tab=analysis", script: SETTINGS }),

  "an endless analysis keeps its lessons when the page is hidden, and continues": onPage(async (page) => {
    await remember(page);
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    const facts = page.locator(".analysis .facts");
    await facts.filter({ hasText: /^Depth 1\d/ }).waitFor();
    await page.evaluate(`{
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      delete document.visibilityState;
    }`);
    await waitUntilKept(page);
    // The analysis has not started again.
    await facts.filter({ hasText: /^Depth/ }).waitFor();
    assertMatch(await facts.innerText(), /^Depth [12]\d/);
    await facts.filter({ hasText: /^Depth (1[3-9]|2\d)/ }).waitFor();
  }, { at: "#tab=analysis", depth: ENDLESS, script: WITHOUT_END }),

  "an unusable file on the device does not change until it is cleared": onPage(async (page) => {
    await remember(page);
    await analyse(page);
    await waitUntilKept(page);
    await page.evaluate(`new Promise((resolve, reject) => {
      const request = indexedDB.open("hindsight");
      request.onerror = reject;
      request.onsuccess = () => {
        const transaction = request.result.transaction("learned", "readwrite");
        transaction.objectStore("learned").put(new Uint8Array(5000).fill(7), "file");
        transaction.oncomplete = () => (request.result.close(), resolve());
      };
    })`);
    await page.reload();
    const notice = page.locator(".notice.error", { hasText: "The learning file on this device cannot be used" });
    await notice.waitFor();
    assertGreater(nodesOf(await analyse(page)), 0);
    assertEquals(await waitUntilKept(page), (5000 / 1024).toFixed(1));
    const part = await openSettings(page);
    await part.getByRole("button", { name: "Clear" }).click();
    await waitUntilEmpty(page, part);
    await analyse(page);
    await waitUntilKept(page);
  }, { at: "#tab=analysis", script: SETTINGS }),
});

/** The number of nodes in the text about a search. */
function nodesOf(facts: string): number {
  return Number(/· ([\d,]+) nodes/.exec(facts)?.[1].replaceAll(",", ""));
}
