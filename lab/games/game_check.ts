/** Finds faults in recorded games. @module */

import type { Position } from "../../core/position.ts";
import { MATE } from "../../core/score.ts";
import { walkGame } from "./game_walk.ts";
import { Adjudicator, ENDGAME_RULES, resultByRule, SELF_PLAY_RULES } from "./self_play.ts";
import { DRAWN, type PlayedGame } from "./viriformat.ts";

/**
 * Throws a RangeError unless a self-play game is legal, ends as soon as the rules or the scores require, and has the
 * right result. Games that start from endgames end at a higher score than other games, so either score is accepted.
 */
export function checkGame(position: Position, game: PlayedGame): void {
  if (game.moves.length === 0) throw new RangeError("Expected a game to have moves, but there are none");
  const earliest = new Adjudicator(SELF_PLAY_RULES);
  const latest = new Adjudicator(ENDGAME_RULES);
  walkGame(position, game, (_, __, score, ply) => {
    if (Math.abs(score) > MATE) throw new RangeError(`Expected scores up to ${MATE}, but ply ${ply} has ${score}`);
    if (resultByRule(position) !== null) {
      throw new RangeError(`Expected the game to end after ${ply} plies by the rules, but it continues`);
    }
    if (ply === 0) return;
    earliest.afterMove(game.scores[ply - 1], position.gamePly);
    if (latest.afterMove(game.scores[ply - 1], position.gamePly) !== null) {
      throw new RangeError(`Expected the game to end after ${ply} plies by its scores, but it continues`);
    }
  });
  const byRule = resultByRule(position);
  if (byRule !== null && byRule !== game.result) {
    throw new RangeError(`Expected the result ${byRule}, by the rules, but got ${game.result}`);
  }
  const last = game.scores[game.moves.length - 1];
  if (byRule === null && game.result !== DRAWN && last > 0 !== game.result > DRAWN) {
    throw new RangeError(`Expected the result to agree with the last score, but it is ${game.result} after ${last}`);
  }
  const byScores = earliest.afterMove(last, position.gamePly);
  if (byRule === null && byScores === null) {
    throw new RangeError("Expected the game to be over, but neither the rules nor its scores say so");
  }
  if (byRule === null && byScores !== game.result) {
    throw new RangeError(`Expected the result ${byScores}, by the scores, but got ${game.result}`);
  }
}
