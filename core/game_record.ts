/** A game as a start position and moves. Threads and the library exchange games in this form. @module */

import { loadFen } from "./fen.ts";
import type { Position } from "./position.ts";

/** A game up to the position to search. The earlier moves are included because repetitions depend on them. */
export interface GameRecord {
  /** The start position as FEN, X-FEN or Shredder-FEN. */
  fen: string;
  /** Whether to treat the position as Chess960 even if its FEN is also valid in ordinary chess. */
  chess960: boolean;
  /** Legal moves from the start position, encoded as in types.ts. */
  moves: number[];
}

/** Sets up the position at the end of a game. */
export function replay(position: Position, game: GameRecord): void {
  loadFen(position, game.fen, game.chess960);
  for (let i = 0; i < game.moves.length; i++) position.make(game.moves[i]);
}
