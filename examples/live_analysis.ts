/** Analyses a position for half a second, and reports each line as it is found. @module */

import { Engine } from "@hindsight/engine";

const engine = await Engine.start({ hash: 32 });
const analysis = engine.analyse("startpos", { time: 500 });
for await (const { depth, score, nodes, nodesPerSecond, san } of analysis) {
  console.log(`Depth ${depth}, ${score.value}, ${nodes} nodes, ${nodesPerSecond} per second: ${san.join(" ")}`);
}
const { san } = await analysis.result;
engine.close();

console.log(`The best move is ${san}`);
