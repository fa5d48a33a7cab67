/**
 * How the page takes what the user does with its board, its lists and its windows: nothing jumps, turns or is lost.
 *
 * They are tests of `page_test.ts`, which builds the page and starts the browser.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { Game } from "../../engine/games/game.ts";
import { drawn, type PageTest, visit } from "./browser.ts";

/** A game with more moves than the list has room for: the legal moves in turn. */
function longGame(): string {
  const game = new Game();
  while (game.ply < 80) {
    const moves = game.legalMoves();
    game.move(moves[7 * game.ply % moves.length].uci);
  }
  return game.playedMoves().map(({ uci }) => uci).join(",");
}

/** Where the list of moves is scrolled to. */
function scrollOf(page: Page): Promise<number> {
  return page.locator(".moves").evaluate((list) => Math.round(list.scrollTop));
}

/** The side whose pieces the library draws at the bottom. */
async function bottomOf(page: Page): Promise<"white" | "black"> {
  const [white, black] = await Promise.all(
    ["wk", "bk"].map((piece) => page.locator(`#board [data-piece=${piece}]`).boundingBox()),
  );
  assert(white !== null && black !== null);
  return white.y > black.y ? "white" : "black";
}

/** Tests of handling. */
export const HANDLING_TESTS: Readonly<Record<string, PageTest>> = {
  "the list of moves stays where the user has scrolled it while the engine reports": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=${longGame()}&tab=analysis`);
    const { page } = session;
    // The end of the game is shown, and in sight.
    assertGreater(await scrollOf(page), 100);
    await page.locator(".moves").evaluate((list) => list.scrollTop = 40);
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    const facts = page.locator(".analysis .facts");
    await facts.filter({ hasText: "Depth" }).waitFor();
    const before = await facts.innerText();
    await facts.filter({ hasNotText: before }).waitFor();
    assertEquals(await scrollOf(page), 40);
    // Another position is brought into sight, also the start, and after the list was hidden.
    await page.getByRole("button", { name: "One move back" }).click();
    await drawn(page);
    assertGreater(await scrollOf(page), 100);
    await page.getByRole("button", { name: "To the start" }).click();
    await drawn(page);
    assertEquals(await scrollOf(page), 0);
    await page.getByRole("tab", { name: "What it learned" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await drawn(page);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await drawn(page);
    assertGreater(await scrollOf(page), 100);
    assertEquals(session.faults, []);
  },

  "the focus stays on its square when the board is turned": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    await page.locator("#board [data-cell=g1]").focus();
    await page.keyboard.press("f");
    await page.locator("[role=gridcell]").first().and(page.locator("[data-cell=h1]")).waitFor();
    const focused = (): Promise<unknown> => page.evaluate("document.activeElement.dataset.cell");
    assertEquals(await focused(), "g1");
    await page.keyboard.press("Enter");
    await page.locator("#board [data-cell=g1][aria-selected=true]").waitFor();
    // Below is the side of Black.
    await page.keyboard.press("ArrowDown");
    assertEquals(await focused(), "g2");
    assertEquals(session.faults, []);
  },

  "a board that is turned again before its first turn is over shows what is wanted": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    const ends: [turns: number, bottom: "white" | "black"][] = [[2, "white"], [3, "black"], [2, "black"], [5, "white"]];
    for (const [turns, bottom] of ends) {
      // One turn for each frame: the library needs more than one.
      await page.evaluate(`(async () => {
        const turn = document.querySelector("[aria-label='Turn the board']");
        for (let i = 0; i < ${turns}; i++) {
          turn.click();
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      })()`);
      for (let i = 0; i < 20; i++) await drawn(page);
      assertEquals(await bottomOf(page), bottom);
      const first = await page.locator("[role=gridcell]").first().getAttribute("data-cell");
      assertEquals(first, bottom === "white" ? "a8" : "h1");
    }
    assertEquals(session.faults, []);
  },
};
