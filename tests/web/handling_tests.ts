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
};
