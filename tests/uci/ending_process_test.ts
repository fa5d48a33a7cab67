/** Commands before the end of the input are answered, even if the search thread starts slowly. @module */

import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { EngineProcess } from "./engine_process.ts";

const SLOW = "tests/uci/slow_engine.ts";

/** Sends lines and the end of the input to an engine that starts slowly, and returns its answers until it ends. */
async function answersOf(end: string, ...lines: string[]): Promise<string[]> {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.send(...lines, ...(end === "quit" ? [end] : []));
  if (end === "") await engine.closeInput();
  const answers = await engine.rest();
  assertEquals([(await engine.ending()).code, await engine.errors()], [0, ""]);
  return answers;
}

Deno.test("`quit` ends no command before its answer, even while the thread warms up", async () => {
  const commands = ["uci", "isready", "setoption name Threads value 2", "isready", "d", "go depth 2"];
  const answers = await answersOf("quit", ...commands);
  const marks = answers.flatMap((line) => /^(uciok|readyok|Fen:|bestmove|.*Internal error)/.exec(line)?.[1] ?? []);
  assertEquals(marks, ["uciok", "readyok", "readyok", "Fen:", "bestmove"]);
});

Deno.test("each command before the end of the input has its own time: many slow searches are all answered", async () => {
  // Together they take longer than one command may take.
  const searches = Array.from({ length: 14 }, () => "go nodes 100");
  const answers = await answersOf("", "isready", ...searches);
  assertEquals(answers[0], "readyok");
  assertEquals(answers.filter((line) => line.startsWith("bestmove")).length, searches.length);
});

Deno.test("a later `quit` ends the warm-up for which an `isready` waits", async () => {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.send("isready");
  assertEquals(await engine.during(700), []);
  await engine.send("quit");
  assertEquals(await engine.rest(), ["readyok"]);
});

Deno.test("an engine with a thread that starts slowly ends soon if nothing waits for the thread", async () => {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.line(/^uciok$/, "uci");
  await engine.send("quit");
  const ending = await engine.ending();
  assertEquals(ending.code, 0);
  // An answer may wait half a minute for a thread; this is far less.
  assertLess(ending.ms, 9000);
  assertMatch(await engine.errors(), /^$/);
});
