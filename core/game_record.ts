/**
 * A game as a start position and moves: threads and the library exchange games in this form.
 *
 * @module
 */

import { loadFen } from "./fen.ts";
import type { Position } from "./position.ts";

/** A game up to the position to search. It includes the moves before it because repetitions depend on them. */
export interface GameRecord {
  /** Where the moves start: FEN, X-FEN or Shredder-FEN. */
  fen: string;
  /** Whether the position counts as Chess960 even if its FEN could mean ordinary chess. */
  chess960: boolean;
  /** Legal moves from there on, encoded as in types.ts. */
  moves: number[];
}

/** Sets a position up: the start of a game and its moves. */
export function replay(position: Position, game: GameRecord): void {
  loadFen(position, game.fen, game.chess960);
  for (let i = 0; i < game.moves.length; i++) position.make(game.moves[i]);
}
