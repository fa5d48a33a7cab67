/** The story: the depths of the search one after the other, and the sentences of the library. @module */

import { assert, assertEquals, assertGreater, assertStringIncludes } from "@std/assert";
import { Engine } from "../../engine/engine.ts";
import { onPage, testPage, waitUntil } from "./browser.ts";
import { BRIEF_DEPTH } from "./page_server.ts";

const MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
const DEPTH = BRIEF_DEPTH;
/** The depths at which the sentences are compared with those of the library. */
const COMPARED = [1, 5, DEPTH];

testPage({
  "a slider, moved by pointer or keys, shows what was known after each depth": onPage(async (page) => {
    await page.locator("#panel-analysis .menu summary").click();
    await page.getByLabel("Lines").selectOption("1");
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.getByRole("button", { name: "Watch it learn" }).click();
    const slider = page.getByRole("slider", { name: "Search depth" });
    await waitUntil(page, `document.querySelector(".replay input")?.max === "${DEPTH}"`);
    await page.locator(".facts", { hasText: `Depth ${DEPTH}/` }).waitFor();
    assertEquals([await slider.getAttribute("min"), await slider.inputValue()], ["1", `${DEPTH}`]);

    // At the same depth, the library's engine has learned the same.
    await using engine = await Engine.start({ hash: 64 });
    const story = (): Promise<[san: string, text: string][]> =>
      page.locator(".trust-move").evaluateAll((moves) =>
        moves.map((move) => [
          move.querySelector("b")?.textContent?.replace(" ★", "") ?? "",
          move.querySelector("p")?.textContent ?? "",
        ])
      );
    const told = new Set<string>();
    await slider.focus();
    await page.keyboard.press("Home");
    for (let depth = 1; depth <= DEPTH; depth++) {
      const label = `after depth ${depth}`;
      await page.locator(".replay output", { hasText: new RegExp(`${label}$`) }).waitFor();
      assertEquals(await slider.getAttribute("aria-valuetext"), label);
      const shown = await story();
      assertEquals(shown.length, 3);
      if (COMPARED.includes(depth)) {
        await engine.newGame();
        await engine.analyse({ moves: MOVES }, { depth }).result;
      }
      for (const [san, text] of COMPARED.includes(depth) ? shown : []) {
        assertEquals(text, (await engine.explain({ moves: MOVES }, san)).text, `${label}: ${san}`);
      }
      told.add(JSON.stringify(shown));
      assertEquals(await page.locator(".arrow.trust").count(), 3);
      await page.keyboard.press("ArrowRight");
    }
    assertGreater(told.size, 3);
    // The keys of the slider do not affect the board.
    assertStringIncludes(page.url(), MOVES.join(","));
    const box = await slider.boundingBox();
    assert(box !== null);
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await page.locator(".replay output", { hasText: /^after depth 1$/ }).waitFor();
    // After a click, letters go to the board and arrow keys to the slider.
    await page.keyboard.press("ArrowRight");
    await page.locator(".replay output", { hasText: /^after depth 2$/ }).waitFor();
    await page.keyboard.press("f");
    await page.waitForURL(/view=black/);
    assertEquals(await page.locator(".replay output").innerText(), "after depth 2");
    // Another position starts the story again.
    await page.getByRole("button", { name: "Previous move" }).click();
    await waitUntil(page, 'document.querySelector(".replay output")?.textContent !== "after depth 2"');
  }, { at: `#moves=${MOVES.join(",")}&tab=analysis` }),
});
