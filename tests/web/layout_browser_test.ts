import { assertEquals, assertGreater, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { open, resize, testInPage, waitUntil } from "./browser.ts";

/** Windows, and the minimum size of the board in them: width, height, side of the board. */
const WINDOWS = [
  [320, 640, 230],
  [360, 740, 335],
  [375, 667, 310],
  [390, 844, 390],
  [667, 375, 340],
  [844, 390, 350],
  // A laptop with a zoom of 200 per cent.
  [640, 400, 330],
  [834, 1112, 740],
  [1024, 768, 520],
  [1280, 800, 590],
  [2560, 1440, 1180],
] as const;

/** Whether the messages are scrolled to their end. */
const END_OF_NOTICES = `(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight <= 1)(
  document.querySelector(".notices"),
)`;

testInPage({
  "the coordinates are below the pieces and above the marks of the last move": async (page) => {
    await open(page, "moves=h2h4,a7a5,h1h3,a8a6");
    const covers = (name: string): Promise<boolean> =>
      page.evaluate(`(() => {
        const [mark, coordinate] = ["${name}", ".coordinate"].map((part) => document.querySelector("#board " + part));
        return coordinate.compareDocumentPosition(mark) === Node.DOCUMENT_POSITION_FOLLOWING;
      })()`);
    assertEquals(await covers(".mark.last-move"), false);
    assertEquals(await covers("[data-piece=wk]"), true);
    // A coordinate on a dark square has the colour of the light squares, and vice versa.
    const colours = await page.locator("#board .coordinate").evaluateAll((found) =>
      found.map((text) => `${text.textContent} ${text.getAttribute("class")?.includes("light")}`)
    );
    assertEquals(colours.filter((text) => /^[ac8]/.test(text)), ["a false", "c false", "8 true"]);
    await page.getByRole("button", { name: "Flip the board" }).click();
    assertEquals(await page.locator("#board .coordinate.file").first().textContent(), "h");
  },

  "the placeholder of the field for moves fits into the field": async (page) => {
    await open(page, "");
    const field = page.getByPlaceholder("Type a move");
    // If the field ends within a pixel, `scrollWidth` may include that pixel even when the field is empty.
    const empty = await field.evaluate(({ scrollWidth }) => scrollWidth);
    await field.fill(await field.getAttribute("placeholder") ?? "");
    assertEquals(await field.evaluate(({ scrollWidth }) => scrollWidth), empty);
  },

  "a long error covers less than half of the window, can be scrolled, and closes at the next step": async (page) => {
    await open(page, `moves=${"e2e4,e7e5,g1f3,".repeat(12)}e2e5&tab=analysis`);
    for (const [width, height] of WINDOWS) {
      const name = `${width} × ${height}`;
      await resize(page, width, height);
      const notices = page.locator(".notices");
      const box = await notices.boundingBox();
      assertLessOrEqual(box?.height ?? Infinity, height * 0.45, name);
      assertLessOrEqual((box?.x ?? 0) + (box?.width ?? Infinity), width, name);
      await notices.getByRole("button").focus();
      for (let i = 0; i < 50; i++) await page.keyboard.press("ArrowDown");
      await waitUntil(page, END_OF_NOTICES);
    }
    // The next step closes the error.
    await open(page, "moves=e2e4&tab=analysis");
    await page.locator(".notice").waitFor({ state: "detached" });
  },

  "in every window and tab, the board is large, the tabs are visible, nothing is too wide": async (page) => {
    for (const [width, height, side] of WINDOWS) {
      await resize(page, width, height);
      for (const tab of ["play", "analysis", "puzzle", "learned"]) {
        const name = `${tab}, ${width} × ${height}`;
        await open(page, `moves=e2e4,e7e5,g1f3,b8c6&tab=${tab}`);
        const board = await page.locator("#board").boundingBox();
        const tabs = await page.locator(".tabs").boundingBox();
        // The board may be smaller beside the text about what was learned.
        if (tab !== "learned") assertGreaterOrEqual(board?.width ?? 0, side, name);
        assertLessOrEqual((board?.y ?? 0) + (board?.height ?? Infinity), height, name);
        assertLessOrEqual((tabs?.y ?? 0) + (tabs?.height ?? Infinity), height, name);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, name);
      }
    }
  },

  "in every window, nothing is too wide after a review and a search, even with everything unfolded": async (page) => {
    const check = async (): Promise<void> => {
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
      for (const [width, height] of WINDOWS) {
        await resize(page, width, height);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width, `${width} × ${height}`);
      }
    };
    await resize(page, 1280, 800);
    await open(page, "moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&tab=analysis");
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".review.done").waitFor();
    await check();
    await open(page, "moves=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5&tab=learned&on=1");
    await page.locator(".bars > div").nth(4).waitFor({ state: "attached" });
    await check();
    await open(page, "");
  },

  "on a phone the number of a move is on the same line as the move": async (page) => {
    const moves = "e2e4,c7c5,d2d3,h7h6,g1f3,d7d6,c1d2,d8d7,b1c3,g7g5,d1e2,b8c6,e1c1,a8b8";
    await open(page, `moves=${moves}&tab=analysis`);
    for (const width of [360, 375, 390]) {
      await resize(page, width, 800);
      // The bottom edges of the number and the moves in each row, in half lines.
      const lines = await page.evaluate(`
        [...document.querySelectorAll(".move-row")].map((row) => [...row.querySelectorAll(".number, button.move")].map((part) =>
          Math.round(part.getBoundingClientRect().bottom / 12)))
      `) as number[][];
      assertEquals(lines.length, 7);
      assertGreater(new Set(lines.flat()).size, 1);
      for (const [number, move] of lines) assertLessOrEqual(Math.abs(number - move), 1, `${width}`);
    }
  },

  "the focus visits the parts in their order on the screen": async (page) => {
    await open(page, "moves=e2e4,e7e5&tab=analysis");
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await resize(page, width, height);
      const order = await page.locator("#board, .controls, .tabs, .moves").evaluateAll((found) =>
        found.map(({ id, classList }) => id === "" ? classList[0] : id)
      );
      assertEquals(order, ["tabs", "board", "controls", "moves"]);
    }
    const places = await Promise.all(
      [".tabs", "#board", ".controls", ".moves"].map((place) => page.locator(place).boundingBox()),
    );
    assertEquals(places.map((box) => box?.y ?? 0), places.map((box) => box?.y ?? 0).sort((a, b) => a - b));
  },

  "on a phone in landscape the controls stay in sight": async (page) => {
    // The window is so small that much is out of sight.
    await resize(page, 700, 260);
    await open(page, "moves=e2e4,e7e5,g1f3,b8c6,f1b5&tab=analysis");
    await page.evaluate("scrollTo(0, 100)");
    await waitUntil(page, "scrollY === 100");
    await page.getByRole("button", { name: "Previous move" }).click();
    assertEquals(await page.locator(".moves [aria-current=true]").textContent(), "Nc6");
    assertEquals(await page.evaluate("scrollY"), 100);
  },

  "the table of all numbers needs no scrolling on a laptop": async (page) => {
    await resize(page, 1280, 800);
    await open(page, "moves=e2e4,e7e5,g1f3,b8c6&tab=learned&on=1");
    await page.locator(".trust-move").first().waitFor();
    await page.locator("summary", { hasText: "All values" }).click();
    await page.locator("table.shares tbody td").first().waitFor();
    await waitUntil(
      page,
      "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.numbers .scroller'))",
    );
    await open(page, "");
  },
});
