/**
 * The position of a node of a game, found by playing moves on one board that all games share.
 *
 * The board stays at the latest node, so a walk through a game costs one move for each node. No game has to store a
 * position, which takes about 34 kB with its past. The caller must use the position immediately and must not change it.
 * The next call changes it, even a call for another game.
 *
 * @module
 */

import { parseSetup } from "../../core/fen.ts";
import { Position, type Setup } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";

/** The start of a game. */
export interface GameStart {
  /** The position: FEN, X-FEN or Shredder-FEN. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

/** A start. After its first use, a start also keeps its position as data. */
export interface Start extends GameStart {
  /** The contents of the FEN, `null` until the first use. */
  setup: Setup | null;
}

/** The fields of a node that the board needs. */
export interface Place {
  /** The node before the move, `null` at the start. */
  readonly parent: Place | null;
  /** The move, `NO_MOVE` for a null move. */
  readonly move: number;
  /** The start of its game. */
  readonly start: Start;
  /** Number of moves from the start. */
  readonly ply: number;
}

/** The board, and its current node: a cache that affects no result. */
const board = new Position();
let place: Place | null = null;

/** The position after a node's move, until the next call. */
export function boardAt(target: Place): Position {
  if (target === place) return board;
  if (target.parent !== null && target.parent === place) play(target.move);
  else goTo(target);
  place = target;
  return board;
}

/** Goes back to the last common node, or to another start, and from there to the target. */
function goTo(target: Place): void {
  const { start } = target;
  let at = place;
  // If the start cannot be loaded, the board has no current node.
  place = null;
  if (at?.start !== start) {
    board.load(start.setup ??= parseSetup(start.fen, { chess960: start.chess960 }));
    at = null;
  }
  const ahead: number[] = [];
  for (let node = target; node !== at;) {
    if (at !== null && at.ply >= node.ply && at.parent !== null) {
      if (at.move === NO_MOVE) board.undoNull();
      else board.undo();
      at = at.parent;
    } else if (node.parent !== null) {
      ahead.push(node.move);
      node = node.parent;
    } else break;
  }
  for (let i = ahead.length - 1; i >= 0; i--) play(ahead[i]);
}

function play(move: number): void {
  if (move === NO_MOVE) board.makeNull();
  else board.make(move);
}
