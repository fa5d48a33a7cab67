/** Endgame tables in the search. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import type { SearchLimits } from "../../search/limits.ts";
import { DRAW, isMateScore, TABLEBASE_WIN } from "../../core/score.ts";
import { BOUND_EXACT } from "../../search/bound.ts";
import type { Prober } from "../../tablebase/prober.ts";
import { createPlayOuts } from "../tablebase/syzygy_checks.ts";
import { randomPosition } from "../tablebase/random_position.ts";
import { proberOf, type TestTables, testTables } from "../tablebase/fixtures.ts";
import { SIMPLE } from "./evaluators.ts";
import { createSearch, entryOf, type Fixture, legalMoves, type Outcome, run } from "./fixtures.ts";
import { withParameters } from "./parameters.ts";

/** Five men; the capture on a7 leads to a table, and captures of the pawn a few moves later also lead to tables. */
const FIVE_MEN = "8/n7/8/8/3k4/2p5/8/R3K3 w - - 0 1";
const BISHOP_AND_KNIGHT = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1";
/** The rook cannot win against the knight. */
const ROOK_AGAINST_KNIGHT = "8/8/8/3kn3/8/8/8/KR6 w - - 0 1";

/** Searches with tables, and closes the tables. */
function analyse(tables: TestTables, fen: string, limits: Partial<SearchLimits>): Outcome {
  return analyseWith(createSearch(), fen, limits, tables.createProber());
}

function analyseWith({ search }: Fixture, fen: string, limits: Partial<SearchLimits>, prober: Prober): Outcome {
  search.tablebases.setProber(prober);
  const outcome = run(search, parseFen(fen), { tablebaseMen: 7, ...limits });
  search.tablebases.setProber(null);
  assertEquals(prober.tables.openFiles, 0);
  return outcome;
}

function lastOf({ infos }: Outcome): { score: number; tbhits: number } {
  const { score, tbhits } = infos[infos.length - 1];
  return { score, tbhits };
}

testTables("in the tree, tables replace the search after a capture", (tables) => {
  const without = lastOf(analyse(tables, FIVE_MEN, { depth: 6, tablebaseMen: 0 }));
  const { score, tbhits } = lastOf(analyse(tables, FIVE_MEN, { depth: 6 }));
  assertEquals(without.tbhits, 0);
  assertGreater(tbhits, 5);
  assert(Math.abs(without.score) < 5000, `${without.score}`);
  assert(score === DRAW || Math.abs(score) > TABLEBASE_WIN - 100, `${score}`);
});

testTables("a tablebase result is stored in the transposition table like the result of a deeper search", (tables) => {
  const fen = "8/8/8/3kn3/8/8/1p6/KR6 w - - 0 1";
  const afterCapture = parseFen("8/8/8/3kn3/8/8/1R6/K7 b - - 0 1");
  const depthWith = (tablebaseDepthBonus: number): number => {
    const fixture = createSearch();
    const prober = tables.createProber();
    withParameters({ tablebaseDepthBonus }, () => analyseWith(fixture, fen, { depth: 2 }, prober));
    const { isHit, depth } = entryOf(fixture.table, afterCapture);
    assert(isHit);
    return depth;
  };
  assertEquals(depthWith(10) - depthWith(0), 10);
});

testTables("`SyzygyProbeLimit` and `SyzygyProbeDepth` decide which positions are looked up", (tables) => {
  const hits = (limits: Partial<SearchLimits>) =>
    lastOf(analyseWith(createSearch(1, SIMPLE), FIVE_MEN, { depth: 3, ...limits }, tables.createProber())).tbhits;
  // A search of this depth reaches four men, but not three.
  assertEquals([{ tablebaseMen: 0 }, { tablebaseMen: 3 }, { tablebaseDepth: 100 }].map(hits), [0, 0, 0]);
  assertGreater(hits({ tablebaseMen: 4 }), 0);
  assertEquals(hits({ tablebaseDepth: 1 }), hits({ tablebaseMen: 4 }));
});

testTables("at the root, the tables give the score: win, draw, loss, or draw by the fifty-move rule", (tables) => {
  const cases: [fen: string, score: number][] = [
    [BISHOP_AND_KNIGHT, TABLEBASE_WIN],
    [BISHOP_AND_KNIGHT.replace(" w ", " b "), -TABLEBASE_WIN],
    [ROOK_AGAINST_KNIGHT, DRAW],
    [BISHOP_AND_KNIGHT.replace("0 1", "80 90"), DRAW + 2],
    [BISHOP_AND_KNIGHT.replace("w - - 0 1", "b - - 80 90"), DRAW - 2],
  ];
  for (const [fen, score] of cases) {
    const { infos, ...outcome } = analyse(tables, fen, { depth: 4 });
    const last = infos[infos.length - 1];
    assertEquals([outcome.score, last.score, last.bound, last.tbhits > 0], [score, score, BOUND_EXACT, true], fen);
  }
  const unbounded = analyse(tables, BISHOP_AND_KNIGHT.replace("0 1", "80 90"), { depth: 4, useFiftyMoves: false });
  assertEquals(unbounded.score, TABLEBASE_WIN);
});

testTables("a mate that the search finds is reported as a mate; with castling, nothing is looked up", (tables) => {
  assert(isMateScore(analyse(tables, "8/8/8/8/8/1k6/7r/K7 b - - 0 1", { depth: 4 }).score));
  assertEquals(lastOf(analyse(tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", { depth: 1 })).tbhits, 0);
});

testTables("only moves of the first rank are searched, and lines of lower ranks follow them", (tables) => {
  // One move keeps the draw.
  const hold = "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1";
  const lines = analyse(tables, hold, { depth: 4, multiPv: 3 }).infos.slice(-3);
  const expected = [[1, DRAW], [2, -TABLEBASE_WIN], [3, -TABLEBASE_WIN]];
  assertEquals(lines.map(({ multipv, score }) => [multipv, score]), expected);
  assertEquals(analyse(tables, hold, { depth: 4 }).bestMove, lines[0].pv[0]);
});

testTables("an interrupted search's lines stay in the order that the tables give", (tables) => {
  // Some moves win, some draw, and some lose the queen; the search alone can hardly distinguish them.
  const fen = "8/7p/7k/8/3Q4/8/8/K7 w - - 0 1";
  const count = legalMoves(parseFen(fen)).length;
  const linesOf = (limits: Partial<SearchLimits>) =>
    analyse(tables, fen, { ...limits, multiPv: 100 }).infos.slice(-count).map(({ multipv, score }) => [multipv, score]);
  const ranked = linesOf({ depth: 1 });
  assertEquals(ranked.map(([multipv]) => multipv), ranked.map((_, i) => i + 1));
  assertGreater(new Set(ranked.map(([, score]) => score)).size, 1);
  for (let nodes = 100; nodes <= 3000; nodes += 293) assertEquals(linesOf({ nodes }), ranked, `${nodes} nodes`);
});

testTables("if only one move has the first rank, the search is short", (tables) => {
  const start = performance.now();
  const limits = { softMs: 20_000, hardMs: 40_000, isOnClock: true, startedAt: start };
  analyse(tables, "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", limits);
  assertLess(performance.now() - start, 10_000);
});

testTables("without distances, positions in the tree are looked up if the root is won, to keep the win", (tables) => {
  const files = ["KPvK.rtbw", "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"];
  const bytes = () => proberOf(Object.fromEntries(files.map((file) => [file, tables.read(file)]))).prober;
  const moves = 7;
  const won = lastOf(analyseWith(createSearch(), "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", { depth: 6 }, bytes()));
  assertEquals([won.score, won.tbhits > moves], [TABLEBASE_WIN, true]);
  const drawn = lastOf(analyseWith(createSearch(), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", { depth: 6 }, bytes()));
  assertEquals(drawn, { score: DRAW, tbhits: 6 });
});

testTables("a root without its own table is searched like a root with more men", (tables) => {
  const { prober } = proberOf({ "KQvK.rtbw": tables.read("KQvK.rtbw") });
  const { score, tbhits } = lastOf(analyseWith(createSearch(), "8/8/8/3kr3/8/8/8/K7 b - - 0 1", { depth: 4 }, prober));
  assertEquals([Math.abs(score) < TABLEBASE_WIN - 100, tbhits], [true, 0]);
});

testTables("once the tables are removed, a search visits the same nodes as if it had never had any", (tables) => {
  const fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
  const { search } = createSearch();
  search.tablebases.setProber(tables.createProber());
  search.tablebases.setProber(null);
  const { nodes } = run(search, parseFen(fen), { depth: 9, tablebaseMen: 7 });
  assertEquals(nodes, run(createSearch().search, parseFen(fen), { depth: 9 }).nodes);
});

testTables("endings that are played out end as the tables promise", (tables) => {
  const prober = tables.createProber();
  const playOut = createPlayOuts(prober, 300);
  const random = new Random(1n);
  for (const [name, count] of [["KBNvK", 2], ["KQvKR", 2], ["KRvK", 2], ["KQvK", 2], ["KPvK", 4]] as const) {
    if (!tables.trueNames.includes(name)) continue;
    for (let i = 0; i < count; i++) {
      const position = randomPosition(name, random);
      const fen = formatFen(position);
      const { promised, reached } = playOut(position);
      assertEquals(reached, promised, fen);
    }
  }
  prober.tables.closeAll();
});
