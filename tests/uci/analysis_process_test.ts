/**
 * Analysis as a GUI asks for it: several lines, given moves, mates, nodes, pondering, long searches. Costs about 15 s.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { EngineProcess } from "./engine_process.ts";

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

Deno.test("MultiPV with all moves reports each once per depth, sorted, with legal lines", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name MultiPV value 256", `position fen ${MIDDLEGAME}`, "go depth 4");
  const lines = readLines(await engine.until(/^bestmove/));
  const count = legalMoves(parseFen(MIDDLEGAME)).length;
  for (let depth = 1; depth <= 4; depth++) {
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

Deno.test("lines of a search that is stopped in mid-depth stay ranked by the scores found so far", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name MultiPV value 8");
  for (const ms of [60, 80, 110, 140, 170, 210]) {
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

Deno.test("`go nodes` visits exactly so many, and no fewer than depth 1 takes", async () => {
  await using engine = new EngineProcess();
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

Deno.test("`go mate` ends with the mate, and `searchmoves` leaves only the given moves", async () => {
  await using engine = new EngineProcess();
  await engine.send(`position fen ${MATE_IN_2}`, "go mate 2");
  const lines = await engine.until(/^bestmove/);
  assertEquals(lines.pop()?.split(" ")[1], "a1a6");
  assert(lines.some((line) => line.includes(" score mate 2 ")));
  await engine.send("setoption name MultiPV value 5", "position startpos", "go depth 4 searchmoves a2a3 h2h3");
  const reported = readLines(await engine.until(/^bestmove/)).slice(-2);
  assertEquals(reported.map(({ pv }) => pv[0]).sort(), ["a2a3", "h2h3"]);
});

Deno.test("a search names a reply to ponder on, and the game can go on from it", async () => {
  await using engine = new EngineProcess();
  const moves: string[] = [];
  for (let i = 0; i < 6; i++) {
    await engine.send(`position startpos moves ${moves.join(" ")}`, "go depth 6");
    const [, best, , reply] = (await engine.line(/^bestmove/)).split(" ");
    assert(reply !== undefined, `no reply after ${moves.join(" ")}`);
    moves.push(best, reply);
    assertEquals(await engine.answers(`position startpos moves ${moves.join(" ")}`), []);
  }
});

Deno.test("the table fills while a search goes on, and is empty after Clear Hash", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name Hash value 1", "go nodes 100000");
  const lines = readLines(await engine.until(/^bestmove/));
  assertGreater(lines.at(-1)?.hashfull ?? 0, 300);
  assertLess(lines[0].hashfull, 50);
  await engine.send("setoption name Clear Hash", "go nodes 100");
  assertLess(readLines(await engine.until(/^bestmove/)).at(-1)?.hashfull ?? 1000, 50);
});

Deno.test("after three seconds the root moves are named, and a line that is a bound is of a later depth than the first", async () => {
  await using engine = new EngineProcess();
  await engine.send("setoption name Threads value 2", "position startpos", "go infinite");
  const lines = await engine.until(/ currmove \S+ currmovenumber 3$/);
  await engine.send("stop");
  lines.push(...await engine.until(/^bestmove/));
  const named = lines.filter((line) => line.includes("currmove"));
  assertGreater(named.length, 0);
  for (const line of named) assertMatch(line, /^info depth \d+ currmove [a-h][1-8][a-h][1-8] currmovenumber \d+$/);
  assert(named.every((line) => Number(/currmovenumber (\d+)/.exec(line)?.[1]) <= 20));
  // None before the three seconds are over.
  const first = lines.indexOf(named[0]);
  const times = lines.slice(first).flatMap((line) => / time (\d+)/.exec(line)?.[1] ?? []);
  assertGreater(Number(times[0]), 2990);
  for (const line of readLines(lines).filter(({ bound }) => bound !== "")) assertGreater(line.depth, 1);
});

Deno.test("limited strength plays on legally, by level and by Elo", async () => {
  await using engine = new EngineProcess();
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
    for (let ply = 0; ply < 6; ply++) {
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
  for (let i = 0; i < 8; i++) {
    await engine.send("ucinewgame", "position startpos", "go movetime 1000");
    played.add(await engine.line(/^bestmove/));
  }
  assertGreater(played.size, 2, "weaker play is not the same every time");
  // Analysis without end is at full strength.
  await engine.send("go infinite");
  await engine.line(/^info depth 8 /);
  await engine.send("stop");
  await engine.line(/^bestmove/);
});
