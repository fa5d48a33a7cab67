/** Singular extensions: when a node searches without the TT move, how deeply, and what the score changes. @module */

import { assert, assertEquals } from "@std/assert";
import { TABLEBASE_WIN } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { HISTORIES } from "../../learning/histories.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import { entries } from "./learned.ts";
import { frameAt } from "./nodes.ts";
import type { Changes } from "./parameters.ts";
import type { Answer, Knowledge, Node } from "./scripted_children.ts";
import { depthsOf, FAILS_LOW, PLY, searchScripted } from "./scripted_children.ts";

const MOVE = "b1c3";
const SINGULAR: Changes = {
  ...{ singularDepth: 6, singularSlope: 16, singularTtDepth: 3, extensionPlies: 2 },
  ...{ doubleMargin: 18, tripleMargin: 80, doubleExtensionsMax: 6, negativeExtension: 2, cutNodeExtension: 1 },
};
/** The TT score is a lower bound of 8. At depth 8, the bound for the other moves is one centipawn per ply lower: 0. */
const KNOWN: Knowledge = { move: MOVE, score: 8, depth: 5, bound: BOUND_LOWER };

interface Case extends Partial<Omit<Node, "known">> {
  /** Score of all other moves. */
  others?: number;
  known?: Knowledge;
}

/** A node at depth 8 with the window 0 … 1, whose other moves all score the same. */
function searchWith({ others = FAILS_LOW, known, numbers, ...rest }: Case): Answer {
  return searchScripted({
    alpha: 0,
    depth: 8,
    known: { ...KNOWN, ...known },
    numbers: { ...SINGULAR, ...numbers },
    scoreOf: (_, __, isExcluding) => isExcluding ? others : FAILS_LOW,
    ...rest,
  });
}

function extension(node: Case): number {
  const [depth] = depthsOf(searchWith(node), MOVE);
  return depth - ((node.depth ?? 8) - 1);
}

Deno.test("before the TT move, the other moves are searched to half the depth", () => {
  const { calls } = searchWith({ others: -1 });
  const others = calls.filter((call) => call.isExcluding);
  assertEquals(calls.slice(0, others.length), others);
  // The search without the TT move has depth (8 − 1) / 2 = 3, so its children have depth 2.
  assert(others.length > 0 && others.every(({ move, depth }) => move !== MOVE && depth === 2));
});

const eased: Case = {
  uses: ["ttMove"],
  numbers: { pruneTtMove: 4 },
  // The margins are smaller by 2048 · 4 / 1024 = 8 centipawns.
  change: ({ histories }) => histories.of(HISTORIES.ttMove)[0] = 2048,
};
const after = (doubleExtensions: number): Case => ({
  change: (search) => Object.assign(frameAt(search, PLY - 1), { doubleExtensions }),
});
const rooted = (depth: number): Case => ({ change: ({ root }) => root.depth = depth });
const EXACT = { bound: BOUND_EXACT };

/** Nodes, the plies by which they extend the TT move, and the most similar nodes that extend it differently. */
const EXTENSIONS: readonly (readonly [name: string, node: Case, plies: number, like: Case, plies: number])[] = [
  // At the bound itself, another move is as good. The TT score beats beta, so the TT move is one of several good moves.
  ["one ply: a centipawn per ply below the TT score", { others: -1 }, 1, { others: 0 }, -2],
  [
    "one ply: two centipawns per ply in a former PV node",
    { numbers: { singularPvSlope: 16 }, known: { score: 16, isPv: true }, others: -1 },
    1,
    { others: 0 },
    -2,
  ],
  ["two plies", { others: -19 }, 2, { others: -18 }, 1],
  ["three plies", { others: -81 }, 3, { others: -80 }, 2],
  ["three plies for a quiet move only", { others: -81 }, 3, { fen: "4k3/8/8/8/8/2p5/4P3/1N2KN2 w - - 0 1" }, 2],
  ["two plies, eased", { ...eased, others: -11 }, 2, { others: -10 }, 1],
  ["three plies, eased", { ...eased, others: -73 }, 3, { others: -72 }, 2],
  ["few double extensions in a line", { ...after(5), others: -19 }, 2, after(6), 1],
  ["no double extension in a PV node", { others: -19 }, 2, { alpha: -1, beta: 1 }, 1],
  ["less if the TT score beats beta", { others: 0, alpha: 7 }, -2, { alpha: 8 }, 0],
  ["reduced at an expected cut node", { others: 0, alpha: 8, cutNode: true }, -1, { cutNode: false }, 0],
  ["only from a minimum depth on", { others: -1, depth: 6 }, 1, { depth: 5, known: { depth: 4 } }, 0],
  [
    "from a minimum depth that is a ply higher in a former PV node",
    { others: -10, depth: 7, known: { isPv: true, depth: 6 } },
    1,
    { depth: 6, known: { isPv: true, depth: 5 } },
    0,
  ],
  ["a TT result nearly as deep", { others: -1 }, 1, { known: { depth: 4 } }, 0],
  ["a TT result that is a lower bound", { others: -1, known: EXACT }, 1, { known: { bound: BOUND_UPPER } }, 0],
  ["no certain win", { others: -1 }, 1, { known: { score: TABLEBASE_WIN } }, 0],
  // The node is at ply 4.
  ["not beyond a multiple of the root's depth", { others: -1, ...rooted(3) }, 1, rooted(2), 0],
];

for (const [name, node, plies, like, others] of EXTENSIONS) {
  Deno.test(`the TT move is extended: ${name}`, () => {
    assertEquals([extension(node), extension({ ...node, ...like })], [plies, others]);
  });
}

Deno.test("child nodes get the number of double extensions on the path to them", () => {
  const counts = new Map<string, number>();
  let counted = () => 0;
  searchWith({
    change: (search) => {
      const frame = frameAt(search, PLY);
      frame.parent.doubleExtensions = 3;
      counted = () => frame.doubleExtensions;
    },
    // Extended by two plies.
    scoreOf: (move, _, isExcluding) => {
      if (!isExcluding) counts.set(move, counted());
      return isExcluding ? -19 : FAILS_LOW;
    },
  });
  assertEquals(counts.get(MOVE), 4);
  counts.delete(MOVE);
  assertEquals(new Set(counts.values()), new Set([3]));
});

Deno.test("multicut: if another move beats a bound that is at least beta, the node is cut with that bound", () => {
  const cut = searchWith({ alpha: -1, others: 0 });
  assertEquals([cut.score, cut.calls.every((call) => call.isExcluding)], [0, true]);
  // The bound is above beta, then below beta.
  assertEquals(searchWith({ alpha: -41, others: 0 }).score, 0);
  assertEquals(searchWith({ alpha: 0, others: 0 }).calls.every((call) => call.isExcluding), false);
});

Deno.test("the search without the TT move has its own frame: the node gives no malus to the moves that this search tried", () => {
  // First all other moves are searched without the TT move. Then the TT move cuts, as the node's first move.
  const { search } = searchWith({
    alpha: 7,
    cutNode: true,
    uses: ["butterfly", "malus"],
    scoreOf: (move, _, isExcluding) => !isExcluding && move === MOVE ? 8 : FAILS_LOW,
  });
  const values = entries(search.histories.of(HISTORIES.butterfly)).map(([, value]) => value);
  assertEquals(values.map(Math.sign), [1]);
  const frame = frameAt(search, PLY);
  assertEquals([frame.excluded, frame.twin().excluded], [NO_MOVE, NO_MOVE]);
});
