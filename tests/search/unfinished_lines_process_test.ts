/** MultiPV with two threads if a search ends during an iteration, in the protocol and in the library. @module */

import { assertEquals, assertLessOrEqual } from "@std/assert";
import { Engine } from "../../engine/engine.ts";
import { Session } from "../../uci/session.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { startEngineWorker } from "../engine_bundle.ts";

/** Asserts that lines, the best first, are in the order of their scores and at most an iteration apart. */
function assertOrder(scores: readonly number[], depths: readonly number[], what: string): void {
  assertEquals(scores, scores.toSorted((a, b) => b - a), what);
  for (const depth of depths) assertLessOrEqual(Math.abs(depth - depths[0]), 1, what);
}

Deno.test("the lines that the protocol reports are in order, with two threads", async () => {
  const written: string[] = [];
  const session = new Session({
    startWorker: startEngineWorker,
    warmUp: false,
    write: (line) => {
      written.push(line);
      if (/^info depth 6 .* multipv 2 /.test(line)) session.stop();
    },
  });
  await session.setOption("name Threads value 2");
  await session.setOption("name MultiPV value 4");
  for (const words of ["nodes 5000", "infinite"]) {
    await session.go(parseGo(tokenize(words)));
    await session.idle();
    const lines = written.splice(0);
    // A first line that was only a bound is reported again at the end.
    const last = [1, 2, 3, 4].map((rank) => lines.findLast((line) => line.includes(` multipv ${rank} `)) ?? "");
    const field = (name: string) => last.map((line) => Number(new RegExp(` ${name} (-?\\d+)`).exec(line)?.[1]));
    assertOrder(field("cp"), field("depth"), last.join("\n"));
  }
  await session.close();
});

Deno.test("the lines that the library reports are in order, with two threads", async () => {
  using engine = await Engine.start({ threads: 2, startWorker: startEngineWorker });
  for (const nodes of [2500, 5000]) {
    const { lines, move } = await engine.analyse("startpos", { nodes, lines: 4 }).result;
    assertEquals([lines.length, lines[0].moves[0]], [4, move]);
    const scores = lines.map(({ score }) => score.type === "cp" ? score.value : NaN);
    assertOrder(scores, lines.map(({ depth }) => depth), `${nodes} nodes`);
  }
});
