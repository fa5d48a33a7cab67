/** Reports of `hindsight analyse --html` in headless Chromium, opened from disk. Ignored without Chromium. @module */

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { withFolder } from "../folder.ts";
import { runHindsight } from "../shell/process.ts";
import { openPage, seriousFaults, testPage } from "./browser.ts";

const PGN = `[Event "A tournament with a very long name that does not fit into the width of a phone"]
[White "Anna"]
[Black "Bert"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Carl"]
[Black "Dora"]

1. f3 e5 2. g4 Qh4# 0-1
`;

/** The pieces on the board, as screen readers see them. */
async function board(page: Page): Promise<string> {
  return await page.locator("#board").getAttribute("aria-label") ?? "";
}

type ReportTest = (browser: Browser, url: string) => Promise<void>;

const TESTS: Readonly<Record<string, ReportTest>> = {
  "buttons, list, keys and graph step through the moves": async (browser, url) => {
    await using session = await openPage(browser, url);
    const { page } = session;
    assertMatch(await board(page), /^Start\. White: rook a1|^Start\. White: pawn a2/);
    await page.getByRole("button", { name: "Next move" }).click();
    assertMatch(await board(page), /^1\. e4\. .*pawn e4/);
    await page.keyboard.press("ArrowRight");
    assertMatch(await board(page), /^1\.\.\. e5\./);
    await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "Qh5" }).click();
    assertMatch(await board(page), /^2\. Qh5\./);
    assertEquals(await page.locator(".moves [aria-current=true]").count(), 1);
    await page.keyboard.press("End");
    assertMatch(await board(page), /^4\. Qxf7#\./);
    const graph = page.getByRole("img", { name: "White's chance to win after every move" });
    await graph.click({ position: { x: 12, y: 60 } });
    assertMatch(await board(page), /^Start\./);
    assertEquals(await page.locator("#board use").count(), 32);
    assertEquals(session.faults, []);
  },

  "an error leads to its better line, which can be stepped through and left": async (browser, url) => {
    await using session = await openPage(browser, url);
    const { page } = session;
    await page.getByRole("button", { name: "3... Nf6" }).click();
    assertMatch(await board(page), /^3\.\.\. Nf6\./);
    assertMatch(await page.locator("#note").innerText(), /Blunder/);
    const better = await page.locator("#note .move").first().innerText();
    await page.locator("#note .move").first().click();
    assert((await board(page)).startsWith(`${better}.`));
    assertEquals(await page.locator("#board.in-line").count(), 1);
    await page.keyboard.press("ArrowRight");
    assertMatch(await board(page), /^4\. /);
    await page.getByRole("button", { name: "Back to the game" }).click();
    assertMatch(await board(page), /^3\.\.\. Nf6\./);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Error →" }).click();
    assertNotEquals(await page.locator("#note").getAttribute("data-judgement"), "");
    await page.getByRole("button", { name: "Flip the board" }).click();
    assertEquals(await page.locator("#bottom .name").innerText(), "Bert");
    assertEquals(session.faults, []);
  },

  "the coordinates are above the mark of the last move": async (browser, url) => {
    await using session = await openPage(browser, `${url}#1.1`);
    const order = await session.page.locator("#board .mark, #board .coordinate").evaluateAll((found) =>
      found.map(({ classList }) => classList[0])
    );
    assertEquals(order, ["mark", "mark", ...new Array(16).fill("coordinate")]);
    assertEquals(session.faults, []);
  },

  "a game can be chosen from the list, and the address leads back to that game": async (browser, url) => {
    await using session = await openPage(browser, url);
    const { page } = session;
    await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "2. Carl – Dora · 0–1" });
    assertEquals(await page.locator("section:visible h2").innerText(), "Carl – Dora");
    await page.locator("#board").click();
    await page.keyboard.press("End");
    assertMatch(await board(page), /^2\.\.\. Qh4#\./);
    await using again = await openPage(browser, page.url());
    assertMatch(await board(again.page), /^2\.\.\. Qh4#\./);
    assertEquals([...session.faults, ...again.faults], []);
  },

  "a report has no serious accessibility fault, dark or light, on a desktop or a phone": async (browser, url) => {
    for (const isPhone of [false, true]) {
      await using session = await openPage(browser, `${url}#1.6`, {
        colorScheme: isPhone ? "dark" : "light",
        isPhone,
        ...(isPhone ? { viewport: { width: 390, height: 844 } } : {}),
      });
      const { page } = session;
      assertEquals(await seriousFaults(page), [], isPhone ? "phone" : "desktop");
      assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "it is too wide");
      assertEquals(session.faults, []);
    }
  },
};

testPage({
  "a report in Chromium": (browser, _, t) =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/in.pgn`, PGN);
      const { code, stdout } = await runHindsight(
        ["analyse", "in.pgn", "--nodes", "3000", "--html", "report.html"],
        { folder },
      );
      assertEquals(code, 0);
      assertMatch(stdout, /\n\nReport: report\.html\n$/);
      for (const [name, test] of Object.entries(TESTS)) {
        await t.step(name, () => test(browser, `file://${folder}/report.html`));
      }
    }),
});
