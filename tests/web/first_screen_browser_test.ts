/** The first screen shows what is special about this engine, and leads to a demonstration. @module */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FIRST_DEMO, TOUR } from "../../web/text/learning.ts";
import { open, seriousFaults, testInPage, waitUntil } from "./browser.ts";

const TEASER = { name: "Watch it learn" } as const;

testInPage({
  "the first screen leads to a position in which learning saves work, as does a new game's story": async (page) => {
    await open(page, "");
    const teaser = page.locator("#panel-play").getByRole("button", TEASER);
    assertStringIncludes(
      await teaser.innerText(),
      `without its memory, it needs ${FIRST_DEMO.factor.toFixed(1)}× the work`,
    );
    assertEquals(await teaser.locator(".arrow.trust").count(), 3);
    assertEquals(await seriousFaults(page), []);
    await teaser.click();
    const learned = page.locator("#panel-learned");
    for (let i = 0; i < 2; i++) {
      await learned.getByRole("button", { name: "Stop" }).waitFor();
      assertEquals(new URL(page.url()).hash, `#${FIRST_DEMO.address}&tab=learned`);
      await open(page, "tab=learned");
      if (i === 0) await learned.getByRole("button", TEASER).click();
    }
    // The user's own game stays, without the picture of another game.
    await open(page, "moves=e2e4&tab=learned");
    await learned.getByRole("button", TEASER).click();
    await page.waitForURL(/#moves=e2e4&/);
    await page.getByRole("tab", { name: "Play" }).click();
    assertEquals(await teaser.count(), 0);
  },

  "at the next visit, the first screen shows the latest demonstration": async (page) => {
    await open(page, `${FIRST_DEMO.address.replace(",d7d6", "")}&tab=learned`);
    await page.evaluate(`localStorage.setItem("hindsight.demo", JSON.stringify({
      form: 1, address: "moves=e2e4", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", factor: 12.34,
      frames: ["e7e5:10", "c7c5:30,e7e5:20"],
    }))`);
    await open(page, "");
    const teaser = page.locator("#panel-play").getByRole("button", TEASER);
    assertMatch(await teaser.innerText(), /12× the work/);
    assertEquals(await teaser.locator(".arrow.trust").count(), 2);
    await teaser.click();
    await page.waitForURL(/#moves=e2e4&tab=learned/);
    await page.evaluate('localStorage.removeItem("hindsight.demo")');
  },

  "a step of the tour that is left immediately reports nothing about its unfinished search": async (page) => {
    await open(page, "tab=learned");
    await page.getByRole("button", { name: "Tour" }).click();
    for (let step = 1; step < TOUR.length; step++) {
      await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    await page.locator(".tour strong").waitFor();
    assertEquals(await page.locator(".notice").count(), 0);
    // The second step shows a piece of the side to move, most of whose moves have failed.
    for (let step = TOUR.length; step > 2; step--) {
      await page.getByRole("button", { name: "Back", exact: true }).click();
    }
    await waitUntil(page, "document.querySelectorAll('.heat-cell').length > 3");
    await page.locator(".trust h2", { hasText: "The black bishop on f8" }).waitFor();
    await page.getByRole("button", { name: "End the tour" }).click();
  },

  "the parts are in groups, and the group of parts that are worth about nothing is closed": async (page) => {
    await open(page, "tab=learned");
    await page.locator(".parts > summary").click();
    // The opened list is in sight.
    await waitUntil(page, "document.querySelector('.parts > summary').getBoundingClientRect().top < 100");
    const groups = page.locator(".parts > section");
    assertEquals(await groups.locator("h3").allInnerTexts(), ["Moves", "After the same moves", "Corrections"]);
    assertEquals(await groups.locator("li:visible").count(), 7);
    for (const summary of await groups.locator("summary").all()) await summary.click();
    assertEquals(await groups.locator("li:visible").count(), 18);
    assertEquals(await seriousFaults(page), []);
  },
});
