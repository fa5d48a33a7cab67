/** What the page shows about a whole game: opening, accuracy by game phase, puzzles from its errors. @module */

import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { pack } from "../../web/engine/review_text.ts";
import { clickMove, onPage, open, pieceOn, seriousFaults, testInPage, testPage } from "./browser.ts";
import { ENDLESS } from "./page_server.ts";
import { CATCH_COPIES, SCHOLARS_MATE, typeMove } from "./steps.ts";

testInPage({
  "a review leads from one mistake to the next without showing the better move, and practice does not change the game":
    async (page) => {
      // Black loses a pawn, and then allows the mate.
      await open(page, "moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&tab=analysis");
      await page.getByRole("button", { name: "Review the whole game" }).click();
      const review = page.getByRole("region", { name: "Review" });
      await review.waitFor();
      assertMatch(await review.locator(".accuracies").innerText(), /^Accuracy: White \d+\.\d % · Black \d+\.\d %$/);
      assertMatch(await page.locator(".spoken").innerText(), /^The review is ready\. White \d/);
      assertEquals(await page.getByRole("button", { name: "Review the whole game" }).count(), 0);
      const next = review.getByRole("button", { name: /^(Next|First|Show the|The only) mistake$/ });
      const place = await next.boundingBox();
      assert(place !== null);
      // The worst error is in the list, with its reason.
      const worst = review.getByRole("button", { name: "3… Nf6: blunder. " });
      assertMatch(await worst.innerText(), /blunder\. Allows Qxf7#, which is mate/);
      await worst.click();
      const current = page.locator(".moves [aria-current=true]");
      const verdict = page.locator(".verdict");
      assertMatch(await current.textContent() ?? "", /^Nf6/);
      assertMatch(await page.locator(".spoken").innerText(), /^3… Nf6: blunder\. Allows/);
      // The better move is neither in the text nor on the board until the user asks for it.
      assertMatch(await verdict.locator("p").innerText(), /^3… Nf6: blunder\. Allows[^.]*\.$/);
      assertEquals(await page.locator(".arrow").count(), 0);
      await page.evaluate(CATCH_COPIES);
      await review.getByRole("button", { name: "Share the review" }).click();
      await page.locator(".notice", { hasText: "It opens the game with its review." }).waitFor();
      assertMatch(await page.evaluate("copied") as string, /&ply=6&tab=analysis&review=[\w-]{50,}$/);
      // After the last mistake, the button leads to the first again; it stays in its place, for further clicks.
      assertMatch(await next.innerText(), /^(First|The only) mistake$/);
      for (let click = 0; click < 3; click++) {
        await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
        assertMatch(await verdict.innerText(), /(mistake|blunder)\./);
        const { x, y } = await next.boundingBox() ?? { x: 0, y: 0 };
        assertEquals([x, y], [place.x, place.y]);
      }
      const nf6 = page.locator(".moves .move-row button.move", { hasText: "Nf6" });
      await nf6.click();
      await review.getByRole("button", { name: "Best answer: 4. Qxf7#" }).click();
      assertMatch(await current.textContent() ?? "", /^Qxf7#/);
      assertEquals(await page.locator(".spoken").innerText(), "4. Qxf7# is on the board.");
      // The shortcut goes to the first mistake again, which may be this one.
      await page.keyboard.press("n");
      assertMatch(await verdict.innerText(), /(mistake|blunder)\./);
      await nf6.click();
      const address = await page.evaluate("location.href") as string;
      await review.getByRole("button", { name: "Try it yourself" }).click();
      await page.locator("#puzzle-text", { hasText: "Puzzle 1 of 1. The game went 3… Nf6" }).waitFor();
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.locator("#puzzle-feedback", {
        hasText: "The move of the game was Nf6. It allows Qxf7#, which is mate",
      }).waitFor();
      assertEquals(await page.evaluate("location.href"), address.replace("tab=analysis", "tab=puzzle"));
      // The same puzzle can be tried again.
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.getByRole("button", { name: "Start again" }).click();
      await page.locator("#puzzle-text", { hasText: "Puzzle 1 of 1. The game went 3… Nf6" }).waitFor();
      await page.getByRole("button", { name: "Back to the review" }).click();
      assertMatch(await current.textContent() ?? "", /^Nf6/);
      assertEquals([await page.evaluate("location.href"), await page.locator(".side-line").count()], [address, 0]);
      // Now the better move is shown.
      assertMatch(await verdict.locator("p").innerText(), /Better was \S+\b/);
      assertEquals(await page.locator(".arrow.better").count(), 1);
      await page.getByRole("button", { name: "Load or save" }).click();
      await page.getByRole("button", { name: "Copy PGN" }).click();
      await page.locator(".notice", { hasText: /^Copied\.$/ }).waitFor();
      const result = (await page.evaluate("copied") as string).replace(/\s+/g, " ");
      assertMatch(result, /Nf6 \$4 [^()]*\(3\.\.\. \S+ (\{[^}]*\} )?4\. /);
      await page.keyboard.press("Escape");
      await review.getByRole("button", { name: /^Better line: 3… / }).click();
      await page.locator(".side-line [aria-current=true]").waitFor();
      await nf6.click();
      await review.getByRole("button", { name: /^Practise/ }).click();
      await page.locator("#puzzle-text", { hasText: /^Puzzle 1 of \d/ }).waitFor();
      assertEquals(await seriousFaults(page), []);
      // Another game begins from the position of the mistake.
      await page.getByRole("tab", { name: "Analysis" }).click();
      await page.locator(".moves .move-row button.move", { hasText: "Nf6" }).click();
      await review.getByRole("button", { name: "Play on from here" }).click();
      assertEquals(await page.locator("#panel-play select").nth(2).inputValue(), "shown");
      assertEquals(await pieceOn(page, "f6"), "black knight");
      await page.locator("#panel-play select").first().selectOption("600");
      await page.getByRole("button", { name: "Start the game" }).click();
      await page.locator("#play-status", { hasText: "Your move." }).waitFor();
      await clickMove(page, "h5", "f7");
      await page.locator("#play-status", { hasText: "1 – 0" }).waitFor();
      // The next new game is an ordinary game again.
      await page.getByRole("button", { name: "New game" }).click();
      assertEquals(await page.locator("#panel-play select").nth(2).inputValue(), "ordinary");
    },

  "a review lists the worst moments at the end of the game, even if the last move is an error": async (page) => {
    await open(page, `moves=${SCHOLARS_MATE.replace(",h5f7", "")}&tab=analysis`);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".moment", { hasText: "3… Nf6: blunder." }).waitFor();
    assertMatch(await page.locator(".verdict p").innerText(), /^3… Nf6: blunder/);
    await page.keyboard.press("ArrowLeft");
    await page.locator(".verdict", { hasText: "3… Nf6" }).waitFor({ state: "detached" });
  },

  "a line about an error keeps the error in view, and there is no next error if only one is known": async (page) => {
    const review = page.locator(".review.done");
    const verdict = page.locator(".verdict p");
    const next = review.getByRole("button", { name: /mistake$/ });
    const [start, worse] = ["0.3 e4|-0.3 e5|-0.3 d4|#-1 Qh4#", "-0.5 d4"];
    // Black misses the mate that White has allowed.
    await open(page, `moves=f2f3,e7e5,g2g4,a7a6&tab=analysis&review=${await pack(`${start}|${worse}`)}`);
    await review.waitFor();
    await page.keyboard.press("n");
    await verdict.getByText("2. g4: blunder.").waitFor();
    await review.getByRole("button", { name: "Best answer: 2… Qh4#" }).click();
    await page.locator(".side-line [aria-current=true]", { hasText: "Qh4#" }).waitFor();
    assertMatch(await verdict.innerText(), /^2\. g4: blunder\./);
    await page.keyboard.press("n");
    await verdict.getByText("2… a6: blunder.").waitFor();
    assertEquals(await next.innerText(), "First mistake");
    await open(page, `moves=f2f3,e7e5,g2g4,d8h4&tab=analysis&review=${await pack(`${start}|`)}`);
    await next.click();
    await verdict.getByText("2. g4: blunder.").waitFor();
    assertEquals([await next.innerText(), await next.getAttribute("aria-disabled")], ["The only mistake", "true"]);
    // The refutation was played in the game.
    await review.getByRole("button", { name: "Best answer: 2… Qh4#" }).click();
    await page.locator(".moves [aria-current=true]", { hasText: "Qh4#" }).waitFor();
    assertMatch(await verdict.innerText(), /^2\. g4: blunder\./);
  },

  "a review that is requested again while it runs continues": async (page) => {
    // The game is so long that the review still runs while the tab changes.
    const quiet = "a2a3,a7a6,h2h3,h7h6,b2b3,b7b6,a3a4,a6a5,b1a3,a8a7,a3b1,a7a8";
    await open(page, `moves=${quiet},${SCHOLARS_MATE}&tab=analysis`);
    // The puzzles request a review while one is running, and show the progress of that review.
    const [before, after] = await page.evaluate(`(async () => {
      const bar = (tab) => document.querySelector(\`#panel-\${tab} progress\`);
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const until = async (met) => {
        for (const end = performance.now() + 20_000; !met(); await frame()) {
          if (performance.now() > end) throw new Error("it never came: " + met);
        }
      };
      document.querySelector("#panel-analysis .review button").click();
      await until(() => bar("analysis")?.value >= 2);
      const before = bar("analysis").value;
      document.getElementById("tab-puzzle").click();
      const start = () => document.querySelector("#panel-puzzle .primary.large");
      await until(() => start() !== null);
      start().click();
      await until(() => bar("puzzle") !== null);
      return [before, bar("puzzle").value];
    })()`) as [number, number];
    assertGreaterOrEqual(after, before);
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of" }).waitFor();
    await page.getByRole("tab", { name: "Analysis" }).click();
    // An incomplete review would have no accuracy.
    assertEquals((await page.locator(".summary td").allTextContents()).includes("–"), false);
  },

  "a game shows the name of its opening, and a review shows the accuracy of each phase": async (page) => {
    await open(page, "moves=e2e4,e7e5,f1c4,b8c6,d1h5,g7g6,h5f3&tab=analysis");
    assertEquals(await page.locator(".opening").innerText(), "C23 Bishop's Opening");
    // The name is that of the opening up to the position on the board.
    for (const [key, name] of [["Home", ""], ["ArrowRight", "B00 King's Pawn Game"], ["End", "C23 Bishop's Opening"]]) {
      await page.keyboard.press(key);
      await page.locator(".opening").and(page.getByText(name, { exact: true })).waitFor();
    }
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator("summary", { hasText: "accuracy by game phase" }).click();
    const table = page.getByRole("table", { name: "Accuracy by game phase" });
    await table.waitFor();
    assertEquals(await table.locator("thead th").allInnerTexts(), ["opening"]);
    assertEquals(await table.locator("tbody td").count(), 2);
  },

  "an error becomes a puzzle: a wrong answer leaves it open, hints help, and the best move solves it": async (page) => {
    await open(page, `moves=${SCHOLARS_MATE}&tab=puzzle`);
    const [text, feedback] = [page.locator("#puzzle-text"), page.locator("#puzzle-feedback")];
    await page.locator("#panel-puzzle select").first().selectOption("black");
    await page.locator("#panel-puzzle select").nth(1).selectOption("blunder");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await text.filter({ hasText: "Puzzle 1 of 1" }).waitFor();
    assertMatch(await text.innerText(), /The game went 3… Nf6, a blunder\. What is better for Black\?$/);
    // The board is shown from Black's side, before the error.
    assertEquals(await page.locator("[role=gridcell]").first().getAttribute("data-cell"), "h1");
    assertEquals(await pieceOn(page, "g8"), "black knight");
    // Another answer replaces an answer that is being judged: both come before the engine can judge the first.
    await page.evaluate(`for (const move of ["Nf6", "a6"]) {
      const field = document.querySelector(".move-field");
      field.value = move;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }`);
    await feedback.filter({ hasText: "a6 is not good enough" }).waitFor();
    assertEquals(await pieceOn(page, "a7"), "black pawn");
    await clickMove(page, "g8", "f6");
    // The reason for the error is shown.
    await feedback.filter({ hasText: "That is the move played in the game. It allows Qxf7#, which is mate" }).waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await feedback.filter({ hasText: /^Move (a pawn|a queen|the king)\.$/ }).waitFor();
    // This move prevents the mate and attacks the queen.
    await typeMove(page, "g6");
    await page.locator("#puzzle-feedback[data-right=true]").waitFor();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await text.filter({ hasText: "1 of 1 solved, 0 of them on the first try" }).waitFor();
    await page.getByRole("button", { name: "Start again" }).waitFor();
    // In other tabs, the board is shown from the same side as before.
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator("[role=gridcell]").first().and(page.locator("[data-cell=a8]")).waitFor();
  },

  "puzzles found while another tab is open wait in their tab, and turn no other board": async (page) => {
    await open(page, `moves=${SCHOLARS_MATE}&tab=puzzle`);
    const first = page.locator("[role=gridcell]").first();
    await page.locator("#panel-puzzle select").first().selectOption("black");
    // Another tab is opened before the review can end.
    await page.evaluate(
      "document.querySelector('#panel-puzzle .primary.large').click(), document.getElementById('tab-analysis').click()",
    );
    await page.locator(".graph svg").waitFor();
    assertEquals(await first.getAttribute("data-cell"), "a8");
    assertEquals(await pieceOn(page, "f7"), "white queen");
    await page.getByRole("tab", { name: "Puzzle" }).click();
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of" }).waitFor();
    await page.locator("[data-cell=h1]").and(first).waitFor();
    assertEquals(await pieceOn(page, "f7"), "black pawn");
    // The address has the side at the bottom in other tabs, even after the board was turned in this tab.
    assertEquals(page.url().includes("view="), false);
    await page.getByRole("button", { name: "Flip the board" }).click();
    await page.locator("[data-cell=a8]").and(first).waitFor();
    assertEquals(page.url().includes("view="), false);
    await page.getByRole("button", { name: "Flip the board" }).click();
    await page.locator("[data-cell=h1]").and(first).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    assertEquals(await first.getAttribute("data-cell"), "a8");
    // Another game also turns the board back.
    await page.locator("#panel-puzzle select").first().selectOption("black");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("[data-cell=h1]").and(first).waitFor();
    await page.evaluate("location.hash = 'moves=d2d4,d7d5&tab=puzzle'");
    await page.locator("[data-cell=a8]").and(first).waitFor();
  },

  "without a game there are no puzzles": async (page) => {
    await open(page, "tab=puzzle");
    await page.getByText("Play or load a game first").waitFor();
    assertEquals(await page.getByRole("button", { name: "Start", exact: true }).isDisabled(), true);
  },

  "in a game against the engine, the puzzles are made from the user's errors by default": async (page) => {
    await open(page, "moves=f2f3,e7e5");
    await page.locator("#panel-play select").first().selectOption("600");
    await page.locator("#panel-play select").nth(2).selectOption("shown");
    await page.locator("#panel-play .segments label", { hasText: "Black" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator("#play-status", { hasText: "Your move." }).waitFor();
    await page.getByRole("tab", { name: "Puzzle" }).click();
    assertEquals(await page.locator("#panel-puzzle select").first().inputValue(), "black");
    // The same holds if the page starts with the puzzles.
    await page.reload();
    await page.getByRole("tab", { name: "Puzzle", selected: true }).waitFor();
    assertEquals(await page.locator("#panel-puzzle select").first().inputValue(), "black");
    // A running game is not analysed.
    assertEquals(await page.getByRole("button", { name: "Start", exact: true }).isDisabled(), true);
  },
});

testPage({
  "puzzles need a complete review, and an answer needs a complete search": onPage(async (page) => {
    const start = page.getByRole("button", { name: "Start", exact: true });
    await page.locator("#panel-puzzle select").first().selectOption("black");
    await page.locator("#panel-puzzle select").nth(1).selectOption("blunder");
    // The review is stopped immediately.
    await page.evaluate(`(async () => {
      document.querySelector("#panel-puzzle .primary.large").click();
      document.getElementById("tab-analysis").click();
      await Promise.resolve();
      document.querySelector("#panel-analysis .review button").click();
    })()`);
    await page.getByRole("button", { name: "Review the whole game" }).waitFor();
    assertEquals(await page.locator(".graph svg").count(), 0);
    await page.getByRole("tab", { name: "Puzzle" }).click();
    await start.click();
    await page.locator("#puzzle-text", { hasText: "Puzzle 1 of 1" }).waitFor();
    // An analysis ends the search that judges an answer, so the answer is neither right nor wrong.
    await page.evaluate(`(async () => {
      const { postMessage } = Worker.prototype;
      const searching = Promise.withResolvers();
      Worker.prototype.postMessage = function (message, ...others) {
        if (message.request.kind === "search") {
          message.request.limits.nodes = Infinity;
          searching.resolve();
        }
        postMessage.call(this, message, ...others);
      };
      const field = document.querySelector(".move-field");
      field.value = "a6";
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await searching.promise;
      document.getElementById("tab-analysis").click();
      await Promise.resolve();
      // The last position is a mate, which cannot be analysed.
      document.querySelector("[aria-label='Go to the start']").click();
      await Promise.resolve();
      document.querySelector("#panel-analysis .primary").click();
    })()`);
    await page.locator(".lines li").first().waitFor();
    await page.getByRole("tab", { name: "Puzzle" }).click();
    assertEquals(await page.locator("#puzzle-feedback").isVisible(), false);
    assertEquals(await page.getByRole("button", { name: "Show the answer" }).isEnabled(), true);
    assertEquals(await pieceOn(page, "a7"), "black pawn");
  }, { at: `#moves=${SCHOLARS_MATE}&tab=puzzle`, depth: ENDLESS }),
});
