/**
 * Analysis as a GUI asks for it: several lines, given moves, mates, nodes, pondering.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import type { RequestMessage } from "../../search/threads/messages.ts";
import { parseGo } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { ENGINE_URL } from "../engine_bundle.ts";
import { engineTests } from "./engine_process.ts";

const test = engineTests("analysis");

const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/** A line of analysis, as far as these tests look at it. */
interface Line {
  depth: number;
  rank: number;
  score: number;
  bound: string;
  nodes: number;
  hashfull: number;
  pv: string[];
}

/** The lines of analysis among what the engine wrote. Mates count as scores beyond all others. */
function readLines(lines: string[]): Line[] {
  const pattern =
    /^info depth (\d+) seldepth \d+ multipv (\d+) score (cp|mate) (-?\d+)( lowerbound| upperbound)? nodes (\d+) nps \d+ hashfull (\d+) .* pv (.*)$/;
  return lines.flatMap((line) => {
    const match = pattern.exec(line);
    if (match === null) return [];
    const [, depth, rank, kind, value, bound = "", nodes, hashfull, pv] = match;
    const score = kind === "cp" ? Number(value) : Math.sign(Number(value)) * 100_000 - Number(value);
    const [d, r, n, h] = [depth, rank, nodes, hashfull].map(Number);
    return [{ depth: d, rank: r, score, bound: bound.trim(), nodes: n, hashfull: h, pv: pv.split(" ") }];
  });
}

test("MultiPV with all moves reports each once per depth, sorted, with legal lines", async (engine) => {
  await engine.send("setoption name MultiPV value 256", `position fen ${MIDDLEGAME}`, "go depth 3");
  const lines = readLines(await engine.until(/^bestmove/));
  const count = legalMoves(parseFen(MIDDLEGAME)).length;
  for (let depth = 1; depth <= 3; depth++) {
    const reported = lines.filter((line) => line.depth === depth);
    assertEquals(reported.map(({ rank }) => rank), Array.from({ length: count }, (_, i) => i + 1));
    assertEquals(new Set(reported.map(({ pv }) => pv[0])).size, count);
    for (let i = 1; i < count; i++) assertLessOrEqual(reported[i].score, reported[i - 1].score);
    for (const { pv } of reported) {
      const position = parseFen(MIDDLEGAME);
      for (const move of pv) position.make(parseUci(position, move));
    }
  }
});

test("lines of a search that is stopped in mid-depth stay ranked by the scores found so far", async (engine) => {
  await engine.send("setoption name MultiPV value 8");
  for (const ms of [60, 90, 130, 180]) {
    await engine.send("ucinewgame", `position fen ${MIDDLEGAME}`, `go movetime ${ms}`);
    const output = await engine.until(/^bestmove/);
    const lines = readLines(output);
    const last = lines.slice(lines.findLastIndex(({ rank }) => rank === 1));
    assertEquals(last.map(({ rank }) => rank), Array.from(last, (_, i) => i + 1));
    assertEquals(new Set(last.map(({ pv }) => pv[0])).size, last.length);
    assertEquals(last[0].pv[0], output.pop()?.split(" ")[1]);
    // Behind the first line, which may have been broken off.
    for (let i = 2; i < last.length; i++) {
      assertLessOrEqual(last[i].score, last[i - 1].score, `${ms} ms, line ${i + 1}`);
    }
  }
});

test("`go nodes` visits exactly so many, and no fewer than depth 1 takes", async (engine) => {
  const search = async (go: string) => {
    await engine.send("ucinewgame", `position fen ${MIDDLEGAME}`, go);
    return readLines(await engine.until(/^bestmove/)).pop();
  };
  const first = await search("go depth 1");
  assert(first !== undefined && first.nodes > 2 && first.nodes < 1000, `${first?.nodes}`);
  for (const nodes of [1, 2, first.nodes]) {
    const { nodes: visited, score, pv } = await search(`go nodes ${nodes}`) ?? {};
    assertEquals([score, pv], [first.score, first.pv]);
    assertEquals(visited, first.nodes + 1);
  }
  for (const nodes of [first.nodes + 2, 1000, 12_345]) assertEquals((await search(`go nodes ${nodes}`))?.nodes, nodes);
});

test("`go mate` ends with the mate, and `searchmoves` leaves only the given moves", async (engine) => {
  await engine.send(`position fen ${MATE_IN_2}`, "go mate 2");
  const lines = await engine.until(/^bestmove/);
  assertEquals(lines.pop()?.split(" ")[1], "a1a6");
  assert(lines.some((line) => line.includes(" score mate 2 ")));
  await engine.send("setoption name MultiPV value 5", "position startpos", "go depth 4 searchmoves a2a3 h2h3");
  const reported = readLines(await engine.until(/^bestmove/)).slice(-2);
  assertEquals(reported.map(({ pv }) => pv[0]).sort(), ["a2a3", "h2h3"]);
});

test("a search names a reply to ponder on, and the game can go on from it", async (engine) => {
  const moves: string[] = [];
  for (let i = 0; i < 3; i++) {
    await engine.send(`position startpos moves ${moves.join(" ")}`, "go depth 6");
    const [, best, , reply] = (await engine.line(/^bestmove/)).split(" ");
    assert(reply !== undefined, `no reply after ${moves.join(" ")}`);
    moves.push(best, reply);
    assertEquals(await engine.answers(`position startpos moves ${moves.join(" ")}`), []);
  }
});

test("the table fills while a search goes on, and is empty after Clear Hash", async (engine) => {
  await engine.send("setoption name Hash value 1", "go nodes 30000");
  const lines = readLines(await engine.until(/^bestmove/));
  assertGreater(lines.at(-1)?.hashfull ?? 0, 100);
  assertLess(lines[0].hashfull, 50);
  await engine.send("setoption name Clear Hash", "go nodes 100");
  assertLess(readLines(await engine.until(/^bestmove/)).at(-1)?.hashfull ?? 1000, 50);
});

Deno.test("a search that lasts three seconds names its root moves", async () => {
  /** A thread whose searches began earlier. */
  class LateWorker extends Worker {
    override postMessage({ ticket, request }: RequestMessage): void {
      const { kind } = request;
      const startedAt = performance.now() - 3000;
      const late = kind === "search" ? { ...request, limits: { ...request.limits, startedAt } } : request;
      super.postMessage({ ticket, request: late });
    }
  }
  const lines: string[] = [];
  const session = new Session({
    startWorker: () => new LateWorker(ENGINE_URL, { type: "module", name: "search" }),
    warmUp: false,
    write: (line) => lines.push(line),
  });
  await session.go(parseGo(["depth", "2"]));
  await session.idle();
  await session.close();
  const pattern = /^info depth 1 currmove [a-h][1-8][a-h][1-8] currmovenumber (\d+)$/;
  const numbers = lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  assertEquals(numbers, Array.from({ length: 20 }, (_, i) => `${i + 1}`));
});

test("limited strength plays on legally, by level and by Elo", async (engine) => {
  const settings = [
    "setoption name Skill Level value 0",
    "setoption name Skill Level value 11",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 2000",
  ];
  for (const setting of settings) {
    await engine.answers(setting);
    const position = parseFen(START_FEN);
    const moves: string[] = [];
    for (let ply = 0; ply < 3; ply++) {
      await engine.send(`position startpos moves ${moves.join(" ")}`, "go wtime 20000 btime 20000");
      const output = await engine.until(/^bestmove/);
      const best = output.pop()?.split(" ")[1] ?? "";
      position.make(parseUci(position, best));
      moves.push(best);
      assertEquals(readLines(output).pop()?.pv[0], best);
    }
  }
  const played = new Set<string>();
  await engine.answers("setoption name UCI_LimitStrength value false", "setoption name Skill Level value 0");
  for (let i = 0; i < 6; i++) {
    await engine.send("ucinewgame", "position startpos", "go movetime 1000");
    played.add(await engine.line(/^bestmove/));
  }
  assertGreater(played.size, 1, "weaker play is not the same every time");
  // Analysis without end is at full strength.
  await engine.send("go infinite");
  await engine.line(/^info depth 8 /);
  await engine.send("stop");
  await engine.line(/^bestmove/);
});
