/**
 * Where the parts of the page are, and whether they have room.
 *
 * They are tests of `page_test.ts`, which builds the page and starts the browser.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type PageTest, visit } from "./browser.ts";

/** The tests by their names. */
export const LAYOUT_TESTS: Readonly<Record<string, PageTest>> = {
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
      assertEquals(session.faults, []);
    }
  },

  "the text in the empty field for moves has room there, in German, too": async (browser, server) => {
    for (const [locale, label] of [["en-GB", "Type a move"], ["de-DE", "Zug eingeben"]]) {
      await using session = await visit(browser, server.url, { locale });
      const field = session.page.getByPlaceholder(label);
      await field.fill(await field.getAttribute("placeholder") ?? "");
      assertEquals(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
      assertEquals(session.faults, []);
    }
  },
};
