/** Starts games from endgames, because other games are adjudicated before they show how to win an endgame. @module */

import { formatFen, loadFen } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { countMen } from "../../tablebase/material.ts";
import { playRandomMoves } from "../../engine/games/random_openings.ts";
import { forEachGame } from "./game_files.ts";
import { walkGame } from "./game_walk.ts";

/** The number of pieces on the board, kings and pawns included. */
const PIECES_MIN = 4, PIECES_MAX = 16;
/** At most this many positions are kept for each number of pieces. */
const KEPT_MAX = 20_000;
/** The maximum number of random moves after a recorded position. They turn one position into many starts. */
const RANDOM_PLIES_MAX = 3;

/** FENs, grouped by the number of pieces. */
export type Endgames = readonly (readonly string[])[];

/** Collects endgames. If there are too many, keeps a fixed sample. Throws a RangeError if there are none. */
export function collectEndgames(files: readonly string[]): Endgames {
  const random = new Random(0n);
  const position = new Position();
  const kept = Array.from({ length: PIECES_MAX - PIECES_MIN + 1 }, () => ({ fens: new Array<string>(), seen: 0 }));
  const visit = () => {
    const list = kept[countMen(position) - PIECES_MIN];
    if (list === undefined) return;
    const at = list.fens.length < KEPT_MAX ? list.fens.length : random.below(list.seen + 1);
    if (at < KEPT_MAX) list.fens[at] = formatFen(position);
    list.seen++;
  };
  for (const path of files) forEachGame(path, (game) => walkGame(position, game, visit));
  const endgames = kept.map(({ fens }) => fens).filter((fens) => fens.length > 0);
  if (endgames.length > 0) return endgames;
  throw new RangeError(`Expected games with ${PIECES_MIN} to ${PIECES_MAX} pieces on the board, but found none`);
}

/** Draws an endgame in which the game is not over. Each number of pieces is equally likely. */
export function drawEndgame(endgames: Endgames, random: Random): string {
  const position = new Position();
  while (true) {
    const fens = endgames[random.below(endgames.length)];
    loadFen(position, fens[random.below(fens.length)], false);
    if (playRandomMoves(position, random, random.below(RANDOM_PLIES_MAX + 1))) return formatFen(position);
  }
}
