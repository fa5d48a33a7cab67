/** The moves of the root: their order, long searches' reports, and results of an unfinished iteration. @module */

import { assertEquals, assertLessOrEqual } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { INFINITE } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { MovePicker } from "../../search/move_picker.ts";
import { createRootMoves, rankUnfinishedLines, rememberLines, sortRootMoves } from "../../search/root.ts";
import { createSearch, legalMoves, moveOf, names, run } from "./fixtures.ts";
import { setButterfly } from "./learned.ts";
import { prepare } from "./nodes.ts";

Deno.test("`createRootMoves()` lists the legal moves, or only the allowed ones", () => {
  const position = parseFen(START_FEN);
  const roots = createRootMoves(position, []).map(({ move, pv, score }) => [move, pv, score]);
  assertEquals(roots, legalMoves(position).map((move) => [move, [move], -INFINITE]));
  const allowed = [moveOf(position, "e2e4"), moveOf(position, "a2a3"), 0xffff];
  assertEquals(names(createRootMoves(position, allowed).map(({ move }) => move)).sort(), ["a2a3", "e2e4"]);
  assertEquals(formatFen(position), START_FEN);
});

Deno.test("`sortRootMoves()` sorts by score, then by the previous score, from an index on, and keeps the order of equals", () => {
  const scores = [[5, 0], [-INFINITE, 1], [30, 10], [-INFINITE, 7], [30, 20], [-INFINITE, 7]];
  const moves = createRootMoves(parseFen(START_FEN), []).slice(0, 6);
  const [a, b, c, d, e, f] = moves.map((move, i) =>
    Object.assign(move, { score: scores[i][0], previousScore: scores[i][1] })
  );
  sortRootMoves(moves, 1);
  assertEquals(moves, [a, e, c, d, f, b]);
  sortRootMoves(moves, 0);
  assertEquals(moves, [e, c, a, d, f, b]);
});

Deno.test("the root's moves keep the order of the previous iteration, whatever the histories contain; a later line has fewer moves", () => {
  const fen = "4k3/8/8/3p4/4P3/8/8/1N2KN2 w - - 0 1";
  /** The order of the root's moves, with b1c3 as the best move and a history for f1g3. */
  const order = (allowed: readonly string[], pvIndex: number): string[] => {
    const position = parseFen(fen);
    const { search } = createSearch();
    prepare(search, position);
    const moves = createRootMoves(position, allowed.map((text) => moveOf(position, text)));
    moves.unshift(...moves.splice(moves.findIndex(({ move }) => move === moveOf(position, "b1c3")), 1));
    Object.assign(search.root, { moves, pvIndex });
    setButterfly(search, moveOf(position, "f1g3"), 5000);
    const picker = new MovePicker();
    picker.startList(position, search.root.rivals());
    const picked: number[] = [];
    const next = () => picker.next(search, search.rootFrame);
    for (let move = next(); move !== NO_MOVE; move = next()) picked.push(move);
    return names(picked);
  };
  const others = names(legalMoves(parseFen(fen))).filter((text) => text !== "b1c3");
  assertEquals(order([], 0), ["b1c3", ...others]);
  assertEquals(order(["b1c3", "f1g3", "e1d2"], 0).toSorted(), ["b1c3", "e1d2", "f1g3"]);
  assertEquals(order(["b1c3", "f1g3", "e1d2"], 1).toSorted(), ["e1d2", "f1g3"]);
});

Deno.test("a long search reports each root move's number about once per depth, with any number of lines", () => {
  // As many legal moves as a position can have: 218.
  const most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
  const named = (fen: string, depth: number, multiPv: number) => {
    const reports: [depth: number, move: number, number: number][] = [];
    const { search } = createSearch();
    search.root.onMove = (...report) => reports.push(report);
    run(search, parseFen(fen), { startedAt: performance.now() - 60_000, depth, multiPv });
    return reports;
  };
  for (const [fen, multiPv] of [[most, 1], [most, 256], [START_FEN, 4]] as const) {
    const moves = legalMoves(parseFen(fen));
    const first = named(fen, 1, multiPv);
    assertEquals(first.map(([, move]) => move).toSorted(), moves.toSorted());
    assertEquals(first.map(([depth, , number]) => [depth, number]), moves.map((_, i) => [1, i + 1]));
  }
  assertLessOrEqual(named(most, 2, 256).length, 3 * 218);
});

/** Score and bound of iteration 7 for a move, missing if it has no score; `null` if the move was not reached. */
type Found = readonly [score?: number, bound?: number] | null;
interface Unfinished {
  /** Scores that iteration 6 found for the lines of the moves a, b, c, …, in this order. */
  before: readonly number[];
  /** The results of iteration 7, in the order in which it left the moves. */
  found: Readonly<Record<string, Found>>;
  /** The first move's rank according to the endgame tables. */
  rank?: number;
  /** The number of lines that iteration 7 finished. */
  finished: number;
  /** The expected moves: letter, score, bound, depth, and the number of moves in the line. */
  ranked: [name: string, score: number, bound: number, depth: number, moves: number][];
}

const UNFINISHED: Readonly<Record<string, Unfinished>> = {
  "limits the lines of the previous iteration by the last finished line": {
    before: [50, 40, 30],
    found: { a: [35], b: [], c: [], d: [] },
    finished: 1,
    ranked: [
      ["a", 35, BOUND_EXACT, 7, 1],
      ["b", 35, BOUND_UPPER, 7, 2],
      ["c", 30, BOUND_EXACT, 6, 2],
      ["d", -INFINITE, BOUND_EXACT, 6, 1],
    ],
  },
  "keeps exact scores of the iteration, and ranks by score": {
    before: [50, 40, 30],
    found: { a: [60], b: [], c: [45, BOUND_UPPER], d: [45] },
    finished: 1,
    ranked: [
      ["a", 60, BOUND_EXACT, 7, 1],
      ["d", 45, BOUND_EXACT, 7, 1],
      ["b", 40, BOUND_EXACT, 6, 2],
      ["c", 30, BOUND_EXACT, 6, 2],
    ],
  },
  "keeps the first move, with its previous line if it failed low": {
    before: [50, 40],
    found: { a: [20, BOUND_UPPER], b: [] },
    finished: 0,
    ranked: [["a", 50, BOUND_EXACT, 6, 2], ["b", 40, BOUND_EXACT, 6, 2]],
  },
  "keeps the first move, which had no line before and failed high": {
    before: [50, 40],
    found: { c: [70, BOUND_LOWER], a: null, b: null },
    finished: 0,
    ranked: [["c", 70, BOUND_LOWER, 7, 1], ["a", 50, BOUND_EXACT, 6, 2], ["b", 40, BOUND_EXACT, 6, 2]],
  },
  "limits no line by a line with another rank by the endgame tables": {
    before: [10, 40, 30],
    found: { a: [5], b: null, c: null },
    rank: 5,
    finished: 1,
    ranked: [["a", 5, BOUND_EXACT, 7, 1], ["b", 40, BOUND_EXACT, 6, 2], ["c", 30, BOUND_EXACT, 6, 2]],
  },
};

for (const [name, { before, found, rank = 0, finished, ranked }] of Object.entries(UNFINISHED)) {
  Deno.test(`\`rankUnfinishedLines()\` ${name}`, () => {
    const letters = Object.keys(found).toSorted();
    const moves = createRootMoves(parseFen(START_FEN), []).slice(0, letters.length);
    const nameOf = new Map(moves.map((move, i) => [move, letters[i]]));
    moves.forEach((move, i) => {
      Object.assign(move, { score: before[i] ?? -INFINITE, bound: BOUND_EXACT, depth: 6, pv: [move.move, i] });
    });
    rememberLines(moves, before.length);
    const order = Object.keys(found);
    moves.sort((a, b) => order.indexOf(nameOf.get(a)!) - order.indexOf(nameOf.get(b)!));
    for (const move of moves) {
      const line = found[nameOf.get(move)!];
      if (line === null) continue;
      const [score = -INFINITE, bound = BOUND_EXACT] = line;
      Object.assign(move, { score, bound, depth: score === -INFINITE ? 6 : 7, pv: [move.move] });
    }
    moves[0].tablebaseRank = rank;
    rankUnfinishedLines(moves, moves.slice(0, finished), 7);
    assertEquals(moves.map((move) => [nameOf.get(move)!, move.score, move.bound, move.depth, move.pv.length]), ranked);
  });
}

Deno.test("`rememberLines()` stores the results of an iteration for its lines, and none for other moves", () => {
  const moves = createRootMoves(parseFen(START_FEN), []).slice(0, 3);
  moves.forEach((move, i) => move.score = 50 - i);
  rememberLines(moves, 3);
  rememberLines(moves, 2);
  assertEquals(moves.map(({ previousLine }) => previousLine?.score), [50, 49, undefined]);
});
