/** Frames: the data for each level of the recursion, and the moves that a node remembers. @module */

import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { MAX_PLY } from "../../core/score.ts";
import { Tried } from "../../learning/frame.ts";
import { createRootFrame, PLIES_BEFORE_ROOT } from "../../search/frame.ts";
import { createSearch, moveOf, run } from "./fixtures.ts";
import { frameAt } from "./nodes.ts";

Deno.test("a search of the same position inside a node has its own frame, at the same ply and with the same parent", () => {
  const parent = createRootFrame().child();
  const frame = parent.child();
  frame.tried.add(100, true);
  const twin = frame.twin();
  assertNotStrictEquals(twin, frame);
  assertEquals([frame.ply, frame.isTwin, twin.ply, twin.isTwin], [2, false, 2, true]);
  assertStrictEquals(twin.parent, parent);
  twin.tried.add(200, true);
  assertEquals(Array.from(frame.tried.quiets.subarray(0, frame.tried.quietCount)), [100]);
  // The parent of the twin's child is the twin; the parent of the node's child is the node.
  assertStrictEquals(twin.child().parent, twin);
  const child = frame.child();
  assertEquals([child.ply, child.isTwin], [3, false]);
  assertStrictEquals(child.parent, frame);
  // There are enough frames for the longest line, even if every node excludes a move.
  let last = frame;
  while (last.ply < MAX_PLY) last = last.twin().child();
  assertEquals(last.twin().ply, MAX_PLY);
});

Deno.test("before the root there are frames without moves, and the first frame is its own parent", () => {
  let frame = createRootFrame();
  for (let ply = 0; ply > -PLIES_BEFORE_ROOT; ply--) {
    assertEquals(frame.ply, ply);
    frame = frame.parent;
    assertEquals(frame.pieceTo, 0);
  }
  assertStrictEquals(frame.parent, frame);
});

Deno.test("a frame's line is its move and then the next frame's line; it is at most as long as the tree is deep", () => {
  const root = createRootFrame();
  const frame = root.child();
  frame.clearLine();
  frame.child().clearLine();
  frame.extendLine(5);
  assertEquals(root.lineBelow(), [5]);
  frame.child().extendLine(6);
  frame.extendLine(7);
  assertEquals(root.lineBelow(), [7, 6]);
  frame.clearLine();
  assertEquals(root.lineBelow(), []);
  let last = root;
  for (let ply = 0; ply < MAX_PLY + 9; ply++) last = last.child();
  for (; last !== root; last = last.parent) last.extendLine(last.ply);
  assertEquals(root.lineBelow(), Array.from({ length: MAX_PLY }, (_, i) => i + 1));
});

Deno.test("a node remembers its first 64 moves of each kind, in order, until it forgets them", () => {
  const tried = new Tried();
  for (let move = 1; move <= 70; move++) {
    tried.add(move, true);
    tried.add(1000 + move, false);
  }
  const upTo64 = Array.from({ length: 64 }, (_, i) => i + 1);
  assertEquals([tried.quietCount, tried.captureCount], [64, 64]);
  assertEquals(Array.from(tried.quiets), upTo64);
  assertEquals(Array.from(tried.captures), upTo64.map((move) => 1000 + move));
  tried.clear();
  assertEquals([tried.quietCount, tried.captureCount], [0, 0]);
});

Deno.test("the moves of the game before the root are in its frames, where the histories read them", () => {
  const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
  const position = parseFen(START_FEN);
  const played = line.split(" ").map((text) => {
    const move = moveOf(position, text);
    const pieceTo = position.pieceTo(move);
    position.make(move);
    return pieceTo;
  });
  const { search } = createSearch();
  const known = () => Array.from({ length: PLIES_BEFORE_ROOT }, (_, i) => frameAt(search, -1 - i).pieceTo);
  run(search, position, { depth: 1 });
  assertEquals(known(), played.reverse().slice(0, PLIES_BEFORE_ROOT));
  // Another game: no data of the previous game is left.
  run(search, parseFen(START_FEN), { depth: 1 });
  assertEquals(known(), new Array(PLIES_BEFORE_ROOT).fill(0));
});
