/** An analysis that reports each line as it is found, for half a second. @module */

import { Engine } from "@hindsight/engine";

const engine = await Engine.start({ hash: 32 });
const analysis = engine.analyse("startpos", { time: 500 });
for await (const { depth, score, nodes, nodesPerSecond, san } of analysis) {
  console.log(`Depth ${depth}, ${score.value}, ${nodes} nodes, ${nodesPerSecond} a second: ${san.join(" ")}`);
}
const { san } = await analysis.result;
engine.close();

console.log(`The best move is ${san}`);
