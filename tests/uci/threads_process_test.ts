/**
 * Several search threads as a GUI sees them, and the races between them and its commands. Costs about 10 s.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { usageOf, usageWithin } from "../process_usage.ts";
import { assertLeast, assertPrompt } from "../prompt.ts";
import { EngineProcess } from "./engine_process.ts";

const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

/**
 * Milliseconds from `stop` to the best move, the least of several stops: other programs of a test machine may keep the
 * engine waiting. The aim is a few.
 */
const STOPPED_MS = 100;

/** Checks what a search wrote: lines with legal variations, the last of which begins with the best move. */
function checkSearch(lines: string[], fen: string): void {
  const best = lines.pop() ?? "";
  assertMatch(best, /^bestmove [a-h][1-8][a-h][1-8][nbrq]?( ponder [a-h][1-8][a-h][1-8][nbrq]?)?$/);
  const variations = lines.filter((line) => line.includes(" pv "));
  for (const line of variations) {
    const position = parseFen(fen);
    for (const move of line.split(" pv ")[1].split(" ")) position.make(parseUci(position, move));
  }
  const exact = variations.filter((line) => line.includes(" multipv 1 ") && !line.includes("bound")).pop();
  assertEquals(exact?.split(" pv ")[1].split(" ")[0], best.split(" ")[1]);
}

Deno.test("with 1 to 4 threads every kind of search ends with a legal best move, and `stop` ends it at once", async () => {
  await using engine = new EngineProcess();
  const latencies: number[] = [];
  for (const threads of [1, 2, 4, 3]) {
    assertEquals(await engine.answers(`setoption name Threads value ${threads}`), []);
    for (
      const go of ["go depth 7", "go nodes 8000", "go movetime 40", "go wtime 400 btime 400", "go mate 2 nodes 5000"]
    ) {
      await engine.send(`position fen ${MIDDLEGAME}`, go);
      checkSearch(await engine.until(/^bestmove/), MIDDLEGAME);
    }
    await engine.send("go infinite");
    await engine.line(/^info depth 6 /);
    const start = performance.now();
    await engine.send("stop");
    checkSearch(await engine.until(/^bestmove/), MIDDLEGAME);
    latencies.push(performance.now() - start);
  }
  assertLeast(STOPPED_MS, latencies);
});

Deno.test("`bench` is the same with any number of threads, and `genfens` too", async () => {
  const run = async (...commands: string[]): Promise<string[]> => {
    await using engine = new EngineProcess(...commands);
    return (await engine.rest()).map((line) => line.replace(/ nps$/, "").replace(/( nodes) \d+$/, "$1"));
  };
  const commands = ["genfens 1 seed 9 book None", "bench 1"];
  assertEquals(await run("setoption name Threads value 3", ...commands), await run(...commands));
});

Deno.test("the nodes of all threads are reported, and a bound of nodes is that of all together", async () => {
  await using engine = new EngineProcess();
  const nodes = async (): Promise<number> => {
    await engine.send("ucinewgame", `position fen ${MIDDLEGAME}`, "go nodes 30000");
    const lines = await engine.until(/^bestmove/);
    return Number(/ nodes (\d+) /.exec(lines.filter((line) => line.includes(" nodes ")).pop() ?? "")?.[1]);
  };
  assertEquals(await nodes(), 30000);
  await engine.send("setoption name Threads value 4");
  const together = await nodes();
  assert(together >= 30000 && together < 40000, String(together));
});

Deno.test("Threads, Hash, Clear Hash, MultiPV and Skill Level can change during a search", async () => {
  await using engine = new EngineProcess();
  const changes = [
    ["Threads value 3", true],
    ["Hash value 4", true],
    ["Threads value 1", true],
    ["Clear Hash", true],
    ["Threads value 2", true],
    // These are for the next search.
    ["MultiPV value 3", false],
    ["Skill Level value 3", false],
    ["UCI_LimitStrength value true", false],
    ["Threads value 2", false],
  ] as const;
  for (const [change, endsSearch] of changes) {
    await engine.send("setoption name Skill Level value 20", "position startpos", "go infinite");
    await engine.line(/^info depth 4 /);
    const lines = await engine.answers(`setoption name ${change}`);
    const count = lines.filter((line) => line.startsWith("bestmove")).length;
    assertEquals(count, endsSearch ? 1 : 0, change);
    if (endsSearch) continue;
    await engine.send("stop");
    await engine.line(/^bestmove/);
  }
  assertEquals(await engine.during(50), []);
});

Deno.test({
  name: "threads come and go, also in the middle of a search, without a thread or much memory left behind",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using engine = new EngineProcess();
    await engine.answers("setoption name Threads value 6", "setoption name Threads value 1");
    // Where the threads have not ended by then, more are accepted afterwards.
    await engine.during(300);
    const before = await usageOf(engine.pid);
    for (let round = 0; round < 3; round++) {
      for (const threads of [6, 2, 1]) {
        await engine.send(`setoption name Threads value ${threads}`, "isready", "go infinite");
        await engine.line(/^readyok$/);
        await engine.line(/^info depth 2 /);
        if (threads !== 2) {
          await engine.send("stop");
          await engine.line(/^bestmove/);
        }
      }
    }
    await engine.answers();
    const most = before.megabytes + 100;
    const after = await usageWithin(engine.pid, before.threads, most);
    assertLessOrEqual(after.threads, before.threads);
    assertLess(after.megabytes, most);
  },
});

Deno.test("with several threads `quit` and the end of the input end the process, searching, starting threads or not", async () => {
  const scripts = [
    ["setoption name Threads value 4", "go infinite"],
    ["setoption name Threads value 4", "go infinite", "setoption name Threads value 2"],
    ["go infinite", "setoption name Threads value 8"],
    ["setoption name Threads value 4", "setoption name Hash value 64", "go ponder wtime 100 btime 100"],
  ];
  for (const lines of scripts) {
    for (const end of ["quit", ""]) {
      await using engine = new EngineProcess();
      await engine.answers();
      await engine.send(...lines);
      // Sooner or later, so that threads start or have started.
      await engine.during(100);
      if (end === "quit") await engine.send("quit");
      else await engine.closeInput();
      assertEquals((await engine.ending()).code, 0);
      assertEquals(await engine.errors(), "");
    }
  }
});

Deno.test("a search, `stop`, `quit` and the end of the input do not wait for hundreds of threads that still start", async () => {
  for (const end of ["quit", ""]) {
    await using engine = new EngineProcess();
    await engine.answers();
    await engine.send("setoption name Threads value 512", "go infinite");
    await engine.line(/^info depth 2 /);
    await engine.send("stop");
    checkSearch(await engine.until(/^bestmove/), START_FEN);
    if (Deno.build.os === "linux") assertLess((await usageOf(engine.pid)).threads, 512);
    if (end === "quit") await engine.send("quit");
    else await engine.closeInput();
    assertEquals((await engine.ending()).code, 0);
    assertEquals(await engine.errors(), "");
  }
});

for (const threads of [1, 3]) {
  Deno.test(`with Threads at ${threads}, however commands follow each other, each \`go\` gets one best move`, async () => {
    await using engine = new EngineProcess();
    const goes = ["go infinite", "go ponder wtime 50 btime 50", "go depth 3", "go nodes 300", "go movetime 3", "go"];
    const others = [
      "stop",
      "ponderhit",
      "isready",
      "position startpos moves d2d4 d7d5",
      "ucinewgame",
      "setoption name Clear Hash",
      "setoption name Hash value 2",
      "setoption name Hash value 1",
      ...(threads > 1 ? ["setoption name Threads value 3", "setoption name Threads value 2"] : []),
      "setoption name MultiPV value 2",
      "setoption name MultiPV value 1",
    ];
    let expected = 0;
    let seed = 5;
    const random = (count: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 65536) % count;
    };
    let script = `setoption name Threads value ${threads}\n`;
    for (let i = 0; i < 150; i++) {
      if (random(2) === 0) {
        script += `${goes[random(goes.length)]}\n`;
        expected++;
      } else script += `${others[random(others.length)]}\n`;
      if (random(8) > 0) continue;
      await engine.sendRaw(script);
      script = "";
      await new Promise((resolve) => setTimeout(resolve, random(15)));
    }
    await engine.sendRaw(`${script}stop\nposition startpos moves a2a3\ngo depth 1 searchmoves a7a6\n`);
    const lines = await engine.until(/^bestmove a7a6/);
    assertEquals(lines.filter((line) => line.startsWith("bestmove")).length, expected + 1);
    assertEquals(lines.filter((line) => line.startsWith("info string")), []);
    assertEquals(await engine.during(50), []);
  });
}

Deno.test("pondering with several threads waits for `ponderhit` and then keeps the clock", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name Threads value 2", "isready");
  await engine.line(/^readyok$/);
  await engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 64000 btime 64000");
  assert((await engine.during(200)).every((line) => line.startsWith("info ")));
  const start = performance.now();
  await engine.send("ponderhit");
  assertMatch(await engine.line(/^bestmove/), /^bestmove \w+ ponder \w+$/);
  // It goes on with the time that is planned for the move: neither a stop nor without end.
  assertGreater(performance.now() - start, 150);
  assertLess(performance.now() - start, 10_000);
});

Deno.test("after pondering for longer than the move may take, `ponderhit` is answered at once", async () => {
  await using engine = new EngineProcess();
  await engine.send("position startpos moves e2e4 e7e5");
  await assertPrompt(300, async () => {
    // At most 0.4 s of this clock are for one move.
    await engine.send("go ponder wtime 1000 btime 1000");
    assert((await engine.during(1500)).every((line) => line.startsWith("info ")));
    const start = performance.now();
    await engine.send("ponderhit");
    await engine.line(/^bestmove/);
    return performance.now() - start;
  });
});

Deno.test("many threads on few processors still search, stop and end", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name Threads value 10", "isready");
  await engine.line(/^readyok$/);
  await engine.send("go infinite");
  const lines = await engine.until(/^info depth 5 /);
  await engine.send("stop");
  lines.push(...await engine.until(/^bestmove/));
  checkSearch(lines, START_FEN);
  await engine.send("quit");
  assertEquals((await engine.ending()).code, 0);
});
