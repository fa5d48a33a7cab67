/** The lessons of the correction histories, and their effect on the evaluation in both kinds of search. @module */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { majorKey, minorKey, nonPawnKey, pawnKey } from "../../core/part_keys.ts";
import { CERTAIN_WIN, INFINITE, MATE } from "../../core/score.ts";
import { BLACK, NO_MOVE, WHITE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { learnCorrection } from "../../learning/lessons.ts";
import { BOUND_NONE } from "../../search/bound.ts";
import { type SearchLimits } from "../../search/limits.ts";
import { SIMPLE } from "../search/evaluators.ts";
import { createSearch, entryOf, moveOf, run } from "../search/fixtures.ts";
import { entries, keyedIndex, setPawnCorrection } from "../search/learned.ts";
import { frameAt, prepare, quiesceAt, ready, searchAt } from "../search/nodes.ts";
import { type Changes, type Part, withOnly } from "../search/parameters.ts";
import { correctionGains } from "./history_fixtures.ts";

const PLY = 4;
const BASE = "r3k1n1/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const NUMBERS: Changes = { correctionRule: 0, correctionBonusMax: 256, correctPawn: 160, ...correctionGains(128) };
const [PAWN_CORRECTION] = CORRECTIONS;
const CONDITIONAL: readonly Part[] = ["pawnCorrection", "conditions"];
/** The kind of a score: exact, a lower bound, or an upper bound. */
const [EXACT, LOWER, UPPER] = [[false, false], [true, false], [false, true]] as const;

/** The pawn correction's entries after a node with a capture, a promotion and quiet moves has taught it. */
function corrected(score: number, bound: readonly [boolean, boolean], best: string, parts = CONDITIONAL, depth = 8) {
  return withOnly(parts, NUMBERS, () => {
    const position = parseFen("7k/3P4/8/1p6/2P5/8/8/4K3 w - - 0 1");
    const { search } = createSearch();
    const frame = frameAt(search, 4);
    search.position = position;
    search.corrections.correction(position, frame);
    frame.staticEval = 100;
    learnCorrection(search, frame, depth, score, best === "" ? NO_MOVE : moveOf(position, best), ...bound);
    return entries(search.corrections.of(PAWN_CORRECTION)).map(([, value]) => value);
  });
}

Deno.test("`learnCorrection()` learns score minus evaluation, but not with a noisy best move or a bound on the wrong side", () => {
  // An entry learns (score − evaluation) · depth / 8: (140 − 100) · 8 / 8, (60 − 100) · 8 / 8, (140 − 100) · 4 / 8.
  assertEquals([corrected(140, EXACT, "e1d2"), corrected(60, EXACT, "e1d2")], [[40], [-40]]);
  assertEquals(corrected(140, EXACT, "e1d2", CONDITIONAL, 4), [20]);
  for (const best of ["c4b5", "d7d8q", "d7d8n"]) assertEquals(corrected(140, EXACT, best), [], best);
  assertEquals([corrected(140, LOWER, "e1d2"), corrected(60, LOWER, "e1d2")], [[40], []]);
  assertEquals([corrected(60, UPPER, ""), corrected(140, UPPER, "")], [[-40], []]);
  // A bound that equals the evaluation teaches nothing.
  assertEquals([corrected(100, LOWER, "e1d2"), corrected(100, UPPER, "")], [[], []]);
  // Without the conditions, all these nodes teach.
  const off: readonly Part[] = ["pawnCorrection"];
  const found = [corrected(140, EXACT, "c4b5", off), corrected(60, LOWER, "e1d2", off), corrected(140, UPPER, "", off)];
  assertEquals(found, [[40], [-40], [40]]);
  // Mates and tablebase wins of either side teach nothing, with or without the conditions.
  for (const parts of [CONDITIONAL, CONDITIONAL.slice(0, 1)]) {
    for (const score of [MATE - 5, CERTAIN_WIN, -CERTAIN_WIN, 7 - MATE]) {
      assertEquals(corrected(score, EXACT, "e1d2", parts), []);
    }
    assertNotEquals(corrected(CERTAIN_WIN - 1, EXACT, "e1d2", parts), []);
  }
});

Deno.test("a node in check, with a mate score, or with a capture as best move teaches nothing; similar nodes teach something", () => {
  /** How many pawn corrections a node at depth 1 learns. Its children belong to quiescence search and teach nothing. */
  const learned = (fen: string) =>
    withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
      const position = parseFen(fen);
      const { search } = createSearch();
      prepare(search, position);
      searchAt(search, -INFINITE, INFINITE, 1, 4, false);
      return entries(search.corrections.of(PAWN_CORRECTION)).length;
    });
  const inCheck = "4k3/pp6/8/8/7q/8/PP6/R3K3 w - - 0 1";
  assertEquals([learned(inCheck), learned(inCheck.replace("7q", "6q1"))], [0, 1]);
  assertEquals(learned("7k/p7/6K1/8/8/8/8/R7 w - - 0 1"), 0);
  const hanging = "4k3/1p4pp/8/8/3n4/8/1P4PP/3R2K1 w - - 0 1";
  assertEquals([learned(hanging), learned("4k3/1p4pp/8/2b5/3n4/8/1P4PP/3R2K1 w - - 0 1")], [0, 1]);
});

Deno.test("a root that excludes moves teaches the corrections nothing, and the TT keeps the score of the whole root", () => {
  withOnly(CONDITIONAL, { ...NUMBERS, ...correctionGains(1024) }, () => {
    // At depth 1, the children belong to quiescence search and teach nothing.
    const position = parseFen("4k3/1p4pp/8/2b5/3n4/8/1P4PP/3R2K1 w - - 0 1");
    const searched = (limits: Partial<SearchLimits>) => {
      const { search, table } = createSearch(1, SIMPLE);
      run(search, position, { depth: 1, ...limits });
      const { isHit, score, bound } = entryOf(table, position);
      assert(isHit);
      return { learned: entries(search.corrections.of(PAWN_CORRECTION)), score, bound };
    };
    const whole = searched({});
    assertEquals(whole.learned.length, 1);
    assertEquals(searched({ multiPv: 5 }), whole);
    const some = searched({ searchMoves: [moveOf(position, "d1a1")] });
    assertEquals([some.learned, some.bound], [[], BOUND_NONE]);
  });
});

Deno.test("the correction shifts the evaluation in quiescence search and in the main search", () => {
  withOnly(["pawnCorrection"], NUMBERS, () => {
    const position = parseFen(BASE);
    const raw = SIMPLE.evaluate(position);
    for (const difference of [256, -256]) {
      const { search } = createSearch(1, SIMPLE);
      prepare(search, position);
      setPawnCorrection(search, position, difference);
      // The correction is 160 · 256 / 2048 = 20. Nothing can be captured, so quiescence search returns the evaluation.
      const shifted = raw + Math.sign(difference) * 20;
      assertEquals(quiesceAt(search, -INFINITE, INFINITE, PLY), shifted);
      search.tt.clear();
      searchAt(search, -INFINITE, INFINITE, 1, PLY, false);
      assertEquals(frameAt(search, PLY).staticEval, shifted);
    }
  });
});

Deno.test("a node teaches the difference that it found to every table for its position", () => {
  const parts: Part[] = ["pawnCorrection", "nonPawnCorrection", "minorCorrection", "majorCorrection"];
  withOnly([...parts, "continuationCorrection", "conditions"], { ...NUMBERS, ...correctionGains(1024) }, () => {
    const { search, position } = ready(BASE);
    // At depth 1, the children belong to quiescence search, which teaches nothing.
    const score = searchAt(search, -INFINITE, INFINITE, 1, PLY, false);
    const difference = Math.max(-256, Math.min(256, score - frameAt(search, PLY).staticEval));
    assertNotEquals(difference, 0);
    const keys = [pawnKey(position), nonPawnKey(position, WHITE), nonPawnKey(position, BLACK)];
    keys.push(minorKey(position), majorKey(position));
    CORRECTIONS.forEach((table, i) => {
      // No moves are known before this node.
      const learned: [number, number][] = i < keys.length
        ? [[keyedIndex(position.sideToMove, keys[i]), difference]]
        : [];
      assertEquals(entries(search.corrections.of(table)), learned, table.name);
    });
  });
});
