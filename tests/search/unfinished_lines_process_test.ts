/**
 * The lines of MultiPV where a search ends inside an iteration: each is of this iteration or of the previous one, they
 * are in the order of their scores, and each goes on for more than a move or two. Costs about 7 s.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { isDrawn } from "../../core/repetition.ts";
import { INFINITE, isMateScore } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { Engine } from "../../engine/engine.ts";
import type { SearchInfo } from "../../search/info.ts";
import { createRootMoves, rankUnfinishedLines, rememberLines, type RootMove } from "../../search/root.ts";
import { CONTROL_STOP } from "../../search/thread_slot.ts";
import { Session } from "../../uci/session.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import { tries } from "../effort.ts";
import { testTables } from "../tablebase/fixtures.ts";
import { analyse, createSearch, KIWIPETE, legalMoves, MIDDLEGAME, moveOf, run } from "./fixtures.ts";

/** Positions of every kind with many moves. */
const POSITIONS = BENCH_POSITIONS.filter((fen) => !/[A-H]/.test(fen.split(" ")[2]))
  .filter((fen) => legalMoves(parseFen(fen)).length >= 8);

/** The last line of each rank, from the last report of the first one on. */
function lastLines(infos: readonly SearchInfo[]): SearchInfo[] {
  return infos.slice(infos.findLastIndex(({ multipv }) => multipv === 1));
}

/**
 * Asserts that lines reported together are as many as asked for, distinct, of the same two iterations, and in order.
 */
function assertOrder(lines: readonly SearchInfo[], multiPv: number, what: string): void {
  // The first iteration knows only the lines that it has finished.
  const count = lines[0].depth > 1 ? multiPv : lines.length;
  assertEquals(lines.map(({ multipv }) => multipv), Array.from({ length: count }, (_, i) => i + 1), what);
  assertEquals(new Set(lines.map(({ pv }) => pv[0])).size, count, what);
  for (let i = 1; i < count; i++) {
    assertLessOrEqual(lines[i].score, lines[i - 1].score, `${what}, line ${i + 1}`);
    assertLessOrEqual(Math.abs(lines[i].depth - lines[0].depth), 1, `${what}, line ${i + 1}`);
  }
}

/** Whether a line ends where it must: at a draw, or at a mate. */
function endsEarly(fen: string, { pv }: SearchInfo): boolean {
  const position = parseFen(fen);
  for (const move of pv) position.make(move);
  return isDrawn(position, pv.length) || legalMoves(position).length === 0;
}

Deno.test("lines of a search that nodes end are in order, at most an iteration apart, and no stubs", () => {
  let unfinished = 0;
  let short = 0;
  let all = 0;
  for (const fen of POSITIONS) {
    for (const multiPv of [2, 4, 8]) {
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
  assertGreater(unfinished, tries(40, 80));
  // Now and then even a complete search has a line that ends at a score out of the table.
  assertLessOrEqual(short / all, 0.01, `${short} of ${all} lines are short`);
});

Deno.test("lines that an iteration did not finish are those of the previous iteration, with their moves", () => {
  for (const fen of [START_FEN, KIWIPETE, MIDDLEGAME]) {
    for (let nodes = 1000; nodes < 10_000; nodes += 1057) {
      const { infos } = analyse(fen, { nodes, multiPv: 5 });
      const lines = lastLines(infos);
      const before = infos.slice(-10, -5);
      for (const line of lines.filter(({ depth }) => depth < lines[0].depth)) {
        const same = before.find(({ pv }) => pv[0] === line.pv[0]);
        assertEquals([same?.depth, same?.score, same?.bound], [line.depth, line.score, line.bound], `${fen} ${nodes}`);
        // A line that the table completes may have become longer since.
        assertEquals(line.pv.slice(0, Math.min(3, same?.pv.length ?? 3)), same?.pv.slice(0, 3));
      }
    }
  }
});

Deno.test("lines of a search that time or a stop ends are in order and at most an iteration apart", () => {
  for (const fen of POSITIONS.slice(0, 6)) {
    for (const hardMs of [20, 60]) {
      assertOrder(lastLines(analyse(fen, { hardMs, multiPv: 4 }).infos), 4, `${fen}, ${hardMs} ms`);
    }
    const { search, control } = createSearch();
    search.clock.onPoll = () => {
      if (search.root.depth === 7 && search.root.pvIndex === 2) Atomics.store(control, CONTROL_STOP, 1);
    };
    const lines = lastLines(run(search, parseFen(fen), { multiPv: 4 }).infos);
    assertOrder(lines, 4, `${fen}, stopped`);
    assert(lines.every(({ depth }) => depth === 6 || depth === 7), fen);
  }
});

Deno.test("lines are in order among the moves that a search is limited to", () => {
  const position = parseFen(KIWIPETE);
  const searchMoves = ["a2a3", "b2b3", "e1f1", "e5g6", "e1c1", "d5e6"].map((text) => moveOf(position, text));
  for (let nodes = 1000; nodes < 12_000; nodes += 733) {
    const lines = lastLines(analyse(KIWIPETE, { nodes, multiPv: 4, searchMoves }).infos);
    assertOrder(lines, 4, `${nodes} nodes`);
    for (const { pv } of lines) assert(searchMoves.includes(pv[0]));
  }
});

testTables(
  "with endgame tables lines are at most an iteration apart, and those with the same result in order",
  (tables) => {
    const prober = tables.createProber();
    const { search } = createSearch();
    search.tablebases.setProber(prober);
    for (const fen of ["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 30 80"]) {
      for (let nodes = 500; nodes < 8000; nodes += 613) {
        search.newGame();
        const { infos, bestMove } = run(search, parseFen(fen), { nodes, multiPv: 5, tablebaseMen: 7 });
        const lines = lastLines(infos);
        assertEquals(lines[0].pv[0], bestMove);
        assertEquals(new Set(lines.map(({ pv }) => pv[0])).size, 5);
        for (const { depth } of lines) assertLessOrEqual(Math.abs(depth - lines[0].depth), 1, `${fen} ${nodes}`);
        // A mate that was found is reported as such, also below a win without one.
        const scores = lines.map(({ score }) => score).filter((score) => !isMateScore(score));
        assertEquals(scores, scores.toSorted((a, b) => b - a), `${fen} ${nodes}`);
      }
    }
    search.tablebases.setProber(null);
  },
);

Deno.test("the lines that the protocol and the library report are in order, with one thread and with several", async () => {
  for (const threads of [1, 2]) {
    const written: string[] = [];
    const session = new Session({
      startWorker: startEngineWorker,
      warmUp: false,
      write: (line) => {
        written.push(line);
        if (/^info depth 7 .* multipv 2 /.test(line)) session.stop();
      },
    });
    await session.setOption(`name Threads value ${threads}`);
    await session.setOption("name MultiPV value 4");
    const linesOf = async (words: string): Promise<string[]> => {
      await session.go(parseGo(tokenize(words)));
      await session.idle();
      return written.splice(0).filter((line) => line.includes(" multipv "));
    };
    // A busy machine needs more time for as many lines.
    const linesInTime = async (): Promise<string[]> => {
      for (let ms = 100;; ms *= 2) {
        const lines = await linesOf(`movetime ${ms}`);
        if (lines.some((line) => line.includes(" multipv 4 ")) || ms > 10_000) return lines;
      }
    };
    for (const words of ["nodes 5000", "movetime", "infinite"]) {
      const lines = words === "movetime" ? await linesInTime() : await linesOf(words);
      // A first line that was only a bound is reported once more at the end.
      const last = [1, 2, 3, 4].map((rank) => lines.findLast((line) => line.includes(` multipv ${rank} `)) ?? "");
      const field = (name: string) => last.map((line) => Number(new RegExp(` ${name} (-?\\d+)`).exec(line)?.[1]));
      const scores = field("cp");
      assertEquals(scores, scores.toSorted((a, b) => b - a), last.join("\n"));
      for (const depth of field("depth")) assertLessOrEqual(Math.abs(depth - field("depth")[0]), 1, last.join("\n"));
    }
    await session.close();
    using engine = await Engine.start({ threads, startWorker: startEngineWorker });
    for (const fen of POSITIONS.slice(0, 3)) {
      for (const nodes of [2500, 5000]) {
        const { lines, move } = await engine.analyse(fen, { nodes, lines: 4 }).result;
        assertEquals([lines.length, lines[0].moves[0]], [4, move]);
        for (let i = 1; i < 4; i++) {
          assertLessOrEqual(Math.abs(lines[i].depth - lines[0].depth), 1, fen);
          const [worse, better] = [lines[i].score, lines[i - 1].score];
          if (worse.type === "cp" && better.type === "cp") assertGreaterOrEqual(better.value, worse.value, fen);
        }
      }
    }
  }
});

/** Root moves of which the depth before found lines with these scores; `null` for a move that was not a line. */
function movesWith(scores: readonly (number | null)[]): RootMove[] {
  const moves = createRootMoves(parseFen(START_FEN), []).slice(0, scores.length);
  moves.forEach((move, i) => {
    move.score = scores[i] ?? -INFINITE;
    move.bound = BOUND_EXACT;
    move.depth = 6;
    move.pv = [move.move, i];
  });
  rememberLines(moves, scores.filter((score) => score !== null).length);
  return moves;
}

/** What iteration 7 found of a move. */
function find(move: RootMove, score: number, bound = BOUND_EXACT): void {
  Object.assign(move, { score, bound, depth: score === -INFINITE ? move.depth : 7, pv: [move.move] });
}

function summary(
  moves: readonly RootMove[],
): (readonly [score: number, bound: number, depth: number, moves: number])[] {
  return moves.map(({ score, bound, depth, pv }) => [score, bound, depth, pv.length] as const);
}

Deno.test("`rememberLines()` keeps what an iteration found about its lines, and nothing about other moves", () => {
  const moves = movesWith([50, 40, 30]);
  rememberLines(moves, 2);
  assertEquals(moves.map(({ previousLine }) => previousLine?.score), [50, 40, undefined]);
});

Deno.test("`rankUnfinishedLines()` limits the lines of the iteration before by the last line that is finished", () => {
  const moves = movesWith([50, 40, 30, null]);
  const [a, b, c, d] = moves;
  find(a, 35);
  for (const move of [b, c, d]) find(move, -INFINITE);
  rankUnfinishedLines(moves, [a], 7);
  assertEquals(moves, [a, b, c, d]);
  assertEquals(summary(moves).slice(0, 3), [[35, BOUND_EXACT, 7, 1], [35, BOUND_UPPER, 7, 2], [30, BOUND_EXACT, 6, 2]]);
  assertEquals(d.score, -INFINITE);
});

Deno.test("`rankUnfinishedLines()` keeps exact scores of the iteration, and ranks by score", () => {
  const moves = movesWith([50, 40, 30, null]);
  const [a, b, c, d] = moves;
  find(a, 60);
  find(d, 35);
  find(b, -INFINITE);
  find(c, 45, BOUND_UPPER);
  rankUnfinishedLines(moves, [a], 7);
  assertEquals(moves, [a, b, d, c]);
  assertEquals(summary(moves).map(([score, , depth]) => [score, depth]), [[60, 7], [40, 6], [35, 7], [30, 6]]);
});

Deno.test("`rankUnfinishedLines()` keeps the first move, which has its line of before if it failed low", () => {
  const low = movesWith([50, 40, null]);
  const [a, b] = low;
  find(a, 20, BOUND_UPPER);
  find(b, -INFINITE);
  rankUnfinishedLines(low, [], 7);
  assertEquals(low.slice(0, 2), [a, b]);
  assertEquals(summary(low).slice(0, 2), [[50, BOUND_EXACT, 6, 2], [40, BOUND_EXACT, 6, 2]]);

  const high = movesWith([50, 40, null]);
  find(high[2], 70, BOUND_LOWER);
  high.unshift(...high.splice(2));
  rankUnfinishedLines(high, [], 7);
  assertEquals(summary(high), [[70, BOUND_LOWER, 7, 1], [50, BOUND_EXACT, 6, 2], [40, BOUND_EXACT, 6, 2]]);
});

Deno.test("`rankUnfinishedLines()` limits no line by one of another rank by the endgame tables", () => {
  const moves = movesWith([10, 40, 30]);
  const [a, b, c] = moves;
  a.tablebaseRank = 5;
  find(a, 5);
  rankUnfinishedLines(moves, [a], 7);
  assertEquals(summary([b, c]), [[40, BOUND_EXACT, 6, 2], [30, BOUND_EXACT, 6, 2]]);
});
