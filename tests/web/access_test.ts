/**
 * The page by keyboard and screen reader: which keys are the page's, where the focus goes, what is spoken, and messages.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { clickMove, drawn, seriousFaults, testPage, visit } from "./browser.ts";
import { resign, startGame, waitForStatus } from "./steps.ts";

/** What has the focus: its id, or else its text. */
async function focused(page: Page): Promise<string> {
  await drawn(page);
  return await page.evaluate("document.activeElement.id || document.activeElement.textContent") as string;
}

/** What screen readers are to speak. */
async function spoken(page: Page): Promise<string[]> {
  return await page.locator(".visually-hidden[role=status] p").allTextContents();
}

testPage({
  "keys belong to what has the focus where it takes them": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5&tab=analysis`);
    const { page } = session;
    const current = page.locator(".moves [aria-current=true]");
    const corner = page.locator("[role=gridcell]").first();
    // The list is scrolled.
    await page.locator(".moves").focus();
    await page.keyboard.press("Home");
    await drawn(page);
    assertEquals(await current.innerText(), "e5");
    // The tabs and the board are walked through.
    await page.getByRole("tab", { name: "Analysis" }).focus();
    await page.keyboard.press("Home");
    assertEquals(await focused(page), "tab-play");
    await page.keyboard.press("End");
    assertEquals(await focused(page), "tab-learned");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator("#board [data-cell=e2]").focus();
    await page.keyboard.press("End");
    assertEquals(await page.evaluate("document.activeElement.dataset.cell"), "h2");
    assertEquals(await current.innerText(), "e5");
    // A letter is no key beside the board.
    await page.getByRole("button", { name: "Review the whole game" }).focus();
    await page.keyboard.press("f");
    await drawn(page);
    assertEquals(await corner.getAttribute("data-cell"), "a8");
    await page.getByRole("button", { name: "Turn the board" }).focus();
    await page.keyboard.press("f");
    await drawn(page);
    assertEquals(await corner.getAttribute("data-cell"), "h1");
    // A move of the list goes on to the next.
    await page.locator(".moves button.move").first().click();
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assertEquals(await current.innerText(), "e5");
    assertEquals(session.faults, []);
  },

  "the key of the analysis works where a button shows it, and never during a puzzle": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7`);
    const { page } = session;
    const press = async (tab: string): Promise<void> => {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator("#board [data-cell=e4]").focus();
      await page.keyboard.press("a");
      await drawn(page);
    };
    const pressed = (): Promise<string | null> =>
      page.locator("#panel-analysis button.primary").getAttribute("aria-pressed");
    for (const tab of ["Play", "Puzzle"]) {
      await press(tab);
      assertEquals(await pressed(), "false", tab);
    }
    for (const tab of ["Analysis", "What it learned"]) {
      await press(tab);
      assertEquals(await pressed(), "true", tab);
      // A key that is held is one key.
      await page.keyboard.down("a");
      await page.keyboard.down("a");
      await page.keyboard.down("a");
      await page.keyboard.up("a");
      await drawn(page);
      assertEquals(await pressed(), "false", tab);
    }
    assertEquals(session.faults, []);
  },

  "the settings list every key of the page, in both languages": async (browser, server) => {
    const names: [locale: string, settings: string, keys: string, listed: string[]][] = [
      ["en-GB", "Settings", "Keys", ["← →", "Home End", "f", "a", "↑ ↓ ← →", "Enter", "Esc"]],
      ["de-DE", "Einstellungen", "Tasten", ["← →", "Pos1 Ende", "f", "a", "↑ ↓ ← →", "Eingabe", "Esc"]],
    ];
    for (const [locale, settings, keys, listed] of names) {
      await using session = await visit(browser, server.url, { locale });
      const { page } = session;
      await page.getByRole("button", { name: settings }).click();
      const help = page.locator("dialog details");
      await help.locator("summary", { hasText: keys }).focus();
      await page.keyboard.press("Enter");
      await help.locator("tbody th").first().waitFor();
      assertEquals(await help.locator("tbody th").allInnerTexts(), listed);
      assertEquals(await seriousFaults(page), []);
      assertEquals(session.faults, []);
    }
  },

  "the focus goes on when what had it is hidden": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    await startGame(page);
    assertEquals(await focused(page), "play-status");
    await clickMove(page, "e2", "e4");
    await page.locator(".moves .move-row button.move").nth(1).waitFor();
    await resign(page);
    await waitForStatus(page, "White resigns");
    assertEquals(await focused(page), "play-status");
    await page.getByRole("button", { name: "Review the game" }).click();
    assertEquals(await focused(page), "tab-analysis");
    assertEquals(session.faults, []);
  },

  "the button of the speed test keeps the focus while the test runs, and starts no second one": async (
    browser,
    server,
  ) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    await page.getByRole("button", { name: "Settings" }).click();
    const start = page.getByRole("button", { name: "Test the speed" });
    await start.focus();
    await page.keyboard.press("Enter");
    await page.locator(".speed", { hasText: "Searching" }).waitFor();
    assertEquals(await focused(page), "Test the speed");
    assertEquals(await start.getAttribute("aria-disabled"), "true");
    // The one of the page, which starts with it, and that of the test.
    while (page.workers().length < 2) await page.waitForTimeout(50);
    await page.keyboard.press("Enter");
    await drawn(page);
    assertEquals(page.workers().length, 2);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assertEquals(session.faults, []);
  },

  "in a puzzle the focus goes to what comes next": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7&tab=puzzle`);
    const { page } = session;
    await page.locator("#panel-puzzle select").first().selectOption("black");
    await page.locator("#panel-puzzle select").nth(1).selectOption("blunder");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of 1" }).waitFor();
    assertEquals(await focused(page), "puzzle-text");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator("#puzzle-feedback", { hasText: "The best move is" }).waitFor();
    assertEquals(await focused(page), "Next");
    await page.keyboard.press("Enter");
    await page.locator("#puzzle-text", { hasText: "0 of 1 solved" }).waitFor();
    assertEquals(await focused(page), "puzzle-text");
    assertEquals(session.faults, []);
  },

  "the table of the moves keeps the focus while the engine learns": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5&tab=learned`);
    const { page } = session;
    await page.getByRole("button", { name: "Watch it learn" }).click();
    const first = page.locator("table.shares tbody td").first();
    await first.waitFor();
    await page.locator(".learned .scroller").focus();
    const facts = page.locator(".learned .facts").first();
    await facts.filter({ hasNotText: await facts.innerText() }).waitFor();
    assert(await page.evaluate("document.activeElement.matches('.learned .scroller')"));
    // The row below the pointer shows its move on the board until the pointer leaves the table.
    await first.hover();
    await page.locator(".arrow.hint").waitFor();
    await page.locator(".learned .legend").hover();
    await page.locator(".arrow.hint").waitFor({ state: "detached" });
    assertEquals(session.faults, []);
  },

  "messages are in the window that is open, and cover nothing that stays": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    await page.evaluate(`
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} } });
      Storage.prototype.setItem = () => { throw new DOMException("No", "QuotaExceededError"); };
      true;
    `);
    await clickMove(page, "e2", "e4");
    const error = page.locator(".notice.error", { hasText: "keeps nothing" });
    const [notice, settings] = [await error.boundingBox(), await page.locator("header button").boundingBox()];
    assert(notice !== null && settings !== null && notice.y >= settings.y + settings.height);
    await page.getByRole("button", { name: "Load or save a position or game" }).click();
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await page.locator("dialog .notice", { hasText: "Copied." }).waitFor();
    assertEquals(await spoken(page), ["Copied."]);
    assertEquals(await page.locator("dialog .visually-hidden[role=status]").count(), 1);
    await page.locator("dialog .notice.error").getByRole("button", { name: "Close" }).click();
    await error.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.locator("body > .notices .notice", { hasText: "Copied." }).waitFor();
    assertEquals(session.faults, []);
  },

  "the side to move, a check and an evaluation are words, in the user's language": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#fen=6k1/5ppp/8/8/8/8/8/R6K_w_-_-_0_1&tab=analysis`, {
      locale: "de-DE",
    });
    const { page } = session;
    await drawn(page);
    assertEquals(await page.locator(".player", { hasText: "am Zug" }).locator(".name").allInnerTexts(), ["Weiß"]);
    await page.getByRole("button", { name: "Analysieren", exact: true }).click();
    await page.locator(".eval-bar[aria-valuetext='Weiß setzt in 1 matt']").waitFor();
    await clickMove(page, "a1", "a8");
    await page.locator(".player", { hasText: "am Zug" }).waitFor({ state: "detached" });
    assertEquals(await spoken(page), ["Ra8#. Schach."]);
    assertEquals(session.faults, []);
  },

  "the theme that was chosen is there before the page's script": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    const colours = (): Promise<unknown> =>
      page.evaluate("[...document.querySelectorAll('meta[name=theme-color]')].map(({ content }) => content)");
    assertEquals(await colours(), ["#f4f5f7", "#14171c"]);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Appearance").selectOption("dark");
    assertEquals(await colours(), ["#14171c", "#14171c"]);
    assertEquals(session.faults, []);
    await page.route("**/page.js", (route) => route.abort());
    await page.reload();
    assertEquals(await page.evaluate("document.documentElement.dataset.theme"), "dark");
    assertEquals(await colours(), ["#14171c", "#14171c"]);
  },
});
