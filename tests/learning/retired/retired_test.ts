/**
 * What has lost every test and is off can still be switched on: then it changes the search, by the formula with which
 * it was measured. The formulas of piece-to history, of the counter-move and of the history of table moves in a search
 * are also in ../quiet_histories_test.ts, that of the moving average in ../corrections_test.ts.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { NO_MOVE } from "../../../core/types.ts";
import { averageRule } from "../../../learning/retired/average_rule.ts";
import { CounterMoveHistory } from "../../../learning/retired/counter_move.ts";
import { PieceToHistory } from "../../../learning/retired/piece_to_history.ts";
import { TableMoveHistory } from "../../../learning/retired/table_move_history.ts";
import { type Descriptor, OTHER_HISTORIES, QUIET_HISTORIES } from "../../../learning/descriptors.ts";
import { MARGIN, SearchStack } from "../../../learning/stack.ts";
import type { ParameterName } from "../../../search/params.ts";
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

/** The switches of what is retired. */
const RETIRED: readonly ParameterName[] = [
  ...[...Object.values<Descriptor>(QUIET_HISTORIES), ...Object.values<Descriptor>(OTHER_HISTORIES)]
    .filter(({ isRetired }) => isRetired).map(({ use }) => use),
  "correctionRule",
];

/** What searches of two middlegames to depth 9 come to: nodes and score. */
function outcomes(changes: Changes): number[] {
  return withParameters({ ...SINGULAR, ...changes }, () =>
    [MIDDLEGAME, KIWIPETE].flatMap((fen) => {
      const { nodes, score } = analyse(fen, { depth: 9 }, SIMPLE);
      return [nodes, score];
    }));
}

Deno.test("each retired system changes the search when it is on, and leaves nothing behind when it is off again", () => {
  const plain = outcomes({});
  assert(RETIRED.length > 1);
  for (const name of RETIRED) {
    assertNotEquals(outcomes({ [name]: 1 }), plain, name);
    assertEquals(outcomes({ [name]: 0 }), plain, name);
  }
  const all = Object.fromEntries(RETIRED.map((name) => [name, 1]));
  assertNotEquals(outcomes(all), plain);
  assertEquals(outcomes(all), outcomes(all));
});

Deno.test("the numbers of a retired system change nothing while it is off", () => {
  const numbers = {
    orderPieceTo: 4000,
    prunePieceTo: 4000,
    counterMoveBonus: 1,
    ttMoveBonus: 2000,
    ttMoveHistoryMargin: 16,
  };
  assertEquals(outcomes({ ...numbers, correctionAverageMax: 9 }), outcomes({}));
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
