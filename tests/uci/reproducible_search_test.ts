/**
 * A search with one thread and a number of nodes is a function of its position: in a new game it gives the same lines
 * whatever was searched before, whatever size the hash table had in between, and in another process.
 *
 * Costs about 10 s.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { EngineProcess } from "./engine_process.ts";
import { SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const POSITIONS = BENCH_POSITIONS.slice(0, 20);
const NODES = 1200;

/** What the engine prints about a position in a new game, without what depends on the clock. */
async function searchNewGame(engine: EngineProcess, fen: string): Promise<string[]> {
  await engine.send("ucinewgame", `position fen ${fen}`, `go nodes ${NODES}`);
  const lines = await engine.until(/^bestmove/);
  // A search that takes long also reports bounds.
  return lines.filter((line) => !SIGN_OF_LIFE.test(line) && !/ (?:lower|upper)bound /.test(line)).map((line) =>
    line.replace(/ (time|nps) \d+/g, "")
  );
}

Deno.test("20 positions give the same nodes, scores and moves again, after a change of Hash, and in a fresh process", async () => {
  assertEquals(POSITIONS.length, 20);
  await using engine = new EngineProcess();
  const first = new Map<string, string[]>();
  for (const fen of POSITIONS) first.set(fen, await searchNewGame(engine, fen));
  for (const [fen, lines] of first) assertGreater(lines.length, 3, fen);
  // In reverse, so that something else was searched before.
  for (const fen of POSITIONS.toReversed()) assertEquals(await searchNewGame(engine, fen), first.get(fen), fen);
  for (const [index, fen] of POSITIONS.entries()) {
    assertEquals(await engine.answers(`setoption name Hash value ${1 + index}`), []);
    await engine.send("go nodes 500");
    await engine.line(/^bestmove/);
    assertEquals(await engine.answers("setoption name Hash value 16"), []);
    assertEquals(await searchNewGame(engine, fen), first.get(fen), `after a change of Hash: ${fen}`);
  }
  for (const fen of POSITIONS.slice(0, 3)) {
    await using fresh = new EngineProcess();
    assertEquals(await searchNewGame(fresh, fen), first.get(fen), `in a fresh process: ${fen}`);
  }
  await using fresh = new EngineProcess();
  for (const fen of POSITIONS) {
    assertEquals(await searchNewGame(fresh, fen), first.get(fen), `in a fresh process: ${fen}`);
  }
});
