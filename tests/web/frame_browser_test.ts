/** In a hidden frame the page is drawn immediately; its engine starts when the frame is visible. @module */

import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { openPage, testPage, waitUntil } from "./browser.ts";
import { PageServer } from "./page_server.ts";

/** Milliseconds within which an engine would start. */
const WHILE_MS = 1000;
/** The number of frames that the browser draws in a quarter of that time: 0 in a hidden frame. */
const FRAMES = `new Promise((end) => { let n = 0; const count = () => { n++; requestAnimationFrame(count); };
    requestAnimationFrame(count); setTimeout(() => end(n), ${WHILE_MS / 4}); })`;

/** How a frame is hidden, and how it is shown. */
const PLACES = {
  "in view": ["", ""],
  "below the fold": ["margin-top: 3000px", "document.querySelector('iframe').scrollIntoView()"],
  "hidden": ["display: none", "document.querySelector('iframe').style.display = 'block'"],
} as const;
/** Whether the frame has no origin of its own, what it shows, and whether an engine should start when it is visible. */
const FRAMES_OF_OTHERS: readonly (readonly [isSandboxed: boolean, address: string, hasEngine: boolean])[] = [
  [true, "/#tab=analysis", true],
  [true, "/?embed#moves=e2e4,e7e5", false],
  [false, "/#tab=analysis&on=1", true],
];

async function addFrame(page: Page, isSandboxed: boolean, src: string, style: string): Promise<void> {
  const size = { src, width: 900, height: 700 };
  await page.evaluate(`{
    const frame = Object.assign(document.createElement("iframe"), ${JSON.stringify(size)});
    frame.style = ${JSON.stringify(`display: block; ${style}`)};
    if (${isSandboxed}) frame.sandbox = "allow-scripts";
    document.body.replaceChildren(frame);
  }`);
}

testPage(Object.fromEntries(
  Object.entries(PLACES).map(([place, [style, show]]) => [
    `a frame ${place} has its board immediately, and its engine when it is visible`,
    async (browser) => {
      for (const [isSandboxed, address, hasEngine] of FRAMES_OF_OTHERS) {
        await using server = new PageServer(false);
        server.headers = { "access-control-allow-origin": "*" };
        await using session = await openPage(browser, `${server.url}LICENSES.txt`);
        const { page } = session;
        await addFrame(page, isSandboxed, address, style);
        const board = page.frameLocator("iframe").locator("#board");
        await board.locator("[data-cell=e4]").waitFor({ state: "attached" });
        await board.locator("[data-piece]").nth(31).waitFor({ state: "attached" });
        const frame = page.frames()[1];
        const isStarted = (): boolean => server.requests.includes("/network.bin");
        if (show !== "") {
          if (isSandboxed) assertEquals(await frame.evaluate(FRAMES), 0, `${place} ${address}`);
          await page.waitForTimeout(WHILE_MS);
          assertEquals(isStarted(), false, `${place} ${address}`);
          await page.evaluate(show);
        }
        if (hasEngine) {
          for (let i = 0; i < 200 && !isStarted(); i++) await page.waitForTimeout(50);
          if (!isSandboxed) await page.frameLocator("iframe").locator(".lines li").first().waitFor();
        } else await page.waitForTimeout(WHILE_MS);
        assertEquals(isStarted(), hasEngine, `${place} ${address}`);
        await waitUntil(frame, "document.getElementById('fault').hidden");
        assertEquals(session.faults, []);
      }
    },
  ]),
));
