/** Several search threads, as a GUI sees them, and races between the threads and the GUI's commands. @module */

import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import { randomIntegers } from "../core/random_games.ts";
import { usageOf, usageWithin } from "../process_usage.ts";
import { assertLeast, assertPrompt } from "../prompt.ts";
import { EngineProcess, engineTests } from "./engine_process.ts";
import { BEST_MOVE, checkSearch } from "./protocol_fixtures.ts";

const test = engineTests("several threads");
const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** Milliseconds from `stop` to the best move, for the fastest of several stops. The aim is a few milliseconds. */
const STOPPED_MS = 100;
/** More threads than start within a second. */
const MANY_THREADS = 512;

test("with any number of threads every kind of search ends with a legal best move, and `stop` ends it immediately", async (engine) => {
  const latencies: number[] = [];
  for (const threads of [2, 4]) {
    assertEquals(await engine.answers(`setoption name Threads value ${threads}`), []);
    for (const go of ["go depth 5", "go movetime 40", "go wtime 400 btime 400", "go mate 2 nodes 2000"]) {
      checkSearch(await engine.until(/^bestmove/, `position fen ${MIDDLEGAME}`, go), MIDDLEGAME);
    }
    await engine.line(/^info depth 5 /, "go infinite");
    const start = performance.now();
    assertMatch((await engine.until(/^bestmove/, "stop")).pop()!, BEST_MOVE);
    latencies.push(performance.now() - start);
  }
  assertLeast(STOPPED_MS, latencies);
});

test("options that change during a search do not end it, whether or not they take effect only afterwards", async (engine) => {
  const changes = ["Threads value 3", "Hash value 4", "Clear Hash", "SyzygyPath value /no/such", "EvalFile value ?"]
    .concat("MultiPV value 3", "Skill Level value 3", "Learning value use", "Threads value 1", "Hash value 16");
  for (const go of ["infinite", "ponder wtime 1 btime 1"]) {
    for (const change of changes) {
      await engine.send("setoption name MultiPV value 1", "setoption name Skill Level value 20", `go ${go}`);
      await engine.line(/^info depth 4 /);
      const lines = [...await engine.answers(`setoption name ${change}`), ...await engine.during(20)];
      assertEquals(lines.filter((line) => line.startsWith("bestmove")), [], change);
      lines.push(...await engine.until(/^bestmove/, "stop"), ...await engine.answers());
      assertEquals(lines.some((line) => /Cannot/.test(line)), /EvalFile|Syzygy/.test(change), change);
    }
  }
  // A search that is replaced by another search first gives its answer; then the option changes.
  await engine.send("go infinite", "setoption name Threads value 2", "setoption name MultiPV value 2", "go depth 2");
  const lines = await engine.until(/^bestmove/);
  assertEquals(lines.some((line) => / multipv 2 /.test(line)), false);
  assertEquals((await engine.until(/^bestmove/)).some((line) => / multipv 2 /.test(line)), true);
});

if (Deno.build.os === "linux") {
  test("threads come and go, even in the middle of a search, and leave no thread and little memory behind", async (engine) => {
    await engine.answers("setoption name Threads value 4", "setoption name Threads value 1");
    // If the threads have not ended by then, the test accepts more threads afterwards.
    await engine.during(300);
    const before = await usageOf(engine.pid);
    for (const threads of [4, 2, 4, 1]) {
      await engine.line(/^readyok$/, `setoption name Threads value ${threads}`, "isready", "go infinite");
      await engine.line(/^info depth 2 /);
      if (threads === 2) continue;
      await engine.line(/^bestmove/, "stop");
    }
    await engine.answers();
    const most = before.megabytes + 100;
    const after = await usageWithin(engine.pid, before.threads, most);
    assertLessOrEqual(after.threads, before.threads);
    assertLess(after.megabytes, most);
  });
}

Deno.test("with several threads `quit` and the end of the input end the process, even if it searches or starts threads", async () => {
  const scripts = [
    ["quit", "go infinite", "setoption name Threads value 4"],
    ["", "setoption name Threads value 3", "go infinite", "setoption name Threads value 2"],
    ["", "setoption name Threads value 3", "setoption name Hash value 64", "go ponder wtime 100 btime 100"],
    // So many threads take a long time to start.
    ["", `setoption name Threads value ${MANY_THREADS}`, "go infinite", "stop"],
  ];
  for (const [end, ...lines] of scripts) {
    await using engine = new EngineProcess();
    await engine.answers();
    await engine.send(...lines);
    if (lines.includes("stop")) {
      assertMatch(await engine.line(/^bestmove/), BEST_MOVE);
      if (Deno.build.os === "linux") assertLess((await usageOf(engine.pid)).threads, MANY_THREADS);
    } // By then, the threads of some scripts have started, and those of others are still starting.
    else await engine.during(100);
    if (end === "quit") await engine.send("quit");
    else await engine.closeInput();
    assertEquals([(await engine.ending()).code, await engine.errors()], [0, ""]);
  }
});

for (const threads of [1, 2]) {
  test(`with ${threads} threads, in whatever order commands come, each \`go\` gets one best move`, async (engine) => {
    const goes = ["go infinite", "go ponder wtime 50 btime 50", "go depth 3", "go nodes 300", "go movetime 3", "go"];
    const options = ["Clear Hash", "Hash value 2", "Hash value 1", "MultiPV value 2", "MultiPV value 1"];
    if (threads > 1) options.push("Threads value 3", "Threads value 2");
    const others = ["stop", "ponderhit", "isready", "position startpos moves d2d4 d7d5", "ucinewgame"];
    others.push(...options.map((option) => `setoption name ${option}`));
    let expected = 0;
    const random = randomIntegers(5);
    let script = `setoption name Threads value ${threads}\n`;
    for (let i = 0; i < 80; i++) {
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

test("pondering with several threads waits for `ponderhit` and then keeps to the clock", async (engine) => {
  await engine.line(/^readyok$/, "setoption name Threads value 2", "isready");
  await engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 30000 btime 30000");
  assert((await engine.during(200)).every((line) => line.startsWith("info ")));
  const start = performance.now();
  assertMatch(await engine.line(/^bestmove/, "ponderhit"), /^bestmove \w+ ponder \w+$/);
  // The search continues with the time that is planned for the move: it neither stops immediately nor runs without end.
  assertGreater(performance.now() - start, 150);
  assertLess(performance.now() - start, 10_000);
});

test("after pondering for longer than the move may take, `ponderhit` is answered immediately", async (engine) => {
  await engine.send("position startpos moves e2e4 e7e5");
  await assertPrompt(300, async () => {
    // A move may take at most 0.2 s of this clock.
    await engine.send("go ponder wtime 500 btime 500");
    assert((await engine.during(350)).every((line) => line.startsWith("info ")));
    const start = performance.now();
    await engine.line(/^bestmove/, "ponderhit");
    return performance.now() - start;
  });
});
