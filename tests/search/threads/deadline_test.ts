import { assert, assertEquals, assertGreaterOrEqual, assertLess } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { DRAW, MATE, NO_SCORE } from "../../../core/score.ts";
import { settlesWithin } from "../../../core/patience.ts";
import { BOUND_EXACT, BOUND_LOWER } from "../../../search/bound.ts";
import type { SearchInfo, SearchResult } from "../../../search/info.ts";
import { type SearchLimits, unlimited } from "../../../search/limits.ts";
import { Deadline, DelayMeter, resultFromTable } from "../../../search/threads/deadline.ts";
import { TranspositionTable } from "../../../search/transposition.ts";

const START = parseFen(START_FEN);
const [E2E4, D2D4] = ["e2e4", "d2d4"].map((text) => parseUci(START, text));
const FROM_TABLE: SearchResult = {
  ...{ bestMove: D2D4, ponderMove: 0, nodes: 0, score: 7, depth: 0, pv: [D2D4], completed: [] },
};

/** A line that begins with e2e4 and was reported after 1 ms. */
function line(changes: Partial<SearchInfo> = {}): SearchInfo {
  const rest = { nodes: 9, timeMs: 1, hashfull: 0, tbhits: 0, isDraw: false, pv: [E2E4] };
  return { depth: 5, seldepth: 6, multipv: 1, score: 20, bound: BOUND_EXACT, ...rest, ...changes };
}

/** Time limits that are already exceeded: the search began a second ago. */
const OVER: Partial<SearchLimits> = { softMs: 1, hardMs: 20, lastMs: 40, startedAt: performance.now() - 1000 };

/** The answer to a search that reports these lines; `null` if there is no answer. */
async function answerOf(limits: Partial<SearchLimits>, lines: readonly SearchInfo[]): Promise<number | null> {
  const deadline = new Deadline({ ...unlimited(), ...limits }, () => FROM_TABLE);
  let move: number | null = null;
  deadline.answer.then(({ bestMove }) => move = bestMove);
  deadline.start();
  for (const info of lines) deadline.note(info);
  await settlesWithin(deadline.answer, 100);
  deadline.end();
  return move;
}

Deno.test("a late search is answered by its latest line or, at the end, by the table", async () => {
  const cases: [what: string, limits: Partial<SearchLimits>, lines: SearchInfo[], move: number | null][] = [
    ["late, at the first line", { ...OVER, lastMs: Infinity }, [line(), line({ pv: [D2D4] })], E2E4],
    ["late, with only a bound and a line of another rank", { ...OVER, lastMs: Infinity }, [
      line({ bound: BOUND_LOWER }),
      line({ multipv: 2 }),
    ], null],
    ["late, without a line", OVER, [], D2D4],
    ["late, without a line, with a fixed time for the move", { ...OVER, lastMs: Infinity }, [], null],
    ["on time", { hardMs: 5000, lastMs: 6000 }, [line()], null],
    ["without a time limit", { nodes: 5 }, [line()], null],
    ["weaker on purpose", { ...OVER, weakness: { level: 3, seed: 1 } }, [line()], null],
    ["several lines", { ...OVER, multiPv: 2 }, [line()], null],
    ["nodes that count as time", { ...OVER, nodesPerMs: 100 }, [line()], null],
    ["beyond the maximum delay of a timer", { hardMs: 1e15, lastMs: 1e15 }, [line()], null],
  ];
  await Promise.all(cases.map(async ([what, limits, lines, move]) => {
    assertEquals(await answerOf(limits, lines), move, what);
  }));
});

Deno.test("soon after its limit, a search is answered by its latest or next line; after the last limit, the table answers", async () => {
  const startedAt = performance.now();
  const limits = { ...unlimited(), softMs: 1, hardMs: 30, startedAt };
  const withLine = new Deadline({ ...limits, lastMs: 5000 }, () => null);
  const late = new Deadline({ ...limits, lastMs: 5000 }, () => null);
  const silent = new Deadline({ ...limits, lastMs: 60 }, () => FROM_TABLE);
  const timeOf = ({ answer }: Deadline) => answer.then(() => performance.now() - startedAt);
  const times = Promise.all([withLine, late, silent].map(timeOf));
  for (const deadline of [withLine, late, silent]) deadline.start();
  withLine.note(line({ pv: [D2D4] }));
  withLine.note(line());
  setTimeout(() => late.note(line()), 80);
  const [first, second, third] = await times;
  assertGreaterOrEqual(first, 30);
  assertGreaterOrEqual(second, 79);
  assertGreaterOrEqual(third, 60);
  assertLess(Math.max(first, second, third), 4000);
  assertEquals((await withLine.answer).bestMove, E2E4);
  assert(withLine.end()! >= first - 1 - 1, "late, after its line");
});

Deno.test("`resultFromTable()` gives a legal, allowed move, and no mate score without the moves to the mate", () => {
  const table = new TranspositionTable(TranspositionTable.allocate(1));
  const game = { fen: START_FEN, chess960: false, moves: [] };
  assertEquals(resultFromTable(table, game, []), null);
  const illegal = parseUci(parseFen(START_FEN.replace(" w ", " b ")), "e7e5");
  const cases: [move: number, score: number, allowed: number[], expected: number | null][] = [
    [D2D4, 31, [], 31],
    [D2D4, 31, [D2D4, E2E4], 31],
    [D2D4, 31, [E2E4], null],
    [illegal, 31, [], null],
    [D2D4, MATE - 5, [], 12],
  ];
  for (const [move, score, allowed, expected] of cases) {
    table.clear();
    table.store(START, 0, move, score, 12, 9, BOUND_EXACT, true);
    const result = resultFromTable(table, game, allowed);
    assertEquals(result && [result.bestMove, result.score, result.depth], expected && [move, expected, 0]);
  }
  table.clear();
  table.store(START, 0, D2D4, -MATE + 4, NO_SCORE, 9, BOUND_EXACT, true);
  assertEquals(resultFromTable(table, game, [])?.score, DRAW);
});

Deno.test("the delay is the largest recent delay of an answer, and falls while answers are on time", () => {
  const meter = new DelayMeter();
  assertEquals(meter.delayMs, 0);
  for (const lateMs of [3, 50, 2]) meter.note(lateMs);
  const after = meter.delayMs;
  assert(after < 50 && after > 45, `${after}`);
  for (let i = 0; i < 300; i++) meter.note(1);
  assertLess(meter.delayMs, 2);
});
