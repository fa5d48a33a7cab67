/**
 * What a session answers when its search thread fails. The rest of it is tested from outside, in protocol_process_test.ts,
 * go_process_test.ts and commands_process_test.ts.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertMatch, assertRejects } from "@std/assert";
import { MAX_MATERIAL, toCentipawns } from "../../engine/win_rate.ts";
import { runBench } from "../../uci/bench.ts";
import { findCommand } from "../../uci/commands.ts";
import { writeOpenings } from "../../uci/genfens.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import type { RequestMessage } from "../../search/threads/messages.ts";
import type { SearchService } from "../../engine/search_service.ts";
import { Session } from "../../uci/session.ts";
import { SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const FAULTY = new URL("../search/threads/faulty_worker.ts", import.meta.url);

/** A session with faulty search threads, and the lines it writes; see faulty_worker.ts for the names, one a thread. */
function brokenSession(...names: string[]): { session: Session; lines: string[] } {
  const lines: string[] = [];
  const session = new Session({
    startWorker: () => new Worker(FAULTY, { type: "module", name: names.length > 1 ? names.shift() : names[0] }),
    warmUp: true,
    // Signs of life come and go with the speed of the machine.
    write: (line) => SIGN_OF_LIFE.test(line) || lines.push(line),
  });
  return { session, lines };
}

Deno.test("a search that breaks is reported in one line and answered with a legal move", async () => {
  const { session, lines } = brokenSession("throw");
  for (let i = 0; i < 2; i++) {
    await session.go(parseGo(["depth", "5"]));
    await session.idle();
    assertMatch(lines[0], /^info string The search failed: .*Broken on purpose/);
    assertMatch(lines[1], /^info depth 1 .* score cp 0 .* pv [a-h][12][a-h][34]$/);
    assertMatch(lines[2], /^bestmove [a-h][12][a-h][34]$/);
    assertEquals(lines.splice(0).length, 3);
  }
  await session.close();
});

Deno.test("a search that breaks is answered with the best move that it reported before", async () => {
  const { session, lines } = brokenSession("throw-late");
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  assertMatch(lines[0], /^info depth 3 .* pv e2e4$/);
  assertEquals(lines.pop(), "bestmove e2e4");
  await session.close();
});

Deno.test("a broken search is answered within `searchmoves`", async () => {
  const { session, lines } = brokenSession("throw");
  await session.go(parseGo(tokenize("depth 5 searchmoves h2h4")));
  await session.idle();
  assertEquals(lines.pop(), "bestmove h2h4");
  await session.close();
});

Deno.test("an infinite search that breaks still waits for `stop`", async () => {
  const { session, lines } = brokenSession("throw");
  await session.go(parseGo(["infinite"]));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assertEquals(lines.filter((line) => line.startsWith("bestmove")), []);
  session.stop();
  await session.idle();
  assertMatch(lines.pop() ?? "", /^bestmove [a-h][12][a-h][34]$/);
  await session.close();
});

Deno.test("an illegal answer of the search is never passed on", async () => {
  const { session, lines } = brokenSession("illegal");
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  assertEquals(lines.slice(1), ["info string The search answered with e2e5, which is not legal", "bestmove e2e4"]);
  await session.close();
});

Deno.test("a line comes before the best move of a search that reported none, without an illegal reply", async () => {
  const { session, lines } = brokenSession("silent");
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  assertEquals(lines, [
    `info depth 1 seldepth 1 multipv 1 score cp ${
      toCentipawns(5, MAX_MATERIAL)
    } nodes 77 nps 77000 hashfull 0 tbhits 0 time 0 pv d2d4`,
    "bestmove d2d4",
  ]);
  await session.close();
});

Deno.test("a best move that was reported only as a bound is reported once more", async () => {
  const { session, lines } = brokenSession("bound");
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  assertMatch(lines[2], new RegExp(`^info depth 4 .* score cp ${toCentipawns(40, MAX_MATERIAL)} nodes .* pv d2d4$`));
  assertEquals(lines[3], "bestmove d2d4");
  await session.close();
});

Deno.test("the move of a helper thread that found something better is reported with its line, and played", async () => {
  const { session, lines } = brokenSession("slow", "keen");
  await session.setOption("name Threads value 2");
  await session.service.ready();
  await session.go(parseGo(["movetime", "100"]));
  await session.idle();
  assertMatch(lines[0], /^info depth 3 .* pv d2d4$/);
  const score = `score cp ${toCentipawns(60, MAX_MATERIAL)}`;
  assertMatch(lines[1], new RegExp(`^info depth 9 .* ${score} nodes .* pv e2e4 e7e5$`));
  assertEquals(lines.slice(2), ["bestmove e2e4 ponder e7e5"]);
  await session.close();
});

Deno.test("the time of a line is never less than that of the previous line", async () => {
  const lines: string[] = [];
  const startWorker = () => new Worker(FAULTY, { type: "module", name: "unsteady" });
  const session = new Session({ startWorker, warmUp: false, write: (line) => lines.push(line) });
  await session.go(parseGo(["depth", "5"]));
  await session.idle();
  const times = lines.flatMap((line) => / time (\d+)/.exec(line)?.[1] ?? []).map(Number);
  assertGreater(lines.filter((line) => SIGN_OF_LIFE.test(line)).length, 0);
  assert(times.every((time) => time >= 5000), lines.join("\n"));
  assertEquals(times, times.toSorted((a, b) => a - b));
  await session.close();
});

Deno.test("to a given depth, or with several lines, the main thread answers itself", async () => {
  const { session, lines } = brokenSession("slow", "keen");
  await session.setOption("name Threads value 2");
  await session.service.ready();
  await session.go(parseGo(["depth", "3"]));
  await session.idle();
  assertEquals(lines.pop(), "bestmove d2d4");
  await session.setOption("name MultiPV value 2");
  await session.go(parseGo(["movetime", "100"]));
  await session.idle();
  assertEquals(lines.pop(), "bestmove d2d4");
  await session.close();
});

Deno.test("the clock of a search starts with its `go`, not when the previous search has ended", async () => {
  const starts: number[] = [];
  /** A worker that notes when its searches started. */
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

Deno.test("a bench that breaks leaves the hash table as large as it was", async () => {
  const { session } = brokenSession("throw");
  const before = session.service.hashMegabytes;
  const options = { depth: 3, megabytes: before + 1, signal: new AbortController().signal, write: session.write };
  await assertRejects(() => runBench(session.service, options), Error, "Broken on purpose");
  assertEquals(session.service.hashMegabytes, before);
  await session.close();
});

/** Writes openings with a stub in place of the search threads; returns the lines. */
async function openingsOf(count: number, service: Partial<SearchService>): Promise<string[]> {
  const lines: string[] = [];
  await writeOpenings({ count, seed: 1n, bookPath: "" }, {
    service: service as SearchService,
    chess960: false,
    book: [],
    signal: new AbortController().signal,
    write: (line) => lines.push(line),
  });
  return lines;
}

Deno.test("every search of `genfens` begins after all threads have forgotten what was before", async () => {
  const { session } = brokenSession("illegal");
  await session.setOption("name Threads value 3");
  const { service } = session;
  let [asked, settled] = [0, 0];
  const lines = await openingsOf(3, {
    newGame: () => void asked++,
    ready: async () => {
      await service.ready();
      settled = asked;
    },
    search: (...args) => {
      assertEquals(settled, asked);
      return service.search(...args);
    },
  });
  assertEquals(lines.length, 3);
  assertGreater(asked, 3);
  await session.close();
});

Deno.test("`genfens` gives up where no opening is even", async () => {
  const result = { bestMove: 0, ponderMove: 0, nodes: 0, score: 5000, depth: 1, pv: [], others: [] };
  const service = { newGame: () => {}, ready: () => Promise.resolve(), search: () => Promise.resolve(result) };
  await assertRejects(() => openingsOf(1, service), RangeError, "found none in 200 openings");
});

Deno.test("every kind of search gives up what a session may do before the first", async () => {
  for (const line of ["go depth 1", "go perft 1", "perft 1", "bench 1", "genfens 1 seed 1"]) {
    let count = 0;
    const session = new Session({
      startWorker: () => new Worker(FAULTY, { type: "module", name: "throw" }),
      warmUp: false,
      beforeSearch: () => count++,
      write: () => {},
    });
    const [name, ...words] = tokenize(line);
    // The thread breaks; that comes later.
    await Promise.resolve(findCommand(name)?.run(session, words, new AbortController().signal, "")).catch(() => {});
    await session.close();
    assertEquals(count, 1, line);
  }
});

Deno.test("threads that the system does not start are reported in one line, and the setting is what started", async () => {
  const lines: string[] = [];
  let started = 0;
  const session = new Session({
    startWorker: () => {
      if (++started > 3) throw new Error("No more");
      return new Worker(FAULTY, { type: "module", name: "slow" });
    },
    warmUp: false,
    write: (line) => SIGN_OF_LIFE.test(line) || lines.push(line),
  });
  await session.setOption("name Threads value 8");
  await session.isReady();
  assertEquals(lines, ["info string The system does not start 8 threads; it stays at 3", "readyok"]);
  assertEquals(session.settings.threads, 3);
  await session.close();
});

Deno.test("a book file that cannot be used leaves the setting empty", async () => {
  const { session } = brokenSession("throw");
  for (const path of ["no/such/book.bin", "deno.json"]) {
    await assertRejects(() => session.setOption(`name Book File value ${path}`));
    assertEquals(session.settings.bookFile, "");
  }
  await session.close();
});
