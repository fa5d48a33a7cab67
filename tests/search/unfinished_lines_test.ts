/** The lines of MultiPV if a search ends during an iteration. root_test.ts tests their ranking. @module */

import { assert, assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { isDrawn } from "../../core/repetition.ts";
import { isMateScore } from "../../core/score.ts";
import type { SearchInfo } from "../../search/info.ts";
import { CONTROL_STOP } from "../../search/thread_slot.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { tries } from "../effort.ts";
import { testTables } from "../tablebase/fixtures.ts";
import { analyse, createSearch, KIWIPETE, legalMoves, MIDDLEGAME, moveOf, run } from "./fixtures.ts";

/** The positions of the bench that have at least eight moves, without Chess960. */
const POSITIONS = BENCH_POSITIONS.filter((fen) => !/[A-H]/.test(fen.split(" ")[2]))
  .filter((fen) => legalMoves(parseFen(fen)).length >= 8)
  .filter((_, i) => i % tries(3, 1) === 0);

/** The reports of lines, from the last report of the first line to the end. */
function lastLines(infos: readonly SearchInfo[]): SearchInfo[] {
  return infos.slice(infos.findLastIndex(({ multipv }) => multipv === 1));
}

/** Asserts that a report has `multiPv` distinct lines, in order and at most an iteration apart. */
function assertOrder(lines: readonly SearchInfo[], multiPv: number, what: string): void {
  // The first iteration has only the lines that it has finished.
  const count = lines[0].depth > 1 ? multiPv : lines.length;
  assertEquals(lines.map(({ multipv }) => multipv), Array.from({ length: count }, (_, i) => i + 1), what);
  assertEquals(new Set(lines.map(({ pv }) => pv[0])).size, count, what);
  for (let i = 1; i < count; i++) {
    assertLessOrEqual(lines[i].score, lines[i - 1].score, `${what}, line ${i + 1}`);
    assertLessOrEqual(Math.abs(lines[i].depth - lines[0].depth), 1, `${what}, line ${i + 1}`);
  }
}

/** Whether a line ends in a draw or a mate, so that it cannot be longer. */
function endsEarly(fen: string, { pv }: SearchInfo): boolean {
  const position = parseFen(fen);
  for (const move of pv) position.make(move);
  return isDrawn(position, pv.length) || legalMoves(position).length === 0;
}

Deno.test("lines of a search with a limit of nodes are in order, at most an iteration apart, and of full length", () => {
  let [unfinished, short, all] = [0, 0, 0];
  for (const fen of POSITIONS) {
    for (const multiPv of [2, 8]) {
      for (let nodes = 2000; nodes <= tries(2000, 4000); nodes += 2000) {
        const { infos, bestMove } = analyse(fen, { nodes, multiPv });
        const lines = lastLines(infos);
        assertOrder(lines, multiPv, `${fen}, ${multiPv} lines, ${nodes} nodes`);
        assertEquals(lines[0].pv[0], bestMove);
        all += lines.length;
        if (lines.some(({ depth }) => depth !== lines[0].depth)) unfinished++;
        for (const line of lines) {
          if (line.pv.length < 3 && line.depth > 4 && !isMateScore(line.score) && !endsEarly(fen, line)) short++;
        }
      }
    }
  }
  assertGreater(unfinished, tries(8, 60));
  // Sometimes even a complete search has a line that ends at a score from the table.
  assertLessOrEqual(short / all, 0.02, `${short} of ${all} lines are short`);
});

Deno.test("lines that an iteration did not finish are taken from the previous iteration, with their moves", () => {
  for (const fen of [KIWIPETE, MIDDLEGAME]) {
    for (let nodes = 1000; nodes < 6000; nodes += 1057) {
      const { infos } = analyse(fen, { nodes, multiPv: 5 });
      const lines = lastLines(infos);
      const before = infos.slice(-10, -5);
      for (const line of lines.filter(({ depth }) => depth < lines[0].depth)) {
        const same = before.find(({ pv }) => pv[0] === line.pv[0]);
        assertEquals([same?.depth, same?.score, same?.bound], [line.depth, line.score, line.bound], `${fen} ${nodes}`);
        // A line that is continued from the table may be longer than before.
        assertEquals(line.pv.slice(0, Math.min(3, same?.pv.length ?? 3)), same?.pv.slice(0, 3));
      }
    }
  }
});

Deno.test("the lines of a search that ends by time or a stop are in order and at most an iteration apart", () => {
  for (const fen of POSITIONS.slice(0, 2)) {
    assertOrder(lastLines(analyse(fen, { hardMs: 20, multiPv: 4 }).infos), 4, `${fen}, in time`);
    const { search, control } = createSearch();
    search.clock.onPoll = () => {
      if (search.root.depth === 6 && search.root.pvIndex === 2) Atomics.store(control, CONTROL_STOP, 1);
    };
    const lines = lastLines(run(search, parseFen(fen), { multiPv: 4 }).infos);
    assertOrder(lines, 4, `${fen}, stopped`);
    assert(lines.every(({ depth }) => depth === 5 || depth === 6), fen);
  }
});

Deno.test("lines are in order if a search is limited to some moves", () => {
  const position = parseFen(KIWIPETE);
  const searchMoves = ["a2a3", "b2b3", "e1f1", "e5g6", "e1c1", "d5e6"].map((text) => moveOf(position, text));
  for (let nodes = 1000; nodes < 6000; nodes += 733) {
    const lines = lastLines(analyse(KIWIPETE, { nodes, multiPv: 4, searchMoves }).infos);
    assertOrder(lines, 4, `${nodes} nodes`);
    for (const { pv } of lines) assert(searchMoves.includes(pv[0]));
  }
});

testTables("with endgame tables, lines are at most an iteration apart, and equal results in order", (tables) => {
  const prober = tables.createProber();
  const { search } = createSearch();
  search.tablebases.setProber(prober);
  for (const fen of ["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 30 80"]) {
    for (let nodes = 500; nodes < 6000; nodes += 1613) {
      search.newGame();
      const { infos, bestMove } = run(search, parseFen(fen), { nodes, multiPv: 5, tablebaseMen: 7 });
      const lines = lastLines(infos);
      assertEquals(lines[0].pv[0], bestMove);
      assertEquals(new Set(lines.map(({ pv }) => pv[0])).size, 5);
      for (const { depth } of lines) assertLessOrEqual(Math.abs(depth - lines[0].depth), 1, `${fen} ${nodes}`);
      // A mate that was found is reported as a mate, even below a win without a mate.
      const scores = lines.map(({ score }) => score).filter((score) => !isMateScore(score));
      assertEquals(scores, scores.toSorted((a, b) => b - a), `${fen} ${nodes}`);
    }
  }
  search.tablebases.setProber(null);
});
