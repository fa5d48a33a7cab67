/** Variations and comments of a game: loaded, played, kept and saved. @module */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { movesOf, onPage, open, seriousFaults, testInPage, testPage, visit } from "./browser.ts";
import { loadText, resign, save, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

const PGN = `[White "Anna"]
[Black "Bert"]

{ A short game } 1. e4 e5 (1... c5 { Sicilian } 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 1-0`;

/** The variations as the page shows them: numbers, moves and comments. */
async function variationsOf(page: Page): Promise<string[]> {
  const texts = await page.locator(".moves > .side-line").allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
}

async function savePgn(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Load or save a position or game" }).click();
  const { text } = await save(page, "Save PGN");
  await page.keyboard.press("Escape");
  return text;
}

/** Plays a move, waits for the answer, and resigns. */
async function loseGame(page: Page): Promise<void> {
  await startGame(page);
  await typeMove(page, "e4");
  await waitForMoves(page, 2);
  await waitForStatus(page, "Your move.");
  await resign(page);
  await waitForStatus(page, "White resigns");
}

testInPage({
  "a game keeps its variations and comments, and other moves add variations": async (page) => {
    await open(page, "");
    await loadText(page, PGN);
    await page.locator(".side-line").first().waitFor();
    assertEquals(await movesOf(page), ["e4", "e5", "Nf3!", "Nc6"]);
    assertEquals(await page.locator(".moves > .comment").allInnerTexts(), ["A short game"]);
    assertEquals(await page.locator(".player .score").allInnerTexts(), ["0", "1"]);
    // After the end of the game neither side is to move.
    assertEquals(await page.locator(".player[data-turn]").count(), 1);
    await page.getByRole("button", { name: "Go to the end" }).click();
    await page.locator(".player[data-turn]").waitFor({ state: "detached" });
    assertEquals(await variationsOf(page), ["1… c5 Sicilian 2. Nf3 2. c3"]);
    // Another move in the middle of the game adds a variation.
    await page.locator(".move-row button.move", { hasText: "e4" }).click();
    await typeMove(page, "c6");
    await typeMove(page, "d4");
    await page.locator(".side-line [aria-current=true]", { hasText: "d4" }).waitFor();
    assertEquals(await movesOf(page), ["e4", "e5", "Nf3!", "Nc6"]);
    assertEquals(await variationsOf(page), ["1… c5 Sicilian 2. Nf3 2. c3", "1… c6 2. d4"]);
    assertEquals(await seriousFaults(page), []);
    await page.reload();
    await page.locator(".side-line [aria-current=true]", { hasText: "d4" }).waitFor();
    assertEquals(await variationsOf(page), ["1… c5 Sicilian 2. Nf3 2. c3", "1… c6 2. d4"]);
    const saved = await savePgn(page);
    assertStringIncludes(saved, '[White "Anna"]');
    const part = "{ A short game } 1. e4 e5 (1... c5 { Sicilian } 2. Nf3 (2. c3)) (1... c6 2. d4) 2. Nf3 $1 Nc6 1-0";
    assertStringIncludes(saved.replaceAll("\n", " "), part);
  },

  "a resigned game keeps its result in variations, and loses it when it is continued": async (page) => {
    await open(page, "");
    await loseGame(page);
    await page.getByRole("button", { name: "Go to the start" }).click();
    await typeMove(page, "d4");
    await page.locator(".side-line [aria-current=true]").waitFor();
    await waitForStatus(page, "White resigns");
    assertStringIncludes(await savePgn(page), '[Result "0-1"]');
    await page.locator(".move-row button.move").nth(1).click();
    await typeMove(page, "Nc3");
    await page.getByRole("button", { name: "Start the game" }).waitFor();
    const saved = await savePgn(page);
    assertStringIncludes(saved, '[Result "*"]');
    assertStringIncludes(saved, '[Black "Hindsight (600)"]');
    assertEquals((await movesOf(page)).length, 3);
  },

  "the page leaves a finished match when the lines of an analysis make its game longer": async (page) => {
    await open(page, "");
    /** Plays the first two moves of the best line for the shown position. */
    const follow = async (): Promise<void> => {
      await page.getByRole("button", { name: "Analyse", exact: true }).click();
      await page.locator(".lines li").first().locator("button").nth(1).waitFor();
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.locator(".lines li").first().locator("button").nth(1).click();
    };
    await loseGame(page);
    // From the start, the line is a variation or repeats the game's moves; from the end, it makes the game longer.
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Go to the start" }).click();
    await follow();
    assertEquals((await movesOf(page)).length, 2);
    await page.getByRole("tab", { name: "Play" }).click();
    await waitForStatus(page, "White resigns");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator(".move-row button.move").nth(1).click();
    await follow();
    assertEquals((await movesOf(page)).length, 4);
    await page.getByRole("tab", { name: "Play" }).click();
    await page.getByRole("button", { name: "Start the game" }).waitFor();
  },

  "a variation that becomes the game of a finished match ends the match": async (page) => {
    await open(page, "");
    await loseGame(page);
    // Playing the moves of the game again does not change it.
    await page.getByRole("button", { name: "Go to the start" }).click();
    await typeMove(page, "e4");
    await waitForStatus(page, "White resigns");
    await page.getByRole("button", { name: "Go to the start" }).click();
    await typeMove(page, "d4");
    await page.getByRole("button", { name: "Make this the main line" }).click();
    await page.getByRole("button", { name: "Start the game" }).waitFor();
    assertEquals(await movesOf(page), ["d4"]);
  },

  "a variation is removed, or replaces the main line": async (page) => {
    await open(page, "");
    await loadText(page, PGN);
    const first = page.locator(".moves > .side-line").first();
    await first.locator(".side-line").getByRole("button", { name: "Delete this variation" }).click();
    await page.locator(".side-line .side-line").waitFor({ state: "detached" });
    assertEquals(await variationsOf(page), ["1… c5 Sicilian 2. Nf3"]);
    await first.getByRole("button", { name: "Make this the main line" }).click();
    await page.locator(".move-row button.move", { hasText: "c5" }).waitFor();
    assertEquals(await movesOf(page), ["e4", "c5", "Nf3"]);
    assertEquals(await variationsOf(page), ["1… e5 2. Nf3! Nc6"]);
    // The result belonged to the other moves.
    assertEquals(await page.locator(".player .score").count(), 0);
    assertStringIncludes(await savePgn(page), '[Result "*"]');
  },
});

testPage({
  "a comment typed just after a step belongs to the move that the step has shown": onPage(async (page) => {
    await page.getByLabel("Comment on 1… e5").fill("Open game");
    // Between two events, the page does only what the first event causes.
    const labels = await page.evaluate(`(async () => {
      const labels = [];
      const field = document.querySelector(".comment-field textarea");
      const steps = [
        () => document.querySelector(".move-row button.move").click(),
        () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true })),
      ];
      for (const [i, step] of steps.entries()) {
        step();
        await Promise.resolve();
        labels.push(field.labels[0].innerText, field.value);
        field.value = "Step " + i;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      return labels;
    })()`);
    assertEquals(labels, ["Comment on 1. e4", "", "Comment on the game", ""]);
    const saved = await savePgn(page);
    assertStringIncludes(saved.replaceAll("\n", " "), "{ Step 1 } 1. e4 { Step 0 } 1... e5 { Open game } *");
  }, { at: "#moves=e2e4,e7e5&tab=analysis" }),

  "a comment is written, changed, removed, and kept in a reload, a link and PGN": onPage(async (page, { browser }) => {
    const comments = (): Promise<string[]> => page.locator(".moves .comment").allInnerTexts();
    const field = page.getByLabel("Comment on");
    await page.getByLabel("Comment on 1… e5").fill("Open game");
    assertEquals(await comments(), ["Open game"]);
    // A click in the list and a key on the board lead to other moves.
    await page.locator(".move-row button.move").first().click();
    assertEquals(await field.inputValue(), "");
    await field.focus();
    await page.keyboard.type("Best by  test: 100 % {sure} & more");
    await page.locator("#board [data-cell=e4]").focus();
    await page.getByRole("button", { name: "Go to the start" }).click();
    await page.getByLabel("Comment on the game").fill("Ä short game");
    await page.getByRole("button", { name: "Go to the end" }).click();
    assertEquals(await field.inputValue(), "Open game");
    const all = ["Ä short game", "Best by test: 100 % (sure) & more", "Open game"];
    assertEquals(await comments(), all);
    assertEquals(await seriousFaults(page), []);
    await page.reload();
    await page.locator(".moves .comment").nth(2).waitFor();
    assertEquals(await comments(), all);
    // A visitor without kept data gets the comments from the link.
    await using other = await visit(browser, page.url());
    assertEquals(await other.page.locator(".moves .comment").allInnerTexts(), all);
    const saved = await savePgn(page);
    const found = saved.replaceAll("\n", " ");
    assertStringIncludes(found, "{ Ä short game } 1. e4 { Best by test: 100 % (sure) & more } 1... e5 { Open game } *");
    // The button that removes a comment gives the focus to the field. Emptying the field also removes the comment.
    await page.getByRole("button", { name: "Remove the comment" }).click();
    assertEquals(await page.evaluate("document.activeElement.matches('.comment-field textarea')"), true);
    assertEquals(await comments(), all.slice(0, 2));
    await page.getByRole("button", { name: "Remove the comment" }).waitFor({ state: "hidden" });
    await page.locator(".move-row button.move").first().click();
    await field.fill("");
    assertEquals(await comments(), all.slice(0, 1));
    assertEquals(other.faults, []);
  }, { at: "#moves=e2e4,e7e5&tab=analysis" }),
});
