/** Two engines side by side with different settings: one plays weaker on purpose. @module */

import { Engine, Game } from "@hindsight/engine";

const [strong, weak] = await Promise.all([Engine.start({ hash: 8 }), Engine.start({ hash: 8, strength: 800 })]);
const game = new Game();
while (game.outcome === null && game.ply < 40) {
  const engine = game.turn === "white" ? strong : weak;
  const { move } = await engine.play(game, { nodes: 2000 }).result;
  if (move !== null) game.move(move);
}
const { lines: [{ score }] } = await strong.analyse(game, { depth: 8 }).result;
strong.close();
weak.close();

console.log(game.history().join(" "));
console.log(`After ${game.ply} plies: ${score.type} ${score.value} for ${game.turn}`);
