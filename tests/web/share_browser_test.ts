/** What the page shares and receives: links, windows, pictures, frames, files, drawings. @module */

import { assertEquals, assertGreater, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { addressesOf } from "../../tools/build/build_web.ts";
import { FIRST_DEMO } from "../../web/text/learning.ts";
import { clickMove, middleOf, movesOf, open, pieceOn, seriousFaults, testInPage, testPage, visit } from "./browser.ts";
import { onPage, resize, waitUntil } from "./browser.ts";
import { PageServer, webFolder } from "./page_server.ts";
import { CATCH_COPIES, loadText, save, SCHOLARS_MATE, startGame, typeMove, waitForMoves } from "./steps.ts";
import { waitForStatus } from "./steps.ts";

const GAME = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 1-0';

/** Draws an arrow between two squares with the right mouse button, or a circle if both are the same square. */
async function drawOnBoard(page: Page, from: string, to: string, key: string = ""): Promise<void> {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  if (key !== "") await page.keyboard.down(key);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button: "right" });
  if (key !== "") await page.keyboard.up(key);
}

/** A GIF's width, height and number of frames. */
function sizeAndFramesOf(bytes: Uint8Array): [width: number, height: number, frames: number] {
  const view = new DataView(bytes.buffer);
  const parts = new TextDecoder("latin1").decode(bytes).split("!\u00f9\u0004");
  return [view.getUint16(6, true), view.getUint16(8, true), parts.length - 1];
}

testInPage({
  "arrows and circles of the right button are kept in a link, in PGN and in a reload": async (page) => {
    await open(page, "moves=e2e4&tab=analysis");
    await drawOnBoard(page, "d2", "d4");
    await drawOnBoard(page, "e5", "e5", "Shift");
    await drawOnBoard(page, "g1", "f3", "Alt");
    const fills = await page.locator(".arrow.drawn").evaluateAll((arrows) =>
      arrows.map((arrow) => String(arrow.computedStyleMap().get("fill")))
    );
    assertEquals(fills.length, 2);
    assertEquals(fills.includes("none"), false);
    assertEquals(await page.locator("circle.drawn").count(), 1);
    assertStringIncludes(page.url(), "draw=1:Gd2d4,Bg1f3,Re5");
    await drawOnBoard(page, "g1", "f3", "Alt");
    assertEquals(await page.locator(".arrow.drawn").count(), 1);
    await page.reload();
    await page.locator("circle.drawn").waitFor();
    await page.getByRole("button", { name: "Load or save" }).click();
    const { text } = await save(page, "Save PGN");
    assertStringIncludes(text.replace(/\s+/g, " "), "1. e4 { [%cal Gd2d4] [%csl Re5] }");
    assertEquals(await movesOf(page), ["e4"]);
  },

  "the wheel steps through the game, and the square under a dragged piece is marked": async (page) => {
    await open(page, "moves=e2e4,e7e5,g1f3&tab=analysis");
    const { x, y } = await middleOf(page, "e4");
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    await page.locator(".moves [aria-current=true]", { hasText: "e5" }).waitFor();
    await page.mouse.wheel(0, 100);
    await page.locator(".moves [aria-current=true]", { hasText: "Nf3" }).waitFor();
    const [from, to, aside] = [await middleOf(page, "b8"), await middleOf(page, "c6"), await middleOf(page, "c5")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator(".mark.over").waitFor();
    await page.mouse.move(aside.x, aside.y, { steps: 4 });
    await page.locator(".mark.over").waitFor({ state: "detached" });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await waitForMoves(page, 4);
  },

  "a position is set up with the board editor": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Load or save" }).click();
    await page.getByRole("button", { name: "Board editor" }).click();
    const dialog = page.getByRole("dialog", { name: "Board editor" });
    await dialog.getByRole("button", { name: "Clear the board" }).click();
    const put = async (piece: string, square: string): Promise<void> => {
      await dialog.getByRole("group", { name: "Pieces" }).getByRole("button", { name: piece }).click();
      await dialog.getByRole("button", { name: new RegExp(`^${square},`) }).click();
    };
    await dialog.getByRole("button", { name: "Use this position" }).click();
    await dialog.getByRole("alert").filter({ hasText: "king" }).waitFor();
    await put("white king", "e1");
    assertEquals(await dialog.getByRole("alert").count(), 0);
    await put("white rook", "h1");
    await put("black king", "e8");
    await put("black queen", "d8");
    await put("remove pieces", "d8");
    await dialog.getByLabel("To move").selectOption("b");
    assertEquals(await seriousFaults(page), []);
    await dialog.getByRole("button", { name: "Use this position" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(/fen=4k3\/8\/8\/8\/8\/8\/8\/4K2R_b_K_-_0_1/);
    assertEquals(await pieceOn(page, "h1"), "white rook");
    // Castling and en passant are offered if the pieces are on the right squares.
    await page.getByRole("button", { name: "Load or save" }).click();
    await page.getByRole("button", { name: "Board editor" }).click();
    await dialog.getByRole("checkbox").waitFor();
    assertEquals(await dialog.getByRole("checkbox").count(), 1);
    await dialog.getByLabel("White O-O").uncheck();
    assertEquals(await dialog.getByLabel("En passant").count(), 0);
    await put("white pawn", "d4");
    await put("black pawn", "e4");
    await dialog.getByLabel("En passant").selectOption("d3");
    await dialog.getByRole("button", { name: "Use this position" }).click();
    await page.waitForURL(/4K2R_b_-_d3_0_1/);
  },

  "the board is saved as PNG and SVG, with arrows and names, and the game as a GIF with a frame for each position":
    async (page) => {
      await open(page, "moves=e2e4&draw=1:Gd2d4,Re5&white=Anna&tab=analysis");
      await page.getByRole("button", { name: "Share" }).click();
      const png = await save(page, "Save the board as PNG");
      const view = new DataView(png.bytes.buffer);
      assertEquals([png.name, view.getUint32(16), view.getUint32(20)], ["position.png", 1600, 1724]);
      const { text: svg } = await save(page, "Save the board as SVG");
      assertMatch(svg, /^<svg xmlns/);
      assertStringIncludes(svg, "Anna – ? · 1. e4 · Hindsight");
      assertEquals(svg.match(/<circle/g)?.length, 1);
      const gif = await save(page, "Save the game as GIF");
      assertEquals([gif.name, ...sizeAndFramesOf(gif.bytes)], ["game.gif", 480, 517, 2]);
    },

  "what was learned is shared as a GIF depth by depth, and the saved work as a picture with a link": async (page) => {
    await open(page, `${FIRST_DEMO.address}&tab=learned&on=1`);
    await page.locator(".bars > div").nth(4).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    const gif = await save(page, "Save this search as GIF");
    const depths = await page.locator(".replay .steps i").count();
    assertEquals([gif.name, ...sizeAndFramesOf(gif.bytes)], ["learning.gif", 480, 540, depths]);
    await page.evaluate(CATCH_COPIES);
    const png = await save(page, /^Share the \d.*× as a picture$/);
    const picture = new DataView(png.bytes.buffer);
    assertEquals([png.name, picture.getUint32(16), picture.getUint32(20)], ["learning.png", 1600, 2010]);
    await page.locator(".notice", { hasText: "A link to the position was copied" }).waitFor();
    assertStringIncludes(await page.evaluate("copied") as string, `${FIRST_DEMO.address}&tab=learned`);
  },

  "a dropped picture is reported as not being a game": async (page) => {
    await open(page, "moves=e2e4&tab=analysis");
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array([137, 80, 78, 71])], "board.png", { type: "image/png" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.locator(".notice.error", { hasText: "copy a position from a picture" }).waitFor();
    assertEquals(await movesOf(page), ["e4"]);
  },

  "during a game, the page asks before it follows a link": async (page) => {
    await open(page, "");
    await startGame(page);
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
    const own = page.url();
    await page.evaluate("location.hash = 'moves=d2d4'");
    await page.getByRole("dialog").getByRole("button", { name: "Continue the game" }).click();
    await page.waitForURL(own);
    assertEquals((await movesOf(page))[0], "e4");
    await page.evaluate("location.hash = 'moves=d2d4'");
    await page.getByRole("dialog").getByRole("button", { name: "Abandon the game" }).click();
    await page.locator(".move-row button.move", { hasText: "d4" }).waitFor();
    // The page also asks before it loads a pasted game.
    await page.locator("#panel-play").getByRole("button", { name: "Start the game" }).click();
    await waitForStatus(page, "Your move.");
    await loadText(page, GAME);
    await page.getByRole("dialog").getByRole("button", { name: "Continue the game" }).click();
    await waitForStatus(page, "Your move.");
  },
});

testPage({
  "if a link is opened while a game is kept, the page asks which to open": onPage(async (page, { context, server }) => {
    await startGame(page);
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
    await page.close();
    for (const [choice, isGame] of [["Continue my game", true], ["Open the link", false]] as const) {
      const other = await context.newPage();
      await other.goto(`${server.url}#moves=d2d4,d7d5`);
      await other.getByRole("dialog").getByRole("button", { name: choice }).click();
      await waitForMoves(other, 2);
      assertEquals((await movesOf(other))[0], isGame ? "e4" : "d4");
      assertEquals(await other.getByRole("button", { name: "Resign" }).count(), isGame ? 1 : 0);
      await other.close();
    }
  }),

  "a second window neither continues nor ends the game of the first": onPage(async (page, { context, server }) => {
    await startGame(page);
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
    const other = await context.newPage();
    await other.goto(`${server.url}#tab=analysis`);
    await other.locator(".notice", { hasText: "Your game continues in another window." }).waitFor();
    await typeMove(other, "d4");
    await waitForMoves(other, 1);
    await other.getByRole("tab", { name: "Play" }).click();
    await other.getByRole("button", { name: "Start the game" }).click();
    await other.locator(".notice.error", { hasText: "another window" }).waitFor();
    await other.close();
    await page.reload();
    await waitForStatus(page, "Your move.");
    assertEquals((await waitForMoves(page, 2))[0], "e4");
  }),

  "while the engine is loading, the page answers with opening moves and shows the progress": async (browser) => {
    await using server = new PageServer(false);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.pauses.set("/network.bin", promise);
    await using session = await visit(browser, server.url);
    const { page } = session;
    await clickMove(page, "e2", "e4");
    await waitForMoves(page, 1);
    await page.locator("#play-status", { hasText: /^Hindsight is loading: (4|5)\d %$/ }).waitFor();
    // The script of the board is loaded before the network.
    const asked = server.requests.indexOf("/network.bin");
    assertGreater(asked, server.requests.indexOf("/page.js"));
    assertEquals(await waitForMoves(page, 2), ["e4", "e5"]);
    // If the position is in no opening, the page waits for the engine.
    await clickMove(page, "b1", "a3");
    await waitForMoves(page, 3);
    await page.locator("#play-status", { hasText: /^Hindsight is loading/ }).waitFor();
    resolve();
    await waitForMoves(page, 4);
    assertEquals(session.faults, []);
  },

  "a link opens the sender's view: names, place, part of the page, and search": onPage(async (page, { browser }) => {
    await page.evaluate(CATCH_COPIES);
    await loadText(page, GAME);
    await page.locator(".move-row button.move", { hasText: "e5" }).click();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Copy a link to the game" }).click();
    await page.locator(".notice", { hasText: "Link copied." }).waitFor();
    await using other = await visit(browser, await page.evaluate("copied") as string);
    await other.page.locator(".lines li").first().waitFor();
    assertEquals(await other.page.locator(".player .name").allInnerTexts(), ["Bert", "Anna"]);
    assertEquals(await other.page.locator(".moves [aria-current=true]").textContent(), "e5");
    assertEquals(other.faults, []);
  }),

  "a review with its puzzles is shared in a link, or in a file if long": onPage(async (page, { browser, server }) => {
    await page.getByRole("button", { name: "Review the whole game" }).click();
    const accuracies = await page.locator(".accuracies").innerText();
    await page.evaluate(CATCH_COPIES);
    const share = page.getByRole("button", { name: "Copy a link with the review" });
    await page.getByRole("button", { name: "Share a link, a picture or an embedded board" }).click();
    assertEquals(await seriousFaults(page), []);
    await share.click();
    await page.locator(".notice", { hasText: "Link copied." }).waitFor();
    // The receiver's page shows the review without an engine.
    await using bare = new PageServer(false);
    bare.holds.set("/network.bin", new Promise(() => {}));
    const link = (await page.evaluate("copied") as string).replace(server.url, bare.url);
    await using other = await visit(browser, link);
    assertEquals(await other.page.locator(".accuracies").innerText(), accuracies);
    assertEquals(await other.page.locator(".graph-mark").count(), await page.locator(".graph-mark").count());
    await other.page.getByRole("tab", { name: "Puzzles" }).click();
    await other.page.getByRole("button", { name: "Start", exact: true }).click();
    await other.page.locator("#puzzle-text", { hasText: "Puzzle 1 of" }).waitFor();
    // A reload keeps the review, and a damaged link is reported.
    await other.page.reload();
    await other.page.getByRole("tab", { name: "Analysis" }).click();
    assertEquals(await other.page.locator(".accuracies").innerText(), accuracies);
    await open(other.page, `moves=e2e4&tab=analysis&review=${link.split("review=")[1]}`);
    await other.page.locator(".notice.error", { hasText: "The review in the link cannot be read" }).waitFor();
    // The game is now too long for a link.
    await page.keyboard.press("Escape");
    await page.getByLabel("Comment on").fill("so ".repeat(4000));
    await page.getByRole("button", { name: "Share a link, a picture or an embedded board" }).click();
    const file = await save(page, "Copy a link with the review and its puzzles");
    assertEquals(file.name, "game.html");
    assertMatch(file.text, /href="http:[^"]{12000,}&amp;review=[\w-]+"/);
    assertEquals(other.faults, []);
  }, { at: `#moves=${SCHOLARS_MATE}&white=Anna&tab=analysis` }),

  "an embedded board is for reading: it has moves, arrows, a link to the page, and no engine": async (browser) => {
    await using server = new PageServer(false);
    await using session = await visit(
      browser,
      `${server.url}?embed#moves=e2e4,e7e5,g1f3&draw=3:Gd2d4&result=1-0&tab=learned&on=1`,
      { viewport: { width: 440, height: 620 } },
    );
    const { page } = session;
    assertEquals(await page.locator("[role=tab]").count(), 0);
    assertEquals(await page.locator(".arrow.drawn").count(), 1);
    for (const [width, height] of [[320, 480], [700, 400], [1000, 700], [440, 620]]) {
      await resize(page, width, height);
      const whole = await page.locator("html").evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
      assertEquals(whole, [width, height]);
    }
    assertEquals(await movesOf(page), ["e4", "e5", "Nf3"]);
    assertEquals(await page.locator(".result").innerText(), "1 – 0");
    const end = await page.locator(".result").boundingBox();
    assertEquals((end?.y ?? Infinity) + (end?.height ?? 0) <= 620, true);
    await page.getByRole("button", { name: "Previous move" }).click();
    assertEquals(await pieceOn(page, "g1"), "white knight");
    await clickMove(page, "d2", "d4");
    assertEquals(await pieceOn(page, "d2"), "white pawn");
    const found = await page.getByRole("link", { name: "Open in Hindsight" }).getAttribute("href");
    assertEquals(found, page.url().replace("?embed", ""));
    assertEquals(server.requests.includes("/network.bin"), false);
    assertEquals(await page.evaluate("localStorage.length"), 0);
    assertEquals(await seriousFaults(page), []);
    assertEquals(session.faults, []);
  },

  "an embedded board shows moves and a comment, with or without a long opening name": async (browser, server) => {
    const najdorf = "e2e4,c7c5,g1f3,d7d6,d2d4,c5d4,f3d4,g8f6,b1c3,a7a6,c1g5,e7e6,f2f4,d8b6,d1d2,b6b2";
    for (const [moves, ply] of [[najdorf, 16], ["a2a4,h7h5,a1a3,h8h6,a3h3,h6a6,h3h4,a6a5", 8]] as const) {
      const note = encodeURIComponent(
        "The pawn is poisoned, as they say: the queen will not find the way home so soon.",
      );
      const address = `${server.url}?embed#moves=${moves}&note=${ply}:${note}`;
      await using session = await visit(browser, address, { viewport: { width: 440, height: 620 } });
      const { page } = session;
      // The list has its final place when the name of the opening is shown.
      if (ply === 16) await page.locator(".opening", { hasText: "Poisoned Pawn" }).waitFor();
      await waitUntil(
        page,
        `(() => {
        const list = document.querySelector(".moves").getBoundingClientRect();
        const isInSight = (part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
        };
        const shown = [...document.querySelectorAll(".moves button.move")].filter(isInSight);
        return shown.length >= 4 && isInSight(document.querySelector(".moves .comment"));
      })()`,
      );
      assertEquals(session.faults, []);
    }
  },

  "other sites get a description and a picture for a link to the page, and the page names its repository": async () => {
    const plain = await Deno.readTextFile(`${webFolder}/index.html`);
    for (const name of ["og:title", "og:description", "og:image"]) assertStringIncludes(plain, `property="${name}"`);
    assertEquals(plain.includes("code-repository"), false);
    const picture = await Deno.readFile(`${webFolder}/share.png`);
    const view = new DataView(picture.buffer);
    assertEquals([view.getUint32(16), view.getUint32(20)], [1200, 630]);
    assertStringIncludes(plain, 'property="og:image" content="share.png"');
    assertEquals(addressesOf(""), { site: "", source: "" });
    assertEquals(addressesOf("Anna/chess"), {
      site: "https://anna.github.io/chess/",
      source: '<link rel="code-repository" href="https://github.com/Anna/chess">\n',
    });
  },
});
