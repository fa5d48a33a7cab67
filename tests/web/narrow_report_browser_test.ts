/** Reports of `hindsight analyse --html` are not wider than a phone of 320 pixels. Needs Chromium. @module */

import { assert, assertEquals, assertLess } from "@std/assert";
import { withFolder } from "../folder.ts";
import { runHindsight } from "../shell/process.ts";
import { openPage, testPage } from "./browser.ts";

/** A name with a word that is wider than the window, and a name with many words. */
const NAMES = [
  "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
  "Anna Maria Wilhelmine Konstantina of Hohenlohe-Schillingsfürst, the younger",
];

/** A long game. Near its end, each side makes an error with a long better line. */
const LONG = `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7
11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Bg7
21. Qe3 Qe7 22. Qd2 Qe6 23. Qd1 Qg4 24. hxg4 hxg4`;

function game(white: string, black: string, moves: string): string {
  const event = `An_open_tournament_${"without_spaces_".repeat(4)}2026`;
  return `[Event "${event}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "1/2-1/2"]\n\n${moves} 1/2-1/2\n\n`;
}

const PGN = game(NAMES[0], NAMES[1], LONG) + game(NAMES[1], NAMES[0], LONG) +
  Array.from({ length: 10 }, (_, i) => game(`${NAMES[0]} ${i}`, NAMES[1], "1. f3 e5 2. g4 d6")).join("");

/** This move loses the queen. */
const ERROR = "#2.46";
/** The first page with its total, both ends of a game, and an error with its better line. */
const PLACES = ["", "#2.0", ERROR, "#2.48", "#12.3"];

/** Everything that is too wide: the page, and elements that extend beyond the window without a box that scrolls. */
const TOO_WIDE = `[
  ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["page"] : []),
  ...[...document.querySelectorAll("main *, header *")].filter((each) => {
    const { right, left, width } = each.getBoundingClientRect();
    const isSeen = width > 0 && each.closest(".visually-hidden, select, svg") === null;
    return isSeen && (right > document.documentElement.clientWidth + 0.5 || left < -0.5);
  }).map((each) => each.tagName + "." + each.className + " " + each.textContent.slice(0, 40)),
]`;

testPage({
  "a report fits into a window of 320 pixels, with any names, games and better lines": (browser) =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/in.pgn`, PGN);
      const { code } = await runHindsight(["analyse", "in.pgn", "--nodes", "2000", "--html", "out.html"], { folder });
      assertEquals(code, 0);
      for (const isPhone of [true, false]) {
        const url = `file://${folder}/out.html`;
        await using session = await openPage(browser, url, { isPhone, viewport: { width: 320, height: 640 } });
        const { page } = session;
        for (const place of PLACES) {
          await page.goto(url + place);
          assertEquals(await page.evaluate(TOO_WIDE), [], place);
          assertEquals(await page.evaluate("innerWidth"), 320, "the browser has zoomed out");
          assertEquals(session.faults, []);
          // A game is shown first; the table of all games has to be opened.
          if (place === "") {
            assertEquals(await page.locator(".totals").getAttribute("open"), null);
            assertLess((await page.locator(".totals").boundingBox())?.height ?? Infinity, 100);
          }
          await page.locator(".totals summary").click();
          assertEquals(await page.evaluate(TOO_WIDE), [], place);
          // The rows must be there to be measured.
          assertEquals(await page.locator(".totals tbody").count(), 14);
          if (place === ERROR) assert(await page.locator("#note .move").count() > 1);
        }
      }
    }),
});
