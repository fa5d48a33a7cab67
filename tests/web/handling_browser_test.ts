/** Actions on boards, lists and windows: nothing jumps, turns unexpectedly or is lost. @module */

import { Buffer } from "node:buffer";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { assert, assertEquals, assertGreater, assertLessOrEqual, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { Game } from "../../engine/games/game.ts";
import { clickMove, movesOf, onPage, open, pieceOn, testInPage, testPage, visit } from "./browser.ts";
import { ENDLESS } from "./page_server.ts";
import { resign, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

/** A game with more moves than fit into the list: legal moves that are chosen by a fixed rule. */
function longGame(): string {
  const game = new Game();
  while (game.ply < 80) {
    const moves = game.legalMoves();
    game.move(moves[7 * game.ply % moves.length].uci);
  }
  return game.playedMoves().map(({ uci }) => uci).join(",");
}

/** The scroll position of the move list. */
function scrollOf(page: Page): Promise<number> {
  return page.locator(".moves").evaluate((list) => Math.round(list.scrollTop));
}

/** The side at the bottom of the board, as the library draws it. */
async function bottomOf(page: Page): Promise<"white" | "black"> {
  const [white, black] = await Promise.all(
    ["wk", "bk"].map((piece) => page.locator(`#board [data-piece=${piece}]`).boundingBox()),
  );
  assert(white !== null && black !== null);
  return white.y > black.y ? "white" : "black";
}

testInPage({
  "the current move stays in sight when a review needs room": async (page) => {
    await open(page, "moves=e2e4,b7b6,d2d3,e7e6,g1f3,c8a6,c1d2,f7f6&tab=analysis");
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".graph svg").waitFor();
    const below = await page.locator(".moves").evaluate((list) => {
      const current = list.querySelector("[aria-current=true]") ?? list;
      return current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    });
    assertLessOrEqual(below, 0);
  },

  "the focus stays on its square when the board is turned": async (page) => {
    await open(page, "");
    await page.locator("#board [data-cell=g1]").focus();
    await page.keyboard.press("f");
    await page.locator("[role=gridcell]").first().and(page.locator("[data-cell=h1]")).waitFor();
    const focused = (): Promise<unknown> => page.evaluate("document.activeElement.dataset.cell");
    assertEquals(await focused(), "g1");
    await page.keyboard.press("Enter");
    await page.locator("#board [data-cell=g1][aria-selected=true]").waitFor();
    // Black is at the bottom.
    await page.keyboard.press("ArrowDown");
    assertEquals(await focused(), "g2");
  },

  "a move that is typed while the engine thinks is refused until the engine has answered": async (page) => {
    await open(page, "");
    await startGame(page);
    // This happens immediately, before the engine can answer.
    const refused = await page.evaluate(`(async () => {
      const field = document.querySelector(".move-field");
      for (const move of ["e4", "d4"]) {
        field.value = move;
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
      return [field.value, field.ariaInvalid, document.querySelector(".notice").innerText];
    })()`) as string[];
    assertEquals(refused.slice(0, 2), ["d4", "true"]);
    // The engine may not have started yet.
    assertMatch(refused[2], /^Hindsight is (thinking|starting|loading)/);
    await waitForMoves(page, 2);
    const field = page.getByPlaceholder("Type a move");
    assertEquals(await page.locator(".notice").count(), 0);
    assertEquals([await field.inputValue(), await field.getAttribute("aria-invalid")], ["", null]);
    await resign(page);
  },

  "a board that is turned again during the first turn has the right side at the bottom in the end": async (page) => {
    await open(page, "");
    const ends: [turns: number, bottom: "white" | "black"][] = [[2, "white"], [3, "black"], [2, "black"], [5, "white"]];
    for (const [turns, bottom] of ends) {
      // There is one turn for each frame; the library needs more than one frame for a turn.
      await page.evaluate(`(async () => {
        const turn = document.querySelector(".controls [aria-label='Flip the board']");
        for (let i = 0; i < ${turns}; i++) {
          turn.click();
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        for (let i = 0; i < 40; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      })()`);
      assertEquals(await bottomOf(page), bottom);
      const first = await page.locator("[role=gridcell]").first().getAttribute("data-cell");
      assertEquals(first, bottom === "white" ? "a8" : "h1");
    }
  },

  "a click beside a window closes it, but not a click on its edge or a selection that ends beside it": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Load or save a position or game" }).click();
    const field = page.getByLabel("FEN or PGN");
    await field.fill("1. e4 e5");
    const [text, own] = [await field.boundingBox(), await page.locator("dialog").boundingBox()];
    assert(text !== null && own !== null);
    const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up();
    };
    const [inside, edge, beside] = [
      [text.x + 30, text.y + 10],
      [own.x + 4, own.y + own.height / 2],
      [own.x - 40, own.y + 40],
    ] as const;
    for (const [from, to] of [[inside, beside], [beside, inside], [edge, edge], [edge, beside]]) await drag(from, to);
    assertEquals(await field.inputValue(), "1. e4 e5");
    await drag(beside, beside);
    await page.locator("dialog").waitFor({ state: "detached" });
  },

  "a promotion is cancelled if another position is shown when the piece is chosen": async (page) => {
    await open(page, "fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1&tab=analysis");
    await clickMove(page, "a7", "a8");
    const queen = page.getByRole("button", { name: "white queen" });
    await queen.waitFor();
    await page.evaluate("location.hash = 'moves=e2e4&tab=analysis'");
    await waitForMoves(page, 1);
    await queen.waitFor({ state: "detached" });
    assertEquals(await movesOf(page), ["e4"]);
    assertEquals(await pieceOn(page, "a7"), "black pawn");
  },

  "a game in Latin-1 keeps its accented letters, whether its file is chosen or dropped": async (page) => {
    await open(page, "");
    const pgn = (name: string): Buffer => Buffer.from(`[White "${name}"]\n\n1. e4 *\n`, "latin1");
    await page.getByRole("button", { name: "Load or save a position or game" }).click();
    const field = page.locator("dialog input[type=file]");
    // An unreadable file can be chosen again.
    await field.setInputFiles({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e5") });
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: "e5" }).waitFor();
    assertEquals(await field.inputValue(), "");
    await field.setInputFiles({ name: "game.pgn", mimeType: "text/plain", buffer: pgn("Jürgen Schröder") });
    await page.locator(".player .name", { hasText: "Jürgen Schröder" }).waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array([${[...pgn("Çelik")]}])], "game.pgn"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.locator(".player .name", { hasText: "Çelik" }).waitFor();
  },

  "a file of games may be packed, and the error about an unreadable file names the kind of file": async (page) => {
    await open(page, "");
    await page.getByRole("button", { name: "Load or save a position or game" }).click();
    const field = page.locator("dialog input[type=file]");
    const choose = (buffer: Uint8Array): Promise<void> =>
      field.setInputFiles({ name: "games.bin", mimeType: "", buffer: Buffer.from(buffer) });
    const game = '[White "Anna"]\n\n1. e4 *\n';
    const files = [
      [Buffer.from("PK\x03\x04\x14\0"), "it is a ZIP archive"],
      [Buffer.from("7z\xbc\xaf\x27\x1c", "latin1"), "it is a 7z archive"],
      [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "it has bytes that text cannot contain"],
      [gzipSync(game).subarray(0, 30), "This cannot be read"],
    ] as const;
    for (const [bytes, reason] of files) {
      await choose(bytes);
      await page.getByRole("dialog").getByRole("alert").filter({ hasText: reason }).waitFor();
    }
    const canUnpack = await page.evaluate('{ try { new DecompressionStream("zstd"); true; } catch { false; } }');
    await choose(zstdCompressSync(game));
    if (canUnpack === true) await page.locator(".player .name", { hasText: "Anna" }).waitFor();
    else await page.getByRole("dialog").getByRole("alert").filter({ hasText: "cannot decompress .zst" }).waitFor();
    if (canUnpack === true) await page.getByRole("button", { name: "Load or save a position or game" }).click();
    await choose(gzipSync(game.replace("Anna", "Ben")));
    await page.locator(".player .name", { hasText: "Ben" }).waitFor();
  },

  "the tour does not change the game, the heat map or the search, even if the page is reloaded": async (page) => {
    await open(page, "moves=b2b3,b7b6&ply=1&tab=learned&on=1");
    const numbers = page.locator("summary", { hasText: "All values" });
    const looks = page.locator(".numbers select");
    await numbers.click();
    await looks.first().selectOption("to");
    await looks.nth(1).selectOption("opponent");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Tour" }).click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.locator(".tour strong").waitFor();
    await page.getByRole("button", { name: "End the tour" }).click();
    await page.getByRole("button", { name: "Watch it learn" }).waitFor();
    await page.getByRole("button", { name: "Watch it learn" }).click();
    await looks.first().waitFor({ state: "attached" });
    assertEquals([await looks.first().inputValue(), await looks.nth(1).inputValue()], ["to", "opponent"]);
    // A search that ran before the tour continues after it.
    await page.getByRole("button", { name: "Tour" }).click();
    await page.getByRole("button", { name: "End the tour" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("button", { name: "Tour" }).click();
    await page.waitForURL(/moves=(?!b2b3)/);
    await page.reload();
    await page.getByRole("button", { name: "Tour" }).waitFor();
    await page.waitForURL(/moves=b2b3,b7b6&ply=1&tab=learned/);
  },

  "a move closes the view of a piece, on the page and in the address": async (page) => {
    await open(page, "moves=e2e4,e7e5&tab=learned&look=to:g1");
    assertMatch(page.url(), /&look=to:g1$/);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/ply=1&tab=learned&look=to:$/);
  },
}, { depth: 7 });

/** Records the changes below an element: the class of the changed element, and the attribute or "content". */
async function noteChanges(page: Page, selector: string): Promise<void> {
  await page.evaluate(`{
    globalThis.changes = [];
    const nameOf = (node) => (node instanceof Element ? node : node.parentElement).className;
    new MutationObserver((records) => {
      changes.push(...records.map(({ target, attributeName }) => nameOf(target) + " " + (attributeName ?? "content")));
    }).observe(document.querySelector("${selector}"), { subtree: true, childList: true, attributes: true, characterData: true });
  }`);
}

testPage({
  "a step redraws two moves of the list, and a tick of the clock redraws only the clock": async (browser, server) => {
    const script = 'localStorage["hindsight.settings"] ??= JSON.stringify({ time: "5+3", elo: 600, colour: "white" });';
    await using session = await visit(browser, `${server.url}#moves=${longGame()}&tab=analysis`, { script });
    const { page } = session;
    await page.locator(".move-row").nth(39).waitFor();
    await noteChanges(page, ".moves");
    await page.getByRole("button", { name: "Previous move" }).click();
    assertEquals(await page.evaluate("changes"), ["move aria-current", "move aria-current"]);
    await open(page, "");
    await startGame(page);
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
    await waitForStatus(page, "Your move.");
    // The changes that came with the engine's move are over after two seconds of the clock.
    const clock = page.locator(".player[data-side=white] .clock");
    for (let i = 0; i < 2; i++) await clock.filter({ hasNotText: await clock.innerText() }).waitFor();
    await noteChanges(page, "#app");
    await clock.filter({ hasNotText: await clock.innerText() }).waitFor();
    assertEquals(await page.evaluate("[...new Set(changes)]"), ["clock content"]);
    assertEquals(session.faults, []);
  },

  "the list of moves stays where the user has scrolled it while the engine reports": onPage(async (page) => {
    // The end of the game is shown and is in sight.
    assertGreater(await scrollOf(page), 100);
    await page.locator(".moves").evaluate((list) => list.scrollTop = 40);
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    const facts = page.locator(".analysis .facts");
    await facts.filter({ hasText: "Depth" }).waitFor();
    const before = await facts.innerText();
    await facts.filter({ hasNotText: before }).waitFor();
    assertEquals(await scrollOf(page), 40);
    // Another current move is scrolled into sight, even at the start, and even after the list was hidden.
    await page.getByRole("button", { name: "Previous move" }).click();
    assertGreater(await scrollOf(page), 100);
    await page.getByRole("button", { name: "Go to the start" }).click();
    assertEquals(await scrollOf(page), 0);
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.getByRole("button", { name: "Go to the end" }).click();
    await page.getByRole("tab", { name: "Analysis" }).click();
    assertGreater(await scrollOf(page), 100);
  }, { at: `#moves=${longGame()}&tab=analysis`, depth: ENDLESS }),

  "if the address cannot change, link and reload work; a failed copy is reported": onPage(async (page, { server }) => {
    await page.evaluate(`
    globalThis.copied = "";
    history.replaceState = () => { throw new DOMException("Too many changes", "SecurityError"); };
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
    true;
  `);
    await typeMove(page, "d5");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Share" }).click();
    const share = page.getByRole("button", { name: "Copy a link" });
    await share.click();
    await page.locator(".notice", { hasText: "Link copied." }).waitFor();
    assertEquals(await page.evaluate("copied"), `${server.url}#moves=d2d4,d7d5&tab=analysis`);
    await page.evaluate("delete navigator.clipboard.writeText; document.execCommand = () => false; true");
    await share.click();
    await page.locator(".notice.error", { hasText: "does not let the page copy" }).waitFor();
    await page.reload();
    assertEquals(await waitForMoves(page, 2), ["d4", "d5"]);
  }, { at: "#moves=d2d4&tab=analysis" }),

  "a game that ends while the user is asked about resigning keeps its own result": async (browser, server) => {
    const address = "moves=e2e4,e7e5";
    await using session = await visit(browser, `${server.url}#${address}`);
    const { page } = session;
    const left = { white: 30_000, black: 60_000 };
    const match = { human: "white", elo: 600, time: { base: 60_000, increment: 0 }, left, outcome: null };
    const kept = JSON.stringify({ address, hash: address, tags: [], notes: [], match });
    // When the page is left, it must not replace this game with its own.
    await page.evaluate(`
      localStorage.setItem("hindsight.game", ${JSON.stringify(kept)});
      Storage.prototype.setItem = () => {};
      true;
    `);
    await page.reload();
    await waitForStatus(page, "Your move.");
    await page.getByRole("button", { name: "Resign" }).click();
    // Time runs out while the question is open.
    await page.evaluate("{ const now = performance.now.bind(performance); performance.now = () => now() + 30_000; }");
    await waitForStatus(page, "Black wins on time");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await waitForStatus(page, "Black wins on time");
    assertEquals(session.faults, []);
  },
});
