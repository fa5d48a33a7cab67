/**
 * What a principal variation promises: every move legal, none behind the end of the game, as long as its mate score
 * says. Programs that run matches check all of this and complain.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assertEquals, assertGreater } from "@std/assert";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { engineTests } from "./engine_process.ts";

const test = engineTests("variations");

/** Mates to find and to suffer, stalemates and the end of fifty moves within the horizon. */
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

/** What is wrong with a variation, or "" if nothing is. */
function faultOf(fen: string, variation: string[], mate: number | null): string {
  const position = parseFen(fen);
  const visits = new Map<string, number>();
  let end = "";
  for (const text of variation) {
    if (end !== "") return `goes on after ${end}`;
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

test("a principal variation is legal, ends where the game ends, and is as long as its mate score says", async (engine) => {
  let mates = 0;
  for (const fen of POSITIONS) {
    await engine.send("ucinewgame", `position fen ${fen}`, "go depth 7");
    for (const line of await engine.until(/^bestmove/)) {
      const match = /score (?:cp -?\d+|mate (-?\d+)) nodes .* pv (.*)$/.exec(line);
      if (match === null) continue;
      const mate = match[1] === undefined ? null : Number(match[1]);
      if (mate !== null) mates++;
      assertEquals(faultOf(fen, match[2].split(" "), mate), "", `${fen}: ${line}`);
    }
  }
  assertGreater(mates, 10);
});
