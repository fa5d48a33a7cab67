import { assertEquals } from "@std/assert";
import { CASTLING, makeMove, makePromotion, NO_MOVE, QUEEN } from "../../core/types.ts";
import { type SearchInfo } from "../../search/info.ts";
import { CERTAIN_WIN, MATE, MAX_EVAL, TABLEBASE_WIN } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { nodesPerSecond } from "../../engine/line.ts";
import { chancesOf, MAX_MATERIAL, toCentipawns } from "../../engine/win_rate.ts";
import { formatBestMove, formatInfo, formatMessage, formatScore, type ReportStyle } from "../../uci/report.ts";

const E2E4 = makeMove(12, 28);
const WHITE_CASTLES = makeMove(4, 7, CASTLING);

const INFO: SearchInfo = {
  ...{ depth: 12, seldepth: 20, multipv: 1, score: 25, bound: BOUND_EXACT, isDraw: false },
  ...{ nodes: 123456, timeMs: 99.6, hashfull: 17, tbhits: 0, pv: [E2E4, WHITE_CASTLES] },
};

const STYLE: ReportStyle = { chess960: false, material: MAX_MATERIAL, showWdl: false };

Deno.test("`formatInfo()` writes every field in the customary order", () => {
  assertEquals(
    formatInfo(INFO, STYLE),
    `info depth 12 seldepth 20 multipv 1 score cp ${toCentipawns(25, MAX_MATERIAL)} nodes 123456 nps 1239518` +
      " hashfull 17 tbhits 0 time 100 pv e2e4 e1g1",
  );
});

Deno.test("`formatInfo()` writes castling as king takes rook in Chess960, and only the score if there is no move", () => {
  assertEquals(formatInfo(INFO, { ...STYLE, chess960: true }).split(" pv ")[1], "e2e4 e1h1");
  assertEquals(formatInfo({ ...INFO, depth: 0, score: -MATE, pv: [] }, STYLE), "info depth 0 score mate 0");
  assertEquals(formatInfo({ ...INFO, depth: 0, score: 0, pv: [] }, STYLE), "info depth 0 score cp 0");
});

Deno.test("`formatScore()` counts mates in full moves and tablebase wins down from 200 pawns, and marks bounds", () => {
  const cases: [score: number, bound: number, material: number, expected: string][] = [
    [MATE - 1, BOUND_EXACT, 30, "mate 1"],
    [MATE - 3, BOUND_EXACT, 30, "mate 2"],
    [-MATE + 2, BOUND_EXACT, 30, "mate -1"],
    [-MATE + 4, BOUND_EXACT, 30, "mate -2"],
    [MATE - 5, BOUND_UPPER, 30, "mate 3 upperbound"],
    [-70, BOUND_LOWER, 30, `cp ${toCentipawns(-70, 30)} lowerbound`],
    // The score falls by a hundredth of a pawn for each ply.
    [TABLEBASE_WIN, BOUND_EXACT, 10, "cp 20000"],
    [TABLEBASE_WIN - 7, BOUND_LOWER, 20, "cp 19993 lowerbound"],
    [3 - TABLEBASE_WIN, BOUND_EXACT, 30, "cp -19997"],
    [CERTAIN_WIN, BOUND_EXACT, 10, "cp 19800"],
    [MAX_EVAL, BOUND_EXACT, 10, `cp ${toCentipawns(MAX_EVAL, 10)}`],
  ];
  for (const [score, bound, material, expected] of cases) assertEquals(formatScore(score, bound, material), expected);
});

Deno.test("`formatScore()` scales scores other than mates by the material at the root", () => {
  const written = [10, 20, 40, MAX_MATERIAL].map((material) => formatScore(200, BOUND_EXACT, material));
  assertEquals(written, [10, 20, 40, MAX_MATERIAL].map((material) => `cp ${toCentipawns(200, material)}`));
  assertEquals(new Set(written).size, written.length);
});

Deno.test("`formatInfo()` writes the chances after score and bound if the option is set", () => {
  const written = (info: Partial<SearchInfo>) => {
    const line = formatInfo({ ...INFO, ...info }, { ...STYLE, showWdl: true });
    return /score (\S+ \S+(?: \S+bound)? wdl \d+ \d+ \d+)(?: nodes|$)/.exec(line)?.[1];
  };
  const { win, draw, loss } = chancesOf({ score: 25, isDraw: false }, MAX_MATERIAL);
  const cp = `cp ${toCentipawns(25, MAX_MATERIAL)}`;
  assertEquals(written({}), `${cp} wdl ${win} ${draw} ${loss}`);
  assertEquals(written({ bound: BOUND_LOWER }), `${cp} lowerbound wdl ${win} ${draw} ${loss}`);
  assertEquals(written({ score: MATE - 3 }), "mate 2 wdl 1000 0 0");
  assertEquals(written({ score: -MATE + 2 }), "mate -1 wdl 0 0 1000");
  assertEquals(written({ score: TABLEBASE_WIN - 4 }), "cp 19996 wdl 1000 0 0");
  assertEquals(written({ score: 4 - TABLEBASE_WIN }), "cp -19996 wdl 0 0 1000");
  const noMove = { ...INFO, depth: 0, score: -MATE, pv: [] };
  assertEquals(formatInfo(noMove, { ...STYLE, showWdl: true }), "info depth 0 score mate 0");
});

Deno.test("`formatBestMove()` names the expected reply, if there is one", () => {
  assertEquals(formatBestMove(E2E4, makePromotion(52, 60, QUEEN), false), "bestmove e2e4 ponder e7e8q");
  assertEquals(formatBestMove(WHITE_CASTLES, NO_MOVE, true), "bestmove e1h1");
  assertEquals(formatBestMove(NO_MOVE, NO_MOVE, false), "bestmove (none)");
});

Deno.test("`nodesPerSecond()` is finite for a search of no measurable time", () => {
  assertEquals(nodesPerSecond(50, 0), 50000);
  assertEquals(nodesPerSecond(3000, 1500), 2000);
});

Deno.test("`formatMessage()` writes one line, whatever the text contains", () => {
  assertEquals(formatMessage("bad\r\ninput\u0000 here\u2028now\n"), "info string bad input  here now");
});
