/** Input that comes faster than commands run, and input that breaks the loop that reads it. @module */

import { assert, assertEquals, assertGreater, assertLess, assertMatch } from "@std/assert";
import { settlesWithin } from "../../core/patience.ts";
import { EngineProcess } from "./engine_process.ts";

/** The number of lines in a flood: more lines of this length than a queue holds. */
const FLOOD = 31_000;
const LINE = "debug on".padEnd(500);
/** Every line whose number is a multiple of this gets an answer. */
const STEP = 1000;
/** The number of characters that are sent in one piece. */
const PIECE = 100_000;
/** Milliseconds without progress after which the engine counts as not reading, once it has read half of the flood. */
const STALLED_MS = 700;
/** The same limit before half is read. Even a busy machine does not delay a reader for that long. */
const PATIENCE_MS = 60_000;

/** A flood of lines. Each answer names the number of its line. */
function flood(): string {
  return Array.from({ length: FLOOD }, (_, i) => (i + 1) % STEP === 0 ? `line-${i + 1}\n` : `${LINE}\n`).join("");
}

Deno.test("during a perft, a flood of lines is not read into memory, and the sender waits", async () => {
  await using engine = new EngineProcess();
  await engine.answers();
  await engine.answers("perft 12");
  const text = flood();
  let sent = 0;
  let isStalled = false;
  while (sent < text.length && !isStalled) {
    const write = engine.sendRaw(text.slice(sent, sent + PIECE)).catch(() => {});
    isStalled = !await settlesWithin(write, sent > text.length / 2 ? STALLED_MS : PATIENCE_MS);
    if (!isStalled) sent += PIECE;
    else {
      engine.kill("SIGKILL");
      await write;
    }
  }
  assert(isStalled, "Expected the engine to stop reading");
  // The queue holds more than half of the flood.
  assertGreater(sent, text.length / 2);
});

Deno.test("no line of a flood during a perft is lost, and `stop` or `quit` after thousands of lines ends a perft immediately", async () => {
  await using engine = new EngineProcess();
  await engine.answers();
  await engine.send("perft 4");
  await engine.sendRaw(flood());
  const lines = await engine.until(/^Fen: /, "d");
  const numbers = lines.flatMap((line) => /'line-(\d+)'/.exec(line)?.[1] ?? []).map(Number);
  assertEquals(numbers, Array.from({ length: FLOOD / STEP }, (_, i) => (i + 1) * STEP));
  // Each line was carried out in its turn.
  assertLess(lines.indexOf("Nodes searched: 197281"), lines.findIndex((line) => line.includes("'line-")));
  for (const end of ["stop", "quit"]) {
    await engine.answers("perft 12");
    await engine.sendRaw("setoption name MultiPV value 2\n".repeat(5000));
    await engine.send(end, "version");
    if (end === "quit") continue;
    assertMatch(await engine.line(/was stopped/), /^info string Perft of /);
    await engine.line(/^Hindsight /);
  }
  assertEquals((await engine.ending()).code, 0);
});

Deno.test("an exception while input is read ends the engine, after the search has given its move", async () => {
  await using engine = new EngineProcess({ program: "tests/uci/broken_input.ts" });
  await engine.line(/^info depth 3 /, "isready", "go infinite");
  await engine.send("break");
  const rest = await engine.rest();
  assert(rest.includes("info string Internal error: Invalid string length"), rest.join("\n"));
  assertEquals(rest.filter((line) => line.startsWith("bestmove ")).length, 1);
  assertEquals([(await engine.ending()).signal, await engine.errors()], [null, ""]);
});
