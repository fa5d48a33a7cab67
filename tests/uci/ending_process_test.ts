/**
 * What was asked before the end of the input is answered, however slowly the search thread starts. Costs about 12 s.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { EngineProcess } from "./engine_process.ts";

const SLOW = "tests/uci/slow_engine.ts";

Deno.test("everything before `quit` or the end of the input is answered, also while the thread warms up", async () => {
  for (const end of ["quit\n", ""]) {
    await using engine = new EngineProcess({ program: SLOW });
    await engine.sendRaw(`isready\n${end}`);
    if (end === "") await engine.closeInput();
    assertEquals(await engine.rest(), ["readyok"]);
    assertEquals((await engine.ending()).code, 0);
  }
});

Deno.test("`quit` behind several commands ends none of them before its answer", async () => {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.send("uci", "isready", "setoption name Threads value 2", "isready", "d", "go depth 2", "quit");
  const lines = await engine.rest();
  const answers = lines.filter((line) => /^(uciok|readyok|FEN: .*|bestmove .*)$/.test(line));
  assertEquals(answers.map((line) => line.split(" ")[0]), ["uciok", "readyok", "readyok", "FEN:", "bestmove"]);
  assert(lines.every((line) => !line.includes("Internal error")));
});

Deno.test("each command before the end of the input has its own time: many slow searches are all answered", async () => {
  // Together they take two seconds, longer than one command may.
  const searches = Array.from({ length: 7 }, () => "ucinewgame\nposition startpos\ngo nodes 100\n");
  for (const end of ["quit\n", ""]) {
    await using engine = new EngineProcess({ program: SLOW });
    await engine.sendRaw(searches.join("") + end);
    if (end === "") await engine.closeInput();
    const answers = (await engine.rest()).filter((line) => line.startsWith("bestmove"));
    assertEquals(answers.length, searches.length);
    assertEquals((await engine.ending()).code, 0);
  }
});

Deno.test("a `quit` that comes later ends the warm-up that an `isready` waits for", async () => {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.send("isready");
  assertEquals(await engine.during(700), []);
  await engine.send("quit");
  assertEquals(await engine.rest(), ["readyok"]);
});

Deno.test("an engine whose thread starts slowly ends soon where nothing waits for it", async () => {
  await using engine = new EngineProcess({ program: SLOW });
  await engine.send("uci");
  await engine.line(/^uciok$/);
  await engine.send("quit");
  const ending = await engine.ending();
  assertEquals(ending.code, 0);
  // Not the half minute that an answer may wait for a thread.
  assertLess(ending.ms, 9000);
  assertMatch(await engine.errors(), /^$/);
});
