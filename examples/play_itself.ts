/** The engine plays a game against itself, at most forty moves by each side, and prints it as PGN. @module */

import { Engine, Game } from "@hindsight/engine";

const engine = await Engine.start();
const game = new Game();
game.tags.set("White", "Hindsight");
game.tags.set("Black", "Hindsight");
while (game.outcome === null && game.ply < 80) {
  const { move } = await engine.play(game, { nodes: 1000 }).result;
  if (move !== null) game.move(move);
}
engine.close();

console.log(game.toPgn());
console.log(game.outcome?.reason ?? "Not over yet");
