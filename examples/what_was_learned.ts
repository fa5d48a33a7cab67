/**
 * What a search has learned about the moves of a position, as data and as a picture (SVG). docs/histories.md explains
 * the data and the picture.
 *
 * @module
 */

import { Engine, Game } from "@hindsight/engine";
import { describeHistories, drawHeatMap } from "@hindsight/engine/view";

const game = new Game();
for (const move of ["e4", "e5", "Nf3", "Nc6"]) game.move(move);

const engine = await Engine.start();
const { depth } = await engine.analyse(game, { depth: 10 }).result;
const inspection = await engine.inspect(game);
engine.close();

for (const { san, score, shares } of describeHistories(inspection, game.position).quiets.slice(0, 5)) {
  console.log(san, score, JSON.stringify(shares));
}
const svg = drawHeatMap({ position: game, butterfly: inspection.butterfly, depth });
console.log(`A picture of ${svg.length} characters, which begins with ${svg.slice(0, 5)}`);
