/** The display of `hindsight analyse --fen` on a terminal while it searches. @module */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { Engine } from "../../../engine/engine.ts";
import type { Line } from "../../../engine/line.ts";
import { LineProgress } from "../../../shell/analyse/analyse_position.ts";
import { startSameThread } from "../same_thread.ts";

const MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

async function linesOf(fen: string, depth: number, lines: number): Promise<Line[]> {
  using engine = await Engine.start({ startWorker: startSameThread });
  return await Array.fromAsync(engine.analyse(fen, { depth, lines }));
}

Deno.test("a line is shown when its evaluation or its moves have changed, not when only its depth has", async () => {
  const progress = new LineProgress(parseFen(MATE_IN_1));
  const reported = await linesOf(MATE_IN_1, 30, 1);
  assertEquals(reported.length, 30);
  const mates = reported.map((line) => progress.newsOf(line)).filter((text) => text?.includes("mates in 1"));
  assertEquals(mates.length, 1);
  const [line] = reported;
  assertEquals(progress.newsOf({ ...line, bound: "lower" }), null);
  const other = { ...line, san: ["Kd2"] };
  assertEquals(progress.newsOf(other)?.endsWith(" 1. Kd2"), true);
  assertEquals(progress.newsOf({ ...other, depth: 9, time: 9999, nodes: 1 }), null);
});

Deno.test("a line is compared with the previous line of the same rank", async () => {
  const progress = new LineProgress(parseFen(MATE_IN_1));
  const reported = (await linesOf(MATE_IN_1, 4, 2)).slice(-2);
  assertEquals(reported.map(({ rank }) => rank), [1, 2]);
  assertEquals(reported.map((line) => progress.newsOf(line) === null), [false, false]);
  assertEquals(reported.map((line) => progress.newsOf(line)), [null, null]);
});
