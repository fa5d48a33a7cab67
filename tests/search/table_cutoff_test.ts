/**
 * Where a node takes the table's result only if it says what was expected of the node.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { SIMPLE } from "./evaluators.ts";
import { createSearch, entryOf, NO_NODE_PRUNING, prepare, searchAt, withParameters } from "./fixtures.ts";

/** Whether a node with the window −1 … 0 is known without a search, by a table result as deep as it. */
function isKnown(ttCutDepth: number, score: number, bound: number, cutNode: boolean, depth: number): boolean {
  const position = parseFen("4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1");
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  search.table.store(position, entryOf(NO_MOVE, score, 0, depth, bound, false));
  withParameters({ ...NO_NODE_PRUNING, ttCutDepth }, () => searchAt(search, -1, 0, depth, 4, cutNode));
  return search.nodes === 1;
}

Deno.test("up to `ttCutDepth` a cut node takes a fail-high alone from the table, any other node a fail-low alone", () => {
  for (const [score, bound] of [[50, BOUND_LOWER], [-50, BOUND_UPPER]]) {
    const expected = score > 0;
    assertEquals(isKnown(5, score, bound, expected, 5), true);
    assertEquals(isKnown(5, score, bound, !expected, 5), false);
    assertEquals(isKnown(5, score, bound, !expected, 6), true);
    assertEquals(isKnown(0, score, bound, !expected, 5), true);
  }
});
