/** Writes the engine's evaluation after each move of a game. @module */

import { Engine, Game, gameFromPgn } from "@hindsight/engine";

const played = gameFromPgn("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");

const engine = await Engine.start();
const game = new Game();
const words: string[] = [];
for (const { san } of played.playedMoves()) {
  if (game.turn === "white") words.push(`${game.ply / 2 + 1}.`);
  game.move(san);
  const { lines: [{ score }] } = await engine.analyse(game, { depth: 8 }).result;
  // Scores are from the point of view of the side to move, but readers expect White's.
  const white = game.turn === "white" ? score.value : -score.value;
  words.push(san, score.type === "mate" ? `{ #${white} }` : `{ ${(white / 100).toFixed(2)} }`);
}
engine.close();

console.log(words.join(" "), game.outcome?.result);
