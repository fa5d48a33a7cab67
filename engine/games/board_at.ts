/**
 * The position of a node of a game, played through on one board that all games share.
 *
 * The board stays where it was asked for last, so going through a game costs one move a node, and no game has to keep a
 * position: a `Position` with its past has some 34 kB. The caller uses the position immediately and does not change it: the
 * next call, also of another game, changes it.
 *
 * @module
 */

import { parseSetup } from "../../core/fen.ts";
import { Position, type Setup } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";

/** Where a game starts. */
export interface GameStart {
  /** The position: FEN, X-FEN or Shredder-FEN. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

/** A start, with its position as data once that was needed. */
export interface Start extends GameStart {
  /** What the FEN says, `null` until it is needed. */
  setup: Setup | null;
}

/** What the board needs of a node. */
export interface Place {
  /** The node before the move, `null` at the start. */
  readonly parent: Place | null;
  /** The move, `NO_MOVE` for a null move. */
  readonly move: number;
  /** The start of its game. */
  readonly start: Start;
  /** Number of moves from there. */
  readonly ply: number;
}

/** The board, and the node that it stands at: a cache, which no result depends on. */
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

/** Goes back to the last node that both paths have, or to another start, and on to the target. */
function goTo(target: Place): void {
  const { start } = target;
  let at = place;
  // If the start cannot be loaded, the board is at no place.
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
