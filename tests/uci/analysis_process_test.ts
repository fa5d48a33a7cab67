/** What a search reports to a GUI: lines, variations and bounds; and the options that affect them. @module */

import { legalMoves } from "../../core/movegen.ts";
import { assertEquals, assertGreater, assertGreaterOrEqual, assertLess } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import type { RequestMessage } from "../../search/threads/messages.ts";
import { parseGo } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { ENGINE_URL } from "../engine_bundle.ts";
import { assertPrompt } from "../prompt.ts";
import { EngineProcess, engineTests } from "./engine_process.ts";

const test = engineTests("analysis");
const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** A mate in three that begins with a sacrifice of the queen. */
const MATE_IN_3 = "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1";

/** The parts of an analysis line that these tests read; `mate` is `null` for a score in centipawns. */
interface Line {
  depth: number;
  rank: number;
  score: number;
  mate: number | null;
  isExact: boolean;
  nodes: number;
  pv: string[];
}

/** The lines of analysis in the engine's output. A mate has a score beyond all scores in centipawns. */
function readLines(lines: string[]): Line[] {
  const pattern =
    /^info depth (\d+) seldepth \d+ multipv (\d+) score (cp|mate) (-?\d+)( \w+bound)? nodes (\d+) nps .* pv (.*)$/;
  return lines.flatMap((line) => {
    const match = pattern.exec(line);
    if (match === null) return [];
    const [depth, rank, value, nodes] = [1, 2, 4, 6].map((group) => Number(match[group]));
    const mate = match[3] === "mate" ? value : null;
    const score = mate === null ? value : Math.sign(mate) * 100_000 - mate;
    return [{ depth, rank, score, mate, isExact: match[5] === undefined, nodes, pv: match[7].split(" ") }];
  });
}

/** Searches a position as in a new game. */
async function search(engine: EngineProcess, fen: string, go: string): Promise<{ lines: Line[]; best: string }> {
  const output = await engine.until(/^bestmove/, "ucinewgame", `position fen ${fen}`, go);
  return { lines: readLines(output), best: output.pop()?.split(" ")[1] ?? "" };
}

Deno.test("a search that lasts three seconds reports its root moves", async () => {
  /** A thread whose searches began three seconds ago. */
  class LateWorker extends Worker {
    override postMessage({ ticket, request }: RequestMessage): void {
      const { kind } = request;
      const startedAt = performance.now() - 3000;
      const late = kind === "search" ? { ...request, limits: { ...request.limits, startedAt } } : request;
      super.postMessage({ ticket, request: late });
    }
  }
  const lines: string[] = [];
  const startWorker = () => new LateWorker(ENGINE_URL, { type: "module", name: "search" });
  const session = new Session({ startWorker, warmUp: false, write: (line) => lines.push(line) });
  await session.go(parseGo(["depth", "2"]));
  await session.idle();
  await session.close();
  const pattern = /^info depth 1 currmove [a-h][1-8][a-h][1-8] currmovenumber (\d+)$/;
  const numbers = lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  assertEquals(numbers, Array.from({ length: 20 }, (_, i) => `${i + 1}`));
});

/** Positions with mates for either side, stalemates, and draws by the fifty-move rule within the horizon. */
const POSITIONS = [
  "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
  "8/8/8/8/8/5k2/1q6/7K b - - 96 80",
  "8/8/8/8/3k4/8/2q5/K7 b - - 0 1",
  "8/8/8/8/3k4/8/2q5/K7 w - - 0 1",
  "7k/8/8/8/8/8/1R6/K7 w - - 97 100",
  "k7/8/1K6/8/8/8/8/1Q6 w - - 98 100",
  "8/8/8/5k2/8/8/4R3/4K3 w - - 90 90",
  "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
  "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
  ...BENCH_POSITIONS.slice(22, 33),
];

/** The fault of a variation, or "" without a fault. */
function faultOf(fen: string, variation: string[], mate: number | null): string {
  const position = parseFen(fen);
  const visits = new Map<string, number>();
  let end = "";
  for (const text of variation) {
    if (end !== "") return `continues after ${end}`;
    position.make(parseUci(position, text));
    const key = `${position.keyLo} ${position.keyHi}`;
    visits.set(key, (visits.get(key) ?? 0) + 1);
    if (legalMoves(position).length === 0) end = position.inCheck ? "mate" : "stalemate";
    else if (visits.get(key) === 3) end = "the third repetition";
    else if (position.halfmoves >= 100) end = "move 50";
  }
  if (mate === null) return "";
  if (end !== "mate") return "ends without the mate that its score announces";
  return variation.length === (mate > 0 ? 2 * mate - 1 : -2 * mate) ? "" : "is not as long as its mate score says";
}

test("a principal variation is legal, ends with the game, and is as long as its mate score says", async (engine) => {
  let mates = 0;
  for (const fen of POSITIONS) {
    for (const { pv, mate, isExact } of (await search(engine, fen, "go depth 6")).lines) {
      if (!isExact) continue;
      if (mate !== null) mates++;
      assertEquals(faultOf(fen, pv, mate), "", `${fen}: ${pv}`);
    }
  }
  assertGreater(mates, 10);
});

test("Move Overhead is subtracted: of 300 ms, an overhead of 250 ms leaves a sixth", async (engine) => {
  // With a fixed time, a busy machine makes searches longer. On a clock it makes them shorter, but not below a fifth.
  const takes = async (overhead: number, go: string): Promise<number> => {
    const option = `setoption name Move Overhead value ${overhead}`;
    await engine.answers(option, "ucinewgame", `position fen ${MIDDLEGAME}`);
    const start = performance.now();
    await engine.line(/^bestmove/, go);
    return performance.now() - start;
  };
  assertGreaterOrEqual(await takes(0, "go movetime 300"), 290);
  await assertPrompt(250, () => takes(250, "go movetime 300"));
  // The last move before the time control takes most of the time left, or nothing if the overhead uses it up.
  const clock = "go wtime 1200 btime 1200 movestogo 1";
  assertGreater(await takes(0, clock), 170);
  await assertPrompt(150, () => takes(1150, clock));
});

test("UCI_Elo decides the depth and the quality of a search if UCI_LimitStrength is on", async (engine) => {
  const range = /min (\d+) max (\d+)/.exec(await engine.line(/^option name UCI_Elo /, "uci"))!.slice(1).map(Number);
  // The weakest level finds the mate in a third of its searches, so it practically never finds it in all of 8.
  const measure = async (elo: number, rounds: number): Promise<{ nodes: number; mates: number }> => {
    await engine.send(`setoption name UCI_Elo value ${elo}`);
    const { lines } = await search(engine, MIDDLEGAME, "go wtime 900000 btime 900000");
    let mates = 0;
    for (let i = 0; i < rounds; i++) {
      if ((await search(engine, MATE_IN_3, "go wtime 900000 btime 900000")).best === "b1g6") mates++;
    }
    return { nodes: lines.at(-1)?.nodes ?? NaN, mates };
  };
  await engine.send("setoption name UCI_LimitStrength value true");
  const weak = await measure(range[0], 8);
  // The greatest value is full strength.
  const strong = await measure(range[1] - 800, 1);
  assertLess(weak.nodes * 5, strong.nodes);
  assertLess(strong.nodes, 1e6, "a limited search on a clock needs little of it");
  assertEquals(strong.mates, 1);
  assertLess(weak.mates, 8);

  // When the option is off, the number has no effect.
  await engine.send("setoption name UCI_LimitStrength value false", `setoption name UCI_Elo value ${range[0]}`);
  const { lines } = await search(engine, MIDDLEGAME, `go nodes ${weak.nodes + 1000}`);
  assertEquals(lines.at(-1)?.nodes, weak.nodes + 1000);
});

test("at limited strength, the lines of a search without a clock are at full strength, and sorted", async (engine) => {
  for (const [level, lines] of [[0, 3], [8, 1], [19, 4]]) {
    await engine.send("setoption name Skill Level value 20", `setoption name MultiPV value ${lines}`);
    const full = await search(engine, MIDDLEGAME, "go depth 7");
    await engine.send(`setoption name Skill Level value ${level}`);
    const limited = await search(engine, MIDDLEGAME, "go depth 7");
    assertEquals(limited.lines, full.lines, `level ${level}`);
    for (const go of ["go movetime 200", "go nodes 5000", "go mate 3 nodes 5000"]) {
      const last = (await search(engine, MIDDLEGAME, go)).lines.slice(-lines);
      assertEquals(last.map(({ rank }) => rank), Array.from(last, (_, i) => i + 1), `level ${level}, ${go}`);
      assertEquals(last.map(({ score }) => score), last.map(({ score }) => score).toSorted((a, b) => b - a));
      assertGreaterOrEqual(last[0].depth, 4, `level ${level}, ${go}`);
    }
  }
});

test("games at limited strength continue with legal moves, by level and by Elo", async (engine) => {
  const options = ["Skill Level value 0", "Skill Level value 11", "UCI_LimitStrength value true", "UCI_Elo value 2000"];
  for (const option of options) {
    await engine.answers(`setoption name ${option}`);
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
    played.add(await engine.line(/^bestmove/, "ucinewgame", "position startpos", "go depth 3"));
  }
  assertGreater(played.size, 1, "weaker play varies");
  // An infinite analysis is at full strength.
  await engine.line(/^info depth 8 /, "go infinite");
  await engine.line(/^bestmove/, "stop");
});
