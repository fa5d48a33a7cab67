/**
 * Endgames to play on from: positions of recorded games with few pieces on the board.
 *
 * Games of self-play end where both sides agree on the result. So a network that learns from them sees few endgames, and
 * hardly ever how one is won or held. Games that begin in an endgame and are played out show that.
 *
 * @module
 */

import { formatFen } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import type { Random } from "../../core/random.ts";
import { countMen } from "../../tablebase/material.ts";
import { playRandomMoves } from "../../engine/games/random_openings.ts";
import { walkGame, walkTo } from "./game_walk.ts";
import { type GameIndex, readIndexedGame } from "./game_index.ts";

/** Greatest score of either side at the start, centipawns. */
const BALANCE_MAX = 400;
/** Fewest and most pieces of an endgame, kings and pawns included. */
const PIECES_MIN = 4;
const PIECES_MAX = 16;
/** Most random moves played from the recorded position on, so that the same one gives many games. */
const RANDOM_PLIES_MAX = 3;
/** So many games are drawn for one number of pieces before another number is tried, of few games fewer … */
const DRAWS_MAX = 200;
/** … so many times all of them. */
const DRAWS_PER_GAME = 4;
/** So many numbers of pieces without an endgame in a row are a mistake. */
const ROUNDS_MAX = 100;

export class EndgameStarts {
  private readonly position: Position = new Position();

  /** @param index The games; at least one. */
  constructor(private readonly index: GameIndex) {}

  /**
   * Draws an endgame. Each number of pieces from 4 to 16 is equally likely, if there are games that have it.
   *
   * @returns The FEN of a position with a legal move.
   * @throws RangeError if hardly any game has so few pieces, or the game drawn is not legal.
   */
  draw(random: Random): string {
    const draws = Math.min(DRAWS_MAX, DRAWS_PER_GAME * this.index.files.length);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const pieces = PIECES_MIN + random.below(PIECES_MAX - PIECES_MIN + 1);
      for (let draw = 0; draw < draws; draw++) {
        if (!this.seek(random, pieces)) continue;
        const plies = random.below(RANDOM_PLIES_MAX + 1);
        if (playRandomMoves(this.position, random, plies)) return formatFen(this.position);
      }
    }
    throw new RangeError(`Expected games with ${PIECES_MIN} to ${PIECES_MAX} pieces on the board, but found none`);
  }

  /** Whether a score, in centipawns of either side, leaves something to be shown. */
  isBalanced(score: number): boolean {
    return Math.abs(score) <= BALANCE_MAX;
  }

  /** Draws a game, and one of its positions with so many pieces; false if it has none. */
  private seek(random: Random, pieces: number): boolean {
    const { position } = this;
    const game = readIndexedGame(this.index, random.below(this.index.files.length));
    const plies: number[] = [];
    walkGame(position, game, (_, __, ___, ply) => {
      if (countMen(position) === pieces) plies.push(ply);
    });
    if (plies.length === 0) return false;
    walkTo(position, game, plies[random.below(plies.length)]);
    return true;
  }
}
