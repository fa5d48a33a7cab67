/** Patterns for lines of the protocol, and a check of a search's lines. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";

/** A line of analysis. */
export const INFO =
  /^info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)? nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv( [a-h][1-8][a-h][1-8][nbrq]?)+$/;
/** A message for people. */
export const MESSAGE = /^info string \S/;
/** The end of a search that has a move to play. */
export const BEST_MOVE = /^bestmove [a-h][1-8][a-h][1-8][nbrq]?( ponder [a-h][1-8][a-h][1-8][nbrq]?)?$/;
/** A line that only shows progress. The number of these lines depends on the speed of the machine. */
export const SIGN_OF_LIFE = /^info (time \d+|depth \d+ currmove \S+ currmovenumber \d+)$/;

/** Asserts that the output is well-formed and ends with a legal move, that of the last exact line; returns it. */
export function checkSearch(lines: string[], fen: string): string {
  const reported = lines.filter((line) => !SIGN_OF_LIFE.test(line) && !MESSAGE.test(line));
  const best = reported.pop() ?? "";
  assertMatch(best, BEST_MOVE);
  assert(reported.length > 0, "a line with a score comes before bestmove");
  for (const line of reported) {
    assertMatch(line, INFO);
    const position = parseFen(fen);
    for (const move of line.split(" pv ")[1].split(" ")) position.make(parseUci(position, move));
  }
  const first = reported.filter((line) => line.includes(" multipv 1 ") && !line.includes("bound")).pop();
  assertEquals(first?.split(" pv ")[1].split(" ")[0], best.split(" ")[1]);
  return best.split(" ")[1];
}
