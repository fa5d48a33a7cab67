/** The search's lessons: conditions and calculated amounts. See also correction_lessons_test.ts. @module */

import { assertEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { NO_SCORE } from "../../core/score.ts";
import { BLACK, EN_PASSANT, KING, makeMove, makePiece, ROOK, WHITE } from "../../core/types.ts";
import { CAPTURE, HISTORIES } from "../../learning/histories.ts";
import { learnCutoff, learnEvaluationSwing, learnExact, learnFailLow, learnTtCutoff } from "../../learning/lessons.ts";
import type { Table } from "../../learning/table.ts";
import type { Frame } from "../../search/frame.ts";
import type { Search } from "../../search/search.ts";
import { createSearch, moveOf } from "../search/fixtures.ts";
import { entries } from "../search/learned.ts";
import { frameAt, playLine, prepare, setLastMove } from "../search/nodes.ts";
import { type Changes, type Part, withOnly } from "../search/parameters.ts";
import { correctionGains, NUMBERS as HISTORY_NUMBERS, pieceTo, squares, TWO_VICTIMS } from "./history_fixtures.ts";

/** At this depth, the bonus of a quiet move is 980 and its malus 1140. */
const DEPTH = 6;
const NUMBERS: Changes = {
  ...{ ...HISTORY_NUMBERS, ttCreditFactor: 512, priorMoveFactor: 256, priorMoveContinuationFactor: 256 },
  ...{ swingFactor: 64, swingGainMax: 1000, swingLossMax: 1000, swingOffset: 0 },
  ...{ ...correctionGains(128), correctionRule: 0, correctionBonusMax: 256, correctPawn: 128 },
};
const { butterfly, continuation1 } = HISTORIES;
/** White has a rook, a knight, and a pawn that a black pawn could pass. */
const FEN = "4k3/3p4/8/4P3/8/8/8/RN2K3 w - - 0 1";

type After = { search: Search; position: Position; frame: Frame };

/** A search after a line of moves and its frame; the last move was the `moveCount`-th of its node. */
function searchAfter(line: readonly string[], fen = FEN, moveCount = 1): After {
  const position = parseFen(fen);
  const { search } = createSearch();
  prepare(search, position);
  const frame = frameAt(search, playLine(position, search, line));
  frame.parent.moveCount = moveCount;
  search.histories.locate(position, frame);
  frame.tried.clear();
  return { search, position, frame };
}

function contents({ search: { histories } }: After, table: Table): [index: number, value: number][] {
  return entries(histories.of(table));
}

Deno.test("the bonuses and maluses grow with depth up to their bound, and with the current values none of them is 0", () => {
  const cutoffs = [[butterfly, "e1d1", "e1d2"], [CAPTURE, "e4d5", "e4f5"]] as const;
  const amounts = (depth: number, numbers: Changes): number[] =>
    withOnly(["butterfly", "capture", "malus"], numbers, () =>
      cutoffs.flatMap(([table, best, other]) => {
        const after = searchAfter([], TWO_VICTIMS);
        const [move, tried] = [best, other].map((text) => moveOf(after.position, text));
        after.frame.tried.add(tried, table === butterfly);
        learnCutoff(after.search, after.frame, depth, move, 0);
        return contents(after, table).map(([, value]) => value).sort((a, b) => b - a);
      }));
  const expected = [[1, 80, -140, 120, -100], [6, 980, -1140, 1020, -900], [7, 1160, -1300, 1200, -1060]];
  for (const [depth, ...values] of [...expected, [11, 1700, -1300, 1800, -1400], [30, 1700, -1300, 1800, -1400]]) {
    assertEquals(amounts(depth, NUMBERS), values, `depth ${depth}`);
  }
  for (let depth = 1; depth <= 200; depth++) {
    assertEquals(amounts(depth, {}).map(Math.sign), [1, -1, 1, -1], `depth ${depth}`);
  }
});

Deno.test("`learnCutoff()`: a clear cutoff counts as a ply deeper", () => {
  const bonus = (excess: number) =>
    withOnly(["butterfly"], { ...NUMBERS, clearCutoffMargin: 100 }, () => {
      const after = searchAfter([]);
      learnCutoff(after.search, after.frame, DEPTH, moveOf(after.position, "b1c3"), excess);
      return contents(after, butterfly).map(([, value]) => value);
    });
  assertEquals([bonus(99), bonus(100)], [[980], [1160]]);
});

/** The continuation entry, after `teach`, for a line's last move as an answer to the move before. */
function refuted(line: readonly string[], moveCount: number, numbers: Changes, teach: (after: After) => void) {
  return withOnly(["continuation1", "refuted"], { ...NUMBERS, ...numbers }, () => {
    const after = searchAfter(line, FEN, moveCount);
    teach(after);
    const row = after.frame.parent.parent.pieceTo;
    // The node's own moves learn in other rows.
    return contents(after, continuation1).filter(([index]) => index >> 10 === row).map(([, value]) => value);
  });
}

Deno.test("`learnCutoff()` refutes an early quiet previous move, which gets a share of the malus in continuation history alone", () => {
  const learned = (line: readonly string[], moveCount: number, priorEarlyMalusFactor: number) =>
    refuted(line, moveCount, { priorEarlyMalusFactor, priorEarlyMoves: 2 }, ({ search, frame, position }) => {
      learnCutoff(search, frame, DEPTH, moveOf(position, "b1c3"), 0);
    });
  const line = ["a1a7", "e8d8"];
  assertEquals([learned(line, 2, 512), learned(line, 3, 512), learned(line, 1, 0)], [[-570], [], []]);
  // A capture gets no malus.
  assertEquals(learned(["e5e6", "d7e6"], 1, 1024), []);
});

Deno.test("`learnCutoff()` at the root has no previous move to refute", () => {
  withOnly(["continuation1", "refuted"], { ...NUMBERS, priorEarlyMalusFactor: 1024 }, () => {
    // Moves of the game before the root are in its frames.
    const after = searchAfter([]);
    after.frame.parent.parent.pieceTo = pieceTo(makePiece(WHITE, ROOK), "a7");
    after.frame.parent.pieceTo = pieceTo(makePiece(BLACK, KING), "d8");
    setLastMove(after.position, squares("e8", "d8"));
    learnCutoff(after.search, after.frame, DEPTH, moveOf(after.position, "b1c3"), 0);
    assertEquals(contents(after, continuation1).filter(([, value]) => value < 0), []);
  });
});

Deno.test("`learnTtCutoff()` credits a legal quiet move in every quiet table, and nothing else", () => {
  const credited = (move: (position: Position) => number, parts: readonly Part[] = ["ttCredit"]) =>
    withOnly([...parts, "butterfly", "continuation1", "capture"], NUMBERS, () => {
      const after = searchAfter(["a1a7", "d7d5"]);
      learnTtCutoff(after.search, after.frame, DEPTH, move(after.position));
      return [butterfly, continuation1, CAPTURE].map((table) => contents(after, table).map(([, value]) => value));
    });
  const nothing = [[], [], []];
  // The credit is half of 980.
  assertEquals(credited((position) => moveOf(position, "e5e6")), [[490], [490], []]);
  assertEquals(credited((position) => moveOf(position, "e5e6"), []), nothing);
  assertEquals(credited((position) => moveOf(position, "e5d6")), nothing, "a capture, en passant");
  assertEquals(credited(() => makeMove(parseSquare("a1"), parseSquare("a2"))), nothing, "no piece there");
  assertEquals(credited(() => makeMove(parseSquare("e1"), parseSquare("d2"), EN_PASSANT)), nothing, "no such move");
  // `learnTtCutoff()` computes threats and rows itself, because a node that ends so early does not have them.
  withOnly(["ttCredit", "butterfly", "threats"], NUMBERS, () => {
    // The pawn attacks the knight, and nothing attacks the knight's target square.
    const position = parseFen("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1");
    const { search } = createSearch();
    prepare(search, position);
    learnTtCutoff(search, frameAt(search, 3), DEPTH, moveOf(position, "e4c3"));
    assertEquals(entries(search.histories.of(butterfly)), [[2 << 13 | squares("e4", "c3"), 490]]);
  });
});

Deno.test("`learnTtCutoff()` also refutes an early quiet previous move, whatever the TT move is", () => {
  const learned = (text: string, priorTtMalusFactor: number) =>
    refuted(["a1a7", "e8d8"], 1, { priorTtMalusFactor }, ({ search, frame, position }) => {
      learnTtCutoff(search, frame, DEPTH, moveOf(position, text));
    });
  assertEquals([learned("b1c3", 256), learned("a7d7", 256), learned("b1c3", 0)], [[-285], [-285], []]);
});

const SWING: readonly Part[] = ["butterfly", "swing"];

/** The entry of butterfly history after a swing from `before` (the mover's view) to `now` (the opponent's view). */
function swing(line: readonly string[], before: number, now: number, fen = FEN, numbers: Changes = {}, parts = SWING) {
  return withOnly(parts, { ...NUMBERS, ...numbers }, () => {
    const after = searchAfter(line, fen);
    after.frame.parent.staticEval = before;
    after.frame.staticEval = now;
    learnEvaluationSwing(after.search, after.frame);
    return contents(after, butterfly);
  });
}

Deno.test("`learnEvaluationSwing()` credits the last move with four times the rise in its side's evaluation, within bounds", () => {
  const index = squares("a1", "a7");
  // White's evaluation rises by 30, which gives 30 · 64 / 16 = 120, or falls by 150: −600. ±400 and −700 are clamped.
  const swings = [[20, -50], [50, 100], [0, -400], [300, 400]].map(([before, now]) => swing(["a1a7"], before, now));
  assertEquals(swings, [120, -600, 1000, -1000].map((value) => [[index, value]]));
  assertEquals([swing(["a1a7"], 35, -35), swing(["a1a7"], 35, -35, FEN, { swingOffset: 100 })], [[], [[index, 100]]]);
  // Black's moves are in Black's half of the table.
  assertEquals(swing(["a1a7", "e8d8"], 10, -20), [[BLACK << 12 | squares("e8", "d8"), 40]]);
  // Threats are those before the move: no pawn attacked the rook's old square, and a pawn attacks its new square.
  const parts: Part[] = ["butterfly", "swing", "threats"];
  const threatened = swing(["a1a6"], 20, -50, "4k3/1p6/8/8/8/8/8/R3K3 w - - 0 1", {}, parts);
  assertEquals(threatened, [[1 << 13 | squares("a1", "a6"), 120]]);
});

Deno.test("`learnEvaluationSwing()` credits no capture, promotion, null move or move out of check, and obeys its switch", () => {
  assertEquals(swing(["a1a7", "d7d6", "e5d6"], 20, -50), []);
  assertEquals(swing(["d7d8q"], 20, -50, "7k/3P4/8/8/8/8/8/R3K3 w - - 0 1"), []);
  assertEquals(swing(["e5d6"], 20, -50, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), []);
  assertEquals(swing(["a1a7"], NO_SCORE, -50), []);
  for (const parts of [["butterfly"], ["swing"]] as Part[][]) {
    assertEquals(swing(["a1a7"], 20, -50, FEN, {}, parts), []);
  }
  withOnly(["butterfly", "swing"], NUMBERS, () => {
    const after = searchAfter(["a1a7"]);
    after.position.makeNull();
    after.frame.child().staticEval = -50;
    learnEvaluationSwing(after.search, after.frame.child());
    assertEquals(contents(after, butterfly), []);
  });
});

Deno.test("`learnFailLow()` credits the opponent's quiet move, in continuation history too", () => {
  const credited = (line: readonly string[], parts: readonly Part[], isNull = false) =>
    withOnly(parts, NUMBERS, () => {
      const after = searchAfter(line);
      if (isNull) after.position.makeNull();
      learnFailLow(after.search, isNull ? after.frame.child() : after.frame, DEPTH);
      return [contents(after, butterfly), contents(after, continuation1)];
    });
  const line = ["a1a7", "e8d8"];
  // The credit is a quarter of 980.
  const move: [number, number] = [BLACK << 12 | squares("e8", "d8"), 245];
  const pair = pieceTo(makePiece(WHITE, ROOK), "a7") << 10 | pieceTo(makePiece(BLACK, KING), "d8");
  const continued: [number, number] = [pair, 245];
  const parts: Part[] = ["butterfly", "failLow", "continuation1"];
  assertEquals(credited(line, parts), [[move], [continued]]);
  assertEquals(credited(line, parts.slice(0, 2)), [[move], []]);
  assertEquals(credited(line, ["butterfly", "continuation1"]), [[], []]);
  // A capture and a null move get no credit.
  assertEquals([credited(["a1a7", "d7d6", "e5d6"], parts), credited(line, parts, true)], [[[], []], [[], []]]);
});

Deno.test("`learnExact()` teaches a share of a cutoff's lesson: a bonus for the best move, a malus for the moves before it", () => {
  const learned = (exactFactor: number) =>
    withOnly(["butterfly", "malus", "exact"], { ...NUMBERS, exactFactor }, () => {
      const after = searchAfter(["a1a2", "e8d8"]);
      for (const text of ["b1a3", "b1c3"]) after.frame.tried.add(moveOf(after.position, text), true);
      learnExact(after.search, after.frame, DEPTH, moveOf(after.position, "b1c3"));
      return contents(after, butterfly).toSorted(([, a], [, b]) => a - b);
    });
  // The bonus is a quarter of 980, and the malus a quarter of 1140.
  assertEquals(learned(256), [[squares("b1", "a3"), -285], [squares("b1", "c3"), 245]]);
  assertEquals(learned(0), []);
});
