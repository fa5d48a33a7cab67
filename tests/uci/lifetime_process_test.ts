/** How the process starts and ends. An engine that outlives its GUI would use a core until somebody notices. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { assertPrompt } from "../prompt.ts";
import { EngineProcess } from "./engine_process.ts";

/** Milliseconds within which the process must end. The aim is 500. */
const GONE_MS = 1500;
const isWindows = Deno.build.os === "windows";

/** Waits for the end of the process, which must not end with an error. Returns the milliseconds of the wait. */
async function gone(engine: EngineProcess): Promise<number> {
  const { code, ms } = await engine.ending();
  assertEquals([code, await engine.errors()], [0, ""]);
  return ms;
}

/** Asserts that an engine ends in time: `end` ends it, and returns the milliseconds that this took. */
function assertEnds(
  end: (engine: EngineProcess) => Promise<number>,
  isReleased: boolean,
  ...commands: readonly string[]
): Promise<void> {
  return assertPrompt(GONE_MS, async () => {
    await using engine = new EngineProcess({ isReleased }, ...commands);
    return await end(engine);
  });
}

// flood_process_test.ts tests the end of a perft, threads_process_test.ts the end of pondering.
Deno.test("`quit` and the end of the input end the engine whatever it is doing, and a search gives its best move", async () => {
  const quit = (engine: EngineProcess) => engine.send("quit");
  const close = (engine: EngineProcess) => engine.closeInput();
  const jobs = [
    [quit, ""],
    [quit, "go infinite"],
    [close, ""],
    [close, "go movetime 60000"],
    [close, "bench 30"],
  ] as const;
  await Promise.all(jobs.map(([end, job]) =>
    // One of these engines has the released form, with a warm-up.
    assertEnds(async (engine) => {
      await engine.answers();
      // The answer shows that the command runs.
      await engine.answers(job);
      if (job.startsWith("go")) await engine.line(/^info depth 3 /);
      await end(engine);
      const ms = await gone(engine);
      if (job.startsWith("go")) assertMatch((await engine.rest()).pop() ?? "", /^bestmove \w+/);
      return ms;
    }, job === "go infinite")
  ));
});

Deno.test("a script from a pipe is run to its end, perft included", async () => {
  await using engine = new EngineProcess();
  await engine.sendRaw("position startpos moves e2e4\nperft 3");
  await engine.closeInput();
  assert((await engine.rest()).includes("Nodes searched: 13160"));
});

Deno.test("SIGTERM and SIGINT end the process immediately, searching or not", { ignore: isWindows }, async () => {
  for (const [signal, job] of [["SIGTERM", "go infinite"], ["SIGINT", ""]] as const) {
    await assertEnds(async (engine) => {
      await engine.answers(job);
      engine.kill(signal);
      const ending = await engine.ending();
      assertEquals([ending.signal, await engine.errors()], [signal, ""]);
      return ending.ms;
    }, signal === "SIGTERM");
  }
});

Deno.test("a closed output ends a search, even a finished search that has nothing to report", async () => {
  await assertEnds(async (engine) => {
    await engine.answers("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go infinite");
    await engine.line(/^info depth 3 /);
    await engine.closeOutput();
    return await gone(engine);
  }, false);
});

Deno.test("a closed output ends an idle engine when it writes something", async () => {
  await assertEnds(async (engine) => {
    await engine.answers();
    await engine.closeOutput();
    // A running read keeps the pipe open until a line arrives; a later read finds it closed.
    let hasEnded = false;
    const end = gone(engine).finally(() => hasEnded = true);
    while (!hasEnded) {
      await engine.send("isready").catch(() => {});
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    return await end;
  }, false);
});

Deno.test("arguments are commands that run in order, each search until it ends or the next command comes; after the last one the program ends", async () => {
  const searches = ["position startpos moves e2e4", "go depth 3", "histories", "2", "go nodes 100", "d"];
  const stopped = ["go infinite", "stop", "go ponder depth 2", "ponderhit"];
  await assertEnds(
    async (engine) => {
      const text = (await engine.rest()).join("\n");
      // Both words for help list the commands.
      for (const name of ["uci", "position", "histories", "help", "bench"]) {
        assertEquals(text.match(new RegExp(`^${name}( |$)`, "gm"))?.length, 2, name);
      }
      const marks = text.match(/^(Hindsight \d[\d.]*|bestmove|F(?:EN|en): \S+|Quiet moves, 2 of 20)/gm) ?? [];
      const [best, fen] = ["bestmove", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"];
      // Each list of commands also begins with the name of the engine.
      const [name] = marks;
      const first = [name, name, name, best, fen.replace("Fen", "FEN"), "Quiet moves, 2 of 20"];
      assertEquals(marks, [...first, best, fen, best, best]);
      return await gone(engine);
    },
    true,
    ...["help", "--version", "--help", ...searches, ...stopped],
  );
});

// protocol_process_test.ts and go_process_test.ts test the other refusals.
Deno.test("the first refused argument ends the program with exit code 1, and nothing is searched after it", async () => {
  const refused = [
    ["position startpos moves e2e4 e2e4", /^info string Move 2 is refused\. /],
    ["go infinite searchmoves e2e5", /^info string .*'e2e5'/],
  ] as const;
  await Promise.all(refused.map(async ([command, message]) => {
    await using engine = new EngineProcess("position startpos", command, "go depth 1");
    const lines = await engine.rest();
    assertMatch(lines[0], message);
    assertEquals(lines.slice(1), command.startsWith("go") ? ["info depth 0 score cp 0", "bestmove (none)"] : []);
    assertEquals((await engine.ending()).code, 1, command);
  }));
});

Deno.test("`bench` and `genfens` print the same on every run, after any game and with any number of threads, and change no search", async () => {
  const [bench, genfens, go] = ["bench 1", "genfens 1 seed 9 book None", "go depth 5"];
  const game = ["setoption name MultiPV value 2", go, "setoption name Threads value 2", bench, genfens];
  // A bench uses a hash table of another size.
  await using engine = new EngineProcess("setoption name Hash value 4", go, bench, genfens, go, ...game);
  const text = (await engine.rest()).join("\n");
  const all = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found);
  for (const found of [all(/^(\d+) nodes \d+ nps$/gm), all(/^info string genfens (.*)$/gm)]) {
    assertEquals([found.length, new Set(found).size], [2, 1]);
  }
  const [alone, later] = all(/^info depth 5 .* nodes (\d+) .*\nbestmove/gm);
  assert(Number(alone) > 100);
  assertEquals(later, alone);
});
