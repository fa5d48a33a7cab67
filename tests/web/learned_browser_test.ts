/** What the page shows about learning: the story, the tour, every number. @module */

import { assertEquals, assertGreater, assertGreaterOrEqual, assertLessOrEqual, assertMatch } from "@std/assert";
import { assertNotEquals, assertStringIncludes } from "@std/assert";
import { Engine } from "../../engine/engine.ts";
import { Game } from "../../engine/games/game.ts";
import { describeHistories } from "../../engine/view/histories_view.ts";
import { SYSTEMS } from "../../engine/view/systems.ts";
import { LAB_DEPTH } from "../../web/engine/laboratory.ts";
import { PARTS, TOUR } from "../../web/text/learning.ts";
import { middleOf, onPage, open, seriousFaults, testInPage, testPage } from "./browser.ts";
import { BRIEF_DEPTH } from "./page_server.ts";

testInPage({
  "the heat map shows what the engine has learned, cell by cell": async (page) => {
    // This test comes first, so that the engine of the page has learned nothing else.
    const fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    await using engine = await Engine.start({ hash: 64 });
    const { depth } = await engine.analyse(fen, { depth: BRIEF_DEPTH }).result;
    const { butterfly, opponentButterfly, quiets } = describeHistories(await engine.inspect(fen), fen);
    await open(page, `fen=${fen.replaceAll(" ", "_")}&tab=analysis`);
    await page.locator("#panel-analysis .menu summary").click();
    await page.getByLabel("Lines").selectOption("1");
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.getByRole("button", { name: "Watch it learn" }).click();
    await page.locator(".learned .facts", { hasText: `Depth ${depth}/` }).waitFor();
    await page.locator("summary", { hasText: "All values" }).click();
    const show = page.getByLabel("The board shows");
    const quiet = Object.fromEntries(quiets.map(({ move, score }) => [move, score]));
    const looks = [
      { mode: "from", side: "mover", entries: butterfly, squares: ["a1", "c8", "c7"] },
      { mode: "from", side: "opponent", entries: opponentButterfly, squares: ["b8", "a8"] },
      { mode: "piece", side: null, entries: quiet, squares: ["a1", "c8"] },
    ];
    for (
      const { mode, side, entries, square } of looks.flatMap((look) =>
        look.squares.map((square) => ({ ...look, square }))
      )
    ) {
      await show.selectOption(mode);
      const sides = page.locator(".numbers select").nth(1);
      if (side === null) await sides.waitFor({ state: "detached" });
      else await sides.selectOption(side);
      const { x, y } = await middleOf(page, square);
      await page.mouse.move(x, y);
      await page.locator(".trust h2", { hasText: `${square}:` }).waitFor();
      const cells = await page.locator(".heat-cell").evaluateAll((found) =>
        found.map((cell) => [cell.getAttribute("data-heat"), Number(cell.getAttribute("data-value"))])
      );
      const own = Object.entries(entries).filter(([squares]) => squares.startsWith(square));
      assertEquals(cells.sort(), own.map(([squares, value]) => [squares.slice(2), value]).sort(), `${mode} ${square}`);
    }
  },

  "a search in which a history is switched off is compared with the search that has it": async (page) => {
    const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    await open(page, `moves=${moves.join(",")}&tab=learned`);
    await page.locator(".parts > summary").click();
    const tryOut = async (name: string): Promise<string[]> => {
      await page.locator(`[data-system=${name}]`).getByRole("button", { name: "Try" }).click();
      await page.locator(`table[data-system=${name}]`).waitFor();
      return await page.locator(`table[data-system=${name}] tbody td:nth-child(2)`).allInnerTexts();
    };
    const cells = await tryOut("malus");
    await using engine = await Engine.start({ hash: 16 });
    const { nodes } = await engine.analyse({ moves }, { depth: Math.min(LAB_DEPTH, BRIEF_DEPTH) }).result;
    assertEquals(cells[0], nodes.toLocaleString("en"));
    assertNotEquals(cells[1], cells[0]);
    // In the next experiment, everything is on again except the part that it is about.
    assertEquals((await tryOut("capture"))[0], cells[0]);
    // A part that the engine does not use is off in the usual search and on in the other one.
    const unused = await tryOut("counterMove");
    assertEquals(unused[1], cells[0]);
    assertNotEquals(unused[0], cells[0]);
    // The other systems are in a list, so every system can be tried.
    const further = page.getByLabel("More parts");
    assertEquals(await further.locator("option").count() - 1 + PARTS.length, SYSTEMS.length);
    await further.selectOption("lowPly");
    await page.locator("table[data-system=lowPly]").waitFor();
  },

  "the story says, like the engine, how much work learning saves and which moves it trusts": async (page) => {
    const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    await open(page, `moves=${moves.join(",")}&tab=learned&on=1`);
    await page.locator(".trust-move").nth(2).waitFor();
    assertEquals(await page.locator(".arrow.trust").count(), 3);
    await page.locator(".bars > div").nth(4).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    // The factor is the nodes without learning, divided by the nodes with learning.
    const title = await page.locator(".saving .big").getAttribute("title") ?? "";
    const [, on, off] = title.replaceAll(",", "").match(/: (\d+) nodes with learning (\d+) without/) ?? [];
    assertEquals(await page.locator(".saving strong").innerText(), `${(Number(off) / Number(on)).toFixed(1)}×`);
    // The story says when the lessons are deleted.
    const actual = await page.locator("section.trust").innerText();
    assertStringIncludes(actual, "Starting a game or a review, or leaving the page, deletes");
    // All colours and numbers of the story use one scale.
    for (const text of await page.locator(".trust-move .points").allInnerTexts()) {
      assertMatch(text, /^[+−]?\d{1,2}$|^\+100$/);
    }
    assertEquals(await seriousFaults(page), []);
    // The pointer is on a piece: squares get colours and numbers, and the piece stays in sight.
    const { x, y } = await middleOf(page, "f3");
    await page.mouse.move(x, y);
    await page.locator(".trust h2", { hasText: "The white knight on f3" }).waitFor();
    assertGreater(await page.locator(".mark-layer .heat-cell").count(), 1);
    assertEquals(await page.locator(".arrow.trust").count(), 0);
  },
});

testPage({
  "the tour has five steps, each with a position, a description and a comparison that fit on the screen of a phone":
    onPage(async (page) => {
      await page.getByRole("button", { name: "Tour" }).click();
      for (const [index, { title, moves, elo }] of TOUR.entries()) {
        await page.getByText(`${index + 1} of ${TOUR.length}`).waitFor();
        assertEquals(await page.evaluate("document.activeElement.textContent"), title);
        // The step shows the saved work, and what the part is worth in games.
        await page.locator(".tour strong", { hasText: /^\d+(\.\d)?×$/ }).waitFor();
        assertStringIncludes(await page.locator(".tour").innerText(), elo.replace("+", ""));
        await page.locator(".arrow.trust, .heat-cell").first().waitFor({ state: "attached" });
        const game = new Game();
        for (const move of moves.split(" ")) game.move(move);
        await page.waitForURL(new RegExp(`moves=${game.playedMoves().map(({ uci }) => uci).join(",")}&`));
        const [board, card] = [await page.locator("#board").boundingBox(), await page.locator(".tour").boundingBox()];
        assertGreaterOrEqual(board?.y ?? -1, 0, title);
        assertLessOrEqual((card?.y ?? 0) + (card?.height ?? Infinity), 844, title);
        if (index + 1 < TOUR.length) await page.getByRole("button", { name: "Next", exact: true }).click();
      }
      assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
      await page.getByRole("button", { name: "End the tour" }).click();
      await page.getByRole("button", { name: "Tour" }).waitFor();
      // The earlier game is on the board again.
      await page.waitForURL(/moves=b2b3&/);
    }, { at: "#moves=b2b3&tab=learned", depth: 7, viewport: { width: 390, height: 844 }, isPhone: true }),
});
