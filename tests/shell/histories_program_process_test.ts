/** `histories` as its user sees it: at the prompt of the engine and in a shell. @module */

import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { testInFolder as test } from "../folder.ts";
import { assertDocumented } from "./documented_fields.ts";
import { engineTests } from "../uci/engine_process.ts";
import { type Run, runProgram } from "../program.ts";
import { runHindsight } from "./process.ts";

/** Runs the program; it may write in `folder` if there is one. */
function histories(args: readonly string[], folder?: string): Promise<Run> {
  return runHindsight(["histories", ...args], { folder });
}

Deno.test("`--why` explains a move after a search, and refuses an illegal move", async () => {
  const { code, stdout } = await histories(["--why", "e4", "--depth", "5"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^e4 is move \d+ of 20 in the order of the search(: it was best .*)?\n[A-Z].*\.\n/);
  const refused = await histories(["--why", "e5"]);
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /e5/);
});

const promptTest = engineTests("at the prompt");

promptTest("`why` and `histories` show what was learned since the last `ucinewgame`", async (engine) => {
  const nothing = "Nothing has been learned yet: search first, for example with 'go depth 12'";
  assertEquals(await engine.answers("why e4"), [nothing]);
  await engine.until(/^bestmove/, "position startpos moves e2e4 e7e5 g1f3 b8c6", "go depth 6");
  const lines = await engine.answers("why Bc4");
  assertMatch(lines[0], /^Bc4 is move \d+ of 27 in the order of the search(: it was best .*)?$/);
  assertMatch(lines[1], /^[A-Z].*\.$/);
  assertMatch(lines[4], /^ {2}all histories +[+-]?\d+ .*│/);
  assertEquals(await engine.answers("why f1c4"), lines);
  for (const wrong of ["why", "why e4 e5", "why Ke3", "why e2e4"]) {
    const [message, ...others] = await engine.answers(wrong);
    assertMatch(message, /^info string /, wrong);
    assertEquals(others, []);
  }
  const [, ...cleared] = await engine.answers("ucinewgame", "histories", "histories x", "histories 0", "histories 3 4");
  assertEquals(cleared, [
    nothing,
    "info string Expected a whole number after 'histories', but got 'x'",
    "info string Expected a number of at least 1 after 'histories', but got 0",
    "info string Expected at most one number after 'histories', but got '3 4'",
  ]);
});

promptTest("`histories` and `eval` wait for a search that ends by itself", async (engine) => {
  await engine.send("position startpos moves e2e4 e7e5", "go depth 5", "histories 4");
  const lines = await engine.until(/^ {2}butterfly +\d+ +32,768 /);
  const bestMove = lines.findIndex((line) => line.startsWith("bestmove"));
  const start = lines.findIndex((line) => line === "FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  assert(bestMove >= 0 && bestMove < start, lines.join("\n"));
  const text = lines.slice(start).join("\n");
  assertMatch(text, /^Quiet moves, 4 of 29, /m);
  assertMatch(text, /^ {2}corrected +[+-]?\d/m);
  const evaluated = await engine.until(/^White wins /, "go depth 6", "eval");
  assert(evaluated.some((line) => line.startsWith("bestmove ")));
  assert(evaluated.some((line) => /^Corrected .*learned/.test(line)));
  assertEquals(evaluated.filter((line) => /A search is|a search is/.test(line)), []);
  await engine.send("setoption name Threads value 2", "go depth 3", "histories 1");
  await engine.line(/^The tables are from the first of 2 threads/);
});

promptTest("`histories` and `eval` end no search that would not end by itself, but `stop` does", async (engine) => {
  await engine.line(/^info depth 4 /, "go infinite");
  const lines = await engine.until(/^readyok$/, "histories 1", "eval", "isready");
  assertEquals(lines.filter((line) => /^bestmove |^Quiet moves/.test(line)), []);
  const running = "info string A search is running, and its lessons are known only after it has ended";
  assert(lines.some((line) => line.startsWith(running)));
  assert(lines.some((line) => /^Corrected .*a search is running/.test(line)));
  await engine.line(/^bestmove /, "stop", "histories 1");
  await engine.line(/^Quiet moves, 1 of 20/);
  // `histories` waits until this search is stopped.
  await engine.line(/^info depth 4 /, "go depth 100", "histories 1");
  await engine.line(/^bestmove /, "stop");
  await engine.line(/^Quiet moves, 1 of 20/);
});

test("from a shell, `histories` searches and writes text and a picture", async (folder) => {
  const path = `${folder}/learned.svg`;
  // None of the previous contents may remain.
  await Deno.writeTextFile(path, "x".repeat(500_000));
  const args = [START_FEN, "--depth", "5", "--svg", path, "--moves", "e2e4 c7c5"];
  const { code, stdout, stderr } = await histories(args, folder);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^Searched to depth 5, \d+ nodes: best move \S+, score [+-]?\d+\.\d\d$/m);
  assertMatch(stdout, /^FEN: rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3\/8\/PPPP1PPP\/RNBQKBNR w KQkq - 0 2$/m);
  assertStringIncludes(stdout, `Heat map of the butterfly table: ${path}`);
  const svg = await Deno.readTextFile(path);
  assertMatch(svg, /^<\?xml [^]*<\/svg>\n$/);
  assertLess(svg.length, 200_000);
  assertMatch(svg, /<path d="[^"]+" fill="#[0-9a-f]{6}"><title>[a-h][1-8][a-h][1-8] [+−]\d+<\/title>/);
});

Deno.test("from a shell, `--svg -` writes the picture and `--json` the object to standard output, and nothing else", async () => {
  const outputs = [["--svg", "-"], ["--json"]].map((output) => histories(["--depth", "4", ...output]));
  const [picture, object] = await Promise.all(outputs);
  assertEquals([picture.code, picture.stderr, object.code, object.stderr], [0, "", 0, ""]);
  assertMatch(picture.stdout, /^<\?xml [^]*<\/svg>\n$/);
  const report = JSON.parse(object.stdout);
  assertEquals([report.fen, report.depth, report.quiets.length], [START_FEN, 4, 20]);
  assertMatch(report.bestMove, /^[a-h][12][a-h][34]$/);
  await assertDocumented("histories.md", report, ["shares", "butterfly", "opponentButterfly", "pieceScores"]);
});

Deno.test("from a shell, bad arguments give exit code 2, and impossible requests exit code 1, with one line on standard error", async () => {
  const refused = [["--depth", "0"], ["--bogus"], ["8/8/8/8 w"], ["--moves", "e2e5"]];
  const runs = await Promise.all(refused.map((args) => histories(args)));
  assertEquals(runs.map(({ code, stdout }) => [code, stdout]), [[2, ""], [2, ""], [1, ""], [1, ""]]);
  for (const { code, stderr } of runs) {
    assertMatch(stderr, code === 2 ? /^[^\n]+; see hindsight histories --help\n$/ : /^[^\n]+\n$/);
  }
  assertStringIncludes(runs[3].stderr, "Move 'e2e5' is not legal");
});

test("a file that cannot be written gives one line on standard error and exit code 1, before the search", async (folder) => {
  // This depth would take years.
  const deep = ["--depth", "200", "--svg"];
  const [missing, isFolder, forbidden] = await Promise.all([
    histories([...deep, `${folder}/missing/a.svg`], folder),
    histories([...deep, folder], folder),
    histories([...deep, `${folder}/a.svg`]),
  ]);
  for (const { code, stdout } of [missing, isFolder, forbidden]) assertEquals([code, stdout], [1, ""]);
  assertEquals(missing.stderr, `Cannot write '${folder}/missing/a.svg': there is no such folder\n`);
  assertMatch(isFolder.stderr, /^Cannot write '[^\n]+': [^\n]+\n$/);
  assertStringIncludes(forbidden.stderr, "--allow-write");
});

test("a position without legal moves gives one line on standard error, exit code 1 and no picture", async (folder) => {
  const path = `${folder}/learned.svg`;
  const [stalemate, mate] = await Promise.all([
    histories(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--svg", path], folder),
    histories(["--moves", "f2f3 e7e5 g2g4 d8h4", "--json"]),
  ]);
  assertEquals([stalemate.code, stalemate.stdout, mate.code, mate.stdout], [1, "", 1, ""]);
  assertEquals(stalemate.stderr, "Nothing to search: Black is stalemated and has no legal move\n");
  assertEquals(mate.stderr, "Nothing to search: White is checkmated and has no legal move\n");
  assertEquals(Array.from(Deno.readDirSync(folder)), []);
});

test("the engine gives up the permission to write files, even for threads that it started before", async (folder) => {
  // Prints the state of the permission for the main thread and for two workers.
  const query = 'Deno.permissions.querySync({ name: "write" }).state';
  const code = `data:text/javascript,onmessage = () => postMessage(${query}); postMessage("up");`;
  const script = `
      import { giveUpWriting } from "${new URL("../../system/files.ts", import.meta.url)}";
      const receive = (worker) => new Promise((resolve) => worker.onmessage = (event) => resolve(event.data));
      const start = async () => {
        const worker = new Worker(${JSON.stringify(code)}, { type: "module" });
        await receive(worker);
        return worker;
      };
      const ask = (worker) => {
        worker.postMessage(0);
        return receive(worker);
      };
      const early = await start();
      const before = [${query}, await ask(early)];
      giveUpWriting();
      const late = await start();
      const after = [${query}, await ask(early), await ask(late)];
      early.terminate();
      late.terminate();
      console.log(JSON.stringify([before, after]));`;
  const path = `${folder}/script.ts`;
  await Deno.writeTextFile(path, script);
  const options = ["--no-check", "--no-prompt", "--unstable-raw-imports", "--allow-read", "--allow-write"];
  const { stdout, stderr } = await runProgram(Deno.execPath(), ["run", ...options, path]);
  assertEquals(stderr, "");
  const [before, after] = JSON.parse(stdout);
  assertEquals(before, ["granted", "granted"]);
  assertEquals(after.length, 3);
  assert(after.every((state: string) => state !== "granted"), after.join());
});
