/** Other things that players expect: premoves, sounds, other sets of pieces, glyphs. @module */

import { assertEquals, assertNotEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { clickMove, dragMove, middleOf, movesOf, onPage, open, pieceOn, seriousFaults, testInPage } from "./browser.ts";
import { testPage, visit, waitUntil } from "./browser.ts";
import { PageServer } from "./page_server.ts";
import { loadText, waitForMoves, waitForStatus } from "./steps.ts";

/** Records in `tones` the pitches of the tones that the page plays. */
const LISTEN = `
  globalThis.tones = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...at) {
    tones.push(this.frequency.value);
    start.apply(this, at);
  };
`;

testPage({
  "a move entered while the engine thinks is played after the answer, and a picked piece stays picked": async (
    browser,
  ) => {
    const premoves = (page: Page, count: number): Promise<void> =>
      waitUntil(page, `document.querySelectorAll(".mark.premove").length === ${2 * count}`);
    // Castling is possible whatever Black's king does, and the king is never where the pawn could capture it.
    const cases = [["e1", "g1", "O-O", false], ["e4", "d5", null, false], ["e1", "g1", "O-O", true]] as const;
    for (const [from, to, played, isPicked] of cases) {
      await using server = new PageServer(false);
      const network = Promise.withResolvers<void>();
      // The engine cannot answer until the network is loaded.
      server.pauses.set("/network.bin", network.promise);
      await using session = await visit(browser, `${server.url}#fen=4k3/8/8/8/8/8/4P3/4K2R_w_K_-_0_1`);
      const { page } = session;
      await page.locator("#panel-play select").nth(2).selectOption("shown");
      await page.getByRole("button", { name: "Start the game" }).click();
      await waitForStatus(page, "Your move.");
      await clickMove(page, "e2", "e4");
      await dragMove(page, "e4", "e5");
      await premoves(page, 1);
      assertEquals(await pieceOn(page, "e4"), "white pawn");
      // Another click takes the move back.
      const { x, y } = await middleOf(page, "a6");
      await page.mouse.click(x, y);
      await premoves(page, 0);
      await clickMove(page, from, to);
      await premoves(page, 1);
      assertEquals(await seriousFaults(page), []);
      assertEquals(await page.locator(".spoken").innerText(), `Your next move: ${from} to ${to}.`);
      const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
      if (isPicked) await page.mouse.click(start.x, start.y);
      network.resolve();
      await premoves(page, 0);
      await waitForStatus(page, "Your move.");
      if (isPicked) await page.mouse.click(end.x, end.y);
      if (played !== null) await waitForMoves(page, 3);
      const [own, , next] = await movesOf(page);
      assertEquals([own, next?.replace("+", "") ?? null], ["e4", played]);
      assertEquals(session.faults, []);
    }
  },

  "moves have sounds if the user wants them, and each kind of move has its own tones": onPage(async (page) => {
    await clickMove(page, "e2", "e4");
    await waitForMoves(page, 1);
    assertEquals(await page.evaluate("tones.length"), 0);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Sounds").check();
    assertEquals(await seriousFaults(page), []);
    await page.keyboard.press("Escape");
    await loadText(page, "1. e4 d5 2. exd5 c6 3. Bb5 a6 4. Bxc6+ *");
    await waitForMoves(page, 7);
    const kinds: string[] = [];
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press("ArrowRight");
      kinds.push(await page.evaluate("tones.splice(0).join('-')"));
    }
    assertEquals(kinds[0], kinds[1]);
    assertEquals(new Set(kinds).size, 3);
    assertEquals([kinds[2].includes("-"), kinds[6].includes("-")], [true, true]);
  }, { at: "#tab=analysis", script: LISTEN }),
});

testInPage({
  "another set of pieces is shown everywhere immediately, and at the next visit": async (page) => {
    await open(page, "");
    const shape = (): Promise<string | null> => page.locator("#wn path").getAttribute("d");
    const classic = await shape();
    const shapes = new Set([classic]);
    for (const set of ["blocks", "discs"]) {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByLabel("Pieces").selectOption(set);
      await waitUntil(
        page,
        `document.querySelector("#wn path").getAttribute("d") !== ${JSON.stringify([...shapes].at(-1))}`,
      );
      shapes.add(await shape());
      assertEquals(await page.locator("#cm-chessboard-sprite path").count(), 12);
      await page.keyboard.press("Escape");
    }
    assertEquals(shapes.size, 3);
    await page.reload();
    await waitUntil(page, `document.querySelector("#wn path")?.getAttribute("d") === ${JSON.stringify(await shape())}`);
    assertNotEquals(await shape(), classic);
    await page.evaluate("localStorage.removeItem('hindsight.settings')");
    await page.reload();
    await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
  },

  "every glyph with a sign is shown, and a review replaces the glyph of an earlier judgement": async (page) => {
    await open(page, "moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&mark=1:1,14&mark=2:44&mark=6:2,13&tab=analysis");
    const moves = page.locator(".moves .move-row button.move");
    const texts = async (): Promise<string[]> => (await moves.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    assertEquals((await texts()).filter((_, i) => [0, 1, 5].includes(i)), ["e4! ⩲", "e5=∞", "Nf6? ∞"]);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".accuracies").waitFor();
    assertEquals((await texts())[5], "Nf6?? ∞");
    assertEquals((await texts())[0], "e4! ⩲");
  },
});
