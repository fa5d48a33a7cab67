/**
 * What a node teaches about the move before it besides the plain credit of a fail-low: more for a surprise, a share for a
 * capture, a malus for an early move that was refuted. And what an exact score teaches.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, PAWN, WHITE } from "../../core/types.ts";
import { creditPriorMove, creditTtMove, learnCutoff, learnExact, type LessonNode } from "../../learning/lessons.ts";
import { NO_SCORE } from "../../core/score.ts";
import type { ParameterName } from "../../search/params.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN, TriedMoves } from "../../learning/stack.ts";
import { type Changes, createSearch, entries, moveOf, playLine, prepare, withOnly } from "../search/fixtures.ts";
import { NUMBERS } from "./history_fixtures.ts";

/** Black has just moved; White has a knight, and something to capture. */
const FEN = "4k3/3p4/8/4P3/8/8/8/RN2K3 w - - 0 1";
/** At depth 6, for `NUMBERS`: quiet bonus 980, quiet malus 1140, capture bonus 1020. */
const DEPTH = 6;

interface After {
  search: Search;
  position: Position;
  ply: number;
}

/** A search at the end of a line of moves; the last of them had this rank in its node. */
function searchAfter(line: readonly string[], moveCount = 1): After {
  const position = parseFen(FEN);
  const { search } = createSearch();
  prepare(search, position);
  const ply = playLine(position, search.stack, line);
  search.stack.moveCount[ply - 1 + MARGIN] = moveCount;
  return { search, position, ply };
}

function nodeAt(ply: number, staticEval = NO_SCORE): LessonNode {
  return { ply, depth: DEPTH, staticEval, tried: new TriedMoves() };
}

/** What the last move of a line learns, as a continuation of the one before, from what `teach` does. */
function continuationAfter(line: readonly string[], moveCount: number, teach: (after: After) => void): number[] {
  const after = searchAfter(line, moveCount);
  teach(after);
  const { stack, histories } = after.search;
  const row = stack.pieceTo[after.ply - 2 + MARGIN] << 10;
  // The node's own moves learn in other rows.
  return entries(histories.continuation).filter(([index]) => index >> 10 === row >> 10).map(([, value]) => value);
}

const SWITCHES: ParameterName[] = ["usePriorMove", "useContinuation1"];
const PRIOR: Changes = {
  ...NUMBERS,
  priorMoveContinuationFactor: 256,
  priorMoveLate: 128,
  priorMoveBelowEval: 512,
  priorMoveBelowPrior: 64,
  priorMoveMargin: 40,
};

Deno.test("`creditPriorMove()` credits a surprise with more: a late move, a score below either evaluation", () => {
  const credited = (moveCount: number, staticEval: number, before: number, score: number) =>
    withOnly(SWITCHES, PRIOR, () =>
      continuationAfter(["a1a7", "e8d8"], moveCount, ({ search, ply }) => {
        search.stack.staticEval[ply - 1 + MARGIN] = before;
        creditPriorMove(search, nodeAt(ply, staticEval), score);
      }));
  // A quarter of 980; an eighth, a half, a sixteenth more.
  assertEquals(credited(8, NO_SCORE, NO_SCORE, -500), [245]);
  assertEquals(credited(9, NO_SCORE, NO_SCORE, -500), [367]);
  assertEquals([credited(1, -60, NO_SCORE, -100), credited(1, -60, NO_SCORE, -99)], [[735], [245]]);
  assertEquals([credited(1, NO_SCORE, 60, -100), credited(1, NO_SCORE, 60, -99)], [[306], [245]]);
  assertEquals(credited(9, 0, 0, -40), [918]);
});

Deno.test("`creditPriorMove()` credits a capture by its share of the capture bonus, and no promotion", () => {
  const index = makePiece(WHITE, PAWN) << 9 | PAWN << 6 | parseSquare("d6");
  const credited = (line: string[], numbers: Changes = {}) =>
    withOnly(["usePriorMove", "useCapture"], { ...PRIOR, priorCaptureFactor: 512, ...numbers }, () => {
      const { search, ply } = searchAfter(line);
      creditPriorMove(search, nodeAt(ply), -200);
      return entries(search.histories.capture.entries);
    });
  assertEquals(credited(["a1a7", "d7d6", "e5d6"]), [[index, 510]]);
  assertEquals(credited(["a1a7", "d7d6", "e5d6"], { priorCaptureFactor: 0 }), []);
  assertEquals(credited(["a1a7", "d7d6", "e5d6"], { usePriorMove: 0 }), []);
  assertEquals(credited(["a1a7", "d7d6"]), []);
});

Deno.test("a cutoff refutes an early quiet move before it: a share of the malus, as a continuation alone", () => {
  const refute = ({ search, position, ply }: After) => learnCutoff(search, nodeAt(ply), moveOf(position, "b1c3"), 0);
  const learned = (line: string[], moveCount: number, priorEarlyMalusFactor: number) =>
    withOnly(
      ["useContinuation1", "useButterfly"],
      { ...NUMBERS, priorEarlyMalusFactor },
      () => continuationAfter(line, moveCount, refute),
    );
  assertEquals(learned(["a1a7", "e8d8"], 1, 512), [-570]);
  assertEquals(learned(["a1a7", "e8d8"], 2, 512), [-570]);
  assertEquals(learned(["a1a7", "e8d8"], 3, 512), []);
  assertEquals(learned(["a1a7", "e8d8"], 1, 0), []);
  assertEquals(learned(["a1a7", "d7d6", "e5d6", "e8d8"], 1, 1024), [-1140]);
  // A capture is not charged.
  assertEquals(learned(["e5e6", "d7e6"], 1, 1024), []);
});

Deno.test("a cutoff by the table refutes an early quiet move before it, too, whatever the table's move is", () => {
  const learned = (text: string, priorTtMalusFactor: number) =>
    withOnly(
      ["useContinuation1"],
      { ...NUMBERS, priorTtMalusFactor },
      () =>
        continuationAfter(["a1a7", "e8d8"], 1, ({ search, position, ply }) =>
          creditTtMove(search, nodeAt(ply), moveOf(position, text))),
    );
  assertEquals(learned("b1c3", 256), [-285]);
  assertEquals(learned("a7d7", 256), [-285]);
  assertEquals(learned("b1c3", 0), []);
});

Deno.test("at the root a cutoff has no move before it to refute", () => {
  withOnly(["useContinuation1"], { ...NUMBERS, priorEarlyMalusFactor: 1024 }, () => {
    const position = parseFen(FEN);
    const { search } = createSearch();
    prepare(search, position);
    learnCutoff(search, nodeAt(0), moveOf(position, "b1c3"), 0);
    // The root has no move before it whose continuations could be learned.
    assertEquals(entries(search.histories.continuation).filter(([, value]) => value < 0), []);
  });
});

Deno.test("`learnExact()` teaches like a cutoff, by its share: bonus for the best, malus for those before it", () => {
  const index = (text: string) => WHITE << 12 | parseSquare(text.slice(0, 2)) | parseSquare(text.slice(2)) << 6;
  const learned = (exactFactor: number) =>
    withOnly(["useButterfly", "useMalus"], { ...NUMBERS, exactFactor }, () => {
      const { search, position, ply } = searchAfter(["a1a2", "e8d8"]);
      const node = nodeAt(ply);
      node.tried.add(moveOf(position, "b1a3"), true);
      node.tried.add(moveOf(position, "b1c3"), true);
      learnExact(search, node, moveOf(position, "b1c3"));
      return entries(search.histories.quiet.butterfly.entries);
    });
  // A quarter of 980 and of 1140.
  const expected: [number, number][] = [[index("b1a3"), -285], [index("b1c3"), 245]];
  assertEquals(learned(256), expected.sort(([a], [b]) => a - b));
  assertEquals(learned(0), []);
});

Deno.test("`updatePlayed()` of capture history finds the entry that the capture had before it was made", () => {
  withOnly(["useCapture"], NUMBERS, () => {
    const position = parseFen("4k3/8/3p4/8/2N5/8/8/4K3 w - - 0 1");
    const { search } = createSearch();
    const move = moveOf(position, "c4d6");
    search.histories.capture.update(position, move, 300);
    const before = entries(search.histories.capture.entries);
    assertEquals(before, [[makePiece(WHITE, KNIGHT) << 9 | PAWN << 6 | parseSquare("d6"), 300]]);
    position.make(move);
    search.histories.capture.updatePlayed(position, move, makePiece(BLACK, PAWN), 300);
    assertEquals(entries(search.histories.capture.entries).map(([index]) => index), [before[0][0]]);
  });
});
