/** Every example runs, prints its result, and needs only the permission to read its files. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../engine_bundle.ts";
import { withFolder } from "../folder.ts";
import { buildPackage } from "../tools/build/npm_package.ts";
import { serveFolder } from "../tools/build/served_page.ts";
import { buildUciOnce } from "../uci/single_file.ts";
import { openPage, testPage } from "../web/browser.ts";
import { runProgram } from "../program.ts";

/** What the output of each example contains. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  "annotate_pgn.ts": /^1\. e4 \{ .* Nf6 \{ #1 \} 4\. Qxf7# \{ #-?0 \} 1-0$/m,
  "best_move.ts": /^Best move: Qxf7#\nScore: mate 1$/m,
  "count_errors.ts": /^Errors of White: \d, of Black: [1-9]$/m,
  "live_analysis.ts": /^Depth 1, .*\n(Depth 1, .*\n)*Depth 2, .*\n(.*\n)*The best move is \S+$/m,
  "play_itself.ts": /^\[White "Hindsight"\]\n(.*\n)*1\. /m,
  "puzzle_check.ts": /^Solution: Ra6\+, mate in 3\nAs expected: true\nThe only one: true$/m,
  "stop.ts": /call: true\n.*signal: true\n.*loop: true$/m,
  "three_lines.ts": /^1\. .*\n2\. .*\n3\. /m,
  "two_engines.ts": /^After \d+ plies: (cp|mate) /m,
  "what_was_learned.ts": /^\S+ -?\d+ \{.*"butterfly":(.*\n)+A picture of \d{4,} characters/m,
};

const SERVER = "examples/analysis_server.ts";
/** Examples that do not end, or only export something. They are tested below or, like React and chess.js, elsewhere. */
const ENDLESS = ["analysis_server.ts", "board_page", "from_chess_js.ts", "react_board", "uci_page"];

Deno.test("there is a test for each example", () => {
  const names = Array.from(Deno.readDirSync(projectPath("examples")), ({ name }) => name);
  assertEquals(names.sort(), [...ENDLESS, ...Object.keys(EXPECTED)].sort());
});

Deno.test("the example server answers many clients, and says what is wrong with a request", async () => {
  const args = ["run", "--no-prompt", ...BRIEF_OPTIONS, "--allow-read=.", "--allow-net=127.0.0.1", SERVER, "0"];
  const streams = { stdin: "null", stdout: "null", stderr: "piped" } as const;
  const server = new Deno.Command(Deno.execPath(), { args, cwd: projectPath(), env: { NO_COLOR: "1" }, ...streams })
    .spawn();
  try {
    const url = await addressIn(server.stderr);
    const ask = async (query: string): Promise<[status: number, answer: Record<string, unknown>]> => {
      const response = await fetch(`${url}?${query}`);
      return [response.status, await response.json()];
    };
    const mate = `fen=${encodeURIComponent("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4")}`;
    const asked = Array.from({ length: 12 }, (_, i) => ask(i % 2 === 0 ? "depth=5" : `${mate}&depth=8`));
    const answers = await Promise.all(asked);
    answers.forEach(([status, { san, depth }], i) => {
      assertEquals(status, 200);
      if (i % 2 === 1) assertEquals(san, "Qxf7#");
      else assertEquals(depth, 5);
    });
    const [status, { error }] = await ask("fen=8/8/8");
    assertEquals(status, 400);
    assertMatch(`${error}`, /FEN/);
  } finally {
    server.kill("SIGTERM");
    await server.status;
  }
});

/** The address that a server prints on this stream. */
async function addressIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { done, value } = await reader.read();
    text += value ?? "";
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(text)?.[0];
    if (address === undefined && !done) continue;
    await reader.cancel();
    assert(address !== undefined, text);
    return address;
  }
}

testPage({
  "the example page plays moves by clicks and analyses each new position": (browser) =>
    withFolder(async (folder) => {
      for (const name of ["index.html", "board.js"]) {
        await Deno.copyFile(projectPath(`examples/board_page/${name}`), `${folder}/${name}`);
      }
      await Deno.mkdir(`${folder}/engine`);
      const built = await buildPackage();
      for (const { name, isFile } of Deno.readDirSync(built)) {
        if (isFile) await Deno.copyFile(`${built}/${name}`, `${folder}/engine/${name}`);
      }
      await using server = serveFolder(folder);
      await using session = await openPage(browser, server.url);
      const { page } = session;
      const line = page.locator("#line");
      await line.filter({ hasText: /^Depth \d+, cp/ }).waitFor();
      for (const move of ["e2e4", "e7e5", "g1f3", "b8c6"]) {
        await page.locator(`#${move.slice(0, 2)}`).click();
        await page.locator(`#${move.slice(2)}`).click();
      }
      assertEquals(await page.locator("#c6").innerText(), "♞");
      await line.filter({ hasText: /: (Bb5|Bc4|d4|Nc3) / }).waitFor();
      assertEquals(session.faults, []);
    }),
});

testPage({
  "the example page with `hindsight-uci.js` plays against its user": async (browser) => {
    const page = projectPath("examples/uci_page/index.html");
    await using server = serveFolder(await buildUciOnce(), { "index.html": await Deno.readTextFile(page) });
    const context = await browser.newContext();
    try {
      const visit = await context.newPage();
      const faults: string[] = [];
      visit.on("pageerror", (error) => faults.push(`${error}`));
      // The board's files come from the installed npm package, not from the internet.
      const board = new URL("..", import.meta.resolve("cm-chessboard"));
      await visit.route(/^https:/, async (route) => {
        const [, path] = /\/cm-chessboard@[^/]+\/(.+)$/.exec(route.request().url()) ?? [];
        const type = path.endsWith(".js") ? "text/javascript" : path.endsWith(".css") ? "text/css" : "image/svg+xml";
        await route.fulfill({ body: await Deno.readTextFile(new URL(path, board)), contentType: type });
      });
      await visit.goto(server.url);
      await visit.locator("#status", { hasText: "Your move" }).waitFor();
      await visit.locator("#board [data-square=e2]").first().click();
      await visit.locator("#board [data-square=e4]").first().click();
      const pieceOn = (square: string, piece: string) =>
        visit.locator(`#board g[data-square=${square}][data-piece=${piece}]`).waitFor({ state: "attached" });
      await pieceOn("e4", "wp");
      // Black has answered with some move.
      const moved = "#board g[data-piece^=b]:not([data-square$='7']):not([data-square$='8'])";
      await visit.locator(moved).waitFor({ state: "attached" });
      assertEquals(faults, []);
    } finally {
      await context.close();
    }
  },
});

Deno.test("every other example prints its result, in one process that may only read", async () => {
  const names = Object.keys(EXPECTED);
  const heading = "-- The next example --";
  const program = names.map((name) => `console.log("${heading}");\nawait import("./examples/${name}");\n`).join("");
  const args = ["run", "--no-prompt", ...BRIEF_OPTIONS, "--allow-read=.", "-"];
  const { stdout, stderr } = await runProgram(Deno.execPath(), args, projectPath(), program);
  const outputs = stdout.replaceAll("\r\n", "\n").split(`${heading}\n`).slice(1);
  for (const [i, name] of names.entries()) assertMatch((outputs[i] ?? stderr).trim(), EXPECTED[name], name);
});
