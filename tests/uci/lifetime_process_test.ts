/**
 * How the process starts and ends. An engine that outlives its GUI eats a core until it is noticed. Costs about 10
 * s.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { assertPrompt } from "../prompt.ts";
import { EngineProcess } from "./engine_process.ts";

/** Milliseconds within which the process must be gone. The aim is 500. */
const GONE_MS = 1500;

const isWindows = Deno.build.os === "windows";

/** Waits for the end of the process, which is one without an error, and returns how many milliseconds that took. */
async function gone(engine: EngineProcess): Promise<number> {
  const { code, ms } = await engine.ending();
  assertEquals(code, 0);
  assertEquals(await engine.errors(), "");
  return ms;
}

/** Asserts that an engine ends in time: `end` makes it, and returns the milliseconds that the end took. */
function assertEnds(end: (engine: EngineProcess) => Promise<number>, ...commands: string[]): Promise<void> {
  return assertPrompt(GONE_MS, async () => {
    await using engine = new EngineProcess({ isReleased: true }, ...commands);
    return await end(engine);
  });
}

Deno.test("the end of the input ends an idle engine", async () => {
  await assertEnds(async (engine) => {
    await engine.answers();
    await engine.closeInput();
    return await gone(engine);
  });
});

Deno.test("the end of the input ends a search, which still gives its best move", async () => {
  await Promise.all(
    ["go infinite", "go ponder wtime 1000 btime 1000", "go movetime 60000"].map((go) =>
      assertEnds(async (engine) => {
        await engine.send(go);
        await engine.line(/^info depth 3 /);
        await engine.closeInput();
        const ms = await gone(engine);
        assertMatch((await engine.rest()).pop() ?? "", /^bestmove \w+/);
        return ms;
      })
    ),
  );
});

Deno.test("`quit` ends the engine whatever it does", async () => {
  const jobs = [[], ["go infinite"], ["perft 9"], ["bench 30"], ["isready", "go depth 40"]];
  await Promise.all(jobs.map((lines) =>
    assertEnds(async (engine) => {
      await engine.answers();
      // The answer comes once the command runs.
      await engine.answers(...lines);
      await engine.send("quit");
      return await gone(engine);
    })
  ));
});

Deno.test("the end of the input ends a perft or bench that was started before", async () => {
  await Promise.all(["perft 9", "bench 30"].map((line) =>
    assertEnds(async (engine) => {
      await engine.answers();
      await engine.answers(line);
      await engine.closeInput();
      return await gone(engine);
    })
  ));
});

Deno.test("a script from a pipe is run to its end, perft included", async () => {
  await Promise.all(["perft 3\nquit\n", "perft 3\n", "perft 3"].map(async (script) => {
    await using engine = new EngineProcess();
    await engine.sendRaw(`position startpos moves e2e4\n${script}`);
    await engine.closeInput();
    assert((await engine.rest()).includes("Nodes searched: 13160"), script);
  }));
});

Deno.test({
  name: "SIGTERM and SIGINT end the process at once, searching or not",
  ignore: isWindows,
  fn: async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      for (const lines of [[], ["go infinite"]]) {
        await assertEnds(async (engine) => {
          await engine.answers(...lines);
          engine.kill(signal);
          const ending = await engine.ending();
          assertEquals(ending.signal, signal);
          assertEquals(await engine.errors(), "");
          return ending.ms;
        });
      }
    }
  },
});

Deno.test("a closed output ends a search", async () => {
  for (const lines of [["go infinite"], ["position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go infinite"]]) {
    await assertEnds(async (engine) => {
      await engine.answers(...lines);
      await engine.line(/^info depth 3 /);
      await engine.closeOutput();
      return await gone(engine);
    });
  }
});

Deno.test("a closed output ends an idle engine when it has something to say", async () => {
  await assertEnds(async (engine) => {
    await engine.answers();
    await engine.closeOutput();
    // A read that is under way keeps the pipe open until a line arrives; a later one finds it closed.
    let hasEnded = false;
    const end = gone(engine).finally(() => hasEnded = true);
    while (!hasEnded) {
      await engine.send("isready").catch(() => {});
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    return await end;
  });
});

Deno.test("arguments are commands, run in order, each search to its end; then the program ends", async () => {
  await assertEnds(
    async (engine) => {
      const lines = await engine.rest();
      assertEquals(lines.filter((line) => line.startsWith("bestmove")).length, 2);
      const lastBestMove = lines.map((line) => line.startsWith("bestmove")).lastIndexOf(true);
      const board = lines.findIndex((line) => line.startsWith("FEN: rnbqkbnr/pppppppp/8/8/4P3/"));
      assertLess(lastBestMove, board);
      return await gone(engine);
    },
    "position startpos moves e2e4",
    "go depth 3",
    "go nodes 100",
    "d",
  );
});

Deno.test("a search without a bound among the arguments is ended by the next one", async () => {
  await assertEnds(
    async (engine) => {
      const lines = await engine.rest();
      assertEquals(lines.filter((line) => line.startsWith("bestmove")).length, 2);
      return await gone(engine);
    },
    "go infinite",
    "stop",
    "go ponder depth 2",
    "ponderhit",
  );
});

Deno.test("among arguments the first that is refused ends the program with 1, and nothing is searched behind it", async () => {
  const refused = [
    ["position fen 8/8/8/8/8/8/8/K7 w - - 0 1", /^info string Black must have one king, not 0/],
    ["position startpos moves e2e4 e2e4", /^info string Move 2 is refused\. /],
    ["go depth x", /^info string Expected a whole number after 'go depth', but got 'x'$/],
    ["go infinite searchmoves e2e5", /^info string .*'e2e5'/],
    ["setoption name SyzygyPath value /no/such/folder", /^info string .*'\/no\/such\/folder'/],
    ["setoption name EvalFile value /no/such/file", /^info string .*'\/no\/such\/file'/],
    ["perft x", /^info string /],
    ["--frobnicate", /^info string Unknown command '--frobnicate'/],
  ] as const;
  for (const [command, message] of refused) {
    await using engine = new EngineProcess("position startpos", command, "go depth 1");
    const lines = (await engine.rest()).filter((line) =>
      line !== "info depth 0 score cp 0" && line !== "bestmove 0000"
    );
    assertEquals(lines.length, 1, command);
    assertMatch(lines[0], message);
    assertEquals((await engine.ending()).code, 1, command);
  }
});

Deno.test("`--version` prints x.y, `--help` the commands, an unknown command behind others makes the exit code 1", async () => {
  await using version = new EngineProcess("--version");
  assertMatch((await version.rest()).join("\n"), /^Hindsight \d+\.\d+/);
  assertEquals((await version.ending()).code, 0);
  await using help = new EngineProcess("--help");
  assert((await help.rest()).some((line) => line.startsWith("bench ")));
  assertEquals((await help.ending()).code, 0);
  await using unknown = new EngineProcess("d", "--frobnicate");
  assertMatch((await unknown.rest()).join("\n"), /^info string Unknown command '--frobnicate'/m);
  assertEquals((await unknown.ending()).code, 1);
});

Deno.test("after a bench with any hash size a search visits the nodes that it visits without one", async () => {
  const nodesOf = async (...commands: string[]): Promise<string | undefined> => {
    await using engine = new EngineProcess("setoption name Hash value 4", ...commands, "go depth 6");
    const lines = (await engine.rest()).filter((line) => line.includes(" nodes ") && line.includes(" pv "));
    return / nodes (\d+)/.exec(lines.at(-1) ?? "")?.[1];
  };
  const [alone, same, other] = await Promise.all([nodesOf(), nodesOf("bench 1 4"), nodesOf("bench 1 16")]);
  assert(alone !== undefined);
  assertEquals([same, other], [alone, alone]);
});

Deno.test("`bench` ends with `N nodes N nps`, and N is the same on every run and after every game", async () => {
  const totals: string[] = [];
  for (
    const args of [["bench", "1"], [
      "go depth 6",
      "setoption name MultiPV value 2",
      "setoption name Hash value 4",
      "bench 1",
    ]]
  ) {
    await using engine = new EngineProcess(...args);
    const last = (await engine.rest()).pop() ?? "";
    assertMatch(last, /^\d+ nodes \d+ nps$/);
    totals.push(last.split(" ")[0]);
  }
  assertEquals(totals[0], totals[1]);
});
