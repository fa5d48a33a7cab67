/**
 * Counts the errors of both players: moves that lower the expected result (1 for a win, ½ for a draw) by more than 0.1.
 *
 * @module
 */

import { Engine, Game, gameFromPgn, type Line } from "@hindsight/engine";

const played = gameFromPgn("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 *");

/** The expected result for the side to move, from 0 to 1. */
const points = ({ chances }: Line): number => (chances.win + chances.draw / 2) / 1000;

const engine = await Engine.start();
const game = new Game();
const errors = { white: 0, black: 0 };
let before = points((await engine.analyse(game, { depth: 8 }).result).lines[0]);
for (const { san } of played.playedMoves()) {
  const player = game.turn;
  game.move(san);
  const after = points((await engine.analyse(game, { depth: 8 }).result).lines[0]);
  if (before - (1 - after) > 0.1) errors[player]++;
  before = after;
}
engine.close();

console.log(`Errors of White: ${errors.white}, of Black: ${errors.black}`);
