/** Replays recorded games. @module */

import { formatFen, parseSetup } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import type { PlayedGame } from "./viriformat.ts";

/** Called before each move is made. `score` is from White's point of view, and `ply` starts at 0. */
export type PlyVisitor = (position: Position, move: number, score: number, ply: number) => void;

/**
 * Replays a game; afterwards, `position` is its final position. Throws a RangeError if the start is impossible or a
 * move is illegal.
 */
export function walkGame(position: Position, game: PlayedGame, visit: PlyVisitor): void {
  position.load(game.start);
  parseSetup(formatFen(position));
  for (let ply = 0; ply < game.moves.length; ply++) {
    const move = game.moves[ply];
    if (!isLegal(position, move)) {
      const text = formatUci(move, position.chess960);
      throw new RangeError(`Illegal move ${text} at ply ${ply} in '${formatFen(position)}'`);
    }
    visit(position, move, game.scores[ply], ply);
    position.make(move);
  }
}
