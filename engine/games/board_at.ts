/**
 * Sets up the position of a game's node on one board that all games share.
 *
 * A position and its history take about 34 kB, so games do not store positions. The board stays at the latest node, and
 * moves from there to the next one. The caller must not change the position, and must not use it after the next call.
 *
 * @module
 */

import { parseSetup } from "../../core/fen.ts";
import { Position, type Setup } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";

/** The start position of a game. */
export interface GameStart {
  /** FEN, X-FEN or Shredder-FEN. */
  readonly fen: string;
  /** Whether castling follows the rules of Chess960. */
  readonly chess960: boolean;
}

/** The start of a game. `setup` holds the contents of the FEN; it is `null` until it is first needed. */
export type Start = GameStart & { setup: Setup | null };

/** The part of a node that the board needs. The move is `NO_MOVE` for a null move. */
export type Place = {
  readonly parent: Place | null;
  readonly move: number;
  readonly start: Start;
  readonly ply: number;
};

/** The shared board and, in `place`, the node that it shows. This cache does not affect any result. */
const board = new Position();
let place: Place | null = null;

/** The position after a node's move. The next call changes it. */
export function boardAt(target: Place): Position {
  if (target === place) return board;
  if (target.parent !== null && target.parent === place) play(target.move);
  else goTo(target);
  place = target;
  return board;
}

/** Goes back to the last common node, then forward to the target. */
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
