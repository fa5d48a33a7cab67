/** The engine in the page: a whole game, the bench, threads, and what happens if it cannot start or dies. @module */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { BENCH_MEGABYTES, BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { Engine } from "../../engine/engine.ts";
import { Game } from "../../engine/games/game.ts";
import { clickMove, movesOf, onPage, open, openPage, testInPage, testPage } from "./browser.ts";
import { ENDLESS, PageServer } from "./page_server.ts";
import { resign, startGame, typeMove, waitForMoves, waitForStatus } from "./steps.ts";

/** Nodes for each move of the player that beats the weakest level. */
const PLAYER_NODES = 5000;
/** White is a rook and a queen ahead, so that the mate comes soon. */
const WON = "4k3/pppp4/8/8/8/8/4PPPP/R2QK3 w - - 0 1";
/** Maximum number of plies until that player mates. */
const MOST_PLIES = 60;

/** Makes a worker refuse memory for large tables. */
const LITTLE_MEMORY = `
const PlainBuffer = ArrayBuffer;
globalThis.ArrayBuffer = class extends PlainBuffer {
  // Buffers that arrive in messages are instances of the plain class.
  static [Symbol.hasInstance](value) { return value instanceof PlainBuffer; }
  constructor(bytes, ...others) {
    if (bytes >= 256 << 20) throw new RangeError("Array buffer allocation failed");
    super(bytes, ...others);
  }
};
`;

/** Makes a worker die of an uncaught error as soon as it is told to search. */
const DIES_IN_SEARCH = `
addEventListener("message", (event) => {
  if (!JSON.stringify(event.data).includes('"search"')) return;
  event.stopImmediatePropagation();
  throw new Error("The worker of this test dies");
});
`;

/** Makes every second start of a worker fail. */
const ONE_WORKER = `
{
  const PlainWorker = Worker;
  let started = 0;
  globalThis.Worker = class extends PlainWorker {
    constructor(...parts) {
      if (++started % 2 === 0) throw new Error("No more workers");
      super(...parts);
    }
  };
}
`;

/** Chooses the size of the table or the number of threads in the settings. */
async function setNumber(page: Page, label: string, value: number): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel(label).selectOption(`${value}`);
  await page.keyboard.press("Escape");
}

/** Puts the page into a frame without an origin of its own. */
async function addSandbox(page: Page): Promise<void> {
  await page.evaluate(`document.body.append(Object.assign(document.createElement("iframe"), {
    sandbox: "allow-scripts", src: "/#tab=analysis", width: 900, height: 700 }))`);
}

async function startAnalysis(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
}

/** Waits until the analysis reports something new. */
async function waitForProgress(page: Page): Promise<void> {
  const facts = page.locator("[role=tabpanel]:not([hidden]) .facts");
  const before = await facts.innerText();
  await facts.filter({ hasText: /^Depth/, hasNotText: before === "" ? /^$/ : before }).waitFor();
}

testInPage({
  "a comparison stays with its position, even if the user continues to play": async (page) => {
    const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    await open(page, `moves=${moves.join(",")}&tab=learned`);
    await page.locator(".parts > summary").click();
    await page.locator("[data-system=malus]").getByRole("button", { name: "Try" }).click();
    await typeMove(page, "c3");
    await page.getByRole("button", { name: "Previous move" }).click();
    const best = page.locator("table[data-system=malus] tbody td:nth-child(3)");
    await best.nth(1).waitFor();
    const game = new Game();
    for (const move of moves) game.move(move);
    const legal = game.moves();
    for (const move of await best.allInnerTexts()) assert(legal.includes(move), `${move} is not a move of ${game.fen}`);
  },

  "a game is played to mate against the weakest level": async (page) => {
    await open(page, `fen=${WON.replaceAll(" ", "_")}`);
    await using player = await Engine.start();
    await page.locator("#panel-play select").nth(2).selectOption("shown");
    await startGame(page);
    const game = new Game(WON);
    while (game.outcome === null) {
      const { san } = await player.analyse(game, { nodes: PLAYER_NODES }).result;
      assert(san !== null && game.ply < MOST_PLIES, `no mate after ${game.ply} plies: ${game.fen}`);
      game.move(san);
      await typeMove(page, san);
      if (game.outcome !== null) break;
      const moves = await waitForMoves(page, game.ply + 1);
      game.move(moves[game.ply]);
    }
    assertEquals(game.outcome?.reason, "White wins by checkmate", game.toPgn());
    await waitForStatus(page, "1 – 0 · White wins by checkmate");
    assertEquals(await movesOf(page), game.history());
  },

  "a draw offer is answered": async (page) => {
    await open(page, "");
    await startGame(page);
    await page.getByRole("button", { name: "Offer a draw" }).click();
    await page.locator(".notice", { hasText: "Hindsight declines the draw" }).waitFor();
    await typeMove(page, "e4");
    await waitForMoves(page, 2);
  },
});

testInPage({
  "an analysis ends at the chosen depth, and can show the threat": async (page) => {
    // Black threatens mate.
    await open(page, "fen=6k1/5ppp/8/8/8/7P/r5PP/7K_w_-_-_0_1&tab=analysis");
    await page.locator(".menu summary").click();
    await page.getByLabel("Stop at depth").selectOption("12");
    await startAnalysis(page);
    const facts = page.locator(".analysis .facts");
    await facts.filter({ hasText: /^Depth 12\// }).waitFor();
    await page.waitForTimeout(500);
    assertMatch(await facts.innerText(), /^Depth 12\//);
    await page.getByRole("button", { name: "Threat" }).click();
    await page.locator(".arrow.threat").waitFor();
    await page.locator(".lines li", { hasText: "Ra1#" }).waitFor();
    assertEquals(await page.locator(".arrow").count(), 1);
    await page.getByRole("button", { name: "Threat" }).click();
    await page.locator(".arrow.best").waitFor();
    // The following tests need endless searches.
    await page.getByLabel("Stop at depth").selectOption({ label: "no limit" });
  },

  "the speed test and a change of the hash table's size do not interrupt a review": async (page) => {
    const moves = "e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7";
    await open(page, `moves=${moves}&tab=analysis`);
    // Messages to the worker are held back, so that the review is still running when the settings are open.
    await page.evaluate(`{
      const { postMessage } = Worker.prototype;
      const held = [];
      Worker.prototype.postMessage = function (...message) { held.push(() => postMessage.apply(this, message)); };
      globalThis.release = () => {
        Worker.prototype.postMessage = postMessage;
        for (const send of held) send();
      };
    }`);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.locator(".speed", { hasText: "A review is running." }).waitFor();
    assertEquals(await page.getByRole("button", { name: "Test the speed" }).isDisabled(), true);
    await page.getByLabel("Memory for positions").selectOption("16");
    await page.keyboard.press("Escape");
    await page.evaluate("release()");
    await page.locator(".graph svg").waitFor();
    assertEquals((await page.locator(".summary td").allTextContents()).includes("–"), false);
    await startAnalysis(page);
    await page.getByRole("button", { name: "Go to the start" }).click();
    await waitForProgress(page);
    // The analysis continues with a table of another size.
    await setNumber(page, "Memory for positions", 64);
    await waitForProgress(page);
    // The list of learned moves also appears again.
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.locator(".trust-move").first().waitFor();
    await setNumber(page, "Memory for positions", 16);
    await page.locator(".learned .facts", { hasText: "Depth" }).waitFor();
    await page.locator(".trust-move").first().waitFor();
    assertEquals(await page.locator(".notice.error").count(), 0);
  },

  "a game from a position that was analysed shows nothing that the analysis found": async (page) => {
    await open(page, "tab=analysis");
    await startAnalysis(page);
    await page.locator(".lines li").nth(2).waitFor();
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.locator(".trust-move").first().waitFor();
    await page.getByRole("tab", { name: "Play" }).click();
    await startGame(page);
    for (const tab of ["Analysis", "How it learns"]) {
      await page.getByRole("tab", { name: tab }).click();
      assertEquals(await page.locator(".arrow, .heat-cell, .lines li, .trust-move").count(), 0, tab);
    }
    await page.getByRole("tab", { name: "Play" }).click();
    await resign(page);
  },

  "an analysis continues after a review; a game ends it, and the board shows no best move": async (page) => {
    await open(page, "moves=e2e4,e7e5&tab=analysis");
    await startAnalysis(page);
    await waitForProgress(page);
    await page.getByRole("button", { name: "Review the whole game" }).click();
    await page.locator(".graph svg").waitFor();
    await waitForProgress(page);
    await page.getByRole("tab", { name: "Play" }).click();
    await startGame(page);
    assertEquals(await page.locator(".arrow").count(), 0);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator(".analysis .facts", { hasText: "The engine can help again" }).waitFor();
    assertEquals(await page.getByRole("button", { name: "Analyse", exact: true }).isDisabled(), true);
    await page.locator("#board [data-cell=e4]").focus();
    await page.keyboard.press("a");
    await page.locator(".notice", { hasText: "Your game is in progress." }).waitFor();
    await page.getByRole("tab", { name: "How it learns" }).click();
    await page.waitForTimeout(500);
    assertEquals(await page.locator(".arrow, .heat-cell").count(), 0);
  },
}, { depth: ENDLESS });

testPage({
  "the speed test searches the same number of nodes as the engine to the same depth": onPage(async (page) => {
    await using engine = await Engine.start({ hash: BENCH_MEGABYTES });
    let nodes = 0;
    for (const fen of BENCH_POSITIONS) {
      await engine.newGame();
      nodes += (await engine.analyse(fen, { depth: 4 }).result).nodes;
    }
    await startAnalysis(page);
    const facts = page.locator(".analysis .facts", { hasText: "Depth 4/" });
    await facts.waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Test the speed" }).click();
    await page.locator(".speed", { hasText: `${nodes.toLocaleString("en")} nodes in` }).waitFor();
    await page.keyboard.press("Escape");
    // The analysis continues.
    await facts.waitFor();
  }, { at: "#tab=analysis", depth: 4 }),

  "a page with isolation searches with the two chosen threads": onPage(async (page) => {
    assertEquals(await page.evaluate("crossOriginIsolated"), true);
    await startAnalysis(page);
    await page.locator(".lines li").nth(2).waitFor();
    assertEquals(page.workers().length, 1);
    await setNumber(page, "Search threads", 2);
    await page.locator(".analysis .facts", { hasText: "2 threads" }).waitFor();
    await page.locator(".lines li").nth(2).waitFor();
    assertEquals(page.workers().length, 2);
  }, { at: "#tab=analysis", isIsolated: true, cores: 2 }),

  "missing memory for the hash table is reported, the game stays, and a smaller table works": onPage(async (page) => {
    await setNumber(page, "Memory for positions", 512);
    await startAnalysis(page);
    const notice = page.locator(".notice.error");
    assertStringIncludes(await notice.innerText(), "The engine cannot start. No memory for a hash table of 512 MB");
    assertEquals(await movesOf(page), ["e4", "e5"]);
    await notice.getByRole("button", { name: "Close" }).click();
    await setNumber(page, "Memory for positions", 64);
    await startAnalysis(page);
    await page.locator(".lines li").nth(2).waitFor();
  }, { at: "#moves=e2e4,e7e5&tab=analysis", prefixes: { "/worker.js": LITTLE_MEMORY } }),

  "threads that do not start are reported, and fewer threads work": onPage(async (page) => {
    // Waits until the engine of the page has started.
    while (page.workers().length < 1) await page.waitForTimeout(50);
    await page.evaluate(ONE_WORKER);
    await setNumber(page, "Search threads", 2);
    await startAnalysis(page);
    const found = await page.locator(".notice.error").innerText();
    assertStringIncludes(found, "The engine cannot start. The system does not start 2 threads");
    await setNumber(page, "Search threads", 1);
    await startAnalysis(page);
    await page.locator(".lines li").nth(2).waitFor();
  }, { at: "#tab=analysis", isIsolated: true, cores: 2 }),

  "a worker that does not load is reported, and loaded again at the next search": onPage(async (page, { server }) => {
    await startAnalysis(page);
    assertStringIncludes(await page.locator(".notice.error").innerText(), "The engine cannot start.");
    assertEquals(await movesOf(page), ["e4"]);
    server.prefixes.clear();
    await startAnalysis(page);
    await page.locator(".lines li").nth(2).waitFor();
  }, { at: "#moves=e2e4&tab=analysis", prefixes: { "/worker.js": "throw new Error('Broken');" }, mayFail: true }),

  "a worker that dies when it should move is reported, and the game continues": onPage(async (page, { server }) => {
    await startGame(page);
    // The page knows no opening with h4, so it cannot answer without the engine.
    await clickMove(page, "h2", "h4");
    await waitForStatus(page, "Hindsight could not move.");
    const notice = await page.locator(".notice.error").innerText();
    assertStringIncludes(notice, "The search failed. The next search restarts the engine.");
    assertStringIncludes(notice, "The worker of this test dies");
    assertEquals(await movesOf(page), ["h4"]);
    server.prefixes.clear();
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForMoves(page, 2);
    await waitForStatus(page, "Your move.");
    assertEquals(await page.getByRole("button", { name: "Try again" }).isVisible(), false);
  }, { prefixes: { "/worker.js": DIES_IN_SEARCH }, mayFail: true }),

  "if the page's host or frame forbids the engine, one sentence says so, and the rest works": async (browser) => {
    await using server = new PageServer(false);
    const open = "access-control-allow-origin";
    // A host that forbids WebAssembly, and a frame without an origin on a host that lets others load its files.
    const hosts: Record<string, string>[] = [
      { "content-security-policy": "script-src 'self' 'unsafe-inline'" },
      { [open]: "*" },
    ];
    for (const headers of hosts) {
      server.headers = headers;
      const isFrame = open in headers;
      await using session = await openPage(
        browser,
        isFrame ? `${server.url}LICENSES.txt` : `${server.url}#tab=analysis`,
      );
      const { page } = session;
      if (isFrame) await addSandbox(page);
      const frame = isFrame ? page.frameLocator("iframe") : page;
      await frame.getByRole("button", { name: "Analyse", exact: true }).click();
      await frame.locator(".notice.error", { hasText: "The engine cannot run here" }).waitFor();
      assertEquals(await frame.locator(".notice.error").count(), 1);
      await frame.getByRole("button", { name: "Load or save" }).click();
      await frame.getByLabel("FEN or PGN").fill("1. e4 e5 2. Nf3");
      await frame.getByRole("button", { name: "Load", exact: true }).click();
      await frame.locator(".moves .move-row button.move").nth(2).waitFor();
      assertEquals(await frame.locator("#fault").isVisible(), false);
    }
    // Here the page's script cannot be loaded either.
    server.headers = {};
    await using session = await openPage(browser, `${server.url}LICENSES.txt`);
    await addSandbox(session.page);
    const fault = session.page.frameLocator("iframe").locator("#fault");
    await fault.filter({ hasText: "could not be loaded here" }).waitFor();
    assertEquals(await fault.getByRole("link").getAttribute("target"), "_blank");
  },
});
