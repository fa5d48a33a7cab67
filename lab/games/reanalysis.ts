/**
 * Searches positions of recorded games again, with more nodes or a better network than they were played with: what
 * MuZero calls reanalysis (Schrittwieser et al., 2021). More games teach a network more than more positions of each
 * (lab/docs/networks/after-13.md), so a game is drawn for every position.
 *
 * What comes out are games, too: of one ply, from the position on, with the best move, its score, and the result of the
 * game that the position is from. So everything that reads games reads them.
 *
 * @module
 */

import { walkTo } from "./game_walk.ts";
import { type GameIndex, readIndexedGame } from "./game_index.ts";
import { reasonToDrop } from "./records.ts";
import { SelfPlay, type SelfPlayOptions } from "./self_play.ts";
import type { Random } from "../../core/random.ts";

/** Positions of any score, at any ply, may be searched again. */
const FILTER = { skip: 0, maxScore: Infinity };
/** Games without a position to learn from are rare: so many in a row are a mistake. */
const DRAWS_MAX = 10_000;

/** Draws positions of recorded games and searches them. */
export class Reanalysis {
  private readonly index: GameIndex;
  private readonly player: SelfPlay;

  /**
   * @param index The games.
   * @param options How a position is searched.
   * @param control Shared control words, see `search/thread_slot.ts`: `CONTROL_STOP` ends a search early.
   * @throws RangeError if there are no games.
   */
  constructor(index: GameIndex, options: SelfPlayOptions, control?: Int32Array) {
    if (index.files.length === 0) throw new RangeError("Expected games to draw positions from, but there are none");
    this.index = index;
    this.player = new SelfPlay(options, control);
  }

  /**
   * Draws a position that is worth learning from (`reasonToDrop`, by the move and score of its game) and searches it.
   *
   * @param random Decides which.
   * @returns A game of one ply in viriformat, or `null` if it was stopped.
   * @throws RangeError if the game drawn is not legal, or hardly any position can be learned from.
   */
  play(random: Random): Uint8Array<ArrayBuffer> | null {
    const { position } = this.player;
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const game = readIndexedGame(this.index, random.below(this.index.files.length));
      if (game.moves.length === 0) continue;
      const ply = random.below(game.moves.length);
      walkTo(position, game, ply);
      if (reasonToDrop(position, game.moves[ply], game.scores[ply], ply, FILTER) !== null) continue;
      return this.player.judge(game.result);
    }
    throw new RangeError(`Expected positions to learn from, but ${DRAWS_MAX} games drawn had none`);
  }
}
