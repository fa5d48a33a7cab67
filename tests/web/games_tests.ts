/**
 * What the page shows of a whole game: opening, accuracy by phase.
 *
 * They are tests of `page_test.ts`, which builds the page and starts the browser.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type PageTest, visit } from "./browser.ts";

const SCHOLARS_MATE = "e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7";

/** The tests by their names. */
export const GAMES_TESTS: Readonly<Record<string, PageTest>> = {
  "a game has the name of its opening, and a review the accuracy of each phase": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=${SCHOLARS_MATE}&tab=analysis`);
    const { page } = session;
    assertEquals(await page.locator(".opening").innerText(), "C23 Bishop's Opening");
    await page.getByRole("button", { name: "Review the whole game" }).click();
    const table = page.getByRole("table", { name: "Accuracy by phase of the game" });
    await table.waitFor();
    assertEquals(await table.locator("thead th").allInnerTexts(), ["opening"]);
    assertEquals(await table.locator("tbody td").count(), 2);
    assertEquals(session.faults, []);
  },
};
