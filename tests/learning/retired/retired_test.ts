/**
 * What has lost every test and is off can still be switched on: then it changes the search, by the formula with which
 * it was measured. The formulas of piece-to history, of the counter-move and of the history of table moves in a search
 * are also in ../quiet_histories_test.ts, that of the moving average in ../corrections_test.ts.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { NO_MOVE } from "../../../core/types.ts";
import { averageRule } from "../../../learning/retired/average_rule.ts";
import { CounterMoveHistory } from "../../../learning/retired/counter_move.ts";
import { PieceToHistory } from "../../../learning/retired/piece_to_history.ts";
import { TableMoveHistory } from "../../../learning/retired/table_move_history.ts";
import { CORRECTION_MAX, isOff, OTHER_HISTORIES, QUIET_ROWS } from "../../../learning/descriptors.ts";
import { MARGIN, SearchStack } from "../../../learning/stack.ts";
import { type ParameterName, TUNABLES } from "../../../search/params.ts";
import { SIMPLE } from "../../search/evaluators.ts";
import {
  analyse,
  type Changes,
  entries,
  KIWIPETE,
  MIDDLEGAME,
  moveOf,
  setPlayed,
  withOnly,
  withParameters,
} from "../../search/fixtures.ts";

/** Singular extensions, which the history of table moves changes, at depths that a test reaches. */
const SINGULAR: Changes = { singularDepth: 4 };

/** The switches of what is off. */
const SWITCHES: readonly ParameterName[] = [
  ...[...QUIET_ROWS, ...Object.values(OTHER_HISTORIES)].filter(isOff).map(({ use }) => use),
  "correctionRule",
];

/** What searches of two middlegames to depth 8 come to: nodes and score. */
function outcomes(changes: Changes): number[] {
  return withParameters({ ...SINGULAR, ...changes }, () =>
    [MIDDLEGAME, KIWIPETE].flatMap((fen) => {
      const { nodes, score } = analyse(fen, { depth: 8 }, SIMPLE);
      return [nodes, score];
    }));
}

Deno.test("each system that is off changes the search when it is on, and leaves nothing behind when it is off again", () => {
  const plain = outcomes({});
  assert(SWITCHES.length > 1);
  for (const name of SWITCHES) {
    assertNotEquals(outcomes({ [name]: 1 }), plain, name);
    assertEquals(outcomes({ [name]: 0 }), plain, name);
  }
  const all = Object.fromEntries(SWITCHES.map((name) => [name, 1]));
  assertNotEquals(outcomes(all), plain);
  assertEquals(outcomes(all), outcomes(all));
});

Deno.test("the numbers of a system change nothing while it is off", () => {
  const weights = QUIET_ROWS.filter(isOff).flatMap(({ order, prune }) =>
    prune === undefined ? [order] : [order, prune]
  );
  assertGreater(weights.length, 2);
  const numbers = Object.fromEntries(weights.map((name) => [name, TUNABLES[name].min + TUNABLES[name].step]));
  const others = { ttMoveBonus: 2000, ttMoveHistoryMargin: 16, correctionAverageMax: 9 };
  assertEquals(outcomes({ ...numbers, ...others }), outcomes({}));
});

Deno.test("piece-to history: what was played learns by gravity with the bound 8192", () => {
  const history = new PieceToHistory();
  const stack = new SearchStack();
  setPlayed(stack, 3, 2, 1, 18);
  history.updatePlayed(0, stack, 3, 800);
  assertEquals(entries(history.entries), [[2 << 6 | 18, 800]]);
  // 800 + 800 - 800 * 800 / 8192.
  history.updatePlayed(0, stack, 3, 800);
  assertEquals(entries(history.entries), [[2 << 6 | 18, 1522]]);
});

Deno.test("counter-move: the latest answer to the last move, for the side to move, and none after no move", () => {
  const history = new CounterMoveHistory();
  const position = parseFen(KIWIPETE);
  const stack = new SearchStack();
  const answer = moveOf(position, "a2a3");
  history.remember(position, stack, 0, answer);
  assertEquals(entries(history.entries), []);
  setPlayed(stack, 3, 9, 52, 36);
  history.remember(position, stack, 4, answer);
  assertEquals(entries(history.entries), [[36 << 6 | 52, answer]]);
  assertEquals(history.answer(position, stack, 4), answer);
  stack.move[3 + MARGIN] = NO_MOVE;
  assertEquals(history.answer(position, stack, 4), NO_MOVE);
});

Deno.test("history of table moves: it eases extensions by margin * entry / 1024", () => {
  const history = new TableMoveHistory();
  withOnly(["useTtMoveHistory"], { ttMoveBonus: 800, ttMoveHistoryMargin: 4 }, () => {
    history.update(true);
    // 4 * 800 / 1024 = 3.1.
    assertEquals(history.singularEase(), 3);
  });
  withOnly([], { ttMoveHistoryMargin: 4 }, () => {
    assertEquals(history.singularEase(), 0);
    history.update(true);
    assertEquals(history.entries[0], 800);
  });
});

Deno.test("moving average: an entry moves by its weight towards the difference in sixteenths of a centipawn", () => {
  // Weight (3 + 1)² = 16: (100 * 1008 + 50 * 16 * 16) / 1024 = 110.9.
  withParameters({ correctionAverageMax: 128 }, () => assertEquals(averageRule(100, 50, 3), 110));
  // Weight 8 at most: (100 * 1016 + 800 * 8) / 1024 = 105.5.
  withParameters({ correctionAverageMax: 8 }, () => assertEquals(averageRule(100, 50, 3), 105));
});

Deno.test("`averageRule()` mixes an entry with sixteen times the difference, by (depth + 1)² of 1024", () => {
  withParameters({ correctionAverageMax: 128 }, () => {
    // Weight 49: (0 · 975 + 1600 · 49) / 1024 = 76.6; then (76 · 975 + 78400) / 1024 = 148.9.
    assertEquals(averageRule(0, 100, 6), 76);
    assertEquals(averageRule(76, 100, 6), 148);
    // Weight 441 is capped at 128: an eighth of 1600.
    assertEquals(averageRule(0, 100, 20), 200);
    // Weight 121: (800 · 903 + 1600 · 121) / 1024 = 894.5.
    assertEquals(averageRule(800, 100, 10), 894);
    // Weight 16: (500 · 1008 − 320 · 16) / 1024 = 487.2.
    assertEquals(averageRule(500, -20, 3), 487);
    assertEquals(averageRule(0, -100, 6), -76);
    // 1000 · 16 · 128 / 1024 = 2000 is outside.
    assertEquals(averageRule(0, 1000, 20), CORRECTION_MAX);
    assertEquals(averageRule(0, -1000, 20), -CORRECTION_MAX);
  });
});
