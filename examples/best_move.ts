/** The best move in a position. @module */

import { Engine } from "@hindsight/engine";

const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4";

const engine = await Engine.start();
const { san, lines: [best] } = await engine.analyse(fen, { depth: 10 }).result;
engine.close();

console.log(`Best move: ${san}`);
console.log(`Score: ${best.score.type} ${best.score.value}`);
