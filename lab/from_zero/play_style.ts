/** How a network plays, in a few numbers. @module */

import { legalMoves } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { seeAtLeast } from "../../core/see.ts";
import { CASTLING, moveKind } from "../../core/types.ts";
import { forEachGame, listGameFiles } from "../games/game_files.ts";
import { walkGame } from "../games/game_walk.ts";
import { DRAWN } from "../games/viriformat.ts";

const GAMES = 400;
/** A capture that gains this many centipawns counts as taking a piece for nothing. */
const PIECE = 200;

export interface PlayStyle {
  readonly games: number;
  /** Mean number of plies after the opening. */
  readonly plies: number;
  /** The share of games with a winner, 0 … 1. */
  readonly decided: number;
  /** The share of sides that castled, 0 … 1. */
  readonly castled: number;
  /** How many moves in 100 let the opponent take a piece for nothing. */
  readonly left: number;
}

/** `null` if the folder has no games. */
export function styleOf(folder: string): PlayStyle | null {
  const position = new Position();
  let [games, plies, decided, castled, left] = [0, 0, 0, 0, 0];
  for (const path of listGameFiles(folder)) {
    if (games >= GAMES) break;
    forEachGame(path, (game) => {
      if (games >= GAMES) return;
      games++;
      if (game.result !== DRAWN) decided++;
      walkGame(position, game, (place, move, _, ply) => {
        plies++;
        if (moveKind(move) === CASTLING) castled++;
        // Skip the first position: neither player chose the move that led to it.
        if (ply > 0 && !place.inCheck && canTakePiece(place)) left++;
      });
    });
  }
  if (games === 0) return null;
  return {
    games,
    plies: plies / games,
    decided: decided / games,
    castled: castled / games / 2,
    left: 100 * left / plies,
  };
}

function canTakePiece(position: Position): boolean {
  return legalMoves(position).some((move) => position.isCapture(move) && seeAtLeast(position, move, PIECE));
}
