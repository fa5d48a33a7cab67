/**
 * Perft (performance test): counts the sequences of legal moves of a given length. By default, the moves of the last
 * ply are counted but not made ("bulk counting"), since every generated move is legal.
 * @module
 */

import { ALL, generate } from "./movegen.ts";
import type { Position } from "./position.ts";
import { MAX_MOVES } from "./types.ts";

/** Maximum depth: far greater than any machine can reach. */
const MAX_DEPTH = 32;
/** Counting a tree of this depth takes about ten milliseconds, so there is no need to check whether to stop. */
const UNPOLLED_DEPTH = 4;

/**
 * Counts the sequences of `depth` legal moves; with `bulk`, the moves of the last ply are not made.
 *
 * @throws {RangeError} If the depth is not a whole number of plies.
 *
 * @example
 * ```ts
 * import { parseFen, START_FEN } from "./fen.ts";
 *
 * perft(parseFen(START_FEN), 3); // 8902
 * ```
 */
export function perft(position: Position, depth: number, bulk: boolean = true): number {
  checkDepth(depth, 0);
  return walk(position, new Int32Array(MAX_MOVES * Math.max(depth, 1)), 0, depth, bulk);
}

/**
 * Counts the sequences for each first move separately, to find where two programs differ. Once `isStopped` has returned
 * true, no more counts are reported.
 *
 * @throws {RangeError} If the depth is not a whole number of plies, or 0.
 */
export function divide(
  position: Position,
  depth: number,
  onMove: (move: number, nodes: number) => void,
  isStopped: () => boolean = () => false,
): void {
  checkDepth(depth, 1);
  const stack = new Int32Array(MAX_MOVES * depth);
  const split = (start: number, plies: number, report: (move: number, nodes: number) => void): void => {
    const end = generate(position, stack, start, ALL);
    for (let i = start; i < end && !isStopped(); i++) {
      position.make(stack[i]);
      let nodes = 0;
      if (plies - 1 > UNPOLLED_DEPTH) split(end, plies - 1, (_, leaves) => nodes += leaves);
      else nodes = walk(position, stack, end, plies - 1, true);
      position.undo();
      if (!isStopped()) report(stack[i], nodes);
    }
  };
  split(0, depth, onMove);
}

function checkDepth(depth: number, least: number): void {
  if (!Number.isInteger(depth) || depth < least || depth > MAX_DEPTH) {
    throw new RangeError(`Depth must be a whole number of plies, ${least} to ${MAX_DEPTH}, not ${depth}`);
  }
}

/** Counts the sequences from the current position. Writes the moves of this ply to `stack`, starting at `start`. */
function walk(position: Position, stack: Int32Array, start: number, depth: number, bulk: boolean): number {
  if (depth === 0) return 1;
  const end = generate(position, stack, start, ALL);
  if (depth === 1) {
    // The leaves are counted here, which saves a call for each of them.
    for (let i = bulk ? end : start; i < end; i++) {
      position.make(stack[i]);
      position.undo();
    }
    return end - start;
  }
  let nodes = 0;
  for (let i = start; i < end; i++) {
    position.make(stack[i]);
    nodes += walk(position, stack, end, depth - 1, bulk);
    position.undo();
  }
  return nodes;
}
