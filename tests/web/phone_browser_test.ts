/** The page on a phone: used by touch, in a narrow and tall window. @module */

import { assertEquals, assertGreaterOrEqual, assertLessOrEqual, assertMatch, assertNotEquals } from "@std/assert";
import { dragMove, middleOf, movesOf, open, seriousFaults, testInPage } from "./browser.ts";
import { BRIEF_DEPTH } from "./page_server.ts";
import { resign, SCHOLARS_MATE, startGame, waitForMoves, waitForStatus } from "./steps.ts";

testInPage({
  "on a phone, the story fits without scrolling: the number, and three moves with their reasons": async (page) => {
    await open(page, "moves=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5&tab=learned&on=1");
    await page.locator(".saving strong").waitFor();
    await page.locator(".learned .facts", { hasText: `Depth ${BRIEF_DEPTH}/` }).waitFor();
    await page.locator(".bars > div").nth(4).waitFor({ state: "attached" });
    const board = await page.locator("#board").boundingBox();
    const reason = await page.locator(".trust-move p").nth(2).boundingBox();
    const slider = await page.locator(".replay").boundingBox();
    assertGreaterOrEqual(board?.y ?? -1, 0);
    assertGreaterOrEqual(board?.width ?? 0, 300);
    assertLessOrEqual((reason?.y ?? 0) + (reason?.height ?? Infinity), 844);
    // The depths of the search are beside the heading.
    assertLessOrEqual(slider?.height ?? Infinity, 40);
    assertLessOrEqual((slider?.x ?? 0) + (slider?.width ?? Infinity), 390);
    // Every column in the table of all numbers is in sight.
    await page.locator(".numbers summary").tap();
    const [whole, shown] = await page.locator(".numbers .scroller").evaluate((el) => [el.scrollWidth, el.clientWidth]);
    assertEquals(whole, shown);
    // Nothing is cut off: neither a memory nor a number.
    const cut = await page.evaluate(`[...document.querySelectorAll(".bars > div, .numbers td")].filter((part) => {
      const [own, list] = [part, part.closest(".bars, table")].map((each) => each.getBoundingClientRect());
      return own.bottom > list.bottom + 1 || own.right > innerWidth;
    }).length`);
    assertEquals(cut, 0);
  },

  "a finger draws in the drawing mode, and moves pieces otherwise": async (page) => {
    await open(page, "moves=e2e4&tab=analysis");
    const pen = page.getByRole("button", { name: "Draw arrows and circles" });
    await pen.tap();
    await dragMove(page, "g8", "f6");
    const { x, y } = await middleOf(page, "e7");
    await page.touchscreen.tap(x, y);
    await page.waitForURL(/draw=1:Gg8f6,Ge7/);
    assertEquals(await movesOf(page), ["e4"]);
    assertEquals(await seriousFaults(page), []);
    await pen.tap();
    await dragMove(page, "g8", "f6");
    await waitForMoves(page, 2);
  },

  "a piece moved by two touches is not picked again": async (page) => {
    await open(page, "");
    await startGame(page);
    const client = await page.context().newCDPSession(page);
    for (const square of ["e2", "e4"]) {
      const touchPoints = [await middleOf(page, square)];
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      // A finger stays for a moment.
      await page.waitForTimeout(80);
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      if (square === "e2") await page.locator("#board .mark.picked").waitFor({ state: "attached" });
    }
    await client.detach();
    await waitForMoves(page, 2);
    assertEquals(await page.locator("#board .mark:is(.picked, .target)").count(), 0);
    await resign(page);
  },

  "a puzzle can be given up, left for another position and found again; another game ends it": async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, `moves=${SCHOLARS_MATE}&tab=puzzle`);
    await page.locator("#panel-puzzle select").nth(1).selectOption("blunder");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of" }).waitFor();
    assertEquals(await seriousFaults(page), []);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
    await page.getByRole("button", { name: "Go to the start" }).click();
    await page.getByRole("button", { name: "Back to the puzzle" }).click();
    await page.locator("#board [data-cell=h5][aria-label*='white queen']").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator("#puzzle-feedback", { hasText: /^The best move is \S+\. The move of the game was Nf6\. / })
      .waitFor();
    // The user can step through the answer, which does not change the game.
    const line = page.locator("#panel-puzzle .line-moves");
    assertMatch(await line.innerText(), /^3…\s*\S+\s*4\.\s*\S+/);
    const shown = page.locator("#board [aria-label]");
    const before = await shown.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel).join());
    await line.getByRole("button").nth(1).click();
    assertNotEquals(await shown.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel).join()), before);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator(".moves button.move", { hasText: "Nf6" }).waitFor();
    assertEquals(await page.locator(".moves .side-line").count(), 0);
    await page.getByRole("tab", { name: "Puzzles" }).click();
    await page.evaluate("location.hash = 'moves=d2d4,d7d5&tab=puzzle'");
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await page.emulateMedia({ colorScheme: "light" });
  },

  "a comment can be written on a phone, but not during a game": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Start the game" }).tap();
    await waitForStatus(page, "Your move.");
    await page.getByRole("tab", { name: "Analysis" }).tap();
    assertEquals(await page.locator(".comment-field").isVisible(), false);
    await page.getByRole("tab", { name: "Play" }).tap();
    await page.getByRole("button", { name: "Resign" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).tap();
    await page.getByRole("tab", { name: "Analysis" }).tap();
    await page.getByLabel("Comment on the game").tap();
    await page.keyboard.type("Too early");
    await page.locator(".moves .comment", { hasText: "Too early" }).waitFor();
    await page.getByRole("button", { name: "Remove the comment" }).tap();
    await page.locator(".moves .comment").waitFor({ state: "detached" });
    assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
    assertEquals(await seriousFaults(page), []);
  },

  "on a phone, a finished review has its results and the button for the mistakes in sight": async (page) => {
    await open(page, "moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&tab=analysis");
    await page.getByRole("button", { name: "Review the whole game" }).tap();
    for (const text of [/^Accuracy: White \d/, /^3… Nf6: blunder/, /^(First|Show the) mistake/, /^Share the review/]) {
      const part = page.locator(".review.done").getByText(text).first();
      await part.waitFor();
      const box = await part.boundingBox();
      const [top, height] = await page.evaluate("[scrollY, innerHeight]") as [number, number];
      assertEquals(top, 0);
      assertLessOrEqual((box?.y ?? 0) + (box?.height ?? Infinity), height);
    }
  },

  "on a phone, a game starts with one touch, and three lines are visible without scrolling": async (page) => {
    await open(page, "");
    const start = page.getByRole("button", { name: "Start the game" });
    const button = await start.boundingBox();
    assertLessOrEqual((button?.y ?? 0) + (button?.height ?? Infinity), 844);
    // No choice is cut off: there is room for its text, the arrow and the borders.
    const cut = await page.evaluate(`[...document.querySelectorAll(".start select")].filter((field) => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(field).font;
      return pen.measureText(field.options[field.selectedIndex].text).width + 36 > field.clientWidth;
    }).length`);
    assertEquals(cut, 0);
    const board = await page.locator("#board").boundingBox();
    await page.getByRole("tab", { name: "Analysis" }).tap();
    await page.getByRole("button", { name: "Analyse", exact: true }).tap();
    await page.locator(".lines li").nth(2).waitFor();
    const line = await page.locator(".lines li").nth(2).boundingBox();
    assertLessOrEqual((line?.y ?? 0) + (line?.height ?? Infinity), 844);
    // The board does not jump when the evaluation appears.
    assertEquals(await page.locator("#board").boundingBox(), board);
    await page.getByRole("tab", { name: "Play" }).tap();
    await start.tap();
    await waitForStatus(page, "Your move.");
  },
}, { viewport: { width: 390, height: 844 }, isPhone: true });
