/** A session whose search thread fails; the tests of the protocol and of `go` test everything else. @module */

import { assert, assertEquals, assertGreater, assertMatch, assertRejects } from "@std/assert";
import { MAX_MATERIAL, toCentipawns } from "../../engine/win_rate.ts";
import { runBench } from "../../uci/bench.ts";
import { findCommand } from "../../uci/commands.ts";
import { writeOpenings } from "../../uci/genfens.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import type { RequestMessage } from "../../search/threads/messages.ts";
import type { ThreadPool } from "../../search/threads/thread_pool.ts";
import { Session } from "../../uci/session.ts";
import { SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const FAULTY = new URL("../search/threads/faulty_worker.ts", import.meta.url);

/** Starts a faulty search thread; see faulty_worker.ts for the names. */
function startFaulty(name: string): Worker {
  return new Worker(FAULTY, { type: "module", name });
}

/** Calls `body` with a session and the lines that it writes, and then closes the session. */
async function withSession(
  startWorker: string | (() => Worker),
  body: (session: Session, lines: string[]) => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  const session = new Session({
    startWorker: typeof startWorker === "string" ? () => startFaulty(startWorker) : startWorker,
    warmUp: true,
    // The number of progress lines depends on the speed of the machine.
    write: (line) => SIGN_OF_LIFE.test(line) || lines.push(line),
  });
  await body(session, lines);
  await session.close();
}

/** A test: the end of its name, the names of the faulty threads, the words after `go`, and the expected lines. */
type Answer = [name: string, threads: string[], go: string, ...lines: (string | RegExp)[]];

const FAILED = /^info string The search failed: .*Broken on purpose/;
const NO_LEGAL_MOVE = "info string The search answered with e2e5, which is not legal";
function scored(head: string, score: number, tail: string): RegExp {
  return new RegExp(`^${head} .*score cp ${toCentipawns(score, MAX_MATERIAL)} nodes .*${tail}$`);
}

const BETTER = scored("info depth 9", 60, " pv e2e4 e7e5");
const SILENT = scored("info depth 1 seldepth 1 multipv 1", 5, "nps 77000 hashfull 0 tbhits 0 time 0 pv d2d4");
const LINE = /^info depth 3 /;
const BOUND = /^info depth 4 .* lowerbound .* pv d2d4$/;
const ANY = /^bestmove [a-h][12][a-h][34]$/;

const ANSWERS: Answer[] = [
  ["is answered with a legal move", ["throw"], "depth 5", FAILED, /^info depth 1 .* score cp 0 .* pv /, ANY],
  ["answers with the move that it has reported", ["throw-late"], "depth 5", / pv e2e4$/, FAILED, "bestmove e2e4"],
  ["is answered within `searchmoves`", ["throw"], "depth 5 searchmoves h2h4", FAILED, / pv h2h4$/, "bestmove h2h4"],
  ["does not pass on an illegal move", ["illegal"], "depth 5", LINE, NO_LEGAL_MOVE, "bestmove e2e4"],
  ["that reported nothing gets a line, without an illegal reply", ["silent"], "depth 5", SILENT, "bestmove d2d4"],
  ["repeats a bound", ["bound"], "depth 5", LINE, BOUND, scored("info depth 4", 40, " pv d2d4"), "bestmove d2d4"],
  ["plays a helper's better move", ["slow", "keen"], "movetime 1000", / pv d2d4$/, BETTER, "bestmove e2e4 ponder e7e5"],
  ["to a given depth plays the move of the main thread", ["slow", "keen"], "depth 3", / pv d2d4$/, "bestmove d2d4"],
];

for (const [name, threads, go, ...expected] of ANSWERS) {
  Deno.test(`a search with faulty threads ${name}`, () => {
    let started = 0;
    return withSession(() => startFaulty(threads[started++ % threads.length]), async (session, lines) => {
      await session.setOption(`name Threads value ${threads.length}`);
      await session.core.pool.settled();
      await session.go(parseGo(tokenize(go)));
      await session.idle();
      assertEquals(lines.length, expected.length, lines.join("\n"));
      for (const [i, line] of lines.entries()) {
        const wanted = expected[i];
        if (typeof wanted === "string") assertEquals(line, wanted);
        else assertMatch(line, wanted);
      }
    });
  });
}

Deno.test("an infinite search that fails still waits for `stop`, and the next search is also answered", () =>
  withSession("throw", async (session, lines) => {
    for (let i = 0; i < 2; i++) {
      await session.go(parseGo(["infinite"]));
      await new Promise((resolve) => setTimeout(resolve, 100));
      assertEquals(lines.filter((line) => line.startsWith("bestmove")), []);
      session.stop();
      await session.idle();
      assertMatch(lines.splice(0).pop() ?? "", ANY);
    }
  }));

Deno.test("the time of a line is never less than that of the previous line", async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const session = new Session({ startWorker: () => startFaulty("unsteady"), warmUp: false, write });
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  const times = lines.flatMap((line) => / time (\d+)/.exec(line)?.[1] ?? []).map(Number);
  assertGreater(lines.filter((line) => SIGN_OF_LIFE.test(line)).length, 0);
  assert(times.every((time) => time >= 5000), lines.join("\n"));
  assertEquals(times, times.toSorted((a, b) => a - b));
  await session.close();
});

Deno.test("the clock of a search starts with its `go`, not when the previous search has ended", async () => {
  const starts: number[] = [];
  class RecordingWorker extends Worker {
    override postMessage(message: RequestMessage): void {
      if (message.request.kind === "search") starts.push(message.request.limits.startedAt);
      super.postMessage(message);
    }
  }
  let firstEnd = Infinity;
  const session = new Session({
    startWorker: () => new RecordingWorker(FAULTY, { type: "module", name: "slow" }),
    warmUp: false,
    write: (line) => {
      if (line.startsWith("bestmove")) firstEnd = Math.min(firstEnd, performance.now());
    },
  });
  await session.go(parseGo(["depth", "5"]));
  await session.go(parseGo(["movetime", "1000"]));
  await session.idle();
  assertEquals(starts.length, 2);
  assertGreater(starts[1], starts[0]);
  assertGreater(firstEnd, starts[1]);
  await session.close();
});

Deno.test("a bench that fails does not change the size of the hash table", () =>
  withSession("throw", async ({ core: { pool }, write }) => {
    const before = pool.hashMegabytes;
    const options = { limits: { depth: 3 }, megabytes: before + 1, signal: new AbortController().signal, write };
    await assertRejects(() => runBench(pool, options), Error, "Broken on purpose");
    assertEquals(pool.hashMegabytes, before);
  }));

/** Writes openings with a stub in place of the search threads; returns the lines. */
async function openingsOf(count: number, pool: Partial<ThreadPool>): Promise<string[]> {
  const lines: string[] = [];
  const session = { pool: pool as ThreadPool, chess960: false, book: [], signal: new AbortController().signal };
  await writeOpenings({ count, seed: 1n, bookPath: "" }, { ...session, write: (line) => lines.push(line) });
  return lines;
}

Deno.test("before every search of `genfens`, all threads forget everything", () =>
  withSession("illegal", async (session) => {
    await session.setOption("name Threads value 3");
    const { pool } = session.core;
    let [asked, settled] = [0, 0];
    const lines = await openingsOf(3, {
      newGame: () => void asked++,
      settled: async () => {
        await pool.settled();
        settled = asked;
      },
      search: (...args) => {
        assertEquals(settled, asked);
        return pool.search(...args);
      },
    });
    assertEquals(lines.length, 3);
    assertGreater(asked, 3);
  }));

Deno.test("`genfens` gives up if no opening is even", async () => {
  const result = { bestMove: 0, ponderMove: 0, nodes: 0, score: 5000, depth: 1, pv: [], completed: [] };
  const pool = { newGame: () => {}, settled: () => Promise.resolve(), search: () => Promise.resolve(result) };
  await assertRejects(() => openingsOf(1, pool), RangeError, "found none in 200 openings");
});

Deno.test("a search of any kind gives up the permission that a session has until its first search", async () => {
  for (const line of ["go depth 1", "go perft 1", "perft 1", "bench 1", "genfens 1 seed 1"]) {
    let count = 0;
    const beforeSearch = () => count++;
    const startWorker = () => startFaulty("throw");
    const session = new Session({ startWorker, warmUp: false, beforeSearch, write: () => {} });
    const [name, ...words] = tokenize(line);
    // The thread fails, but only after `beforeSearch` was called.
    await Promise.resolve(findCommand(name)?.run(session, words, new AbortController().signal, "")).catch(() => {});
    await session.close();
    assertEquals(count, 1, line);
  }
});

Deno.test("if the system does not start all threads, one line reports it, and the setting becomes the number of started threads", () => {
  let started = 0;
  const startWorker = () => {
    if (++started > 3) throw new Error("No more");
    return startFaulty("slow");
  };
  return withSession(startWorker, async (session, lines) => {
    await session.setOption("name Threads value 8");
    await session.isReady();
    assertEquals(lines, ["info string The system does not start 8 threads; the engine stays at 3. No more", "readyok"]);
    assertEquals(session.core.settings.threads, 3);
  });
});

Deno.test("values outside their option's range are reported once", () =>
  withSession("throw", async (session, lines) => {
    for (const value of ["999999999", "8", "999999999", "300", "0", "-5", "257"]) {
      await session.setOption(`name MultiPV value ${value}`);
    }
    assertEquals(lines, [
      "info string Option 'MultiPV' ranges from 1 to 256, so 999999999 counts as 256",
      "info string Option 'MultiPV' ranges from 1 to 256, so 0 counts as 1",
    ]);
    assertEquals(session.core.settings.multiPv, 256);
  }));
