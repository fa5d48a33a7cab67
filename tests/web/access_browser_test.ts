/** The page with keyboard and screen reader: keys, focus, what is spoken, messages. @module */

import { assert, assertEquals, assertLessOrEqual, assertNotEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { clickMove, onPage, open, resize, seriousFaults, testInPage, testPage, visit } from "./browser.ts";
import { ENDLESS } from "./page_server.ts";
import { resign, startGame, waitForMoves, waitForStatus } from "./steps.ts";

/** The element with the focus: its id, or its text if it has none. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate("document.activeElement.id || document.activeElement.textContent") as string;
}

/** The text that screen readers should speak. */
async function spoken(page: Page): Promise<string[]> {
  return await page.locator(".visually-hidden[role=status] p").allTextContents();
}

testInPage({
  "keys go to the element with the focus if it uses them": async (page) => {
    await open(page, "moves=e2e4,e7e5&tab=analysis");
    const current = page.locator(".moves [aria-current=true]");
    const corner = page.locator("[role=gridcell]").first();
    // In the list, the Home key scrolls.
    await page.locator(".moves").focus();
    await page.keyboard.press("Home");
    assertEquals(await current.textContent(), "e5");
    // On a tab, keys go from tab to tab.
    await page.getByRole("tab", { name: "Analysis" }).focus();
    await page.keyboard.press("Home");
    assertEquals(await focused(page), "tab-play");
    await page.keyboard.press("End");
    assertEquals(await focused(page), "tab-learned");
    await page.getByRole("tab", { name: "Analysis" }).click();
    // A key makes the focus visible. On the board, keys move the focus.
    await page.keyboard.press("Tab");
    await page.locator("#board [data-cell=e2]").focus();
    await page.keyboard.press("End");
    assertEquals(await page.evaluate("document.activeElement.dataset.cell"), "h2");
    assertEquals(await current.textContent(), "e5");
    // Letters are shortcuts everywhere except in text fields.
    await page.getByRole("button", { name: "Flip the board" }).focus();
    await page.keyboard.press("f");
    assertEquals(await corner.getAttribute("data-cell"), "h1");
    await page.getByPlaceholder("Type a move").focus();
    await page.keyboard.press("f");
    assertEquals(await corner.getAttribute("data-cell"), "h1");
    // From a move in the list, the right arrow key goes to the next move.
    await page.locator(".moves button.move").first().click();
    await page.keyboard.press("ArrowRight");
    assertEquals(await current.textContent(), "e5");
  },

  "the shortcut of the analysis works where its button is shown, and never during a puzzle": async (page) => {
    await open(page, "moves=e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7");
    const press = async (tab: string): Promise<void> => {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator("#board [data-cell=e4]").focus();
      await page.keyboard.press("a");
    };
    const button = page.locator("[role=tabpanel]:not([hidden]) button.primary[aria-pressed]");
    for (const tab of ["Analysis", "How it learns"]) {
      // In these tabs the shortcut must do nothing.
      for (const other of ["Play", "Puzzle"]) {
        await press(other);
        assertEquals(await button.count(), 0);
      }
      await page.getByRole("tab", { name: tab }).click();
      assertEquals(await button.getAttribute("aria-pressed"), "false", tab);
      await press(tab);
      assertEquals(await button.getAttribute("aria-pressed"), "true", tab);
      // A held key counts once.
      await page.keyboard.down("a");
      await page.keyboard.down("a");
      await page.keyboard.down("a");
      await page.keyboard.up("a");
      assertEquals(await button.getAttribute("aria-pressed"), "false", tab);
    }
  },

  "the settings list every shortcut of the page": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Settings" }).click();
    // Waits until the window has the focus.
    await page.locator("dialog :focus").waitFor();
    const help = page.locator("dialog details");
    await help.locator("summary", { hasText: "Keyboard shortcuts" }).focus();
    await page.keyboard.press("Enter");
    await help.locator("tbody th").first().waitFor();
    const listed = ["← →", "Home End", "f", "a", "n", "x", "↑ ↓ ← →", "Enter", "Esc", "right mouse button"];
    assertEquals(await help.locator("tbody th").allInnerTexts(), listed);
    assertEquals(await seriousFaults(page), []);
  },

  "Escape closes the options of the analysis": async (page) => {
    await open(page, "moves=e2e4&tab=analysis");
    await page.locator(".menu summary").focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Stop at depth").focus();
    await page.keyboard.press("Escape");
    assertEquals(await page.locator(".menu[open]").count(), 0);
    assertEquals(await focused(page), "Options");
  },

  "after a click, keys control the board": async (page) => {
    await open(page, "moves=e2e4,e7e5,g1f3&tab=analysis");
    const current = page.locator(".moves [aria-current=true]");
    const clicks = [page.getByRole("tab", { name: "Analysis" }), page.getByRole("button", { name: "Flip the board" })];
    for (const place of [...clicks, page.locator(".moves")]) {
      await page.getByRole("button", { name: "Go to the end" }).click();
      await place.click({ position: { x: 3, y: 3 } });
      await page.keyboard.press("ArrowLeft");
      const found = [await current.textContent(), await page.locator("[role=tab][aria-selected=true]").innerText()];
      assertEquals(found, ["e5", "Analysis"]);
    }
    const corner = page.locator("[role=gridcell]").first();
    const before = await corner.getAttribute("data-cell");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.keyboard.press("f");
    assertNotEquals(await corner.getAttribute("data-cell"), before);
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    // If a tab has the focus without a click, keys go from tab to tab.
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Settings" }).focus();
    await page.getByRole("tab", { name: "Analysis" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Puzzles", selected: true }).waitFor();
  },

  "the focus moves on when its element is hidden": async (page) => {
    await open(page, "");
    await startGame(page);
    assertEquals(await focused(page), "play-status");
    await clickMove(page, "e2", "e4");
    await page.locator(".moves .move-row button.move").nth(1).waitFor();
    await resign(page);
    await waitForStatus(page, "White resigns");
    assertEquals(await focused(page), "play-status");
    await page.getByRole("button", { name: "Review the game" }).click();
    assertEquals(await focused(page), "panel-analysis");
  },

  "in a puzzle the focus goes to the next step": async (page) => {
    await open(page, "moves=e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7&tab=puzzle");
    await page.locator("#panel-puzzle select").first().selectOption("black");
    await page.locator("#panel-puzzle select").nth(1).selectOption("blunder");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of 1" }).waitFor();
    assertEquals(await focused(page), "puzzle-text");
    // The next step is in sight even in a small window.
    await resize(page, 640, 400);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator("#puzzle-feedback", { hasText: "The best move is" }).waitFor();
    assertEquals(await focused(page), "Next");
    assertLessOrEqual(await page.evaluate("document.activeElement.getBoundingClientRect().bottom") as number, 400);
    await page.keyboard.press("Enter");
    await page.locator("#puzzle-text", { hasText: "0 of 1 solved" }).waitFor();
    assertEquals(await focused(page), "puzzle-text");
    await resize(page, 1280, 800);
  },

  "the side to move, a check and an evaluation are given in words": async (page) => {
    await open(page, "fen=6k1/5ppp/8/8/8/8/8/R6K_w_-_-_0_1&tab=analysis");
    assertEquals(await page.locator(".player", { hasText: "to move" }).locator(".name").allInnerTexts(), ["White"]);
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".eval-bar[aria-valuetext='White mates in 1']").waitFor();
    await clickMove(page, "a1", "a8");
    await page.locator(".player", { hasText: "to move" }).waitFor({ state: "detached" });
    assertEquals(await spoken(page), ["Ra8#. Check."]);
  },

  "the button of the speed test keeps the focus while the test runs, and starts no second test": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Settings" }).click();
    const start = page.getByRole("button", { name: "Test the speed" });
    await start.focus();
    await page.keyboard.press("Enter");
    await page.locator(".speed", { hasText: "Searching" }).waitFor();
    assertEquals(await focused(page), "Test the speed");
    assertEquals(await start.getAttribute("aria-disabled"), "true");
    // Waits for the worker of the page, which starts with the page, and the worker of the speed test.
    while (page.workers().length < 2) await page.waitForTimeout(50);
    await page.keyboard.press("Enter");
    assertEquals(page.workers().length, 2);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  },

  "with forced colours the chosen element has a border, and the board keeps its colours": async (page) => {
    await open(page, "moves=e2e4,e7e5&tab=analysis&on=1");
    await page.emulateMedia({ forcedColors: "active" });
    const style = (selector: string, name: string): Promise<string> =>
      page.locator(selector).first().evaluate(
        (part, key) => part.ownerDocument.defaultView?.getComputedStyle(part).getPropertyValue(key) ?? "",
        name,
      );
    const pairs = [
      ["[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
      [".moves [aria-current=true]", ".moves button.move:not([aria-current])"],
    ];
    for (const [chosen, other] of pairs) {
      assertNotEquals(await style(chosen, "background-color"), await style(other, "background-color"), chosen);
      assertEquals(await style(chosen, "border-top-width"), "2px", chosen);
    }
    // The side to move, the bar and the squares are drawn in their own colours.
    for (const part of [".player[data-turn] .swatch", ".eval-bar", ".board"]) {
      assertEquals(await style(part, "forced-color-adjust"), "none", part);
    }
    // On a phone the border does not make the page too wide.
    await resize(page, 390, 844);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
    await page.emulateMedia({ forcedColors: "none" });
  },
});

testPage({
  "the table of the moves keeps the focus while the engine learns": onPage(async (page) => {
    await page.locator("summary", { hasText: "All values" }).click();
    const first = page.locator("table.shares tbody td").first();
    await first.waitFor();
    await page.locator(".numbers .scroller").focus();
    const facts = page.locator(".learned .facts").first();
    await facts.filter({ hasNotText: await facts.innerText() }).waitFor();
    assert(await page.evaluate("document.activeElement.matches('.numbers .scroller')"));
    // The board shows the move of the row below the pointer until the pointer leaves the table.
    await first.hover();
    await page.locator(".arrow.hint").waitFor();
    await page.locator("header h1").hover();
    await page.locator(".arrow.hint").waitFor({ state: "detached" });
  }, { at: "#moves=e2e4,e7e5&tab=learned&on=1", depth: ENDLESS }),

  "messages appear in the open window, and the message that the browser stores no data stays until the next move":
    onPage(async (page) => {
      await page.evaluate(`
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} } });
      Storage.prototype.setItem = () => { throw new DOMException("No", "QuotaExceededError"); };
      true;
    `);
      const controls = await page.locator(".controls").boundingBox();
      await clickMove(page, "e2", "e4");
      const error = page.locator(".notice.error", { hasText: "stores no data" });
      await error.waitFor();
      // The message does not move other elements.
      assertEquals(await page.locator(".controls").boundingBox(), controls);
      await page.getByRole("button", { name: "Load or save a position or game" }).click();
      await page.locator("dialog .notice.error", { hasText: "stores no data" }).waitFor();
      await page.getByRole("button", { name: "Copy FEN" }).click();
      await page.locator("dialog .notice", { hasText: "Copied." }).waitFor();
      assertEquals(await spoken(page), ["Copied."]);
      assertEquals(await page.locator("dialog .visually-hidden[role=status]").count(), 1);
      await page.keyboard.press("Escape");
      await page.locator("#app > .notices .notice", { hasText: "Copied." }).waitFor();
      await clickMove(page, "e7", "e5");
      await error.waitFor({ state: "detached" });
      // The message appears only once.
      await waitForMoves(page, 2);
      assertEquals(await error.count(), 0);
    }, { at: "#tab=analysis" }),

  "the chosen theme is set before the page's script runs": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    const colours = (): Promise<unknown> =>
      page.evaluate("[...document.querySelectorAll('meta[name=theme-color]')].map(({ content }) => content)");
    assertEquals(await colours(), ["#f7f4ed", "#171513"]);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Appearance").selectOption("dark");
    assertEquals(await colours(), ["#171513", "#171513"]);
    assertEquals(session.faults, []);
    await page.route("**/page.js", (route) => route.abort());
    await page.reload();
    assertEquals(await page.evaluate("document.documentElement.dataset.theme"), "dark");
    assertEquals(await colours(), ["#171513", "#171513"]);
  },
});
