/** Three ways to stop an analysis. Its result is the best move so far. @module */

import { Engine } from "@hindsight/engine";

const engine = await Engine.start();

const byCall = engine.analyse("startpos");
setTimeout(() => byCall.stop(), 100);
console.log(`Stopped by a call: ${(await byCall.result).isStopped}`);

const bySignal = engine.analyse("startpos").stopOn(AbortSignal.timeout(100));
console.log(`Stopped by a signal: ${(await bySignal.result).isStopped}`);

const byLoop = engine.analyse("startpos");
for await (const { depth } of byLoop) if (depth >= 5) break;
console.log(`Stopped by leaving the loop: ${(await byLoop.result).isStopped}`);

engine.close();
