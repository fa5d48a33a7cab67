/**
 * The page in headless Chromium, as users use it: its moves, games, analysis and what it learned.
 *
 * @module
 */

import {
  assertEquals,
  assertGreater,
  assertGreaterOrEqual,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { parseFen, squareName } from "../../core/fen.ts";
import { Engine } from "../../engine/engine.ts";
import { Game } from "../../engine/games/game.ts";
import { describeHistories } from "../../engine/view/histories_view.ts";
import { SYSTEMS } from "../../engine/view/systems.ts";
import { projectPath } from "../../tools/paths.ts";
import { LAB_DEPTH } from "../../web/engine/laboratory.ts";
import { PARTS, TOUR } from "../../web/text/tour.ts";
import {
  buildOnce,
  clickMove,
  dragMove,
  drawn,
  middleOf,
  movesOf,
  PageServer,
  pieceOn,
  seriousFaults,
  testPage,
  visit,
  waitUntil,
  webFolder,
} from "./browser.ts";
import { loadText, resign, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

/** The names of the squares by their numbers. */
const SQUARE_NAMES = Array.from({ length: 64 }, (_, square) => squareName(square));

/** A scholar's mate and a game with a blunder. */
const PGN = `[White "Anna"]
[Black "Bert"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0`;

testPage({
  "moves are played by click, drag, keyboard and text, and taken back": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#tab=analysis`);
    const { page } = session;
    await clickMove(page, "e2", "e4");
    await dragMove(page, "e7", "e5");
    await page.locator("#board [data-cell=e2]").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await drawn(page);
    assertEquals(await page.locator("#board [data-cell=g1]").getAttribute("aria-selected"), "true");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
    await typeMove(page, "Nc6");
    assertEquals(await waitForMoves(page, 4), ["e4", "e5", "Nf3", "Nc6"]);
    assertEquals(await pieceOn(page, "c6"), "black knight");
    await typeMove(page, "Nc6");
    await drawn(page);
    assertEquals(await page.getByPlaceholder("Type a move").getAttribute("aria-invalid"), "true");
    await page.locator(".notice", { hasText: "Nc6 is not a legal move here" }).waitFor();
    // A refused text goes when the field is left.
    await page.getByPlaceholder("Type a move").blur();
    assertEquals(await page.getByPlaceholder("Type a move").inputValue(), "");
    assertEquals(await page.getByPlaceholder("Type a move").getAttribute("aria-invalid"), null);
    // At this size nothing of the page is out of sight.
    assertEquals(await page.evaluate("document.documentElement.scrollHeight - innerHeight"), 0);
    assertEquals(session.faults, []);
  },

  "the engine answers, a move is taken back, and the game is kept through a reload": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
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
    assertEquals(session.faults, []);
  },

  "a game ends with mate on the board": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#fen=6k1/5ppp/8/8/8/8/8/R6K_w_-_-_0_1`);
    const { page } = session;
    await page.locator("#panel-play select").nth(2).selectOption("shown");
    await startGame(page);
    await clickMove(page, "a1", "a8");
    await waitForStatus(page, "1 – 0 · White wins by checkmate");
    await page.getByRole("button", { name: "Review the game" }).waitFor();
    assertEquals(session.faults, []);
  },

  "a pawn promotes to what the user chooses": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1&tab=analysis`);
    const { page } = session;
    await clickMove(page, "a7", "a8");
    // The choice is at the square.
    const knight = page.getByRole("button", { name: "white knight" });
    const [own, square] = [await knight.boundingBox(), await page.locator("#board [data-cell=a7]").boundingBox()];
    assertEquals(
      [own?.x, own?.y].map((at) => Math.round(at ?? 0)),
      [square?.x, square?.y].map((at) => Math.round(at ?? 0)),
    );
    await knight.click();
    assertEquals(await waitForMoves(page, 1), ["a8=N"]);
    assertEquals(await pieceOn(page, "a8"), "white knight");
  },

  "an analysis shows lines, its display stops at once, and a click on a move plays it": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#tab=analysis`);
    const { page } = session;
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".lines li").nth(2).waitFor();
    assertGreater(await page.locator(".arrow").count(), 0);
    const facts = page.locator(".analysis .facts");
    assertStringIncludes(await facts.innerText(), "Depth");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.waitForTimeout(200);
    const stopped = await facts.innerText();
    await page.waitForTimeout(500);
    assertEquals(await facts.innerText(), stopped);
    await page.locator(".lines li").first().locator("button").nth(1).click();
    await waitForMoves(page, 2);
    assertEquals(session.faults, []);
  },

  "a pasted game is reviewed, and the better line of an error can be walked": async (browser, server) => {
    await using session = await visit(browser, server.url);
    const { page } = session;
    await loadText(page, PGN);
    await waitForMoves(page, 7);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".graph svg").waitFor();
    const nf6 = page.getByRole("button", { name: "Nf6, blunder" });
    await nf6.click();
    assertGreater(await page.locator(".graph-mark.blunder").count(), 0);
    await page.getByRole("button", { name: "Walk the better line" }).click();
    await page.locator(".side-line [aria-current=true]").waitFor();
    // The review stays through a reload, and belongs to this game only.
    const accuracy = await page.locator(".graph-host").innerText();
    await page.reload();
    await page.getByRole("button", { name: "Nf6, blunder" }).waitFor();
    await page.locator(".graph svg").waitFor();
    assertEquals(await page.locator(".graph-host").innerText(), accuracy);
    await page.evaluate("location.hash = 'moves=d2d4,d7d5&tab=analysis'");
    await page.locator(".graph svg").waitFor({ state: "detached" });
    assertEquals(session.faults, []);
  },

  "a position is shared as an address": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#tab=analysis`);
    await clickMove(session.page, "e2", "e4");
    await session.page.getByRole("button", { name: "Turn the board" }).click();
    await session.page.waitForURL(/view=black/);
    await using other = await visit(browser, session.page.url());
    assertEquals(await movesOf(other.page), ["e4"]);
    assertEquals(await other.page.locator("[role=gridcell]").first().getAttribute("data-cell"), "h1");
    // An address that the user changes by hand is followed, too.
    await other.page.evaluate("location.hash = 'moves=d2d4,d7d5&tab=analysis'");
    await waitForMoves(other.page, 2);
    assertEquals(await movesOf(other.page), ["d4", "d5"]);
    await other.page.getByRole("button", { name: "Analyse", exact: true }).waitFor();
  },

  "a broken FEN, PGN or address is reported on the page, and the game stays": async (browser, server) => {
    await using session = await visit(browser, `${server.url}#tab=analysis`);
    const { page } = session;
    await clickMove(page, "e2", "e4");
    await loadText(page, "8/8/8/8/8/8/8/8 w - - 0 1");
    const alert = page.getByRole("dialog").getByRole("alert");
    assertStringIncludes(await alert.innerText(), "cannot be read");
    await page.getByLabel("FEN or PGN").fill("1. e4 e5 2. Ke5");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await drawn(page);
    assertStringIncludes(await alert.innerText(), "Ke5");
    await page.keyboard.press("Escape");
    assertEquals(await movesOf(page), ["e4"]);
    // One bad game of a file does not keep the others out.
    await loadText(page, '[White "A"]\n\n1. d4 *\n\n[White "B"]\n\n1. e5 *');
    await page.locator(".notice.error", { hasText: "Game 2 (B" }).waitFor();
    assertEquals(await movesOf(page), ["d4"]);
    await using other = await visit(browser, `${server.url}#moves=e2e5`);
    assertStringIncludes(await other.page.locator(".notice.error").innerText(), "e2e5");
    assertEquals([...session.faults, ...other.faults], []);
  },

  "the heat map shows what the engine has learned, cell by cell": async (browser, server) => {
    // A mate that is found ends the search by itself, always after the same nodes.
    const fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    await using engine = await Engine.start({ hash: 64 });
    const { depth } = await engine.analyse(fen).result;
    const { butterfly, opponentButterfly, pieceScores } = describeHistories(await engine.inspect(fen), parseFen(fen));
    await using session = await visit(browser, `${server.url}#fen=${fen.replaceAll(" ", "_")}&tab=analysis`);
    const { page } = session;
    await page.locator("#panel-analysis .menu summary").click();
    await page.getByLabel("Lines").selectOption("1");
    await page.getByRole("tab", { name: "Learned" }).click();
    await page.getByRole("button", { name: "Watch it learn" }).click();
    await page.locator(".learned .facts", { hasText: `Depth ${depth}/` }).waitFor();
    await page.locator("summary", { hasText: "All numbers" }).click();
    const show = page.getByLabel("The board shows");
    // Quiet moves of a piece end on empty squares.
    const board = new Game(fen);
    const isEmpty = (square: string): boolean => board.position.mailbox[SQUARE_NAMES.indexOf(square)] === 0;
    const quiet = Object.fromEntries(Object.entries(pieceScores).filter(([squares]) => isEmpty(squares.slice(2))));
    const looks = [
      { mode: "from", side: "mover", entries: butterfly, squares: ["a1", "c8", "c7"] },
      { mode: "from", side: "opponent", entries: opponentButterfly, squares: ["b8", "a8"] },
      { mode: "piece", side: null, entries: quiet, squares: ["a1", "c8"] },
    ];
    for (
      const { mode, side, entries, square } of looks.flatMap((look) =>
        look.squares.map((square) => ({ ...look, square }))
      )
    ) {
      await show.selectOption(mode);
      const sides = page.locator(".numbers select").nth(1);
      if (side === null) await sides.waitFor({ state: "detached" });
      else await sides.selectOption(side);
      const { x, y } = await middleOf(page, square);
      await page.mouse.move(x, y);
      await page.locator(".trust h2", { hasText: `${square}:` }).waitFor();
      const cells = await page.locator(".heat-cell").evaluateAll((found) =>
        found.map((cell) => [cell.getAttribute("data-heat"), Number(cell.getAttribute("data-value"))])
      );
      const own = Object.entries(entries).filter(([squares]) => squares.startsWith(square));
      assertEquals(cells.sort(), own.map(([squares, value]) => [squares.slice(2), value]).sort(), `${mode} ${square}`);
    }
    assertEquals(session.faults, []);
  },

  "a history is turned off, and the search compared with the one that has it": async (browser, server) => {
    const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    await using session = await visit(browser, `${server.url}#moves=${moves.join(",")}&tab=learned`);
    const { page } = session;
    await page.locator(".parts > summary").click();
    const tryOut = async (name: string): Promise<string[]> => {
      await page.locator(`[data-system=${name}]`).getByRole("button", { name: "Try" }).click();
      await page.locator(`table[data-system=${name}]`).waitFor();
      return await page.locator(`table[data-system=${name}] tbody td:nth-child(2)`).allInnerTexts();
    };
    const cells = await tryOut("malus");
    await using engine = await Engine.start({ hash: 16 });
    const { nodes } = await engine.analyse({ moves }, { depth: LAB_DEPTH }).result;
    assertEquals(cells[0], nodes.toLocaleString("en"));
    assertNotEquals(cells[1], cells[0]);
    // The next one has everything again but what it is about.
    assertEquals((await tryOut("capture"))[0], cells[0]);
    // One that the engine does without is the other way round.
    const unused = await tryOut("counterMove");
    assertEquals(unused[1], cells[0]);
    assertNotEquals(unused[0], cells[0]);
    // Further ones are in a list: all that the engine can compare can be tried.
    const further = page.getByLabel("Further parts");
    assertEquals(await further.locator("option").count() - 1 + PARTS.length, SYSTEMS.length);
    await further.selectOption("lowPly");
    await page.locator("table[data-system=lowPly]").waitFor();
    assertEquals(session.faults, []);
  },

  "the story says what the learning saves, and which moves it trusts: the same as in the engine": async (
    browser,
    server,
  ) => {
    const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    await using session = await visit(browser, `${server.url}#moves=${moves.join(",")}&tab=learned&on=1`);
    const { page } = session;
    await page.locator(".trust-move").nth(2).waitFor();
    assertEquals(await page.locator(".arrow.trust").count(), 3);
    await page.locator(".bars > div").nth(4).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await drawn(page);
    // The number is the work of the search without the learning, in nodes.
    const title = await page.locator(".saving .big").getAttribute("title") ?? "";
    const [, on, off] = title.replaceAll(",", "").match(/: (\d+) nodes with it (\d+) without/) ?? [];
    assertEquals(await page.locator(".saving strong").innerText(), `${(Number(off) / Number(on)).toFixed(1)}×`);
    // Every colour and number of the story is on one scale.
    for (const text of await page.locator(".trust-move .points").allInnerTexts()) {
      assertMatch(text, /^[+−]?\d{1,2}$|^\+100$/);
    }
    assertEquals(await seriousFaults(page), []);
    // A piece is pointed at: squares with colours and numbers, and the piece stays in sight.
    const { x, y } = await middleOf(page, "f3");
    await page.mouse.move(x, y);
    await page.locator(".trust h2", { hasText: "The white knight on f3" }).waitFor();
    assertGreater(await page.locator(".mark-layer .heat-cell").count(), 1);
    assertEquals(await page.locator(".arrow.trust").count(), 0);
    assertEquals(session.faults, []);
  },

  "the tour shows five steps, each with a position, a text and a comparison, in one view on a phone": async (
    browser,
    server,
  ) => {
    await using session = await visit(browser, `${server.url}#moves=b2b3&tab=learned`, {
      viewport: { width: 390, height: 844 },
      isPhone: true,
    });
    const { page } = session;
    await page.getByRole("button", { name: "Tour" }).click();
    for (const [index, { title, moves, elo }] of TOUR.entries()) {
      await page.getByText(`${index + 1} of ${TOUR.length}`).waitFor();
      assertEquals(await page.evaluate("document.activeElement.textContent"), title);
      // The number, with what the part is worth in games.
      await page.locator(".tour strong", { hasText: /^\d+(\.\d)?×$/ }).waitFor();
      assertStringIncludes(await page.locator(".tour").innerText(), elo.replace("+", ""));
      await page.locator(".arrow.trust, .heat-cell").first().waitFor({ state: "attached" });
      const game = new Game();
      for (const move of moves.split(" ")) game.move(move);
      await page.waitForURL(new RegExp(`moves=${game.playedMoves().map(({ uci }) => uci).join(",")}&`));
      const [board, card] = [await page.locator("#board").boundingBox(), await page.locator(".tour").boundingBox()];
      assertGreaterOrEqual(board?.y ?? -1, 0, title);
      assertLessOrEqual((card?.y ?? 0) + (card?.height ?? Infinity), 844, title);
      if (index + 1 < TOUR.length) await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
    await page.getByRole("button", { name: "End the tour" }).click();
    await page.getByRole("button", { name: "Tour" }).waitFor();
    // The game from before is on the board again.
    await page.waitForURL(/moves=b2b3&/);
    assertEquals(session.faults, []);
  },

  "the page has no serious fault of accessibility, light or dark, on a desktop or a phone": async (browser, server) => {
    const address = `${server.url}#moves=e2e4,e7e5&tab=`;
    for (const tab of ["play", "analysis", "learned"]) {
      const isDark = tab === "analysis";
      await using session = await visit(browser, address + tab, {
        colorScheme: isDark ? "dark" : "light",
        ...(isDark ? { viewport: { width: 390, height: 844 }, isPhone: true } : {}),
      });
      const { page } = session;
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

  "the page works offline after a visit, and is isolated then": async (browser) => {
    await using server = new PageServer(false);
    await using session = await visit(browser, server.url, { serviceWorkers: "allow" });
    const { page, context } = session;
    await waitUntil(page, "caches.match('./network.bin').then((found) => found !== undefined)");
    await context.setOffline(true);
    await page.reload();
    await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
    assertEquals(await page.evaluate("crossOriginIsolated"), true);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".lines li").nth(2).waitFor();
  },

  "the one file opens from a disk, plays, and asks for nothing": async (browser) => {
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
      (await Deno.readTextFile(projectPath("docs/web.md"))).matchAll(/^\| `([\w.-]+)` +\|.*\| (\d+) KB +\|$/gm),
      ([, name, size]) => [name, Number(size)],
    ),
  );
  const sizes = new Map<string, number>();
  for (const { name } of Deno.readDirSync(webFolder)) {
    const stream = new Blob([await Deno.readFile(`${webFolder}/${name}`)]).stream();
    const compressed = await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
    sizes.set(name, compressed.byteLength);
  }
  assertEquals(Array.from(listed.keys()).sort(), Array.from(sizes.keys()).sort());
  for (const [name, size] of sizes) {
    const kilobytes = Math.max(1, size / 1024);
    assertLess(Math.abs((listed.get(name) ?? 0) - kilobytes), 2 + kilobytes / 10, `${name} has ${kilobytes} KB`);
  }
  // What a visit transfers: the one file and the picture for other sites are not in it.
  const visited = Array.from(sizes).filter(([name]) => name !== "hindsight.html" && name !== "share.png");
  assertLess(visited.reduce((sum, [, size]) => sum + size, 0), 1.4e6);
  assertLess(sizes.get("hindsight.html") ?? 0, 1.5e6);
});
