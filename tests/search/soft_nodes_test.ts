/**
 * The soft bound of nodes.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { analyse } from "./fixtures.ts";

Deno.test("a soft bound of nodes ends the search with the iteration that reaches it", () => {
  const { infos, bestMove, score, nodes } = analyse(START_FEN, { softNodes: 3000 });
  const { depth } = infos[infos.length - 1];
  const before = infos.findLast((info) => info.depth < depth);
  assert(before !== undefined && before.nodes < 3000, "an iteration started above the bound");
  assert(nodes >= 3000, "ended too early");
  // It was finished: a search to that depth does the same.
  const exact = analyse(START_FEN, { depth });
  assertEquals([exact.bestMove, exact.score, exact.nodes], [bestMove, score, nodes]);
});

Deno.test("a hard bound of nodes cuts off the iteration that a soft one would finish", () => {
  assert(analyse(START_FEN, { softNodes: 3000 }).nodes > 3000);
  assertEquals(analyse(START_FEN, { softNodes: 3000, nodes: 3000 }).nodes, 3000);
});
