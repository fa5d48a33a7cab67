/**
 * Options whose effect is on the answer of a search: how early it comes, and how good it is.
 *
 * @module
 */

import { assertEquals, assertGreater, assertGreaterOrEqual, assertLess } from "@std/assert";
import { EngineProcess, engineTests } from "./engine_process.ts";
import { assertPrompt } from "../prompt.ts";

const test = engineTests("options with an effect on the answer");

const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** A mate in three that begins with a sacrifice of the queen. */
const MATE_IN_3 = "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1";

/** The last line of a search, and its best move. */
async function search(engine: EngineProcess, fen: string, go: string): Promise<{ line: string; bestMove: string }> {
  await engine.send("ucinewgame", `position fen ${fen}`, go);
  const lines = await engine.until(/^bestmove/);
  const bestMove = lines.pop()?.split(" ")[1] ?? "";
  return { line: lines.filter((line) => line.includes(" nodes ")).pop() ?? "", bestMove };
}

function numberOf(name: string, line: string): number {
  return Number(new RegExp(` ${name} (\\d+)`).exec(line)?.[1]);
}

test("Move Overhead is set aside: of half a second, an overhead of 450 ms leaves a tenth", async (engine) => {
  await engine.answers();
  // A busy machine makes searches longer, never shorter.
  const takes = async (overhead: number, go: string): Promise<number> => {
    await engine.answers(
      `setoption name Move Overhead value ${overhead}`,
      "ucinewgame",
      `position fen ${MIDDLEGAME}`,
    );
    const start = performance.now();
    await engine.send(go);
    await engine.until(/^bestmove/);
    return performance.now() - start;
  };
  assertGreaterOrEqual(await takes(0, "go movetime 500"), 490);
  await assertPrompt(400, () => takes(450, "go movetime 500"));
  // The last move before the clock gets more time may take half of it, and next to nothing where the overhead eats it.
  const clock = "go wtime 1000 btime 1000 movestogo 1";
  assertGreater(await takes(0, clock), 300);
  await assertPrompt(200, () => takes(900, clock));
});

test("UCI_Elo decides how far a search looks and what it finds, once UCI_LimitStrength is on", async (engine) => {
  await engine.send("uci");
  const range = await engine.line(/^option name UCI_Elo /);
  const [least, most] = [numberOf("min", range), numberOf("max", range)];
  assertLess(least, most);
  // The weakest level finds the mate in a third of its searches: that it does so in all of 12 is out of the question.
  const rounds = 12;
  const measure = async (elo: number, rounds: number): Promise<{ nodes: number; mates: number }> => {
    await engine.send(`setoption name UCI_Elo value ${elo}`);
    const { line } = await search(engine, MIDDLEGAME, "go movetime 10000");
    let mates = 0;
    for (let i = 0; i < rounds; i++) {
      if ((await search(engine, MATE_IN_3, "go movetime 10000")).bestMove === "b1g6") mates++;
    }
    return { nodes: numberOf("nodes", line), mates };
  };
  await engine.send("setoption name UCI_LimitStrength value true");
  const weak = await measure(least, rounds);
  const strong = await measure(most, 1);
  assertLess(weak.nodes * 5, strong.nodes);
  assertLess(strong.nodes, 1e6, "a limited search ends long before its time");
  assertEquals(strong.mates, 1);
  assertLess(weak.mates, rounds);

  // Switched off, the number has no effect.
  await engine.send("setoption name UCI_LimitStrength value false", `setoption name UCI_Elo value ${least}`);
  const { line } = await search(engine, MIDDLEGAME, `go nodes ${weak.nodes + 1000}`);
  assertEquals(numberOf("nodes", line), weak.nodes + 1000);
});
