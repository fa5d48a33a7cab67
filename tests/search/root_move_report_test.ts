/**
 * Which root moves a long search names.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { createSearch } from "./fixtures.ts";

/** As many legal moves as a position can have: 218. */
const MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
/** Searches that began so long ago, in milliseconds, count as long from the start. */
const LONG_AGO_MS = 60_000;

/** The root moves that a search names: depth, move, number. */
function named(fen: string, depth: number, multiPv: number): [depth: number, move: number, number: number][] {
  const reports: [number, number, number][] = [];
  const { search } = createSearch();
  search.root.onMove = (...report) => reports.push(report);
  const { startedAt } = unlimited();
  runSearch(search, parseFen(fen), { ...unlimited(), startedAt: startedAt - LONG_AGO_MS, depth, multiPv }, () => {});
  return reports;
}

Deno.test("a long search names each root move by its number, however many lines it is to find", () => {
  for (const fen of [MOST_MOVES, START_FEN]) {
    const moves = legalMoves(parseFen(fen));
    for (const multiPv of [1, 4, 256]) {
      const first = named(fen, 1, multiPv);
      assertEquals(first.map(([, move]) => move).toSorted(), moves.toSorted());
      assertEquals(first.map(([depth, , number]) => [depth, number]), moves.map((_, i) => [1, i + 1]));
    }
  }
});

Deno.test("with all of 218 moves as lines a depth names them about once, not once for each line", () => {
  assertLessOrEqual(named(MOST_MOVES, 2, 256).length, 3 * 218);
});
