/** The loop over depths: its reports, its order and windows, its end, and the data that it forgets. @module */

import { CONTROL_PONDER, CONTROL_RUNNING, CONTROL_STOP } from "../../search/thread_slot.ts";
import { createControl, createSharedState, ThreadSlot } from "../../search/thread_slot.ts";
import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { type SearchLimits } from "../../search/limits.ts";
import { harvest } from "../../search/experience.ts";
import { Search } from "../../search/search.ts";
import { DRAW, INFINITE, MATE, mateIn } from "../../core/score.ts";
import { HISTORIES } from "../../learning/histories.ts";
import { EVALUATOR, StatedEvaluator } from "./evaluators.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { analyse, createSearch, KIWIPETE, legalMoves, MIDDLEGAME, moveOf, run } from "./fixtures.ts";
import { type Changes, withParameters } from "./parameters.ts";
import { KNIGHTS } from "./scripted_children.ts";

Deno.test("each depth is reported, from 1 to the limit, with growing node counts and exact scores", () => {
  const { infos: reported, nodes, bestMove, score } = analyse(MIDDLEGAME, { depth: 8 });
  // If a busy machine takes seconds for this, failed windows are reported, too.
  const infos = reported.filter(({ bound, timeMs }) => timeMs < 3000 || bound === BOUND_EXACT);
  assertEquals(infos.map(({ depth }) => depth), [1, 2, 3, 4, 5, 6, 7, 8]);
  for (const [i, { bound, multipv, tbhits, nodes, timeMs, seldepth, pv }] of infos.entries()) {
    assertEquals([bound, multipv, tbhits], [BOUND_EXACT, 1, 0]);
    assert(i === 0 || nodes > infos[i - 1].nodes && timeMs >= infos[i - 1].timeMs);
    assert(seldepth > 0 && seldepth + 1 >= pv.length);
  }
  const last = infos[infos.length - 1];
  assertEquals([last.nodes, last.score, last.pv[0]], [nodes, score, bestMove]);
});

Deno.test("a position without moves is reported at depth 0, as mate or stalemate and without a move", () => {
  const ended = [["R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", -MATE], ["k7/1R6/K7/8/8/8/8/8 b - - 0 1", DRAW]] as const;
  for (const [fen, score] of ended) {
    const { infos, ...result } = analyse(fen, { depth: 5 });
    assertEquals(result, { bestMove: NO_MOVE, ponderMove: NO_MOVE, nodes: 0, score, depth: 0, pv: [], completed: [] });
    assertEquals(infos.map((info) => [info.depth, info.score, info.pv.length]), [[0, score, 0]]);
  }
});

Deno.test("a helper reports its deeper lines, but no line of a depth that it has not completed", () => {
  const control = createControl();
  const slot = new ThreadSlot(createSharedState(control, 2), 1);
  const helper = new Search(createSearch().table, control, EVALUATOR, slot);
  control[CONTROL_RUNNING] = 1;
  slot.join(1, 2);
  const depths: number[] = [];
  run(helper, parseFen(MIDDLEGAME), { depth: 20 }, ({ depth }) => {
    depths.push(depth);
    if (depth === 9) control[CONTROL_STOP] = 1;
  });
  assertEquals(depths, [6, 7, 8, 9]);
});

Deno.test("MultiPV reports the requested number of lines, or one for each move: distinct, legal, best first", () => {
  for (const fen of [KIWIPETE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]) {
    const legal = legalMoves(parseFen(fen));
    for (const multiPv of [2, 5, 500]) {
      const { infos, bestMove } = analyse(fen, { depth: 4, multiPv });
      const lines = Math.min(multiPv, legal.length);
      assertEquals(infos.length, 4 * lines);
      for (let depth = 1; depth <= 4; depth++) {
        const reported = infos.slice((depth - 1) * lines, depth * lines);
        assertEquals(reported.map((info) => [info.depth, info.multipv]), reported.map((_, i) => [depth, i + 1]));
        assertEquals(new Set(reported.map((info) => info.pv[0])).size, lines, fen);
        assert(reported.every(({ pv, score }) => legal.includes(pv[0]) && Math.abs(score) < INFINITE));
        const scores = reported.map(({ score }) => score);
        assertEquals(scores, scores.toSorted((a, b) => b - a), `${fen} depth ${depth}`);
      }
      assertEquals(infos.at(-lines)!.pv[0], bestMove);
    }
  }
});

Deno.test("a search that is interrupted at its first depth reports only lines that it has searched", () => {
  for (let nodes = 1; nodes < 600; nodes += 53) {
    const { infos, bestMove } = analyse(MIDDLEGAME, { nodes, multiPv: 40 });
    const last = infos.slice(infos.findLastIndex(({ multipv }) => multipv === 1));
    assertEquals(last.map(({ multipv }) => multipv), Array.from(last, (_, i) => i + 1));
    assertEquals(last[0].pv[0], bestMove);
    if (last[0].depth === 1) assertLess(last.length, 40);
  }
});

Deno.test("only the given moves are searched", () => {
  const position = parseFen(KIWIPETE);
  for (const allowed of [["a2a3"], ["e5g6"], ["e1c1"], ["a2a3", "b2b3", "e1f1"]]) {
    const searchMoves = allowed.map((text) => moveOf(position, text));
    const { bestMove, infos } = analyse(KIWIPETE, { depth: 5, searchMoves, multiPv: 4 });
    assertEquals(infos.length, 5 * allowed.length);
    for (const move of [bestMove, ...infos.map(({ pv }) => pv[0])]) assert(searchMoves.includes(move));
  }
});

Deno.test("a search for mate ends with the depth that finds the mate", () => {
  const fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
  const found = analyse(fen, { mate: 3 });
  assertEquals(mateIn(found.score), 3);
  assertLess(found.infos.at(-1)!.depth, 20);
  // A mate that is too long does not end the search.
  assertEquals(analyse(fen, { mate: 2, depth: 12 }).infos.at(-1)!.depth, 12);
});

Deno.test("a search for mate makes no null moves, because the mate may be a zugzwang", () => {
  const { search, table } = createSearch();
  const nullMoves = (limits: Partial<SearchLimits>): number => {
    const position = parseFen(KIWIPETE);
    const makeNull = position.makeNull.bind(position);
    let count = 0;
    position.makeNull = () => {
      count++;
      makeNull();
    };
    run(search, position, { depth: 8, ...limits });
    return count;
  };
  assertGreater(nullMoves({}), 0);
  table.clear();
  assertEquals(nullMoves({ mate: 1 }), 0);
  table.clear();
  assertGreater(nullMoves({}), 0);
});

Deno.test("no iteration starts after a soft limit of time or nodes; a hard limit of nodes interrupts an iteration", () => {
  assertEquals(analyse(MIDDLEGAME, { softMs: 0 }).infos.length, 1);
  // The clock was started long ago.
  assertEquals(analyse(MIDDLEGAME, { softMs: 1000, startedAt: performance.now() - 100_000 }).infos.length, 1);
  for (const softNodes of [2000, 8000]) {
    const { nodes, infos } = analyse(MIDDLEGAME, { softNodes });
    assert(infos.at(-2)!.nodes < softNodes && infos.at(-1)!.nodes >= softNodes && nodes === infos.at(-1)!.nodes);
    assertEquals(analyse(MIDDLEGAME, { softNodes, nodes: softNodes }).nodes, softNodes);
  }
});

Deno.test("on a clock, a forced move is searched just deep enough for a reply to ponder on; without a clock, to the requested depth", () => {
  const forced = "8/8/8/8/8/5k2/8/r6K w - - 0 1";
  assertEquals(legalMoves(parseFen(forced)).length, 1);
  const { infos, ponderMove } = analyse(forced, { softMs: 100_000, isOnClock: true });
  assert(infos.at(-1)!.depth <= 8 && ponderMove !== NO_MOVE);
  const time = { softMs: 100_000, hardMs: 100_000 };
  for (const limits of [{}, time]) assertEquals(analyse(forced, { ...limits, depth: 12 }).infos.at(-1)!.depth, 12);
  assertGreater(analyse(forced, { ...time, nodes: 5000 }).nodes, 4900);
  // The mate after this move is found only far beyond depth 8.
  const fen = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1";
  const searchMoves = [moveOf(parseFen(fen), "c6d7")];
  assertEquals(mateIn(analyse(fen, { ...time, mate: 2, searchMoves }).score), 2);
});

Deno.test("pondering and infinite searches ignore the soft limit, and wait for the signal to end", () => {
  for (const word of [CONTROL_PONDER, -1]) {
    const { search, control } = createSearch();
    if (word >= 0) Atomics.store(control, word, 1);
    const depths: number[] = [];
    const limits = { softMs: 0, hardMs: 0, depth: 6, infinite: word < 0 };
    if (word < 0) limits.hardMs = Infinity;
    run(search, parseFen(MIDDLEGAME), limits, ({ depth }) => {
      depths.push(depth);
      // The signal comes at the last depth. Without it, the search would wait for ever.
      if (depth === 6) Atomics.store(control, CONTROL_STOP, 1);
    });
    assertEquals(depths, [1, 2, 3, 4, 5, 6]);
  }
});

Deno.test("a search that has pondered for longer than the move's time stops at the ponderhit, even within a depth", () => {
  const nodesAfterHit = (spentMs: number): number => {
    const { search, control } = createSearch();
    Atomics.store(control, CONTROL_PONDER, 1);
    search.clock.elapsed = () => spentMs;
    let hitAt = 0;
    search.clock.onPoll = () => {
      if (hitAt > 0 || search.root.depth < 8) return;
      Atomics.store(control, CONTROL_PONDER, 0);
      hitAt = search.clock.nodes;
    };
    const { nodes } = run(search, parseFen(MIDDLEGAME), { softMs: 1000, hardMs: 100_000, depth: 9 });
    assertGreater(hitAt, 0);
    return nodes - hitAt;
  };
  assertEquals(nodesAfterHit(50_000), 0);
  assertGreater(nodesAfterHit(10), 1000);
});

Deno.test("an analysis continues with the lines of an earlier analysis, unless it is on a clock, has more lines or seeks a mate", () => {
  const position = parseFen(MIDDLEGAME);
  const { search } = createSearch();
  const limits = { multiPv: 3, depth: 8 };
  const known = harvest(position, search.tt, run(search, position, limits));
  const firstOf = (changes: Partial<SearchLimits>): (string | number)[] => {
    const { infos } = run(createSearch().search, position, { ...limits, depth: 9, ...changes }, () => {}, known);
    return infos.slice(0, 3).flatMap(({ depth, multipv, nodes }) => nodes === 0 ? [`${depth} ${multipv}`] : []);
  };
  assertEquals(firstOf({}), ["8 1", "8 2", "8 3"]);
  assertEquals(firstOf({ multiPv: 1 }), ["8 1"]);
  for (const changes of [{ multiPv: 4 }, { softMs: 1e9, isOnClock: true }, { mate: 3 }]) {
    assertEquals(firstOf(changes), []);
  }
});

Deno.test("an interrupted search returns the lines of its last completed depth, with their scores", () => {
  let changes = 0;
  for (const [fen, multiPv] of [[MIDDLEGAME, 1], [KIWIPETE, 1], [MIDDLEGAME, 3]] as const) {
    const full = analyse(fen, { depth: 9, multiPv });
    for (let nodes = 500; nodes < full.nodes; nodes += Math.ceil(full.nodes / 40)) {
      const { depth, completed, score, infos } = analyse(fen, { nodes, multiPv });
      if (depth === 0) continue;
      // The same depth in the uninterrupted search.
      const lines = full.infos.filter((info) => info.depth === depth && info.bound === BOUND_EXACT).slice(0, multiPv);
      assertEquals(completed.map((line) => [line.score, line.pv[0]]), lines.map((line) => [line.score, line.pv[0]]));
      if (score !== lines[0].score || infos.at(-1)?.depth !== depth) changes++;
    }
  }
  assertGreater(changes, 10);
});

Deno.test("failed windows are reported once the search takes long, but not with several lines", () => {
  // From depth 2 on, windows are so narrow that nearly all of them fail.
  withParameters({ aspirationDelta: 1, aspirationGrowth: 110, aspirationDepth: 2 }, () => {
    const startedAt = performance.now() - 10_000;
    const { infos } = analyse(MIDDLEGAME, { depth: 8, startedAt });
    const bounds = infos.map(({ bound }) => bound);
    assert(bounds.includes(BOUND_LOWER) && bounds.includes(BOUND_UPPER));
    // The last report of each depth is exact.
    const last = infos.filter(({ depth }, i) => infos[i + 1]?.depth !== depth);
    assertEquals(last.map(({ bound }) => bound), Array(8).fill(BOUND_EXACT));
    const several = analyse(MIDDLEGAME, { depth: 8, startedAt, multiPv: 2 });
    assertEquals(several.infos.map(({ bound }) => bound), Array(16).fill(BOUND_EXACT));
  });
});

Deno.test("a search that is interrupted at its first node plays the TT move", () => {
  const search = createSearch().search;
  const position = parseFen(MIDDLEGAME);
  const { bestMove } = run(search, position, { depth: 8 });
  assert(bestMove !== legalMoves(position)[0]);
  assertEquals(run(search, position, { nodes: 1 }).bestMove, bestMove);
});

const MARGINS: Changes = { aspirationDelta: 14, aspirationGrowth: 150, aspirationDepth: 2 };

/**
 * The widths of the root's windows, with the depths to which the root is searched in them. Depth 1 has one window, and
 * its score is 0. At depth 2, all moves have the same score, which the test gives for each window. The result ends with
 * the window after these.
 */
function windows(...scores: number[]): { width: number; depth: number }[] {
  return withParameters(MARGINS, () => {
    const { search } = createSearch(1, new StatedEvaluator(() => 0));
    const found: number[] = [];
    const depths: number[] = [];
    Object.defineProperty(search.root, "delta", {
      get: () => found[found.length - 1],
      set: (width: number) => {
        found.push(width);
        // The last window is not searched.
        if (found.length === 2 + scores.length) search.clock.stopped = true;
      },
    });
    // In place of the endgame tables, this gives each child its score, for the child's side to move.
    Object.defineProperty(search.tablebases, "isInTree", { value: true });
    search.tablebases.probe = () => 0 - scores[found.length - 2];
    // The root stores its result with the depth of its search.
    search.tt.store = (_, ply, __, ___, ____, depth) => {
      if (ply === 0 && depth > 0) depths[found.length - 1] = depth;
    };
    run(search, parseFen(KNIGHTS), { depth: 2 });
    return found.map((width, i) => ({ width, depth: depths[i] }));
  });
}

/** The scores of the failed windows at depth 2, and the widths of all windows at this depth. */
const WINDOWS: readonly (readonly [what: string, scores: readonly number[], widths: readonly number[]])[] = [
  ["the first window of a depth has the width of its margin on both sides of the previous score", [], [28]],
  // The window −14 … 14 becomes −114 … 0: the new upper end is the middle of the old window.
  ["after a fail-low a window reaches from the middle down to a margin below the score", [-100], [28, 114]],
  // The window −14 … 14 becomes −14 … 114, because at depth 2 the score is blended with beta: (2 · 143 + 14) / 3 = 100.
  ["after a fail-high a window reaches from its old lower end up to a wider margin above the score", [143], [28, 128]],
  // The window −114 … 0 becomes −222 … −57: the new upper end is its middle, and the margin is 14 · 1.5 + 1 = 22.
  ["the margin grows with each failed window", [-100, -200], [28, 114, 165]],
];

for (const [what, scores, widths] of WINDOWS) {
  Deno.test(`aspiration windows: ${what}`, () => {
    assertEquals(windows(...scores).map(({ width }) => width), [2 * INFINITE, ...widths]);
  });
}

Deno.test("aspiration: after a fail-high the next search is a ply shallower, unless the score is certain", () => {
  // The window after the one with this score is also searched, and fails low.
  const depthsAfter = (score: number): number[] => windows(score, -300).slice(0, 3).map(({ depth }) => depth);
  assertEquals(depthsAfter(143), [1, 2, 1]);
  assertEquals(depthsAfter(-100), [1, 2, 2]);
  assertEquals(depthsAfter(MATE - 9), [1, 2, 2]);
});

Deno.test("a new search clears the histories that are valid for one root only", () => {
  const { search } = createSearch();
  search.histories.of(HISTORIES.lowPly).fill(5);
  search.histories.of(HISTORIES.butterfly).fill(5);
  run(search, parseFen(KNIGHTS), { nodes: 1 });
  assertEquals(search.histories.of(HISTORIES.lowPly).includes(5), false);
  assertEquals(search.histories.of(HISTORIES.butterfly).includes(5), true);
});
