/**
 * Where the parts of the page are, and whether they have room.
 *
 * @module
 */

import { assertEquals, assertGreater, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { drawn, testPage, visit } from "./browser.ts";

/** Windows, and how large the board is in them at least: width, height, side of the board. */
const WINDOWS = [
  [360, 740, 335],
  [375, 667, 330],
  [390, 844, 360],
  [667, 375, 325],
  [844, 390, 365],
  [834, 1112, 680],
  [1024, 768, 520],
  [1280, 800, 560],
] as const;

testPage({
  "a long error leaves the tabs in sight, and all of it can be read": async (browser, server) => {
    const address = `${server.url}#moves=${"e2e4,e7e5,g1f3,".repeat(12)}e2e5&tab=analysis`;
    for (const locale of ["en-GB", "de-DE"]) {
      await using session = await visit(browser, address, { locale });
      const { page } = session;
      for (const [width, height] of WINDOWS) {
        const name = `${locale}, ${width} × ${height}`;
        await page.setViewportSize({ width, height });
        await drawn(page);
        const tabs = await page.locator(".tabs").boundingBox();
        assertLessOrEqual((tabs?.y ?? 0) + (tabs?.height ?? Infinity), height, name);
        const notices = page.locator(".notices.lasting");
        // A line of the text is in sight at least; the keys scroll the rest into sight, and the button stays.
        assertGreaterOrEqual(await notices.evaluate(({ clientHeight }) => clientHeight), 40, name);
        const close = notices.getByRole("button");
        await close.focus();
        const below = (): Promise<number> =>
          notices.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight);
        for (let i = 0; i < 50 && await below() > 1; i++) {
          await page.keyboard.press("ArrowDown");
          await drawn(page);
        }
        assertLessOrEqual(await below(), 1, name);
        // Both at once: the page may scroll on.
        const [above, under] = await notices.evaluate((box) => {
          const [outer, inner] = [box, box.querySelector("button") ?? box].map((part) => part.getBoundingClientRect());
          return [inner.top - outer.top, outer.bottom - inner.bottom];
        });
        assertGreaterOrEqual(Math.min(above, under), 0, name);
        await page.evaluate("scrollTo(0, 0)");
      }
      assertEquals(session.faults, []);
    }
  },

  "on a phone the board is in the middle, and the line beside the name is whole": async (browser, server) => {
    for (const locale of ["en-GB", "de-DE"]) {
      await using session = await visit(browser, server.url, {
        viewport: { width: 360, height: 740 },
        isPhone: true,
        locale,
      });
      const { page } = session;
      const board = await page.locator("#board").boundingBox();
      assertEquals(board?.x, 360 - (board?.x ?? 0) - (board?.width ?? 0));
      const tagline = page.locator(".tagline");
      assertEquals(await tagline.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
      assertEquals(await tagline.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), 0);
      assertLessOrEqual(await tagline.evaluate(({ clientHeight }) => clientHeight), 40);
      assertEquals(session.faults, []);
    }
  },

  "in every window the board is large, the tabs are in sight, and nothing is too wide": async (browser, server) => {
    for (const locale of ["en-GB", "de-DE"]) {
      await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5,g1f3,b8c6&tab=analysis`, { locale });
      const { page } = session;
      for (const [width, height, side] of WINDOWS) {
        const name = `${locale}, ${width} × ${height}`;
        await page.setViewportSize({ width, height });
        await drawn(page);
        const board = await page.locator("#board").boundingBox();
        const tabs = await page.locator(".tabs").boundingBox();
        assertGreaterOrEqual(board?.width ?? 0, side, name);
        assertLessOrEqual((board?.y ?? 0) + (board?.height ?? Infinity), height, name);
        assertLessOrEqual((tabs?.y ?? 0) + (tabs?.height ?? Infinity), height, name);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, name);
      }
      assertEquals(session.faults, []);
    }
  },

  "the coordinates are above the marks of the last move, which would cover them": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#moves=h2h4,a7a5,h1h3,a8a6`);
    const { page } = session;
    const covers = (name: string): Promise<boolean> =>
      page.evaluate(`(() => {
        const [mark, coordinate] = ["${name}", ".coordinate"].map((part) => document.querySelector("#board " + part));
        return coordinate.compareDocumentPosition(mark) === Node.DOCUMENT_POSITION_FOLLOWING;
      })()`);
    assertEquals(await covers(".mark.last-move"), false);
    // The piece that is dragged is above both.
    assertEquals(await covers("[data-piece=wk]"), true);
    await page.getByRole("button", { name: "Turn the board" }).click();
    await drawn(page);
    assertEquals(await covers(".mark.last-move"), false);
    assertEquals(session.faults, []);
  },

  "on a phone the number of a move is on the line of its move": async (browser, server) => {
    const moves = "e2e4,c7c5,d2d3,h7h6,g1f3,d7d6,c1d2,d8d7,b1c3,g7g5,d1e2,b8c6,e1c1,a8b8";
    for (const width of [360, 375, 390]) {
      await using session = await visit(browser, `${server.url}#moves=${moves}`, { viewport: { width, height: 800 } });
      // Where the parts of each row end, in steps that are half as high as a line.
      const lines = await session.page.evaluate(`
        [...document.querySelectorAll(".move-row")].map(({ children }) =>
          [...children].map((part) => Math.round(part.getBoundingClientRect().bottom / 12)))
      `) as number[][];
      assertEquals(lines.length, 7);
      assertGreater(new Set(lines.flat()).size, 1);
      for (const [number, move] of lines) assertLessOrEqual(Math.abs(number - move), 1, `${width}`);
      assertEquals(session.faults, []);
    }
  },

  "the moves are where the window has room for them, and the focus comes to them in that order": async (
    browser,
    server,
  ) => {
    await using session = await visit(browser, `${server.url}#moves=e2e4,e7e5&tab=analysis`);
    const { page } = session;
    const order = (): Promise<string[]> =>
      page.locator("#board, .controls, .tabs, .moves").evaluateAll((found) =>
        found.map(({ id, classList }) => id === "" ? classList[0] : id)
      );
    assertEquals(await order(), ["board", "controls", "tabs", "moves"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await drawn(page);
    assertEquals(await order(), ["board", "controls", "moves", "tabs"]);
    const places = await Promise.all(
      [".controls", ".moves", ".tabs"].map((place) => page.locator(place).boundingBox()),
    );
    assertEquals(places.map((box) => box?.y ?? 0), places.map((box) => box?.y ?? 0).sort((a, b) => a - b));
    assertEquals(session.faults, []);
  },

  "the text in the empty field for moves has room there, in German, too": async (browser, server) => {
    for (const [locale, label] of [["en-GB", "Type a move"], ["de-DE", "Zug eingeben"]]) {
      await using session = await visit(browser, server.url, { locale });
      const field = session.page.getByPlaceholder(label);
      // Where the field ends within a pixel, even an empty one may count that pixel.
      const empty = await field.evaluate(({ scrollWidth }) => scrollWidth);
      await field.fill(await field.getAttribute("placeholder") ?? "");
      assertEquals(await field.evaluate(({ scrollWidth }) => scrollWidth), empty);
      assertEquals(session.faults, []);
    }
  },
});
