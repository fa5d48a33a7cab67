/** Lists of games: the games of a file, and the user's games on this device. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { movesOf, open, seriousFaults, testInPage } from "./browser.ts";
import { loadText, resign, save, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

/** A file with many games. The number of each game is in White's name. */
const COUNT = 300;
const FILE = Array.from({ length: COUNT }, (_, i) => {
  const [result, year] = [i % 2 === 0 ? "1-0" : "0-1", 2010 + i % 10];
  const tags = `[White "Anna ${i + 1}"]\n[Black "Bert"]\n[Result "${result}"]\n[Date "${year}.01.01"]`;
  return `${tags}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ${result}`;
}).join("\n\n");

const games = (page: Page) => page.getByRole("dialog", { name: "Games" });

async function openGames(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Load or save" }).click();
  await page.getByRole("button", { name: "Games …" }).click();
  await games(page).waitFor();
}

testInPage({
  "the games of a file can be filtered; changes in a game stay, and all games are saved": async (page) => {
    await open(page, "moves=a2a4&tab=analysis");
    await page.getByRole("button", { name: "Load or save" }).click();
    const file = { name: "games.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(FILE) };
    await page.locator("dialog input[type=file]").setInputFiles(file);
    const list = games(page).getByRole("listitem");
    await games(page).getByText(`${COUNT} of ${COUNT} games`).waitFor();
    assertEquals(await list.count(), COUNT);
    // The game on the board stays until another one is chosen.
    assertEquals(await movesOf(page), ["a4"]);
    assertEquals(await seriousFaults(page), []);
    const filter = games(page).getByRole("searchbox");
    assertEquals(await filter.evaluate((field) => field === field.ownerDocument.activeElement), true);
    const place = await filter.boundingBox();
    for (const [text, count] of [["anna 29", 13], ["1-0 2010", 30], ["nobody", 0], ["", COUNT]] as const) {
      await filter.fill(text);
      await games(page).getByText(`${count} of ${COUNT} games`).waitFor();
      assertEquals(await list.count(), count);
      // The field does not move while the list changes.
      assertEquals(await filter.boundingBox(), place);
    }
    await games(page).getByRole("button", { name: "207. Anna 207 – Bert · 1-0 · 2016.01.01", exact: true }).click();
    await waitForMoves(page, 6);
    await page.keyboard.press("End");
    await typeMove(page, "Ba4");
    await waitForMoves(page, 7);
    await page.getByRole("button", { name: `Game 207 of ${COUNT}` }).click();
    // The game on the board is in sight.
    const shown = games(page).locator("[aria-current=true]");
    assertMatch(await shown.innerText(), /^207\. Anna 207/);
    const [row, box] = await Promise.all([shown, games(page).locator(".choices")].map((part) => part.boundingBox()));
    assert(row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height);
    await games(page).getByRole("button", { name: "8. Anna 8 – Bert · 0-1 · 2017.01.01", exact: true }).click();
    await waitForMoves(page, 6);
    await page.getByRole("button", { name: `Game 8 of ${COUNT}` }).click();
    const { text } = await save(page, "Save all as PGN");
    assertEquals(text.match(/^\[White /gm)?.length, COUNT);
    assertEquals(text.match(/4\. Ba4/g)?.length, 1);
    // The result belonged to the shorter game.
    await games(page).getByRole("button", { name: "207. Anna 207 – Bert · 2016.01.01", exact: true }).click();
    await waitForMoves(page, 7);
    // A single game makes no list.
    await loadText(page, "1. d4 *");
    await waitForMoves(page, 1);
    assertEquals(await page.getByRole("button", { name: /^Game \d/ }).count(), 0);
  },

  "games of the user are kept with reviews, continue, and can be saved or removed": async (page) => {
    await open(page, "");
    await startGame(page);
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
    await resign(page);
    await waitForStatus(page, "White resigns");
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.locator(".accuracies").waitFor();
    const accuracies = await page.locator(".accuracies").innerText();
    // Another game is left while it runs.
    await page.evaluate("location.hash = 'tab=play'");
    await startGame(page);
    await typeMove(page, "d4");
    const left = await waitForMoves(page, 2);
    await waitForStatus(page, "Your move.");
    await loadText(page, "1. c4 *");
    await page.getByRole("dialog").getByRole("button", { name: "Abandon the game" }).click();
    await page.locator(".move-row button.move", { hasText: "c4" }).waitFor();
    await page.reload();
    await openGames(page);
    const list = games(page).getByRole("listitem");
    await list.nth(1).waitFor();
    const titles = await list.allInnerTexts();
    assertMatch(titles[0], /^\d{4}-\d\d-\d\d \d\d:\d\d · You – Hindsight \(600\) · in progress$/);
    assertMatch(titles[1], /You – Hindsight \(600\) · 0-1 · reviewed$/);
    assertEquals(await seriousFaults(page), []);
    const { text } = await save(page, "Save all as PGN");
    assertEquals(text.match(/\[White "You"\]/g)?.length, 2);
    assertMatch(text, /\[%eval /);
    assertMatch(text, /\[Date "20\d\d\.\d\d\.\d\d"\]/);
    // The review is shown without a search.
    await list.nth(1).getByRole("button").first().click();
    await page.locator(".accuracies").waitFor();
    assertEquals(await page.locator(".accuracies").innerText(), accuracies);
    // The other game continues.
    await openGames(page);
    await list.first().getByRole("button").first().click();
    await waitForStatus(page, "Your move.");
    assertEquals(await movesOf(page), left);
    await typeMove(page, "Nf3");
    await waitForMoves(page, 4);
    await resign(page);
    await openGames(page);
    await list.nth(1).waitFor();
    assert(!(await list.allInnerTexts()).some((title) => title.includes("in progress")));
    // A removal can be taken back: the game comes back with its review.
    const titlesBefore = await list.allInnerTexts();
    await list.nth(1).getByRole("button", { name: "Remove" }).click();
    await list.nth(1).waitFor({ state: "detached" });
    await page.locator(".notice", { hasText: `Removed: ${titlesBefore[1]}` }).getByRole("button", { name: "Undo" })
      .click();
    await list.nth(1).waitFor();
    assertEquals(await list.allInnerTexts(), titlesBefore);
    assertEquals(await page.locator(".notice").count(), 0);
    for (let count = 2; count > 0; count--) {
      await list.first().getByRole("button", { name: "Remove" }).click();
      await list.nth(count - 1).waitFor({ state: "detached" });
      // The focus stays in the list.
      assertEquals(await page.evaluate("document.activeElement.className"), "choices");
    }
    await games(page).getByText("No games yet.").waitFor();
  },

  "a game of the user without names in it has names in the list": async (page) => {
    await open(page, "");
    await openGames(page);
    await games(page).getByText("No games yet.").waitFor();
    const match = { human: "white", elo: 600, time: null, left: null, outcome: null };
    const kept = [
      { time: 3, pgn: "1. e4 *", review: null, match },
      { time: 2, pgn: "1. d4 *", review: null, match: null },
      { time: 1, pgn: '[White ""]\n[Black "Bert"]\n\n1. c4 *', review: null, match: null },
    ];
    await page.evaluate(`new Promise((resolve, reject) => {
      const request = indexedDB.open("hindsight");
      request.onerror = reject;
      request.onsuccess = () => {
        const transaction = request.result.transaction("games", "readwrite");
        for (const game of ${JSON.stringify(kept)}) transaction.objectStore("games").put(game, game.pgn);
        transaction.oncomplete = () => (request.result.close(), resolve());
      };
    })`);
    await page.reload();
    await openGames(page);
    const list = games(page).getByRole("listitem");
    await list.nth(2).waitFor();
    assertEquals((await list.allInnerTexts()).map((title) => title.split(" · ")[1]), [
      "You – Hindsight (600)",
      "White – Black",
      "White – Bert",
    ]);
  },
});
