/** The checked build's checks pass in correct states, and stop the search in nearly correct ones. @module */

import { assertThrows } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { INFINITE, MATE, MAX_PLY } from "../../core/score.ts";
import { expectKnown, KNOWS_CORRECTIONS, KNOWS_ROWS } from "../../learning/frame.ts";
import type { Frame } from "../../search/frame.ts";
import { expectMoves, expectNode, expectScore } from "../../search/invariants.ts";
import { setRoot } from "../../search/run.ts";
import { createSearch, legalMoves } from "./fixtures.ts";
import { frameAt } from "./nodes.ts";

const { search } = createSearch();
const frame = frameAt(search, 3);
const [first, ...others] = legalMoves(parseFen(START_FEN));
const twinOf = (excluded: number, isTwin: boolean) => Object.assign(frame.child(), { excluded, isTwin, ply: 4 });

/** The frame, after its rows were located. */
function located(frame: Frame): Frame {
  search.histories.locate(parseFen(START_FEN), frame);
  return frame;
}

function rooted(): Frame {
  setRoot(search, parseFen(START_FEN));
  return search.rootFrame;
}

const HOLDS: readonly (() => void)[] = [
  () => expectNode(frame, -INFINITE, INFINITE, 2 * MAX_PLY),
  () => expectNode(frame, 0, 1, -1),
  () => expectNode(twinOf(first, true), 0, 1, 1),
  () => expectScore(MATE),
  () => expectScore(-MATE),
  () => expectMoves(parseFen(START_FEN), [first, ...others]),
  () => expectKnown(located(search.rootFrame), KNOWS_ROWS),
  () => expectKnown(located(frame.child()), KNOWS_ROWS),
];
const FAILS: readonly (() => void)[] = [
  () => expectNode(frame, 1, 1, 1),
  () => expectNode(frame, -INFINITE - 1, 0, 1),
  () => expectNode(frame, 0, INFINITE + 1, 1),
  () => expectNode(frame, 0, 1, 2 * MAX_PLY + 1),
  () => expectNode(frame, 0, 1, 0.5),
  () => expectNode(Object.assign(frameAt(search, 5), { ply: 6 }), 0, 1, 1),
  () => expectNode(frame.parent.parent.parent.parent, 0, 1, 1),
  () => expectNode(Object.assign(frameAt(search, 5), { ply: MAX_PLY + 1, parent: { ply: MAX_PLY } }), 0, 1, 1),
  () => expectNode(twinOf(first, false), 0, 1, 1),
  () => expectNode(Object.assign(frameAt(search, 5), { parent: { ply: 4, reduction: -1 } }), 0, 1, 1),
  () => expectScore(MATE + 1),
  () => expectScore(0.5),
  () => expectMoves(parseFen(START_FEN), others),
  () => expectMoves(parseFen(START_FEN), [others[0], ...others]),
  () => expectMoves(parseFen(START_FEN), [first, first, ...others]),
  () => expectMoves(parseFen(START_FEN), [1, ...others]),
  () => expectKnown(located(frame.child()), KNOWS_CORRECTIONS),
  // A frame has forgotten its previous node, and the root's frame has forgotten the previous position.
  () => expectKnown(located(frame.child()) && frame.child(), KNOWS_ROWS),
  () => expectKnown(located(frame.child()) && frame.twin(), KNOWS_ROWS),
  () => expectKnown(located(search.rootFrame) && rooted(), KNOWS_ROWS),
];

Deno.test("a search continues while the invariants hold, and stops when one does not", () => {
  for (const check of HOLDS) check();
  for (const check of FAILS) assertThrows(check, RangeError, "Expected an invariant to hold", `${check}`);
});
