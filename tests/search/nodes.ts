/** Single nodes of a search: preparing them, searching them, and reading their results. @module */

import { parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { INFINITE } from "../../core/score.ts";
import { LAST_MOVE } from "../../core/state.ts";
import { findThreats } from "../../core/threats.ts";
import type { Frame } from "../../search/frame.ts";
import { unlimited } from "../../search/limits.ts";
import { searchNode } from "../../search/node.ts";
import { quiescence } from "../../search/quiescence.ts";
import { setRoot } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { SIMPLE } from "./evaluators.ts";
import { createSearch, moveOf } from "./fixtures.ts";

/** Prepares a search so that tests can search its nodes, as `runSearch` does before the loop over depths. */
export function prepare(search: Search, position: Position): void {
  search.newGame();
  search.tt.clear();
  search.begin(position, unlimited());
  setRoot(search, position);
  search.root.depth = 1;
  search.root.delta = 2 * INFINITE;
}

/** A search that is ready to search single nodes of a position, with the simple evaluation. */
export function ready(fen: string): { search: Search; position: Position } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  return { search, position };
}

/** The frame at a ply of the searched line, or before the root if `ply` is negative. */
export function frameAt(search: Search, ply: number): Frame {
  let frame = search.rootFrame;
  while (frame.ply !== ply) frame = ply > 0 ? frame.child() : frame.parent;
  return frame;
}

/** The principal variation that the node at a ply found. */
export function lineAt(search: Search, ply: number): number[] {
  return frameAt(search, ply - 1).lineBelow();
}

/** Searches one node of the main search at a ply. */
export function searchAt(search: Search, alpha: number, beta: number, depth: number, ply: number, cutNode: boolean) {
  return searchNode(search, frameAt(search, ply), alpha, beta, depth, cutNode);
}

/** Searches one node of quiescence search at a ply. */
export function quiesceAt(search: Search, alpha: number, beta: number, ply: number): number {
  return quiescence(search, frameAt(search, ply), alpha, beta);
}

export function know({ tt }: Search, position: Position, move: number, score: number, depth: number, bound: number) {
  tt.store(position, 0, move, score, 0, depth, bound, false);
}

/** Writes a move into the frame of a ply as if it had been played there; the board does not change. */
export function setPlayed(search: Search, ply: number, piece: number, to: number): void {
  frameAt(search, ply).pieceTo = piece << 6 | to;
}

/** Sets a position's last move, by default an arbitrary one, without changing the board. */
export function setLastMove({ states, top }: Position, move = 1): void {
  states[top + LAST_MOVE] = move;
}

/** Makes moves as nodes do, the first at ply 0. Returns the ply that is reached. */
export function playLine(position: Position, search: Search, line: readonly string[]): number {
  let frame = search.rootFrame;
  for (const text of line) {
    const move = moveOf(position, text);
    findThreats(position);
    search.histories.locate(position, frame);
    frame.pieceTo = position.pieceTo(move);
    frame.moveCount = 1;
    position.make(move);
    frame = frame.child();
  }
  return line.length;
}
