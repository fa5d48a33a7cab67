/**
 * The three best moves, each with its score, its chance to win, and the expected line.
 *
 * @module
 */

import { Engine } from "@hindsight/engine";

const engine = await Engine.start();
const { lines } = await engine.analyse({ moves: ["e4", "c5", "Nf3"] }, { lines: 3, depth: 10 }).result;
engine.close();

for (const { rank, score, chances, san } of lines) {
  console.log(`${rank}. ${score.type} ${score.value}, wins ${chances.win / 10} %: ${san.slice(0, 6).join(" ")}`);
}
