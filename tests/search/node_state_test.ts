/**
 * The states of nodes: each level of the recursion has its own, so that a search inside a node leaves what the node
 * knows.
 *
 * @module
 */

import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { MAX_PLY, NO_SCORE } from "../../core/score.ts";
import { NodeState } from "../../search/node_state.ts";
import { AT, searchScripted } from "./scripted_children.ts";

Deno.test("a search of the same position inside a node has a state of its own, at the same ply", () => {
  const node = NodeState.chain().ask(-1, 0, 8, 5, true);
  node.tried.add(100, true);
  const inner = node.again(-41, -40, 3, false);
  assertNotStrictEquals(inner, node);
  inner.tried.clear();
  inner.tried.add(200, true);
  assertEquals([node.alpha, node.beta, node.depth, node.ply, node.cutNode], [-1, 0, 8, 5, true]);
  assertEquals([inner.alpha, inner.beta, inner.depth, inner.ply, inner.cutNode], [-41, -40, 3, 5, false]);
  assertEquals(Array.from(node.tried.quiets.subarray(0, node.tried.quietCount)), [100]);
  assertStrictEquals(node.child(0, 1, 7, false), inner);
  assertEquals(inner.ply, 6);
});

Deno.test("there are states for a line of the greatest length whose every node leaves a move out", () => {
  let node = NodeState.chain().ask(0, 1, 1, 0, false);
  while (node.ply < MAX_PLY) {
    node = node.again(0, 1, 1, false);
    node = node.child(0, 1, 1, false);
  }
  // The last ply goes to quiescence search.
  assertEquals(node.again(0, 1, 0, false).ply, MAX_PLY);
});

Deno.test("what the table lacks of a node is not left over from an earlier node", () => {
  const node = NodeState.chain().ask(0, 1, 1, 0, false);
  Object.assign(node, { isHit: true, ttMove: 5, ttBound: 3, ttScore: 70, ttDepth: 9, ttPv: true, rawEval: 12 });
  node.readNothing(false);
  const { isHit, ttMove, ttBound, ttScore, ttDepth, ttPv, rawEval } = node;
  assertEquals([isHit, ttMove, ttBound, ttScore, ttDepth, ttPv, rawEval], [false, 0, 0, NO_SCORE, 0, false, NO_SCORE]);
});

Deno.test("the moves that a singular search tried get no malus from the node around it", () => {
  // The table's move is searched after all others were searched without it; then it cuts, as the first move.
  const { search } = searchScripted({
    alpha: 7,
    depth: 8,
    cutNode: true,
    known: { move: "b1c3", score: 8, depth: 7, bound: 2 },
    numbers: { singularDepth: 6, doubleMargin: 18, tripleMargin: 80 },
    uses: ["useButterfly", "useMalus"],
    scoreOf: (move, _, isExcluding) => !isExcluding && move === "b1c3" ? 8 : -5000,
  });
  const values = Array.from(search.histories.quiet.butterfly.entries).filter((value) => value !== 0);
  assertEquals(values.filter((value) => value < 0), []);
  assertEquals(values.length, 1);
  assertEquals(search.stack.excluded[AT], 0);
});
