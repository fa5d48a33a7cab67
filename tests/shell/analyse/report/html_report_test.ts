/** The text of a report: it is complete, and no text in a game can break it. @module */

import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { analyse, type AnalysedGame } from "../../../../engine/games/analysis.ts";
import { Engine } from "../../../../engine/engine.ts";
import { readPgn } from "../../../../engine/games/pgn_reader.ts";
import { playThrough } from "../../../../engine/games/replay.ts";
import { parseFen } from "../../../../core/fen.ts";
import { describeGame } from "../../../../shell/analyse/game_report.ts";
import { writeHtmlReport } from "../../../../shell/analyse/report/html_report.ts";
import { type ReportGame, reportGame } from "../../../../shell/analyse/report/report_data.ts";
import { startSameThread } from "../../same_thread.ts";

const SCHOLAR = '[White "A </script><b>"]\n[Black "B & Co"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n';

async function analysed(text: string): Promise<AnalysedGame[]> {
  await using engine = await Engine.start({ hash: 4, startWorker: startSameThread });
  const games: AnalysedGame[] = [];
  for (const game of readPgn(text)) {
    const replay = playThrough(game);
    const analysis = await analyse(replay, engine, { nodes: 2000 }, new AbortController().signal, () => {});
    games.push({ game, replay, fault: null, analysis });
  }
  return games;
}

/** The game of the scholar's mate, analysed once. */
const SCHOLARS = (await analysed(SCHOLAR))[0];

/** The data that the script of a report reads. */
function dataOf(report: string): ReportGame[] {
  const [, json = ""] = /<script type="application\/json" id="games">(.*?)<\/script>/.exec(report) ?? [];
  return JSON.parse(json);
}

Deno.test("a report has every position, the errors with better lines, and no external references", async () => {
  const game = SCHOLARS;
  const report = await writeHtmlReport([game]);
  assert(report !== null);
  const [data] = dataOf(report);
  const steps = ["Start", "1. e4", "1... e5", "2. Qh5", "2... Nc6", "3. Bc4", "3... Nf6", "4. Qxf7#"];
  assertEquals(data.steps.map(({ text }) => text), steps);
  assertEquals(data.steps[7].board, "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR");
  assertEquals([data.steps[7].marks, data.steps[7].evaluation], ["h5f7", "White has mated"]);
  const note = data.notes[6];
  assertEquals(note.kind, "blunder");
  assertMatch(
    note.text,
    /^3\.\.\. Nf6\?\? · White mates in 1\. Blunder: it lowers the chance to win by \d+ percentage points\. Allows Qxf7#, which is mate\. Better:$/,
  );
  // The better line starts from the position before the error.
  assertMatch(note.line[0].text, /^3\.\.\. /);
  parseFen(`${note.line[0].board} w kq - 0 1`);
  assertEquals(game.analysis?.moves[5]?.best.length, note.line.length);
  const symbols = Array.from(report.matchAll(/<use href="#(icon-\w+)"/g), ([, name]) => name);
  assertEquals(symbols, ["icon-first", "icon-previous", "icon-next", "icon-last", "icon-flip"]);
  for (const name of symbols) assertStringIncludes(report, `<symbol id="${name}"`);
  assertFalse(/(src|href)="(?!#)|url\(|@import|https?:\/\/(?!www\.w3\.org)/.test(report), "external reference");
});

Deno.test("names in a game cannot end the script or add elements", async () => {
  const report = await writeHtmlReport([SCHOLARS]) ?? "";
  assertStringIncludes(report, "<h2>A &lt;/script&gt;&lt;b&gt; – B &amp; Co</h2>");
  assertEquals(report.match(/<th scope="rowgroup" colspan="\d">A &lt;\/script&gt;&lt;b&gt;<\/th>/g)?.length, 2);
  assertEquals(report.match(/<\/script>/g)?.length, 2);
  assertEquals(dataOf(report)[0].white, "A </script><b>");
});

Deno.test("several games are in one report, except games without an analysis", async () => {
  const games = [SCHOLARS, ...await analysed('[White "C"]\n\n1. d4 d5 *\n')];
  const [bad] = readPgn("1. e5 *");
  games.push({ game: bad, replay: null, fault: "illegal", analysis: null });
  const report = await writeHtmlReport(games) ?? "";
  assertEquals(dataOf(report).map(({ white }) => white), ["A </script><b>", "C"]);
  assertEquals(report.match(/<section/g)?.length, 2);
  assertMatch(report, /<option value="1">2\. C – \?<\/option>/);
  assertEquals(await writeHtmlReport([games[2]]), null);
});

Deno.test("castling marks the king's squares, even in Chess960", async () => {
  const text = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. O-O *';
  const [{ game, replay, analysis }] = await analysed(text);
  assert(replay !== null && analysis !== null);
  const { steps } = reportGame(game, replay, analysis);
  assertEquals([steps[1].marks, steps[1].board], ["b1g1", "4k3/8/8/8/8/8/8/5RK1"]);
});

Deno.test("a partly analysed game is in the report with all its moves and a note", async () => {
  const [game] = await analysed(
    '[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n\n1... e5 2. Nf3 Nc6 *',
  );
  assert(game.analysis !== null);
  const { moves, evaluations } = game.analysis;
  const part = { ...game.analysis, moves: [null, null, moves[2]], evaluations: [null, null, ...evaluations.slice(2)] };
  const report = await writeHtmlReport([{ ...game, analysis: { ...part, isComplete: false } }]) ?? "";
  assertStringIncludes(report, "The analysis was ended early.");
  const rows = (report.match(/<div class="move-row">.*<\/div>/g) ?? []).map((row) => row.replace(/<[^>]*>/g, " "));
  assertEquals(rows.map((row) => row.trim().split(/\s+/)), [["1.", "…", "e5"], ["2.", "Nf3", "Nc6"]]);
  const steps = dataOf(report)[0].steps.map(({ text, chance }) => [text, chance === null]);
  assertEquals(steps, [["Start", true], ["1... e5", true], ["2. Nf3", false], ["2... Nc6", false]]);
});

Deno.test("a cost that rounds to zero is omitted, in a report and at the terminal", async () => {
  const game = SCHOLARS;
  assert(game.analysis !== null);
  const moves = game.analysis.moves.map((move) =>
    move !== null && move.judgement !== null ? { ...move, loss: 0.2 } : move
  );
  const analysis = { ...game.analysis, moves };
  assertMatch(describeGame("Game", "1-0", analysis), /3\.\.\. Nf6\?\?, better /);
  assertMatch(await writeHtmlReport([{ ...game, analysis }]) ?? "", /<span class="cost">better /);
});

Deno.test("a praised move is in the report and in the summary with its reason", async () => {
  const text =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 " +
    "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";
  const [game] = await analysed(text);
  const praise = "A sound sacrifice of a queen: Nxb8 Rd8# (White mates in 1).";
  assert(game.analysis !== null);
  assertStringIncludes(describeGame("Game", "1-0", game.analysis), `    16. Qb8+!\n      ${praise}`);
  const report = await writeHtmlReport([game]);
  assertStringIncludes(report ?? "", "<h3>Good moves</h3>");
  assertStringIncludes(report ?? "", `data-ply="31">16. Qb8+!</button> ${praise}</li>`);
  assertFalse((await writeHtmlReport([SCHOLARS]))?.includes("Good moves"));
});
