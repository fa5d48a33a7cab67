/**
 * How a search runs from start to end: it sets up the root, searches deeper and deeper, and holds the result back while
 * the protocol does not allow to report it.
 *
 * @module
 */

import { LAST_MOVE } from "../core/frame.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { pieceToOf } from "../learning/quiet_history.ts";
import { MARGIN } from "../learning/stack.ts";
import type { SearchInfo, SearchResult } from "./info.ts";
import { iterate } from "./iterate.ts";
import type { SearchLimits } from "./limits.ts";
import type { Search } from "./search.ts";
import { CONTROL_STOP, isInSharedMemory } from "./thread_slot.ts";
import { iterateWeaker } from "./weaker_search.ts";

/** Longest sleep, in milliseconds, while a finished search waits for the stop flag. */
const WAIT_SLICE_MS = 50;

/**
 * Searches a position until a limit is reached.
 *
 * @param search The thread that searches.
 * @param position Where to search; it is as it was when this returns.
 * @param limits What bounds the search.
 * @param report Called with each line worth reporting.
 * @returns The best move, and the reply to expect.
 */
export function runSearch(
  search: Search,
  position: Position,
  limits: SearchLimits,
  report: (info: SearchInfo) => void,
): SearchResult {
  search.begin(limits);
  setRoot(search, position);
  const { weakness } = limits;
  const result = weakness === null ? iterate(search, report) : iterateWeaker(search, weakness, report);
  search.slot.finish();
  if (search.slot.isMain) waitUntilAllowed(search);
  return { ...result, nodes: search.totalNodes() };
}

/**
 * Makes `position` the root: the stack holds nothing but the last moves of the game, and the evaluation follows the
 * position.
 */
export function setRoot(search: Search, position: Position): void {
  setStack(search, position);
  search.evaluator.attach(position);
}

/** Makes `position` the root for everything but the evaluation. */
export function setStack(search: Search, position: Position): void {
  search.position = position;
  search.stack.clear();
  recallGame(search);
}

/**
 * Writes the last moves of the game before the root into the stack, so that continuation tables know them at the
 * first plies. They are taken back to see which pieces moved, and made again.
 */
function recallGame({ position, stack }: Search): void {
  const moves: number[] = [];
  while (moves.length < MARGIN && position.states[position.top + LAST_MOVE] !== NO_MOVE) {
    moves.push(position.states[position.top + LAST_MOVE]);
    position.undo();
  }
  for (let back = moves.length; back > 0; back--) {
    const move = moves[back - 1];
    stack.move[MARGIN - back] = move;
    stack.pieceTo[MARGIN - back] = pieceToOf(position, move);
    position.make(move);
  }
}

/** Keeps a result back while `go infinite` or pondering does not allow to report it. */
function waitUntilAllowed(search: Search): void {
  const { control, limits } = search;
  // A thread sleeps on shared words only; otherwise the caller keeps the result back.
  if (!isInSharedMemory(control)) return;
  while (Atomics.load(control, CONTROL_STOP) === 0 && (limits.infinite || search.isPondering())) {
    Atomics.wait(control, CONTROL_STOP, 0, WAIT_SLICE_MS);
  }
}
