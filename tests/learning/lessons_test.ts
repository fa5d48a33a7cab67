/**
 * When the search learns besides a beta cutoff: under which conditions, and how much, in numbers worked out by hand.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess, assertNotEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, EN_PASSANT, makeMove, makePiece, NO_MOVE, PAWN, ROOK, WHITE } from "../../core/types.ts";
import type { SearchLimits } from "../../search/limits.ts";
import {
  creditEvaluationSwing,
  creditPriorMove,
  creditTtMove,
  learnCorrection,
  type LessonNode,
} from "../../learning/lessons.ts";
import type { ParameterName } from "../../search/params.ts";
import { CERTAIN_WIN, INFINITE, MATE, NO_SCORE } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN, TriedMoves } from "../../learning/stack.ts";
import { SIMPLE } from "../search/evaluators.ts";
import { correctionGains, PLAIN_LESSONS, WHOLE_BONUSES } from "./history_fixtures.ts";
import {
  type Changes,
  createSearch,
  entries,
  moveOf,
  playLine,
  prepare,
  run,
  searchAt,
  setPlayed,
  withOnly,
} from "../search/fixtures.ts";

/** Quiet bonus at depth 6: 980. */
const NUMBERS: Changes = {
  ...WHOLE_BONUSES,
  ...PLAIN_LESSONS,
  quietBonusSlope: 180,
  quietBonusOffset: 100,
  quietBonusMax: 1700,
  ttCreditFactor: 512,
  reSearchBonusFactor: 1024,
  reSearchMalusFactor: 1024,
  priorMoveFactor: 256,
  priorMoveContinuationFactor: 256,
  swingFactor: 64,
  swingGainMax: 1000,
  swingLossMax: 1000,
  swingOffset: 0,
  correctionRule: 0,
  correctionBonusMax: 256,
  ...correctionGains(128),
};

const KINGS_AND_PAWNS = "4k3/3p4/8/4P3/8/8/8/R3K3 w - - 0 1";

/** A search at the end of a line of moves from a position. */
function searchAfter(fen: string, line: readonly string[]): { search: Search; position: Position; ply: number } {
  const position = parseFen(fen);
  const { search } = createSearch();
  prepare(search, position);
  const ply = playLine(position, search.stack, line);
  return { search, position, ply };
}

/** A node of which a lesson is given. */
function lessonNode(ply: number, depth: number, staticEval = NO_SCORE): LessonNode {
  return { ply, depth, staticEval, tried: new TriedMoves() };
}

function squares(from: string, to: string): number {
  return parseSquare(from) | parseSquare(to) << 6;
}

/** What the butterfly history holds after a swing from `before` (the mover's view) to `now` (the opponent's view). */
function swingEntries(line: readonly string[], before: number, now: number, fen = KINGS_AND_PAWNS): [number, number][] {
  const { search, ply } = searchAfter(fen, line);
  search.stack.staticEval[ply - 1 + MARGIN] = before;
  creditEvaluationSwing(search, lessonNode(ply, 0, now));
  return entries(search.histories.quiet.butterfly.entries);
}

Deno.test("`creditEvaluationSwing()` credits the mover by four times what its evaluation rose", () => {
  withOnly(["useButterfly", "useEvaluationSwing"], NUMBERS, () => {
    const index = WHITE << 12 | squares("a1", "a7");
    // From +20 to +50 for White: 30 · 64 / 16.
    assertEquals(swingEntries(["a1a7"], 20, -50), [[index, 120]]);
    // From +50 to −100.
    assertEquals(swingEntries(["a1a7"], 50, 100), [[index, -600]]);
    // 400 · 4 and −700 · 4 are clamped.
    assertEquals(swingEntries(["a1a7"], 0, -400), [[index, 1000]]);
    assertEquals(swingEntries(["a1a7"], 300, 400), [[index, -1000]]);
    assertEquals(swingEntries(["a1a7"], 35, -35), []);
    // Black's moves go to Black's half.
    assertEquals(swingEntries(["a1a7", "e8d8"], 10, -20), [[BLACK << 12 | squares("e8", "d8"), 40]]);
  });
  withOnly(["useButterfly", "useEvaluationSwing"], { ...NUMBERS, swingOffset: 100 }, () => {
    assertEquals(swingEntries(["a1a7"], 35, -35), [[squares("a1", "a7"), 100]]);
  });
});

Deno.test("`creditEvaluationSwing()` credits no capture, promotion, null move or move out of check", () => {
  withOnly(["useButterfly", "useEvaluationSwing"], NUMBERS, () => {
    assertEquals(swingEntries(["a1a7", "d7d6", "e5d6"], 20, -50), []);
    assertEquals(swingEntries(["d7d8q"], 20, -50, "7k/3P4/8/8/8/8/8/R3K3 w - - 0 1"), []);
    assertEquals(swingEntries(["e5d6"], 20, -50, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), []);
    assertEquals(swingEntries(["a1a7"], NO_SCORE, -50), []);
    const { search, position, ply } = searchAfter(KINGS_AND_PAWNS, ["a1a7"]);
    position.makeNull();
    creditEvaluationSwing(search, lessonNode(ply + 1, 0, -50));
    assertEquals(entries(search.histories.quiet.butterfly.entries), []);
  });
});

Deno.test("`creditEvaluationSwing()` obeys its switch and that of butterfly history", () => {
  for (const names of [["useButterfly"], ["useEvaluationSwing"]] as ParameterName[][]) {
    withOnly(names, NUMBERS, () => assertEquals(swingEntries(["a1a7"], 20, -50), []));
  }
});

Deno.test("`creditPriorMove()` credits the opponent's quiet move as a move and as a continuation", () => {
  withOnly(["useButterfly", "usePriorMove", "useContinuation1"], NUMBERS, () => {
    const { search, ply } = searchAfter(KINGS_AND_PAWNS, ["a1a7", "e8d8"]);
    creditPriorMove(search, lessonNode(ply, 6), -200);
    // A quarter of 980.
    assertEquals(entries(search.histories.quiet.butterfly.entries), [[BLACK << 12 | squares("e8", "d8"), 245]]);
    const before = makePiece(WHITE, ROOK) << 6 | parseSquare("a7");
    const prior = makePiece(BLACK, 6) << 6 | parseSquare("d8");
    assertEquals(entries(search.histories.continuation), [[before << 10 | prior, 245]]);
  });
});

Deno.test("piece-to history gets the credits of swings and fail-lows that butterfly history gets", () => {
  withOnly(["usePieceTo", "useEvaluationSwing", "usePriorMove"], NUMBERS, () => {
    const { search, ply } = searchAfter(KINGS_AND_PAWNS, ["a1a7"]);
    const index = makePiece(WHITE, ROOK) << 6 | parseSquare("a7");
    search.stack.staticEval[ply - 1 + MARGIN] = 20;
    creditEvaluationSwing(search, lessonNode(ply, 0, -50));
    assertEquals(entries(search.histories.quiet.pieceTo.entries), [[index, 120]]);
    creditPriorMove(search, lessonNode(ply, 6), -200);
    // 120 + 245 less 120 · 245 / 8192.
    assertEquals(entries(search.histories.quiet.pieceTo.entries), [[index, 362]]);
    assertEquals(entries(search.histories.quiet.butterfly.entries), []);
  });
});

Deno.test("`creditPriorMove()` credits no capture and no null move, and obeys the switches", () => {
  const switches: ParameterName[] = ["useButterfly", "usePriorMove", "useContinuation1"];
  const written = (line: string[], isNull: boolean) => {
    const { search, position, ply } = searchAfter(KINGS_AND_PAWNS, line);
    if (isNull) position.makeNull();
    creditPriorMove(search, lessonNode(ply, 6), -200);
    return [entries(search.histories.quiet.butterfly.entries).length, entries(search.histories.continuation).length];
  };
  withOnly(switches, NUMBERS, () => {
    assertEquals(written(["a1a7", "e8d8"], false), [1, 1]);
    assertEquals(written(["a1a7", "d7d6", "e5d6"], false), [0, 0]);
    assertEquals(written(["a1a7", "e8d8"], true), [0, 0]);
  });
  withOnly(["useButterfly", "useContinuation1"], NUMBERS, () => assertEquals(written(["a1a7", "e8d8"], false), [0, 0]));
  withOnly(["usePriorMove", "useContinuation1"], NUMBERS, () => assertEquals(written(["a1a7", "e8d8"], false), [0, 1]));
  withOnly(["usePriorMove", "useButterfly"], NUMBERS, () => assertEquals(written(["a1a7", "e8d8"], false), [1, 0]));
});

Deno.test("`creditTtMove()` credits a legal quiet move in every quiet table, and nothing else", () => {
  const switches: ParameterName[] = ["useTtCredit", "useButterfly", "useContinuation1", "useCapture"];
  const credited = (move: (position: Position) => number) => {
    const { search, position, ply } = searchAfter(KINGS_AND_PAWNS, ["a1a7", "d7d5"]);
    creditTtMove(search, lessonNode(ply, 6), move(position));
    const { quiet, continuation, capture } = search.histories;
    return [quiet.butterfly.entries, continuation, capture.entries].map((table) =>
      entries(table).map(([, value]) => value)
    );
  };
  withOnly(switches, NUMBERS, () => {
    // Half of 980.
    assertEquals(credited((position) => moveOf(position, "e5e6")), [[490], [490], []]);
    assertEquals(credited((position) => moveOf(position, "e5d6")), [[], [], []], "a capture, en passant");
    assertEquals(credited(() => makeMove(parseSquare("a1"), parseSquare("a2"))), [[], [], []], "no piece there");
    assertEquals(
      credited(() => makeMove(parseSquare("e1"), parseSquare("d2"), EN_PASSANT)),
      [[], [], []],
      "no such move",
    );
  });
  withOnly(switches.slice(1), NUMBERS, () => {
    assertEquals(credited((position) => moveOf(position, "e5e6")), [[], [], []]);
  });
});

const NO_PRIOR_MALUS: Changes = { priorEarlyMalusFactor: 0, priorTtMalusFactor: 0 };

Deno.test("a re-search after a reduction teaches continuation history, unless switched off", () => {
  // All other writers are off or replaced.
  const written = (names: ParameterName[]) =>
    withOnly([...names, "useContinuation1", "useContinuation2"], NO_PRIOR_MALUS, () => {
      const { search } = createSearch();
      search.histories.updateQuiet = () => {};
      run(search, parseFen("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10"), { depth: 8 });
      return entries(search.histories.continuation);
    });
  assertEquals(written([]), []);
  const values = written(["usePostLmr"]).map(([, value]) => value);
  assertGreater(Math.max(...values), 0);
  assertLess(Math.min(...values), 0);
});

/** White to move, not in check, with a capture, a promotion and quiet moves. */
const QUIET_NODE = "7k/3P4/8/1p6/2P5/8/8/4K3 w - - 0 1";

/** The entries of the pawn correction after one node was learned from. */
function corrected(score: number, bound: number, best: string, staticEval: number, depth = 8): number[] {
  const { search, position } = searchAfter(QUIET_NODE, []);
  const move = best === "" ? NO_MOVE : moveOf(position, best);
  learnCorrection(search, lessonNode(4, depth, staticEval), score, bound, move);
  return entries(search.corrections.table("pawn")).map(([, value]) => value);
}

const CONDITIONAL: ParameterName[] = ["usePawnCorrection", "useCorrectionConditions"];

Deno.test("`learnCorrection()` learns score less evaluation from an exact score and a quiet best move", () => {
  withOnly(CONDITIONAL, NUMBERS, () => {
    // (140 − 100) · 8 / 8, (60 − 100) · 8 / 8, (140 − 100) · 4 / 8.
    assertEquals(corrected(140, BOUND_EXACT, "e1d2", 100), [40]);
    assertEquals(corrected(60, BOUND_EXACT, "e1d2", 100), [-40]);
    assertEquals(corrected(140, BOUND_EXACT, "e1d2", 100, 4), [20]);
    assertEquals(corrected(60, BOUND_UPPER, "", 100), [-40]);
  });
});

Deno.test("`learnCorrection()` ignores a node whose best move is a capture or a promotion", () => {
  withOnly(CONDITIONAL, NUMBERS, () => {
    assertEquals(corrected(140, BOUND_EXACT, "c4b5", 100), []);
    assertEquals(corrected(140, BOUND_EXACT, "d7d8q", 100), []);
    assertEquals(corrected(140, BOUND_EXACT, "d7d8n", 100), []);
    assertEquals(corrected(140, BOUND_LOWER, "c4b5", 100), []);
  });
});

Deno.test("`learnCorrection()` takes a lower bound only above the evaluation, an upper bound only below it", () => {
  withOnly(CONDITIONAL, NUMBERS, () => {
    assertEquals(corrected(140, BOUND_LOWER, "e1d2", 100), [40]);
    assertEquals(corrected(60, BOUND_LOWER, "e1d2", 100), []);
    assertEquals(corrected(60, BOUND_UPPER, "", 100), [-40]);
    assertEquals(corrected(140, BOUND_UPPER, "", 100), []);
    // At the evaluation itself, a bound says nothing.
    assertEquals(corrected(100, BOUND_LOWER, "e1d2", 100), []);
    assertEquals(corrected(100, BOUND_UPPER, "", 100), []);
  });
});

Deno.test("`learnCorrection()` ignores mates and wins by tables, of either side and whatever the conditions", () => {
  for (const names of [CONDITIONAL, CONDITIONAL.slice(0, 1)]) {
    withOnly(names, NUMBERS, () => {
      for (const score of [MATE - 5, CERTAIN_WIN, -CERTAIN_WIN, 7 - MATE]) {
        assertEquals(corrected(score, BOUND_EXACT, "e1d2", 100), []);
      }
      assertNotEquals(corrected(CERTAIN_WIN - 1, BOUND_EXACT, "e1d2", 100), []);
    });
  }
});

Deno.test("with `useCorrectionConditions` off, captures and bounds on the wrong side are learned from", () => {
  withOnly(CONDITIONAL.slice(0, 1), NUMBERS, () => {
    assertEquals(corrected(140, BOUND_EXACT, "c4b5", 100), [40]);
    assertEquals(corrected(60, BOUND_LOWER, "e1d2", 100), [-40]);
    assertEquals(corrected(140, BOUND_UPPER, "", 100), [40]);
  });
});

/** The pawn corrections after one node of depth 1, whose children are quiescence search and teach nothing. */
function correctedByNode(fen: string, alpha = -INFINITE, beta = INFINITE): [number, number][] {
  const position = parseFen(fen);
  const { search } = createSearch();
  prepare(search, position);
  setPlayed(search.stack, 3, makePiece(position.sideToMove ^ 1, PAWN), 8, 16);
  searchAt(search, alpha, beta, 1, 4, false);
  return entries(search.corrections.table("pawn"));
}

Deno.test("a node in check is not learned from; the same node without the check is", () => {
  withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
    const inCheck = "4k3/pp6/8/8/7q/8/PP6/R3K3 w - - 0 1";
    assert(parseFen(inCheck).inCheck);
    assertEquals(correctedByNode(inCheck), []);
    const quiet = inCheck.replace("7q", "6q1");
    assert(!parseFen(quiet).inCheck);
    assertEquals(correctedByNode(quiet).length, 1);
  });
});

Deno.test("a node whose best move takes a piece is not learned from; it is once the piece is defended", () => {
  withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
    const hanging = "4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1";
    assertEquals(correctedByNode(hanging), []);
    const defended = "4k3/1p4pp/8/2b5/3n4/8/1P4PP/3R2K1 w - - 0 1";
    assertEquals(correctedByNode(defended).length, 1);
  });
});

Deno.test("a node with a mate score is not learned from", () => {
  withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
    assertEquals(correctedByNode("7k/p7/6K1/8/8/8/8/R7 w - - 0 1"), []);
  });
});

Deno.test("a root that leaves moves out teaches the corrections nothing, and the table keeps the whole one's score", () => {
  withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
    // Depth 1: the children are quiescence search and teach nothing.
    const fen = "4k3/1p4pp/8/2b5/3n4/8/1P4PP/3R2K1 w - - 0 1";
    const searched = (limits: Partial<SearchLimits>) => {
      const position = parseFen(fen);
      const { search, table } = createSearch(1, SIMPLE);
      run(search, position, { depth: 1, ...limits });
      assert(table.probe(position));
      return { learned: entries(search.corrections.table("pawn")), score: table.hit.score, bound: table.hit.bound };
    };
    const whole = searched({});
    assertEquals(whole.learned.length, 1);
    assertEquals(searched({ multiPv: 5 }), whole);
    const position = parseFen(fen);
    const some = searched({ searchMoves: [moveOf(position, "d1a1")] });
    assertEquals([some.learned, some.bound], [[], BOUND_NONE]);
  });
});

Deno.test("`creditTtMove()` finds the threats first: butterfly history needs them to find the entry", () => {
  withOnly(["useTtCredit", "useButterfly", "useThreats"], NUMBERS, () => {
    // The pawn attacks the knight, and nothing attacks the square that it goes to.
    const { search, position, ply } = searchAfter("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", []);
    const move = moveOf(position, "e4c3");
    creditTtMove(search, lessonNode(ply, 6), move);
    assertEquals(entries(search.histories.quiet.butterfly.entries), [[
      2 << 13 | WHITE << 12 | squares("e4", "c3"),
      490,
    ]]);
  });
});
